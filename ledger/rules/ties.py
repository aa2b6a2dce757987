"""Equal scores at the end of a game: who of the tied players is ahead, or whether they share."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.ruleset import Ruleset


class AtTheEnd(NamedTuple):
    """What a result needs beside the scores.

    sticks_left: riichi sticks left in the pot; last_dealer, last_winner: seats, None if unknown; ahead: seats in the
    order that the players said, for ties that the rules do not settle; chombos, chips: how many by seat, () for none;
    taken_off: points that a referee takes off, by seat, () for none.
    discrepancy: by how much the counted scores are too much, negative if too little; bearers: the seats that
    bear it, nobody's if there are none.
    """

    sticks_left: int = 0
    last_dealer: int | None = None
    last_winner: int | None = None
    ahead: tuple[int, ...] = ()
    chombos: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    taken_off: tuple[int, ...] = ()
    discrepancy: int = 0
    bearers: tuple[int, ...] = ()


NOTHING_MORE = AtTheEnd()


class TieError(LedgerError):
    """A tie that cannot be settled yet; seats: those tied; place: the best place that they tie for."""

    what = "the players say who is ahead"

    def __init__(self, seats: tuple[int, ...], place: int) -> None:
        super().__init__(f"a tie for {ORDINALS[place - 1]}: {self.what}")
        self.seats = seats
        self.place = place


class LastDealerNeeded(TieError):
    """A tie that only the last dealer can settle."""

    what = "it goes by who dealt last"


class TieUndecided(TieError):
    """A tie that the rules leave to the players."""


ORDINALS = ("first", "second", "third", "fourth")


class Tie(NamedTuple):
    """Seats with equal scores, in seat order, and the best place that they tie for; one seat alone is no tie."""

    seats: tuple[int, ...]
    place: int


def ties_of(scores: Sequence[int]) -> list[Tie]:
    """Everyone by their score, the highest first; those with equal scores together."""
    return [
        Tie(tuple(seat for seat, mine in enumerate(scores) if mine == score), 1 + sum(s > score for s in scores))
        for score in sorted(set(scores), reverse=True)
    ]


def settled(tie: Tie, policy: str, rules: Ruleset, end: AtTheEnd) -> list[Tie]:
    """The seats of a tie one by one, the best first; together where the policy is to share.

    Raises LastDealerNeeded or TieUndecided.
    """
    if len(tie.seats) == 1 or policy == "share":
        return [tie]
    return [Tie((seat,), tie.place + behind) for behind, seat in enumerate(_in_order(tie, policy, rules, end))]


def _in_order(tie: Tie, policy: str, rules: Ruleset, end: AtTheEnd) -> list[int]:
    match policy:
        case "seat_order":
            return list(tie.seats)
        case "last_dealer":
            # The Dutch tie rule: the last dealer if tied, else the next tied seat in turn order.
            dealer = end.last_dealer
            if dealer is None:
                raise LastDealerNeeded(tie.seats, tie.place)
            return sorted(tie.seats, key=lambda seat: (seat - dealer) % rules.players)
        case _:
            named = [seat for seat in end.ahead if seat in tie.seats]
            if len(named) < len(tie.seats) - 1:
                raise TieUndecided(tie.seats, tie.place)
            return [*named, *(seat for seat in tie.seats if seat not in named)]
