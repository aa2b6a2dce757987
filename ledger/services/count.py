"""What was counted at the end of a game beside the scores, and the result that follows from it all."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, listing
from ledger.names import name_key
from ledger.rules.facts import Chombo, Ron, wins_of
from ledger.rules.placement import SeatResult, placement
from ledger.rules.pool import LastWinnerNeeded
from ledger.rules.replay import Step
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import ORDINALS, AtTheEnd, LastDealerNeeded, TieUndecided, ties_of
from ledger.rules.turns import turn_order
from ledger.shapes.money import NAMES_OF_THE_BOX
from ledger.store.load import StoredGame, StoredHand
from ledger.store.results import StoredEnd, StoredResult


class TieNeedsLastDealer(LedgerError):
    """A tie that goes by who dealt last; names: all players of the game."""

    def __init__(self, names: Sequence[str], tie: LastDealerNeeded) -> None:
        super().__init__(f"{_tied(names, tie)}, and that goes by who dealt last: add --last-dealer NAME")
        self.names = tuple(names)


class TieNeedsPlayers(LedgerError):
    """A tie that the rules leave to the players."""

    def __init__(self, names: Sequence[str], rules: Ruleset, tie: TieUndecided) -> None:
        best = " ".join(["--ahead NAME"] * (len(tie.seats) - 1))
        super().__init__(
            f"{_tied(names, tie)}, and ruleset {rules.name} leaves it to the players who is ahead: add {best}"
            f"{', the best first' if len(tie.seats) > 2 else ''}"
        )


class SticksNeedLastWinner(LedgerError):
    """Sticks left on the table that go to the last winner."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(
            f"under ruleset {rules.name} the sticks that are left go to who won last: add --last-winner NAME"
        )


class NotTied(LedgerError):
    """A player said to be ahead whose place is clear."""


class NotInTheRules(LedgerError):
    """Chips or penalties in a game whose rules have none."""


class NamedTwice(UsageError):
    """A player named twice where once is enough."""

    def __init__(self, name: str, option: str) -> None:
        super().__init__(f"{name} is named twice with {option}: once is enough")


def _tied(names: Sequence[str], tie: LastDealerNeeded | TieUndecided) -> str:
    return f"{listing(names[seat] for seat in tie.seats)} tie for {ORDINALS[tie.place - 1]}"


class Chips(NamedTuple):
    """How many chips a player has won, or lost (negative)."""

    name: str
    number: int


SHARED = "shared"


class Count(NamedTuple):
    """What was counted at the end beside the scores, in the names of the players.

    Riichi sticks left on the table; who dealt and who won last; of those who tie, who is ahead, the best first;
    chips won and lost; chombos: a name for each penalty; discrepancy: why the scores do not add up, and who
    bears it: a player's name, "shared", or "box" for the cash box.
    """

    sticks_left: int = 0
    last_dealer: str | None = None
    last_winner: str | None = None
    ahead: tuple[str, ...] = ()
    chips: tuple[Chips, ...] = ()
    chombos: tuple[str, ...] = ()
    discrepancy: str | None = None
    discrepancy_by: str = SHARED


NOTHING_LEFT = Count()


def at_the_end(game: StoredGame, count: Count) -> AtTheEnd:
    """What was counted, by seat. Raises NamedTwice and NotInTheRules."""
    if count.chips and not game.rules.chip_value:
        raise NotInTheRules(f"ruleset {game.rules.name} has no chips (its chip_value is 0): leave out --chips")
    if count.chombos and game.rules.chombo != "penalty":
        raise NotInTheRules(
            f"ruleset {game.rules.name} takes nothing off a result for a chombo (its chombo is "
            f"{game.rules.chombo!r}): leave out --chombo"
        )
    chips = dict(zip(_seats(game, (c.name for c in count.chips), "--chips"), count.chips, strict=True))
    fouls = [game.seat_of(name) for name in count.chombos]
    seats = range(game.rules.players)
    return AtTheEnd(
        sticks_left=count.sticks_left,
        last_dealer=None if count.last_dealer is None else game.seat_of(count.last_dealer),
        last_winner=None if count.last_winner is None else game.seat_of(count.last_winner),
        ahead=_seats(game, count.ahead, "--ahead"),
        chombos=tuple(fouls.count(seat) for seat in seats),
        chips=tuple(chips[seat].number if seat in chips else 0 for seat in seats),
        bearers=_bearers(game, count),
    )


def _bearers(game: StoredGame, count: Count) -> tuple[int, ...]:
    """The seats that bear scores that do not add up."""
    if count.discrepancy is None or name_key(count.discrepancy_by) in NAMES_OF_THE_BOX:
        return ()
    if name_key(count.discrepancy_by) == SHARED:
        return tuple(range(game.rules.players))
    return (game.seat_of(count.discrepancy_by),)


def _seats(game: StoredGame, names: Iterable[str], option: str) -> tuple[int, ...]:
    """The seats of names, each once."""
    seats: list[int] = []
    for name in names:
        seat = game.seat_of(name)
        if seat in seats:
            raise NamedTwice(game.names[seat], option)
        seats.append(seat)
    return tuple(seats)


def end_again_of(
    game: StoredGame, end: StoredEnd, results: Sequence[StoredResult], hands: Sequence[StoredHand]
) -> AtTheEnd:
    """What was counted and said at the end of a game, to end it again; chombos are those beside the hands'."""
    fouls = [hand.facts.offender for hand in hands if isinstance(hand.facts, Chombo)]
    beside = (
        -result.penalty // game.rules.chombo_points - fouls.count(result.seat) if result.penalty else 0
        for result in results
    )
    return AtTheEnd(
        sticks_left=end.sticks_left,
        last_dealer=end.last_dealer,
        last_winner=end.last_winner,
        ahead=end.ahead,
        chombos=tuple(beside),
        chips=tuple(result.chips for result in results),
        bearers=end.bearers,
    )


def after_hands(said: AtTheEnd, steps: Sequence[Step], players: int) -> AtTheEnd:
    """With what recorded hands tell: the sticks on the table, the last dealer and winner, and the penalties."""
    return with_penalties(said, steps)._replace(
        sticks_left=steps[-1].after.sticks,
        last_dealer=steps[-1].before.dealer,
        last_winner=_last_winner(steps, players),
    )


def with_penalties(said: AtTheEnd, steps: Sequence[Step]) -> AtTheEnd:
    """With the chombos of recorded hands."""
    fouls = [step.facts.offender for step in steps if isinstance(step.facts, Chombo)]
    return said._replace(chombos=tuple(number + fouls.count(seat) for seat, number in enumerate(said.chombos)))


def _last_winner(steps: Sequence[Step], players: int) -> int | None:
    """Who won the last hand that anybody won; of several, the next in turn after the discarder."""
    for step in reversed(steps):
        if won := tuple(win.winner for win in wins_of(step.facts)):
            return turn_order(won, step.facts.discarder, players)[0] if isinstance(step.facts, Ron) else won[0]
    return None


def placed(game: StoredGame, scores: Sequence[int], end: AtTheEnd) -> tuple[SeatResult, ...]:
    """The results of a game; what they still need is asked for by name."""
    _refuse_needless(game, scores, end.ahead)
    try:
        return placement(tuple(scores), game.rules, end)
    except LastDealerNeeded as tie:
        raise TieNeedsLastDealer(game.names, tie) from tie
    except TieUndecided as tie:
        raise TieNeedsPlayers(game.names, game.rules, tie) from tie
    except LastWinnerNeeded as error:
        raise SticksNeedLastWinner(game.rules) from error


def _refuse_needless(game: StoredGame, scores: Sequence[int], ahead: Sequence[int]) -> None:
    """Refuses a word on who is ahead that decides nothing: it would seem to have counted."""
    rules = game.rules
    if ahead and "refuse" not in (rules.tie_bonus, rules.tie_uma, rules.tie_place):
        raise NotTied(f"ruleset {rules.name} says by itself what a tie is: leave out --ahead")
    tied = [seat for tie in ties_of(scores) if len(tie.seats) > 1 for seat in tie.seats]
    for seat in ahead:
        if seat not in tied:
            raise NotTied(f"{game.names[seat]} ties with nobody: leave out --ahead {game.names[seat]}")
