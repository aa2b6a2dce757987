"""Copies of a ledger file that can be trusted: made by SQLite itself, checked, and only then given their name."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ledger.store.errors import CannotUse


def backup_file(path: Path, to: Path) -> Path:
    """Writes a verified copy of a ledger file; raises CannotUse and leaves nothing behind where it cannot.

    A copy of the file alone would miss what is in the write-ahead log.
    """
    partial = to.with_name(to.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        try:
            _copy(path, partial)
            with partial.open("rb+") as handle:
                os.fsync(handle.fileno())
            partial.replace(to)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    except (OSError, sqlite3.Error) as error:
        raise CannotUse(str(path), f"the backup failed ({error})") from error
    return to


def _copy(path: Path, to: Path) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=30)) as source:
        source.execute("VACUUM INTO ?", (str(to),))
    with closing(sqlite3.connect(to)) as copy:
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise CannotUse(str(path), f"the backup is damaged ({verdict})")
