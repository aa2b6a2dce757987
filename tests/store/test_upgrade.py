"""Upgrading a ledger file: a backup first, then all of it or nothing, once however many try."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ledger.store import engine as engines
from ledger.store.engine import create_ledger, engine_of, open_ledger, server_revision
from ledger.store.errors import CannotUse
from ledger.store.revision import HEAD, revision_of
from ledger.store.upgrade import upgrade_file, upgrade_server

NEXT = f"{int(HEAD) + 1:04}"  # the migration that folder_with adds
ADD_A_COLUMN = 'op.add_column("games", sa.Column("note", sa.Text(), nullable=True))'
REBUILD_GAMES = """
with op.batch_alter_table("games", recreate="always") as batch:
    batch.add_column(sa.Column("note", sa.Text(), nullable=True))
"""


@pytest.fixture
def path(played: Path) -> Path:
    return played


def backups(path: Path) -> list[Path]:
    return [p for p in path.parent.glob("*.before-*") if not p.name.endswith(("-wal", "-shm"))]


@pytest.fixture
def engine(path) -> Iterator[Engine]:
    engine = engine_of(str(path))
    yield engine
    engine.dispose()


def test_an_upgrade_keeps_all_rows_and_the_file_as_it_was(path, engine, folder_with, on_disk):
    before = on_disk(path)
    kept = upgrade_file(engine, path, folder=folder_with(ADD_A_COLUMN), to=NEXT)
    after = on_disk(path)
    assert after.revision == revision_of(path) == NEXT
    assert after.sound
    assert after.rows == before.rows
    assert all(before.rows[table] for table in ("journal", "games", "hands", "payments", "results", "settlements"))
    with closing(sqlite3.connect(path)) as connection:
        assert {note for (note,) in connection.execute("SELECT note FROM games")} == {None}
    assert [kept] == backups(path)
    assert kept.parent == path.parent
    assert on_disk(kept).sound
    assert on_disk(kept).dump == before.dump
    assert revision_of(kept) == HEAD
    open_ledger(str(kept)).dispose()


def test_an_upgrade_says_in_one_line_where_the_backup_is(path, engine, folder_with, capsys):
    kept = upgrade_file(engine, path, folder=folder_with(ADD_A_COLUMN), to=NEXT)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(kept) in err
    assert f"schema {NEXT}" in err


def test_a_file_that_is_up_to_date_is_not_upgraded_again(path, engine, on_disk, capsys):
    before = on_disk(path).dump
    assert upgrade_file(engine, path) is None
    assert (on_disk(path).dump, backups(path)) == (before, [])
    assert capsys.readouterr() == ("", "")


@pytest.fixture
def next_version(folder_with, monkeypatch) -> Callable[[str], None]:
    """Makes this program the next version, with one more migration."""

    def become(body: str) -> None:
        folder = folder_with(body)
        monkeypatch.setattr(engines, "HEAD", NEXT)
        monkeypatch.setattr("ledger.store.upgrade.migrations_folder", lambda: folder)
        monkeypatch.setitem(upgrade_file.__kwdefaults__, "to", NEXT)

    return become


@pytest.mark.parametrize("look", [open_ledger, lambda place: create_ledger(place)[0]])
def test_opening_an_older_file_upgrades_it(path, next_version, on_disk, look):
    before = on_disk(path).rows
    next_version(ADD_A_COLUMN)
    look(str(path)).dispose()
    assert revision_of(path) == NEXT
    assert on_disk(path).rows == before
    assert len(backups(path)) == 1


def test_what_the_database_refuses_in_an_upgrade_is_said_without_sql(path, next_version, on_disk):
    before = on_disk(path).dump
    next_version('op.execute("UPDATE games SET number = NULL")')
    with pytest.raises(CannotUse, match=r"NOT NULL constraint failed: games\.number$"):
        open_ledger(str(path))
    assert on_disk(path).dump == before


FAILS_HALF_WAY = """
op.create_table("clubs", sa.Column("id", sa.Integer(), primary_key=True))
op.execute("UPDATE player_terms SET shown_name = 'Nobody'")
op.execute("DELETE FROM payments")
raise RuntimeError("half way")
"""


def test_a_migration_that_fails_half_way_changes_nothing(path, engine, folder_with, on_disk):
    before = on_disk(path).dump
    with pytest.raises(RuntimeError, match="half way"):
        upgrade_file(engine, path, folder=folder_with(FAILS_HALF_WAY), to=NEXT)
    assert on_disk(path).dump == before
    assert revision_of(path) == HEAD
    assert list(backups(path)) == [], "the file is as it was: a copy for each try would only fill the disk"
    open_ledger(str(path)).dispose()


@pytest.mark.parametrize(
    "harm",
    [
        'op.execute("DELETE FROM players")',
        'op.execute("UPDATE seats SET player_id = 404")',
        'op.drop_table("hands")',
        REBUILD_GAMES + 'op.execute("DELETE FROM games")',
    ],
)
def test_a_migration_that_would_break_references_is_refused(path, engine, folder_with, on_disk, harm):
    before = on_disk(path).dump
    with pytest.raises(CannotUse, match=r"would break \d+ references"):
        upgrade_file(engine, path, folder=folder_with(harm), to=NEXT)
    assert on_disk(path).dump == before
    assert revision_of(path) == HEAD


def test_a_table_may_be_rebuilt_without_its_children_noticing(path, engine, folder_with, on_disk):
    before = on_disk(path).rows
    indexes = "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name"
    with closing(sqlite3.connect(path)) as connection:
        indexes_before = connection.execute(indexes).fetchall()
    upgrade_file(engine, path, folder=folder_with(REBUILD_GAMES), to=NEXT)
    assert on_disk(path).rows == before
    assert before["games"]
    assert on_disk(path).sound
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(indexes).fetchall() == indexes_before
        connection.execute("PRAGMA foreign_keys = ON")
        for refused in ("DELETE FROM games", "UPDATE games SET live = 2", "UPDATE games SET number = 'one'"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(refused)


def test_foreign_keys_are_in_force_again_after_an_upgrade(path, engine, folder_with):
    upgrade_file(engine, path, folder=folder_with(ADD_A_COLUMN), to=NEXT)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_database_on_a_server_is_upgraded_in_one_transaction(server, folder_with):
    place = server.fresh()
    engine = engine_of(place)
    with pytest.raises(RuntimeError, match="half way"):
        upgrade_server(engine, folder=folder_with(FAILS_HALF_WAY), to=NEXT)
    assert server_revision(engine, place) == HEAD
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT to_regclass('clubs')").scalar() is None
    for _ in range(2):
        upgrade_server(engine, folder=folder_with(ADD_A_COLUMN), to=NEXT)
        assert server_revision(engine, place) == NEXT
    server.drop(place)
