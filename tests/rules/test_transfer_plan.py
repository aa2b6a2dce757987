"""Who pays whom: a plan that clears every balance with few transfers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.transfer_plan import PlannedTransfer, transfer_plan

BALANCES = st.lists(st.integers(-5_000, 5_000), max_size=12).map(lambda amounts: [*amounts, -sum(amounts)])
SMALL_BALANCES = st.lists(st.integers(-3, 3), max_size=12).map(lambda amounts: [*amounts, -sum(amounts)])


def test_the_loser_of_the_dutch_example_pays_both_winners() -> None:
    ken, john, taro = range(3)
    assert transfer_plan([2_650, -3_250, 600]) == (PlannedTransfer(john, ken, 2_650), PlannedTransfer(john, taro, 600))


def test_one_winner_is_paid_by_each() -> None:
    assert set(transfer_plan([900, -500, -400])) == {(1, 0, 500), (2, 0, 400)}


def test_equal_amounts_meet_first() -> None:
    assert set(transfer_plan([-500, 300, 700, -300, 500, -700])) == {(0, 4, 500), (3, 1, 300), (5, 2, 700)}


def test_an_equal_claim_is_met_before_a_larger_one() -> None:
    # The largest debt to the largest claim would begin with 500 of the 600 and need four transfers.
    assert set(transfer_plan([-500, 500, 600, -400, -200])) == {(0, 1, 500), (3, 2, 400), (4, 2, 200)}


@pytest.mark.parametrize("balances", [[], [0], [0, 0, 0]])
def test_nothing_owed_needs_no_transfer(balances: list[int]) -> None:
    assert transfer_plan(balances) == ()


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="must sum to zero"):
        transfer_plan([100, -99])


def test_the_given_balances_are_left_as_they_were() -> None:
    balances = [100, -100]
    transfer_plan(balances)
    assert balances == [100, -100]


@given(BALANCES | SMALL_BALANCES)
def test_a_plan_clears_all_balances(balances: list[int]) -> None:
    left = list(balances)
    for payer, payee, amount in transfer_plan(balances):
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)


@given(BALANCES | SMALL_BALANCES)
def test_only_debtors_pay_and_only_those_with_a_claim_are_paid(balances: list[int]) -> None:
    for payer, payee, amount in transfer_plan(balances):
        assert amount > 0
        assert balances[payer] < 0 < balances[payee]
        assert amount <= min(-balances[payer], balances[payee])


@given(BALANCES | SMALL_BALANCES)
def test_there_are_fewer_transfers_than_people_with_a_balance(balances: list[int]) -> None:
    people = sum(balance != 0 for balance in balances)
    plan = transfer_plan(balances)
    assert len(plan) <= max(0, people - 1)
    assert len({(payer, payee) for payer, payee, _ in plan}) == len(plan)
