"""ledger undo of every command: every report is as it was before, and ledger undo N does the same."""

import pytest

from tests.commands.test_help import PATHS, bundle_to_import, logs_to_import

REPORTS = (
    *("player list --json", "standings --json", "night list --json", "night show --json", "night show --sheet"),
    *("game show --json", "hand list", "rules list", "balance --json"),
    *("season list --json", "season show Autumn --json", "team list Autumn --json", "rating --json"),
    *("stats Ken --json", "records --json"),
    *("statement John --json", "statement box --json", "settle --preview --json"),
    *(f"player show {name} --json" for name in ("Ken", "John", "Taro", "Anna", "Zoë", "Bo", "'John B'")),
)
CHANGES = [
    ("dutch", "init --rules standard --currency USD --rate 1"),
    ("dutch", "player add Cy"),
    ("dutch over", "player rename Ken Kenny"),
    ("dutch over", "player alias Ken K2"),
    ("dutch over", "player set Ken --family Jansen --ema 11010036 --online tenhou=ken --country NL"),
    ("guests joined", "player set Bo --given Bo"),
    ("guests joined", "player guest Bo --no"),
    ("guests", "player guest Bo"),
    ("guests", "player merge 'John B' John"),
    ("dutch", "night open --rate 1"),
    ("guests", "night join Zoë Bo"),
    ("guests joined", "night leave Bo"),
    ("dutch settled", "night reopen --reason late"),
    ("dutch", "game start Ken John Taro"),
    ("dutch", "game result Ken=88000 John=-15000 Taro=62000"),
    ("dutch at the table", "game end"),
    ("dutch ended early", "game reopen"),
    ("dutch over", "game void 1"),
    ("dutch over", "game seats John Ken Taro --yes"),
    ("dutch over", "game rules dutch --rounds 3 --yes"),
    ("dutch ended early", "game rules dutch --rounds 1 --yes"),
    ("guests", "game sub Ken Zoë"),
    ("dutch over", "game sub Ken Anna --from 4 --result split"),
    ("dutch over", "game penalty Ken 20000 --reason late"),
    ("guests joined", "game penalty Ken --take-back"),
    ("dutch at the table", "hand Ken ron John s5 riichi"),
    ("dutch over", "hand undo"),
    ("dutch over", "hand fix 1 draw Ken --yes"),
    ("dutch at the table", "hand insert 1 draw Ken --yes"),
    ("dutch over", "hand remove 2 --yes"),
    ("dutch over", "night line pizza 24 --paid-by Anna --for Ken,John,Taro"),
    ("dutch over", "night fee 2.50 --per game"),
    ("dutch over", "settle"),
    ("dutch over", "settle --round 1 --through Taro"),
    ("dutch over", "settle --pairwise"),
    ("dutch paid", "settle --replan"),
    ("dutch settled", "pay John Ken 5.00"),
    ("dutch settled", "pay --all"),
    ("dutch over", "pay John Ken 5 --advance"),
    ("dutch paid", "pay --take-back 1 --reason twice"),
    ("dutch paid", "night reopen --reason late"),
    ("seasons", "season start Winter --from 2026-11-01"),
    ("seasons", "season set Autumn --name Fall --least-games 3 --ranking best:2 --rate 1"),
    ("seasons", "season close Autumn --unsettled"),
    ("seasons closed", "season reopen Autumn --reason late"),
    ("seasons", "season night 2026-11-20 Cup"),
    ("seasons", "team add Autumn Winds John Taro"),
    ("seasons", "team set Autumn Dragons --name Winds --drop Ken --add Anna"),
    ("seasons", "team remove Autumn Dragons"),
    ("dutch", "sheet night.txt"),
    ("dutch over", "sheet changed.txt --replace"),
    ("dutch over", "import tenhou game.xml.gz --map NoName=Ken"),
    ("dutch over", "import mahjong-soul game.json --add"),
    ("dutch over", "import csv old.csv --source old --yes"),
    ("guests", "import bundle club.jsonl --from Utrecht"),
    ("dutch", "import pantheon event.json --add --rules mahjong-soul"),
]
READS = {
    *(
        "player list",
        "player show",
        "game show",
        "hand list",
        "night show",
        "night list",
        "standings",
        "rating",
        "season list",
        "season show",
        "team list",
        "stats",
        "versus",
        "records",
        "chart",
        "report",
        "balance",
        "statement",
        "log",
        "score",
    ),
    *("fu", "table", "rules list", "rules show", "rules diff", "rules check", "play", "demo"),
    *(f"export {name}" for name in ("games", "hands", "payments", "standings", "transfers", "ema", "portal")),
    *(f"export {name}" for name in ("pantheon", "xlsx", "hledger", "beancount", "parquet", "bundle")),
}
"""What records nothing of its own; play and demo record by the same services."""
FOR_GOOD = {"undo", "import undo", "player anonymise"}
"""What is not taken back by undo: undo itself is by its number, and blanked names are gone."""
SHEET = """\
night 2026-11-20
players Cy, Di
here Di
game Ken John Cy
draw Cy
sub Cy, Taro
draw none
end
penalty Ken 5 x
"""


def test_every_command_is_taken_back_here_or_records_nothing():
    groups = {path.partition(" ")[2].partition(" ")[0] for path in PATHS if path.count(" ") == 2}
    names = {path.partition(" ")[2] for path in PATHS if path != "ledger"} - groups
    known = {"hand record": "hand Ken"}
    tested = {name for name in names if any(f"{line} ".startswith(f"{known.get(name, name)} ") for _, line in CHANGES)}
    assert tested & READS == set()
    assert names - tested == READS | FOR_GOOD


@pytest.fixture
def at(ledger_with, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def made(name, line=""):
        terminal = ledger_with(name)
        (tmp_path / "night.txt").write_text(SHEET, encoding="utf-8")
        logs_to_import(tmp_path)
        if "bundle" in line:
            bundle_to_import(tmp_path, ledger_with)
        if name == "dutch over":
            sheet = terminal.done("ledger night show --sheet").replace("e1.0 ", "draw Taro\n", 1)
            lines = sheet.splitlines()
            (tmp_path / "changed.txt").write_text("\n".join(lines[:5]) + "\ndraw Taro\n", encoding="utf-8")
        return terminal

    return made


def reports(terminal):
    """What everybody can see, a refusal where there is nothing to see."""
    return {line: terminal(f"ledger {line}")[:2] for line in REPORTS}


BEFORE = {}
"""The reports of each ledger to begin with, which are the same in every test."""


def reports_before(terminal, ledger):
    if ledger not in BEFORE:
        BEFORE[ledger] = reports(terminal)
    return BEFORE[ledger]


def last_unit(terminal):
    """The number of what was done last."""
    lines = terminal.done("ledger log --last 1000").splitlines()
    return int([text for text in lines if not text.startswith("      ")][-1].split()[0])


THOROUGHLY = CHANGES[::3]
"""Taken back, brought back and taken away again; the others are taken back once."""


@pytest.mark.parametrize(("ledger", "line"), [case for case in CHANGES if case not in THOROUGHLY])
def test_all_reports_are_as_before(at, ledger, line):
    terminal = at(ledger, line)
    before = reports_before(terminal, ledger)
    terminal.done(f"ledger {line}")
    assert reports(terminal) != before or line.startswith("init"), "it did something"
    assert "Took back" in terminal.done("ledger undo")
    assert reports(terminal) == before


@pytest.mark.parametrize(("ledger", "line"), THOROUGHLY)
def test_by_its_number_it_goes_back_and_comes_back(at, ledger, line):
    terminal = at(ledger, line)
    before = reports_before(terminal, ledger)
    terminal.done(f"ledger {line}")
    after = reports(terminal)
    assert after != before or line.startswith("init"), "it did something"
    terminal.done(f"ledger undo {last_unit(terminal)}")
    assert reports(terminal) == before
    terminal.done(f"ledger undo {last_unit(terminal)} --reason 'it was right'")
    assert reports(terminal) == after
    terminal.done("ledger undo")
    assert reports(terminal) == before
