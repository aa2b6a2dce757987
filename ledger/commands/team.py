"""ledger team."""

from typing import TYPE_CHECKING

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import columns, note, say, say_if_repeated, say_json, signed

if TYPE_CHECKING:
    from ledger.services.teams import Teams
    from ledger.store.unit import Done

EPILOG = """\b
Examples:
  ledger team add Autumn Dragons Ken Anna
  ledger team list Autumn
"""
SECTIONS = {
    "Commands": {
        "add": Entry("team:add", "Make a team of a season"),
        "set": Entry("team:set_", "Rename a team, add people, drop people"),
        "remove": Entry("team:remove", "Take a team away"),
        "list": Entry("team:list_", "How the teams of a season stand"),
    }
}
SEASON = click.argument("season", metavar="SEASON")
NAME = click.argument("name", metavar="NAME")


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def team() -> None:
    """Teams: people whose points count together in a season. In each season everybody plays for one team at most."""


@click.command(epilog="\b\nExample:\n  ledger team add Autumn Dragons Ken Anna\n")
@SEASON
@NAME
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True)
@with_desk
def add(desk: Desk, season: str, name: str, players: tuple[str, ...]) -> None:
    """Makes a team of a season."""
    from ledger.services.teams import add_team  # noqa: PLC0415

    request = desk.request("team add", names=[season, name, *players])
    _say_done(add_team(desk.engine(), request, season, name, players))


@click.command(
    "set",
    epilog="\b\nExamples:\n  ledger team set Autumn Dragons --add John --drop Ken\n"
    "  ledger team set Autumn Dragons --name Winds\n",
)
@SEASON
@NAME
@click.option("--name", "new", metavar="NAME", help="Another name.")
@click.option("--add", metavar="PLAYER", multiple=True, help="Who plays for it from now on; may be given again.")
@click.option("--drop", metavar="PLAYER", multiple=True, help="Who does not any more; may be given again.")
@with_desk
def set_(desk: Desk, season: str, name: str, new: str | None, add: tuple[str, ...], drop: tuple[str, ...]) -> None:
    """Renames a team, and changes who plays for it. All points of a season count for the team one is in at last."""
    from ledger.services.teams import set_team  # noqa: PLC0415

    request = desk.request("team set", names=[season, name], name=new, add=list(add), drop=list(drop))
    _say_done(set_team(desk.engine(), request, season, name, new=new, add=add, drop=drop))


@click.command(epilog="\b\nExample:\n  ledger team remove Autumn Dragons\n")
@SEASON
@NAME
@with_desk
def remove(desk: Desk, season: str, name: str) -> None:
    """Takes a team away; its people play for none."""
    from ledger.services.teams import remove_team  # noqa: PLC0415

    _say_done(remove_team(desk.engine(), desk.request("team remove", names=[season, name]), season, name))


@click.command("list", epilog="\b\nExample:\n  ledger team list Autumn\n")
@SEASON
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, season: str, as_json: bool) -> None:
    """Shows how the teams of a season stand, by the points of all games of their members."""
    from ledger.services.teams import show_teams  # noqa: PLC0415

    found = show_teams(desk.engine(), season)
    if as_json:
        say_json(found)
    else:
        _say_teams(found)


def _say_done(done: "Done[Teams]") -> None:
    say_if_repeated(done)
    _say_teams(done.answer)
    say("To take it back: ledger undo")


def _say_teams(found: "Teams") -> None:
    if not found.lines:
        note(f"season {found.season} has no teams")
        return
    say(f"Teams of season {found.season}")
    rows = [("", "", "games", "points")]
    for line in found.lines:
        rows.append((str(line.rank), line.team, str(line.games), signed(line.points)))
        rows += [("", f"  {name}", "", signed(points)) for name, points in line.members]
    say(columns(rows, left=(1,)))
