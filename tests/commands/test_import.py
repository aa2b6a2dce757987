"""ledger import: logs, spreadsheets and bundles as they are typed, and what is said of them."""

import json

import pytest

from tests.commands.test_help import bundle_to_import, logs_to_import

SHEET = "Datum;Uur;Speler 1;Punten 1;Speler 2;Punten 2;Speler 3;Punten 3;Waarom\n"
ROWS = "20.11.2026;1;Ken;50.000;John;45.000;Taro;40.000;\n13.11.2026;2;Ken;50000;John;45000;Taro;39000;stick left\n"


@pytest.fixture
def at(ledger_with, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    logs_to_import(tmp_path)
    (tmp_path / "sheet.csv").write_text(SHEET + ROWS, encoding="utf-8")
    return ledger_with("dutch")


def test_a_log_is_imported_once_and_taken_back(at):
    assert at("ledger import tenhou game.xml.gz").err.splitlines()[1:] == ["  NoName"]
    out = at.done("ledger import tenhou game.xml.gz --map NoName=Ken --add")
    assert out.splitlines() == [
        "Imported 1 game with 5 hands.",
        "  NoName is Ken",
        "  2026-11-20  game 1  Ken 30,400, John -15,300, Taro 29,100, Anna 55,800",
        "To take it back: ledger import undo 3",
    ]
    assert at.done("ledger import tenhou game.xml.gz") == (
        "There is nothing new in it.\n1 game of an earlier import is left as before.\n"
    )
    assert "Took back: import tenhou game.xml.gz --add --map NoName=Ken" in at.done("ledger import undo --reason wrong")
    assert (
        at.refused("ledger import undo 2", 1) == "unit 2 is no import: ledger log shows what was done, with its numbers"
    )


def test_what_is_taken_back_is_the_last_import_that_brought_something(at):
    at.done("ledger import csv sheet.csv --discrepancy-note Waarom --source old")
    at.done("ledger import csv sheet.csv --discrepancy-note Waarom --source old")
    at.done("ledger import csv sheet.csv --discrepancy-note Waarom --source other")
    at.done("ledger import undo")
    assert "Imported 2 games." in at.done("ledger import csv sheet.csv --discrepancy-note Waarom")


EVERY_LOG = [
    ("tenhou game.xml.gz", "--map NoName=Ken"),
    ("mahjong-soul game.json", "--map NoName=Ken"),
    ("pantheon event.json --rules mahjong-soul", "--map 田中=Taro --map Zoë=Anna"),
]


@pytest.mark.parametrize(("log", "names"), EVERY_LOG, ids=[log.partition(" ")[0] for log, _ in EVERY_LOG])
def test_a_log_that_was_imported_comes_again_after_it_was_taken_back(at, log, names):
    def told():
        return at.done("ledger standings --ever"), at.done("ledger export hands"), at.done("ledger export games")

    before = told()
    first = at.done(f"ledger import {log} {names}")
    assert first.startswith("Imported 1 game with 5 hands.")
    brought = told()
    assert brought != before
    assert at.done(f"ledger import {log}").startswith("There is nothing new in it.")
    # Not that which brought nothing.
    assert names.split()[1] in at.done("ledger import undo"), (
        "that which brought the game, not that which brought nothing"
    )
    assert told() == before
    assert at.refused("ledger import undo", 1).startswith("there is no import to take back")
    assert at.done(f"ledger import {log} {names}").startswith("Imported 1 game with 5 hands.")
    assert told() == brought


def test_a_difference_shows_both_figures_with_its_place(at, tmp_path):
    text = (tmp_path / "game.json").read_text("utf-8").replace("4900, -3900", "4800, -3800")
    (tmp_path / "game.json").write_text(text, "utf-8")
    answer = at("ledger import mahjong-soul game.json --add")
    assert (answer.code, answer.out) == (1, "")
    assert "nothing was imported: 1 problem\n  game.json (hand 1): the source books NoName +3,800 and not" in answer.err
    assert "+3,900, John -3,800 and not -3,900, which ruleset mahjong-soul gives" in answer.err


def test_a_spreadsheet_is_shown_before_it_is_recorded_and_its_source_is_kept(at):
    refusal = at("ledger import csv sheet.csv")
    assert "sheet.csv:3: the scores add up to 134,000, which is 1,000 too little: 3 × 45,000 is 135,000" in refusal.err
    out = at.done("ledger import csv sheet.csv --discrepancy-note Waarom --source 'old sheet'")
    assert out.splitlines()[:4] == [
        "a game in a row: players and scores beside each other",
        "date: column 1 (Datum)",
        "game: column 2 (Uur)",
        "note: column 9 (Waarom)",
    ]
    assert "  2026-11-13  game 1  Ken 50,000, John 45,000, Taro 39,000" in out.splitlines()
    assert "stick left" in at.done("ledger game show 1 --date 2026-11-13")
    again = at.done("ledger import csv sheet.csv --source 'old sheet'")
    assert "There is nothing new in it." in again
    assert "note: column 9 (Waarom)" in again, "it is kept how such files are read"


def test_all_that_is_said_of_a_source_is_kept(at, tmp_path):
    text = "Wann;A;B;C;D;E;F\n20/11/2026;Zoë;500;Ken;450;John;400\n"
    (tmp_path / "old.csv").write_text(text, encoding="cp1252")
    said = "--encoding cp1252 --unit hundreds --date-format %d/%m/%Y --rules dutch --columns date=Wann"
    said += "".join(f" --columns {what}{n}='column {2 * n + at}'" for n in (1, 2, 3) for at, what in PAIR)
    first = at(f"ledger import csv old.csv --source Zoë --add {said}")
    assert "2026-11-20  game 1  Zoë 50,000, Ken 45,000, John 40,000" in first.out
    assert "Zoë is a new source: how its files are read is kept when they are imported" in first.err
    (tmp_path / "old.csv").write_text(text + "21/11/2026;Zoë;460;Ken;450;John;440\n", encoding="cp1252")
    again = at("ledger import csv old.csv --source Zoë")
    assert "2026-11-21  game 1  Zoë 46,000, Ken 45,000, John 44,000" in again.out
    assert "1 game of an earlier import is left as before." in again.out
    assert again.err == ""


PAIR = ((0, "player"), (1, "score"))


def test_what_a_tie_goes_by_is_said_in_a_column(at, tmp_path):
    """A table of scores alone cannot say who won; the refusal says what it needs, as a file can say it."""
    text = SHEET.replace("Waarom", "Deler") + "20.11.2026;1;Ken;50000;John;35000;Taro;50000;taro\n"
    (tmp_path / "tie.csv").write_text(text, encoding="utf-8")
    (problem,) = at("ledger import csv tie.csv").err.splitlines()[1:]
    assert problem.startswith("  tie.csv:2: Ken and Taro tie for first, and that goes by who dealt last: the file can ")
    assert problem.endswith("say it in a column, as in --columns last-dealer=HEAD")
    at.done("ledger import csv tie.csv --columns last-dealer=Deler --source Utrecht")
    assert [seat["place"] for seat in json.loads(at.done("ledger game show 1 --json"))["results"]] == [2, 3, 1]


def test_what_was_exported_comes_back(at, ledger_with):
    """A ledger's own table of games, with names that a spreadsheet would take for something else."""
    at.done("ledger import csv sheet.csv --discrepancy-note Waarom")
    at.done("ledger export games --ever --semicolons --mark -o games.csv")
    other = ledger_with("dutch")
    other.done("ledger import csv games.csv --discrepancy-note reason")
    assert other.done("ledger export games --ever") == at.done("ledger export games --ever")


def test_a_check_and_json(at):
    before = at.dump()
    out = at.done("ledger import csv sheet.csv --discrepancy-note Waarom --dry-run")
    assert "Would import 2 games." in out
    assert at.dump() == before
    answer = at("ledger import csv sheet.csv --discrepancy-note Waarom --json")
    assert [game["scores"] for game in json.loads(answer.out)["games"]] == [
        [50_000, 45_000, 39_000],
        [50_000, 45_000, 40_000],
    ]
    assert "date: column 1 (Datum)" in answer.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import tenhou none.xml", "there is no file none.xml"),
        ("import tenhou .", ". is no file"),
        ("import tenhou game.xml.gz --map Ken", "--map Ken: the name in the file, an equals sign, and the player here"),
        ("import tenhou game.xml.gz --add --add-guests", "--add or --add-guests: new people are players or guests"),
        ("import csv sheet.csv --columns what=Datum", "--columns what=Datum: one of date, game, rules, table, player1"),
        ("import csv sheet.csv --columns player12=Datum", "--columns player12=Datum: one of date, game, rules, table"),
        ("import csv sheet.csv --date-format %d/%m", "--date-format %d/%m: it needs day, month and year, as in"),
        ("import csv sheet.csv --date-format nonsense", "--date-format nonsense: it needs day, month and year"),
        ("import csv sheet.csv --encoding rot13", "--encoding rot13: no such encoding; as in cp1252"),
        ("import csv sheet.csv --encoding nonsense", "--encoding nonsense: no such encoding; as in cp1252"),
    ],
)
def test_what_cannot_be_understood(at, line, message):
    assert at.refused(f"ledger {line}", 2).startswith(message)


def test_a_bundle_makes_a_ledger_and_a_bad_one_leaves_none(at, ledger_with, tmp_path):
    bundle_to_import(tmp_path, ledger_with)
    new = ledger_with("nothing")
    assert f"Made a new ledger: {new.db}" in new.done("ledger import bundle club.jsonl")
    assert new.done("ledger export bundle") == (tmp_path / "club.jsonl").read_text("utf-8")
    (tmp_path / "bad.jsonl").write_text((tmp_path / "club.jsonl").read_text("utf-8")[:2_000], "utf-8")
    other = ledger_with("nothing")
    answer = other("ledger import bundle bad.jsonl")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.splitlines()[1].startswith("  bad.jsonl:")
    assert not other.db.exists()
    assert "This was a check" in other.done("ledger import bundle club.jsonl --dry-run")
    assert not other.db.exists()


def test_a_league_sees_who_is_who(at, ledger_with, tmp_path):
    bundle_to_import(tmp_path, ledger_with)
    out = at.done("ledger import bundle club.jsonl --from Utrecht --map John=John")
    assert "  John is John" in out
    assert "  Ken of the bundle is Ken (Utrecht) here, for there is another Ken" in out
    assert "Ken (Utrecht)" in at.done("ledger standings --ever")
    log = at.done("ledger log --last 1")
    assert "+ 1 game, and all that goes with them, from 12 steps of another ledger" in log
    assert "Took back: import bundle club.jsonl" in at.done("ledger undo")
    assert "Utrecht" not in at.done("ledger player list")
