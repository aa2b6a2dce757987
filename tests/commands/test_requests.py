"""--request: a repeat says so and records once; the same id for something else is refused."""

import pytest

REPEATED = "This request was done before; nothing was recorded twice.\n"

REQUESTS = [
    ("nothing", "init --rules dutch --currency EUR --rate 0.50", REPEATED, "init --rules standard"),
    ("dutch", "player add Bob Zoë", "Had added Bob and Zoë.", "player add Bob Zoé"),
    ("dutch", "night open --rate 0", REPEATED, "night open --rate 1"),
    ("dutch", "game start Ken John Taro", "Had started game 1 under rules dutch", "game start Ken Taro John"),
    ("dutch", "game result Ken=88000 John=-15000 Taro=62000", REPEATED, "game result Ken=51000 John=40000 Taro=44000"),
    ("dutch at the table", "hand Ken ron John s5", REPEATED, "hand Ken ron John s6"),
    ("dutch over", "hand undo", "Had taken back game 1, hand 9, S3.0", "hand undo --game 1"),
    ("dutch at the table", "game end", REPEATED, "game end --game 1"),
    ("dutch ended early", "game reopen", REPEATED, "game reopen 1"),
    ("dutch over", "game void 1", REPEATED, "game void 1 --reason late"),
    ("dutch over", "settle", REPEATED, "settle 2026-11-20"),
    ("dutch settled", "night reopen --reason late", REPEATED, "night reopen --reason early"),
]
IDS = [line for _, line, _, _ in REQUESTS]


@pytest.mark.parametrize(("ledger", "line", "said", "_other"), REQUESTS, ids=IDS)
def test_a_repeat_says_so_and_records_once(ledger_with, ledger, line, said, _other):
    terminal = ledger_with(ledger)
    first = terminal.done(f"ledger {line} --request mine")
    assert said not in first
    once = terminal.dump()
    again = terminal.done(f"ledger {line} --request mine")
    assert said in again
    assert terminal.dump() == once
    if line.split()[0] in ("settle", "night", "game") and said == REPEATED:
        answer = first.removesuffix("To take it back: ledger undo\n")
        assert answer.endswith(again.removeprefix(REPEATED)), "the answer is the same"


@pytest.mark.parametrize(("ledger", "line", "_said", "other"), REQUESTS, ids=IDS)
def test_a_changed_request_under_an_old_id_is_refused(ledger_with, ledger, line, _said, other):
    terminal = ledger_with(ledger)
    terminal.done(f"ledger {line} --request mine")
    command = " ".join(line.split()[:2]) if line.split()[0] not in ("init", "settle") else line.split()[0]
    named = "hand" if line.startswith("hand Ken") else command
    assert terminal.refused(f"ledger {other} --request mine", 1) == (
        f"request mine was already used for another {named}; use a new id for a new request, "
        "or repeat exactly what was asked before"
    )


def test_a_repeated_hand_does_not_offer_to_take_a_later_one_back(ledger_with):
    terminal = ledger_with("dutch at the table")
    assert "To take it back" in terminal.done("ledger hand Ken ron John s5 --request first")
    terminal.done("ledger hand draw none")
    assert "To take it back" not in terminal.done("ledger hand Ken ron John s5 --request first")


def test_who_is_recording_is_kept(ledger_with):
    terminal = ledger_with("dutch")
    terminal.done("ledger --by Zoë player add Bob")
    terminal.done("ledger player add Bill --by Anna")
    terminal.done("ledger player add Ben")
    actors = [row.split(",")[3] for row in terminal.dump() if row.startswith('INSERT INTO "journal"')]
    assert actors[-3:] == ["'Zoë'", "'Anna'", "'tester'"]
