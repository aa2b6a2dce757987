"""ledger undo."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.text import say, say_if_repeated


@click.command(epilog="\b\nExample:\n  ledger undo\n")
@with_desk
def undo(desk: Desk) -> None:
    """Takes back the last thing that was recorded, whatever it was: a void game, a mistyped player, a settlement.

    May be repeated, step by step. What somebody else recorded is only named. Nothing is
    deleted: the rows are kept, marked as void.
    """
    from ledger.services.undo import last_deed, undo_deed  # noqa: PLC0415

    engine = desk.engine()
    deed = last_deed(engine, desk.actor)
    done = undo_deed(engine, desk.request("undo", unit=deed.unit), deed)
    say_if_repeated(done)
    say(f"Took back: {deed.text} (recorded {deed.at.astimezone(desk.at.tzinfo):%Y-%m-%d %H:%M}).")
