"""The journal, read back."""

from collections.abc import Iterator
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
    """All units, the last first."""
    for row in connection.execute(select(*_COLUMNS).order_by(_ROW.id.desc())):
        yield Unit(*row)


def first_unit(connection: Connection) -> int | None:
    """The unit that set the ledger up."""
    return connection.execute(select(func.min(_ROW.id))).scalar()


def unit_of_request(connection: Connection, uid: str) -> Unit | None:
    """The unit that did a request, None where it was not done yet."""
    row = connection.execute(select(*_COLUMNS).where(_ROW.uid == uid)).one_or_none()
    return None if row is None else Unit(*row)
