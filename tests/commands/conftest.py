"""What the tests of the commands share: a terminal that types lines into the program, and evenings to start from."""

import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine

from ledger.commands import desk
from ledger.commands.main import cli
from ledger.store import engine as store_engine

ZONE = timezone(timedelta(hours=1))
EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=ZONE)


class Answer(NamedTuple):
    """What the program wrote, and its exit code."""

    code: int
    out: str
    err: str


open_anew = store_engine.open_ledger
OPENED: dict[str, tuple[int, Engine]] = {}


def opened(place: str) -> Engine:
    """The ledger at a place; where it is the same file as before, its engine, which knows its questions already."""
    path = Path(place)
    inode = path.stat().st_ino if path.is_file() else 0
    known = OPENED.get(place)
    if known is None or known[0] != inode or not inode:
        if known is not None:
            known[1].dispose()
        OPENED[place] = (inode, open_anew(place))
    return OPENED[place][1]


@pytest.fixture(autouse=True)
def ledgers_closed() -> Iterator[None]:
    """What a test opened is closed with it."""
    yield
    for _, engine in OPENED.values():
        engine.dispose()
    OPENED.clear()


class Terminal:
    """Types lines into the program in this process; each line is a minute after the one before."""

    def __init__(self, db: Path, *, columns: int = 80) -> None:
        self.db = db
        self.columns = columns
        self.now = EVENING

    def __call__(self, line: str, *, typed: str | None = None) -> Answer:
        """Runs a line as a shell would split it; typed: what is on standard input, which is no terminal."""
        terminal = self

        class Clock(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return terminal.now

        self.now += timedelta(minutes=1)
        environment = {"LEDGER_DB": str(self.db), "LEDGER_BY": "tester", "COLUMNS": str(self.columns)}
        program, *words = shlex.split(line)
        assert program == "ledger"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(desk, "datetime", Clock)
            patch.setattr(store_engine, "open_ledger", opened)
            done = CliRunner(env=environment).invoke(
                cli, words, input=typed, prog_name="ledger", catch_exceptions=False
            )
        return Answer(done.exit_code, done.stdout, done.stderr)

    def done(self, line: str) -> str:
        """What a line that succeeds wrote."""
        answer = self(line)
        assert answer.code == 0, f"{line}: {answer.err}"
        return answer.out

    def refused(self, line: str, code: int) -> str:
        """The one line of a refusal, behind "ledger: "; the ledger is as it was."""
        before = self.dump()
        answer = self(line)
        assert (answer.code, answer.out) == (code, ""), f"{line}: {answer}"
        assert self.dump() == before
        return one_line(answer.err)

    def dump(self) -> list[str]:
        """Everything in the ledger's file, read without the program; empty where there is none."""
        if not self.db.is_file():
            return []
        with closing(sqlite3.connect(self.db)) as connection:
            return list(connection.iterdump())

    def real(self, line: str | Sequence[str | bytes], **environment: str) -> subprocess.CompletedProcess[bytes]:
        """Runs a line in a process of its own, with no terminal."""
        words = shlex.split(line)[1:] if isinstance(line, str) else list(line)
        return subprocess.run(
            [sys.executable, "-m", "ledger", *words],
            env={**os.environ, "LEDGER_DB": str(self.db), "COLUMNS": "80", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=60,
        )


def one_line(err: str) -> str:
    """The only line of a standard error, behind "ledger: "."""
    assert err.startswith("ledger: "), err
    assert err.endswith("\n"), err
    assert len(err.splitlines()) == 1, err
    return err.removeprefix("ledger: ").rstrip("\n")


DUTCH_HANDS = (
    "ledger hand draw Taro",
    "ledger hand Ken ron John mangan riichi",
    "ledger hand Taro ron John s4 riichi",
    "ledger hand Taro tsumo baiman",
    "ledger hand Taro tsumo 1h",
    "ledger hand Ken ron Taro s5 riichi",
    "ledger hand Taro ron John s4",
    "ledger hand Ken tsumo s7 riichi Ken Taro",
    "ledger hand Ken ron John yakuman riichi John",
)
DUTCH = ("ledger init --rules dutch --currency EUR --rate 0.50", "ledger player add Ken John Taro Anna")
FOUR = ("ledger init --rules dutch-4p --currency EUR --rate 0.50", "ledger player add Ken John Taro Anna")
STANDARD = ("ledger init --rules standard --currency EUR --rate 0.50", "ledger player add Ken John Taro Anna")
START = "ledger game start Ken John Taro"
OTHERS = """ledger player add Zoë 田中さん "O'Brien" 🐉 "Anne Marie" Ron All"""
GUESTS = 'ledger player add Zoë 田中さん Bo "John B"'
LEDGERS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "new": ("ledger init --rules dutch-4p",),
    "dutch": DUTCH,
    "dutch at the table": (*DUTCH, START, "ledger hand draw Taro"),
    "dutch over": (*DUTCH, START, *DUTCH_HANDS),
    "dutch settled": (*DUTCH, START, *DUTCH_HANDS, "ledger settle"),
    "dutch paid": (*DUTCH, START, *DUTCH_HANDS, "ledger settle", "ledger pay John Taro 10"),
    "dutch ended early": (*DUTCH, START, "ledger hand draw Taro", "ledger game end"),
    "second game": (*DUTCH, START, "ledger hand draw Taro", "ledger game end", START, "ledger hand Ken ron John s5"),
    "two tables": (
        *DUTCH,
        OTHERS,
        START,
        """ledger game start Zoë 田中さん "O'Brien" --at window""",
        "ledger hand draw Taro",
        "ledger hand Zoë tsumo s5 riichi",
    ),
    "guests": (*DUTCH, GUESTS, START, "ledger hand draw Taro"),
    "guests joined": (
        *(*DUTCH, GUESTS, START, "ledger hand draw Taro"),
        *("ledger night join Bo", 'ledger game penalty Ken 1000 --reason "late"', "ledger player guest Bo"),
    ),
    "seasons": (
        *(*DUTCH, START, *DUTCH_HANDS, "ledger season start Autumn --from 2026-09-01 --to 2026-12-31"),
        *("ledger season start Cup --from 2027-01-01", "ledger team add Autumn Dragons Ken"),
    ),
    "seasons settled": (
        *(*DUTCH, START, *DUTCH_HANDS, "ledger settle", "ledger season start Autumn --from 2026-09-01"),
    ),
    "seasons closed": (
        *(*DUTCH, START, *DUTCH_HANDS, "ledger settle", "ledger season start Autumn --from 2026-09-01"),
        "ledger season close Autumn",
    ),
    "final scores": (*DUTCH, "ledger game result Ken=88000 John=-15000 Taro=62000"),
    "four": FOUR,
    "soul at the table": (
        "ledger init --rules mahjong-soul",
        "ledger player add Ken John Taro Anna",
        "ledger game start Ken John Taro Anna",
    ),
    "standard at the table": (*STANDARD, "ledger game start Ken John Taro Anna"),
}
"""Ledgers to start from, and the lines that make them."""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Callable[[str, Path], None]:
    """Copies one of LEDGERS, made the first time it is asked for."""
    folder = tmp_path_factory.mktemp("made")
    kept: dict[str, Path] = {}

    def copy(name: str, to: Path) -> None:
        if not LEDGERS[name]:
            return
        if name not in kept:
            path = folder / f"{len(kept)}.ledger"
            shutil.copyfile(template, path)
            terminal = Terminal(path)
            for line in LEDGERS[name]:
                terminal.done(line)
            kept[name] = path
        shutil.copyfile(kept[name], to)

    return copy


@pytest.fixture
def ledger_with(tmp_path: Path, made: Callable[[str, Path], None]) -> Callable[..., Terminal]:
    """A terminal at a copy of one of LEDGERS, an hour after it was made."""
    number = iter(range(100))

    def terminal(name: str, *, columns: int = 80) -> Terminal:
        path = tmp_path / f"{next(number)}.ledger"
        made(name, path)
        terminal = Terminal(path, columns=columns)
        terminal.now += timedelta(hours=1)
        return terminal

    return terminal


@pytest.fixture
def terminal(ledger_with: Callable[..., Terminal]) -> Terminal:
    """A terminal without a ledger."""
    return ledger_with("nothing")


@pytest.fixture(scope="session")
def make_terminal() -> type[Terminal]:
    """Makes terminals for ledgers of the test's own."""
    return Terminal
