"""What each rule for ties, shares and sticks that are left makes of the same scores."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.placement import ChipsDoNotBalance, placement
from ledger.rules.pool import LastWinnerNeeded
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd, LastDealerNeeded, TieUndecided

STANDARD = preset("standard")
OKA = replace(STANDARD, start_points=25_000, uma=(20_000, 10_000, -10_000, -20_000))
DUTCH = preset("dutch")


def column(name: str, rules: Ruleset, *scores: int, **end: Any) -> list[int]:
    return [getattr(seat, name) for seat in placement(scores, rules, AtTheEnd(**end))]


FOR_FIRST = (20_000, 35_000, 10_000, 35_000)
FOR_THIRD = (15_000, 40_000, 15_000, 30_000)


@pytest.mark.parametrize(
    ("policy", "bonus"),
    [
        ("share", [0, 10_000, 0, 10_000]),
        ("seat_order", [0, 20_000, 0, 0]),
        ("last_dealer", [0, 0, 0, 20_000]),
        ("refuse", [0, 0, 0, 20_000]),
    ],
)
@pytest.mark.parametrize("for_uma", ["share", "seat_order", "last_dealer", "refuse"])
def test_the_bonus_goes_by_its_own_rule(policy: str, bonus: list[int], for_uma: str) -> None:
    rules = replace(OKA, tie_bonus=policy, tie_uma=for_uma)
    assert column("bonus", rules, *FOR_FIRST, last_dealer=2, ahead=(3,)) == bonus


@pytest.mark.parametrize(
    ("policy", "for_first", "for_third"),
    [
        ("share", [-10_000, 15_000, -20_000, 15_000], [-15_000, 20_000, -15_000, 10_000]),
        ("seat_order", [-10_000, 20_000, -20_000, 10_000], [-10_000, 20_000, -20_000, 10_000]),
        ("last_dealer", [-10_000, 10_000, -20_000, 20_000], [-20_000, 20_000, -10_000, 10_000]),
        ("refuse", [-10_000, 10_000, -20_000, 20_000], [-20_000, 20_000, -10_000, 10_000]),
    ],
)
@pytest.mark.parametrize("for_bonus", ["share", "seat_order", "last_dealer", "refuse"])
def test_uma_goes_by_its_own_rule_for_every_tie(
    policy: str, for_first: list[int], for_third: list[int], for_bonus: str
) -> None:
    rules = replace(OKA, tie_uma=policy, tie_bonus=for_bonus)
    assert column("uma", rules, *FOR_FIRST, last_dealer=2, ahead=(3, 1)) == for_first
    assert column("uma", rules, *FOR_THIRD, last_dealer=1, ahead=(2,)) == for_third


@pytest.mark.parametrize(
    ("policy", "for_first", "for_third"),
    [
        ("as_bonus", [3, 1, 4, 2], [3, 1, 3, 2]),
        ("share", [3, 1, 4, 1], [3, 1, 3, 2]),
        ("seat_order", [3, 1, 4, 2], [3, 1, 4, 2]),
        ("last_dealer", [3, 2, 4, 1], [4, 1, 3, 2]),
        ("refuse", [3, 2, 4, 1], [4, 1, 3, 2]),
    ],
)
def test_the_place_that_is_shown_goes_by_its_own_rule(policy: str, for_first: list[int], for_third: list[int]) -> None:
    rules = replace(OKA, tie_place=policy, tie_bonus="seat_order")
    assert column("place", rules, *FOR_FIRST, last_dealer=2, ahead=(3,)) == for_first
    assert column("place", rules, *FOR_THIRD, last_dealer=1, ahead=(2,)) == for_third


def test_four_equal_scores_in_the_order_that_the_players_said() -> None:
    rules = replace(OKA, tie_bonus="refuse", tie_uma="refuse", tie_place="refuse")
    equal = (25_000,) * 4
    assert column("place", rules, *equal, ahead=(2, 0, 3)) == [2, 4, 1, 3]
    assert column("uma", rules, *equal, ahead=(2, 0, 3)) == [10_000, -20_000, 20_000, -10_000]
    assert column("bonus", rules, *equal, ahead=(2, 0, 3)) == [0, 0, 20_000, 0]


@pytest.mark.parametrize("ahead", [(), (2,), (2, 0)])
def test_all_but_the_last_of_those_who_tie_have_to_be_named(ahead: tuple[int, ...]) -> None:
    with pytest.raises(TieUndecided, match="tie for first") as refusal:
        column("place", replace(OKA, tie_bonus="refuse"), *[25_000] * 4, ahead=ahead)
    assert (refusal.value.seats, refusal.value.place) == ((0, 1, 2, 3), 1)


def test_a_tie_that_nothing_hangs_on_needs_nobody() -> None:
    undecided = replace(STANDARD, tie_bonus="refuse", tie_uma="last_dealer", tie_place="share", uma=())
    assert column("place", undecided, 40_000, 40_000, 20_000, 20_000) == [1, 1, 3, 3]
    level = replace(undecided, uma=(5_000, 5_000, -5_000, -5_000))
    assert column("uma", level, 40_000, 40_000, 20_000, 20_000) == [5_000, 5_000, -5_000, -5_000]


def test_a_tie_that_something_hangs_on_needs_who_decides_it() -> None:
    rules = replace(STANDARD, tie_bonus="refuse", tie_uma="last_dealer", tie_place="share")
    with pytest.raises(LastDealerNeeded, match="tie for second") as refusal:
        column("place", rules, 60_000, 20_000, 20_000, 20_000)
    assert (refusal.value.seats, refusal.value.place) == ((1, 2, 3), 2)
    with pytest.raises(TieUndecided):
        column("place", replace(rules, tie_uma="share"), 40_000, 40_000, 20_000, 19_000, sticks_left=1)
    with pytest.raises(TieUndecided):
        column("place", replace(rules, tie_uma="share", start_points=25_000), 40_000, 40_000, 10_000, 10_000)


@pytest.mark.parametrize(
    ("unit", "rest", "sticks", "shares"),
    [
        (100, "seat_order", 1, [0, 400, 300, 300]),
        (100, "lost", 1, [0, 300, 300, 300]),
        (1, "seat_order", 1, [0, 334, 333, 333]),
        (1, "lost", 1, [0, 333, 333, 333]),
        (1, "seat_order", 2, [0, 667, 667, 666]),
        (1, "first_seat", 2, [0, 668, 666, 666]),
        (100, "seat_order", 2, [0, 700, 700, 600]),
        (100, "first_seat", 2, [0, 800, 600, 600]),
        (100, "seat_order", 3, [0, 1_000, 1_000, 1_000]),
    ],
)
def test_what_three_cannot_share_evenly(unit: int, rest: str, sticks: int, shares: list[int]) -> None:
    rules = replace(STANDARD, share_unit=unit, share_rest=rest)
    third = (120_000 - 1_000 * sticks - 21_000) // 3 // 100 * 100
    scores = (120_000 - 1_000 * sticks - 3 * third, third, third, third)
    results = placement(scores, rules, AtTheEnd(sticks))
    assert [seat.leftover_sticks for seat in results] == shares
    assert sum(seat.points for seat in results) == sum(shares) - 1_000 * sticks


def test_uma_that_does_not_divide_is_lost_downwards() -> None:
    rules = replace(STANDARD, uma=(30_000, 0, -10_000, -20_000), share_rest="lost", share_unit=100)
    results = placement((60_000, 20_000, 20_000, 20_000), replace(rules, uma=(29_000, 0, -9_000, -20_000)))
    assert [seat.uma for seat in results] == [29_000, -9_700, -9_700, -9_700]
    assert sum(seat.points for seat in results) == -100


def test_what_one_alone_gets_is_never_cut_to_a_unit() -> None:
    rules = replace(OKA, target_points=25_010, share_unit=100, share_rest="lost", uma=(15_050, 5_000, -5_000, -15_050))
    assert column("bonus", rules, 40_000, 30_000, 20_000, 10_000) == [40, 0, 0, 0]
    assert column("uma", rules, 40_000, 30_000, 20_000, 10_000) == [15_050, 5_000, -5_000, -15_050]


@pytest.mark.parametrize(
    ("policy", "tie_bonus", "sticks"),
    [
        ("first", "share", [0, 1_000, 0, 1_000]),
        ("first", "seat_order", [0, 2_000, 0, 0]),
        ("first", "last_dealer", [0, 0, 0, 2_000]),
        ("split", "share", [0, 1_000, 0, 1_000]),
        ("split", "seat_order", [0, 1_000, 0, 1_000]),
        ("split", "last_dealer", [0, 1_000, 0, 1_000]),
        ("last_winner", "share", [2_000, 0, 0, 0]),
        ("lost", "share", [0, 0, 0, 0]),
    ],
)
def test_who_gets_the_sticks_that_are_left(policy: str, tie_bonus: str, sticks: list[int]) -> None:
    rules = replace(STANDARD, leftover_sticks=policy, tie_bonus=tie_bonus)
    results = placement((20_000, 40_000, 18_000, 40_000), rules, AtTheEnd(2, last_dealer=2, last_winner=0))
    assert [seat.leftover_sticks for seat in results] == sticks
    assert sum(seat.points for seat in results) == sum(sticks) - 2_000
    assert [seat.raw_score for seat in results] == [20_000, 40_000, 18_000, 40_000]


def test_sticks_for_the_last_winner_need_one_where_there_are_any() -> None:
    rules = replace(STANDARD, leftover_sticks="last_winner")
    with pytest.raises(LastWinnerNeeded):
        placement((50_000, 30_000, 20_000, 19_000), rules, AtTheEnd(1))
    assert column("leftover_sticks", rules, 50_000, 30_000, 20_000, 20_000) == [0, 0, 0, 0]


def test_sticks_of_the_last_winner_change_no_place() -> None:
    rules = replace(STANDARD, leftover_sticks="last_winner")
    assert column("place", rules, 40_000, 39_500, 20_000, 19_500, sticks_left=1, last_winner=1) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("floating", "scores", "uma"),
    [
        (0, (29_900, 29_800, 29_700, 29_600), [0, 0, 0, 0]),
        (1, (60_000, 29_900, 20_000, 10_000), [12_000, -1_000, -3_000, -8_000]),
        (2, (60_000, 30_000, 20_000, 10_000), [8_000, 4_000, -4_000, -8_000]),
        (3, (40_000, 30_100, 30_000, 10_000), [8_000, 3_000, 1_000, -12_000]),
        (4, (30_000, 30_000, 30_000, 30_000), [0, 0, 0, 0]),
    ],
)
def test_floating_uma_counts_the_scores_before_the_sticks(
    floating: int, scores: tuple[int, ...], uma: list[int]
) -> None:
    rules = preset("jpml-a")
    assert sum(score >= 30_000 for score in scores) == floating
    assert column("uma", rules, *scores) == uma
    with_sticks = replace(rules, leftover_sticks="first")
    assert column("uma", with_sticks, *scores, sticks_left=1) == uma


@pytest.mark.parametrize("chombo", ["none", "reverse_mangan", "each"])
def test_only_the_penalty_rule_takes_something_off_the_result(chombo: str) -> None:
    rules = replace(STANDARD, chombo=chombo, chombo_points=2_000 if chombo == "each" else 0)
    assert column("penalty", rules, 30_000, 30_000, 30_000, 30_000, chombos=(2, 0, 0, 0)) == [0, 0, 0, 0]


def test_each_penalty_counts() -> None:
    rules = replace(STANDARD, chombo="penalty", chombo_points=20_000)
    results = placement((60_000, 30_000, 20_000, 10_000), rules, AtTheEnd(chombos=(2, 0, 1, 0)))
    assert [seat.penalty for seat in results] == [-40_000, 0, -20_000, 0]
    assert [seat.points for seat in results] == [5_000, 5_000, -35_000, -35_000]
    assert [seat.place for seat in results] == [1, 2, 3, 4]


def test_chips_have_to_balance() -> None:
    with pytest.raises(ChipsDoNotBalance, match=r"add up to \+1"):
        placement((60_000, 30_000, 20_000, 10_000), STANDARD, AtTheEnd(chips=(3, -1, -1, 0)))
