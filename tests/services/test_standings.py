"""Standings: values worked out by hand for a small season, and what holds for any."""

from datetime import date, timedelta

import pytest
from sqlalchemy import insert

from ledger.errors import UsageError
from ledger.services import penalties, people
from ledger.services.choose import ANY_GAME
from ledger.services.games import GameOptions
from ledger.services.scope import Asked
from ledger.services.standings import MoneyOfSome, how_all_stand, standings
from ledger.shapes.season import Period, Scope, order_of
from ledger.shapes.standings import Ranking
from ledger.store import models as db
from ledger.store.reports.scope import NobodyPlayed
from ledger.store.seasons import NoSuchSeason
from ledger.store.unit import run

FIRST, SECOND = date(2026, 11, 13), date(2026, 11, 20)


@pytest.fixture
def season(club):
    """Three games of three on two nights. Points: 15,000 to the first, and all less 50,000.

    First night:  Ken 60,000 (+25,000), John 45,000 (-5,000), Taro 30,000 (-20,000);
                  John 70,000 (+35,000), Anna 40,000 (-10,000), Ken 25,000 (-25,000).
    Second night: Taro 80,000 (+45,000), Ken 40,000 (-10,000), John 15,000 (-35,000).
    """
    on = lambda day: GameOptions(held_on=day)  # noqa: E731
    club.result(options=on(FIRST), Ken=60_000, John=45_000, Taro=30_000)
    club.result(options=on(FIRST), John=70_000, Anna=40_000, Ken=25_000)
    club.result(options=on(SECOND), Taro=80_000, Ken=40_000, John=15_000)
    return club


def of(found):
    return [(line.rank, line.player, line.value) for line in found.tables[0].lines]


def by(club, order, scope=None, **how):
    return standings(club.engine, scope or Scope(), Ranking(order=order, **how))


def test_sums_places_and_what_the_last_night_changed(season):
    [table] = by(season, "points").tables
    assert (table.players, table.last_night, table.below) == (3, SECOND, ())
    assert [
        (line.rank, line.player, line.games, line.points, line.places, line.average_place, line.moved)
        for line in table.lines
    ] == [
        (1, "Taro", 2, 25_000, (1, 0, 1, 0), 2.0, 3),  # he was last of four
        (2, "John", 3, -5_000, (1, 1, 1, 0), 2.0, -1),  # first with 30,000 before
        (3, "Anna", 1, -10_000, (0, 1, 0, 0), 2.0, 0),
        (3, "Ken", 3, -10_000, (1, 1, 1, 0), 2.0, -1),  # 0 before, second
    ]


def test_each_order(season):
    assert of(by(season, "average")) == [
        (1, "Taro", 12_500),
        (2, "John", -5_000 / 3),
        (3, "Ken", -10_000 / 3),
        (4, "Anna", -10_000),
    ]
    assert of(by(season, "place")) == [(1, name, 2.0) for name in ("Taro", "John", "Anna", "Ken")]
    assert of(by(season, "top")) == [(1, "Taro", 0.5), (2, "John", 1 / 3), (2, "Ken", 1 / 3), (4, "Anna", 0)]
    assert of(by(season, "best:1")) == [
        (1, "Taro", 45_000),
        (2, "John", 35_000),
        (3, "Ken", 25_000),
        (4, "Anna", -10_000),
    ]
    assert of(by(season, "drop:1")) == [(1, "Taro", 45_000), (2, "John", 30_000), (3, "Ken", 15_000)]
    # Tenhou R for three: +30, 0, -30 and a fortieth of the distance to the table's mean, 0.2 % less for each game.
    ken = 1500 + 30.0
    taro = 1500 - 30.0
    mean = (ken + 1500 + 1500) / 3
    ken, john, anna = (
        ken + 0.998 * (-30 + (mean - ken) / 40),
        1500 + 0.998 * (30 + (mean - 1500) / 40),
        1500 + (mean - 1500) / 40,
    )
    mean = (ken + john + taro) / 3
    expected = {
        "Taro": taro + 0.998 * (30 + (mean - taro) / 40),
        "Ken": ken + 0.996 * (mean - ken) / 40,
        "John": john + 0.996 * (-30 + (mean - john) / 40),
        "Anna": anna,
    }
    found = {name: value for _, name, value in of(by(season, "rating"))}
    assert found == pytest.approx(expected, abs=1e-4)


def test_what_counts(season):
    first = Scope(period=Period(FIRST, FIRST))
    assert of(by(season, "points", first)) == [
        (1, "John", 30_000),
        (2, "Ken", 0),
        (3, "Anna", -10_000),
        (4, "Taro", -20_000),
    ]
    assert of(by(season, "points", Scope(period=Period(since=SECOND))))[0] == (1, "Taro", 45_000)
    assert by(season, "points", Scope(players=4)).tables == ()
    assert by(season, "points", Scope(rules="dutch")) == by(season, "points", Scope(players=3))
    with pytest.raises(NobodyPlayed, match='no game was played by rules "duch"; did you mean dutch'):
        by(season, "points", Scope(rules="duch"))
    with pytest.raises(NoSuchSeason):
        by(season, "points", Scope(season="Autumn"))


def test_games_of_three_and_of_four_are_apart_unless_asked(season):
    season.result(options=GameOptions("dutch-4p", held_on=SECOND), Ken=60_000, John=45_000, Taro=50_000, Anna=25_000)
    four, three = by(season, "points").tables
    assert (four.players, three.players) == (4, 3)
    assert [line.games for line in four.lines] == [1, 1, 1, 1]
    together = by(season, "points", together=True).tables
    assert [(t.players, sum(line.games for line in t.lines)) for t in together] == [(None, 13)]
    both = {line.player: line.points for line in four.lines}
    for line in three.lines:
        both[line.player] += line.points
    assert {line.player: line.points for line in together[0].lines} == both
    with pytest.raises(UsageError, match="never rated together"):
        by(season, "rating", together=True)


def test_too_few_games_guests_and_no_names(season):
    people.set_player(season.engine, season.request("player guest"), "Ken", people.Told(guest=True))
    [table] = by(season, "points", least_games=2, guests=False).tables
    assert [(line.rank, line.player) for line in table.lines] == [(1, "Taro"), (2, "John")]
    assert [(line.rank, line.player, line.moved) for line in table.below] == [(None, "Anna", None)]
    [table] = by(season, "points", least_games=2, anonymous=True).tables
    assert [line.player for line in (*table.lines, *table.below)] == ["Player 1", "Player 2", "Player 3", "Player 4"]


def test_penalties_are_in_the_points_and_beside_them(season):
    season.now += timedelta(days=1)
    penalties.penalise(season.engine, season.request("game penalty"), "Taro", 8_000, "late", ANY_GAME)
    line = by(season, "points").tables[0].lines[0]
    assert (line.player, line.points, line.penalties) == ("Taro", 17_000, -8_000)


def test_money_is_of_settled_nights(season):
    season.settle(FIRST)
    assert by(season, "money").currency == "EUR"
    assert of(by(season, "money")) == [(1, "John", 1_500), (2, "Ken", 0), (3, "Anna", -500), (4, "Taro", -1_000)]
    season.settle(SECOND)
    assert of(by(season, "money"))[0] == (1, "Taro", 1_250)
    with pytest.raises(MoneyOfSome):
        by(season, "money", Scope(players=3))


def test_the_season_of_today_is_meant_unless_something_else_is_asked(season):
    def begin(connection, unit):
        born = connection.execute(insert(db.seasons).values(uid="s", journal_id=unit)).inserted_primary_key[0]
        terms = {"name": "Winter", "name_key": "winter", "since": SECOND, "ranking": "place", "least_games": 1}
        connection.execute(insert(db.season_terms).values(season_id=born, journal_id=unit, **terms))

    run(season.engine, season.request("season start"), begin, begin)
    ask = lambda ranking=Ranking(), order=None, **asked: how_all_stand(  # noqa: E731, B008
        season.engine, season.now, Asked(**asked), ranking, order
    )
    found = ask()
    assert (found.scope.season, found.standings.order, found.standings.least_games) == ("Winter", "place", 1)
    assert of(found.standings) == [(1, "Taro", 1.0), (2, "Ken", 2.0), (3, "John", 3.0)]
    assert ask(order="points").standings.order == "points"
    assert ask(ever=True).scope == Scope()
    assert ask(season="win").scope.season == "Winter"
    assert ask(last_days=7).scope.period == Period(date(2026, 11, 14), SECOND)
    assert ask(since=FIRST, until=FIRST).standings == standings(season.engine, Scope(period=Period(FIRST, FIRST)))
    with pytest.raises(UsageError, match="one of --season"):
        ask(season="Winter", ever=True)
    with pytest.raises(UsageError, match="nothing is from"):
        ask(since=SECOND, until=FIRST)


@pytest.mark.parametrize("text", ["", "best", "best:0", "best:x", "points:3", "worst", "drop:12345"])
def test_an_order_that_is_none(text):
    with pytest.raises(UsageError, match="order"):
        order_of(text)


@pytest.mark.parametrize("text", ["points", "average", "place", "top", "money", "rating", "best:8", "drop:2"])
def test_an_order_reads_back(text):
    assert str(order_of(text.upper())) == text
