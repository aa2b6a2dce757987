"""Which rows count in a report, as conditions on columns that name a night and a ruleset."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, select

from ledger.errors import LedgerError, quoted
from ledger.names import did_you_mean, name_key
from ledger.rules.ruleset import ruleset_from_content
from ledger.shapes.season import Period, Scope
from ledger.store import models as db
from ledger.store.seasons import nights_in, nights_of, season_named, seasons


class NobodyPlayed(LedgerError):
    """A ruleset by which no game was played."""

    def __init__(self, typed: str, known: list[str]) -> None:
        super().__init__(f"no game was played by rules {quoted(typed)}{did_you_mean(typed, known)}")


class Counted(NamedTuple):
    """What counts: nights and rulesets by id, each None where all do."""

    nights: Select[int] | None
    rulesets: tuple[int, ...] | None

    def of(self, night: Any, ruleset: Any) -> list[ColumnElement[bool]]:
        """The conditions on two columns."""
        by_night = [] if self.nights is None else [night.in_(self.nights)]
        return by_night + ([] if self.rulesets is None else [ruleset.in_(self.rulesets)])


def counted_in(connection: Connection, scope: Scope) -> Counted:
    """What counts in a scope. Raises NoSuchSeason or NobodyPlayed."""
    nights = None if scope.period == Period() else nights_in(scope.period)
    if scope.season is not None:
        own = nights_of(season_named(connection, scope.season), seasons(connection))
        nights = own if nights is None else own.where(db.night_terms.c.night_id.in_(nights))
    return Counted(nights, _rulesets(connection, scope))


def _rulesets(connection: Connection, scope: Scope) -> tuple[int, ...] | None:
    """The rulesets that count; None where that is all there are."""
    if scope.rules is None and scope.players is None:
        return None
    c = db.rulesets.c
    rows = connection.execute(select(c.id, c.name, c.content)).all()
    named = [row for row in rows if scope.rules is None or name_key(row.name) == name_key(scope.rules)]
    if scope.rules is not None and not named:
        raise NobodyPlayed(scope.rules, sorted({row.name for row in rows}))
    fitting = [r for r in named if scope.players in (None, ruleset_from_content(r.content).players)]
    return None if len(fitting) == len(rows) else tuple(row.id for row in fitting)


def table_sizes(connection: Connection, scope: Scope) -> list[int]:
    """With how many players the games that count were played, the most first: [4, 3]."""
    counted = counted_in(connection, scope)
    c = db.rulesets.c
    found = []
    for row in connection.execute(select(c.id, c.content)):
        if counted.rulesets is not None and row.id not in counted.rulesets:
            continue
        there = select(db.results.c.id).where(db.results.c.live == 1, db.results.c.ruleset_id == row.id)
        if counted.nights is not None:
            there = there.where(db.results.c.night_id.in_(counted.nights))
        if connection.execute(there.limit(1)).first() is not None:
            found.append(ruleset_from_content(row.content).players)
    return sorted(set(found), reverse=True)
