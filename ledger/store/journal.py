"""The journal, read back."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from ledger.store import models as db


class Unit(NamedTuple):
    """A unit of work: when, by whom, and the command with its arguments as JSON."""

    id: int
    recorded_at: datetime
    actor: str
    command: str
    arguments: str


_ROW = db.journal.c
_COLUMNS = (_ROW.id, _ROW.recorded_at, _ROW.actor, _ROW.command, _ROW.arguments)


def units_backwards(connection: Connection) -> Iterator[Unit]:
    """All units, the last first; those that were brought from another ledger are the import's that brought them."""
    for row in connection.execute(select(*_COLUMNS).where(_ROW.brought_by.is_(None)).order_by(_ROW.id.desc())):
        yield Unit(*row)


def first_unit(connection: Connection) -> int | None:
    """The unit that set the ledger up."""
    return connection.execute(select(func.min(_ROW.id))).scalar()


def unit_of_request(connection: Connection, uid: str) -> Unit | None:
    """The unit that did a request, None where it was not done yet."""
    row = connection.execute(select(*_COLUMNS).where(_ROW.uid == uid)).one_or_none()
    return None if row is None else Unit(*row)


def brought(connection: Connection, units: Iterable[int]) -> dict[int, tuple[int, int]]:
    """For each of these units that brought some from another ledger: how many, and how many games with them."""
    j, g = db.journal.c, db.games.c
    counts = (
        select(j.brought_by, func.count(j.id.distinct()), func.count(g.uid.distinct()))
        .outerjoin(db.games, g.journal_id == j.id)
        .where(j.brought_by.in_(list(units)))
        .group_by(j.brought_by)
    )
    return {unit: (number, games) for unit, number, games in connection.execute(counts) if unit is not None}
