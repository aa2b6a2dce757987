"""ledger night join and leave."""

from typing import TYPE_CHECKING

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE, say_undo
from ledger.commands.show import say_who_is_here
from ledger.commands.text import say, say_if_repeated
from ledger.shapes.game import NightView

if TYPE_CHECKING:
    from ledger.store.unit import Done


@click.command(epilog="\b\nExample:\n  ledger night join Anna Bo\n")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@DATE
@with_desk
def join(desk: Desk, names: tuple[str, ...], held_on: str | None) -> None:
    """Says who came without playing yet. Where more are here than can sit, night show says whose turn it is to sit out.

    Who plays is here anyway. Opens tonight's night if none is open.
    """
    from ledger.services.attendance import join_night  # noqa: PLC0415

    request = desk.request("night join", names=list(names), date=held_on)
    done = join_night(desk.engine(), request, names, day(held_on))
    _say(done)


@click.command(epilog="\b\nExample:\n  ledger night leave Bo\n")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@DATE
@with_desk
def leave(desk: Desk, names: tuple[str, ...], held_on: str | None) -> None:
    """Says who has left the night, and takes no turn any more. Their games stay as they are."""
    from ledger.services.attendance import leave_night  # noqa: PLC0415

    request = desk.request("night leave", names=list(names), date=held_on)
    done = leave_night(desk.engine(), request, names, day(held_on))
    _say(done)


def _say(done: "Done[NightView]") -> None:
    """Who is at the night now."""
    say_if_repeated(done)
    say(f"Night of {done.answer.held_on}")
    say_who_is_here(done.answer)
    say_undo(done)
