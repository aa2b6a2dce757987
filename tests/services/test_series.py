"""What is drawn: worked out by hand for a small season, and the same figures as the tables have."""

from datetime import date

import pytest

from ledger.services.games import GameOptions
from ledger.services.players import person_named
from ledger.services.rating import ratings_of
from ledger.services.scope import Asked
from ledger.services.series import NothingToDraw, Wanted, chart_of, charted
from ledger.services.standings import standings
from ledger.shapes.chart import ChartKind, Step
from ledger.shapes.season import Period, Scope
from ledger.store.people import persons
from ledger.store.reports.statistics import player_statistics

FIRST, SECOND, THIRD = date(2026, 11, 13), date(2026, 11, 20), date(2026, 11, 27)


def on(day):
    return GameOptions(held_on=day)


@pytest.fixture
def season(club):
    """Three games of three on two nights, 15,000 to the first and all less 50,000; Anna comes for the second."""
    club.result(options=on(FIRST), Ken=60_000, John=45_000, Taro=30_000)
    club.result(options=on(FIRST), John=70_000, Anna=40_000, Ken=25_000)
    club.result(options=on(SECOND), Taro=80_000, Ken=40_000, John=15_000)
    return club


def draw(club, kind, *names, asked=Asked(ever=True), **how):  # noqa: B008
    return charted(club.engine, club.now, asked, Wanted(ChartKind(kind), names, **how))


def values(found):
    return {line.name: line.values for line in found.chart.lines}


def test_points_game_by_game_then_night_by_night(season):
    found = draw(season, "points")
    assert found.chart.steps == (Step(), Step(FIRST, 1), Step(FIRST, 2), Step(SECOND, 1))
    assert [(line.name, line.games) for line in found.chart.lines] == [
        ("Taro", 2),
        ("John", 3),
        ("Anna", 1),
        ("Ken", 3),
    ]
    by_game = {
        "Taro": (0, -20_000, -20_000, 25_000),
        "John": (0, -5_000, 30_000, -5_000),
        "Anna": (None, 0, -10_000, -10_000),
        "Ken": (0, 25_000, 0, -10_000),
    }
    assert values(found) == by_game
    # A third night, and a game recorded late: now a night is a step, and the late game counts where it was played.
    season.result(options=on(THIRD), Anna=60_000, Ken=45_000, John=30_000)
    season.result(options=on(FIRST), Taro=65_000, Ken=50_000, John=20_000)
    found = draw(season, "points")
    assert found.chart.steps == (Step(), Step(FIRST), Step(SECOND), Step(THIRD))
    assert values(found) == {
        "Taro": (0, 10_000, 55_000, 55_000),
        "Anna": (0, -10_000, -10_000, 15_000),
        "Ken": (0, 0, -10_000, -15_000),
        "John": (0, 0, -35_000, -55_000),
    }
    assert [line.name for line in found.chart.lines] == ["Taro", "Anna", "Ken", "John"]
    # A part of it only, and of some only.
    later = draw(season, "points", "Ken", "Taro", asked=Asked(since=SECOND))
    assert values(later) == {"Taro": (0, 45_000, 45_000), "Ken": (0, -10_000, -15_000)}


def test_no_figure_differs_from_the_tables(season):
    season.start("Ken", "John", "Taro")
    for line in ("Ken ron John s5 riichi Ken Taro", "Taro tsumo s6 riichi Taro", "draw Ken"):
        season.hand(line)
    season.sub("John", "Anna", "split")
    season.hand("Anna ron Ken s4, Taro ron Ken s5")
    season.end()
    scope = Scope(players=3)
    [table] = standings(season.engine, scope).tables
    points, rating, places, hands = (draw(season, kind).chart for kind in ("points", "rating", "places", "hands"))
    assert {line.name: line.last for line in points.lines} == {line.player: line.points for line in table.lines}
    assert {bar.name: bar.counts for bar in places.bars} == {
        line.player: line.places[:3] for line in table.lines if line.games
    }
    for system in ("tenhou", "elo", "openskill"):
        rated = season.ask(lambda connection, system=system: ratings_of(connection, scope, system))
        drawn = draw(season, "rating", system=system).chart
        assert {(line.name, line.games, line.last) for line in drawn.lines} == {
            (line.player, line.games, line.rating) for line in rated.lines
        }
    assert rating.level == 1500
    assert {line.values[0] for line in rating.lines} <= {1500, None}
    found = {}
    for name in ("Ken", "John", "Taro", "Anna"):
        did = season.ask(lambda c, name=name: player_statistics(c, person_named(c, name).id, scope)).hands
        found[name] = (did.hands, (did.wins.count, did.deal_ins.count, did.riichi.count))
    assert {bar.name: (bar.of, bar.counts) for bar in hands.bars} == found
    # By hand: John sat in three hands and dealt in once; Ken's discard that two won by is one deal-in.
    assert found == {"Ken": (4, (1, 1, 1)), "John": (3, (0, 1, 0)), "Taro": (4, (2, 0, 2)), "Anna": (1, (1, 0, 0))}


def test_who_is_drawn(season):
    assert draw(season, "places", most=2).left_out == 2
    assert {bar.name for bar in draw(season, "places", most=2).chart.bars} == {"Ken", "John"}  # three games each
    assert [bar.name for bar in draw(season, "places", "tar").chart.bars] == ["Taro"]
    assert [bar.counts for bar in draw(season, "places", "Taro").chart.bars] == [(1, 0, 1)]
    with pytest.raises(NothingToDraw, match="no finished game of Anna among these games"):
        draw(season, "points", "Ken", "Anna", asked=Asked(since=SECOND))
    with pytest.raises(NothingToDraw, match="no hand among these games"):
        draw(season, "hands")
    with pytest.raises(NothingToDraw, match="no finished game among these games"):
        draw(season, "rating", asked=Asked(since=THIRD))
    empty = season.ask(
        lambda c: chart_of(
            c, Scope(None, Period(THIRD), None, 3), ChartKind.POINTS, {p.id: p.name for p in persons(c).values()}
        )
    )
    assert (empty.steps, empty.lines) == ((Step(),), ())
