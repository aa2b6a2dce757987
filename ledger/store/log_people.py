"""What each unit of work recorded of people and took back, read from the rows themselves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, select

from ledger.store import models as db
from ledger.store.log import outlived_its_unit, touched_by
from ledger.store.people import Details


class Rows(NamedTuple):
    """Rows about one person: details, names that find them (folded), codes by system, whom they were merged into."""

    details: Details | None
    found: frozenset[str]
    codes: dict[str, str]
    merged: tuple[str, ...]


class PersonTouched(NamedTuple):
    """What a unit recorded of a player row, and took back; name: its own at that time, also once it is merged."""

    unit: int
    name: str
    recorded: Rows
    took_back: Rows


TABLES: tuple[Table[Any], ...] = (db.player_terms, db.player_names, db.player_codes, db.player_merges)
"""What is known of people, each row of a player."""


def people_touched(connection: Connection, units: Sequence[int]) -> Iterator[PersonTouched]:
    """The people that units touched, those who were added first before others."""
    touched = {
        table: connection.execute(
            select(table).where(touched_by(table, units), outlived_its_unit(table)).order_by(table.c.id)
        ).all()
        for table in TABLES
    }
    called = _called(connection)
    for unit in units:
        mine = {row.player_id for rows in touched.values() for row in rows if unit in (row.journal_id, row.voided_by)}
        for player in sorted(mine):
            there = {table: [row for row in rows if row.player_id == player] for table, rows in touched.items()}
            recorded, took_back = (_rows(there, by, unit, called) for by in ("journal_id", "voided_by"))
            yield PersonTouched(unit, called(player, unit), recorded, took_back)


def _rows(there: Mapping[Table[Any], Sequence[Any]], by: str, unit: int, called: Callable[[int, int], str]) -> Rows:
    """Those of a player's rows that have a unit in one of their columns."""
    rows = {table: [row for row in mine if getattr(row, by) == unit] for table, mine in there.items()}
    details = [Details(*(getattr(row, field) for field in Details._fields)) for row in rows[db.player_terms]]
    return Rows(
        details[-1] if details else None,
        frozenset(row.name_key for row in rows[db.player_names]),
        {row.system: row.code for row in rows[db.player_codes]},
        tuple(called(row.into_id, unit) for row in rows[db.player_merges]),
    )


def _called(connection: Connection) -> Callable[[int, int], str]:
    """How a player row was called after a unit, or last of all before it: by its own name."""
    t = db.player_terms.c
    names: dict[int, list[tuple[int, str]]] = {}
    for player, since, name in connection.execute(select(t.player_id, t.journal_id, t.shown_name).order_by(t.id)):
        names.setdefault(player, []).append((since, name))

    def called(player: int, unit: int) -> str:
        # What an import brought has later numbers than its own: the first name is what it knew.
        return ([name for since, name in names[player] if since <= unit] or [names[player][0][1]])[-1]

    return called
