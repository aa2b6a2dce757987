"""The hands of an imported game, played under its rules and held against what the source booked."""

from collections.abc import Sequence

from ledger.errors import LedgerError, counted
from ledger.importers.found import FoundGame, FoundHand, FoundTable, Problem
from ledger.rules.payments import change
from ledger.rules.placement import SeatResult
from ledger.rules.replay import Step, step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import dealer_may_end, first_table
from ledger.shapes.game import Ending
from ledger.shapes.hand import Table


def played_hands(found: FoundGame, rules: Ruleset) -> tuple[list[Step], list[Problem]]:
    """The hands of a game, and where the source has another table, or booked other changes, than follow from them."""
    table, steps, problems = first_table(rules), list[Step](), list[Problem]()
    for hand in found.hands:
        if hand.before is not None and not table.over and hand.before != _found(table):
            problems.append(Problem(hand.place, _other_table(hand.before, table, rules)))
            break
        try:
            steps.append(step(table, hand.facts, rules))
        except LedgerError as error:
            problems.append(Problem(hand.place, f"{error} (ruleset {rules.name})"))
            break
        problems += _other_changes(found, hand, steps[-1], rules)
        table = steps[-1].after
    return steps, problems


def _found(table: Table) -> FoundTable:
    return FoundTable(table.round_wind, table.dealer, table.honba, table.sticks)


def _other_table(there: FoundTable, table: Table, rules: Ruleset) -> str:
    has = Table(there.round_wind, there.dealer, there.honba, there.sticks, table.scores)
    return (
        f"the source has {_at(has)} here; under ruleset {rules.name} it is {_at(table)} "
        "after the hands before it: other rules (--rules), or a hand is missing"
    )


def _at(table: Table) -> str:
    return f"{table.position} with {counted(table.sticks, 'riichi stick')}"


def _other_changes(found: FoundGame, hand: FoundHand, played: Step, rules: Ruleset) -> list[Problem]:
    if hand.changes is None:
        return []
    ours = change(played.paid, rules.players)
    if ours == hand.changes:
        return []
    figures = ", ".join(
        f"{name} {booked:+,} and not {paid:+,}"
        for name, booked, paid in zip(found.players, hand.changes, ours, strict=True)
        if booked != paid
    )
    return [Problem(hand.place, f"the source books {figures}, which ruleset {rules.name} gives")]


def how_it_ended(found: FoundGame, steps: Sequence[Step], rules: Ruleset) -> Ending | None:
    """How a game with hands ended; None where the source ends and the game, by its rules, does not."""
    last = steps[-1]
    if last.after.over:
        return Ending.RULES
    if dealer_may_end(last.before, last.facts, last.after, rules):
        return Ending.DEALER
    return None if found.ended else Ending.CLOCK


def other_figures(found: FoundGame, results: Sequence[SeatResult]) -> list[Problem]:
    """Where the source has other scores or points at the end than follow: scores with the sticks that were left."""
    problems = []
    for what, theirs, ours in (
        ("a final score", found.scores if found.hands else None, [r.raw_score + r.leftover_sticks for r in results]),
        ("points", found.points, [r.points for r in results]),
    ):
        for name, booked, ours_here in zip(found.players, theirs or ours, ours, strict=True):
            if booked != ours_here:
                text = f"the source gives {name} {what} of {booked:,}, and it is {ours_here:,} by the rules here"
                problems.append(Problem(found.place, text))
    return problems
