"""Seasons: which nights are theirs, what they give a night, and what closing one locks."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError, UsageError
from ledger.services import attendance, charges, penalties, seasons, teams
from ledger.services.choose import ClosedSeasonWouldChange, GameChoice, SeasonIsClosed
from ledger.services.games import GameOptions, void_one_game
from ledger.services.nights import Terms, open_night, reopen_night
from ledger.services.paying import Handed, pay
from ledger.services.people import InTwoTeams, anonymise_player, merge_players
from ledger.services.players import rename_player
from ledger.services.seasons import Asked, ClosedAlready, KeptTableIsOld, NotClosed, NotFinished, SeasonTaken
from ledger.services.settle import settle
from ledger.services.sheet import SheetRefused
from ledger.services.standings import standings
from ledger.services.undo import undo_unit
from ledger.shapes.game import Money
from ledger.shapes.season import Period, Scope
from ledger.store.journal import units_backwards
from ledger.store.seasons import NoSuchSeason, StoredSeason, periods_of, season_on

FIRST, SECOND, THIRD = date(2026, 11, 6), date(2026, 11, 13), date(2026, 11, 20)


def start(club, name, since, **asked):
    return seasons.start_season(
        club.engine, club.request("season start"), Asked(name=name, since=since, **asked)
    ).answer


def close(club, name, **how):
    return seasons.close_season(club.engine, club.request("season close"), name, **how).answer


def play(club, night, **scores):
    return club.result(options=GameOptions(held_on=night), **scores or {"Ken": 60_000, "John": 45_000, "Taro": 30_000})


def refused(club, error, call):
    before = club.rows()
    with pytest.raises(error):
        call()
    assert club.rows() == before


def nights(club, name):
    return seasons.show_season(club.engine, name).nights


@pytest.fixture
def autumn(club):
    """A season with a night that is settled, and one after it that is not."""
    start(club, "Autumn", FIRST, until=SECOND)
    play(club, FIRST)
    club.settle(FIRST)
    play(club, THIRD)
    return club


def test_a_night_is_of_the_season_that_began_last(club):
    start(club, "Year", FIRST)
    start(club, "Cup", SECOND, until=SECOND)
    for night in (FIRST, SECOND, THIRD):
        play(club, night)
    assert (nights(club, "Year"), nights(club, "cup")) == ((FIRST, THIRD), (SECOND,))
    choose = lambda night, name, **how: seasons.choose_season(  # noqa: E731
        club.engine, club.request("season night"), night, name, **how
    )
    choose(FIRST, "Cup")
    choose(SECOND, None)
    assert (nights(club, "Year"), nights(club, "Cup")) == ((THIRD,), (FIRST,))
    [table] = standings(club.engine, Scope(season="Cup")).tables
    assert ([line.games for line in table.lines], table.last_night) == ([1, 1, 1], FIRST)
    choose(SECOND, None, by_date=True)
    assert nights(club, "Cup") == (FIRST, SECOND)
    assert [(s.name, s.nights, s.games) for s in seasons.list_seasons(club.engine)] == [("Year", 1, 1), ("Cup", 2, 2)]
    with pytest.raises(NoSuchSeason, match='no season "Spring"; known: Year, Cup'):
        choose(FIRST, "Spring")


def test_a_season_gives_its_nights_rules_and_a_rate(club):
    start(club, "Cup", SECOND, rules="dutch-4p", money=Money("JPY", 50, 1000))
    before, after = (open_night(club.engine, club.request("night open"), day).answer for day in (FIRST, SECOND))
    assert (before.rules, before.money) == ("dutch", Money("EUR", 50, 1000))
    assert (after.rules, after.money) == ("dutch-4p", Money("JPY", 50, 1000))
    own = open_night(club.engine, club.request("night open"), THIRD, Terms(rules="dutch", points_only=True)).answer
    assert (own.rules, own.money) == ("dutch", None)
    changed = seasons.set_season(club.engine, club.request("season set"), "Cup", Asked(as_usual=True)).answer
    assert (changed.rules, changed.money) == (None, None)


def test_a_season_is_changed_and_refuses_what_it_cannot_be(club):
    start(club, "Autumn", FIRST, ranking="best:2", least_games=2)
    start(club, "Winter", THIRD)

    def change(season, **asked):
        return seasons.set_season(club.engine, club.request("season set"), season, Asked(**asked)).answer

    changed = change("Autumn", name="Autumn 2026", until=SECOND, ranking="average")
    assert (changed.name, changed.since, changed.until, changed.ranking, changed.least_games) == (
        *("Autumn 2026", FIRST, SECOND, "average", 2),
    )
    assert change("autumn", endless=True).until is None
    refused(club, SeasonTaken, lambda: change("Winter", name="AUTUMN 2026"))
    refused(club, SeasonTaken, lambda: start(club, "winter", FIRST))
    refused(club, UsageError, lambda: change("Winter", until=FIRST))
    refused(club, UsageError, lambda: change("Winter", ranking="worst"))
    refused(club, LedgerError, lambda: change("Winter", rules="duch"))
    refused(club, LedgerError, lambda: start(club, " ", FIRST))


def test_closing_keeps_the_table_and_locks_every_night(autumn):
    club = autumn
    shown = close(club, "Autumn")
    assert (shown.season.closed, shown.nights) == (True, (FIRST,))
    assert shown == seasons.show_season(club.engine, "Autumn")
    assert shown.table == standings(club.engine, Scope(season="Autumn"))
    choice = GameChoice("1", FIRST)
    ask = club.request
    for change in (
        lambda: play(club, FIRST),
        lambda: play(club, SECOND),  # a night that would be of the season
        lambda: void_one_game(club.engine, ask("game void"), choice),
        lambda: penalties.penalise(club.engine, ask("game penalty"), "Ken", 100, "late", choice),
        lambda: attendance.join_night(club.engine, ask("night join"), ["Anna"], FIRST),
        lambda: charges.set_fee(club.engine, ask("night fee"), "head", lambda _: 100, FIRST),
        lambda: open_night(club.engine, ask("night open"), FIRST, Terms(points_only=True)),
        lambda: reopen_night(club.engine, ask("night reopen"), FIRST),
        lambda: seasons.choose_season(club.engine, ask("season night"), FIRST, None),
        lambda: seasons.choose_season(club.engine, ask("season night"), THIRD, "Autumn"),
    ):
        refused(club, SeasonIsClosed, change)
    for sheet in (club.written(FIRST).replace("2026-11-06", "2026-11-27"), f"{club.written(FIRST)}result Ken 1 John 2"):
        refused(club, SheetRefused, lambda: club.sheet(sheet, replace=True))  # noqa: B023 - called at once
    refused(club, ClosedAlready, lambda: close(club, "Autumn"))
    refused(
        club, ClosedAlready, lambda: seasons.set_season(club.engine, ask("season set"), "Autumn", Asked(least_games=1))
    )
    refused(club, ClosedSeasonWouldChange, lambda: start(club, "Other", FIRST))
    pay(club.engine, ask("pay"), "Taro", "Ken", lambda _: 1_000, Handed(), str)  # what is owed can be paid
    start(club, "Winter", THIRD)
    seasons.reopen_season(club.engine, ask("season reopen"), "Autumn")
    refused(club, NotClosed, lambda: seasons.reopen_season(club.engine, ask("season reopen"), "Autumn"))
    reopen_night(club.engine, ask("night reopen"), FIRST)


def test_nothing_unfinished_is_closed_unless_asked(club):
    start(club, "Autumn", FIRST)
    play(club, FIRST)
    refused(club, NotFinished, lambda: close(club, "Autumn"))
    assert close(club, "Autumn", unsettled=True).season.until == FIRST  # its last night
    refused(club, SeasonIsClosed, lambda: settle(club.engine, club.request("settle"), FIRST))
    play(club, SECOND)  # of no season
    club.take_back()
    seasons.reopen_season(club.engine, club.request("season reopen"), "Autumn")
    club.settle(FIRST)
    seasons.set_season(club.engine, club.request("season set"), "Autumn", Asked(endless=True))
    club.start("Ken", "John", "Taro", held_on=SECOND)
    with pytest.raises(NotFinished, match="open games on 2026-11-13"):
        close(club, "Autumn", unsettled=True)


def test_the_kept_table_stays_as_it_was_and_each_step_goes_back(autumn):
    club = autumn
    before = seasons.show_season(club.engine, "Autumn")
    kept = close(club, "Autumn")
    from_journal = club.ask(lambda connection: [unit.id for unit in units_backwards(connection)])
    played = from_journal[-4]  # the game of the first night
    refused(club, SeasonIsClosed, lambda: undo_unit(club.engine, club.request("undo", unit=played), played))
    club.take_back()
    assert seasons.show_season(club.engine, "Autumn") == before
    club.take_back()  # the game of the third night goes, for the closing is taken back
    assert kept.table == before.table


def test_taking_back_a_season_moves_no_night_into_a_closed_one(club):
    start(club, "Year", FIRST, until=THIRD)
    start(club, "Cup", SECOND)
    cup = club.ask(lambda connection: next(units_backwards(connection)).id)
    for night in (FIRST, SECOND):
        play(club, night)
        club.settle(night)
    close(club, "Year")
    refused(club, ClosedSeasonWouldChange, lambda: undo_unit(club.engine, club.request("undo", unit=cup), cup))


def last_unit(club):
    return club.ask(lambda connection: next(units_backwards(connection)).id)


def back(club, unit):
    return undo_unit(club.engine, club.request("undo", unit=unit), unit)


def test_taking_back_by_number_goes_round_no_closing(autumn):
    club = autumn
    settled = last_unit(club) - 1
    teams.add_team(club.engine, club.request("team add"), "Autumn", "Red", ["Ken", "John"])
    team = last_unit(club)
    seasons.set_season(club.engine, club.request("season set"), "Autumn", Asked(ranking="average"))
    ranking = last_unit(club)
    rename_player(club.engine, club.request("player rename"), "Ken", "Kenji")
    renamed = last_unit(club)
    close(club, "Autumn")
    for unit in (settled, team, ranking):
        refused(club, ClosedSeasonWouldChange, lambda unit=unit: back(club, unit))
    back(club, renamed)  # what people are called is no part of it
    assert teams.show_teams(club.engine, "Autumn").lines[0].members == (("Ken", 25_000), ("John", -5_000))


def test_a_season_comes_back_closed_only_with_a_table_that_holds(autumn):
    club = autumn
    kept = close(club, "Autumn")
    seasons.reopen_season(club.engine, club.request("season reopen", reason="late"), "Autumn")
    opened = last_unit(club)
    play(club, SECOND, John=60_000, Ken=45_000, Taro=30_000)
    played = last_unit(club)
    refused(club, KeptTableIsOld, lambda: back(club, opened))
    back(club, played)
    back(club, opened)
    assert seasons.show_season(club.engine, "Autumn") == kept


def test_one_person_plays_for_one_team_of_a_season_whatever_is_merged(autumn):
    club = autumn
    for name, player in (("Red", "Ken"), ("Blue", "Anna")):
        teams.add_team(club.engine, club.request("team add"), "Autumn", name, [player])
    refused(club, InTwoTeams, lambda: merge_players(club.engine, club.request("player merge"), "Anna", "Ken"))
    teams.set_team(club.engine, club.request("team set"), "Autumn", "Blue", drop=["Anna"])
    dropped = last_unit(club)
    merge_players(club.engine, club.request("player merge"), "Anna", "Ken")
    refused(club, InTwoTeams, lambda: back(club, dropped))


def test_a_kept_table_holds_no_name_that_was_blanked(club):
    start(club, "Autumn", FIRST)
    play(club, FIRST)
    close(club, "Autumn", unsettled=True)
    anonymise_player(club.engine, club.request("player anonymise"), "Ken")
    names = [line.player for line in seasons.show_season(club.engine, "Autumn").table.lines]
    assert names[0].startswith("Anonymous ")
    assert names[1:] == ["John", "Taro"]


days = st.integers(1, 28).map(lambda day: date(2026, 11, day))
periods = st.tuples(days, st.none() | days).filter(lambda p: p[1] is None or p[0] <= p[1])


@given(st.lists(periods, max_size=6), days)
def test_every_day_is_of_one_season_at_most_and_its_days_say_which(found, day):
    every = [
        StoredSeason(number, str(number), Period(*period), None, None, "points", 0, closed=False)
        for number, period in enumerate(sorted(found, key=lambda p: p[0]))
    ]
    own = season_on(every, day)
    of = [s for s in every if any(p.since <= day and (p.until is None or day <= p.until) for p in periods_of(s, every))]
    assert of == ([] if own is None else [own])


def test_a_season_is_refused_what_is_of_nobody(club):
    refused(club, NoSuchSeason, lambda: close(club, "Autumn"))
    refused(club, UsageError, lambda: seasons.start_season(club.engine, club.request("season start"), Asked(name="x")))
