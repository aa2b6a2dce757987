"""Points into money: exact fractions first, rounded once, summing to zero."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K")


def exact_money(points: int, rate: Fraction) -> Fraction:
    """What points are worth, in minor units, unrounded; rate: minor units for one point."""
    return points * rate


def round_to_zero_sum(exact: Sequence[Fraction], claims: Sequence[int], unit: int = 1) -> tuple[int, ...]:
    """Whole units nearest to amounts that sum to zero, by largest remainder; unit: so many minor units.

    Each is within one unit of its exact amount and they sum to zero. Between equal
    remainders the unit goes to the lower claim number first.
    """
    if unit != 1:
        return tuple(unit * amount for amount in round_to_zero_sum([amount / unit for amount in exact], claims))
    if sum(exact) != 0:
        raise ValueError("the amounts must sum to zero")
    whole = [amount.__floor__() for amount in exact]
    missing = -sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda i: (whole[i] - exact[i], claims[i]))
    for i in by_remainder[:missing]:
        whole[i] += 1
    return tuple(whole)


def equal_shares(amount: int, people: int) -> tuple[int, ...]:
    """An amount in minor units divided equally; what does not divide goes to the first, a unit each."""
    each, rest = divmod(amount, people)
    return tuple(each + (number < rest) for number in range(people))


def sums(parts: Iterable[tuple[K, int]]) -> dict[K, int]:
    """What the parts of each add up to, in the order they first come."""
    found: dict[K, int] = {}
    for key, amount in parts:
        found[key] = found.get(key, 0) + amount
    return found
