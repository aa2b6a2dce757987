"""Playing facts one after another from the first table on."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.facts import Facts
from ledger.rules.payments import payments
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import first_table, next_table
from ledger.shapes.hand import Payment, Table


class GameIsOver(LedgerError):
    """A hand after the last one."""


class Step(NamedTuple):
    """One hand: the table it was played at, what happened, who paid whom, the table after it."""

    before: Table
    facts: Facts
    paid: tuple[Payment, ...]
    after: Table


def step(table: Table, facts: Facts, rules: Ruleset) -> Step:
    """Plays one hand at a table. Raises GameIsOver, ImpossibleFacts or CannotOccur."""
    if table.over:
        raise GameIsOver(f"the game is over: {table.position} was its last hand")
    paid = payments(facts, table, rules)
    return Step(table, facts, paid, next_table(table, facts, paid, rules))


def replay(hands: Iterable[Facts], rules: Ruleset) -> list[Step]:
    """Plays a whole game's facts."""
    steps: list[Step] = []
    table = first_table(rules)
    for facts in hands:
        steps.append(step(table, facts, rules))
        table = steps[-1].after
    return steps
