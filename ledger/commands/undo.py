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
    from ledger.services.undo import undo_last  # noqa: PLC0415

    done = undo_last(desk.engine(), desk.actor, lambda unit: desk.request("undo", unit=unit))
    deed = done.answer
    say_if_repeated(done)
    say(f"Took back: {deed.text} (recorded {deed.at.astimezone(desk.at.tzinfo):%Y-%m-%d %H:%M}).")
