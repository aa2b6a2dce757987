"""The program as a process of its own: encodings, pipes, exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHOWN = ("hand list --game 2", "player list", "night show --json")


def test_it_runs_as_a_module_and_says_its_version(terminal):
    done = terminal.real("ledger --version")
    assert done.returncode == 0
    assert done.stdout.decode().startswith("ledger, version ")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ledger player list", 0),
        ("ledger hand Ken ron Jon s5 --game 1", 1),
        ("ledger hand Ken wins --game 1", 2),
        ("ledger gmae", 2),
        ("ledger --nope", 2),
        ("ledger --db /nowhere/club.ledger player list", 3),
    ],
)
def test_exit_codes(ledger_with, line, code):
    done = ledger_with("two tables").real(line)
    assert done.returncode == code
    lines = done.stderr.decode().splitlines()
    assert len(lines) == (code > 0)
    assert all(said.startswith("ledger: ") for said in lines)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("line", SHOWN)
def test_a_terminal_without_the_characters_does_not_end_the_program(ledger_with, encoding, line):
    terminal = ledger_with("two tables")
    done = terminal.real(f"ledger {line}", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    if encoding == "utf-8":
        assert done.stdout.decode() == terminal.done(f"ledger {line}").replace("\r\n", "\n")


def test_a_refusal_in_ascii_is_one_line(ledger_with):
    done = ledger_with("two tables").real("ledger hand Zoë ron Ken s5", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"ledger: no open game seats everyone named in ")


def test_colour_is_never_written(ledger_with):
    terminal = ledger_with("two tables")
    done = terminal.real("ledger hand list --game 2", FORCE_COLOR="1", NO_COLOR="")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text on Windows")
def test_bytes_that_are_no_text_are_refused_in_one_line(ledger_with):
    terminal = ledger_with("dutch at the table")
    before = terminal.dump()
    for words in (
        [b"hand", b"Ken\xff", b"ron", b"John", b"s5"],
        [b"game", b"start", b"Ken", b"John", b"T\xe4ro"],
        [b"game", b"void", b"1", b"--reason", b"\xff"],
    ):
        done = terminal.real(words, PYTHONUTF8="1")
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert b"is not in this terminal's encoding: set it to UTF-8" in done.stderr
    assert terminal.dump() == before


@pytest.mark.skipif(sys.platform == "win32", reason="a broken pipe is another error on Windows")
@pytest.mark.parametrize("words", ["hand list --game 2", "night show --json", "demo", "--help"])
def test_a_reader_that_stops_early_sees_no_traceback(ledger_with, words):
    terminal = ledger_with("two tables")
    program = subprocess.Popen(
        [sys.executable, "-m", "ledger", *words.split()],
        env={**os.environ, "LEDGER_DB": str(terminal.db), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program.stdout.close()
    said = program.stderr.read()
    program.stderr.close()
    assert program.wait(timeout=60) == 1
    assert said == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_said_in_one_line(ledger_with):
    terminal = ledger_with("two tables")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ledger", "night", "show"],
            env={**os.environ, "LEDGER_DB": str(terminal.db)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == b"ledger: cannot use the output: No space left on device\n"


def test_the_default_place_is_in_the_data_folder_and_is_not_made_by_reading(terminal, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    done = terminal.real("ledger player list", LEDGER_DB="")
    assert done.returncode == 3
    if sys.platform == "linux":
        place = tmp_path / "data" / "riichi-club-ledger" / "club.ledger"
        assert f"there is no ledger at {place}: ".encode() in done.stderr
    assert not (tmp_path / "data").exists()
