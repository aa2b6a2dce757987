"""Bringing a database to this version's schema, with Alembic; imported only where needed."""

import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from ledger.store.backup import backup_file
from ledger.store.engine import current_revision
from ledger.store.errors import CannotUse
from ledger.store.places import place_of
from ledger.store.revision import APPLICATION_ID, HEAD

UPGRADE_LOCK = 0x52434C31
"""The advisory lock that one upgrade at a time holds on a server."""


def migrations_folder() -> Path:
    """Where the migrations are: in the installed package, or beside it in a working copy."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_migrations"
    return shipped if shipped.is_dir() else package.parent / "migrations"


def alembic_config(folder: Path, connection: Connection | None = None) -> Config:
    """Alembic's settings for a folder of migrations, on an open connection."""
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    return config


def migrate(
    engine: Engine,
    prepare: Callable[[Connection, str | None], None],
    *,
    folder: Path | None = None,
    to: str = HEAD,
) -> bool:
    """Brings a SQLite file to a revision in one transaction; returns whether it was behind.

    prepare is called under the lock with the revision found, before anything is changed.
    Foreign keys are off on this connection only, and checked before the commit: a migration
    that rebuilds a table must not touch its children.
    """
    with engine.connect().execution_options(ledger_writes=True) as connection:
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")  # type: ignore[union-attr]
        with connection.begin():
            before = current_revision(connection)
            if before == to:
                return False
            prepare(connection, before)
            _run(connection, folder or migrations_folder(), to)
            if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall():
                raise CannotUse(str(engine.url.database), f"the upgrade would break {len(broken)} references")
    return True


def create_file(engine: Engine) -> bool:
    """Makes an empty file a ledger; returns whether it was not one yet."""

    def mark(connection: Connection, revision: str | None) -> None:
        if revision is None:
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")

    return migrate(engine, mark)


def upgrade_file(engine: Engine, path: Path, *, folder: Path | None = None, to: str = HEAD) -> Path | None:
    """Upgrades a ledger file of an older version, with a verified backup beside it; says so in one line.

    Several processes may try at once: one upgrades, the others find it done. Returns the backup's path.
    """
    kept: list[Path] = []

    def keep(_connection: Connection, _revision: str | None) -> None:
        # The lock is held, so the backup is the last state before the upgrade.
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        kept.append(backup_file(path, path.with_name(f"{path.stem}.before-{to}.{stamp}{path.suffix}")))

    try:
        if not migrate(engine, keep, folder=folder, to=to):
            return None
    except BaseException:
        for backup in kept:  # the file is as it was, and says so better than a copy
            backup.unlink(missing_ok=True)
        raise
    print(f"ledger: upgraded {path.name} to schema {to}; the file as it was is kept in {kept[0]}", file=sys.stderr)
    return kept[0]


def upgrade_server(engine: Engine, *, folder: Path | None = None, to: str = HEAD) -> bool:
    """Brings a database on a server to a revision, one upgrade at a time; returns whether it was behind."""
    with engine.connect().execution_options(isolation_level="READ COMMITTED") as connection, connection.begin():
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
        if current_revision(connection) == to:
            return False
        _run(connection, folder or migrations_folder(), to)
    return True


def _run(connection: Connection, folder: Path, to: str) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        command.upgrade(alembic_config(folder, connection), to)
    except CommandError as error:
        raise CannotUse(place_of(connection.engine), f"its schema is unknown to this version ({error})") from error
