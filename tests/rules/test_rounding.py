"""Rounding to whole thousands: each way at its edges, and who takes what is left over."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.placement import placement
from ledger.rules.rounding import in_thousands
from ledger.rules.ties import AtTheEnd

STANDARD = preset("standard")
SCORES = [-1_600, -1_500, -1_499, -600, -500, -400, 0, 400, 499, 500, 599, 600, 1_499, 1_500, 1_501, 1_600]


@pytest.mark.parametrize(
    ("how", "thousands"),
    [
        ("half_up", [-2, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]),
        ("half_away", [-2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]),
        ("five_down", [-2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]),
        ("down", [-2, -2, -2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]),
        ("toward_zero", [-1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]),
        ("up", [-1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2]),
    ],
)
def test_each_way_of_rounding_at_its_edges(how: str, thousands: list[int]) -> None:
    assert [in_thousands(score, how) for score in SCORES] == [1_000 * number for number in thousands]


@pytest.mark.parametrize(
    ("how", "rounded"),
    [
        ("half_up", [41_000, 30_000, 19_000, 30_000]),
        ("five_down", [43_000, 29_000, 18_000, 30_000]),
        ("down", [43_000, 29_000, 18_000, 30_000]),
        ("up", [40_000, 30_000, 19_000, 31_000]),
    ],
)
def test_first_place_takes_the_rest(how: str, rounded: list[int]) -> None:
    results = placement((41_800, 29_500, 18_500, 30_200), replace(STANDARD, rounding=how))
    assert [seat.raw_score + seat.rounding for seat in results] == rounded
    assert sum(rounded) == 120_000


def test_a_difference_below_the_target_rounds_the_other_way_than_the_score() -> None:
    scores = (43_000, 30_500, 29_500, 17_000)
    of_score = placement(scores, replace(STANDARD, rounding="half_away", uma=()))
    of_difference = placement(scores, replace(STANDARD, rounding="half_away", rounding_of="difference", uma=()))
    assert [seat.points for seat in of_score] == [12_000, 1_000, 0, -13_000]
    assert [seat.points for seat in of_difference] == [13_000, 1_000, -1_000, -13_000]


def test_sticks_are_rounded_with_the_score_and_uma_is_not() -> None:
    rules = replace(STANDARD, rounding="down", leftover_sticks="last_winner", uma=(15_500, 4_500, -4_500, -15_500))
    results = placement((44_300, 35_600, 24_700, 14_400), rules, AtTheEnd(1, last_winner=2))
    assert [seat.rounding for seat in results] == [1_700, -600, -700, -400]
    assert [seat.points for seat in results] == [31_500, 9_500, -9_500, -31_500]


@pytest.mark.parametrize(("tie_bonus", "takes"), [("share", 1), ("last_dealer", 3)])
def test_of_several_at_first_place_the_first_in_seat_order_takes_the_rest(tie_bonus: str, takes: int) -> None:
    rules = replace(STANDARD, rounding="down", tie_bonus=tie_bonus)
    results = placement((20_700, 40_300, 18_700, 40_300), rules, AtTheEnd(last_dealer=3))
    assert results[takes].rounding == 1_700
    assert results[4 - takes].rounding == -300
    assert [seat.place for seat in results] == ([3, 1, 4, 1] if tie_bonus == "share" else [3, 2, 4, 1])


def test_places_come_from_the_scores_as_they_were_counted() -> None:
    results = placement((30_400, 30_300, 29_800, 29_500), replace(STANDARD, rounding="half_up"))
    assert [seat.place for seat in results] == [1, 2, 3, 4]
    assert [seat.raw_score + seat.rounding for seat in results] == [30_000, 30_000, 30_000, 30_000]
    assert [seat.uma for seat in results] == [15_000, 5_000, -5_000, -15_000]


@pytest.mark.parametrize(
    ("how", "debts", "claims"),
    [
        ("half_up", (-2_000, -2_000, -3_000), (2_000, 3_000, 3_000)),
        ("half_away", (-2_000, -3_000, -3_000), (2_000, 3_000, 3_000)),
        ("five_down", (-2_000, -2_000, -3_000), (2_000, 2_000, 3_000)),
        ("down", (-3_000, -3_000, -3_000), (2_000, 2_000, 2_000)),
        ("toward_zero", (-2_000, -2_000, -2_000), (2_000, 2_000, 2_000)),
        ("up", (-2_000, -2_000, -2_000), (3_000, 3_000, 3_000)),
    ],
)
def test_debts_of_2400_2500_and_2600_and_the_first_pays_for_them_all(
    how: str, debts: tuple[int, ...], claims: tuple[int, ...]
) -> None:
    """Against a target of 30,000, so that it is the difference that is rounded; the first has 7,500 more than it."""
    rules = replace(STANDARD, rounding=how, rounding_of="difference", uma=())
    results = placement((37_500, 27_600, 27_500, 27_400), rules)
    assert tuple(seat.points for seat in results[1:]) == debts
    assert results[0].points == -sum(debts)
    assert tuple(in_thousands(-debt, how) for debt in (-2_400, -2_500, -2_600)) == claims
