"""ledger undo."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.text import WholeNumber, say, say_if_repeated


@click.command(epilog='\b\nExamples:\n  ledger undo\n  ledger undo 5 --reason "it was another Ken"\n')
@click.argument("number", metavar="[UNIT]", type=WholeNumber(1, 10**12), required=False)
@click.option("--reason", metavar="TEXT", help="Why; it is kept in the log.")
@with_desk
def undo(desk: Desk, number: int | None, reason: str | None) -> None:
    """Takes back the last thing that was recorded, whatever it was: a void game, a mistyped player, a settlement.

    May be repeated, step by step. With the number of an earlier one (ledger log), that is
    taken back, if nothing was built on it. What somebody else recorded is only named. Nothing
    is deleted: the rows are kept, marked as void.
    """
    from ledger.services.undo import undo_last, undo_unit  # noqa: PLC0415

    why = {"reason": reason} if reason else {}
    if number is None:
        done = undo_last(desk.engine(), desk.actor, lambda unit: desk.request("undo", unit=unit, **why))
    else:
        done = undo_unit(desk.engine(), desk.request("undo", unit=number, **why), number)
    deed = done.answer
    say_if_repeated(done)
    say(f"Took back: {deed.text} (recorded {deed.at.astimezone(desk.at.tzinfo):%Y-%m-%d %H:%M}).")
