"""What is paid at an exhaustive draw, and the facts that are refused."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, Ron, Score, Tsumo, Win, wins_of
from ledger.rules.payments import ImpossibleFacts, change, check_facts, payments, sticks_after
from ledger.rules.points import CannotOccur, WrongMethod
from ledger.shapes.hand import Payment, Reason, Table

STANDARD = preset("standard")
DUTCH = preset("dutch")
HAND = HanFu(2, 30)


def draw(players: int, *tenpai: int) -> tuple[Payment, ...]:
    table = Table(0, 0, 1, 2, (30_000,) * players)
    return payments(ExhaustiveDraw(tenpai), table, STANDARD if players == 4 else DUTCH)


@pytest.mark.parametrize("players", [3, 4])
def test_nothing_is_paid_when_nobody_or_everybody_is_tenpai(players: int) -> None:
    assert draw(players) == ()
    assert draw(players, *range(players)) == ()


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [
        ((2,), (-1_000, -1_000, 3_000, -1_000)),
        ((0, 3), (1_500, -1_500, -1_500, 1_500)),
        ((1, 2), (-1_500, 1_500, 1_500, -1_500)),
        ((0, 1, 3), (1_000, 1_000, -3_000, 1_000)),
    ],
)
def test_four_players_share_three_thousand(tenpai: tuple[int, ...], changes: tuple[int, ...]) -> None:
    assert change(draw(4, *tenpai), 4) == changes


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [((1,), (-1_000, 2_000, -1_000)), ((0, 2), (1_000, -2_000, 1_000)), ((1, 2), (-2_000, 1_000, 1_000))],
)
def test_three_players_share_two_thousand(tenpai: tuple[int, ...], changes: tuple[int, ...]) -> None:
    assert change(draw(3, *tenpai), 3) == changes


@pytest.mark.parametrize("tenpai", [(a, b) for a in range(4) for b in range(4) if a != b])
def test_two_tenpai_of_four_are_two_payments_of_fifteen_hundred(tenpai: tuple[int, int]) -> None:
    paid = draw(4, *tenpai)
    assert [(payment.points, payment.reason) for payment in paid] == [(1_500, Reason.NOTEN)] * 2
    assert {payment.payee for payment in paid} == set(tenpai)
    assert {payment.payer for payment in paid} == {0, 1, 2, 3} - set(tenpai)


def test_three_tenpai_are_three_payments_of_one_payer() -> None:
    assert draw(4, 3, 1, 0) == tuple(Payment(2, seat, 1_000, Reason.NOTEN) for seat in (0, 1, 3))


def test_riichi_sticks_stay_in_the_pot() -> None:
    table = Table(0, 0, 0, 2, (30_000,) * 4)
    paid = payments(ExhaustiveDraw(tenpai=(1, 3), riichi=(3,)), table, STANDARD)
    assert paid[0] == Payment(3, None, 1_000, Reason.RIICHI)
    assert change(paid, 4) == (-1_500, 1_500, -1_500, 500)
    assert sticks_after(paid, 2) == 3


def test_honba_is_not_paid_at_a_draw() -> None:
    assert {payment.reason for payment in draw(4, 1)} == {Reason.NOTEN}


def test_a_ruleset_may_have_no_noten_payment_or_another() -> None:
    table = Table(0, 0, 0, 0, (30_000,) * 4)
    assert payments(ExhaustiveDraw((1,)), table, replace(STANDARD, noten_pool=0)) == ()
    paid = payments(ExhaustiveDraw((0, 1)), table, replace(STANDARD, noten_pool=6_000))
    assert change(paid, 4) == (3_000, 3_000, -3_000, -3_000)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (Ron(1, ()), "a ron needs a winner"),
        (Ron(1, (Win(1, HAND),)), "the winner cannot be the discarder"),
        (Ron(1, (Win(2, HAND), Win(1, HAND))), "the winner cannot be the discarder"),
        (Ron(1, (Win(2, HAND), Win(2, HAND))), "the same player is named twice"),
        (Ron(1, (Win(2, HAND),), riichi=(3, 3)), "the same player is named twice"),
        (Ron(1, (Win(2, HAND),), riichi=(1,), on_riichi=True), "a riichi that was ronned is not deposited"),
        (Ron(4, (Win(2, HAND),)), "a seat outside 0 to 3"),
        (Ron(1, (Win(4, HAND),)), "a seat outside 0 to 3"),
        (Ron(1, (Win(-1, HAND),)), "a seat outside 0 to 3"),
        (Ron(1, (Win(2, HAND),), riichi=(4,)), "a seat outside 0 to 3"),
        (Tsumo(Win(4, HAND)), "a seat outside 0 to 3"),
        (Tsumo(Win(0, HAND), riichi=(-1,)), "a seat outside 0 to 3"),
        (Tsumo(Win(0, HAND), riichi=(2, 2)), "the same player is named twice"),
        (ExhaustiveDraw((4,)), "a seat outside 0 to 3"),
        (ExhaustiveDraw((2, 2)), "the same player is named twice"),
        (ExhaustiveDraw((2,), riichi=(2, 2)), "the same player is named twice"),
        (ExhaustiveDraw((2,), riichi=(1,)), "a riichi player is tenpai at a draw"),
        (ExhaustiveDraw((), riichi=(1,)), "a riichi player is tenpai at a draw"),
    ],
)
def test_facts_that_cannot_be_are_refused(facts: Facts, reason: str) -> None:
    with pytest.raises(ImpossibleFacts, match=reason):
        check_facts(facts, 4)
    with pytest.raises(ImpossibleFacts, match=reason):
        payments(facts, Table(0, 0, 0, 0, (30_000,) * 4), STANDARD)


@pytest.mark.parametrize(
    "facts",
    [Ron(3, (Win(2, HAND),)), Ron(1, (Win(3, HAND),)), Tsumo(Win(3, HAND)), ExhaustiveDraw((3,))],
)
def test_three_players_have_no_fourth_seat(facts: Facts) -> None:
    check_facts(facts, 4)
    with pytest.raises(ImpossibleFacts, match="a seat outside 0 to 2"):
        check_facts(facts, 3)


@pytest.mark.parametrize(
    "facts",
    [
        Ron(1, (Win(2, HAND),), riichi=(1, 2, 3)),
        Ron(1, (Win(2, HAND),), riichi=(2,), on_riichi=True),
        Ron(0, (Win(1, HAND), Win(2, HAND), Win(3, HAND)), riichi=(0, 1, 2, 3)),
        Tsumo(Win(2, HAND), riichi=(0, 1, 2, 3)),
        ExhaustiveDraw((0, 1, 2, 3), riichi=(3, 2, 1, 0)),
        ExhaustiveDraw(),
    ],
)
def test_facts_that_can_be_are_accepted(facts: Facts) -> None:
    check_facts(facts, 4)


def test_a_price_is_checked_for_how_it_was_won() -> None:
    table = Table(0, 0, 0, 0, (30_000,) * 4)
    pinfu, pairs = HanFu(2, 20), HanFu(2, 25)
    with pytest.raises(CannotOccur, match="20 fu cannot occur on ron"):
        payments(Ron(1, (Win(2, pinfu),)), table, STANDARD)
    with pytest.raises(CannotOccur, match="25 fu cannot occur on tsumo"):
        payments(Tsumo(Win(2, pairs)), table, STANDARD)
    assert change(payments(Tsumo(Win(2, pinfu)), table, STANDARD), 4) == (-700, -400, 1_500, -400)
    assert change(payments(Ron(1, (Win(2, pairs),)), table, STANDARD), 4) == (0, -1_600, 1_600, 0)


def test_each_price_of_several_winners_is_checked() -> None:
    with pytest.raises(WrongMethod, match="s5 is a Dutch score"):
        payments(Ron(1, (Win(2, HAND), Win(3, Score(5)))), Table(0, 0, 0, 0, (30_000,) * 4), STANDARD)


@pytest.mark.parametrize(
    "value",
    [Win(2, HAND), Ron(1, (Win(2, HAND),)), Tsumo(Win(2, HAND)), ExhaustiveDraw((1,)), Table(0, 0, 0, 0, (0,) * 4)],
)
def test_what_happened_cannot_be_changed_afterwards(value: Win | Facts | Table) -> None:
    assert {value, replace(value)} == {value}
    with pytest.raises(FrozenInstanceError):
        setattr(value, fields(value)[0].name, None)


def test_the_wins_of_any_facts() -> None:
    wins = (Win(2, HAND), Win(3, HAND))
    assert wins_of(Ron(1, wins)) == wins
    assert wins_of(Tsumo(wins[0])) == wins[:1]
    assert wins_of(ExhaustiveDraw((1,))) == ()
