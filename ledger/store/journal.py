"""The journal, read back."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.store import models as db


class Unit(NamedTuple):
    """A unit of work: when, by whom, and the command with its arguments as JSON."""

    id: int
    recorded_at: datetime
    actor: str
    command: str
    arguments: str


def units_backwards(connection: Connection) -> Iterator[Unit]:
    """All units, the last first."""
    row = db.journal.c
    rows = connection.execute(
        select(row.id, row.recorded_at, row.actor, row.command, row.arguments).order_by(row.id.desc())
    )
    for unit in rows:
        yield Unit(*unit)
