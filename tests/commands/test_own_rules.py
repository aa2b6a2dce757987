"""A club's own ruleset as it is typed: checked, shown, compared, scored by, and given to the ledger."""

import json
import subprocess
import sys

import pytest

from ledger.presets import PRESETS

HOUSE = 'name = "ours"\nextends = "ema-2016"   # as we all know it\nred_fives = true\nkiriage = true\n'
LIST_MODULES = """
import sys
from ledger.commands.main import cli
cli.main(sys.argv[1:], prog_name="ledger", standalone_mode=False)
print(*sorted(sys.modules), file=sys.stderr)
"""


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def test_a_file_is_checked_and_compared_with_what_it_extends(terminal, house):
    assert terminal.done("ledger rules check house.toml") == (
        "house.toml is fine: ruleset ours, version 1, ours (ema-2016, changed).\n"
        "It extends ema-2016, and differs in 2 rules.\n"
        "             ema-2016  ours\n"
        "  kiriage    no        yes\n"
        "  red_fives  no        yes\n"
    )
    house.write_text('name = "ours"\nextends = "dutch"', encoding="utf-8")
    assert terminal.done("ledger rules check house.toml").endswith("It extends dutch, and differs in no rule.\n")
    house.write_text(
        'name = "ours"\nplayers = 3\nstart_points = 1\ntarget_points = 1\nnoten_pool = 0', encoding="utf-8"
    )
    assert terminal.done("ledger rules check house.toml").endswith("It extends no ruleset.\n")


def test_a_wrong_file_is_refused_with_all_that_is_wrong(terminal, house):
    house.write_text(f'{HOUSE}honba_rom = 1\nbust = "x"\n', encoding="utf-8")
    fu = "fu chi chi chi chi --rules"
    for line in ("rules check", "rules show", "rules diff dutch", "table --rules", "score 3/40 --rules", fu):
        said = terminal.refused(f"ledger {line} house.toml", 1)
        assert said.startswith("house.toml: a ruleset has no key 'honba_rom'; did you mean honba_ron?; bust = 'x'")
    assert "it cannot be read: No such file" in terminal.refused("ledger rules check nowhere.toml", 1)
    assert "missing argument 'FILE'" in terminal.refused("ledger rules check", 2)


def test_a_file_is_shown_with_its_comments_or_with_every_value(terminal, house):
    assert terminal.done("ledger rules show house.toml") == HOUSE
    every = json.loads(terminal.done("ledger rules show house.toml --json"))
    assert (every["name"], every["kiriage"], every["double_wind_pair_fu"]) == ("ours", True, 4)


def test_a_file_is_compared_with_a_preset_and_with_another_file(terminal, house):
    house.with_name("older.toml").write_text(HOUSE.replace("kiriage = true\n", ""), encoding="utf-8")
    keys = {row["key"] for row in json.loads(terminal.done("ledger rules diff ema-2016 house.toml --json"))}
    assert keys == {"kiriage", "red_fives"}
    assert terminal.done("ledger rules diff older.toml house.toml") == (
        "           older.toml  house.toml\n  kiriage  no          yes\n"
    )
    assert "do not differ" in terminal.done("ledger rules diff house.toml house.toml")


def test_tables_scores_and_fu_go_by_a_file(terminal, house):
    assert "8,000" in terminal.done("ledger score 4/30 --rules house.toml")
    assert "7,700" in terminal.done("ledger score 4/30 --rules ema-2016")
    assert terminal.done("ledger table --rules house.toml") != terminal.done("ledger table --rules ema-2016")
    fu = "ledger fu chi chi chi pon-terminal pair-double-wind"
    assert terminal.done(f"{fu} --rules house.toml") == terminal.done(f"{fu} --rules ema-2016")


def test_a_ledger_needs_the_file_no_more(terminal, house):
    assert "  rules ours, points only\n" in terminal.done("ledger init --rules house.toml")
    house.unlink()
    terminal.done("ledger player add Ken John Taro Anna")
    assert "Started game 1 under rules ours" in terminal.done("ledger game start Ken John Taro Anna")
    assert "8,000" in terminal.done("ledger score 4/30 --rules ours")
    shown = terminal.done("ledger rules show OURS")
    assert 'name = "ours"\n' in shown
    assert "\nkiriage = true\n" in shown
    assert json.loads(terminal.done("ledger rules show ours --json"))["red_fives"] is True
    names = [rules["name"] for rules in json.loads(terminal.done("ledger rules list --stored --json"))]
    assert names == [*PRESETS, "ours"]
    assert "; did you mean ours?" in terminal.refused("ledger rules show our", 1)
    house.write_text(shown.replace("kiriage = true", "kiriage = false"), encoding="utf-8")
    assert json.loads(terminal.done("ledger rules diff ours house.toml --json")) == [
        {"key": "kiriage", "ours": True, "house.toml": False}
    ]


def test_without_a_ledger_an_unknown_name_is_just_unknown(terminal):
    said = terminal.refused("ledger rules show ours", 1)
    assert said.startswith("no ruleset 'ours'; rulesets: standard, dutch")
    assert said.endswith("; a file of your own is named by its path, as in house.toml")
    assert "there is no ledger at" in terminal.refused("ledger rules list --stored", 3)


@pytest.mark.parametrize(
    "line",
    [
        "init --rules house.toml",
        "night open --rules house.toml",
        "game start Ken John Taro Anna --rules house.toml",
        "game result Ken=30000 John=30000 Taro=30000 Anna=30000 --rules house.toml",
    ],
)
def test_a_changed_file_is_noted_once(ledger_with, house, line):
    terminal = ledger_with("four")
    terminal.done("ledger night open --rules house.toml --date 2026-11-13")
    house.write_text(f"{HOUSE}version = 2\nbust = 'below_zero'\n", encoding="utf-8")
    answer = terminal(f"ledger {line} --request mine")
    assert (answer.code, answer.err) == (0, "ledger: ours has changed: games from now on use version 2\n")
    again = terminal(f"ledger {line} --request mine")
    assert (again.code, again.err) == (0, "")


def test_an_unchanged_file_is_not_noted(ledger_with, house):
    terminal = ledger_with("four")
    for line in ("init --rules house.toml", "game start Ken John Taro Anna --rules house.toml"):
        assert terminal(f"ledger {line}").err == ""


@pytest.mark.parametrize(
    "line", ["table --rules house.toml", "score 3/40 --rules house.toml", "rules check house.toml"]
)
def test_a_file_is_read_without_the_database(house, line):

    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *line.split()],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert not {"sqlalchemy", "alembic", "rich"} & set(done.stderr.split())
