"""Names in any script line up, and no figure is ever cut."""

import re

import pytest
from rich.cells import cell_len

from ledger.commands.text import columns

NAMES = ("田中さん", "🐉", "Anne Marie", "Zoë")
LONG = ("A" * 60, "田" * 60, "Maximiliaan Alexander van der Hoeven-Brinkhorst de Oudere 12", "D" * 60)
HANDS = (
    "{0} ron {1} 3/40 riichi",
    "{2} tsumo mangan riichi {2} {3}",
    "draw {0} {3}",
    "{1} ron {2} yakuman",
)


def evening(ledger_with, names, columns=80):
    """A four-player game of these names, with its answers to hands."""
    terminal = ledger_with("nothing", columns=columns)
    quoted = " ".join(f"'{name}'" for name in names)
    terminal.done("ledger init --rules standard --currency KWD --rate 0.3335")
    terminal.done(f"ledger player add {quoted}")
    terminal.done(f"ledger game start {quoted}")
    answers = [terminal.done("ledger hand " + line.format(*(name.split()[0] for name in names))) for line in HANDS]
    return terminal, answers


def cells_wide(text):
    """The text with each character as many places wide as it is on a terminal."""
    return "".join("X" * cell_len(c) if cell_len(c) > 1 else c for c in text if cell_len(c))


def right_edges(lines, count):
    """Where the last columns of a table end, which must be the same in each of its lines."""
    edges = {tuple(m.end() for m in re.finditer(r"\S+(?: \S+)*", cells_wide(line)))[-count:] for line in lines}
    assert len(edges) == 1, "\n".join(lines)
    return edges.pop()


def lines_of(text, *starts):
    """The lines that begin with one of these, and the line before the first."""
    lines = text.splitlines()
    found = [i for i, line in enumerate(lines) if line.startswith(starts)]
    return [lines[found[0] - 1], *(lines[i] for i in found)]


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["scripts", "long"])
def test_the_answer_to_a_hand_lines_up_in_80_columns(ledger_with, names):
    _, answers = evening(ledger_with, names)
    for answer in answers:
        table = lines_of(answer, "  change", "  points")
        assert right_edges(table, 4)[-1] <= 80
        paid = [line for line in answer.splitlines() if "  ->  " in line]
        assert len({cells_wide(line).index("  ->  ") for line in paid}) == 1
        points = [re.search(r"[\d,]+(?=  (?:riichi|ron|tsumo|honba|noten))", cells_wide(line)) for line in paid]
        assert len({found.end() for found in points}) == 1
        assert max(map(cell_len, paid)) <= 80


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["scripts", "long"])
def test_hands_results_and_money_line_up_in_80_columns(ledger_with, names):
    terminal, _ = evening(ledger_with, names)
    shown = terminal.done("ledger hand list")
    hands = [line for line in shown.splitlines() if re.match(r"  \d  [ESWN]\d\.\d {2,}", line)]
    assert len(hands) == len(HANDS)
    table = [*lines_of(shown, *hands), next(line for line in shown.splitlines() if line.startswith("     points"))]
    assert right_edges(table, 4)[-1] <= 80
    terminal.done("ledger game end")
    shown = terminal.done("ledger settle")
    results = [line for line in shown.splitlines() if re.match(r" {6}\d  | {9}sum |  place", line)]
    assert len(results) == 6
    assert right_edges(results, 4)[-1] <= 80
    totals = shown.partition("The night\n")[2].partition("\n\n")[0].splitlines()
    assert len(totals) == 6
    assert right_edges(totals, 2)[-1] <= 80
    standings = terminal.done("ledger standings").splitlines()
    assert right_edges([line.replace("average place", "average_place") for line in standings[1:]], 4)[-1] <= 80


def test_names_are_only_cut_where_they_do_not_fit(ledger_with):
    terminal, _ = evening(ledger_with, LONG)
    terminal.done("ledger game end")
    narrow = terminal.done("ledger standings")
    assert "…" in narrow
    terminal.columns = 200
    wide = terminal.done("ledger standings")
    assert "…" not in wide
    assert all(name in wide for name in LONG)


def test_a_figure_is_never_cut(ledger_with):
    terminal = ledger_with("four", columns=40)
    terminal.done("ledger init --rules standard --currency KWD --rate 0.3335")
    for game in range(9):
        terminal.done(f"ledger game result Ken={130_000 - game} John={game - 70_000} Taro=30000 Anna=30000")
    for command in ("settle", "standings", "night show", "table", "table --rules dutch"):
        shown = terminal.done(f"ledger {command}")
        assert not re.search(r"\d…|…\d", shown), shown
    money = terminal.done("ledger settle").partition("The night\n")[2]
    assert re.search(r"^  Ken +\+1,034,964 +KWD345\.160$", money, re.MULTILINE), money
    assert re.search(r"^  John +-1,034,964 +-KWD345\.160$", money, re.MULTILINE), money


def test_many_games_are_left_out_of_the_totals_where_they_do_not_fit(ledger_with):
    terminal = ledger_with("dutch")
    for _ in range(12):
        terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000")
    narrow = terminal.done("ledger settle")
    totals = narrow.partition("The night\n")[2].partition("\n\n")[0]
    assert totals == (
        "          points     money\n"
        "  Ken   +636,000   €318.00\n"
        "  Taro  +144,000    €72.00\n"
        "  John  -780,000  -€390.00\n"
        "  sum          0     €0.00"
    )
    assert max(map(cell_len, narrow.splitlines())) <= 80
    terminal.columns = 200
    assert "game 12" in terminal.done("ledger settle").partition("The night\n")[2].splitlines()[0]


@pytest.mark.parametrize("rules", ["standard", "dutch", "dutch-4p"])
def test_a_payment_table_fits_80_columns(terminal, rules):
    lines = terminal.done(f"ledger table --rules {rules}").splitlines()
    assert max(map(cell_len, lines)) <= 80
    figures = [line for line in lines if re.match(r"  (?:\d+ fu|\d)", line)]
    assert figures


def test_columns_align_left_and_right():
    rows = [("", "Ken", "田中"), ("a", "1", "-12,000"), ("bcd", "+1,000", "0")]
    assert columns(rows).splitlines() == [
        "          Ken     田中",
        "  a         1  -12,000",
        "  bcd  +1,000        0",
    ]
    assert columns([]) == ""
