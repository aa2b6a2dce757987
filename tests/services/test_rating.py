"""Ratings of what was recorded: whatever the order in which it was."""

from datetime import date

import pytest

from ledger.services.games import GameOptions
from ledger.services.rating import ratings
from ledger.services.scope import Asked

FIRST, SECOND, THIRD = date(2026, 11, 6), date(2026, 11, 13), date(2026, 11, 20)
GAMES = {
    FIRST: {"Ken": 60_000, "John": 45_000, "Taro": 30_000},
    SECOND: {"John": 70_000, "Anna": 40_000, "Ken": 25_000},
    THIRD: {"Taro": 80_000, "Ken": 40_000, "John": 15_000},
}


def record(club, *nights):
    for night in nights:
        club.result(options=GameOptions(held_on=night), **GAMES[night])


def rated(club, system="tenhou"):
    return ratings(club.engine, club.now, Asked(ever=True), system)


@pytest.mark.parametrize("system", ["tenhou", "elo", "openskill"])
def test_a_late_a_corrected_and_a_voided_game_give_what_they_would_in_their_place(club, new_club, places, system):
    record(club, FIRST, SECOND, THIRD)
    late = new_club(places.fresh())
    late.add("Ken", "John", "Taro", "Anna")
    record(late, THIRD, FIRST)
    assert rated(late, system) != rated(club, system)
    late.result(options=GameOptions(held_on=SECOND), Anna=70_000, Ken=40_000, John=25_000)
    assert rated(late, system) != rated(club, system)
    late.take_back()
    record(late, SECOND)
    assert rated(late, system) == rated(club, system)
    late.close()


def test_ratings_of_three_and_of_four_are_apart(club):
    record(club, FIRST)
    club.result(options=GameOptions("dutch-4p", held_on=SECOND), Ken=60_000, John=45_000, Taro=50_000, Anna=25_000)
    four, three = rated(club).tables
    assert [(line.rank, line.player, line.rating, line.games) for line in four.lines] == [
        *((1, "Ken", 1530, 1), (2, "Taro", 1510, 1), (3, "John", 1490, 1), (4, "Anna", 1470, 1)),
    ]
    assert [(line.player, line.rating, line.best) for line in three.lines] == [
        *(("Ken", 1530, 1530), ("John", 1500, 1500), ("Taro", 1470, 1470)),
    ]


def test_a_game_of_a_substitute_is_of_whom_its_result_is(club):
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Bo", result="split")
    club.end()
    [table] = rated(club).tables
    assert [line.player for line in table.lines] == ["Bo", "Taro", "John"]
