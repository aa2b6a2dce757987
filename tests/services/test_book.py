"""The season book as it is read: what is in it, and what is not without being asked for."""

from datetime import date
from typing import Any

import pytest

from ledger.services.book import Asking, NothingInIt, book
from ledger.services.games import GameOptions
from ledger.services.people import Told, set_player
from ledger.store.seasons import NoSuchSeason

FIRST, SECOND = date(2026, 11, 13), date(2026, 11, 20)
NAMES = ("Ken", "John", "Taro", "Anna")


def texts(value: Any) -> list[str]:
    """Every text in a shape, wherever it is."""
    if isinstance(value, str):
        return [value]
    if hasattr(value, "__dataclass_fields__"):
        return [text for name in value.__dataclass_fields__ for text in texts(getattr(value, name))]
    return [text for each in value for text in texts(each)] if isinstance(value, tuple) else []


@pytest.fixture
def evenings(club):
    """Two nights: final scores and a settlement; then a game by hands with a substitute, and one that is not over."""
    club.result(options=GameOptions(held_on=FIRST, label="Ken's table"), Ken=88_000, John=-15_000, Taro=62_000)
    club.settle(FIRST)
    club.start("Ken", "John", "Taro", held_on=SECOND)
    club.hand('Ken ron John s5 riichi note "Taro slept"')
    club.sub("John", "Anna", "split")
    club.hand("draw Taro")
    club.end()
    club.start("Anna", "John", "Taro", held_on=SECOND)
    return club


def read(club, season=None, **how):
    return book(club.engine, club.now, season, Asking(**how))


def test_nights_games_and_people(evenings):
    found = read(evenings)
    first, second = found.nights
    assert [(who.player, who.points, who.amount_minor) for who in first.players] == [
        ("Ken", 53_000, 0), ("Taro", 12_000, 0), ("John", -65_000, 0)
    ]  # fmt: skip
    assert (first.money, first.transfers, first.left_out) == (None, (), ())
    assert [len(game.hands) for game in (*first.games, *second.games)] == [0, 2]
    assert second.left_out == (2,)
    assert [player.name for player in found.people] == ["Anna", "John", "Ken", "Taro"]
    assert sum(who.points for who in second.players) == 0
    [size] = found.sizes
    assert size.players == 3
    assert {line.name: line.last for line in size.points.lines} == {
        line.player: line.points for line in found.standings.lines
    }
    with pytest.raises(NoSuchSeason):
        read(evenings, "Autumn")


def test_money_only_where_it_is_asked_for(evenings):
    first, second = read(evenings, money=True).nights
    assert [(who.player, who.amount_minor) for who in first.players] == [("Ken", 2650), ("Taro", 600), ("John", -3250)]
    assert len(first.transfers) == 2
    assert second.money is None  # not settled


def test_no_name_and_nothing_written_is_left_without_names(evenings):
    for money in (False, True):
        found = read(evenings, money=money, anonymous=True)
        assert [player.name for player in found.people] == [f"Player {n}" for n in (1, 2, 3, 4)]
        assert [player.number for player in found.people] == [1, 2, 3, 4]
        for text in texts(found):
            assert not [name for name in (*NAMES, "slept", "table") if name in text.split()], text
    lines = [hand.line for night in found.nights for game in night.games for hand in game.hands]
    assert lines == ["Player 1 ron Player 4 s5 riichi Player 1", "draw Player 2"]


def test_its_standings_are_without_guests_as_those_of_the_season(evenings):
    set_player(evenings.engine, evenings.request("player set"), "Taro", Told(guest=True))
    lines = read(evenings).standings.tables[0].lines
    assert "Taro" not in [line.player for line in lines]
    assert [line.rank for line in lines] == [1, 2, 3]


def test_a_book_of_nothing(club):
    with pytest.raises(NothingInIt, match="no game is over in this ledger"):
        read(club)
