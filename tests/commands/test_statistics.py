"""ledger stats, versus and records: text and JSON hold the same figures, in 80 columns."""

import json

import pytest
from rich.cells import cell_len

from tests.commands.conftest import one_line
from tests.commands.test_json import both, shown
from tests.commands.test_lines_up import right_edges

NOBODY = {"count": 0, "of": 0}


def test_how_somebody_plays(ledger_with):
    text, (ken,) = both(ledger_with("dutch over"), "stats ken")
    assert text.startswith("Ken: games of 3\n")
    assert (ken["games"], ken["places"][0], ken["points"]) == (1, {"count": 1, "of": 1}, {"total": 53_000, "of": 1})
    assert shown(text, "first place", "100.0%", "1 of 1 game")
    assert shown(text, "average points", "+53,000", "+53,000 in 1 game")
    hands = ken["hands"]
    assert (hands["wins"], hands["tsumo"], hands["riichi"]) == (
        {"count": 4, "of": 9},
        {"count": 1, "of": 4},
        {"count": 3, "of": 9},
    )
    assert shown(text, "won", "44.4% 4/9")
    assert shown(text, "riichi", "33.3% 3/9")
    assert shown(text, "riichi that won", "100.0% 3/3")
    assert (hands["deal_ins"], hands["deal_in_value"]) == ({"count": 0, "of": 9}, {"total": 0, "of": 0})
    assert shown(text, "average deal-in", "-", "-", "-")
    assert ken["biggest_win"] == {"points": 32_000, "night": "2026-11-20", "game": 1, "hand": 9, "position": "S3.0"}
    assert shown(text, "biggest win", "32,000", "2026-11-20, game 1, hand 9 (S3.0)")
    assert max(map(cell_len, text.splitlines())) <= 80


def test_two_against_each_other_and_all(ledger_with):
    terminal = ledger_with("dutch over")
    text, (two,) = both(terminal, "versus John Ken")
    assert (two["games"], two["hands"], two["other"]["ahead"]) == (1, 9, {"count": 1, "of": 1})
    # John paid Ken a mangan and a yakuman.
    assert two["one"]["deal_ins"] == {"total": 40_000, "of": 2}
    assert text.startswith("Together: games of 3\n1 game, 9 hands at one table\n")
    assert shown(text, "John", "0.0% 0/1", "3.00", "-65,000", "20,000 in 2")
    text, (matrix,) = both(terminal, "versus")
    assert matrix["names"] == ["John", "Ken", "Taro"]
    assert matrix["cells"][1] == [{"count": 1, "of": 1}, None, {"count": 1, "of": 1}]
    assert shown(text, "Ken", "1/1", "·", "1/1")


def test_records(ledger_with):
    text, (records,) = both(ledger_with("dutch over"), "records")
    assert text.startswith("Records: games of 3 (1 game)\n")
    assert records["highest_score"] == {
        "figure": 88_000,
        "times": 1,
        "holders": [{"player": "Ken", "night": "2026-11-20", "game": 1, "hand": None, "position": None, "since": None}],
    }
    assert shown(text, "highest score", "88,000", "Ken", "2026-11-20, game 1")
    assert shown(text, "lowest score", "-15,000", "John")
    assert records["yakuman"][0]["discarder"] == "John"
    assert shown(text, "2026-11-20", "game 1, S3.0", "Ken", "from John")


def test_where_nothing_counts_that_is_said(ledger_with):
    terminal = ledger_with("dutch at the table")
    for line in ("stats Ken", "versus Ken John", "versus", "records"):
        answer = terminal(f"ledger {line}")
        assert (answer.code, answer.out) == (0, "")
        assert "(all games)" in one_line(answer.err)
        assert json.loads(terminal.done(f"ledger {line} --json")) == []


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("stats Bo", 1, 'no player "Bo"'),
        ("stats Ken --season Autumn", 1, 'no season "Autumn"'),
        ("stats Ken --players 3 --all", 2, "it goes without --players"),
        ("versus Ken", 2, "against whom?"),
        ("versus Ken ken", 2, "Ken is named twice"),
        ("versus Ken John --most 2", 2, "--most is for more than two people"),
        ("records --last soon", 2, "how long?"),
    ],
)
def test_refusals(ledger_with, line, code, said):
    assert said in ledger_with("dutch over").refused(f"ledger {line}", code)


NAMES = ("田中さん", "🐉", "Anne Marie", "Zoë", "O'Brien", "D" * 40, "Ken", "John", "Taro", "Anna")


def test_names_of_any_script_line_up_and_who_does_not_fit_is_left_out(terminal):
    quoted = [f'"{name}"' for name in NAMES]
    terminal.done("ledger init --rules standard")
    terminal.done(f"ledger player add {' '.join(quoted)}")
    for start in range(len(NAMES)):
        four = [quoted[(start + step) % len(NAMES)] for step in (0, 1, 2, 4)]
        scores = zip(four, (45_000, 35_000, 25_000, 15_000), strict=True)
        terminal.done(f"ledger game result {' '.join(f'{name}={score}' for name, score in scores)}")
    answer = terminal("ledger versus")
    assert (answer.code, answer.err) == (0, "")
    rows = answer.out.splitlines()[1:]
    right_edges(rows, len(NAMES))
    assert len(rows) == 1 + len(NAMES)
    assert max(map(cell_len, rows)) <= 80
    few = terminal(f"ledger versus {' '.join(quoted[:4])}")
    assert few.out.splitlines()[1].split() == ["Anne", "Marie", "Zoë", "田中さん", "🐉"]
    terminal.columns = 40
    narrow = terminal("ledger versus")
    shown_rows = len(narrow.out.splitlines()) - 2
    assert max(map(cell_len, narrow.out.splitlines()[1:])) <= 40
    assert one_line(narrow.err).startswith(f"{len(NAMES) - shown_rows} further players left out")
    terminal.columns = 80
    text, (records,) = both(terminal, "records")
    assert (records["highest_score"]["figure"], records["highest_score"]["times"]) == (45_000, 10)
    assert [holder["game"] for holder in records["highest_score"]["holders"]] == [1, 2, 3, 4, 5]
    assert shown(text, "and 5 more")
    for line in ("records", f"versus {quoted[1]} {quoted[5]}", f"stats {quoted[5]}"):
        assert max(map(cell_len, terminal.done(f"ledger {line}").splitlines())) <= 80, line
