"""Starting, ending, voiding and recording games."""

import datetime

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.notation.parse import UnknownPlayer
from ledger.services.choose import NightIsSettled, NoSuchGame, WhichGame
from ledger.services.count import TieNeedsLastDealer
from ledger.services.games import (
    GameOptions,
    NothingToReopen,
    SeatedTwice,
    SitsElsewhere,
    WrongNumberOfPlayers,
)
from ledger.services.hands import GameWasEnded
from ledger.services.results import HasOpenGame, NothingToEnd, WrongTotal
from ledger.store.people import UnknownPerson

DUTCH_4P = GameOptions(rules="dutch-4p")


def refused(club, error, call, part=""):
    """The call is refused with this error, and no row of any table is touched."""
    before = club.rows()
    with pytest.raises(error) as refusal:
        call()
    assert part in str(refusal.value)
    assert club.rows() == before
    return refusal.value


def test_starting_a_game_opens_tonights_night_once(club):
    first = club.start("Ken", "John", "Taro")
    assert first.opened
    assert first.game.night == datetime.date(2026, 11, 20)
    assert first.game.players == ("Ken", "John", "Taro")
    club.add("Bo", "Zoë")
    assert not club.start("Anna", "Bo", "Zoë").opened


def test_a_game_has_its_own_rules_where_asked(club):
    assert club.start("Ken", "John", "Taro", "Anna", rules="standard").game.rules == "standard"
    assert club.game().table.scores == (30_000,) * 4


def test_who_cannot_start_a_game(club):
    club.add("Anne Marie", "Anne")
    refused(club, SeatedTwice, lambda: club.start("Ken", "John", "Ken"), "Ken is named twice")
    refused(club, UnknownPerson, lambda: club.start("Ken", "Jon", "Taro"), "did you mean John?")
    refused(club, LedgerError, lambda: club.start("Ken", "An", "Taro"), "could be")
    refused(club, WrongNumberOfPlayers, lambda: club.start("Ken", "John", "Taro", "Anna"), "--rules dutch-4p")
    refused(club, LedgerError, lambda: club.start("Ken", "John", "Taro", rules="dutsch"), "did you mean dutch?")
    club.start("Ken", "John", "Anne")
    refused(club, SitsElsewhere, lambda: club.start("Anna", "Ken", "Taro"), "Ken sits in game 1 of 2026-11-20")


def test_final_scores_of_the_dutch_example(club):
    game = club.result(Ken=88_000, John=-15_000, Taro=62_000)
    assert game.ending == "scores"
    assert [(r.player, r.place, r.points) for r in game.results] == [
        ("Ken", 1, 53_000),
        ("John", 3, -65_000),
        ("Taro", 2, 12_000),
    ]


def test_a_wrong_total_says_by_how_much_and_suggests_sticks(club):
    error = refused(club, WrongTotal, lambda: club.result(Ken=88_000, John=-15_000, Taro=60_000), "2,000 too little")
    assert "add --sticks-left 2" in str(error)
    error = refused(club, WrongTotal, lambda: club.result(Ken=88_000, John=-15_000, Taro=63_000), "1,000 too much")
    assert "--sticks-left" not in str(error)
    error = refused(club, WrongTotal, lambda: club.result(Ken=88_000, John=-15_000, Taro=61_500), "500 too little")
    assert "--sticks-left" not in str(error)


def test_sticks_left_on_the_table_go_to_first(club):
    game = club.result(Ken=86_000, John=-15_000, Taro=62_000, sticks_left=2)
    ken = game.results[0]
    assert (ken.leftover_sticks, ken.points) == (2_000, 53_000)


@pytest.mark.parametrize(
    ("last_dealer", "winner"),
    [("Ken", "Ken"), ("Taro", "Taro"), ("John", "Taro")],
    ids=["tied", "tied too", "not tied"],
)
def test_on_a_tie_for_first_of_three_the_last_dealer_decides(club, last_dealer, winner):
    scores = {"Ken": 60_000, "John": 15_000, "Taro": 60_000}
    tie = refused(club, TieNeedsLastDealer, lambda: club.result(**scores), "Ken and Taro tie for first")
    assert tie.names == ("Ken", "John", "Taro")
    game = club.result(last_dealer=last_dealer, **scores)
    assert [r.player for r in game.results if r.bonus == 15_000] == [winner]
    assert {r.player: r.points for r in game.results} == {"John": -35_000, "Ken": 10_000, "Taro": 10_000} | {
        winner: 25_000
    }


@pytest.mark.parametrize(
    ("last_dealer", "winner"), [("Ken", "John"), ("John", "John"), ("Taro", "Anna"), ("Anna", "Anna")]
)
def test_on_a_tie_for_first_of_four_the_last_dealer_decides(club, last_dealer, winner):
    scores = {"Ken": 30_000, "John": 60_000, "Taro": 30_000, "Anna": 60_000}
    game = club.result(last_dealer=last_dealer, options=DUTCH_4P, **scores)
    assert [r.player for r in game.results if r.bonus == 20_000] == [winner]
    assert sorted(r.place for r in game.results) == [1, 2, 3, 3]


def test_the_last_dealer_is_not_asked_for_on_another_tie(club):
    assert [r.place for r in club.result(Ken=95_000, John=20_000, Taro=20_000).results] == [1, 2, 2]


def test_scores_of_players_with_an_open_game_name_the_command_that_closes_it(club):
    club.start("Ken", "John", "Taro")
    refused(
        club,
        HasOpenGame,
        lambda: club.result(John=45_000, Ken=45_000, Taro=45_000),
        "game end 1 --date 2026-11-20 --scores",
    )
    club.add("Bo")
    assert club.result(Ken=60_000, John=15_000, Bo=60_000, last_dealer="Ken").number == 2, (
        "one other player is another game"
    )


def test_counted_scores_close_a_game_and_mark_it(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    game = club.end(Taro=62_000, Ken=88_000, John=-15_000)
    assert game.ending == "counted"
    assert [r.raw_score for r in game.results] == [88_000, -15_000, 62_000], "by name, not by order"
    assert len(game.hands) == 1
    refused(club, GameWasEnded, club.undo, "ledger game reopen 1")


def test_counted_scores_are_checked(club):
    club.start("Ken", "John", "Taro")
    refused(club, WrongTotal, lambda: club.end(Taro=62_000, Ken=88_000, John=-16_000))
    refused(club, UsageError, lambda: club.end(Taro=62_000, Ken=88_000), "the score of John is missing")
    refused(
        club, UnknownPlayer, lambda: club.end(Taro=62_000, Ken=88_000, Anna=-15_000), 'no player "Anna" at this table'
    )


def test_the_clock_ends_a_game_as_it_stands(club):
    club.start("Ken", "John", "Taro")
    refused(club, NothingToEnd, club.end, "has no hands")
    club.hand("draw Ken riichi Ken")
    game = club.end()
    assert game.ending == "clock"
    assert [(r.raw_score, r.leftover_sticks, r.points) for r in game.results] == [
        (46_000, 1_000, 12_000),
        (44_000, 0, -6_000),
        (44_000, 0, -6_000),
    ]


def test_a_tie_at_the_clock_is_decided_by_the_dealer_of_the_last_hand(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw none")
    assert [r.bonus for r in club.end().results] == [15_000, 0, 0]


def test_an_end_that_was_declared_can_be_taken_back(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    club.end()
    assert club.reopen_game().ending is None
    assert club.hand("draw all").game.table.honba == 2
    refused(club, NothingToReopen, club.reopen_game, "it is open")


def test_a_void_game_is_gone_from_every_view_and_keeps_its_number(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    gone = club.void().answer
    assert (gone.number, gone.hands, gone.players) == (1, 1, ("Ken", "John", "Taro"))
    refused(club, NoSuchGame, lambda: club.game("1"))
    assert club.start("Ken", "John", "Taro").game.number == 2


def test_a_repeated_void_is_answered(club):
    club.start("Ken", "John", "Taro")
    club.start("Anna", *club.add("Bo", "Zoë"))
    first = club.void("1", uid="void")
    again = club.void("1", uid="void")
    assert again.repeated
    assert again.answer == first.answer
    assert club.game().number == 2


def test_which_game_is_asked_where_several_are_open(club):
    club.add("Bo", "Zoë")
    club.start("Ken", "John", "Taro")
    club.start("Anna", "Bo", "Zoë")
    refused(club, WhichGame, club.game, "game 1 (Ken, John and Taro); game 2 (Anna, Bo and Zoë)")
    refused(club, WhichGame, club.void)
    assert club.game("2").players[0] == "Anna"


def test_nothing_of_a_settled_night_can_be_touched(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.settle()
    for call in (
        lambda: club.void("1"),
        lambda: club.start("Ken", "John", "Taro"),
        lambda: club.result(Ken=45_000, John=60_000, Taro=30_000),
        club.undo,
        lambda: club.hand("draw none"),
    ):
        refused(club, NightIsSettled, call, "ledger night reopen 2026-11-20")
