"""What every connection promises: foreign keys, durable commits, whole numbers in columns of whole numbers."""

import sqlite3
from contextlib import closing
from threading import Timer

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.engine import BUSY_TIMEOUT_MS, create_ledger, engine_of, open_ledger
from ledger.store.errors import CannotUse
from ledger.store.unit import insert_one, run

PRAGMAS = {
    "foreign_keys": 1,
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: what was committed survives a power cut
    "busy_timeout": BUSY_TIMEOUT_MS,
    "trusted_schema": 0,
}


def test_the_pragmas_are_in_force_on_every_connection(file_place):
    engine = open_ledger(str(file_place))
    for _ in range(2):
        with engine.connect() as first, engine.connect().execution_options(ledger_writes=True) as second:
            for connection in (first, second):
                for pragma, value in PRAGMAS.items():
                    assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value, pragma
    engine.dispose()


def test_a_writer_waits_half_a_minute_for_another():
    assert BUSY_TIMEOUT_MS == 30_000


def test_a_new_file_that_another_program_is_writing_to_is_waited_for(tmp_path):
    path = tmp_path / "new.ledger"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")  # SQLite's own waiting does not cover this one
        later = Timer(0.3, other.execute, ["COMMIT"])
        later.start()
        engine = engine_of(str(path))
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        engine.dispose()
        later.join()


def test_a_new_file_that_stays_locked_is_refused_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("ledger.store.engine.BUSY_TIMEOUT_MS", 200)
    path = tmp_path / "new.ledger"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotUse, match="another program has kept it locked"):
            create_ledger(str(path))


def test_all_tables_of_a_file_are_strict(file_place):
    with closing(sqlite3.connect(file_place)) as connection:
        strict = {row[1]: row[5] for row in connection.execute("PRAGMA table_list")}
    assert {name: strict.get(name) for name in metadata.tables} == dict.fromkeys(metadata.tables, 1)


def some_journal_row(connection, **other):
    row = {"uid": "u", "recorded_at": "2026-11-20", "actor": "a", "tool": "t", "command": "c", "arguments": "{}"}
    row |= other
    names = ", ".join(row)
    connection.execute(f"INSERT INTO journal ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def test_a_column_of_whole_numbers_refuses_a_text(file_place):
    settings = "INSERT INTO club_settings (journal_id, live, rules, currency, rate_minor, rate_points) VALUES "
    with closing(sqlite3.connect(file_place)) as connection:
        some_journal_row(connection)
        with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT value in INTEGER column"):
            connection.execute(settings + "(1, 1, 'dutch', 'EUR', '12k', 1000)")
        connection.execute(settings + "(1, 1, 'dutch', 'EUR', 12000, 1000)")


def test_a_server_refuses_a_text_for_a_whole_number_too(engine, asked):
    def work(connection, unit):
        row = {"rules": "dutch", "currency": "EUR", "rate_minor": "12k", "rate_points": 1000, "journal_id": unit}
        insert_one(connection, db.club_settings, row)

    with pytest.raises(CannotUse):
        run(engine, asked("a"), work, work)
    with engine.connect() as connection:
        assert connection.execute(select(db.journal)).all() == []


HAND = {
    "uid": "hand",
    "game_id": 404,
    "seq": 1,
    "round_wind": 0,
    "dealer": 0,
    "honba": 0,
    "sticks_before": 0,
    "outcome": "draw",
}


def test_a_hand_of_no_game_is_refused(club, asked):
    before = club.rows()
    with pytest.raises(CannotUse, match=r"(?i)foreign key"):
        run(
            club.engine,
            asked("a"),
            lambda connection, unit: insert_one(connection, db.hands, HAND | {"journal_id": unit}),
            lambda connection, unit: unit,
        )
    assert club.rows() == before


def test_a_row_of_no_unit_is_refused(engine):
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), engine.begin() as connection:
        connection.execute(insert(db.players), {"uid": "p", "journal_id": 404})


@pytest.mark.parametrize(
    ("live", "voided_by"), [(2, None), (0, None), (None, None), (1, 1)], ids=["2", "0", "void by nobody", "both"]
)
def test_a_row_is_live_or_voided_by_a_unit_and_nothing_else(engine, asked, live, voided_by):
    def work(connection, unit):
        row = {"rules": "dutch", "live": live, "voided_by": voided_by and unit, "journal_id": unit}
        insert_one(connection, db.club_settings, row)

    with pytest.raises(CannotUse, match=r"ck_club_settings_(live_is_one_or_null|void_has_journal)"):
        run(engine, asked("a"), work, work)


def test_live_rows_are_unique_and_void_ones_need_not_be(engine, asked):
    def settings(live):
        def work(connection, unit):
            row = {"rules": "dutch", "live": live, "voided_by": None if live else unit, "journal_id": unit}
            insert_one(connection, db.club_settings, row)

        return work

    for uid, live in (("a", None), ("b", None), ("c", 1), ("d", None)):
        run(engine, asked(uid), settings(live), settings(live))
    with pytest.raises(CannotUse, match=r"(?i)unique"):
        run(engine, asked("e"), settings(1), settings(1))
