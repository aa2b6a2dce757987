"""ledger import csv: a club's spreadsheet."""

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.imports import files, how_from, import_options, progress, say_imported, typed_of
from ledger.commands.text import note, say, say_json
from ledger.errors import LedgerError, UsageError

if TYPE_CHECKING:
    from ledger.importers.csv_games import How, TableRead

KEPT = ("date_format", "unit", "relative", "note", "rules", "rules_3p", "encoding")
"""What is kept of how a source's files are read."""
WHAT = "date|game|rules|table|(player|score)[1-4]?|sticks|last-dealer|last-winner|ahead"
"""What a column can be."""
UNITS = {"points": 1, "hundreds": 100, "thousands": 1000}


class NotConfirmed(LedgerError):
    """Columns to which nobody said yes."""


@click.command(
    epilog="\b\nExamples:\n  ledger import csv old.csv --dry-run\n"
    "  ledger import csv old.csv --columns date=Datum --source 'old sheet' --yes\n"
)
@click.argument("path", metavar="FILE")
@click.option(
    "--columns",
    multiple=True,
    metavar="WHAT=HEAD",
    help="Which column is what: date, player1, score1, … (or =- for none).",
)
@click.option("--date-format", metavar="FORM", help="How dates are written, as in %d/%m/%Y.")
@click.option(
    "--unit", metavar="UNIT", type=click.Choice(list(UNITS)), help="Scores are in points, hundreds, thousands."
)
@click.option("--relative/--absolute", default=None, help="Scores are what was won or lost; else it is found.")
@click.option("--discrepancy-note", "note", metavar="HEAD", help="The column that says why scores do not add up.")
@click.option("--rules-3p", metavar="NAME", help="The ruleset of games of three.")
@click.option("--encoding", metavar="NAME", help="Where it is not UTF-8, as in cp1252.")
@click.option("--source", metavar="NAME", help="What such files are called here: how they are read is kept.")
@click.option("--yes", is_flag=True, help="Do not ask whether the columns are right.")
@import_options
@with_desk
def csv(desk: Desk, /, path: str, **said: Any) -> None:
    """Imports final scores from a spreadsheet: CSV (, ; or tabs) or the first sheet of a workbook.

    What each column is taken for is found from its head and shown first. A game is a row with players and scores in
    seat order, or with players as heads; or each player has a row. Rows that were imported before are left as they are.
    """
    from ledger.importers.csv_games import read_table  # noqa: PLC0415
    from ledger.services.import_games import import_games, map_of_source  # noqa: PLC0415

    (there,) = files([path])
    engine = desk.engine()
    kept = map_of_source(engine, said["source"]) if said["source"] else None
    if said["source"] and kept is None:
        note(f"{said['source']} is a new source: how its files are read is kept when they are imported")
    asked = _asked(said, {} if kept is None else json.loads(kept))
    read = read_table(there, _how(asked))
    _say_columns(read, as_json=said["as_json"])
    sure = said["yes"] or said["dry_run"] or read.found.problems or not sys.stdin.isatty()
    if not sure and not click.confirm("Is that right?", err=True):
        raise NotConfirmed("nothing was imported: say which column is what with --columns")
    content = json.dumps(asked, sort_keys=True, ensure_ascii=False)
    how = how_from({**said, "rules": asked.get("rules")})
    if said["source"]:
        how = how._replace(source=(said["source"], content))
    typed = {key: value for key, value in said.items() if key != "yes"}
    with progress(len(read.found.games), "games") as told:
        request = desk.request("import csv", **typed_of([there], typed))
        done = import_games(engine, request, read.found, how._replace(told=told))
    if said["as_json"]:
        say_json(done.answer)
        return
    say_imported(done, only_check=said["dry_run"])


def _asked(said: dict[str, Any], kept: dict[str, Any]) -> dict[str, Any]:
    """How the file is read: as it is said now, and else as it was kept for its source."""
    columns = dict(_column(text) for text in said["columns"])
    asked = {key: said[key] for key in KEPT if said[key] is not None}
    return {**kept, **asked, "columns": {**kept.get("columns", {}), **columns}}


def _column(text: str) -> tuple[str, str]:
    what, mark, head = text.partition("=")
    if not mark or not head.strip() or re.fullmatch(WHAT, what) is None:
        raise UsageError(f"--columns {text}: one of date, game, rules, table, player1, score1 …, as in date=Datum")
    return what, head.strip()


def _how(asked: dict[str, Any]) -> "How":
    """How the reader is to read. Raises UsageError for an encoding or a form of dates that is none."""
    from ledger.importers.csv_games import How  # noqa: PLC0415
    from ledger.importers.csv_values import is_date_form  # noqa: PLC0415

    encoding, form = asked.get("encoding", "utf-8-sig"), asked.get("date_format")
    try:
        "x".encode(encoding)
    except (LookupError, ValueError) as error:
        raise UsageError(f"--encoding {encoding}: no such encoding; as in cp1252") from error
    if form is not None and not is_date_form(form):
        raise UsageError(f'--date-format {form}: it needs day, month and year, as in "%d/%m/%Y" or "%m/%d/%y"')
    rules = {4: asked.get("rules"), 3: asked.get("rules_3p") or asked.get("rules")}
    return How(
        asked["columns"],
        form,
        UNITS.get(asked.get("unit", "")),
        encoding,
        asked.get("relative"),
        asked.get("note"),
        {size: name for size, name in rules.items() if name},
    )


def _say_columns(read: "TableRead", *, as_json: bool) -> None:
    """What the columns are taken for."""
    for line in read.columns:
        (note if as_json else say)(line)
    if read.relative:
        (note if as_json else say)("scores: what was won or lost, for they add up to 0")
