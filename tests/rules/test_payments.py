"""Who pays whom on a win: discarder and payers, honba, riichi sticks, and several winners."""

from collections import Counter
from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, LimitHand, Ron, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import change, payments, sticks_after
from ledger.shapes.hand import Limit, Payment, Reason, Table

STANDARD = preset("standard")
CLOSEST = replace(STANDARD, multi_ron_honba="closest", multi_ron_sticks="closest")
DUTCH = preset("dutch")
DUTCH_4P = preset("dutch-4p")
RIICHI, RON, TSUMO, HONBA, STICKS = Reason.RIICHI, Reason.RON, Reason.TSUMO, Reason.HONBA, Reason.STICKS


def table(players: int = 4, *, dealer: int = 0, honba: int = 0, sticks: int = 0) -> Table:
    return Table(round_wind=0, dealer=dealer, honba=honba, sticks=sticks, scores=(30_000,) * players)


def assert_paid(paid: tuple[Payment, ...], *expected: tuple[int | None, int | None, int, Reason]) -> None:
    assert Counter(paid) == Counter(Payment(*payment) for payment in expected)


def test_ron_is_paid_by_the_discarder_alone() -> None:
    paid = payments(Ron(discarder=1, wins=(Win(2, HanFu(3, 40)),)), table(), STANDARD)
    assert paid == (Payment(1, 2, 5_200, RON),)


def test_ron_by_the_dealer() -> None:
    paid = payments(Ron(1, (Win(3, HanFu(3, 40)),)), table(dealer=3), STANDARD)
    assert paid == (Payment(1, 3, 7_700, RON),)


def test_ron_from_the_dealer_costs_no_more_than_from_another() -> None:
    paid = payments(Ron(3, (Win(1, HanFu(3, 40)),)), table(dealer=3), STANDARD)
    assert paid == (Payment(3, 1, 5_200, RON),)


def test_ron_with_honba_and_sticks() -> None:
    facts = Ron(0, (Win(3, HanFu(4, 30)),), riichi=(0, 2))
    paid = payments(facts, table(dealer=1, honba=2, sticks=1), STANDARD)
    assert_paid(
        paid,
        (0, None, 1_000, RIICHI),
        (2, None, 1_000, RIICHI),
        (0, 3, 7_700, RON),
        (0, 3, 600, HONBA),
        (None, 3, 3_000, STICKS),
    )
    assert change(paid, 4) == (-9_300, 0, -1_000, 11_300)
    assert sticks_after(paid, 1) == 0


def test_a_winner_gets_the_own_stick_back() -> None:
    paid = payments(Ron(0, (Win(1, HanFu(2, 30)),), riichi=(1,)), table(), STANDARD)
    assert change(paid, 4) == (-2_000, 2_000, 0, 0)


def test_deposits_come_first() -> None:
    paid = payments(Ron(0, (Win(1, HanFu(2, 30)),), riichi=(3, 2)), table(honba=1), STANDARD)
    assert [payment.reason for payment in paid] == [RIICHI, RIICHI, RON, HONBA, STICKS]


def test_a_riichi_whose_tile_is_ronned_is_not_deposited() -> None:
    facts = Ron(2, (Win(0, HanFu(1, 30)),), riichi=(1,), on_riichi=True)
    paid = payments(facts, table(), STANDARD)
    assert change(paid, 4) == (2_500, -1_000, -1_500, 0)
    assert sticks_after(paid, 0) == 0


def test_honba_of_three_players_is_two_hundred_on_ron() -> None:
    paid = payments(Ron(0, (Win(1, Score(6)),)), table(3, honba=3), DUTCH)
    assert_paid(paid, (0, 1, 8_000, RON), (0, 1, 600, HONBA))


def test_a_ruleset_without_honba_has_no_payment_of_nothing() -> None:
    rules = replace(STANDARD, honba_ron=0, honba_tsumo=0)
    on_ron = payments(Ron(1, (Win(2, HanFu(1, 30)),)), table(honba=2), rules)
    on_tsumo = payments(Tsumo(Win(0, HanFu(1, 30))), table(honba=2), rules)
    assert on_ron == (Payment(1, 2, 1_000, RON),)
    assert_paid(on_tsumo, *((seat, 0, 500, TSUMO) for seat in (1, 2, 3)))


def test_fifteen_hundred_honba_where_a_ruleset_says_so() -> None:
    rules = replace(STANDARD, honba_ron=1_500, honba_tsumo=500)
    assert Payment(1, 2, 3_000, HONBA) in payments(Ron(1, (Win(2, HanFu(1, 30)),)), table(honba=2), rules)
    assert Payment(3, 0, 1_000, HONBA) in payments(Tsumo(Win(0, HanFu(1, 30))), table(honba=2), rules)


DOUBLE_RON = Ron(discarder=1, wins=(Win(0, HanFu(2, 30)), Win(3, HanFu(3, 30))), riichi=(0, 2))
"""The dealer and seat 3 win from seat 1; seat 3 is next in turn after it. The dealer and a loser were in riichi."""


def test_double_ron_each_gets_honba_and_the_own_stick() -> None:
    paid = payments(DOUBLE_RON, table(honba=1, sticks=2), STANDARD)
    assert_paid(
        paid,
        (0, None, 1_000, RIICHI),
        (2, None, 1_000, RIICHI),
        (1, 3, 3_900, RON),
        (1, 3, 300, HONBA),
        (1, 0, 2_900, RON),
        (1, 0, 300, HONBA),
        (None, 3, 3_000, STICKS),  # the loser's stick and the two carried
        (None, 0, 1_000, STICKS),  # the winner's own
    )
    assert change(paid, 4) == (3_200, -7_400, -1_000, 7_200)


def test_double_ron_honba_and_sticks_to_the_closest() -> None:
    paid = payments(DOUBLE_RON, table(honba=1, sticks=2), CLOSEST)
    assert_paid(
        paid,
        (0, None, 1_000, RIICHI),
        (2, None, 1_000, RIICHI),
        (1, 3, 3_900, RON),
        (1, 3, 300, HONBA),
        (1, 0, 2_900, RON),
        (None, 3, 4_000, STICKS),
    )
    assert change(paid, 4) == (1_900, -7_100, -1_000, 8_200)


def test_double_ron_honba_to_the_closest_and_sticks_back_to_their_owners() -> None:
    rules = replace(STANDARD, multi_ron_honba="closest")
    paid = payments(DOUBLE_RON, table(honba=1, sticks=2), rules)
    assert change(paid, 4) == (2_900, -7_100, -1_000, 7_200)


def test_double_ron_honba_to_each_and_sticks_to_the_closest() -> None:
    rules = replace(STANDARD, multi_ron_sticks="closest")
    paid = payments(DOUBLE_RON, table(honba=1, sticks=2), rules)
    assert change(paid, 4) == (2_200, -7_400, -1_000, 8_200)


def test_double_ron_where_both_winners_were_in_riichi() -> None:
    facts = replace(DOUBLE_RON, riichi=(0, 3))
    own_back = payments(facts, table(), STANDARD)
    closest = payments(facts, table(), CLOSEST)
    assert [p for p in own_back if p.payer is None] == [(None, 3, 1_000, STICKS), (None, 0, 1_000, STICKS)]
    assert [p for p in closest if p.payer is None] == [(None, 3, 2_000, STICKS)]


@pytest.mark.parametrize(
    ("discarder", "winners", "closest"),
    [(0, (3, 2), 2), (0, (3, 1), 1), (1, (0, 3), 3), (1, (0, 2), 2), (2, (1, 0), 0), (2, (1, 3), 3), (3, (2, 1), 1)],
)
def test_the_closest_winner_follows_the_discarder_in_turn(
    discarder: int, winners: tuple[int, ...], closest: int
) -> None:
    wins = tuple(Win(winner, HanFu(1, 30)) for winner in winners)
    paid = payments(Ron(discarder, wins), table(dealer=1, honba=1, sticks=1), CLOSEST)
    assert [p.payee for p in paid if p.reason in (HONBA, STICKS)] == [closest, closest]


def test_triple_ron() -> None:
    facts = Ron(2, (Win(0, HanFu(1, 30)), Win(1, YakumanHand()), Win(3, LimitHand(Limit.MANGAN))), riichi=(1, 2))
    paid = payments(facts, table(honba=2, sticks=1), STANDARD)
    assert_paid(
        paid,
        (1, None, 1_000, RIICHI),
        (2, None, 1_000, RIICHI),
        (2, 3, 8_000, RON),
        (2, 3, 600, HONBA),
        (2, 0, 1_500, RON),
        (2, 0, 600, HONBA),
        (2, 1, 32_000, RON),
        (2, 1, 600, HONBA),
        (None, 3, 2_000, STICKS),  # the discarder's and the one carried
        (None, 1, 1_000, STICKS),
    )
    assert change(paid, 4) == (2_100, 32_600, -44_300, 10_600)


def test_double_ron_of_three_players() -> None:
    facts = Ron(2, (Win(0, Score(3)), Win(1, Score(5))), riichi=(0, 1))
    paid = payments(facts, table(3, dealer=1, honba=1, sticks=1), DUTCH)
    # Seat 0 follows the discarder: the carried stick is its; each gets the own stick back.
    assert change(paid, 3) == (1_000 + 200 + 1_000, 6_000 + 200, -7_400)
    assert sticks_after(paid, 1) == 0


def test_tsumo_by_the_dealer_is_paid_alike_by_all() -> None:
    facts = Tsumo(Win(2, HanFu(4, 30)), riichi=(2, 0))
    paid = payments(facts, table(dealer=2, honba=1, sticks=1), STANDARD)
    assert_paid(
        paid,
        (2, None, 1_000, RIICHI),
        (0, None, 1_000, RIICHI),
        *((seat, 2, 3_900, TSUMO) for seat in (0, 1, 3)),
        *((seat, 2, 100, HONBA) for seat in (0, 1, 3)),
        (None, 2, 3_000, STICKS),
    )
    assert change(paid, 4) == (-5_000, -4_000, 14_000, -4_000)


def test_tsumo_by_another_costs_the_dealer_twice() -> None:
    paid = payments(Tsumo(Win(1, HanFu(1, 30))), table(dealer=3, honba=2), STANDARD)
    assert_paid(
        paid,
        (3, 1, 500, TSUMO),
        (0, 1, 300, TSUMO),
        (2, 1, 300, TSUMO),
        *((seat, 1, 200, HONBA) for seat in (0, 2, 3)),
    )
    assert change(paid, 4) == (-500, 1_700, -500, -700)


def test_tsumo_of_three_players_nobody_pays_for_the_missing_seat() -> None:
    by_other = payments(Tsumo(Win(1, Score(3)), riichi=(1,)), table(3, honba=1, sticks=2), DUTCH)
    by_dealer = payments(Tsumo(Win(0, Score(6))), table(3, honba=1), DUTCH)
    assert change(by_other, 3) == (-600, 600 + 400 + 2_000, -400)
    assert change(by_dealer, 3) == (8_200, -4_100, -4_100)


def test_tsumo_of_four_by_the_dutch_table_both_others_pay_the_same() -> None:
    paid = payments(Tsumo(Win(3, Score(5))), table(dealer=1), DUTCH_4P)
    assert change(paid, 4) == (-1_000, -2_000, -1_000, 4_000)


def test_double_yakuman_tsumo() -> None:
    paid = payments(Tsumo(Win(0, YakumanHand(2))), table(), STANDARD)
    assert change(paid, 4) == (96_000, -32_000, -32_000, -32_000)
