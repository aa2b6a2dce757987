"""From the points in the boxes at the end of a game to its result: places, bonus, uma, points."""

from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.payments import STICK
from ledger.rules.ruleset import Ruleset


class LastDealerNeeded(LedgerError):
    """A tie for first that only the last dealer can settle; seats: those tied."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__("a tie for first: the bonus goes by who dealt last")
        self.seats = seats


class SeatResult(NamedTuple):
    """A seat's result: raw_score is what was counted, the rest is added to it; points sum to zero over the game."""

    seat: int
    place: int
    raw_score: int
    leftover_sticks: int
    uma: int
    bonus: int
    points: int


def placement(
    scores: tuple[int, ...], rules: Ruleset, *, sticks_left: int, last_dealer: int | None
) -> tuple[SeatResult, ...]:
    """The results in seat order. scores: points counted by seat; sticks_left: riichi sticks left in the pot.

    Raises LastDealerNeeded where a tie for first needs the last dealer and none is given.
    """
    first = _first(scores, rules, last_dealer)
    # Places come from what was counted: an odd point of something shared never breaks a tie.
    standing = [(score, seat in first) for seat, score in enumerate(scores)]
    sticks = _share_of(first, sticks_left * STICK, rules.players)
    bonus = _share_of(first, rules.winner_bonus, rules.players)
    uma = _uma(scores, rules)
    points = [sum(parts) - rules.target_points for parts in zip(scores, sticks, bonus, uma, strict=True)]
    return tuple(
        SeatResult(
            seat=seat,
            place=1 + sum(other > standing[seat] for other in standing),
            raw_score=scores[seat],
            leftover_sticks=sticks[seat],
            uma=uma[seat],
            bonus=bonus[seat],
            points=points[seat],
        )
        for seat in range(rules.players)
    )


def _first(scores: tuple[int, ...], rules: Ruleset, last_dealer: int | None) -> list[int]:
    """Who is first. The Dutch tie rule: the last dealer if tied, else the next tied seat in turn order."""
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(tied) == 1 or rules.tie_bonus == "share":
        return tied
    if last_dealer is None:
        raise LastDealerNeeded(tuple(tied))
    return [min(tied, key=lambda seat: (seat - last_dealer) % rules.players)]


def _share_of(first: list[int], points: int, players: int) -> list[int]:
    """Points shared among those who are first; what does not divide goes to the first of them in seat order."""
    share, rest = divmod(points, len(first))
    return [share + (rest if seat == first[0] else 0) if seat in first else 0 for seat in range(players)]


def _uma(scores: tuple[int, ...], rules: Ruleset) -> list[int]:
    """Uma by place; those with equal scores pool theirs and share it."""
    if not rules.uma:
        return [0] * rules.players
    uma = [0] * rules.players
    for seat, mine in enumerate(scores):
        tied = [other for other, theirs in enumerate(scores) if theirs == mine]
        above = sum(theirs > mine for theirs in scores)
        share, rest = divmod(sum(rules.uma[above : above + len(tied)]), len(tied))
        uma[seat] = share + (rest if seat == tied[0] else 0)
    return uma
