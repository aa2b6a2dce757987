"""Standings of the club."""

from ledger.shapes.game import StandingsLine
from ledger.store.reports import standings as report
from ledger.store.unit import Engine, read


def standings(engine: Engine) -> tuple[StandingsLine, ...]:
    """Everyone who has finished a game, by points."""
    return read(engine, report.standings)
