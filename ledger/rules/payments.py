"""Who pays whom in a hand, and why: payments, which sum to zero with the pot by construction."""

from collections.abc import Iterator

from ledger.errors import LedgerError
from ledger.rules.facts import ExhaustiveDraw, Facts, Ron, Tsumo, wins_of
from ledger.rules.points import Base, base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Payment, Reason, Table

STICK = 1000
"""Points of a riichi stick."""
MOST_STICKS = 99
"""More riichi sticks than these never stay on a table."""


MOST_WINNERS = {"all": 3, "two": 2, "head_bump": 1}
"""How many may win by one discard."""


class ImpossibleFacts(LedgerError):
    """Facts that contradict each other or the table."""


def payments(facts: Facts, table: Table, rules: Ruleset) -> tuple[Payment, ...]:
    """All payments of a hand played at this table, riichi deposits first. Raises ImpossibleFacts or CannotOccur."""
    check_facts(facts, table.players)
    _check_allowed(facts, table, rules)
    return (*_deposits(facts), *_outcome(facts, table, rules))


def check_facts(facts: Facts, players: int) -> None:
    """Refuses facts that cannot be: a seat named twice, a winner who is the discarder."""
    named = [*facts.riichi, *(w.winner for w in wins_of(facts))]
    if isinstance(facts, Ron):
        named.append(facts.discarder)
        if not facts.wins:
            raise ImpossibleFacts("a ron needs a winner")
        if any(w.winner == facts.discarder for w in facts.wins):
            raise ImpossibleFacts("the winner cannot be the discarder: a win by one's own tile is a tsumo")
        if facts.on_riichi and facts.discarder in facts.riichi:
            raise ImpossibleFacts("a riichi that was ronned is not deposited: name the discarder in on-riichi only")
    if isinstance(facts, ExhaustiveDraw):
        named += facts.tenpai
        if set(facts.riichi) - set(facts.tenpai):
            raise ImpossibleFacts("a riichi player is tenpai at a draw (a riichi without tenpai is a chombo)")
        _no_doubles(facts.tenpai)
    if any(not 0 <= seat < players for seat in named):
        raise ImpossibleFacts(f"a seat outside 0 to {players - 1}")
    _no_doubles(facts.riichi)
    _no_doubles(tuple(w.winner for w in wins_of(facts)))


def _check_allowed(facts: Facts, table: Table, rules: Ruleset) -> None:
    """Refuses what can happen at other tables, but not under these rules."""
    if isinstance(facts, Ron) and len(facts.wins) > MOST_WINNERS[rules.multi_ron]:
        raise ImpossibleFacts(
            "head bump: of several who could win, only the next in turn after the discarder wins"
            if rules.multi_ron == "head_bump"
            else f"ruleset {rules.name} breaks a hand off in which three win at once"
        )
    if not rules.riichi_below_1000 and any(table.scores[seat] < STICK for seat in facts.riichi):
        raise ImpossibleFacts(f"under ruleset {rules.name} nobody with less than {STICK:,} points can be in riichi")


def _no_doubles(seats: tuple[int, ...]) -> None:
    if len(set(seats)) != len(seats):
        raise ImpossibleFacts("the same player is named twice")


def _deposits(facts: Facts) -> Iterator[Payment]:
    for seat in facts.riichi:
        yield Payment(seat, None, STICK, Reason.RIICHI)


def _outcome(facts: Facts, table: Table, rules: Ruleset) -> Iterator[Payment]:
    match facts:
        case Ron():
            return _ron(facts, table, rules)
        case Tsumo():
            return _tsumo(facts, table, rules)
        case ExhaustiveDraw():
            return _noten(facts, table, rules)


def turn_order(seats: tuple[int, ...], after: int, players: int) -> list[int]:
    """Seats in turn order, beginning with the one that follows the given seat."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % players)


def _ron(facts: Ron, table: Table, rules: Ruleset) -> Iterator[Payment]:
    prices = {w.winner: w.price for w in facts.wins}
    winners = turn_order(tuple(prices), facts.discarder, table.players)
    closest = winners[0]
    for winner in winners:
        base = base_points(prices[winner], rules, ron=True)
        yield Payment(facts.discarder, winner, ron_points(base, dealer_wins=winner == table.dealer), Reason.RON)
        if table.honba and rules.honba_ron and (winner == closest or rules.multi_ron_honba == "each"):
            yield Payment(facts.discarder, winner, rules.honba_ron * table.honba, Reason.HONBA)
    own = {seat: 1 for seat in winners if seat in facts.riichi and rules.multi_ron_sticks == "own_back"}
    pot = table.sticks + len(facts.riichi)
    for winner in winners:
        sticks = own.get(winner, 0) + (pot - len(own) if winner == closest else 0)
        if sticks:
            yield Payment(None, winner, sticks * STICK, Reason.STICKS)


def _tsumo(facts: Tsumo, table: Table, rules: Ruleset) -> Iterator[Payment]:
    winner = facts.win.winner
    base = base_points(facts.win.price, rules, ron=False)
    payers = [seat for seat in turn_order(tuple(range(table.players)), winner, table.players) if seat != winner]
    for payer in payers:
        yield Payment(payer, winner, _tsumo_payment(base, payer, winner, table, rules), Reason.TSUMO)
        if table.honba and rules.honba_tsumo:
            yield Payment(payer, winner, rules.honba_tsumo * table.honba, Reason.HONBA)
    if pot := table.sticks + len(facts.riichi):
        yield Payment(None, winner, pot * STICK, Reason.STICKS)


def _tsumo_payment(base: Base, payer: int, winner: int, table: Table, rules: Ruleset) -> int:
    """What one player pays by tsumo; of three, nobody pays for the missing seat, or the two share its part."""
    points = tsumo_points(base, dealer_involved=table.dealer in (winner, payer))
    if table.players == 3 and rules.tsumo_of_three == "bisection":
        missing = tsumo_points(base, dealer_involved=winner == table.dealer)
        points += -(-missing // 200) * 100
    return points


def _noten(facts: ExhaustiveDraw, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """The noten share what they pay, the tenpai what they get; paired off in turn from the dealer on."""
    in_turn = turn_order(tuple(range(table.players)), table.dealer - 1, table.players)
    tenpai = [seat for seat in in_turn if seat in facts.tenpai]
    noten = [seat for seat in in_turn if seat not in facts.tenpai]
    if not tenpai or not noten or not rules.noten_pool:
        return
    to_pay, to_get = rules.noten_pool // len(noten), rules.noten_pool // len(tenpai)
    owed = [[seat, to_get] for seat in tenpai]
    for payer in noten:
        left = to_pay
        while left:
            points = min(left, owed[0][1])
            yield Payment(payer, owed[0][0], points, Reason.NOTEN)
            left -= points
            owed[0][1] -= points
            if not owed[0][1]:
                owed.pop(0)


def change(paid: tuple[Payment, ...], players: int) -> tuple[int, ...]:
    """How each seat's points change by these payments."""
    points = [0] * players
    for payment in paid:
        if payment.payer is not None:
            points[payment.payer] -= payment.points
        if payment.payee is not None:
            points[payment.payee] += payment.points
    return tuple(points)


def sticks_after(paid: tuple[Payment, ...], before: int) -> int:
    """Riichi sticks in the pot after these payments."""
    moved = sum(p.points for p in paid if p.payee is None) - sum(p.points for p in paid if p.payer is None)
    return before + moved // STICK
