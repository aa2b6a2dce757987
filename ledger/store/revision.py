"""Which schema a ledger file has, read without SQLAlchemy so that every command can afford it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ledger.store.errors import CannotUse, NotALedger

HEAD = "0006"
"""The schema this version of the program works with."""

APPLICATION_ID = 0x52434C31
"""Marks a SQLite file as a ledger ("RCL1"); set when the file is made."""


def revision_of(path: Path) -> str | None:
    """The revision of the ledger file at a path, None for an empty file. Raises NotALedger or CannotUse.

    Nothing is written, not even beside the file: a file that nobody has open is read as it
    lies there, for SQLite would put its side files next to it.
    """
    try:
        with path.open("rb") as handle:
            header = handle.read(100)
        if not header:
            return None
        page = int.from_bytes(header[16:18]) or 1
        # A page of 65,536 bytes is written as 1. What is no whole number of pages was cut off.
        if not header.startswith(b"SQLite format 3\0") or path.stat().st_size % (page if page > 1 else 65_536):
            raise NotALedger(str(path))
        in_use = path.with_name(path.name + "-wal").exists()
    except OSError as error:
        raise CannotUse(str(path), error.strerror or str(error)) from error
    try:
        if in_use:
            return _read(path, "mode=ro")
        try:
            return _read(path, "mode=ro&immutable=1")
        except sqlite3.DatabaseError:
            if not path.with_name(path.name + "-wal").exists():
                raise
            return _read(path, "mode=ro")  # somebody began to write while we read
    except sqlite3.OperationalError as error:
        raise CannotUse(str(path), str(error)) from error
    except (sqlite3.DatabaseError, TypeError) as error:
        raise NotALedger(str(path)) from error


def _read(path: Path, mode: str) -> str | None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=30)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application == 0 and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return None
        if application != APPLICATION_ID:
            raise NotALedger(str(path))
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
