"""Faults that programs of this kind were reported to have, each as what is right here. Their data is read where it is.

What those cases say is in their file's words; the values here are the same.
"""

import json
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import select

from ledger.commands.money import amount_in, amount_out, money_text
from ledger.errors import LedgerError
from ledger.rules.money import equal_shares, round_to_zero_sum
from ledger.rules.transfer_plan import transfer_plan
from ledger.services.balances import list_balances
from ledger.services.charges import DoesNotBalance, Each, add_line
from ledger.services.choose import GameChoice
from ledger.services.hands import Care, OtherHandThere, SameHandAgain, record_hand
from ledger.services.nights import show_night
from ledger.services.paying import Handed, NoSuchTransfer, pay, pay_plan, take_payment_back
from ledger.services.people import anonymise_player
from ledger.services.players import list_players
from ledger.store import models as db
from ledger.store.people import NameTaken

SHARED = Path(__file__).resolve().parents[2] / "../shared/data/cases.jsonl"
HERE = {
    *("db-08", "db-09", "i18n-01", "i18n-04", "i18n-05", "i18n-06"),
    *("money-01", "money-02", "money-03", "money-05", "money-06", "money-07", "money-09"),
    *("money-11", "money-12", "money-13", "money-14"),  # 14 is tried in test_paying.py
}


def test_the_cases_are_still_those():
    if not SHARED.is_file():
        pytest.skip("the reported cases are not here")
    known = {json.loads(line)["id"] for line in SHARED.read_text(encoding="utf-8").splitlines()}
    assert known >= HERE


def test_db_08_the_same_hand_sent_twice_within_a_second_is_stored_once(club):
    club.start("Ken", "John", "Taro")
    first = club.hand_done("Ken ron John s5", uid="form")
    second = club.hand_done("Ken ron John s5", uid="form")
    assert (second.repeated, second.unit) == (True, first.unit)
    club.now -= timedelta(seconds=119)  # a form without an id, a second after the first
    with pytest.raises(SameHandAgain):
        club.hand("Ken ron John s5")
    assert len(club.game().hands) == 1


def test_db_09_the_second_of_two_editors_is_shown_the_first_ones_hand(club):
    club.start("Ken", "John", "Taro")
    for _ in range(7):
        club.hand("draw all")

    def next_after_seven(line):
        care = Care(after=7)
        return record_hand(club.engine, club.request("hand", line=line), line, GameChoice("1"), care=care)

    assert next_after_seven("Ken ron John s5").answer.hand.seq == 8
    before = club.rows()
    with pytest.raises(OtherHandThere, match="hand 8 is there already, recorded by tester: Ken ron John s5"):
        next_after_seven("Taro ron John s5")
    assert club.rows() == before


@pytest.mark.parametrize("hours", [-8, 1, 9])
def test_i18n_01_a_night_has_the_date_that_was_said_in_every_zone(club, hours):
    club.now = club.now.astimezone(type(club.now.tzinfo)(timedelta(hours=hours))) if hours else club.now
    club.open_night(date(2026, 7, 25))
    assert show_night(club.engine, club.now, date(2026, 7, 25)).held_on == date(2026, 7, 25)
    stored = club.ask(lambda connection: connection.execute(select(db.night_terms.c.held_on)).scalar_one())
    assert stored == date(2026, 7, 25)


def test_i18n_04_games_stay_in_the_order_they_were_played(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.result(Ken=51_000, John=40_000, Taro=44_000)
    moments = club.ask(lambda c: c.execute(select(db.games.c.played_at).order_by(db.games.c.number)).scalars().all())
    assert moments == sorted(moments)
    assert all(moment.utcoffset() == timedelta(0) for moment in moments)


def test_i18n_05_and_06_equal_names_are_one_player_stored_as_typed(club):
    club.add("が")
    club.add("Aki", "Élan")
    for twin in ("か\u3099", "aki", "Aki ", "Ａｋｉ", "élan", "e\u0301lan"):
        before = club.rows()
        with pytest.raises(NameTaken):
            club.add(twin)
        assert club.rows() == before
    assert {"が", "Aki", "Élan"} <= {one.name for one in list_players(club.engine)}


def test_money_01_to_03_shares_lose_nothing_and_bill_nothing_twice():
    assert equal_shares(100, 3) == (34, 33, 33)
    assert sorted(equal_shares(3_000, 7)) == [428] * 3 + [429] * 4
    assert sorted(equal_shares(35_316, 8)) == [4_414] * 4 + [4_415] * 4


def test_money_05_and_06_there_is_nothing_smaller_than_the_smallest_unit():
    assert transfer_plan([0, 0]).transfers == ()
    assert money_text(1_500, "JPY") == "¥1,500"


def test_money_07_halves_are_rounded_by_one_rule_that_keeps_the_sum():
    exact = [Fraction(half, 2) for half in (101, 1, -41, -61)]
    assert round_to_zero_sum(exact, range(4)) == (51, 1, -21, -31)
    assert round_to_zero_sum(exact, (3, 2, 1, 0)) == (50, 0, -20, -30)


def test_money_09_and_11_amounts_balance_to_the_cent_as_they_were_typed(club):
    club.open_night()

    def line(**amounts):
        each = Each(tuple((name, amount_in(text, "en")) for name, text in amounts.items()))
        return add_line(club.engine, club.request("night line"), "bet", each, None, amount_out("en")).answer.lines

    before = club.rows()
    with pytest.raises(DoesNotBalance, match=r"add up to -€0\.01"):
        line(Ken="25.00", John="-25.01")
    with pytest.raises(DoesNotBalance, match=r"add up to -€0\.05"):
        line(Ken="2.0", John="4.35", box="-6.4")
    assert club.rows() == before
    assert line(Ken="2.0", John="4.35", box="-6.35") == (("Ken", 200), ("John", 435), (None, -635))


def test_money_12_a_change_of_old_games_shows_what_somebody_who_left_is_owed(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.settle()
    pay_plan(club.engine, club.request("pay all"), None)
    instead = anonymise_player(club.engine, club.request("player anonymise", names=["John"]), "John").answer
    club.reopen_night()
    club.void("1")
    assert {line.player: line.amount_minor for line in list_balances(club.engine)} == {
        "Ken": -2_650,
        "Taro": -600,
        instead: 3_250,
    }


def test_money_13_what_was_paid_is_taken_back_once(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.settle()
    number, _ = (
        pay(club.engine, club.request("pay"), "John", "Ken", lambda _, n=n: n, Handed(), str).answer.numbers[0]
        for n in (1_000, 500)
    )
    owed = lambda: {line.player: line.amount_minor for line in list_balances(club.engine)}  # noqa: E731
    assert owed() == {"Ken": 1_150, "John": -1_750, "Taro": 600}
    take_payment_back(club.engine, club.request("pay take-back"), number)
    assert owed() == {"Ken": 2_150, "John": -2_750, "Taro": 600}
    before = club.rows()
    with pytest.raises(NoSuchTransfer):
        take_payment_back(club.engine, club.request("pay take-back"), number)
    assert club.rows() == before
    with pytest.raises(LedgerError):
        take_payment_back(club.engine, club.request("pay take-back"), 10**9)
