"""Points beside the scores that somebody gets, or several share: the sticks that are left, the bonus, and uma."""

from collections.abc import Mapping, Sequence

from ledger.errors import LedgerError
from ledger.rules.payments import STICK
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd, Tie, settled, ties_of


class LastWinnerNeeded(LedgerError):
    """Sticks that go to the last winner, who is not known."""

    def __init__(self) -> None:
        super().__init__("the sticks that are left go to who won last")


def winners(scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> Tie:
    """Who gets the winner's bonus: the best, or all that tie and share. Raises LastDealerNeeded or TieUndecided."""
    return settled(ties_of(scores)[0], rules.tie_bonus, rules, end)[0]


def leftover_sticks(scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> list[int]:
    """Who gets the points of the sticks that are left, by seat. Raises LastWinnerNeeded, and as winners does."""
    points = end.sticks_left * STICK
    if points == 0 or rules.leftover_sticks == "lost":
        return by_seat({}, rules)
    match rules.leftover_sticks:
        case "first":
            parts = shared(points, winners(scores, rules, end).seats, rules)
        case "split":
            parts = shared(points, ties_of(scores)[0].seats, rules)
        case _:
            if end.last_winner is None:
                raise LastWinnerNeeded
            parts = {end.last_winner: points}
    return by_seat(parts, rules)


def bonus(scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> list[int]:
    """The winner's bonus, by seat. Raises as winners does, where there is a bonus."""
    if rules.winner_bonus == 0:
        return by_seat({}, rules)
    return by_seat(shared(rules.winner_bonus, winners(scores, rules, end).seats, rules), rules)


def uma(scores: Sequence[int], rules: Ruleset, end: AtTheEnd) -> list[int]:
    """Uma, by seat. Raises LastDealerNeeded or TieUndecided for a tie of places that differ in uma."""
    by_place = uma_by_place(scores, rules)
    parts: dict[int, int] = {}
    for tie in ties_of(scores):
        differ = len(set(_pool(by_place, tie))) > 1
        for part in settled(tie, rules.tie_uma if differ else "seat_order", rules, end):
            parts |= shared(sum(_pool(by_place, part)), part.seats, rules)
    return by_seat(parts, rules)


def uma_by_place(scores: Sequence[int], rules: Ruleset) -> tuple[int, ...]:
    """The uma of each place, best first; floating uma goes by how many have their start points or more."""
    if rules.uma_by_floating:
        return rules.uma_by_floating[sum(score >= rules.start_points for score in scores)]
    return rules.uma or (0,) * rules.players


def _pool(by_place: Sequence[int], tie: Tie) -> Sequence[int]:
    """What the places that a tie takes up have together."""
    return by_place[tie.place - 1 : tie.place - 1 + len(tie.seats)]


def shared(points: int, seats: Sequence[int], rules: Ruleset) -> dict[int, int]:
    """Points shared equally, in whole units; what does not divide goes by the rules, or to nobody."""
    if len(seats) == 1:
        return {seats[0]: points}
    each = points // (len(seats) * rules.share_unit) * rules.share_unit
    parts = dict.fromkeys(seats, each)
    rest = points - each * len(seats)
    if rules.share_rest == "seat_order":
        for seat in sorted(seats)[: rest // rules.share_unit]:
            parts[seat] += rules.share_unit
        rest %= rules.share_unit
    if rules.share_rest != "lost":
        parts[min(seats)] += rest
    return parts


def by_seat(parts: Mapping[int, int], rules: Ruleset) -> list[int]:
    """What each seat has, none for those that are not named."""
    return [parts.get(seat, 0) for seat in range(rules.players)]
