"""A backup holds all that was committed, also while others write; and it is there whole or not at all."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.store.backup import backup_file
from ledger.store.errors import CannotUse
from ledger.store.revision import HEAD, revision_of

ROW = "INSERT INTO journal (uid, recorded_at, actor, tool, command, arguments) VALUES (?, '2026', 'a', 't', 'c', '{}')"
COMMITTED = [f"unit {n:03}" for n in range(200)]


def units(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [uid for (uid,) in connection.execute("SELECT uid FROM journal ORDER BY uid")]


@pytest.fixture
def writer(file_place) -> Iterator[sqlite3.Connection]:
    """A connection with 200 commits that are only in the write-ahead log, and a row it has not committed."""
    with closing(sqlite3.connect(file_place, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for uid in COMMITTED:
            connection.execute(ROW, (uid,))
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(ROW, ("uncommitted",))
        yield connection


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_holds_all_that_was_committed_and_nothing_else(file_place, writer, tmp_path):
    to = tmp_path / "kept" / "copy.ledger"
    to.parent.mkdir()
    assert backup_file(file_place, to) == to
    assert names_in(to.parent) == ["copy.ledger"]
    assert units(to) == COMMITTED
    assert revision_of(to) == HEAD
    writer.execute("COMMIT")
    assert set(units(file_place)) == {*COMMITTED, "uncommitted"}, "the backup left the writer alone"


def test_a_copy_of_the_file_alone_would_miss_them(file_place, writer, tmp_path):
    shutil.copyfile(file_place, tmp_path / "copy.ledger")
    assert units(tmp_path / "copy.ledger") == []


def test_a_backup_takes_the_place_of_an_older_one_and_of_a_broken_off_one(file_place, writer, tmp_path):
    to = tmp_path / "copy.ledger"
    to.write_text("an older backup", encoding="utf-8")
    (tmp_path / "copy.ledger.partial").write_text("broken off", encoding="utf-8")
    backup_file(file_place, to)
    assert units(to) == COMMITTED
    assert "copy.ledger.partial" not in names_in(tmp_path)


def test_a_backup_into_a_missing_folder_fails_and_leaves_nothing(file_place, tmp_path):
    before = names_in(tmp_path)
    with pytest.raises(CannotUse, match="the backup failed") as refusal:
        backup_file(file_place, tmp_path / "missing" / "copy.ledger")
    assert refusal.value.exit_code == 3
    assert names_in(tmp_path) == before


def test_a_backup_below_a_file_fails_and_leaves_nothing(file_place, tmp_path, left_alone):
    (tmp_path / "file").write_text("Ken", encoding="utf-8")
    with left_alone(tmp_path), pytest.raises(CannotUse, match="the backup failed"):
        backup_file(file_place, tmp_path / "file" / "copy.ledger")


def test_a_backup_in_the_place_of_a_folder_fails_and_leaves_nothing(file_place, tmp_path):
    (tmp_path / "copy.ledger").mkdir()
    before = names_in(tmp_path)
    with pytest.raises(CannotUse, match="the backup failed"):
        backup_file(file_place, tmp_path / "copy.ledger")
    assert [name for name in names_in(tmp_path) if not name.endswith(("-wal", "-shm"))] == before


def test_a_damaged_ledger_is_not_backed_up(file_place, tmp_path):
    with file_place.open("r+b") as handle:
        handle.seek(4096 * 3)
        handle.write(b"\xff" * 4096 * 4)
    to = tmp_path / "copy.ledger"
    with pytest.raises(CannotUse, match="the backup failed"):
        backup_file(file_place, to)
    assert not to.exists()
    assert not to.with_name("copy.ledger.partial").exists()


def test_a_copy_that_does_not_pass_the_check_is_thrown_away(file_place, tmp_path, monkeypatch):
    real = sqlite3.connect

    class Doubtful(sqlite3.Connection):
        def execute(self, statement, *parameters):
            check = statement == "PRAGMA integrity_check"
            return super().execute("SELECT 'row 1 missing'" if check else statement, *parameters)

    monkeypatch.setattr("ledger.store.backup.sqlite3.connect", lambda *a, **o: real(*a, **o, factory=Doubtful))
    to = tmp_path / "copy.ledger"
    to.write_text("an older backup", encoding="utf-8")
    with pytest.raises(CannotUse, match=r"the backup is damaged \(row 1 missing\)"):
        backup_file(file_place, to)
    assert to.read_text(encoding="utf-8") == "an older backup"
    assert not to.with_name("copy.ledger.partial").exists()


def test_a_backup_of_a_missing_file_fails_and_makes_no_file(tmp_path):
    with pytest.raises(CannotUse):
        backup_file(tmp_path / "missing.ledger", tmp_path / "copy.ledger")
    assert names_in(tmp_path) == []
