"""The workbook of a season, whose standings are formulas over its sheet of results."""

from collections.abc import Sequence
from pathlib import Path

from ledger.exporters.xlsx import Formulas, letter, write_workbook
from ledger.shapes.export import Sheet


def write_season_workbook(path: Path, sheets: Sequence[Sheet]) -> None:
    """Writes the sheets of a season; the sums, averages and counts of its standings are formulas."""
    standings, results = sheets[0], sheets[1]
    write_workbook(path, sheets, _formulas(standings, results))


def _formulas(standings: Sheet, results: Sheet) -> Formulas:
    """The formulas of the standings: of somebody's rows in games of so many players.

    Names are compared exactly: what SUMIFS looks for would be a pattern, and =cmd a comparison.
    """

    def column(name: str) -> str:
        at = letter(results.columns, name)
        return f"{results.name.capitalize()}!${at}$2:${at}${{last}}"

    def cell(name: str) -> str:
        return f"${letter(standings.columns, name)}{{row}}"

    mine = f"EXACT({column('player')},{cell('player')})*({column('players')}={cell('table')}*1)"
    places = {
        name: f"=SUMPRODUCT({mine}*({column('place')}={place}))"
        for place, name in enumerate(("first", "second", "third", "fourth"), start=1)
    }
    formulas = {
        "games": f"=SUMPRODUCT({mine}*({column('place')}>0))",
        "points": f"=SUMPRODUCT({mine},{column('points')})",
        "average_points": f"={cell('points')}/{cell('games')}",
        "average_place": f"=SUMPRODUCT({mine},{column('place')})/{cell('games')}",
        **places,
        "penalties": f"=SUMPRODUCT({mine},{column('penalty')})+SUMPRODUCT({mine},{column('referee')})",
    }
    return Formulas(standings.name, results.name, formulas)
