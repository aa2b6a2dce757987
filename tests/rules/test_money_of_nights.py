"""A thousand random nights by the rules alone: from scores to points, to money, to the shortest plan there can be."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from ledger.presets import preset
from ledger.rules.money import exact_money, round_to_zero_sum
from ledger.rules.placement import placement
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd
from ledger.rules.transfer_plan import transfer_plan

STANDARD = preset("standard")
OKA = replace(STANDARD, start_points=25_000, uma=(20_000, 10_000, -10_000, -20_000))
RULES = (STANDARD, OKA, replace(OKA, rounding="five_down"), preset("dutch"), preset("m-league"))


def fewest(balances: Sequence[int]) -> int:
    """The fewest transfers: people less the most groups that sum to zero, among all ways to divide them."""
    owing = [amount for amount in balances if amount]
    sums = [sum(amount for i, amount in enumerate(owing) if mask >> i & 1) for mask in range(1 << len(owing))]
    groups = [mask for mask in range(1, len(sums)) if not sums[mask]]

    @cache
    def most(left: int) -> int:
        """The most groups of those who are left: the first of them is in one of these."""
        if not left:
            return 0
        return max(1 + most(left ^ group) for group in groups if group & left & -left and group & left == group)

    return len(owing) - (most((1 << len(owing)) - 1) if owing else 0)


def night(draw: Random, people: int) -> tuple[list[int], Ruleset]:
    """Everybody's points of a night with a few games, of which many end in equal scores."""
    rules = draw.choice([rules for rules in RULES if rules.players <= people])
    points = [0] * people
    for _ in range(draw.randint(1, 4)):
        seats = draw.sample(range(people), rules.players)
        step = draw.choice([100, 5_000])
        scores = [draw.randint(-5_000 // step, 45_000 // step) * step for _ in seats[1:]]
        scores.append(rules.players * rules.start_points - sum(scores))
        for seat, result in zip(seats, placement(scores, rules, AtTheEnd(last_dealer=draw.randrange(3))), strict=True):
            points[seat] += result.points
    return points, rules


def test_a_thousand_nights_are_exact_to_a_unit_and_cleared_by_the_shortest_plan() -> None:
    draw = Random(2026)
    shorter = 0
    for number in range(1_000):
        points, rules = night(draw, draw.randint(3, 8))
        assert sum(points) == 0, rules.name
        rate = Fraction(draw.randint(1, 200), draw.choice([30, 700, 1_000, 5_000]))
        unit = draw.choice([1, 5, 50, 100, 500])
        exact = [exact_money(own, rate) for own in points]
        money = round_to_zero_sum(exact, draw.sample(range(len(points)), len(points)), unit)
        assert sum(money) == 0, number
        assert all(amount % unit == 0 for amount in money), number
        assert all(abs(amount - own) < unit for amount, own in zip(money, exact, strict=True)), number
        plan = transfer_plan(money)
        assert plan.fewest
        assert len(plan.transfers) == fewest(money), (number, money)
        left = list(money)
        for payer, payee, amount in plan.transfers:
            assert amount > 0
            left[payer] += amount
            left[payee] -= amount
        assert not any(left), number
        shorter += len(plan.transfers) < sum(1 for amount in money if amount) - 1
    assert shorter > 100, "the nights must put the search to the test"


@pytest.mark.parametrize(
    ("tie_bonus", "bonus"),
    [
        ("share", (0, 6_700, 6_700, 6_600)),
        ("seat_order", (0, 20_000, 0, 0)),
        ("last_dealer", (0, 0, 0, 20_000)),
    ],
)
def test_three_at_first_place_share_the_bonus_or_one_has_it(tie_bonus: str, bonus: tuple[int, ...]) -> None:
    """30,000 three times and 10,000: nothing but the bonus of 20,000, and uma of 20,000 among three, of 100 a unit."""
    rules = replace(OKA, tie_bonus=tie_bonus, share_unit=100, share_rest="seat_order")
    results = placement((10_000, 30_000, 30_000, 30_000), rules, AtTheEnd(last_dealer=3))
    assert tuple(seat.bonus for seat in results) == bonus
    points = [seat.points for seat in results]
    assert points == [own + of_bonus for own, of_bonus in zip((-40_000, 6_700, 6_700, 6_600), bonus, strict=True)]
    exact = [exact_money(own, Fraction(1, 3_000)) for own in points]
    assert sum(round_to_zero_sum(exact, range(4))) == sum(points) == 0
