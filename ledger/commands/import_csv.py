"""ledger import csv: a club's spreadsheet."""

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.imports import files, how_from, import_options, progress, say_imported, typed_of
from ledger.commands.text import note, say, say_json
from ledger.errors import LedgerError, UsageError

if TYPE_CHECKING:
    from ledger.importers.csv_games import How, TableRead

KEPT = ("columns", "date_format", "unit", "relative", "note", "rules_3p")
"""What is kept of how a source's files are read."""
UNITS = {"points": 1, "hundreds": 100, "thousands": 1000}


class NotConfirmed(LedgerError):
    """Columns to which nobody said yes."""


@click.command(
    epilog="\b\nExamples:\n  ledger import csv old.csv --dry-run\n"
    "  ledger import csv old.csv --columns date=Datum --source 'old sheet' --yes\n"
)
@click.argument("path", metavar="FILE")
@click.option("--columns", multiple=True, metavar="WHAT=HEAD", help="Which column is what: date, player1, score1, …")
@click.option("--date-format", metavar="FORM", help="How dates are written, as in %d/%m/%Y.")
@click.option(
    "--unit", metavar="UNIT", type=click.Choice(list(UNITS)), help="Scores are in points, hundreds, thousands."
)
@click.option("--relative/--absolute", default=None, help="Scores are what was won or lost; else it is found.")
@click.option("--discrepancy-note", "note", metavar="HEAD", help="The column that says why scores do not add up.")
@click.option("--rules-3p", metavar="NAME", help="The ruleset of games of three.")
@click.option("--encoding", metavar="NAME", default="utf-8-sig", help="Where it is not UTF-8, as in cp1252.")
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
    asked = _asked(said, {} if kept is None else json.loads(kept))
    read = read_table(there, _how(asked, said))
    _say_columns(read, as_json=said["as_json"])
    sure = said["yes"] or said["dry_run"] or read.found.problems or not sys.stdin.isatty()
    if not sure and not click.confirm("Is that right?", err=True):
        raise NotConfirmed("nothing was imported: say which column is what with --columns")
    content = json.dumps(asked, sort_keys=True, ensure_ascii=False)
    how = how_from(said)
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
    asked = {key: said[key] for key in KEPT if key != "columns" and said[key] is not None}
    return {**kept, **asked, "columns": {**kept.get("columns", {}), **columns}}


def _column(text: str) -> tuple[str, str]:
    what, mark, head = text.partition("=")
    known = ("date", "game", "rules", "table", "player", "score")
    if not mark or not head.strip() or what.rstrip("1234") not in known:
        raise UsageError(f"--columns {text}: one of date, game, rules, table, player1, score1 …, as in date=Datum")
    return what, head.strip()


def _how(asked: dict[str, Any], said: dict[str, Any]) -> "How":
    from ledger.importers.csv_games import How  # noqa: PLC0415

    rules = {size: name for size, name in ((4, said["rules"]), (3, asked.get("rules_3p") or said["rules"])) if name}
    try:
        "".encode(said["encoding"])
    except LookupError as error:
        raise UsageError(f"--encoding {said['encoding']}: no such encoding; as in cp1252") from error
    return How(
        asked["columns"],
        asked.get("date_format"),
        UNITS.get(asked.get("unit", "")),
        said["encoding"],
        asked.get("relative"),
        asked.get("note"),
        rules,
    )


def _say_columns(read: "TableRead", *, as_json: bool) -> None:
    """What the columns are taken for."""
    for line in read.columns:
        (note if as_json else say)(line)
    if read.relative:
        (note if as_json else say)("scores: what was won or lost, for they add up to 0")
