"""Records of a bundle as rows: new ones are written, known ones are left, or taken back as they were elsewhere."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Table, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from ledger.rules.ruleset import RulesetError, content_sha256, ruleset_from_content
from ledger.store import models as db
from ledger.store.base import first_of_line
from ledger.store.bundle_people import NameHeldBack, Newcomers
from ledger.store.bundle_tables import BY_NAME, CLUB, MONEY, OWNER, REFERENCES, REFERRED, SEASONS, TABLES, THINGS
from ledger.store.errors import ConflictInBundle
from ledger.store.nights import IMPORT

Record = dict[str, Any]
AT_ONCE = 5_000
"""How many records of a kind are written together."""
FEW = 500
"""How many values one question names."""


class Wanted(NamedTuple):
    """What of a bundle is wanted: everything, into a ledger that holds nothing; else with money or not."""

    everything: bool = False
    money: bool = False

    def kinds(self) -> set[str]:
        """The kinds of records that are left out."""
        if self.everything:
            return set()
        return {*CLUB, *SEASONS, *(() if self.money else MONEY)}


class Written(NamedTuple):
    """How many rows were new, and how many known ones were taken back; games: new ones."""

    rows: int = 0
    taken_back: int = 0
    games: int = 0


class BundleWriter:
    """Writes the records of one bundle; what it is told to take comes in the order of the file."""

    def __init__(
        self,
        connection: Connection,
        unit: int,
        wanted: Wanted,
        people: Newcomers,
        restore: Callable[[int], None],
    ) -> None:
        self.connection = connection
        self.unit = unit
        self.left_out = wanted.kinds()
        self.wanted = wanted
        self.people = people
        self.restore = restore
        self.units: array[int] = array("q", [0])  # the ids here by the numbers in the bundle, from 1 on
        self.known = bytearray(1)  # which of them were here before
        self.rows: dict[str, array[int]] = {name: array("q", [0]) for name in REFERRED}
        self.next_id: dict[str, int] = {}
        self.seen: dict[tuple[str, int, int], int] = {}  # rows of known units that came, by owner
        self.waiting: list[tuple[int, Record]] = []
        self.copies: dict[int, int] = {}  # by line: what stood for a row here, and was taken back just now
        self.written = Written()

    def take(self, line: int, record: Record) -> None:
        """The next record, with the number of its line."""
        other = bool(self.waiting) and self.waiting[0][1]["record"] != record["record"]
        if other or len(self.waiting) >= AT_ONCE:
            self.flush()
        if other:
            self.copies = {}
        self.waiting.append((line, record))

    def flush(self) -> None:
        """Writes what waits."""
        waiting, self.waiting = self.waiting, []
        if not waiting:
            return
        kind = waiting[0][1]["record"]
        if kind == "unit":
            self._units([record for _, record in waiting])
        else:
            self._rows(BY_NAME[kind], waiting)

    def finish(self) -> Written:
        """Writes the rest; the numbers that come next follow on those that were written."""
        self.flush()
        if self.connection.dialect.name != "sqlite":
            for name, following in self.next_id.items():
                sequence = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last, false)")
                self.connection.execute(sequence, {"name": name, "last": following})
        return self.written

    def _new_id(self, table: Table[Any]) -> int:
        if table.name not in self.next_id:
            if self.connection.dialect.name != "sqlite":
                # Others wait: the numbers that come next are given here until the import is done.
                self.connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
            self.next_id[table.name] = (self.connection.execute(select(func.max(table.c.id))).scalar() or 0) + 1
        number = self.next_id[table.name]
        self.next_id[table.name] = number + 1
        return number

    def _units(self, records: Sequence[Record]) -> None:
        j = db.journal.c
        there: dict[str, tuple[int, int | None]] = {}
        for start in range(0, len(records), FEW):
            uids = [record["uid"] for record in records[start : start + FEW]]
            rows = self.connection.execute(select(j.uid, j.id, j.brought_by).where(j.uid.in_(uids)))
            there |= {row.uid: (row.id, row.brought_by) for row in rows}
        for brought_by in sorted({by for _, by in there.values() if by is not None}):
            self.restore(brought_by)
        new = []
        for record in records:
            known = there.get(record["uid"])
            number = self._new_id(db.journal) if known is None else known[0]
            self.units.append(number)
            self.known.append(known is not None)
            if known is None:
                new.append(
                    {
                        "id": number,
                        "uid": record["uid"],
                        "recorded_at": record["at"],
                        "actor": record["by"],
                        **{name: record[name] for name in ("tool", "command", "arguments")},
                        "brought_by": self.unit,
                    }
                )
        self._insert(db.journal, new, [])

    def _rows(self, table: Table[Any], waiting: Sequence[tuple[int, Record]]) -> None:
        """Writes records of one kind."""
        there = self._there(table, [record for _, record in waiting])
        new: list[Record] = []
        lines: list[int] = []
        void: dict[int, int] = {}
        in_force: set[int] = set()  # lines of which a later row is in force there
        for (line, record), known in zip(waiting, there, strict=True):
            if known is not None:
                self._number(table, record, known)
                if "void" in record:
                    void[known] = self.units[record["void"]]
                elif "again" in record:
                    in_force.add(self.rows[table.name][record["again"]])
                continue
            row = None if table.name in self.left_out else self._row(table, record)
            self._number(table, record, 0 if row is None else row["id"])
            if row is not None:
                new.append(row)
                lines.append(line)
        # What is recorded again stands in the place of what an import brought back.
        again = {row["again_of"]: row["journal_id"] for row in new if row.get("again_of") and row["live"]}
        self._take_back(table, void, copies=False)
        self._take_back(table, {row: unit for row, unit in void.items() if row not in in_force} | again, copies=True)
        self._leave_in_force(table, in_force)
        self._insert(table, new, lines)
        games = sum(row["live"] == 1 for row in new) if table is db.games else 0
        before = self.written
        self.written = Written(before.rows + len(new), before.taken_back, before.games + games)

    def _number(self, table: Table[Any], record: Record, number: int) -> None:
        if table.name in REFERRED:
            assert len(self.rows[table.name]) == record["n"]  # noqa: S101 - the reader has checked it
            self.rows[table.name].append(number)

    def _row(self, table: Table[Any], record: Record) -> Record | None:
        """A new row; None where it names what is left out, or is a name that somebody has here."""
        row = _empty(table) | record
        for column, parent in REFERENCES[table.name].items():
            if column in record:
                row[column] = self.rows[parent.name][record[column]]
                if not row[column]:
                    return None
        row["journal_id"] = self.units[record["unit"]]
        if "live" in row:
            if "void" in record or "again" in record:
                row |= self._life(table, record)
            else:
                row["live"] = 1
        if not self.wanted.everything:
            if table is db.night_terms and not self.wanted.money:
                row |= {"currency": None, "rate_minor": None, "rate_points": None}
            try:
                row = self.people.checked(table, row, record)
            except NameHeldBack:
                return None
        row["id"] = self._new_id(table)
        self._know(table, record, row)
        return row

    def _know(self, table: Table[Any], record: Record, row: Record) -> None:
        """Looks at a new row of which more than itself is to be known."""
        if table is db.players:
            self.people.came(record["n"], row["id"])
        if table is db.rulesets:
            _refuse_other_rules(row)

    def _life(self, table: Table[Any], record: Record) -> Record:
        """Whether a row is in force, what took it back, and the first of its line."""
        void = self.units[record["void"]] if "void" in record else None
        first = (self.rows[table.name][record["again"]] or None) if "again" in record else None
        return {"live": 1 if void is None else None, "voided_by": void, "again_of": first}

    def _there(self, table: Table[Any], records: Sequence[Record]) -> list[int | None]:
        """The row that each record is already, if it is."""
        if table.name in THINGS or table is db.rulesets:
            return self._by_key(table, "sha256" if table is db.rulesets else "uid", records)
        if not any(self.known[record["unit"]] for record in records):
            return [None] * len(records)
        return self._by_owner(table, records)

    def _by_key(self, table: Table[Any], column: str, records: Sequence[Record]) -> list[int | None]:
        found: dict[str, int] = {}
        for start in range(0, len(records), FEW):
            keys = [record[column] for record in records[start : start + FEW]]
            rows = self.connection.execute(select(table.c[column], table.c.id).where(table.c[column].in_(keys)))
            found |= {key: number for key, number in rows}  # noqa: C416 - rows are no pairs to the type checker
        there = [found.get(record[column]) for record in records]
        if table is db.players:
            for record, number in zip(records, there, strict=True):
                if number is not None:
                    self.people.came(record["n"], number)
        return there

    def _by_owner(self, table: Table[Any], records: Sequence[Record]) -> list[int | None]:
        """By its unit, its owner, and which of these it is."""
        owner = OWNER.get(table.name)
        units = sorted({self.units[record["unit"]] for record in records if self.known[record["unit"]]})
        rows: dict[tuple[int, int], list[int]] = {}
        for start in range(0, len(units), FEW):
            some = table.c.journal_id.in_(units[start : start + FEW])
            whose = table.c.id if owner is None else table.c[owner]
            for number, unit, of in self.connection.execute(
                select(table.c.id, table.c.journal_id, whose).where(some).order_by(table.c.id)
            ):
                rows.setdefault((unit, 0 if owner is None else of), []).append(number)
        there: list[int | None] = []
        for record in records:
            unit = self.units[record["unit"]]
            of = 0 if owner is None else self.rows[REFERENCES[table.name][owner].name][record[owner]]
            key = (table.name, unit, of)
            nth = self.seen.get(key, 0)
            of_unit = rows.get((unit, of), []) if self.known[record["unit"]] else []
            there.append(of_unit[nth] if nth < len(of_unit) else None)
            if self.known[record["unit"]]:
                self.seen[key] = nth + 1
        return there

    def _take_back(self, table: Table[Any], void: Mapping[int, int], *, copies: bool) -> None:
        """Takes back rows that are void where they come from, by row and unit; copies: what stands for them here.

        What an import brought back stands for what came first; what came back elsewhere is a record of its own.
        """
        ours = select(db.journal.c.id).where(db.journal.c.brought_by.is_(None), db.journal.c.command.like(f"{IMPORT}%"))
        rows, done = list(void), 0
        for start in range(0, len(rows), FEW):
            some = rows[start : start + FEW]
            own = table.c.again_of.in_(some) & table.c.journal_id.in_(ours) if copies else table.c.id.in_(some)
            standing = select(table.c.id, first_of_line(table)).where(table.c.live == 1, own)
            for row, line in self.connection.execute(standing).all():
                unit = void[line if copies else row]
                self.connection.execute(update(table).where(table.c.id == row).values(live=None, voided_by=unit))
                done += 1
                if copies:
                    self.copies[line] = row
        self.written = self.written._replace(taken_back=self.written.taken_back + done)

    def _leave_in_force(self, table: Table[Any], lines: set[int]) -> None:
        """Leaves what stands for a row that turns out to be in force there, further down in the bundle."""
        for line in lines & self.copies.keys():
            row = self.copies.pop(line)
            self.connection.execute(update(table).where(table.c.id == row).values(live=1, voided_by=None))
            self.written = self.written._replace(taken_back=self.written.taken_back - 1)

    def _insert(self, table: Table[Any], rows: list[Record], lines: Sequence[int]) -> None:
        if not rows:
            return
        statement, values = _statement(table, self.connection.dialect)
        try:
            with self.connection.begin_nested():
                self.connection.exec_driver_sql(statement, list(map(values, rows)))
        except IntegrityError as error:
            for line, row in zip(lines, rows, strict=False):
                try:
                    with self.connection.begin_nested():
                        self.connection.exec_driver_sql(statement, values(row))
                except IntegrityError as conflict:
                    raise ConflictInBundle(line, table.name, str(conflict.orig)) from conflict
            raise ConflictInBundle(None, table.name, str(error.orig)) from error


def _refuse_other_rules(row: Record) -> None:
    """Refuses a ruleset that is none, or not the one that its digest names. Raises RulesetError."""
    ruleset_from_content(row["content"])
    if content_sha256(row["content"]) != row["sha256"]:
        raise RulesetError(f"ruleset {row['name'][:40]} of the bundle is not what its digest says")


@cache
def _statement(table: Table[Any], dialect: Dialect) -> tuple[str, Callable[[Record], Any]]:
    """The insertion of one row of a table, and what makes of a row what it wants.

    Records have dates and times as text already, so that nothing is left to be converted for each of millions.
    """
    compiled = insert(table).compile(dialect=dialect, column_keys=[column.name for column in table.columns])
    if compiled.positiontup:
        return str(compiled), itemgetter(*compiled.positiontup)
    names = [column.name for column in table.columns]
    return str(compiled), lambda row: {name: row[name] for name in names}


@cache
def _empty(table: Table[Any]) -> Record:
    """A row without values: nothing, or zero where nothing is said."""
    return {column.name: None if column.server_default is None else 0 for column in table.columns}


def bundle_fields() -> dict[str, Mapping[str, tuple[str, bool, str | None]]]:
    """The fields of each kind of record: kind of value, whether it may be missing, the kind of record it names."""
    return {
        table.name: {
            column.name: (
                _KINDS.get(type(column.type).__name__, "whole"),
                bool(column.nullable) or column.server_default is not None,
                REFERENCES[table.name][column.name].name if column.name in REFERENCES[table.name] else None,
            )
            for column in table.columns
            if column.name not in ("id", "journal_id", "live", "voided_by", "again_of")
        }
        for table in TABLES
    }


_KINDS = {"Text": "text", "Day": "date", "UtcTime": "time"}
