"""Results where somebody came for another, under rules with uma, ties, penalties and sticks that are left."""

import pytest

from ledger.notation.refusals import UnknownPlayer
from ledger.services import regame, substitute
from ledger.services.choose import ANY_GAME
from ledger.services.standings import standings
from ledger.services.substitute import Handover
from ledger.shapes.game import Credit, ShareLine

FOUR = ("Ken", "John", "Taro", "Anna")


def sub(club, left, came, result):
    request, handover = club.request("game sub"), Handover(None, Credit(result))
    substitute.substitute(club.engine, request, left, came, ANY_GAME, handover)


def points(club):
    return {line.player: line.points for line in standings(club.engine).lines}


def scores_of(game):
    return [(result.player, result.raw_score) for result in game.results]


@pytest.fixture
def five(club):
    """Four to play, and Bo."""
    club.add("Bo")
    return club


def test_other_rules_share_anew(five):
    five.start(*FOUR, rules="standard")
    five.hand("Ken ron John 3/40")
    sub(five, "Ken", "Bo", "split")
    five.hand("draw none")
    five.end()
    # 7,700 to the one, the uma of first place to the other.
    assert points(five) == {"Ken": 7_700, "Bo": 15_000, "Taro": 0, "Anna": 0, "John": -22_700}
    request = five.request("game rules")
    shown = regame.change_rules(five.engine, request, ANY_GAME, "m-league").answer
    regame.change_rules(five.engine, request, ANY_GAME, "m-league", shown=shown)
    assert five.game().shares == (ShareLine(0, "Ken", 7_700), ShareLine(0, "Bo", -7_700))
    # 30,000 uma, and 20,000 that all owe the table less the 5,000 that Bo owes.
    assert points(five) == {"Ken": 7_700, "Bo": 45_000, "Taro": -5_000, "Anna": -5_000, "John": -42_700}


def test_a_tie_that_the_last_dealer_wins_goes_by_the_seat_and_to_who_came(five):
    five.start(*FOUR, rules="dutch-4p")
    five.hand("draw John")
    sub(five, "John", "Bo", "split")
    five.hand("draw Ken")
    five.end()
    # Ken and Bo tie at 47,000, and Bo deals: 20,000 go to Bo.
    assert scores_of(five.game()) == [("Ken", 47_000), ("Bo", 47_000), ("Taro", 43_000), ("Anna", 43_000)]
    assert points(five) == {"John": 3_000, "Bo": 14_000, "Ken": -3_000, "Taro": -7_000, "Anna": -7_000}


def test_the_last_dealer_of_counted_scores_is_named_as_they_sit_now(five):
    five.start(*FOUR, rules="dutch-4p")
    five.hand("draw John")
    sub(five, "John", "Bo", "finisher")
    with pytest.raises(UnknownPlayer):
        five.end(last_dealer="John", Ken=47_000, Bo=47_000, Taro=43_000, Anna=43_000)
    five.end(last_dealer="Bo", Ken=47_000, Bo=47_000, Taro=43_000, Anna=43_000)
    assert points(five) == {"Bo": 17_000, "Ken": -3_000, "Taro": -7_000, "Anna": -7_000}


def test_a_chombo_that_is_paid_is_of_who_made_it(five):
    five.start(*FOUR, rules="standard")
    five.hand("chombo Ken")
    sub(five, "Ken", "Bo", "split")
    five.hand("draw none")
    five.end()
    assert points(five)["Ken"] == -12_000
    assert points(five)["Bo"] == -15_000


def test_a_chombo_that_comes_off_the_result_comes_off_what_is_of_who_came(five):
    five.start(*FOUR, rules="ema-2016")
    five.hand("draw Ken")
    sub(five, "Ken", "Bo", "split")
    five.hand("chombo Bo")
    five.end()
    assert (points(five)["Ken"], points(five)["Bo"]) == (3_000, 15_000 - 20_000)
    settled = five.settle().answer.players
    assert (settled[-1].player, settled[-1].points, settled[-1].amount_minor) == (None, 20_000, 1_000)
    assert sum(line.amount_minor for line in settled) == 0


def test_a_stick_that_is_left_is_of_who_came(five):
    five.start(*FOUR, rules="standard")
    five.hand("Ken ron John 3/40")
    sub(five, "Ken", "Bo", "split")
    five.hand("draw John riichi John")
    five.end()
    # Bo pays 1,000 for the draw, and gets the stick and the uma.
    assert points(five) == {"Ken": 7_700, "Bo": 15_000, "Taro": -1_000, "Anna": -1_000, "John": -20_700}
