"""From the points in the boxes at the end of a game to its result: places, bonus, uma, points."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.pool import bonus, leftover_sticks, uma, winners
from ledger.rules.rounding import rounding
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import NOTHING_MORE, AtTheEnd, Tie, settled, ties_of


class ChipsDoNotBalance(LedgerError):
    """Chips that some have won and nobody has lost, or the other way round."""

    def __init__(self, total: int) -> None:
        super().__init__(
            f"the chips add up to {total:+}: what some have won others have lost, so together they are 0 "
            "(whoever lost chips has a negative number)"
        )


class SeatResult(NamedTuple):
    """A seat's result: raw_score is what was counted, and what else is in points is added to it or taken off.

    Points of a game sum to zero, less what is lost and taken off. place: as shown; penalty, referee: zero or negative;
    chips: how many; rounding: what rounding to whole thousands moved; discrepancy: the part in scores that
    do not add up.
    """

    seat: int
    place: int
    raw_score: int
    leftover_sticks: int
    uma: int
    bonus: int
    points: int
    penalty: int = 0
    chips: int = 0
    chip_points: int = 0
    rounding: int = 0
    discrepancy: int = 0
    referee: int = 0


def placement(scores: tuple[int, ...], rules: Ruleset, end: AtTheEnd = NOTHING_MORE) -> tuple[SeatResult, ...]:
    """The results in seat order. scores: points counted by seat.

    Raises LastDealerNeeded, LastWinnerNeeded or TieUndecided where the rules need what end does not say,
    and ChipsDoNotBalance.
    """
    if len(scores) != rules.players:
        raise ValueError(f"{len(scores)} scores of {rules.players} players")
    chips = end.chips or (0,) * rules.players
    if sum(chips):
        raise ChipsDoNotBalance(sum(chips))
    # Places come from what was counted: nothing that is added, shared or rounded later breaks a tie.
    place = places(scores, rules, end)
    sticks = leftover_sticks(scores, rules, end)
    rounded = rounding([sum(both) for both in zip(scores, sticks, strict=True)], place.index(1), rules)
    chip_points = [number * rules.chip_value for number in chips]
    parts = (scores, sticks, rounded, uma(scores, rules, end), bonus(scores, rules, end), chip_points)
    off = (penalties(rules, end), end.taken_off or (0,) * rules.players)
    return tuple(
        SeatResult(
            seat=seat,
            place=place[seat],
            raw_score=score,
            leftover_sticks=stick,
            uma=of_place,
            bonus=of_first,
            points=sum(
                (score, stick, -rules.target_points, moved, of_place, of_first, of_chips, penalty, -taken, borne)
            ),
            penalty=penalty,
            chips=chips[seat],
            chip_points=of_chips,
            rounding=moved,
            discrepancy=borne,
            referee=-taken,
        )
        for seat, (score, stick, moved, of_place, of_first, of_chips, penalty, taken, borne) in enumerate(
            zip(*parts, *off, discrepancies(rules, end), strict=True)
        )
    )


def places(scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> list[int]:
    """The place that is shown, by seat. Raises LastDealerNeeded or TieUndecided."""
    shown: dict[int, int] = {}
    for tie in ties_of(scores):
        if rules.tie_place == "as_bonus":
            parts = _by_bonus(tie, scores, rules, end)
        else:
            parts = settled(tie, rules.tie_place, rules, end)
        shown |= {seat: part.place for part in parts for seat in part.seats}
    return [shown[seat] for seat in range(rules.players)]


def _by_bonus(tie: Tie, scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> list[Tie]:
    """On a tie for first, who gets the bonus is first, and the others share the next place; other ties share theirs."""
    if tie.place > 1:
        return [tie]
    first = winners(scores, rules, end)
    behind = tuple(seat for seat in tie.seats if seat not in first.seats)
    return [first, Tie(behind, tie.place + len(first.seats))]


def discrepancies(rules: Ruleset, end: AtTheEnd) -> list[int]:
    """What those who bear it get or give for scores that do not add up, by seat; an odd point goes by seat order."""
    borne = [0] * rules.players
    if end.bearers:
        each, rest = divmod(-end.discrepancy, len(end.bearers))
        for number, seat in enumerate(sorted(end.bearers)):
            borne[seat] = each + (number < rest)
    return borne


def penalties(rules: Ruleset, end: AtTheEnd) -> list[int]:
    """What is taken off the results for chombos, by seat, where the rules do not have it paid at the table."""
    each = rules.chombo_points if rules.chombo == "penalty" else 0
    return [-each * number for number in end.chombos or (0,) * rules.players]
