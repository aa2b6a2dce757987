"""Opening and making ledger files: what is at the place decides, and what is not a ledger stays as it is."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.store.engine import create_ledger, open_ledger
from ledger.store.errors import CannotUse, NewerLedger, NoLedger, NotALedger
from ledger.store.revision import APPLICATION_ID, HEAD, revision_of


def text_file(path, template):
    path.write_text("Ken 25,000\nJohn 25,000\n" * 100, encoding="utf-8")


def short_text_file(path, template):
    path.write_text("Ken", encoding="utf-8")


def random_binary(path, template):
    path.write_bytes(random.Random(1).randbytes(20_000))


def header_of_a_ledger_and_nothing_else(path, template):
    path.write_bytes(template.read_bytes()[:100])


def half_a_ledger(path, template):
    whole = template.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def ledger_without_its_last_page(path, template):
    path.write_bytes(template.read_bytes()[:-4096])


def overwritten_start(path, template):
    path.write_bytes(b"\0" * 512 + template.read_bytes()[512:])


def foreign_database(path, template):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0002')")


def foreign_database_with_a_mark_of_its_own(path, template):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA application_id = 1196444487")


def foreign_database_in_wal_mode(path, template):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (x)")


FOREIGN = [
    text_file,
    short_text_file,
    random_binary,
    overwritten_start,
    foreign_database,
    foreign_database_with_a_mark_of_its_own,
    foreign_database_in_wal_mode,
]
DAMAGED = [
    header_of_a_ledger_and_nothing_else,
    half_a_ledger,
    ledger_without_its_last_page,
]


@pytest.mark.parametrize("make", [*FOREIGN, *DAMAGED])
@pytest.mark.parametrize("look", [open_ledger, create_ledger, lambda place: revision_of(Path(place))])
def test_something_else_is_refused_and_no_byte_of_it_changes(tmp_path, template, make, look):
    path = tmp_path / "notes.txt"
    make(path, template)
    before = path.read_bytes()
    with pytest.raises(NotALedger, match="is not a ledger file; it was left untouched") as refusal:
        look(str(path))
    assert str(path) in str(refusal.value)
    assert refusal.value.exit_code == 3
    assert path.read_bytes() == before


@pytest.mark.parametrize("make", [*FOREIGN, *DAMAGED])
@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_something_else_is_refused_and_nothing_is_put_beside_it(tmp_path, template, left_alone, make, look):
    make(tmp_path / "notes.txt", template)
    with left_alone(tmp_path), pytest.raises(NotALedger):
        look(str(tmp_path / "notes.txt"))


def test_a_missing_file_is_no_ledger_and_is_not_made(tmp_path, left_alone):
    for path in (tmp_path / "club.ledger", tmp_path / "folder" / "club.ledger"):
        with left_alone(tmp_path), pytest.raises(NoLedger, match="ledger init") as refusal:
            open_ledger(str(path))
        assert str(path) in str(refusal.value)


def test_an_empty_file_is_no_ledger_until_it_is_made_one(tmp_path, left_alone):
    path = tmp_path / "club.ledger"
    path.touch()
    with left_alone(tmp_path), pytest.raises(NoLedger):
        open_ledger(str(path))
    engine, made = create_ledger(str(path))
    engine.dispose()
    assert made
    assert revision_of(path) == HEAD
    open_ledger(str(path)).dispose()


def test_a_database_without_tables_is_no_ledger_until_it_is_made_one(tmp_path):
    path = tmp_path / "club.ledger"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 1")
    with pytest.raises(NoLedger):
        open_ledger(str(path))
    engine, made = create_ledger(str(path))
    engine.dispose()
    assert made
    assert revision_of(path) == HEAD


def test_a_new_ledger_carries_its_mark_in_the_header_of_the_file(template):
    header = template.read_bytes()[:100]
    assert header.startswith(b"SQLite format 3\0")
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID


def test_folders_on_the_way_to_a_new_ledger_are_made(tmp_path):
    engine, made = create_ledger(str(tmp_path / "clubs" / "Zoë" / "club.ledger"))
    engine.dispose()
    assert made
    assert revision_of(tmp_path / "clubs" / "Zoë" / "club.ledger") == HEAD


def test_making_a_ledger_where_one_is_opens_it_with_all_it_holds(club):
    before = club.rows()
    engine, made = create_ledger(club.place)
    engine.dispose()
    assert not made
    assert club.rows() == before


def test_a_ledger_that_is_open_elsewhere_and_not_yet_checkpointed_is_a_ledger(tmp_path):
    path = tmp_path / "club.ledger"
    with closing(sqlite3.connect(path)) as holder:
        holder.execute("PRAGMA journal_mode = WAL")
        holder.execute("SELECT count(*) FROM sqlite_master").fetchone()
        engine, made = create_ledger(str(path))
        engine.dispose()
        assert made
        assert revision_of(path) == HEAD, "the revision is still in the write-ahead log"


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_newer_ledger_is_refused_by_its_revision_and_left_as_it_was(file_place, set_revision, look):
    set_revision(file_place, "9999")
    before = file_place.read_bytes()
    with pytest.raises(NewerLedger, match=r"newer version of the ledger \(schema 9999\).*left untouched") as refusal:
        look(str(file_place))
    assert refusal.value.exit_code == 3
    assert file_place.read_bytes() == before


def test_nothing_is_put_beside_a_newer_ledger(file_place, set_revision, left_alone):
    set_revision(file_place, "9999")
    with left_alone(file_place.parent), pytest.raises(NewerLedger):
        open_ledger(str(file_place))


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_ledger_of_an_unknown_old_revision_cannot_be_used(file_place, set_revision, on_disk, look):
    set_revision(file_place, "0000")
    before = on_disk(file_place).dump
    with pytest.raises(CannotUse):
        look(str(file_place))
    assert on_disk(file_place).dump == before


@pytest.mark.parametrize("place", ["", ":memory:"])
@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_nowhere_is_no_place_for_a_ledger(place, look, tmp_path, monkeypatch, left_alone):
    monkeypatch.chdir(tmp_path)
    with left_alone(tmp_path), pytest.raises(CannotUse, match="kept in a file: name one"):
        look(place)


def test_a_ledger_without_its_last_byte_is_not_opened(file_place):
    file_place.write_bytes(file_place.read_bytes()[:-1])
    with pytest.raises(NotALedger):
        open_ledger(str(file_place))
