"""Scores rounded to whole thousands of points, as clubs do that write results without hundreds."""

from collections.abc import Sequence

from ledger.rules.ruleset import Ruleset

THOUSAND = 1_000


def rounding(scores: Sequence[int], first: int, rules: Ruleset) -> list[int]:
    """By how many points each score moves; first, a seat, takes the rest, so that the sum stays what it was."""
    if rules.rounding == "none":
        return [0] * len(scores)
    less = rules.target_points if rules.rounding_of == "difference" else 0
    moved = [in_thousands(score - less, rules.rounding) - (score - less) for score in scores]
    moved[first] -= sum(moved)
    return moved


def in_thousands(points: int, how: str) -> int:
    """Points rounded to whole thousands; how: one of the choices of the ruleset key rounding, but "none"."""
    match how:
        case "down":
            return points // THOUSAND * THOUSAND
        case "up":
            return -(-points // THOUSAND) * THOUSAND
        case "half_up":
            return (points + 500) // THOUSAND * THOUSAND
    # The rest is by magnitude: the same for a score and for a debt of that size.
    added = {"toward_zero": 0, "five_down": 400, "half_away": 500}[how]
    size = (abs(points) + added) // THOUSAND * THOUSAND
    return size if points > 0 else -size
