"""What the tests of the store share: requests, the content of files, one more migration, folders left alone."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from sqlalchemy import Engine, func, select

from ledger.store.base import metadata
from ledger.store.engine import open_ledger
from ledger.store.models import journal
from ledger.store.revision import HEAD
from ledger.store.undo import undo
from ledger.store.unit import Request, run
from ledger.store.upgrade import migrations_folder

MOMENT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def asked() -> Callable[..., Request]:
    """Makes requests: asked("a") is always the same one."""

    def make(uid: str, command: str = "test", /, **arguments: Any) -> Request:
        return Request(uid, "tester", MOMENT, "test", command, arguments)

    return make


@pytest.fixture
def engine(place: str) -> Iterator[Engine]:
    """An empty ledger, once in a file and once on a server."""
    engine = open_ledger(place)
    yield engine
    engine.dispose()


class OnDisk:
    """What a SQLite file holds, read without the program."""

    def __init__(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            self.dump = list(connection.iterdump())
            self.sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            self.sound &= not connection.execute("PRAGMA foreign_key_check").fetchall()
            self.revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            connection.row_factory = sqlite3.Row
            self.rows = {
                table.name: [
                    {column.name: row[column.name] for column in table.columns}
                    for row in connection.execute(f"SELECT * FROM {table.name} ORDER BY id")
                ]
                for table in metadata.sorted_tables
            }


@pytest.fixture
def on_disk() -> type[OnDisk]:
    """What a ledger file holds: all of it as SQL, the rows of the models' tables, whether it is sound."""
    return OnDisk


@pytest.fixture
def set_revision() -> Callable[[Path, str], None]:
    """Writes another revision into a ledger file."""

    def write(path: Path, revision: str) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))

    return write


@pytest.fixture
def played(file_place, new_club) -> Path:
    """A ledger file with a game, its hands, a void game and a settlement."""
    club = new_club(str(file_place))
    club.add("Ken", "John", "Taro", "Zoë")
    club.start("Ken", "John", "Zoë")
    club.hand("draw Ken")
    club.void()
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5 riichi Ken Taro")
    club.hand("draw Taro")
    club.end()
    club.settle()
    club.close()
    return file_place


NEXT = f"{int(HEAD) + 1:04}"
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
{body}
"""


@pytest.fixture
def folder_with(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A copy of the migrations with one more, which does what it is given."""

    def make(body: str) -> Path:
        folder = tmp_path_factory.mktemp("migrations") / "migrations"
        shutil.copytree(migrations_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))
        code = MIGRATION.format(revision=NEXT, before=HEAD, body=indent(body.strip(), "    "))
        (folder / "versions" / f"{NEXT}_next.py").write_text(code, encoding="utf-8")
        return folder

    return make


def files_in(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.fixture
def left_alone() -> Callable[[Path], AbstractContextManager[None]]:
    """What happens inside changes no byte of a folder's files, adds none and removes none."""

    @contextmanager
    def check(folder: Path) -> Iterator[None]:
        before = files_in(folder)
        yield
        after = files_in(folder)
        assert sorted(after) == sorted(before), "files were added or removed"
        assert after == before

    return check


@pytest.fixture
def take_back() -> Callable[[Any, int], int]:
    """Takes a unit of a club back; returns the unit that did it."""

    def take_back(club: Any, target: int) -> int:
        return run(club.engine, club.request("undo", None, target=target), lambda c, u: undo(c, target, u), None).unit

    return take_back


@pytest.fixture
def last_unit() -> Callable[[Any], int]:
    """The number of a club's last unit of work."""

    def last_unit(club: Any) -> int:
        return club.ask(lambda connection: connection.execute(select(func.max(journal.c.id))).scalar_one())

    return last_unit


@pytest.fixture
def live() -> Callable[[Any, str], list[dict[str, Any]]]:
    """The live rows of a table."""

    def live(club: Any, table: str) -> list[dict[str, Any]]:
        names = [column.name for column in metadata.tables[table].columns]
        rows = (dict(zip(names, row, strict=True)) for row in club.rows()[table])
        return [row for row in rows if row["live"] == 1]

    return live
