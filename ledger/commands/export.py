"""ledger export: the list of formats, and how a file is written."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TextIO, TypeVar

import click

from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import note, say, say_json, terminal_width, wrapped
from ledger.errors import LedgerError, UsageError

T = TypeVar("T")

SECTIONS = {
    "Tables (CSV)": {
        "games": Entry("export_tables:games", "Games, a row for each; with --long for each player"),
        "hands": Entry("export_tables:hands", "Hands, with who won what and by whose discard"),
        "payments": Entry("export_tables:payments", "Points that moved in hands"),
        "standings": Entry("export_tables:standings", "How everybody stands"),
        "transfers": Entry("export_tables:transfers", "Who should pay whom, and who paid"),
    },
    "Leagues (CSV)": {
        "ema": Entry("export_leagues:ema", "The result sheet of the EMA"),
        "portal": Entry("export_leagues:portal", "What mahjong-portal imports"),
        "pantheon": Entry("export_leagues:pantheon", "The rating table of Pantheon"),
    },
    "Files": {
        "xlsx": Entry("export_files:xlsx", "A workbook: standings, results, games, hands, statistics"),
        "hledger": Entry("export_files:hledger", "Money as a journal for hledger and ledger-cli"),
        "beancount": Entry("export_files:beancount", "Money as a journal for beancount"),
        "bundle": Entry("export_bundle:bundle", "A ledger, or a part of it, without loss"),
        "parquet": Entry("export_files:parquet", "Tables for DuckDB, pandas or Spark"),
    },
}
EPILOG = """\b
Examples:
  ledger export --list
  ledger export games --season Autumn -o games.csv
  ledger export xlsx club.xlsx
"""
OUT = click.option("-o", "--output", metavar="FILE", help="Into a file instead of standard output.")
FORCE = click.option("--force", is_flag=True, help="In place of a file that is there.")


@click.group("export", cls=LazyGroup, sections=SECTIONS, epilog=EPILOG, invoke_without_command=True)
@click.option("--list", "listed", is_flag=True, help="Show each format with its columns and an example.")
@click.option("--json", "as_json", is_flag=True, help="The list as JSON.")
@click.pass_context
def export(ctx: click.Context, listed: bool, as_json: bool) -> None:
    """Writes what the club has for spreadsheets, leagues and other programs."""
    if listed or as_json:
        _say_formats(as_json=as_json)
    elif ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)


def _say_formats(*, as_json: bool) -> None:
    from ledger.exporters.formats import FORMATS  # noqa: PLC0415

    if as_json:
        say_json(FORMATS)
        return
    for known in FORMATS:
        say(f"{known.name}: {known.what}")
        if known.columns:
            for line in wrapped(", ".join(column.name for column in known.columns), terminal_width() - 4):
                say(f"    {line}")
        say(f"  {known.example}")
    say("What each column says: docs/exports.md, or  ledger export --json")


def as_csv(command: Callable[..., T]) -> Callable[..., T]:
    """The options of an export that is CSV."""
    for option in (
        FORCE,
        click.option("--mark", is_flag=True, help="With a UTF-8 mark, by which Excel knows the encoding."),
        click.option("--semicolons", is_flag=True, help="With ; between cells, as Excel wants it in many countries."),
        OUT,
    ):
        command = option(command)
    return command


class AlreadyThere(LedgerError):
    """A file that would be lost."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is there already: choose another name, or write it anew with --force")


def csv_out(said: dict[str, Any]) -> tuple[str | None, bool, Any]:
    """Where CSV goes and how it is written, taken out of a command's options: the file, --force, and the style."""
    from ledger.exporters.csv_file import CsvStyle  # noqa: PLC0415

    style = CsvStyle(";" if said.pop("semicolons") else ",", said.pop("mark"))
    return said.pop("output"), said.pop("force"), style


@contextmanager
def written_to(output: str | None, *, force: bool) -> Iterator[TextIO]:
    """Standard output, or a file that is put in its place whole; nothing is left of half of one."""
    if output is None or output == "-":
        yield sys.stdout
        return
    with whole_file(output, force=force) as path, path.open("w", encoding="utf-8", newline="") as out:
        yield out


@contextmanager
def whole_file(output: str, *, force: bool) -> Iterator[Path]:
    """A file to write into, which takes its place once all is written. Raises AlreadyThere or UsageError."""
    target = Path(output)
    if target.is_dir():
        raise UsageError(f"{target} is a folder: name a file")
    if target.exists() and not force:
        raise AlreadyThere(target)
    try:
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as new:
            path = Path(new.name)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from error
    try:
        yield path
        path.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o644)
        path.replace(target)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    note(f"wrote {target}")
