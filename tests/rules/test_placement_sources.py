"""Results that others published: worked examples, reports of programs that got them wrong, and a peer's own tests.

The numbers are theirs, written out here; each says what a program got wrong where one did.
"""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, Ron, Win
from ledger.rules.placement import placement
from ledger.rules.replay import step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import first_table
from ledger.rules.ties import AtTheEnd

STANDARD = preset("standard")
NO_UMA = replace(STANDARD, start_points=25_000, uma=())
OF_25_000 = replace(STANDARD, start_points=25_000, target_points=25_000)
BY_SEAT = {"tie_bonus": "seat_order", "tie_uma": "seat_order", "tie_place": "seat_order"}
OTHERWISE = (8_000, 4_000, -4_000, -8_000)
FLOATING = replace(
    STANDARD,
    uma=(),
    uma_by_floating=(
        OTHERWISE,
        (12_000, -1_000, -3_000, -8_000),
        OTHERWISE,
        (8_000, 3_000, 1_000, -12_000),
        OTHERWISE,
    ),
)


def points(rules: Ruleset, *scores: int, end: AtTheEnd = AtTheEnd()) -> list[int]:  # noqa: B008
    return [seat.points for seat in placement(scores, rules, end)]


def test_the_winner_owes_the_table_too() -> None:
    assert points(NO_UMA, 40_000, 30_000, 20_000, 10_000) == [30_000, 0, -10_000, -20_000]


def test_the_bonus_is_paid_to_the_winner() -> None:
    assert points(NO_UMA, 45_000, 32_000, 18_000, 5_000) == [35_000, 2_000, -12_000, -25_000]


def test_uma_is_in_points_as_scores_are() -> None:
    rules = replace(OF_25_000, uma=(30_000, 10_000, -10_000, -30_000))
    final = [25_000 + mine for mine in points(rules, 40_000, 30_000, 20_000, 10_000)]
    assert final == [70_000, 40_000, 10_000, -20_000]


@pytest.mark.parametrize(
    ("target", "expected"),
    [(25_000, [15_000, 5_000, -5_000, -15_000]), (30_000, [30_000, 0, -10_000, -20_000])],
)
def test_a_target_at_the_start_points_means_no_bonus(target: int, expected: list[int]) -> None:
    rules = replace(OF_25_000, target_points=target, **BY_SEAT)
    assert points(rules, 25_000, 25_000, 25_000, 25_000) == expected


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("none", [31_300, 500, -12_300, -19_500]),
        ("half_up", [30_000, 1_000, -12_000, -19_000]),
        ("five_down", [32_000, 0, -12_000, -20_000]),
    ],
)
def test_the_score_is_rounded_not_its_difference(how: str, expected: list[int]) -> None:
    assert points(replace(NO_UMA, rounding=how), 41_300, 30_500, 17_700, 10_500) == expected


def test_one_rule_for_ties_decides_uma_and_the_stick() -> None:
    rules = replace(OF_25_000, uma=(30_000, 10_000, -10_000, -30_000), **BY_SEAT)
    results = placement((18_000, 31_500, 18_000, 31_500), rules, AtTheEnd(1, last_dealer=3))
    assert [seat.place for seat in results] == [3, 1, 4, 2]
    assert [25_000 + seat.points for seat in results] == [8_000, 62_500, -12_000, 41_500]


def test_a_penalty_is_taken_off_after_the_places_and_paid_to_nobody() -> None:
    rules = replace(OF_25_000, chombo="penalty", chombo_points=20_000)
    results = placement((38_000, 28_000, 21_000, 13_000), rules, AtTheEnd(chombos=(0, 1, 0, 0)))
    assert [seat.points for seat in results] == [28_000, -12_000, -9_000, -27_000]
    assert [seat.place for seat in results] == [1, 2, 3, 4]
    assert [seat.penalty for seat in results] == [0, -20_000, 0, 0]


@pytest.mark.parametrize(
    ("rules", "scores", "sticks", "with_sticks"),
    [
        (STANDARD, (45_000, 32_000, 24_000, 18_000), 1, [46_000, 32_000, 24_000, 18_000]),
        (OF_25_000, (30_000, 26_000, 22_000, 20_000), 2, [32_000, 26_000, 22_000, 20_000]),
    ],
)
def test_no_stick_vanishes(rules: Ruleset, scores: tuple[int, ...], sticks: int, with_sticks: list[int]) -> None:
    results = placement(scores, rules, AtTheEnd(sticks))
    assert [seat.raw_score + seat.leftover_sticks for seat in results] == with_sticks
    assert sum(with_sticks) == 4 * rules.start_points


def test_sticks_that_the_last_winner_has_taken_are_not_given_again() -> None:
    rules = OF_25_000
    table = replace(
        first_table(rules), round_wind=1, dealer=3, sticks=2, scores=(33_000, 24_000, 21_000, 20_000), honba=0
    )
    last = step(table, Ron(2, (Win(1, HanFu(3, 30)),)), rules)
    assert last.after.over
    assert last.after.scores == (33_000, 29_900, 17_100, 20_000)
    assert last.after.sticks == 0
    results = placement(last.after.scores, rules, AtTheEnd(last.after.sticks))
    assert [seat.leftover_sticks for seat in results] == [0, 0, 0, 0]


def test_uma_of_three_is_a_list_of_its_own() -> None:
    rules = replace(
        preset("dutch"), target_points=45_000, uma=(40_000, -10_000, -30_000), start_points=45_000, tie_bonus="share"
    )
    assert points(rules, 45_000, 60_000, 30_000) == [-10_000, 55_000, -45_000]


@pytest.mark.parametrize(
    ("rules", "scores", "by_place"),
    [
        (STANDARD, (30_000, 30_000, 30_000, 30_000), [0, 0, 0, 0]),
        (STANDARD, (28_000, 28_000, 37_000, 27_000), [15_000, 0, 0, -15_000]),
        (STANDARD, (27_000, 28_000, 37_000, 27_000), [15_000, 5_000, -10_000, -10_000]),
        (STANDARD, (27_000, 27_000, 37_000, 27_000), [15_000, -5_000, -5_000, -5_000]),
        (STANDARD, (33_000, 32_000, 24_000, 32_000), [15_000, 0, 0, -15_000]),
        (STANDARD, (32_000, 29_000, 24_000, 32_000), [10_000, 10_000, -5_000, -15_000]),
        (FLOATING, (28_000, 29_000, 37_000, 27_000), [12_000, -1_000, -3_000, -8_000]),
        (FLOATING, (32_000, 29_000, 24_000, 37_000), [8_000, 4_000, -4_000, -8_000]),
        (FLOATING, (30_000, 30_000, 30_000, 30_000), [0, 0, 0, 0]),
        (FLOATING, (33_000, 33_000, 24_000, 32_000), [5_500, 5_500, 1_000, -12_000]),
        (FLOATING, (26_000, 28_000, 24_000, 28_000), [6_000, 6_000, -4_000, -8_000]),
        (FLOATING, (24_000, 29_000, 24_000, 28_000), [8_000, 4_000, -6_000, -6_000]),
        (FLOATING, (32_000, 29_000, 24_000, 32_000), [6_000, 6_000, -4_000, -8_000]),
        (FLOATING, (36_000, 24_000, 24_000, 32_000), [8_000, 4_000, -6_000, -6_000]),
    ],
)
def test_the_uma_of_a_peers_tests(rules: Ruleset, scores: tuple[int, ...], by_place: list[int]) -> None:
    results = sorted(placement(scores, rules), key=lambda seat: seat.place)
    assert [seat.uma for seat in results] == by_place


def test_four_equal_scores_by_seat_in_a_peers_tests() -> None:
    assert points(replace(STANDARD, **BY_SEAT), *[30_000] * 4) == [15_000, 5_000, -5_000, -15_000]


def test_a_stick_that_three_share_in_hundreds_in_a_peers_tests() -> None:
    rules = replace(STANDARD, share_unit=100, share_rest="lost")
    shared = points(rules, 30_000, 29_000, 30_000, 30_000, end=AtTheEnd(1))
    assert shared == [5_300, -16_000, 5_300, 5_300]
    assert sum(shared) == -100


def test_chips_in_a_peers_tests() -> None:
    rules = replace(STANDARD, chip_value=2_000)
    results = placement((23_800, 43_200, 39_200, 13_800), rules, AtTheEnd(chips=(-3, 2, 5, -4)))
    assert [seat.points for seat in results] == [-17_200, 32_200, 24_200, -39_200]
    assert [seat.place for seat in results] == [3, 1, 2, 4]
    assert [(seat.chips, seat.chip_points) for seat in results] == [
        (-3, -6_000),
        (2, 4_000),
        (5, 10_000),
        (-4, -8_000),
    ]
