"""Which schema a ledger file has, read without SQLAlchemy so that every command can afford it."""

import sqlite3
from pathlib import Path

from ledger.store.errors import CannotUse, NotALedger

HEAD = "0001"
"""The schema this version of the program works with."""

APPLICATION_ID = 0x52434C31
"""Marks a SQLite file as a ledger ("RCL1"); set when the file is made."""


def revision_of(path: Path) -> str | None:
    """The revision of the ledger file at a path, None for an empty file. Raises NotALedger or CannotUse."""
    try:
        if path.stat().st_size == 0:
            return None
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=30)
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if application == 0 and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return None
            if application != APPLICATION_ID:
                raise NotALedger(str(path))
            return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        raise CannotUse(str(path), str(error)) from error
    except (sqlite3.DatabaseError, TypeError) as error:
        raise NotALedger(str(path)) from error
    except OSError as error:
        raise CannotUse(str(path), error.strerror or str(error)) from error
