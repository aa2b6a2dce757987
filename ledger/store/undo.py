"""The one way of taking back: a unit that voids what another recorded, and records again what that one voided."""

from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.errors import TouchedSince


def voidable_tables() -> list[Table]:
    """Every table whose rows can be voided, parents before children."""
    return [table for table in metadata.sorted_tables if "live" in table.c]


def undo(connection: Connection, target: int, unit: int) -> None:
    """Takes a whole unit back. Raises TouchedSince naming a later unit that builds on it."""
    tables = voidable_tables()
    for table in metadata.sorted_tables:
        if "journal_id" in table.c:
            _refuse_if_touched(connection, table, target)
    voided = {t.name: connection.execute(select(t).where(t.c.voided_by == target)).mappings().all() for t in tables}
    for table in tables:
        born = (table.c.journal_id == target) & (table.c.live == 1)
        connection.execute(update(table).where(born).values(live=None, voided_by=unit))
    new_ids: dict[tuple[str, int], int] = {}
    for table in tables:
        for row in voided[table.name]:
            again = _pointing_to_new_rows(table, dict(row), new_ids) | {
                "journal_id": unit,
                "live": 1,
                "voided_by": None,
            }
            old = again.pop("id")
            key = connection.execute(insert(table), again).inserted_primary_key
            new_ids[table.name, old] = key[0] if key else old


def _pointing_to_new_rows(table: Table, row: dict[str, Any], new_ids: dict[tuple[str, int], int]) -> dict[str, Any]:
    """A row whose parents were recorded again refers to their new rows."""
    for key in table.foreign_keys:
        column = key.parent.name
        row[column] = new_ids.get((key.column.table.name, row[column]), row[column])
    return row


def _refuse_if_touched(connection: Connection, table: Table, target: int) -> None:
    """Refuses where a row of the unit was voided by another, or a live row of another refers to one."""
    if "live" in table.c:
        _refuse(connection, target, select(table.c.voided_by).where(table.c.journal_id == target))
    mine = select(table.c.id).where(table.c.journal_id == target)
    for child in voidable_tables():
        for key in child.foreign_keys:
            if key.column.table is table and key.parent.name not in ("journal_id", "voided_by"):
                uses = key.parent.in_(mine) & (child.c.live == 1) & (child.c.journal_id != target)
                _refuse(connection, target, select(child.c.journal_id).where(uses))


def _refuse(connection: Connection, target: int, later: Any) -> None:
    later = later.subquery()
    column = later.c[0]
    found = connection.execute(
        select(db.journal.c.id, db.journal.c.command)
        .where(db.journal.c.id.in_(select(column)), db.journal.c.id != target)
        .limit(1)
    ).one_or_none()
    if found is not None:
        raise TouchedSince(target, found.id, found.command)


def void_rows(connection: Connection, table: Table[Any], condition: Any, unit: int) -> int:
    """Voids the live rows that meet a condition; returns how many."""
    live = update(table).where(condition, table.c.live == 1)
    return connection.execute(live.values(live=None, voided_by=unit)).rowcount
