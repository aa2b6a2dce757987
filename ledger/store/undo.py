"""The one way of taking back: rows are voided with all that is below them, and what a unit voided is recorded again.

A row that is recorded again remembers the first of its line in again_of, so that a unit can be
taken back in any order, and taking back can be taken back.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Column, Connection, Select, Table, UniqueConstraint, and_, func, insert, select, update

from ledger.store import models as db
from ledger.store.base import first_of_line, metadata
from ledger.store.errors import TouchedSince


def voidable_tables() -> list[Table[Any]]:
    """Every table whose rows can be voided, parents before children."""
    return [table for table in metadata.sorted_tables if "live" in table.c]


def void_rows(connection: Connection, table: Table[Any], condition: Any, unit: int) -> int:
    """Voids the live rows of one table that meet a condition; returns how many."""
    live = update(table).where(condition, table.c.live == 1)
    return connection.execute(live.values(live=None, voided_by=unit)).rowcount


def void_with_all_below(connection: Connection, table: Table[Any], condition: Any, unit: int) -> None:
    """Voids the live rows that meet a condition, and every live row that refers to one of them, directly or not."""
    ids = list(connection.execute(select(table.c.id).where(condition, table.c.live == 1)).scalars())
    if not ids:
        return
    for child in voidable_tables():
        for column in _references(child, table):
            void_with_all_below(connection, child, column.in_(ids), unit)
    void_rows(connection, table, table.c.id.in_(ids), unit)


def undo(connection: Connection, target: int, unit: int) -> None:
    """Takes a whole unit back: what it recorded is void, what it voided is recorded again.

    What a unit brought from another ledger is its own in this. Raises TouchedSince naming a later unit that builds
    on it; the caller rolls back then.
    """
    recorded = {table: _still_in_force(connection, table, target) for table in voidable_tables()}
    _refuse_if_built_on(connection, recorded, target)
    voided = [(table, _voided_by(connection, table, target)) for table in voidable_tables()]
    for table, ids in recorded.items():
        for some in in_parts(ids):
            void_rows(connection, table, table.c.id.in_(some), unit)
    for table, rows in voided:
        for row in rows:
            _record_again(connection, table, row, target, unit)
    _refuse_below_nothing(connection, target, unit)


def did_something(connection: Connection, unit: int) -> bool:
    """Whether a unit recorded or voided anything, itself or by what it brought from another ledger.

    How the files of a source are read is kept beside what an import brings, and does not count.
    """
    own = _own_units(unit)
    return any(
        connection.execute(
            select(table.c.id).where(table.c.journal_id.in_(own) | table.c.voided_by.in_(own)).limit(1)
        ).first()
        for table in voidable_tables()
        if table is not db.import_maps
    )


def _references(child: Table[Any], parent: Table[Any]) -> Iterator[Column[Any]]:
    """The columns of a table that refer to another; those that name units of work do not count."""
    for key in child.foreign_keys:
        if key.column.table is parent and parent is not db.journal:
            yield key.parent


def _still_in_force(connection: Connection, table: Table[Any], target: int) -> list[int]:
    """The live rows that a unit recorded, or those that stand for them by now."""
    own = _own_units(target)
    mine = select(first_of_line(table), table.c.live, table.c.id, table.c.voided_by).where(
        table.c.journal_id.in_(own),
        # What a unit recorded and took back itself was never there.
        table.c.voided_by.is_(None) | table.c.voided_by.not_in(own),
    )
    found = []
    for line, live, row, voided_by in connection.execute(mine).all():
        now = row if live else _live_of_line(connection, table, line)
        if now is None:
            raise touched_since(connection, target, voided_by)
        found.append(now)
    return found


def _own_units(target: int) -> Select[int]:
    """A unit, and those of another ledger that it brought."""
    return select(db.journal.c.id).where((db.journal.c.id == target) | (db.journal.c.brought_by == target))


def _live_of_line(connection: Connection, table: Table[Any], line: int) -> int | None:
    live = select(table.c.id).where(table.c.live == 1, (table.c.again_of == line) | (table.c.id == line))
    return connection.execute(live).scalar()


def _refuse_if_built_on(connection: Connection, recorded: dict[Table[Any], list[int]], target: int) -> None:
    """Refuses where a live row that is not of the unit refers to one of its rows, or to a thing it made.

    A ruleset is shared by all who play by it, and is never taken back.
    """
    own = _own_units(target)
    things: dict[Table[Any], list[int]] = {
        table: list(connection.execute(select(table.c.id).where(table.c.journal_id.in_(own))).scalars())
        for table in (db.players, db.nights)
    }
    mine = {table: set(ids) for table, ids in recorded.items()}
    for parent, ids in (recorded | things).items():
        for child in voidable_tables() if ids else ():
            for column in _references(child, parent):
                for some in in_parts(ids):
                    uses = select(child.c.id, child.c.journal_id).where(column.in_(some), child.c.live == 1)
                    for row, later in connection.execute(uses):
                        if row not in mine[child]:
                            raise touched_since(connection, target, later)


AT_ONCE = 10_000
"""How many values one question names: databases have a limit."""


def in_parts(ids: list[int]) -> Iterator[list[int]]:
    """Ids, so many at a time that a question can name them."""
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE]


def _voided_by(connection: Connection, table: Table[Any], target: int) -> Iterable[dict[str, Any]]:
    own = _own_units(target)
    mine = table.c.voided_by.in_(own) & table.c.journal_id.not_in(own)
    rows = connection.execute(select(table).where(mine).order_by(table.c.id))
    return [dict(row) for row in rows.mappings()]


def _record_again(connection: Connection, table: Table[Any], row: dict[str, Any], target: int, unit: int) -> None:
    """Records a void row again, below the live versions of its parents."""
    first = row["again_of"] or row["id"]
    _refuse_if_newer(connection, table, first, row["id"], target)
    for key in table.foreign_keys:
        parent, column = key.column.table, key.parent.name
        if "live" in parent.c and row[column] is not None:
            row[column] = _live_parent(connection, parent, row[column], target)
    again = row | {"journal_id": unit, "live": 1, "voided_by": None, "again_of": first}
    del again["id"]
    for columns in _unique_among_live(table):
        if all(again[column.name] is not None for column in columns):
            same = and_(*(column == again[column.name] for column in columns))
            later = connection.execute(select(table.c.journal_id).where(same)).scalar()
            if later is not None:  # something was recorded in its place since
                raise touched_since(connection, target, later)
    connection.execute(insert(table), again)


def _unique_among_live(table: Table[Any]) -> Iterator[list[Column[Any]]]:
    """The columns that are unique among the live rows of a table."""
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint) and "live" in constraint.columns:
            yield list(constraint.columns)
    for index in table.indexes:
        if index.unique and "live" in index.columns:
            yield list(index.columns)


def _refuse_if_newer(connection: Connection, table: Table[Any], line: int, row: int, target: int) -> None:
    """Refuses where the row came back already, whether it is still there or was taken back again."""
    newer = (
        select(func.coalesce(table.c.voided_by, table.c.journal_id))
        .where(table.c.again_of == line, table.c.id > row)
        .order_by(table.c.id.desc())
    )
    later = connection.execute(newer.limit(1)).scalar()
    if later is not None:
        raise touched_since(connection, target, later)


def _refuse_below_nothing(connection: Connection, target: int, unit: int) -> None:
    """Refuses where what came back refers to a person or a night without terms: they were taken back since."""
    for thing, terms, known in (
        (db.players, db.player_terms, db.player_terms.c.player_id),
        (db.nights, db.night_terms, db.night_terms.c.night_id),
    ):
        there = select(known).where(terms.c.live == 1)
        for table in voidable_tables():
            for column in _references(table, thing):
                lost = select(column).where(table.c.journal_id == unit, column.is_not(None), column.not_in(there))
                missing = connection.execute(lost.limit(1)).scalar()
                if missing is not None:
                    gone = select(func.max(terms.c.voided_by)).where(known == missing)
                    raise touched_since(connection, target, int(connection.execute(gone).scalar() or 0))


def _live_parent(connection: Connection, parent: Table[Any], row: int, target: int) -> int:
    line, voided_by = connection.execute(
        select(first_of_line(parent), parent.c.voided_by).where(parent.c.id == row)
    ).one()
    live = _live_of_line(connection, parent, line)
    if live is None:
        raise touched_since(connection, target, voided_by)
    return live


def touched_since(connection: Connection, target: int, later: int) -> TouchedSince:
    """The refusal to undo a unit for the sake of a later one."""
    command = connection.execute(select(db.journal.c.command).where(db.journal.c.id == later)).scalar_one()
    return TouchedSince(target, later, command)


def undone_rows_of(connection: Connection, imported: int, undoing: list[int]) -> set[int]:
    """Those of some units that took something back that an import had brought, or what came back of that since."""
    own, found = _own_units(imported), set[int]()
    for table in voidable_tables():
        first = table.alias()
        for some in in_parts(undoing):
            rows = (
                select(table.c.voided_by)
                .join(first, first.c.id == first_of_line(table))
                .where(first.c.journal_id.in_(own), table.c.voided_by.in_(some))
                .distinct()
            )
            found |= {unit for unit in connection.execute(rows).scalars() if unit is not None}
    return found
