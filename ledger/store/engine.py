"""Opening a ledger: a file by its path, or a database on a server by its URL."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from ledger.store.errors import CannotUse, NewerLedger, NoLedger, UpgradeNeeded
from ledger.store.revision import HEAD, revision_of

BUSY_TIMEOUT_MS = 30_000
"""How long a writer waits for another; SQLite's waiting is unfair, so an unlucky one needs long."""


def is_url(place: str) -> bool:
    """Whether a place is a database URL rather than a file's path."""
    return "://" in place


def url_of(place: str) -> URL:
    """The URL of a place. Raises CannotUse for one that is neither SQLite nor PostgreSQL."""
    if not is_url(place):
        try:
            return URL.create("sqlite", database=str(Path(place).expanduser()))
        except RuntimeError as error:
            raise CannotUse(place, "there is no such home folder") from error
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise CannotUse(shown(place), "that is not a database URL") from error
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise CannotUse(place, "a ledger is kept in a file; name one")
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise CannotUse(shown(place), "a ledger lives in a SQLite file or in PostgreSQL (postgresql://…)")
    return url


def shown(place: str) -> str:
    """A place as a message may show it: a URL without its password."""
    if not is_url(place):
        return place
    try:
        return _without_passwords(make_url(place))
    except (ArgumentError, ValueError):
        return place.partition("://")[0] + "://…"


def _without_passwords(url: URL) -> str:
    """A URL as a message may show it; drivers also take passwords among the parameters."""
    hidden = {key: "***" for key in url.query if "password" in key.casefold()}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


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
        "journal_mode = WAL",
        "synchronous = FULL",
        "trusted_schema = OFF",
    ):
        dbapi.execute(f"PRAGMA {pragma}")


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
    """The revision of a database on a server, None where there is no ledger."""
    with trouble(place), engine.connect() as connection:
        if connection.exec_driver_sql("SELECT to_regclass('alembic_version')").scalar() is None:
            return None
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return None if revision is None else str(revision)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise CannotUse(str(path), error.strerror or str(error)) from error


@contextmanager
def trouble(place: str) -> Iterator[None]:
    """Turns what the database refuses into CannotUse, with its reason and without SQL."""
    try:
        yield
    except DBAPIError as error:
        raise CannotUse(shown(place), reason_of(error)) from error


def place_of(engine: Engine) -> str:
    """An engine's place as a message may show it."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return _without_passwords(engine.url)


def reason_of(error: DBAPIError) -> str:
    """Why the database refused, in words that a person can act on where that is known."""
    said = str(error.orig).strip().splitlines()[0] if error.orig else "it refused"
    known = {
        "unable to open database file": "it cannot be opened; is the folder there, and may you write in it?",
        "attempt to write a readonly database": "it may be read but not written",
        "database is locked": "another program has kept it locked; try again, or end that program",
        "database or disk is full": "the disk is full",
    }
    return next((plain for part, plain in known.items() if part in said), said)


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
            upgrade_server(engine)
        return engine, revision is None
    path = Path(str(engine.url.database))
    if _is_there(path) and revision_of(path) is not None:
        return open_ledger(place), False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotUse(str(path), f"{path.parent} cannot be made ({error.strerror})") from error
    with trouble(place):
        made = create_file(engine)
    return engine, made
