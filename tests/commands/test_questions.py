"""The two questions the program asks: answered in a terminal, refused without one."""

import os
import select
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")

TIE = "game end --scores Ken=50000 John=50000 Taro=35000"
TENPAI = "Who was tenpai? (none, all, or names): "
DEALER = "Who dealt last? (Ken, John, Taro): "


def in_a_terminal(terminal, line, question, answer):
    """Runs a line in a pseudo-terminal and types the answer to its question; what was to be seen, and the exit code."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "ledger", *line.split()],
        env={**os.environ, "LEDGER_DB": str(terminal.db), "COLUMNS": "80", "PYTHONUTF8": "1"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    seen, answered, end = b"", False, time.monotonic() + 60
    try:
        while time.monotonic() < end:
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                part = os.read(ours, 4096)
            except OSError:  # the program has closed its side
                break
            if not part:
                break
            seen += part
            if not answered and question.encode() in seen:
                os.write(ours, answer)
                answered = True
        code = program.wait(timeout=30)
    finally:
        program.kill()
        os.close(ours)
    assert answered, seen.decode()
    return seen.decode().replace("\r\n", "\n"), code


def test_who_was_tenpai_is_asked_in_a_terminal(ledger_with):
    terminal = ledger_with("dutch at the table")
    seen, code = in_a_terminal(terminal, "hand draw riichi John", TENPAI, b"Ken\n")
    assert code == 0
    assert "Game 1, hand 2, E2.1: draw Ken John riichi John\n" in seen
    assert "draw Ken John riichi John" in terminal.done("ledger hand list")


def test_a_wrong_answer_is_refused_in_one_line_and_records_nothing(ledger_with):
    terminal = ledger_with("dutch at the table")
    before = terminal.dump()
    seen, code = in_a_terminal(terminal, "hand draw", TENPAI, b"Kne\n")
    assert code == 1
    assert seen.splitlines()[-1] == ('ledger: no player "Kne" at this table; did you mean Ken? Seated: Ken, John, Taro')
    assert terminal.dump() == before


def test_no_answer_records_nothing(ledger_with):
    terminal = ledger_with("dutch at the table")
    before = terminal.dump()
    seen, code = in_a_terminal(terminal, "hand draw", TENPAI, b"\x04")
    assert code == 1
    assert seen.splitlines()[-1] == "ledger: stopped; nothing was recorded"
    assert terminal.dump() == before


@pytest.mark.parametrize(("dealer", "first"), [(b"Jo\n", "John"), (b"Taro\n", "Ken")])
def test_who_dealt_last_is_asked_in_a_terminal(ledger_with, dealer, first):
    terminal = ledger_with("dutch at the table")
    seen, code = in_a_terminal(terminal, TIE, DEALER, dealer)
    assert code == 0
    assert "ledger: Ken and John tie for first, and that goes by who dealt last\n" in seen
    row = next(line for line in seen.splitlines() if line.startswith("      1  "))
    assert row.split() == ["1", first, "50,000", "0", "+15,000", "+15,000"]


def test_the_last_dealer_may_be_named_at_once(ledger_with):
    said = ledger_with("dutch at the table").done(f"ledger {TIE} --last-dealer John")
    assert "      1  John   50,000            0  +15,000  +15,000\n" in said


@pytest.mark.parametrize("line", ["hand draw", TIE, "game result Ken=50000 John=50000 Anna=35000"])
def test_without_a_terminal_nothing_is_asked_even_if_an_answer_is_there(ledger_with, line):
    terminal = ledger_with("dutch at the table")
    before = terminal.dump()
    answer = terminal(f"ledger {line}", typed="Ken\n")
    assert answer.code == (2 if line == "hand draw" else 1)
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    assert "Who " not in answer.err
    assert terminal.dump() == before


HOUSE = 'name = "ag"\nextends = "mahjong-soul"\nagari_yame = "asked"\nrounds = 1\nextension_rounds = 0\n'


@pytest.mark.parametrize(("answer", "ended"), [(b"y\n", True), (b"\n", False)])
def test_a_dealer_who_may_end_the_game_is_asked_in_a_terminal(ledger_with, tmp_path, answer, ended):
    (tmp_path / "ag.toml").write_text(HOUSE, encoding="utf-8")
    terminal = ledger_with("nothing")
    terminal.done(f"ledger init --rules {tmp_path / 'ag.toml'}")
    terminal.done("ledger player add Ken John Taro Anna")
    terminal.done("ledger game start Ken John Taro Anna")
    for _ in range(3):
        terminal.done("ledger hand draw none --again")
    said = terminal("ledger hand Anna tsumo mangan")  # not in a terminal: it is only said
    assert "Anna leads and may end the game here instead: ledger game end 1" in said.out
    terminal.done("ledger hand undo")
    seen, code = in_a_terminal(terminal, "hand Anna tsumo mangan", "Does Anna end the game here? [y/N]: ", answer)
    assert code == 0
    assert ("ended by the dealer, who led" in seen) is ended
    shown = terminal.done("ledger game show 1 --date 2026-11-20")
    assert ("ended by the dealer, who led" in shown) is ended
    assert ("may end the game here" in shown) is not ended
    if ended:
        assert "goes on" in terminal.done("ledger game reopen 1 --date 2026-11-20")
