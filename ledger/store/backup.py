"""Copies of a ledger file that can be trusted: made by SQLite itself, checked, and only then given their name."""

import os
import sqlite3
from pathlib import Path

from ledger.store.errors import CannotUse


def backup_file(path: Path, to: Path) -> Path:
    """Writes a verified copy of a ledger file. A copy of the file alone would miss what is in the write-ahead log."""
    partial = to.with_name(to.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        source = sqlite3.connect(path, timeout=30)
        try:
            source.execute("VACUUM INTO ?", (str(partial),))
        finally:
            source.close()
        copy = sqlite3.connect(partial)
        try:
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        finally:
            copy.close()
    except sqlite3.Error as error:
        partial.unlink(missing_ok=True)
        raise CannotUse(str(path), f"the backup failed ({error})") from error
    if verdict != "ok":
        partial.unlink(missing_ok=True)
        raise CannotUse(str(path), f"the backup is damaged ({verdict})")
    with partial.open("rb+") as handle:
        os.fsync(handle.fileno())
    partial.replace(to)
    return to
