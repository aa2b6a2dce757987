"""ledger player."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import note, say, say_json
from ledger.errors import listing
from ledger.names import name_key

COMMANDS = ("list", "undo", "record")
"""What ledger hand takes for a command at the beginning of a line."""
EPILOG = """\b
Examples:
  ledger player add Ken John Taro "Anne Marie"
  ledger player list
"""
SECTIONS = {
    "Commands": {
        "add": Entry("player:add", "Add people"),
        "list": Entry("player:list_", "List the people of the club"),
    }
}


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def player() -> None:
    """The people of the club."""


@click.command(epilog='\b\nExample:\n  ledger player add Ken John "Anne Marie"\n')
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@with_desk
def add(desk: Desk, names: tuple[str, ...]) -> None:
    """Adds people to the club. A name of several words goes in quotes."""
    from ledger.notation.words import looks_like_notation  # noqa: PLC0415
    from ledger.services.players import add_players  # noqa: PLC0415

    done = add_players(desk.engine(), desk.request("player add", names=list(names)), names)
    say(f"{'Had added' if done.repeated else 'Added'} {listing(done.answer)}.")
    for name in done.answer:
        if looks_like_notation(name) or name_key(name) in COMMANDS:
            note(f"the name {name} is also a word of ledger hand: in hand lines, type @{name}")


@click.command("list", epilog="\b\nExample:\n  ledger player list --json\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, as_json: bool) -> None:
    """Lists the people of the club."""
    from ledger.services.players import list_players  # noqa: PLC0415

    names = list_players(desk.engine())
    if as_json:
        say_json([{"player": name} for name in names])
        return
    for name in names:
        say(name)
    if not names:
        note("nobody yet: ledger player add NAME …")
