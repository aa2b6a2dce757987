"""What holds for the payments of every hand, whatever happened at the table."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ledger.presets import preset
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, LimitHand, Price, Ron, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import change, payments, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.rules.turns import turn_order
from ledger.shapes.hand import Limit, Payment, Table

PRESETS = [preset(name) for name in ("dutch", "dutch-4p", "standard")]
VARIANTS = [
    replace(rules, multi_ron_honba=honba, multi_ron_sticks=sticks)
    for rules in PRESETS
    for honba in ("each", "closest")
    for sticks in ("own_back", "closest")
]
ANY = ("ron", "tsumo", "draw")
LIMITS = [LimitHand(limit) for limit in Limit]
DUTCH_PRICES: list[Price] = [
    *(Score(score) for score in range(3, 19)),
    *(HanFu(han) for han in range(1, 17)),
    *(YakumanHand(multiple) for multiple in (1, 2, 3)),
    *LIMITS,
]
HAN_FU_PRICES: list[Price] = [
    *(HanFu(han, fu) for han in range(1, 7) for fu in range(30, 180, 10)),
    *(HanFu(han) for han in range(5, 15)),
    *(YakumanHand(multiple) for multiple in range(1, 7)),
    *LIMITS,
]


@st.composite
def played(draw: st.DrawFn, *kinds: str) -> tuple[Facts, Table, Ruleset]:
    """Facts of one of these kinds at any table under any of the rulesets."""
    rules = draw(st.sampled_from(VARIANTS))
    seats = range(rules.players)
    table = Table(
        round_wind=draw(st.integers(0, 1)),
        dealer=draw(st.sampled_from(seats)),
        honba=draw(st.integers(0, 12)),
        sticks=draw(st.integers(0, 5)),
        scores=tuple(draw(st.integers(-300, 900)) * 100 for _ in seats),
    )
    some = st.lists(st.sampled_from(seats), unique=True).map(tuple)
    prices = st.sampled_from(DUTCH_PRICES if rules.method == "dutch" else HAN_FU_PRICES)
    riichi = draw(some)
    kind = draw(st.sampled_from(kinds))
    if kind == "tsumo":
        return Tsumo(Win(draw(st.sampled_from(seats)), draw(prices)), riichi), table, rules
    if kind == "draw":
        return ExhaustiveDraw(tuple({*riichi, *draw(some)}), riichi), table, rules
    discarder = draw(st.sampled_from(seats))
    others = draw(st.permutations([seat for seat in seats if seat != discarder]))
    winners = others[: draw(st.integers(1, len(others)))]
    on_riichi = discarder not in riichi and draw(st.booleans())
    return Ron(discarder, tuple(Win(seat, draw(prices)) for seat in winners), riichi, on_riichi), table, rules


def rotated(facts: Facts, turn: int, players: int) -> Facts:
    """The same facts with everyone sitting so many seats further on."""

    def seats(before: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((seat + turn) % players for seat in before)

    def win(before: Win) -> Win:
        return replace(before, winner=(before.winner + turn) % players)

    match facts:
        case Ron(discarder, wins, riichi, on_riichi):
            return Ron((discarder + turn) % players, tuple(win(w) for w in wins), seats(riichi), on_riichi)
        case Tsumo(won, riichi):
            return Tsumo(win(won), seats(riichi))
        case ExhaustiveDraw(tenpai, riichi):
            return ExhaustiveDraw(seats(tenpai), seats(riichi))


def rotated_payment(payment: Payment, turn: int, players: int) -> Payment:
    return payment._replace(
        payer=None if payment.payer is None else (payment.payer + turn) % players,
        payee=None if payment.payee is None else (payment.payee + turn) % players,
    )


@given(played(*ANY))
def test_a_hand_sums_to_zero_with_the_pot(hand: tuple[Facts, Table, Ruleset]) -> None:
    facts, table, rules = hand
    paid = payments(facts, table, rules)
    after = sticks_after(paid, table.sticks)
    assert sum(change(paid, rules.players)) + 1000 * (after - table.sticks) == 0
    assert after == (table.sticks + len(facts.riichi) if isinstance(facts, ExhaustiveDraw) else 0)


@given(played(*ANY))
def test_every_payment_is_a_positive_multiple_of_a_hundred_between_two(hand: tuple[Facts, Table, Ruleset]) -> None:
    facts, table, rules = hand
    for payment in payments(facts, table, rules):
        assert payment.points > 0
        assert payment.points % 100 == 0
        assert payment.payer != payment.payee


@given(played(*ANY), st.integers(1, 3))
def test_rotating_everyone_rotates_the_payments_only(hand: tuple[Facts, Table, Ruleset], turn: int) -> None:
    facts, table, rules = hand
    players = rules.players
    scores = tuple(table.scores[(seat - turn) % players] for seat in range(players))
    turned = replace(table, dealer=(table.dealer + turn) % players, scores=scores)
    before = payments(facts, table, rules)
    after = payments(rotated(facts, turn, players), turned, rules)
    changes = change(before, players)
    assert change(after, players) == tuple(changes[(seat - turn) % players] for seat in range(players))
    # Which noten pays which tenpai is paired off in seat order, so at a draw only the changes rotate.
    if not isinstance(facts, ExhaustiveDraw):
        assert after == tuple(rotated_payment(payment, turn, players) for payment in before)


@given(played("ron"))
def test_who_neither_wins_nor_deals_in_nor_declares_riichi_is_not_touched_by_a_ron(
    hand: tuple[Facts, Table, Ruleset],
) -> None:
    facts, table, rules = hand
    assert isinstance(facts, Ron)
    involved = {facts.discarder, *facts.riichi, *(win.winner for win in facts.wins)}
    changes = change(payments(facts, table, rules), rules.players)
    assert all(changes[seat] == 0 for seat in range(rules.players) if seat not in involved)
    assert all(changes[win.winner] + 1_000 * (win.winner in facts.riichi) > 0 for win in facts.wins)
    assert changes[facts.discarder] < 0


@given(played("tsumo"))
def test_a_tsumo_is_won_from_everyone_else(hand: tuple[Facts, Table, Ruleset]) -> None:
    facts, table, rules = hand
    assert isinstance(facts, Tsumo)
    changes = change(payments(facts, table, rules), rules.players)
    assert [seat for seat in range(rules.players) if changes[seat] > 0] == [facts.win.winner]
    assert all(changes[seat] < 0 for seat in range(rules.players) if seat != facts.win.winner)


@given(played("ron"))
def test_the_order_in_which_winners_are_named_does_not_matter(hand: tuple[Facts, Table, Ruleset]) -> None:
    facts, table, rules = hand
    assert isinstance(facts, Ron)
    turned = replace(facts, wins=facts.wins[::-1])
    assert payments(turned, table, rules) == payments(facts, table, rules)


def test_turn_order_begins_after_the_given_seat() -> None:
    assert turn_order((0, 1, 3), 2, 4) == [3, 0, 1]
    assert turn_order((2, 0), 0, 3) == [2, 0]
