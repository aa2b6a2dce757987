"""ledger hand fix, insert and remove."""

from collections.abc import Sequence

import click

from ledger.commands.correction import asked, correction, typed
from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import choice_of
from ledger.commands.text import WholeNumber

NUMBER = click.argument("number", metavar="N", type=WholeNumber(1, 999))
LINE = click.argument("words", nargs=-1, required=True, metavar="WHAT HAPPENED…")


@click.command(epilog="\b\nExample:\n  ledger hand fix 1 draw none --yes\n")
@NUMBER
@LINE
@correction
@with_desk
def fix(desk: Desk, /, number: int, words: Sequence[str], yes: bool, **said: str | None) -> None:
    """Corrects hand N of a game: what really happened, in the notation.

    The hands behind it are played again. The difference is shown first, and recorded on yes;
    a later hand that does not fit any more is named, and nothing is changed.
    """
    from ledger.services.correct import fix_hand  # noqa: PLC0415

    line = " ".join(words)
    request = desk.request("hand fix", number=number, line=line, **typed(said))
    engine, choice = desk.engine(), choice_of(said["mark"], said["held_on"])
    asked(lambda shown: fix_hand(engine, request, number, line, choice, shown), yes=yes)


@click.command(epilog="\b\nExample:\n  ledger hand insert 1 draw none --yes\n")
@NUMBER
@LINE
@correction
@with_desk
def insert(desk: Desk, /, number: int, words: Sequence[str], yes: bool, **said: str | None) -> None:
    """Puts a forgotten hand in before hand N, whose number it gets. The hands behind it are played again."""
    from ledger.services.correct import insert_hand  # noqa: PLC0415

    line = " ".join(words)
    request = desk.request("hand insert", number=number, line=line, **typed(said))
    engine, choice = desk.engine(), choice_of(said["mark"], said["held_on"])
    asked(lambda shown: insert_hand(engine, request, number, line, choice, shown), yes=yes)


@click.command(epilog="\b\nExample:\n  ledger hand remove 1 --yes\n")
@NUMBER
@correction
@with_desk
def remove(desk: Desk, /, number: int, yes: bool, **said: str | None) -> None:
    """Takes hand N out, which was not played. The hands behind it are played again."""
    from ledger.services.correct import remove_hand  # noqa: PLC0415

    request = desk.request("hand remove", number=number, **typed(said))
    engine, choice = desk.engine(), choice_of(said["mark"], said["held_on"])
    asked(lambda shown: remove_hand(engine, request, number, choice, shown), yes=yes)
