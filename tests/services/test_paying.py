"""Money that is handed over: for which nights it counts, what it leaves, and what is refused."""

from datetime import date, timedelta

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.services import people
from ledger.services.balances import HasOpenBalance, list_balances, statement
from ledger.services.charges import Each, add_line
from ledger.services.nights import MoneyEntered
from ledger.services.paying import (
    Handed,
    NoSuchTransfer,
    NothingOpen,
    OtherCurrency,
    OwesNothing,
    PlanIsPast,
    pay,
    pay_plan,
    take_payment_back,
)
from ledger.services.settle import How, PointsOnly, replan, settle
from ledger.services.settled import settlement_view
from ledger.shapes.game import Money
from ledger.store.nights import nights

FRIDAY, NEXT = date(2026, 11, 20), date(2026, 11, 27)
EXAMPLE = {"Ken": 88_000, "John": -15_000, "Taro": 62_000}
"""At 50 ct for 1,000 points Ken gets €26.50 and Taro €6.00, from John."""


def text(minor, currency):
    return f"{minor} {currency}"


def hand_over(club, payer, payee, minor, **handed):
    return pay(club.engine, club.request("pay"), payer, payee, lambda _: minor, Handed(**handed), text).answer


def night_of(club, held_on, money=None, **scores):
    """A settled night with one game."""
    club.now = club.now.replace(year=held_on.year, month=held_on.month, day=held_on.day)
    if money:
        club.open_night(money=money)
    club.result(**(scores or EXAMPLE))
    return club.settle().answer


def two_nights(club):
    night_of(club, FRIDAY)
    night_of(club, NEXT)


def plan(club, held_on=FRIDAY):
    """Payer, payee, amount and what was paid of it, as the settled night shows them."""
    view = club.ask(lambda c: settlement_view(c, nights(c, held_on=held_on)[0].id))
    return [(one.payer, one.payee, one.amount_minor, one.paid_minor) for one in view.transfers], view.fits


def owed(club, currency="EUR"):
    return {one.player: one.amount_minor for one in list_balances(club.engine) if one.currency == currency}


def refused(club, error, match, *paid, **handed):
    before = club.rows()
    with pytest.raises(error, match=match):
        hand_over(club, *paid, **handed)
    assert club.rows() == before


def test_a_part_is_paid_and_the_plan_stays_as_it_was_for_the_others(club):
    night_of(club, FRIDAY)
    paid = hand_over(club, "John", "Ken", 1_000)
    assert (paid.amount_minor, paid.left_minor, paid.nights) == (1_000, -2_250, (FRIDAY,))
    assert plan(club) == ([("John", "Ken", 2_650, 1_000), ("John", "Taro", 600, 0)], True)
    hand_over(club, "John", "Taro", 600)
    assert plan(club) == ([("John", "Ken", 2_650, 1_000), ("John", "Taro", 600, 600)], True)
    assert owed(club) == {"Ken": 1_650, "John": -1_650}
    refused(club, OwesNothing, "John owes only 1650", "John", "Ken", 1_651)
    refused(club, OwesNothing, "Ken owes nothing", "Ken", "John", 1)
    refused(club, UsageError, "John cannot pay themselves", "John", "John", 1)
    refused(club, UsageError, "more than 0", "John", "Ken", 0)
    refused(club, UsageError, "more than 0", "John", "Ken", -5)
    assert hand_over(club, "John", "Ken", 1_650).left_minor == 0
    assert owed(club) == {}


def test_what_is_paid_at_once_for_two_nights_is_for_the_plans_of_both(club):
    """€53.00 is what John owes Ken for both; then €7.00 to Anna, who is in no plan, is for the older night first."""
    two_nights(club)
    paid = hand_over(club, "John", "Ken", 5_300)
    assert (paid.nights, paid.left_minor) == ((FRIDAY, NEXT), -1_200)
    for held_on in (FRIDAY, NEXT):
        assert plan(club, held_on) == ([("John", "Ken", 2_650, 2_650), ("John", "Taro", 600, 0)], True)
    paid = hand_over(club, "John", "Anna", 700)
    assert len(paid.numbers) == 2
    assert owed(club) == {"John": -500, "Taro": 1_200, "Anna": -700}
    assert [plan(club, held_on)[1] for held_on in (FRIDAY, NEXT)] == [False, False]
    hand_over(club, "John", "Taro", 500, night=NEXT)
    assert owed(club) == {"Taro": 700, "Anna": -700}


def test_the_plan_is_mended_by_what_is_still_owed(club):
    night_of(club, FRIDAY)
    hand_over(club, "John", "Taro", 3_250)
    assert plan(club) == ([("John", "Ken", 2_650, 0), ("John", "Taro", 600, 600)], False)
    before = club.rows()
    with pytest.raises(PlanIsPast, match="ledger settle 2026-11-20 --replan"):
        pay_plan(club.engine, club.request("pay all"), None)
    assert club.rows() == before
    view = replan(club.engine, club.request("settle replan")).answer
    assert [(one.payer, one.payee, one.amount_minor) for one in view.transfers] == [("Taro", "Ken", 2_650)]
    with pytest.raises(UsageError, match="besides it, only --through NAME"):
        replan(club.engine, club.request("settle replan"), None, How(carry=True))
    view = replan(club.engine, club.request("settle replan"), None, How(through="Anna")).answer
    assert [(one.payer, one.payee, one.amount_minor) for one in view.transfers] == [
        ("Taro", "Anna", 2_650),
        ("Anna", "Ken", 2_650),
    ]
    pay_plan(club.engine, club.request("pay all"), None)
    assert owed(club) == {}
    with pytest.raises(NothingOpen):
        pay_plan(club.engine, club.request("pay all"), None)


def test_all_of_a_plan_is_paid_but_for_what_a_later_night_took_in(club):
    night_of(club, FRIDAY)
    hand_over(club, "John", "Ken", 1_000)
    done = pay_plan(club.engine, club.request("pay all"), FRIDAY, date(2026, 11, 22)).answer
    assert all(one.open_minor == 0 for one in done.transfers)
    assert owed(club) == {}
    assert {line.on for line in statement(club.engine, "Taro")[1]} == {FRIDAY, date(2026, 11, 22)}
    night_of(club, NEXT)
    club.now += timedelta(days=7)
    club.result(**EXAMPLE)
    settle(club.engine, club.request("settle"), None, How(carry=True))
    before = club.rows()
    with pytest.raises(PlanIsPast, match="a later night took it in"):
        pay_plan(club.engine, club.request("pay all"), NEXT)
    assert club.rows() == before


def test_what_is_paid_in_advance_is_deducted_in_the_settlement(club):
    refused(club, LedgerError, "no night", "John", "Ken", 500, advance=True)
    club.result(**EXAMPLE)
    refused(club, OwesNothing, "John owes nothing: .* add --advance", "John", "Ken", 500)
    assert hand_over(club, "John", "Ken", 500, advance=True).left_minor == 500
    view = club.settle().answer
    assert [(one.payee, one.amount_minor) for one in view.transfers] == [("Ken", 2_150), ("Taro", 600)]
    refused(club, LedgerError, "no night is open", "John", "Ken", 5_000, advance=True)
    club.now += timedelta(days=7)
    club.open_night()
    paid = hand_over(club, "John", "Ken", 5_000, advance=True)
    assert (paid.nights, paid.left_minor) == ((FRIDAY, NEXT), 2_250)
    assert owed(club) == {"John": 2_250, "Ken": -2_850, "Taro": 600}


def test_money_14_money_in_another_currency_is_no_part_of_a_night(club):
    """As reported of another program (money-14): amounts of two currencies are never added up."""
    club.result(**EXAMPLE)
    refused(club, OtherCurrency, "is in EUR: nothing in USD", "John", "Ken", 500, advance=True, currency="USD")
    refused(
        *(club, OtherCurrency, "is in EUR", "John", "Ken", 500),
        advance=True,
        currency="USD",
        night=FRIDAY,
    )
    # What was paid in advance in dollars keeps the night in dollars until it is taken back.
    club.open_night(money=Money("USD", 100, 1_000))
    (number,) = hand_over(club, "John", "Ken", 500, advance=True).numbers
    before = club.rows()
    with pytest.raises(MoneyEntered, match="has payments in USD"):
        club.open_night(money=Money("EUR", 50, 1_000))
    assert club.rows() == before
    take_payment_back(club.engine, club.request("pay take-back"), number)
    club.open_night(money=Money("EUR", 50, 1_000))
    view = club.settle().answer
    assert [(one.payee, one.amount_minor) for one in view.transfers] == [("Ken", 2_650), ("Taro", 600)]
    assert (view.lines, view.fits) == ((), True)
    assert (owed(club, "USD"), owed(club)["John"]) == ({}, -3_250)
    club.now += timedelta(days=7)
    club.open_night(points_only=True)
    refused(club, PointsOnly, "points only", "John", "Ken", 5_000, advance=True)


def test_two_currencies_are_owed_and_paid_apart(club):
    night_of(club, FRIDAY)
    night_of(club, NEXT, Money("USD", 100, 1_000))
    refused(club, UsageError, "John owes in EUR and USD: say which", "John", "Ken", 500)
    refused(club, OwesNothing, "only 6500", "John", "Ken", 6_501, currency="USD")
    assert hand_over(club, "John", "Ken", 5_300, currency="USD").nights == (NEXT,)
    assert (owed(club), owed(club, "USD")) == (
        {"Ken": 2_650, "John": -3_250, "Taro": 600},
        {"John": -1_200, "Taro": 1_200},
    )
    assert hand_over(club, "John", "Taro", 1_200, currency="USD").left_minor == 0
    assert hand_over(club, "John", "Ken", 500).currency == "EUR"


def test_a_payment_is_taken_back_once_and_a_repeat_is_answered(club):
    night_of(club, FRIDAY)
    (number,) = hand_over(club, "John", "Ken", 2_650).numbers
    taken = take_payment_back(club.engine, club.request("pay take-back", "back"), number)
    again = take_payment_back(club.engine, club.request("pay take-back", "back"), number)
    assert (again.repeated, again.answer) == (True, taken.answer)
    assert plan(club) == ([("John", "Ken", 2_650, 0), ("John", "Taro", 600, 0)], True)
    before = club.rows()
    with pytest.raises(NoSuchTransfer):
        take_payment_back(club.engine, club.request("pay take-back"), number)
    assert club.rows() == before


def test_a_statements_running_balance_is_the_balance(club):
    night_of(club, FRIDAY)
    club.now = club.now.replace(day=27)
    prize = Each((("Anna", lambda _: 1_000), ("box", lambda _: -1_000)))
    club.result(Ken=30_000, John=75_000, Taro=30_000)
    add_line(club.engine, club.request("night line"), "prize", prize, None, text)
    hand_over(club, "John", "Anna", 3_500, advance=True, note="in coins")
    settle(club.engine, club.request("settle"), None, How(carry=True, round_minor=100))
    hand_over(club, "box", "Anna", 400)
    night_of(club, date(2026, 12, 4), Money("USD", 100, 1_000))
    every = {(one.player, one.currency): one.amount_minor for one in list_balances(club.engine)}
    found = {}
    for name in ("Ken", "John", "Taro", "Anna", "box"):
        shown, lines = statement(club.engine, name)
        for code in {line.currency for line in lines}:
            of_code = [line for line in lines if line.currency == code]
            sums = [sum(line.amount_minor for line in of_code[: n + 1]) for n in range(len(of_code))]
            assert [line.balance_minor for line in of_code] == sums
            found[shown, code] = sums[-1]
    assert {key: minor for key, minor in found.items() if minor} == every
    assert every[None, "EUR"] == -600
    assert [line.what for line in statement(club.engine, "John")[1]] == [
        *("games", "games", "rounding", "paid to Anna (in coins)", "paid to Anna (in coins)", "games"),
    ]
    assert [(line.what, line.balance_minor) for line in statement(club.engine, "Taro")[1]] == [
        *(("games", 600), ("games", -400), ("carried to 2026-11-27", -1_000), ("from 2026-11-20", -400)),
        ("games", 1_200),
    ]


def test_the_cash_box_pays_and_is_paid_like_anybody(club):
    club.result(**EXAMPLE)
    prize = Each((("Ken", lambda _: 1_000), ("box", lambda _: -1_000)))
    add_line(club.engine, club.request("night line"), "prize", prize, None, text)
    club.settle()
    paid = hand_over(club, "box", "Ken", 600)
    assert (paid.payer, paid.payee, paid.left_minor) == (None, "Ken", -400)
    refused(club, OwesNothing, "the cash box owes only 400", "cash box", "Ken", 500)
    assert hand_over(club, "John", "box", 3_250).left_minor == 0
    assert owed(club) == {"Ken": 3_050, "Taro": 600, None: -3_650}


def test_whoever_has_an_open_balance_cannot_be_anonymised(club):
    """Over all nights: John owes €32.50 for one, is owed €20.00 for the next, and pays the €12.50 between."""
    night_of(club, FRIDAY)
    night_of(club, NEXT, Ken=30_000, John=75_000, Taro=30_000)

    def blank(name):
        return people.anonymise_player(club.engine, club.request("player anonymise", names=[name]), name).answer

    for name in ("John", "Ken"):
        before = club.rows()
        with pytest.raises(HasOpenBalance, match=f"{name} has an open balance.*ledger statement {name}"):
            blank(name)
        assert club.rows() == before
    hand_over(club, "John", "Ken", 1_250)
    assert "John" not in owed(club)
    instead = blank("John")
    assert statement(club.engine, instead)[1][-1].balance_minor == 0
    assert owed(club) == {"Ken": 400, "Taro": -400}
