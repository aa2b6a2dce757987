"""Who is in a night by paying only, money in another currency, people who met by paying, and odd cents."""

from datetime import date

import pytest

from ledger.errors import LedgerError
from ledger.services import charges, paying, people, players, settle
from ledger.services.balances import statement
from ledger.services.charges import Shared
from ledger.services.games import GameOptions
from ledger.services.nights import MoneyEntered, Terms, open_night
from ledger.services.paying import Handed
from ledger.services.people import TheyMet
from ledger.services.settle import How
from ledger.services.undo import OneTwice, undo_unit
from ledger.shapes.game import Money
from ledger.store.journal import units_backwards
from ledger.store.people import NameOfTheBox
from tests.conftest import EURO

TONIGHT = date(2026, 11, 20)


@pytest.fixture
def night(club):
    """Ken has 25,000 points, John owes 5,000 and Taro 20,000; Anna and Bo have not played."""
    club.add("Bo")
    club.result(options=GameOptions(held_on=TONIGHT), Ken=60_000, John=45_000, Taro=30_000)
    return club


def pay(club, payer, payee, minor, **handed):
    return paying.pay(club.engine, club.request("pay"), payer, payee, lambda _: minor, Handed(**handed), str).answer


def line(club, title, minor, by, *shared_by):
    what = Shared(lambda _: minor, by, shared_by)
    return charges.add_line(club.engine, club.request("night line"), title, what, TONIGHT, str).answer


def refused(club, error, call):
    before = club.rows()
    with pytest.raises(error):
        call()
    assert club.rows() == before


def test_whoever_only_paid_is_in_the_table_and_it_sums_to_zero(night):
    pay(night, "Anna", "Ken", 100, advance=True, night=TONIGHT)
    view = night.settle(TONIGHT).answer
    assert [(who.player, who.points, who.amount_minor) for who in view.players] == [
        *(("Ken", 25_000, 1250), ("John", -5_000, -250), ("Taro", -20_000, -1000), ("Anna", 0, 0)),
    ]
    assert sum(line.amount_minor for line in view.lines) == 0
    pay(night, "John", "Bo", 250)
    again = settle.replan(night.engine, night.request("settle"), TONIGHT).answer
    assert [who.player for who in again.players] == ["Ken", "John", "Taro", "Anna", "Bo"]
    assert {name for t in again.transfers for name in (t.payer, t.payee)} <= {who.player for who in again.players}


def test_the_currency_of_a_night_stays_once_money_was_entered(night):
    def change(money):
        terms = Terms(money=money, points_only=money is None)
        return open_night(night.engine, night.request("night open"), TONIGHT, terms)

    change(Money("JPY", 50, 1000))
    change(EURO)
    for enter in (
        lambda: line(night, "pizza", 2400, "Anna", "Ken", "John"),
        lambda: charges.set_fee(night.engine, night.request("night fee"), "head", lambda _: 250, TONIGHT),
        lambda: pay(night, "John", "Ken", 100, advance=True, night=TONIGHT),
    ):
        enter()
        refused(night, MoneyEntered, lambda: change(Money("JPY", 50, 1000)))
        refused(night, MoneyEntered, lambda: change(None))
        change(Money("EUR", 100, 1000))  # another rate is no other currency
        night.take_back()
        night.take_back()
    change(None)


def test_two_who_met_by_a_plan_or_a_payment_are_not_one(night):
    settle.settle(night.engine, night.request("settle"), TONIGHT, How(through="Anna"))
    refused(night, TheyMet, lambda: people.merge_players(night.engine, night.request("player merge"), "Anna", "Ken"))
    people.merge_players(night.engine, night.request("player merge"), "Anna", "Bo")


def test_no_payment_comes_back_that_would_be_to_oneself(night):
    pay(night, "Anna", "Bo", 100, advance=True, night=TONIGHT)
    night.take_back()
    number = night.ask(lambda connection: next(units_backwards(connection)).id)
    people.merge_players(night.engine, night.request("player merge"), "Anna", "Bo")
    refused(night, OneTwice, lambda: undo_unit(night.engine, night.request("undo", unit=number), number))
    assert statement(night.engine, "Bo")[1] == ()


@pytest.mark.parametrize("name", ["box", "Cash Box", "cash-box"])
def test_nobody_is_called_like_the_cash_box(club, name):
    refused(club, NameOfTheBox, lambda: club.add(name))
    refused(club, NameOfTheBox, lambda: players.rename_player(club.engine, club.request("player rename"), "Ken", name))
    refused(club, NameOfTheBox, lambda: players.alias_player(club.engine, club.request("player alias"), "Ken", name))
    refused(club, LedgerError, lambda: club.sheet(f"night 2026-11-20\nplayers {name.replace(' ', '-')}\n"))


def test_the_odd_cent_of_a_shared_line_is_another_s_each_time(night):
    owed = [dict(line(night, "pizza", 1000, "Anna", "Ken", "John", "Taro").lines) for _ in range(3)]
    assert [[of[name] for name in ("Ken", "John", "Taro")] for of in owed] == [
        *([-334, -333, -333], [-333, -334, -333], [-333, -333, -334]),
    ]


def test_a_request_that_changes_nothing_is_answered_again(night):
    for _ in range(2):
        request = night.request("night fee", "f")
        done = charges.set_fee(night.engine, request, "head", lambda _: 0, TONIGHT)
        assert done.answer == (TONIGHT, "EUR", 0)
    night.settle(TONIGHT)
    paying.pay_plan(night.engine, night.request("pay all"), TONIGHT)
    for uid in ("one", "two", "two"):
        done = settle.replan(night.engine, night.request("settle", uid), TONIGHT)
        assert done.answer.transfers == ()
