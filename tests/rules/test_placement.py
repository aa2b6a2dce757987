"""From the boxes at the end of a game to its result: the sources' example, ties, uma, and sticks left over."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.placement import SeatResult, placement
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd, LastDealerNeeded

DUTCH = preset("dutch")
DUTCH_4P = preset("dutch-4p")
STANDARD = preset("standard")
OKA = replace(STANDARD, start_points=25_000, uma=(20_000, 10_000, -10_000, -20_000))


def result(
    rules: Ruleset, *scores: int, sticks_left: int = 0, last_dealer: int | None = None
) -> tuple[SeatResult, ...]:
    return placement(scores, rules, AtTheEnd(sticks_left, last_dealer))


def points(results: tuple[SeatResult, ...]) -> list[int]:
    return [seat.points for seat in results]


def places(results: tuple[SeatResult, ...]) -> list[int]:
    return [seat.place for seat in results]


def test_the_example_of_the_dutch_source() -> None:
    ken, john, taro = result(DUTCH, 88_000, -15_000, 62_000)
    assert ken == SeatResult(0, 1, raw_score=88_000, leftover_sticks=0, uma=0, bonus=15_000, points=53_000)
    assert john == SeatResult(1, 3, raw_score=-15_000, leftover_sticks=0, uma=0, bonus=0, points=-65_000)
    assert taro == SeatResult(2, 2, raw_score=62_000, leftover_sticks=0, uma=0, bonus=0, points=12_000)
    assert ken.points + john.points + taro.points == 0


def test_who_has_what_is_owed_to_the_table_breaks_even() -> None:
    assert points(result(DUTCH, 50_000, 60_000, 25_000)) == [0, 25_000, -25_000]


def test_four_players_owe_twenty_thousand_to_the_best() -> None:
    results = result(DUTCH_4P, 30_000, 75_000, 45_000, 30_000)
    assert points(results) == [-20_000, 45_000, -5_000, -20_000]
    assert places(results) == [3, 1, 2, 3]
    assert [seat.bonus for seat in results] == [0, 20_000, 0, 0]


@pytest.mark.parametrize(
    ("tied", "last_dealer", "first"),
    [
        ((0, 1), 0, 0),
        ((0, 1), 1, 1),
        ((0, 1), 2, 0),  # not among the tied: the next in turn order
        ((0, 2), 0, 0),
        ((0, 2), 1, 2),
        ((0, 2), 2, 2),
        ((1, 2), 0, 1),
        ((1, 2), 1, 1),
        ((1, 2), 2, 2),
        ((0, 1, 2), 0, 0),
        ((0, 1, 2), 1, 1),
        ((0, 1, 2), 2, 2),
    ],
)
def test_a_tie_for_first_of_three_goes_by_who_dealt_last(tied: tuple[int, ...], last_dealer: int, first: int) -> None:
    each = 45_000 if len(tied) == 3 else 55_000
    results = result(DUTCH, *(each if seat in tied else 25_000 for seat in range(3)), last_dealer=last_dealer)
    assert [seat.bonus for seat in results] == [15_000 if seat == first else 0 for seat in range(3)]
    assert [seat.seat for seat in results if seat.place == 1] == [first]
    assert sum(points(results)) == 0


@pytest.mark.parametrize(
    ("tied", "first_by_last_dealer"),
    [
        ((0, 1), [0, 1, 0, 0]),
        ((0, 2), [0, 2, 2, 0]),
        ((0, 3), [0, 3, 3, 3]),
        ((1, 2), [1, 1, 2, 1]),
        ((1, 3), [1, 1, 3, 3]),
        ((2, 3), [2, 2, 2, 3]),
        ((0, 1, 2), [0, 1, 2, 0]),
        ((0, 1, 3), [0, 1, 3, 3]),
        ((0, 2, 3), [0, 2, 2, 3]),
        ((1, 2, 3), [1, 1, 2, 3]),
        ((0, 1, 2, 3), [0, 1, 2, 3]),
    ],
)
def test_a_tie_for_first_of_four_goes_by_who_dealt_last(tied: tuple[int, ...], first_by_last_dealer: list[int]) -> None:
    low = (180_000 - 50_000 * len(tied)) // (4 - len(tied)) if len(tied) < 4 else 0
    scores = [(50_000 if len(tied) < 4 else 45_000) if seat in tied else low for seat in range(4)]
    for last_dealer, first in enumerate(first_by_last_dealer):
        results = result(DUTCH_4P, *scores, last_dealer=last_dealer)
        assert [seat.bonus for seat in results] == [20_000 if seat == first else 0 for seat in range(4)]


def test_those_who_lose_the_tie_rule_share_the_next_place() -> None:
    results = result(DUTCH, 45_000, 45_000, 45_000, last_dealer=1)
    assert points(results) == [-5_000, 10_000, -5_000]
    assert places(results) == [2, 1, 2]


def test_a_tie_for_first_needs_the_last_dealer() -> None:
    with pytest.raises(LastDealerNeeded) as refusal:
        result(DUTCH_4P, 30_000, 60_000, 30_000, 60_000)
    assert refusal.value.seats == (1, 3)


def test_a_tie_for_another_place_needs_no_last_dealer() -> None:
    results = result(DUTCH, 65_000, 35_000, 35_000)
    assert points(results) == [30_000, -15_000, -15_000]
    assert places(results) == [1, 2, 2]


@pytest.mark.parametrize(("rules", "scores"), [(STANDARD, (30_000,) * 4), (OKA, (25_000,) * 4)])
def test_where_the_bonus_is_shared_no_last_dealer_is_needed(rules: Ruleset, scores: tuple[int, ...]) -> None:
    results = result(rules, *scores)
    assert points(results) == [0, 0, 0, 0]
    assert places(results) == [1, 1, 1, 1]


def test_leftover_sticks_go_to_first() -> None:
    results = result(DUTCH, 85_000, -15_000, 62_000, sticks_left=3)
    assert results[0] == SeatResult(0, 1, raw_score=85_000, leftover_sticks=3_000, uma=0, bonus=15_000, points=53_000)
    assert [seat.leftover_sticks for seat in results] == [3_000, 0, 0]
    assert sum(points(results)) == 0


def test_leftover_sticks_go_to_the_winner_of_the_tie() -> None:
    results = result(DUTCH, 55_000, 55_000, 24_000, sticks_left=1, last_dealer=2)
    assert [seat.leftover_sticks for seat in results] == [1_000, 0, 0]
    assert points(results) == [21_000, 5_000, -26_000]
    assert places(results) == [1, 2, 3]


def test_leftover_sticks_are_added_after_the_places_are_known() -> None:
    results = result(STANDARD, 30_400, 30_200, 30_100, 28_300, sticks_left=1)
    assert [seat.leftover_sticks for seat in results] == [1_000, 0, 0, 0]
    assert points(results) == [16_400, 5_200, -4_900, -16_700]


def test_leftover_sticks_are_shared_where_ties_are() -> None:
    results = result(STANDARD, 39_500, 39_500, 25_000, 15_000, sticks_left=1)
    assert [seat.leftover_sticks for seat in results] == [500, 500, 0, 0]
    assert [seat.uma for seat in results] == [10_000, 10_000, -5_000, -15_000]
    assert points(results) == [20_000, 20_000, -10_000, -30_000]
    assert places(results) == [1, 1, 3, 4]


def test_a_stick_that_three_cannot_share_evenly_does_not_break_their_tie() -> None:
    results = result(STANDARD, 33_000, 33_000, 33_000, 20_000, sticks_left=1)
    assert sorted(seat.leftover_sticks for seat in results) == [0, 333, 333, 334]
    assert [seat.uma for seat in results] == [5_000, 5_000, 5_000, -15_000]
    assert places(results) == [1, 1, 1, 4]


def test_uma_that_three_cannot_share_evenly_does_not_break_their_tie() -> None:
    rules = replace(STANDARD, uma=(10_000, 5_000, -5_000, -10_000))
    results = result(rules, 33_000, 33_000, 33_000, 21_000)
    assert sorted(seat.uma for seat in results) == [-10_000, 3_333, 3_333, 3_334]
    assert places(results) == [1, 1, 1, 4]


@pytest.mark.parametrize(
    ("scores", "uma", "place"),
    [
        ((45_000, 35_000, 25_000, 15_000), [15_000, 5_000, -5_000, -15_000], [1, 2, 3, 4]),
        ((15_000, 35_000, 45_000, 25_000), [-15_000, 5_000, 15_000, -5_000], [4, 2, 1, 3]),
        ((40_000, 40_000, 25_000, 15_000), [10_000, 10_000, -5_000, -15_000], [1, 1, 3, 4]),
        ((45_000, 30_000, 15_000, 30_000), [15_000, 0, -15_000, 0], [1, 2, 4, 2]),
        ((45_000, 35_000, 20_000, 20_000), [15_000, 5_000, -10_000, -10_000], [1, 2, 3, 3]),
        ((40_000, 20_000, 40_000, 20_000), [10_000, -10_000, 10_000, -10_000], [1, 3, 1, 3]),
        ((35_000, 35_000, 15_000, 35_000), [5_000, 5_000, -15_000, 5_000], [1, 1, 4, 1]),
        ((20_000, 60_000, 20_000, 20_000), [-5_000, 15_000, -5_000, -5_000], [2, 1, 2, 2]),
        ((30_000, 30_000, 30_000, 30_000), [0, 0, 0, 0], [1, 1, 1, 1]),
    ],
)
def test_equal_scores_pool_their_uma_and_share_it(scores: tuple[int, ...], uma: list[int], place: list[int]) -> None:
    results = result(STANDARD, *scores)
    assert [seat.uma for seat in results] == uma
    assert places(results) == place
    assert points(results) == [score - 30_000 + extra for score, extra in zip(scores, uma, strict=True)]


def test_an_odd_point_of_shared_uma_is_nobodys_but_one_of_those_tied() -> None:
    rules = replace(STANDARD, uma=(12_300, 100, -4_200, -8_200))
    results = result(rules, 45_000, 25_000, 25_000, 25_000)
    assert [seat.uma for seat in results] == [12_300, -4_100, -4_100, -4_100]
    results = result(rules, 35_000, 35_000, 35_000, 15_000)
    assert sorted(seat.uma for seat in results) == [-8_200, 2_733, 2_733, 2_734]
    assert places(results) == [1, 1, 1, 4]


def test_uma_and_bonus_together() -> None:
    results = result(OKA, 18_000, 42_000, 9_000, 31_000)
    assert points(results) == [-22_000, 52_000, -41_000, 11_000]
    assert [seat.bonus for seat in results] == [0, 20_000, 0, 0]


def test_a_tie_for_first_shares_uma_and_bonus() -> None:
    results = result(OKA, 36_000, 36_000, 18_000, 10_000)
    assert [seat.bonus for seat in results] == [10_000, 10_000, 0, 0]
    assert points(results) == [31_000, 31_000, -22_000, -40_000]


def test_as_many_scores_as_players() -> None:
    with pytest.raises(ValueError):
        result(DUTCH, 65_000, 35_000, 35_000, 0)
