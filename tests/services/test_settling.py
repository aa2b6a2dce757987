"""The settlement of a night: what is beside its games, how it is asked for, and what stays when it is opened again."""

import random
from datetime import date, timedelta
from fractions import Fraction

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.services import games, results
from ledger.services.balances import list_balances
from ledger.services.charges import DoesNotBalance, Each, Shared, add_line, set_fee
from ledger.services.choose import NightIsSettled
from ledger.services.count import Count
from ledger.services.paying import Handed, pay
from ledger.services.results import FinalScore
from ledger.services.settle import (
    How,
    NotOver,
    NotSettledYet,
    PointsOnly,
    SettledOtherwise,
    StillOpen,
    preview,
    replan,
    settle,
)
from ledger.shapes.game import Money
from ledger.shapes.money import LineKind, PlanKind

FRIDAY, NEXT = date(2026, 11, 20), date(2026, 11, 27)
EXAMPLE = {"Ken": 88_000, "John": -15_000, "Taro": 62_000}
"""53,000, -65,000 and 12,000 points: at 50 ct €26.50, -€32.50 and €6.00."""
OTHER = {"Ken": 30_000, "Anna": 75_000, "Taro": 30_000}
"""-20,000, 40,000 and -20,000 points."""


def asked(club, held_on=None, **how):
    """A night settled as it is asked for."""
    return settle(club.engine, club.request("settle"), held_on, How(**how)).answer


def shown(club, held_on=None, **how):
    return preview(club.engine, club.request("settle preview"), held_on, How(**how))


def text(minor, currency):
    return f"{minor} {currency}"


def line(club, title, what):
    return add_line(club.engine, club.request("night line"), title, what, None, text)


def each(**amounts):
    return Each(tuple((name, lambda _, minor=minor: minor) for name, minor in amounts.items()))


def shared(minor, paid_by, *names):
    return Shared(lambda _: minor, paid_by, names)


def fee(club, per, minor):
    set_fee(club.engine, club.request("night fee"), per, lambda _: minor, None)


def hand_over(club, payer, payee, minor, **handed):
    return pay(club.engine, club.request("pay"), payer, payee, lambda _: minor, Handed(**handed), text).answer


def amounts(view):
    return {who.player: who.amount_minor for who in view.players}


def plan(view):
    return [(transfer.payer, transfer.payee, transfer.amount_minor) for transfer in view.transfers]


def owed(club):
    return {(one.player, one.currency): one.amount_minor for one in list_balances(club.engine)}


def beside(view, *kinds):
    """What is beside the games, by title."""
    found = {}
    for one in view.lines:
        if one.kind in kinds:
            found.setdefault(one.title, {})[one.player] = one.amount_minor
    return found


def test_everything_beside_the_games_is_settled_with_them_and_each_sums_to_zero(club):
    club.result(**EXAMPLE)
    line(club, "pizza", shared(2_500, "Anna", "Ken", "John", "Taro"))
    line(club, "prize", each(Ken=1_000, box=-1_000))
    line(club, "chips", each(Ken=150, John=-150))
    fee(club, "head", 250)
    fee(club, "game", 100)
    view = asked(club)
    assert beside(view, LineKind.LINE, LineKind.FEE) == {
        "pizza": {"Anna": 2_500, "Ken": -834, "John": -833, "Taro": -833},
        "prize": {"Ken": 1_000, None: -1_000},
        "chips": {"Ken": 150, "John": -150},
        "fee": {"Ken": -250, "John": -250, "Taro": -250, None: 750},
        "fee for each game": {"Ken": -100, "John": -100, "Taro": -100, None: 300},
    }
    assert amounts(view) == {"Ken": 2_616, "Taro": -583, "John": -4_583, "Anna": 2_500, None: 50}
    assert plan(view) == [
        *(("John", "Ken", 2_616), ("John", "Anna", 1_967), ("Taro", "Anna", 533), ("Taro", None, 50)),
    ]
    assert owed(club) == {(name, "EUR"): minor for name, minor in amounts(view).items()}


def test_what_cannot_be_beside_the_games_is_refused_and_changes_nothing(club):
    club.result(**EXAMPLE)
    before = club.rows()
    for what, error, message in [
        (each(Ken=500, John=-400), DoesNotBalance, "add up to 100 EUR.*add box=AMOUNT"),
        (each(Ken=500, Bob=-500), LedgerError, 'no player "Bob"'),
        (shared(0, "Ken", "John"), UsageError, "more than 0"),
        (shared(-500, "Ken", "John"), UsageError, "more than 0"),
        (shared(500, "Ken", "John", "John"), UsageError, "John is named twice"),
        (shared(500, "Ken", "box", "cash box"), UsageError, "the cash box is named twice"),
        (shared(500, "Ken"), UsageError, "for whom"),
    ]:
        with pytest.raises(error, match=message):
            line(club, "pizza", what)
    for title in ("", " \t "):
        with pytest.raises(UsageError, match="A line has a title"):
            line(club, title, each(Ken=500, John=-500))
    with pytest.raises(UsageError, match="a fee is 0 or more"):
        fee(club, "head", -1)
    assert club.rows() == before
    asked(club)
    with pytest.raises(NightIsSettled):
        line(club, "pizza", each(Ken=500, John=-500))
    with pytest.raises(NightIsSettled):
        fee(club, "head", 100)


def test_any_rate_in_any_currency_in_units_of_its_own(club):
    """€1 for 30 points: 1766.67 - 2166.67 + 400; a fils for 7 points: 7571.43 - 9285.71 + 1714.29 fils."""
    club.result(**EXAMPLE)
    for money, expected in [
        (Money("EUR", 100, 30), {"Ken": 176_667, "John": -216_667, "Taro": 40_000}),
        (Money("KWD", 1, 7), {"Ken": 7_572, "John": -9_286, "Taro": 1_714}),
        (Money("JPY", 50, 1_000), {"Ken": 2_650, "John": -3_250, "Taro": 600}),
    ]:
        club.open_night(money=money)
        assert amounts(asked(club)) == expected
        club.reopen_night()


def test_rounding_for_cash_keeps_the_sum_and_says_what_it_moved(club):
    """37 ct for 1,000 points: 1961, -2405 and 444; in units of 1: 19.61, -24.05 and 4.44."""
    club.open_night(money=Money("EUR", 37, 1_000))
    club.result(**EXAMPLE)
    for unit, ken, john, taro in [(5, 1_960, -2_405, 445), (50, 1_950, -2_400, 450), (100, 2_000, -2_400, 400)]:
        assert amounts(shown(club, round_minor=unit)) == {"Ken": ken, "John": john, "Taro": taro}
    view = asked(club, round_minor=100)
    assert beside(view, LineKind.ROUNDING) == {"rounding": {"Ken": 39, "John": 5, "Taro": -44}}
    assert plan(view) == [("John", "Ken", 2_000), ("John", "Taro", 400)]
    before = club.rows()
    with pytest.raises(SettledOtherwise, match="night reopen 2026-11-20"):
        asked(club, round_minor=50)
    assert settle(club.engine, club.request("settle"), None, How(round_minor=100)).repeated
    assert club.rows() == before


def test_a_unit_that_is_left_goes_as_the_rules_of_the_last_game_say(club, tmp_path):
    """A cent for 40,000 points: 20,000 and -20,000 are half a cent each, and there is one cent for one of them."""
    worst = tmp_path / "worst.toml"
    worst.write_text('name = "worst"\nextends = "standard"\nodd_unit = "worst"\n', encoding="utf-8")
    scores = {"Ken": 25_000, "John": 30_000, "Taro": 30_000, "Anna": 35_000}
    club.open_night(money=Money("EUR", 1, 40_000))
    club.result(**scores, options=games.GameOptions(rules="standard"))
    assert amounts(shown(club)) == {"Anna": 1, "John": 0, "Taro": 0, "Ken": -1}
    club.void("1")
    club.result(**scores, options=games.GameOptions(rules=str(worst)))
    assert amounts(shown(club)) == {"Anna": 0, "John": 0, "Taro": 0, "Ken": 0}
    club.void("2")
    # 10,000, -5,000 and -5,000 for 8,000 a cent are 1.25, -0.625 and -0.625: of two equal ones the first seat has it.
    club.open_night(money=Money("EUR", 1, 8_000))
    club.result(Taro=45_000, John=45_000, Ken=45_000, last_dealer="John")
    assert amounts(shown(club)) == {"John": 1, "Taro": 0, "Ken": -1}
    club.void("3")
    club.result(Ken=45_000, John=45_000, Taro=45_000, last_dealer="John")
    assert amounts(shown(club)) == {"John": 1, "Taro": -1, "Ken": 0}


def test_what_is_open_from_earlier_nights_is_taken_in_also_of_absent_people(club):
    club.result(**EXAMPLE)
    asked(club)
    hand_over(club, "John", "Ken", 650)
    club.now += timedelta(days=7)
    club.result(**OTHER)
    assert amounts(shown(club)) == {"Anna": 2_000, "Ken": -1_000, "Taro": -1_000}
    view = asked(club, carry=True)
    assert amounts(view) == {"Anna": 2_000, "Ken": 1_000, "Taro": -400, "John": -2_600}
    assert beside(view, LineKind.CARRIED) == {"from 2026-11-20": {"Ken": 2_000, "John": -2_600, "Taro": 600}}
    assert plan(view) == [("John", "Anna", 2_000), ("John", "Ken", 600), ("Taro", "Ken", 400)]
    assert owed(club) == {(name, "EUR"): minor for name, minor in amounts(view).items()}
    assert settle(club.engine, club.request("settle"), NEXT, How(carry=True)).repeated
    with pytest.raises(LedgerError, match="2026-11-27"):
        club.reopen_night(FRIDAY)
    # A night before it takes nothing in of later ones.
    club.open_night(date(2026, 11, 13))
    nights_result = [FinalScore(name, score) for name, score in EXAMPLE.items()]
    options = games.GameOptions(held_on=date(2026, 11, 13))
    results.record_result(club.engine, club.request("game result"), nights_result, Count(), options)
    assert not beside(asked(club, date(2026, 11, 13), carry=True), LineKind.CARRIED)


def test_a_settled_night_is_not_said_to_have_taken_in_what_it_did_not(club):
    club.result(**EXAMPLE)
    asked(club)
    club.now += timedelta(days=7)
    club.result(**OTHER)
    asked(club)
    before = club.rows()
    for how in (How(carry=True), How(left_out=("1",)), How(pairwise=True), How(through="Ken")):
        with pytest.raises(SettledOtherwise):
            settle(club.engine, club.request("settle"), NEXT, how)
        with pytest.raises(SettledOtherwise):
            preview(club.engine, club.request("settle preview"), NEXT, how)
    assert club.rows() == before


def test_through_one_person_who_need_not_have_played_or_game_by_game(club):
    club.result(**EXAMPLE)
    club.result(**OTHER)
    club.add("Zoë")
    banker = shown(club, through="Zoë")
    assert banker.plan is PlanKind.THROUGH
    assert {*plan(banker)} == {
        *(("Taro", "Zoë", 400), ("John", "Zoë", 3_250), ("Zoë", "Anna", 2_000), ("Zoë", "Ken", 1_650)),
    }
    by_game = asked(club, pairwise=True)
    assert by_game.plan is PlanKind.PAIRWISE
    assert {*plan(by_game)} == {
        *(("John", "Ken", 2_650), ("John", "Taro", 600), ("Ken", "Anna", 1_000), ("Taro", "Anna", 1_000)),
    }
    club.reopen_night()
    fewest = asked(club)
    assert fewest.plan is PlanKind.FEWEST
    assert plan(fewest) == [("John", "Anna", 2_000), ("John", "Ken", 1_250), ("Taro", "Ken", 400)]
    for how in (How(pairwise=True, round_minor=5), How(pairwise=True, through="Ken")):
        club.reopen_night()
        with pytest.raises(UsageError, match="--pairwise goes game by game"):
            settle(club.engine, club.request("settle"), None, how)
        asked(club)


def test_a_game_that_is_not_over_is_left_out_by_name_and_the_night_is_locked(club):
    club.result(**EXAMPLE)
    club.start("Ken", "John", "Taro", label="window")
    club.hand("Ken tsumo s5")
    before = club.rows()
    with pytest.raises(StillOpen, match=r"game 2 .*--leave-out 2"):
        asked(club)
    for mark in ("1", "3", "door"):
        with pytest.raises(NotOver, match=f"--leave-out {mark}"):
            asked(club, left_out=(mark,))
    assert shown(club).left_out == (2,)
    assert club.rows() == before
    view = asked(club, left_out=("window",))
    assert (view.left_out, amounts(view)) == ((2,), {"Ken": 2_650, "John": -3_250, "Taro": 600})
    assert settle(club.engine, club.request("settle"), None, How(left_out=("2",))).repeated
    before = club.rows()
    for refused in (
        lambda: club.hand("Ken tsumo s5", "2"),
        lambda: club.end("2"),
        lambda: club.void("1"),
        lambda: club.result(**EXAMPLE),
        lambda: club.open_night(money=Money("EUR", 1, 1_000)),
    ):
        with pytest.raises(LedgerError, match="night reopen"):
            refused()
    assert club.rows() == before


def test_a_preview_records_nothing_and_shows_what_settling_shows(club):
    club.result(**EXAMPLE)
    club.start("Ken", "John", "Taro")
    line(club, "pizza", shared(1_000, "Anna", "Ken", "John"))
    before = club.rows()
    how = {"round_minor": 50, "through": "Ken"}
    early = shown(club, **how)
    assert club.rows() == before
    assert (early.preview, early.left_out) == (True, (2,))
    settled = asked(club, left_out=("2",), **how)
    assert (amounts(settled), plan(settled), settled.lines) == (amounts(early), plan(early), early.lines)


def test_a_night_opened_again_keeps_what_was_paid_and_the_next_settlement_shows_what_remains(club):
    club.result(**EXAMPLE)
    asked(club)
    hand_over(club, "John", "Ken", 1_000)
    club.reopen_night()
    assert owed(club) == {("John", "EUR"): 1_000, ("Ken", "EUR"): -1_000}
    club.result(Ken=30_000, John=75_000, Taro=30_000)
    view = asked(club)
    assert amounts(view) == {"Ken": 1_650, "John": -1_250, "Taro": -400}
    assert beside(view, LineKind.PAID) == {"paid to Ken": {"John": 1_000}, "paid by John": {"Ken": -1_000}}
    assert plan(view) == [("Taro", "Ken", 400), ("John", "Ken", 250)]
    assert owed(club) == {("Ken", "EUR"): 650, ("John", "EUR"): -250, ("Taro", "EUR"): -400}
    assert view.fits


def test_what_a_rule_takes_off_the_table_is_the_cash_boxs(club):
    """Of standard and WRC rules at 50 ct: a missing stick, a stick that is lost, a penalty of 20,000 points."""
    four = [FinalScore(*each) for each in (("Ken", 40_000), ("John", 30_000), ("Taro", 29_000), ("Anna", 20_000))]
    why = {"discrepancy": "a stick was left"}

    def of(rules, count):
        options = games.GameOptions(rules=rules)
        results.record_result(club.engine, club.request("game result"), four, count, options)
        view = shown(club)
        club.void(str(view.games[-1].number))
        return amounts(view)

    assert of("standard", Count(**why, discrepancy_by="box")) == {
        "Ken": 1_250,
        "John": 250,
        "Taro": -300,
        "Anna": -1_250,
        None: 50,
    }
    assert of("standard", Count(**why, discrepancy_by="Taro")) == {
        "Ken": 1_250,
        "John": 250,
        "Taro": -250,
        "Anna": -1_250,
    }
    assert of("wrc-2022", Count(sticks_left=1)) == {
        "Ken": 1_250,
        "John": 250,
        "Taro": -300,
        "Anna": -1_250,
        None: 50,
    }
    chombo = of("wrc-2022", Count(sticks_left=1, chombos=("Anna",)))
    assert (chombo["Anna"], chombo[None]) == (-1_250 - 1_000, 50 + 1_000)


def test_what_only_goes_with_money_or_with_a_settlement_is_refused(club):
    club.open_night(points_only=True)
    club.result(**EXAMPLE)
    before = club.rows()
    for how in (How(carry=True), How(round_minor=5), How(through="Ken"), How(pairwise=True)):
        with pytest.raises(PointsOnly, match="night open --date 2026-11-20 --rate"):
            settle(club.engine, club.request("settle"), None, how)
    with pytest.raises(PointsOnly):
        line(club, "pizza", shared(1_000, "Anna", "Ken"))
    with pytest.raises(NotSettledYet):
        replan(club.engine, club.request("settle replan"))
    assert club.rows() == before
    asked(club)
    with pytest.raises(PointsOnly):
        replan(club.engine, club.request("settle replan"))


def test_random_nights_are_settled_to_within_a_unit_and_clear(file_place, new_club):
    """Two dozen nights with all that can be beside their games, against the exact amounts worked out anew here."""
    draw = random.Random(20)
    club = new_club(str(file_place), rules="standard")
    people = club.add("Ken", "John", "Taro", "Anna", "Zoë", "Bo", "Ida")
    for night in range(24):
        money = Money(draw.choice(["EUR", "JPY", "KWD"]), draw.randint(1, 99), draw.choice([30, 700, 1_000]))
        unit = draw.choice([1, 5, 50, 100])
        exact = dict.fromkeys((*people, None), Fraction(0))
        club.open_night(club.now.date(), money=money)
        for _ in range(draw.randint(1, 3)):
            four = draw.sample(people, 4)
            scores = [draw.randint(-100, 500) * 100 for _ in range(3)]
            for one in club.result(**dict(zip(four, (*scores, 120_000 - sum(scores)), strict=True))).results:
                exact[one.player] += Fraction(one.points * money.rate_minor, money.rate_points)
        payer, *sharing = draw.sample(people, draw.randint(2, 5))
        cost = draw.randint(1, 9_999)
        for name, minor in line(club, "pizza", shared(cost, payer, *sharing)).answer.lines:
            exact[name] += minor
        ahead = draw.randint(1, 2_000)
        hand_over(club, "Ida", "Bo", ahead, advance=True, currency=money.currency, night=club.now.date())
        how = {"round_minor": unit} if unit > 1 else draw.choice([{"pairwise": True}, {"through": "Zoë"}, {}])
        view = asked(club, **how)
        settled = dict.fromkeys(exact, 0) | amounts(view)
        assert sum(settled.values()) == 0
        paid = {"Ida": ahead, "Bo": -ahead}
        left = {name: settled[name] + paid.get(name, 0) for name in settled}
        for name, minor in left.items():
            assert minor % unit == 0, (night, name)
            assert abs(minor - exact[name] - paid.get(name, 0)) < unit, (night, name)
        for one in view.transfers:
            assert one.amount_minor > 0
            left[one.payer] += one.amount_minor
            left[one.payee] -= one.amount_minor
        assert not any(left.values())
        assert view.fits
        club.now += timedelta(days=1)
    club.close()
