"""ledger rules and ledger fu, as they are typed."""

import json
from dataclasses import replace

import pytest

from ledger.commands.table import _limit_names
from ledger.presets import PRESETS, preset


def test_every_ruleset_is_listed_and_shown_with_its_comments(terminal):
    listed = terminal.done("ledger rules list")
    names = [ruleset["name"] for ruleset in json.loads(terminal.done("ledger rules list --json"))]
    assert names == list(PRESETS)
    for name in names:
        assert f"  {name} " in listed
        shown = terminal.done(f"ledger rules show {name}")
        assert f'name = "{name}"' in shown
        assert "# ours" in shown
        assert json.loads(terminal.done(f"ledger rules show {name} --json"))["name"] == name


def test_two_rulesets_are_told_apart(terminal):
    rows = [line.split() for line in terminal.done("ledger rules diff standard polish").splitlines()]
    assert rows == [
        ["standard", "polish"],
        ["minimum_fu_on_ron", "30", "20"],
        ["double_wind_pair_fu", "2", "4"],
        ["rinshan_tsumo_fu", "yes", "no"],
    ]
    assert "do not differ" in terminal.done("ledger rules diff dutch dutch")
    assert {row["key"] for row in json.loads(terminal.done("ledger rules diff italian ao-tenjou --json"))} == {"limits"}


def test_fu_are_counted_part_by_part(terminal):
    shown = terminal.done("ledger fu chi chi pon-terminal chi pair-dragon edge ron")
    assert [line.split()[-1] for line in shown.splitlines()] == ["20", "10", "8", "2", "2", "42", "fu"]
    assert shown.endswith("50 fu\n")
    counted = json.loads(terminal.done("ledger fu CHI-open kan-honour pon pon-won shanpon tsumo --json"))
    assert (counted["raw"], counted["rounded"]) == (62, 70)
    assert terminal.done("ledger fu seven-pairs").endswith("25 fu\n")
    after_a_kan = "ledger fu chi chi chi kan rinshan"
    assert "tsumo" in terminal.done(after_a_kan)
    assert "tsumo" not in terminal.done(f"{after_a_kan} --rules polish")


@pytest.mark.parametrize(
    ("parts", "code", "said"),
    [
        ("chi chi pn chi", 2, "'pn' is no part of a hand; did you mean pon?"),
        ("chi-terminal chi chi chi", 2, "a set is chi, pon or kan"),
        ("chi chi chi", 1, "four sets and a pair, and 3 sets are given"),
        ("pair-dragon", 2, "the sets are missing"),
        ("seven-pairs chi", 2, "type seven-pairs alone"),
        ("chi chi chi chi ron tsumo", 2, "one way of winning"),
        ("chi chi chi chi edge single", 2, "one wait"),
        ("chi chi chi pon-won", 1, "only a shanpon wait"),
    ],
)
def test_what_is_no_hand_is_refused(terminal, parts, code, said):
    assert said in terminal.refused(f"ledger fu {parts}", code)


def test_the_table_without_a_ceiling_has_no_limits(terminal):
    shown = terminal.done("ledger table --rules ao-tenjou")
    assert "mangan" not in shown
    assert "14,100 all" in shown


@pytest.mark.parametrize("rules", ["standard", "dutch", "polish", "ao-tenjou", "ema-2025"])
def test_a_table_in_markdown_has_the_cells_of_the_text(terminal, rules):
    text = terminal.done(f"ledger table --rules {rules}")
    marked = terminal.done(f"ledger table --rules {rules} --markdown").splitlines()
    rows = [line for line in marked if line.startswith("|")]
    assert all(row.endswith("|") for row in rows)
    cells = [cell.strip() for row in rows if "---" not in row for cell in row.strip("|").split("|")]
    assert len(cells) > 40
    lines = [line.split() for line in text.splitlines()]
    for row in rows:
        if "---" not in row:
            assert [word for cell in row.strip("|").split("|") for word in cell.split()] in lines


def test_the_limits_are_named_as_the_rules_count_thirteen_han():
    standard = preset("standard")
    assert _limit_names(standard)[-2:] == ["11-12 sanbaiman", "13+ yakuman"]
    assert _limit_names(replace(standard, counted_limit="sanbaiman"))[-2:] == ["11+ sanbaiman", "yakuman"]
