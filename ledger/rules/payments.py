"""Who pays whom in a hand, and why: payments, which sum to zero with the pot by construction."""

from collections.abc import Iterator

from ledger.errors import LedgerError, listing
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Liability, Ron, Tsumo, wins_of
from ledger.rules.points import LIMIT_BASE, Base, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.rules.shares import honba_payer, ron_shares, tsumo_shares
from ledger.rules.turns import others_in_turn, turn_order
from ledger.shapes.hand import Abort, Limit, Payment, Reason, Table

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
    match facts:
        case Ron():
            named.append(facts.discarder)
            _check_ron(facts)
        case ExhaustiveDraw(tenpai, _, nagashi):
            named += [*tenpai, *nagashi]
            _check_draw(facts)
        case AbortiveDraw(kind, riichi):
            if kind is Abort.FOUR_RIICHI and len(riichi) != players:
                raise ImpossibleFacts("four-riichi: all four are in riichi, so type riichi with all four names")
        case Chombo(offender):
            named.append(offender)
    liable = [(win.winner, win.liable.seat) for win in wins_of(facts) if win.liable]
    if any(winner == seat for winner, seat in liable):
        raise ImpossibleFacts("nobody is liable for their own hand")
    named += [seat for _, seat in liable]
    if any(not 0 <= seat < players for seat in named):
        raise ImpossibleFacts(f"a seat outside 0 to {players - 1}")
    _no_doubles(facts.riichi)
    _no_doubles(tuple(w.winner for w in wins_of(facts)))


def _check_draw(facts: ExhaustiveDraw) -> None:
    if set(facts.riichi) - set(facts.tenpai):
        raise ImpossibleFacts("a riichi player is tenpai at a draw (a riichi without tenpai is a chombo)")
    _no_doubles(facts.tenpai)
    _no_doubles(facts.nagashi)


def _check_ron(facts: Ron) -> None:
    if not facts.wins:
        raise ImpossibleFacts("a ron needs a winner")
    if any(w.winner == facts.discarder for w in facts.wins):
        raise ImpossibleFacts("the winner cannot be the discarder: a win by one's own tile is a tsumo")
    if facts.on_riichi and facts.discarder in facts.riichi:
        raise ImpossibleFacts("a riichi that was ronned is not deposited: name the discarder in on-riichi only")


def _check_allowed(facts: Facts, table: Table, rules: Ruleset) -> None:
    """Refuses what can happen at other tables, but not under these rules."""
    match facts:
        case Ron(_, wins) if len(wins) > MOST_WINNERS[rules.multi_ron]:
            raise ImpossibleFacts(
                "head bump: of several who could win, only the next in turn after the discarder wins"
                if rules.multi_ron == "head_bump"
                else f"ruleset {rules.name} breaks a hand off in which three win at once: type abort triple-ron"
            )
        case ExhaustiveDraw(_, _, nagashi) if nagashi and rules.nagashi == "none":
            raise ImpossibleFacts(f"ruleset {rules.name} pays nothing for nagashi: type the draw without it")
        case AbortiveDraw(kind) if kind not in (allowed := allowed_aborts(rules)):
            raise ImpossibleFacts(
                f"ruleset {rules.name} breaks a hand off only for {listing(allowed, 'or')}, not for {kind}: play it on"
                if allowed
                else f"ruleset {rules.name} breaks no hand off: play it on"
            )
        case Chombo() if rules.chombo == "none":
            raise ImpossibleFacts(f"ruleset {rules.name} has no payment for a chombo")
    declared = (*facts.riichi, facts.discarder) if isinstance(facts, Ron) and facts.on_riichi else facts.riichi
    if not rules.riichi_below_1000 and any(table.scores[seat] < STICK for seat in declared):
        raise ImpossibleFacts(f"under ruleset {rules.name} nobody with less than {STICK:,} points can be in riichi")


def allowed_aborts(rules: Ruleset) -> tuple[str, ...]:
    """What breaks a hand off under these rules."""
    return (*rules.abortive_draws, *((Abort.TRIPLE_RON.value,) if rules.multi_ron == "two" else ()))


def _no_doubles(seats: tuple[int, ...]) -> None:
    if len(set(seats)) != len(seats):
        raise ImpossibleFacts("the same player is named twice")


def _deposits(facts: Facts) -> Iterator[Payment]:
    if isinstance(facts, Chombo):
        return  # the hand is played again, and its sticks go back
    for seat in facts.riichi:
        yield Payment(seat, None, STICK, Reason.RIICHI)


def _outcome(facts: Facts, table: Table, rules: Ruleset) -> Iterator[Payment]:
    match facts:
        case Ron():
            return _ron(facts, table, rules)
        case Tsumo():
            return _tsumo(facts, table, rules)
        case ExhaustiveDraw(nagashi=()):
            return _noten(facts, table, rules)
        case ExhaustiveDraw():
            return _nagashi(facts, table, rules)
        case AbortiveDraw():
            return iter(())
        case Chombo():
            return _chombo(facts.offender, table, rules)


def _ron(facts: Ron, table: Table, rules: Ruleset) -> Iterator[Payment]:
    by_winner = {win.winner: win for win in facts.wins}
    winners = turn_order(tuple(by_winner), facts.discarder, table.players)
    closest = winners[0]
    for winner in winners:
        yield from ron_shares(by_winner[winner], facts.discarder, table, rules)
        if table.honba and rules.honba_ron and gets_counters(winner, tuple(winners), facts.discarder, rules):
            payer = honba_payer(by_winner[winner], facts.discarder, rules)
            yield Payment(payer, winner, rules.honba_ron * table.honba, Reason.HONBA)
    own = {seat: 1 for seat in winners if seat in facts.riichi and rules.multi_ron_sticks == "own_back"}
    pot = table.sticks + len(facts.riichi)
    for winner in winners:
        sticks = own.get(winner, 0) + (pot - len(own) if winner == closest else 0)
        if sticks:
            yield Payment(None, winner, sticks * STICK, Reason.STICKS)


def gets_counters(winner: int, winners: tuple[int, ...], discarder: int, rules: Ruleset) -> bool:
    """Whether one of several winners by a discard gets the counters: each does, or the next in turn."""
    return rules.multi_ron_honba == "each" or winner == turn_order(winners, discarder, rules.players)[0]


def _tsumo(facts: Tsumo, table: Table, rules: Ruleset) -> Iterator[Payment]:
    winner = facts.win.winner
    yield from tsumo_shares(facts.win, table, rules)
    yield from _honba_of_all(winner, facts.win.liable, table, rules)
    if pot := table.sticks + len(facts.riichi):
        yield Payment(None, winner, pot * STICK, Reason.STICKS)


def _honba_of_all(winner: int, liable: Liability | None, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """The counters of a tsumo: from everyone, or all from the liable player."""
    each, payers = rules.honba_tsumo * table.honba, others_in_turn(winner, table.players)
    if each and liable is not None:
        yield Payment(liable.seat, winner, each * len(payers), Reason.HONBA)
    elif each:
        for payer in payers:
            yield Payment(payer, winner, each, Reason.HONBA)


def _nagashi(facts: ExhaustiveDraw, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """Each nagashi is paid like a mangan tsumo, instead of the noten payments; as a win, with counters and sticks."""
    in_turn = turn_order(facts.nagashi, table.dealer - 1, table.players)
    for winner in in_turn:
        for payer in others_in_turn(winner, table.players):
            yield Payment(payer, winner, _mangan_part(winner, payer, table, rules), Reason.NAGASHI)
        if rules.nagashi == "win" and winner == in_turn[0]:
            yield from _honba_of_all(winner, None, table, rules)
            if pot := table.sticks + len(facts.riichi):
                yield Payment(None, winner, pot * STICK, Reason.STICKS)


def _chombo(offender: int, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """What a foul costs at once; a penalty comes off the result, at the end of the game."""
    if rules.chombo == "penalty":
        return
    for payee in others_in_turn(offender, table.players):
        each = rules.chombo_points if rules.chombo == "each" else _mangan_part(offender, payee, table, rules)
        yield Payment(offender, payee, each, Reason.CHOMBO)


def _mangan_part(one: int, other: int, table: Table, rules: Ruleset) -> int:
    """What a mangan tsumo of one moves between the two."""
    base = Base(LIMIT_BASE[Limit.MANGAN], Limit.MANGAN)
    return tsumo_points(base, rules, dealer_wins=one == table.dealer, dealer_pays=other == table.dealer)


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
