"""Opening and making ledgers."""

import sqlite3
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import NullPool

from ledger.store.errors import CannotUse, NewerLedger, NoLedger, NotALedger, UpgradeNeeded
from ledger.store.places import shown, trouble, url_of
from ledger.store.revision import HEAD, revision_of

BUSY_TIMEOUT_MS = 30_000
"""How long a writer waits for another; SQLite's waiting is unfair, so an unlucky one needs long."""


def engine_of(place: str) -> Engine:
    """An engine for a place, whatever is there; see open_ledger for one that is checked."""
    url = url_of(place)
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    try:
        # One command is one connection: a pool would only keep sockets open.
        engine = create_engine(url, isolation_level="REPEATABLE READ", poolclass=NullPool)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise CannotUse(shown(place), "install its driver with  pip install 'riichi-club-ledger[postgres]'") from error
    event.listen(engine, "begin", _begin_on_server)
    return engine


def _sqlite_engine(url: URL) -> Engine:
    arguments: dict[str, Any] = {}
    if sys.version_info >= (3, 12):
        arguments["autocommit"] = sqlite3.LEGACY_TRANSACTION_CONTROL
    engine = create_engine(url, connect_args=arguments, poolclass=NullPool)
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(dbapi: sqlite3.Connection, _record: object) -> None:
    """Transactions are begun by us, and the file keeps its promises: foreign keys, durable commits."""
    dbapi.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "foreign_keys = ON",
        "synchronous = FULL",
        "secure_delete = ON",  # what is overwritten for good is gone from the file
        "trusted_schema = OFF",
    ):
        dbapi.execute(f"PRAGMA {pragma}")
    _write_ahead(dbapi)


def _write_ahead(dbapi: sqlite3.Connection) -> None:
    """Turns write-ahead logging on. SQLite does not wait where several do so in a new file at once, so we do."""
    until = monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            dbapi.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    """A writing unit takes the lock at once: to read first and write later fails at once among several writers."""
    writes = connection.get_execution_options().get("ledger_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")


def _begin_on_server(connection: Connection) -> None:
    """The same on a server: one writing unit at a time, readers unhindered.

    LOCK TABLE is the one statement that waits before the transaction takes its snapshot. A row
    lock or an advisory lock would be granted on a snapshot from before the wait, in which a
    settlement or a hand recorded meanwhile is missing.
    """
    if connection.get_execution_options().get("ledger_writes", False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {BUSY_TIMEOUT_MS}")
        connection.exec_driver_sql("LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE")


def open_ledger(place: str) -> Engine:
    """The engine of an existing ledger, upgraded if it is a file of an older version.

    Raises NoLedger, NotALedger, NewerLedger, UpgradeNeeded or CannotUse; the data is left as it was.
    """
    engine = engine_of(place)
    if engine.dialect.name == "sqlite":
        path = Path(str(engine.url.database))
        revision = revision_of(path) if _is_there(path) else None
        if revision is None:
            raise NoLedger(str(path))
        if revision > HEAD:
            raise NewerLedger(str(path), revision)
        if revision < HEAD:
            from ledger.store.upgrade import upgrade_file  # noqa: PLC0415 - Alembic is costly and rarely needed

            with trouble(place):
                upgrade_file(engine, path)
        return engine
    revision = server_revision(engine, place)
    if revision is None:
        raise NoLedger(shown(place))
    if revision > HEAD:
        raise NewerLedger(shown(place), revision)
    if revision < HEAD:
        raise UpgradeNeeded(shown(place), revision)
    return engine


def server_revision(engine: Engine, place: str) -> str | None:
    """The revision of a database on a server, None where there is no ledger. Raises NotALedger for another's tables."""
    with trouble(place), engine.connect() as connection:
        revision = current_revision(connection)
        if revision is not None and connection.exec_driver_sql("SELECT to_regclass('journal')").scalar() is None:
            raise NotALedger(shown(place))
        return revision


def current_revision(connection: Connection) -> str | None:
    """The revision as seen inside a transaction, None for an empty database."""
    if connection.dialect.name == "sqlite":
        exists = "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
    else:
        exists = "SELECT to_regclass('alembic_version')"
    if connection.exec_driver_sql(exists).scalar() is None:
        return None
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if revision is None else str(revision)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise CannotUse(str(path), error.strerror or str(error)) from error


def create_ledger(place: str) -> tuple[Engine, bool]:
    """The engine of a ledger at a place, and whether it was made now.

    An empty file or database becomes a ledger; an existing ledger is opened.
    """
    engine = engine_of(place)
    from ledger.store.upgrade import create_file, upgrade_server  # noqa: PLC0415 - Alembic is costly and rarely needed

    if engine.dialect.name != "sqlite":
        revision = server_revision(engine, place)
        if revision is not None and revision > HEAD:
            raise NewerLedger(shown(place), revision)
        with trouble(place):
            behind = upgrade_server(engine)
        return engine, behind and revision is None
    path = Path(str(engine.url.database))
    if _is_there(path) and revision_of(path) is not None:
        return open_ledger(place), False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "is a file, not a folder" if path.parent.is_file() else f"cannot be made ({error.strerror})"
        raise CannotUse(str(path), f"{path.parent} {why}") from error
    with trouble(place):
        made = create_file(engine)
    return engine, made
