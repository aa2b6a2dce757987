"""Spreadsheets as clubs and other programs keep them, and all that is found in each, as golden files."""

from pathlib import Path

import pytest

from ledger.importers.csv_games import How, TableRead, read_table

FILES = Path(__file__).parents[1] / "data" / "csv"
HOW = {
    "club-with-titles": How(note="column 12", rules={3: "dutch", 4: "ema-2025"}),
    "heads-in-thousands": How(unit=1000),
    "slack-bot": How(unit=100),
    "own-export": How(note="reason"),
}


def shown(read: TableRead) -> str:
    """Everything that was found, as it can be read by a person."""
    lines = [*read.columns, f"relative: {read.relative}", ""]
    for game in read.found.games:
        seats = ", ".join(f"{name} {score}" for name, score in zip(game.players, game.scores or (), strict=True))
        beside = "; ".join(filter(None, (game.label, game.rules and str(game.rules), game.discrepancy)))
        lines.append(f"{game.place}: {game.held_on} {seats}" + (f" ({beside})" if beside else ""))
    return "\n".join([*lines, *map(str, read.found.problems), ""])


@pytest.mark.parametrize("path", sorted(FILES.glob("*.csv")), ids=lambda path: path.stem)
def test_what_is_found_in_a_file(path, request):
    text = shown(read_table(path, HOW.get(path.stem, How())))
    golden = path.with_suffix(".txt")
    if request.config.getoption("--update-found"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_a_changed_cell_would_be_noticed(tmp_path):
    text = (FILES / "long-with-seats.csv").read_text("utf-8")
    (tmp_path / "long-with-seats.csv").write_text(text.replace("40000", "40100"), "utf-8")
    found = shown(read_table(tmp_path / "long-with-seats.csv"))
    assert found != (FILES / "long-with-seats.txt").read_text("utf-8")
