"""ledger player."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import note, say, say_if_repeated, say_json
from ledger.errors import listing
from ledger.names import name_key

COMMANDS = ("list", "undo", "record", "fix", "insert", "remove")
"""What ledger hand takes for a command at the beginning of a line."""
EPILOG = """\b
Examples:
  ledger player add Ken John Taro "Anne Marie"
  ledger player rename John Johnny
  ledger player alias John "Big J"
  ledger player list
"""
SECTIONS = {
    "Commands": {
        "add": Entry("player:add", "Add people"),
        "list": Entry("player:list_", "List the people of the club"),
        "rename": Entry("player:rename", "Show somebody under another name"),
        "alias": Entry("player:alias", "Find somebody by one more name"),
        "show": Entry("people:show", "Show all that is known of somebody"),
        "set": Entry("people:set_", "Keep full names, country, EMA number, online names"),
        "guest": Entry("people:guest", "Say that somebody is a guest"),
        "merge": Entry("people:merge", "Make one person of two who were entered under two names"),
        "anonymise": Entry("people:anonymise", "Blank somebody's names, for good"),
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
    from ledger.services.players import add_players  # noqa: PLC0415

    done = add_players(desk.engine(), desk.request("player add", names=list(names)), names)
    say(f"{'Had added' if done.repeated else 'Added'} {listing(done.answer)}.")
    for name in done.answer:
        _note_if_a_word(name)


def _note_if_a_word(name: str) -> None:
    """Says so where a name is also a word of the notation."""
    from ledger.notation.words import looks_like_notation  # noqa: PLC0415
    from ledger.shapes.hand import WINDS  # noqa: PLC0415

    if looks_like_notation(name) or name_key(name) in COMMANDS:
        note(f"the name {name} is also a word of ledger hand: in hand lines, type @{name}")
    if name_key(name).upper() in WINDS:
        note(f"the name {name} is also a wind: where {name} sits, it means them, and not who has that wind")


@click.command(epilog="\b\nExample:\n  ledger player rename John Johnny\n")
@click.argument("who", metavar="NAME")
@click.argument("name", metavar="NEW")
@click.option("--keep", is_flag=True, help="The old name still finds them, as an alias.")
@with_desk
def rename(desk: Desk, who: str, name: str, keep: bool) -> None:
    """Shows somebody under another name, in all that was recorded before, too. The person stays the same.

    The old name finds nobody any more, nor do names of those who were merged into them, unless --keep is given.
    """
    from ledger.services.players import rename_player  # noqa: PLC0415

    request = desk.request("player rename", who=who, name=name, keep=keep)
    done = rename_player(desk.engine(), request, who, name, keep=keep)
    say_if_repeated(done)
    say(f"{done.answer.old} is {done.answer.new} from now on, in old games too.")
    _note_if_a_word(done.answer.new)


@click.command(epilog='\b\nExample:\n  ledger player alias John "Big J"\n')
@click.argument("who", metavar="NAME")
@click.argument("alias", metavar="ALIAS")
@with_desk
def alias(desk: Desk, who: str, alias: str) -> None:
    """Finds somebody by one more name, where people are named: the one on a score sheet, or an old one."""
    from ledger.services.players import alias_player  # noqa: PLC0415

    done = alias_player(desk.engine(), desk.request("player alias", who=who, alias=alias), who, alias)
    say_if_repeated(done)
    say(f"{done.answer.old} is found as {done.answer.new}, too.")


@click.command("list", epilog="\b\nExample:\n  ledger player list --json\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, as_json: bool) -> None:
    """Lists the people of the club."""
    from ledger.services.players import list_players  # noqa: PLC0415

    people = list_players(desk.engine())
    if as_json:
        say_json([{"player": one.name, "guest": one.guest} for one in people])
        return
    for one in people:
        say(f"{one.name} (guest)" if one.guest else one.name)
    if not people:
        note("nobody yet: ledger player add NAME …")
