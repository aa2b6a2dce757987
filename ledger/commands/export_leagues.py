"""ledger export ema, portal, pantheon: the sheets that leagues take."""

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.export import as_csv, csv_out, written_to
from ledger.commands.scope import asked_of, scoped
from ledger.commands.text import note, signed
from ledger.errors import listing

if TYPE_CHECKING:
    from ledger.shapes.export import Members, Sheet


@click.command(
    epilog="\b\nExamples:\n  ledger export ema --season Autumn --city Utrecht -o autumn.csv\n"
    "  ledger export ema --month 2026-11 --tournament 'Dutch Open'\n"
)
@scoped
@click.option("--tournament", "name", metavar="NAME", default="", help="The tournament's name, else the season's.")
@click.option("--short", "short_name", metavar="NAME", default="", help="Its short name.")
@click.option("--city", metavar="CITY", default="", help="Where it was.")
@click.option("--country", metavar="CODE", default="", help="The country it was in.")
@click.option("--mers", metavar="WEIGHT", default="", help="Its weight in the ranking.")
@click.option("--period", metavar="TEXT", default="", help="The ranking's period.")
@click.option("--days", type=click.IntRange(1, 99), metavar="N", help="How many days it had, else how many nights.")
@as_csv
@with_desk
def ema(desk: Desk, /, **said: Any) -> None:
    """Writes the result sheet of the EMA: its nineteen columns, scores in points after penalties.

    Beside it, on standard error: the penalties that were taken off, and who lacks a name, a number or a country.
    """
    from ledger.exporters.leagues import Tournament, ema_sheet, missing_in  # noqa: PLC0415

    asked = Tournament(*(said.pop(field) for field in Tournament._fields))

    def sheet(members: "Members") -> "Sheet":
        _say_penalties(members)
        for player, options in missing_in(members):
            typed = " ".join(f"{option} {ARGUMENTS[option]}" for option in options)
            note(f"{player} lacks {listing(_words(options))}: ledger player set {shlex.quote(player)} {typed}")
        return ema_sheet(members, asked)

    _write(desk, said, sheet)


WORDS = {"--given": "a given name", "--family": "a family name", "--ema": "an EMA number", "--country": "a country"}


ARGUMENTS = {"--given": "NAME", "--family": "NAME", "--ema": "NUMBER", "--country": "CODE"}


def _words(options: tuple[str, ...]) -> list[str]:
    return [WORDS[option] for option in options]


def _say_penalties(members: "Members") -> None:
    """What was taken off, so that the sheet can be checked against the scores at the tables."""
    total = sum(line.penalties for line in members.lines)
    off = [f"{line.player} {signed(line.penalties)}" for line in members.lines if line.penalties]
    note(f"penalties in these scores: {signed(total)}{f' ({listing(off)})' if off else ''}")
    score = sum(line.points for line in members.lines)
    note(f"the scores add up to {signed(score)}, without penalties to {signed(score - total)}")


@click.command(epilog="\b\nExample:\n  ledger export portal --season Autumn -o portal.csv\n")
@scoped
@as_csv
@with_desk
def portal(desk: Desk, /, **said: Any) -> None:
    """Writes what mahjong-portal imports: place, name, scores, games and EMA number."""
    from ledger.exporters.leagues import portal_sheet  # noqa: PLC0415

    _write(desk, said, portal_sheet)


@click.command(epilog="\b\nExample:\n  ledger export pantheon --season Autumn -o rating.csv\n")
@scoped
@as_csv
@with_desk
def pantheon(desk: Desk, /, **said: Any) -> None:
    """Writes the rating table of Pantheon; ids are those of  ledger player set NAME --online pantheon=ID."""
    from ledger.exporters.leagues import pantheon_sheet  # noqa: PLC0415

    _write(desk, said, pantheon_sheet)


def _write(desk: Desk, said: dict[str, Any], sheet: "Callable[[Members], Sheet]") -> None:
    from ledger.exporters.csv_file import write_csv  # noqa: PLC0415
    from ledger.services.export_league import league_members  # noqa: PLC0415

    output, force, style = csv_out(said)
    members = league_members(desk.engine(), desk.at, asked_of(said))
    made = sheet(members)
    with written_to(output, force=force) as out:
        write_csv(made, out, style)
