"""Who pays whom: a plan that clears every balance, with as few transfers as any plan can have."""

from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.transfer_plan import EXACT_UP_TO, PlannedTransfer, pairwise, through, transfer_plan

BALANCES = st.lists(st.integers(-5_000, 5_000), max_size=12).map(lambda amounts: [*amounts, -sum(amounts)])
SMALL_BALANCES = st.lists(st.integers(-3, 3), max_size=12).map(lambda amounts: [*amounts, -sum(amounts)])
TINY = st.lists(st.integers(-6, 6), max_size=7).map(lambda amounts: [*amounts, -sum(amounts)])
MANY = st.lists(st.integers(-40, 40), min_size=19, max_size=45).map(lambda amounts: [*amounts, -sum(amounts)])


def most_groups(balances: Sequence[int]) -> int:
    """The most groups that each sum to zero, by trying every way to divide the people."""

    @cache
    def best(left: frozenset[int]) -> int:
        if not left:
            return 0
        first, *others = sorted(left)
        found = -(10**6)
        for chosen in range(1 << len(others)):
            group = {first, *(i for n, i in enumerate(others) if chosen >> n & 1)}
            if sum(balances[i] for i in group) == 0:
                found = max(found, 1 + best(left - group))
        return found

    return best(frozenset(i for i, amount in enumerate(balances) if amount))


def cleared(balances: Sequence[int], transfers: Iterable[PlannedTransfer]) -> list[int]:
    left = list(balances)
    for payer, payee, amount in transfers:
        assert amount > 0
        assert payer != payee
        left[payer] += amount
        left[payee] -= amount
    return left


def test_the_loser_of_the_dutch_example_pays_both_winners() -> None:
    ken, john, taro = range(3)
    plan = transfer_plan([2_650, -3_250, 600])
    assert plan.transfers == (PlannedTransfer(john, ken, 2_650), PlannedTransfer(john, taro, 600))
    assert plan.fewest


def test_one_winner_is_paid_by_each() -> None:
    assert set(transfer_plan([900, -500, -400]).transfers) == {(1, 0, 500), (2, 0, 400)}


def test_equal_amounts_meet_first() -> None:
    assert set(transfer_plan([-500, 300, 700, -300, 500, -700]).transfers) == {(0, 4, 500), (3, 1, 300), (5, 2, 700)}


def test_groups_that_the_largest_to_the_largest_would_miss() -> None:
    # 7 would pay 6 first, and then five transfers are needed: 4+3 = 7 and 6 = 5+1 take four.
    balances = [-7, 4, 3, 6, -5, -1]
    assert len(transfer_plan(balances).transfers) == 4
    # Three groups of three: a greedy plan needs more than six.
    balances = [11, 13, -24, 17, 19, -36, 23, 29, -52]
    assert len(transfer_plan(balances).transfers) == 6


@pytest.mark.parametrize("balances", [[], [0], [0, 0, 0]])
def test_nothing_owed_needs_no_transfer(balances: list[int]) -> None:
    assert transfer_plan(balances).transfers == ()


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="must sum to zero"):
        transfer_plan([100, -99])


def test_the_given_balances_are_left_as_they_were() -> None:
    balances = [100, -100]
    transfer_plan(balances)
    assert balances == [100, -100]


@given(BALANCES | SMALL_BALANCES | MANY)
def test_a_plan_clears_all_balances_from_debtors_to_those_with_a_claim(balances: list[int]) -> None:
    plan = transfer_plan(balances)
    assert not any(cleared(balances, plan.transfers))
    assert all(balances[payer] < 0 < balances[payee] for payer, payee, _ in plan.transfers)
    assert len(plan.transfers) <= max(sum(1 for amount in balances if amount) - 1, 0)


@given(TINY)
def test_up_to_eight_people_no_way_to_divide_them_is_better(balances: list[int]) -> None:
    owing = sum(1 for amount in balances if amount)
    plan = transfer_plan(balances)
    assert plan.fewest
    assert len(plan.transfers) == (owing - most_groups(balances) if owing else 0)


@pytest.mark.parametrize("groups", [[3, 3, 3, 3, 3, 3], [4, 5, 4, 5], [9, 9], [6, 6, 6]])
def test_eighteen_people_are_divided_into_the_groups_that_there_are(groups: list[int]) -> None:
    """Amounts whose only zero sums are the groups': one owes what the others, of different sizes, have together."""
    balances: list[int] = []
    for number, size in enumerate(groups):
        amounts = [2**n * 10_000**number for n in range(size - 1)]
        balances += [*amounts, -sum(amounts)]
    plan = transfer_plan([*balances[::2], *balances[1::2]])
    assert plan.fewest
    assert len(plan.transfers) == EXACT_UP_TO - len(groups)


def test_among_many_it_says_that_a_shorter_plan_may_exist() -> None:
    balances = [*(2**n for n in range(19)), -(2**19 - 1)]
    assert not transfer_plan(balances).fewest
    # Those who clear each other are no part of the search.
    assert transfer_plan([*range(1, 20), *(-n for n in range(1, 20))]).fewest


@given(BALANCES, st.data())
def test_through_one_everybody_else_has_one_transfer(balances: list[int], data: st.DataObject) -> None:
    banker = data.draw(st.integers(0, len(balances) - 1))
    transfers = through(balances, banker)
    assert not any(cleared(balances, transfers))
    assert all(banker in (payer, payee) for payer, payee, _ in transfers)
    assert len(transfers) == sum(1 for i, amount in enumerate(balances) if amount and i != banker)


@given(st.lists(st.permutations([500, -300, -200, 0, 0]) | st.permutations([700, -700, 0, 0, 0]), max_size=6))
def test_game_by_game_two_people_have_one_transfer(entries: list[list[int]]) -> None:
    transfers = pairwise(entries)
    totals = [sum(column) for column in zip(*entries, strict=True)] if entries else []
    assert not any(cleared(totals, transfers))
    pairs = [frozenset((payer, payee)) for payer, payee, _ in transfers]
    assert len(pairs) == len(set(pairs))


def test_game_by_game_nobody_pays_somebody_they_did_not_play_with() -> None:
    assert pairwise([[300, -300, 0], [0, 300, -300]]) == ((1, 0, 300), (2, 1, 300))
    assert transfer_plan([300, 0, -300]).transfers == ((2, 0, 300),)
