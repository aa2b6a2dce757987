"""Points into money: the sources' two rates, and rounding that sums to zero."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.money import exact_money, round_to_zero_sum

POINTS = (53_000, -65_000, 12_000)


@st.composite
def amounts(draw: st.DrawFn) -> tuple[list[Fraction], list[int]]:
    """Exact amounts that sum to zero, and a claim number for each."""
    hundreds = draw(st.lists(st.integers(-900, 900), min_size=1, max_size=7))
    rate = Fraction(draw(st.integers(1, 500)), draw(st.sampled_from([1, 3, 7, 100, 1_000, 3_000])))
    exact = [exact_money(points * 100, rate) for points in (*hundreds, -sum(hundreds))]
    return exact, draw(st.permutations(range(len(exact))))


@pytest.mark.parametrize(("cents", "money"), [(50, (2_650, -3_250, 600)), (5, (265, -325, 60))])
def test_the_six_figures_of_the_dutch_source(cents: int, money: tuple[int, ...]) -> None:
    exact = [exact_money(points, Fraction(cents, 1_000)) for points in POINTS]
    assert tuple(exact) == money
    assert round_to_zero_sum(exact, claims=(0, 1, 2)) == money


def test_money_is_exact_until_it_is_rounded() -> None:
    assert exact_money(100, Fraction(1, 3_000)) == Fraction(1, 30)
    assert exact_money(-100, Fraction(1, 3_000)) == Fraction(-1, 30)


@pytest.mark.parametrize(
    ("claims", "rounded"), [((0, 1, 2), (1, 0, -1)), ((1, 0, 2), (0, 1, -1)), ((7, 4, 0), (0, 1, -1))]
)
def test_between_equal_remainders_the_unit_goes_by_claim(claims: tuple[int, ...], rounded: tuple[int, ...]) -> None:
    assert round_to_zero_sum([Fraction(1, 2), Fraction(1, 2), Fraction(-1)], claims) == rounded


def test_the_larger_remainder_goes_before_the_better_claim() -> None:
    assert round_to_zero_sum([Fraction(1, 3), Fraction(2, 3), Fraction(-1)], (0, 1, 2)) == (0, 1, -1)


def test_a_debt_is_rounded_by_the_same_rule() -> None:
    exact = [Fraction(-10, 3), Fraction(-10, 3), Fraction(-10, 3), Fraction(10)]
    # Two of the three pay 3 instead of 4: those with the lowest claim numbers.
    assert round_to_zero_sum(exact, (2, 0, 1, 3)) == (-4, -3, -3, 10)
    assert round_to_zero_sum(exact, (1, 3, 2, 0)) == (-3, -4, -3, 10)


def test_nothing_is_rounded_to_nothing() -> None:
    assert round_to_zero_sum([], []) == ()
    assert round_to_zero_sum([Fraction(0)] * 3, (0, 1, 2)) == (0, 0, 0)


def test_amounts_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="must sum to zero"):
        round_to_zero_sum([Fraction(1, 2), Fraction(-1, 3)], (0, 1))


@given(amounts())
def test_rounded_money_sums_to_zero_within_one_unit_of_exact(given_amounts: tuple[list[Fraction], list[int]]) -> None:
    exact, claims = given_amounts
    rounded = round_to_zero_sum(exact, claims)
    assert sum(rounded) == 0
    for whole, amount in zip(rounded, exact, strict=True):
        assert isinstance(whole, int)
        assert whole in (floor(amount), ceil(amount))


@given(amounts())
def test_who_gets_a_unit_has_the_larger_remainder_or_the_better_claim(
    given_amounts: tuple[list[Fraction], list[int]],
) -> None:
    exact, claims = given_amounts
    rounded = round_to_zero_sum(exact, claims)
    order = [(-(amount - floor(amount)), claim) for amount, claim in zip(exact, claims, strict=True)]
    up = [key for key, whole, amount in zip(order, rounded, exact, strict=True) if whole > amount]
    down = [key for key, whole, amount in zip(order, rounded, exact, strict=True) if whole < amount]
    assert not up or not down or max(up) < min(down)


@given(amounts(), st.data())
def test_the_order_in_which_people_are_listed_does_not_matter(
    given_amounts: tuple[list[Fraction], list[int]], data: st.DataObject
) -> None:
    exact, claims = given_amounts
    order = data.draw(st.permutations(range(len(exact))))
    rounded = round_to_zero_sum(exact, claims)
    shuffled = round_to_zero_sum([exact[i] for i in order], [claims[i] for i in order])
    assert shuffled == tuple(rounded[i] for i in order)
