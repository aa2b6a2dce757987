"""Who pays whom, so that everyone ends at zero."""

from collections.abc import Sequence
from typing import NamedTuple


class PlannedTransfer(NamedTuple):
    """Money that one person should hand another: indexes into the balances, minor units."""

    payer: int
    payee: int
    amount: int


def transfer_plan(balances: Sequence[int]) -> tuple[PlannedTransfer, ...]:
    """A plan that clears balances (minor units, summing to zero; negative owes) with fewer transfers than people.

    The largest debt meets the largest claim, an equal one first.
    """
    if sum(balances) != 0:
        raise ValueError("the balances must sum to zero")
    left = list(balances)
    plan = []
    while any(left):
        payer = min(range(len(left)), key=lambda i: left[i])
        equal = [i for i, amount in enumerate(left) if amount == -left[payer]]
        payee = equal[0] if equal else max(range(len(left)), key=lambda i: left[i])
        amount = min(-left[payer], left[payee])
        plan.append(PlannedTransfer(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return tuple(plan)
