"""Who pays whom, so that everyone ends at zero: by the fewest transfers there can be, through one person, in pairs.

People whose balances sum to zero among themselves need one transfer less than they are. So the
fewest transfers come from the most groups that each sum to zero.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

EXACT_UP_TO = 18
"""So many balances are divided in the best way there is; more in the best way that is found quickly."""


class PlannedTransfer(NamedTuple):
    """Money that one person should hand another: indexes into the balances, minor units."""

    payer: int
    payee: int
    amount: int


class Plan(NamedTuple):
    """Transfers that clear all balances; fewest: whether no plan can have fewer."""

    transfers: tuple[PlannedTransfer, ...]
    fewest: bool


def transfer_plan(balances: Sequence[int]) -> Plan:
    """The plan with the fewest transfers (balances in minor units, summing to zero; negative owes).

    Among more than EXACT_UP_TO people it is a short one, not surely the shortest.
    """
    if sum(balances) != 0:
        raise ValueError("the balances must sum to zero")
    groups, rest = _pairs(balances)
    fewest = len(rest) <= EXACT_UP_TO
    if not fewest:
        found, rest = _small_groups(balances, rest)
        groups += found
    groups += _most_groups(balances, rest) if len(rest) <= EXACT_UP_TO else [rest]
    transfers = (transfer for group in groups for transfer in _within(balances, group))
    return Plan(tuple(sorted(transfers, key=lambda t: (-t.amount, t.payer, t.payee))), fewest)


def through(balances: Sequence[int], banker: int) -> tuple[PlannedTransfer, ...]:
    """A plan in which everyone pays the banker, or is paid by the banker."""
    owing = [PlannedTransfer(i, banker, -amount) for i, amount in enumerate(balances) if amount < 0 and i != banker]
    owed = [PlannedTransfer(banker, i, amount) for i, amount in enumerate(balances) if amount > 0 and i != banker]
    return (*owing, *owed)


def pairwise(entries: Iterable[Sequence[int]]) -> tuple[PlannedTransfer, ...]:
    """A plan in which each entry is cleared among those in it; what two people owe each other is one transfer.

    entries: balances that each sum to zero, over the same people.
    """
    owed: dict[tuple[int, int], int] = {}
    for balances in entries:
        for payer, payee, amount in _within(balances, [i for i, amount in enumerate(balances) if amount]):
            pair = (min(payer, payee), max(payer, payee))
            owed[pair] = owed.get(pair, 0) + (amount if payer == pair[0] else -amount)
    return tuple(
        PlannedTransfer(one, other, amount) if amount > 0 else PlannedTransfer(other, one, -amount)
        for (one, other), amount in sorted(owed.items())
        if amount
    )


def _pairs(balances: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Those who clear each other, and the rest. To pair them never costs a group: what they leave sums to zero, too."""
    groups: list[list[int]] = []
    waiting: dict[int, list[int]] = {}
    for i, amount in enumerate(balances):
        if amount and waiting.get(-amount):
            groups.append([waiting[-amount].pop(0), i])
        elif amount:
            waiting.setdefault(amount, []).append(i)
    rest = sorted(i for indexes in waiting.values() for i in indexes)
    return groups, rest


def _most_groups(balances: Sequence[int], rest: Sequence[int]) -> list[list[int]]:
    """The rest divided into the most groups that each sum to zero.

    best[mask]: how often the sum can be zero on the way to this subset, one person after the
    other. One person can always come last, so the subsets of the others are enough.
    """
    if not rest:
        return []
    *others, last = rest
    size = 1 << len(others)
    sums = [0] * size
    best = bytearray(size)
    for mask in range(1, size):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[others[low.bit_length() - 1]]
        most, left = 0, mask
        while left:
            bit = left & -left
            most = max(most, best[mask ^ bit])
            left ^= bit
        best[mask] = most + (not sums[mask])
    groups, group, mask = [], [last], size - 1
    while mask:
        if not sums[mask]:
            groups.append(group)
            group = []
        bits = [1 << i for i in range(len(others)) if mask >> i & 1]
        bit = max(bits, key=lambda b: best[mask ^ b])
        group.append(others[bit.bit_length() - 1])
        mask ^= bit
    return [*groups, group]


def _small_groups(balances: Sequence[int], rest: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Groups of three and then of four that sum to zero, and who is left, as long as there are many."""
    groups: list[list[int]] = []
    left = list(rest)
    for size in (3, 4):
        while len(left) > EXACT_UP_TO and (group := _with_sum(balances, left, size, 0)):
            groups.append(group)
            left = [i for i in left if i not in group]
    return groups, left


def _with_sum(balances: Sequence[int], among: Sequence[int], size: int, total: int) -> list[int] | None:
    """The first group of so many, at least two, with this sum."""
    if size == 2:
        seen: dict[int, int] = {}
        for i in among:
            if total - balances[i] in seen:
                return [seen[total - balances[i]], i]
            seen[balances[i]] = i
        return None
    for place, i in enumerate(among):
        if found := _with_sum(balances, among[place + 1 :], size - 1, total - balances[i]):
            return [i, *found]
    return None


def _within(balances: Sequence[int], group: Sequence[int]) -> list[PlannedTransfer]:
    """Transfers that clear a group that sums to zero: the largest debt meets the largest claim, an equal one first."""
    left = {i: balances[i] for i in group}
    plan = []
    while any(left.values()):
        payer = min(left, key=lambda i: (left[i], i))
        equal = [i for i, amount in left.items() if amount == -left[payer]]
        payee = equal[0] if equal else max(left, key=lambda i: (left[i], -i))
        amount = min(-left[payer], left[payee])
        plan.append(PlannedTransfer(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return plan
