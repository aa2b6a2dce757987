"""`ledger play` as a process in a real pseudo-terminal: typed into, killed, hung up on."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

ENTER, TAB, CTRL_C, CTRL_D = b"\r", b"\t", b"\x03", b"\x04"


class Playing:
    """The program in a pseudo-terminal; controlling: it is the process's own, so that a hang-up reaches it."""

    def __init__(self, terminal, *words, controlling=True, **environment):
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, b"\x18\x00\x50\x00\x00\x00\x00\x00")  # 24 lines of 80
        self.program = subprocess.Popen(
            [sys.executable, "-m", "ledger", "play", *words],
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")},
                "LEDGER_DB": str(terminal.db),
                "LEDGER_BY": "tester",
                "TERM": "xterm",
                "PYTHONUTF8": "1",
                **environment,
            },
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None,  # noqa: PLW1509
        )
        os.close(theirs)
        self.raw = b""
        self.seen_to = 0

    @property
    def shown(self):
        """What was written, without what only moves the cursor or colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", self.raw.decode(errors="replace")).replace("\r", "")

    def wait(self, pattern, seconds=15):
        """Reads until something is to be seen behind what was seen before."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := re.search(pattern, self.shown[self.seen_to :]):
                self.seen_to += found.end()
                return
            if select.select([self.ours], [], [], 0.2)[0]:
                self.read()
        raise AssertionError(f"no {pattern!r} in {self.shown[self.seen_to :]!r}, all: {self.shown!r}")

    def read(self):
        """Takes what was written, and says where the cursor is when asked, as terminals do."""
        with suppress(OSError):
            written = os.read(self.ours, 65536)
            self.raw += written
            os.write(self.ours, written.count(b"\x1b[6n") * b"\x1b[12;1R")

    def type(self, keys, pattern):
        os.write(self.ours, keys)
        self.wait(pattern)

    def ended(self, seconds=15):
        """The exit code, once the program is over."""
        end = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < end:
            if self.ours is not None and select.select([self.ours], [], [], 0.1)[0]:
                self.read()
        return self.program.wait(timeout=1)

    def hang_up(self):
        os.close(self.ours)
        self.ours = None


@pytest.fixture
def playing():
    """Starts the program in a terminal; whatever is left of it is ended."""
    started = []

    def start(*arguments, **options):
        started.append(Playing(*arguments, **options))
        return started[-1]

    yield start
    for one in started:
        one.program.kill()
        one.program.wait()
        if one.ours is not None:
            one.hang_up()


def lines_of(terminal):
    listed = terminal.done("ledger hand list --game 1 --date 2026-11-20")
    return re.findall(r"^ +\d+  ([ESWN]\d\.\d+  [^\s\d+-].*)$", listed, re.MULTILINE)


def test_an_evening_at_the_table(ledger_with, playing):
    terminal = ledger_with("standard at the table")
    at = playing(terminal)
    at.wait(r"E1\.0 Ken>")
    at.type(b"n" + TAB, "ron")
    at.type(b"e 3/40" + TAB, "riichi")
    at.type(ENTER, r"last: E1\.0  Anna ron Ken 3/40 riichi Anna")
    at.type(b"", r"E2\.0 John>")
    at.type(b"taro rom ken 5h" + ENTER, "ledger: expected ron or tsumo after")
    at.type(b"", r"E2\.0 John> taro rom")
    at.type(CTRL_C, "Ctrl-C again")
    at.type(b"taro tsumo 5h" + ENTER, r"last: E2\.0  Taro tsumo 5h")
    at.type(b"", r"E3\.0 Taro>")
    at.type(b"undo" + ENTER, r"Took back hand 2, E2\.0: Taro tsumo 5h")
    at.type(b"", r"E2\.0 John>")
    at.type(b"fix" + ENTER, r"fix E1\.0>")
    at.type(b"\x1b", r"E2\.0 John>")  # Escape: it stays as it was
    at.type(b"fix" + ENTER, r"fix E1\.0>")
    at.type(b"\x15n ron e 4/40" + ENTER, r"last: E1\.0  Anna ron Ken 4/40")
    at.type(b"", r"E2\.0 John>")
    at.type(b"end" + ENTER, r"\(y/n\)")
    at.type(b"y" + ENTER, "Next game:  ledger game start")
    at.type(b"", "is over>")
    os.write(at.ours, b"quit" + ENTER)
    assert at.ended() == 0
    assert "Traceback" not in at.shown
    assert lines_of(terminal) == ["E1.0  Anna ron Ken 4/40"]
    assert "ended before its last hand" in terminal.done("ledger game show 1 --date 2026-11-20")


def test_a_kill_in_the_middle_of_a_line_loses_nothing_that_was_confirmed(ledger_with, playing):
    terminal = ledger_with("standard at the table")
    at = playing(terminal)
    at.wait(r"E1\.0 Ken>")
    at.type(b"ken tsumo 5h" + ENTER, r"last: E1\.0  Ken tsumo 5h")
    at.type(b"", r"E1\.1 Ken>")
    at.type(b"john tsu", "tsu")
    at.program.send_signal(signal.SIGKILL)
    assert at.ended() == -signal.SIGKILL
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h"]
    again = playing(terminal)
    again.wait(r"last: E1\.0  Ken tsumo 5h")
    again.type(b"", r"E1\.1 Ken>")


@pytest.mark.parametrize("controlling", [True, False])
def test_a_lost_terminal_ends_the_program_and_loses_nothing(ledger_with, playing, controlling):
    terminal = ledger_with("standard at the table")
    at = playing(terminal, controlling=controlling)
    at.wait(r"E1\.0 Ken>")
    at.type(b"ken tsumo 5h" + ENTER, r"last: E1\.0  Ken tsumo 5h")
    at.type(b"", r"E1\.1 Ken>")
    at.type(b"john tsu", "tsu")
    at.hang_up()
    assert at.ended(seconds=20) is not None
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h"]


@pytest.mark.parametrize("keys", [CTRL_D, CTRL_C + CTRL_C, b"quit" + ENTER])
def test_leaving(ledger_with, playing, keys):
    at = playing(ledger_with("dutch at the table"))
    at.wait(r"E2\.1 John>")
    os.write(at.ours, keys)
    assert at.ended() == 0
    assert "Traceback" not in at.shown


def test_a_choice_of_tables_and_no_colour(ledger_with, playing):
    terminal = ledger_with("two tables")
    at = playing(terminal, NO_COLOR="1")
    at.wait(r"Which game\?")
    at.type(b"2" + ENTER, r"E1\.1 Zo")
    at.type(b"z t", "z t")
    os.write(at.ours, CTRL_C + CTRL_D)
    assert at.ended() == 0
    assert not re.search(rb"\x1b\[[0-9;]*(?:3[0-7]|9[0-7])[0-9;]*m", at.raw)


def test_a_dumb_terminal_is_enough(ledger_with, playing):
    terminal = ledger_with("standard at the table")
    at = playing(terminal, TERM="dumb")
    at.wait(r"E1\.0 Ken>")
    at.type(b"ken tsumo 5h" + ENTER, r"last: E1\.0  Ken tsumo 5h")
    at.type(b"", r"E1\.1 Ken>")
    os.write(at.ours, b"quit" + ENTER)
    assert at.ended() == 0
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h"]
    assert b"\x1b" not in at.raw


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_the_characters_still_plays(ledger_with, playing, encoding):
    at = playing(ledger_with("two tables"), "--game", "2", PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    at.wait(r"E1\.1 ")
    at.type(b"n" + ENTER, "ledger: ")
    at.type(b"", r"E1\.1 ")
    os.write(at.ours, CTRL_C + CTRL_D)
    assert at.ended() == 0
    assert "Traceback" not in at.shown
