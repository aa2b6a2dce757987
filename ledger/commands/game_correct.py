"""ledger game seats and rules."""

import click

from ledger.commands.correction import asked, correction, typed
from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import choice_of, rounds_of
from ledger.errors import UsageError


@click.command(epilog="\b\nExample:\n  ledger game seats John Ken Taro --yes\n")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@correction
@with_desk
def seats(desk: Desk, /, names: tuple[str, ...], yes: bool, **said: str | None) -> None:
    """Says who really sat where in a game, first dealer first. Its hands stay with the seats.

    The difference is shown first, and recorded on yes.
    """
    from ledger.services.regame import change_seats  # noqa: PLC0415

    engine, choice = desk.engine(), choice_of(said["mark"], said["held_on"])
    request = desk.request("game seats", names=list(names), **typed(said))
    asked(lambda shown: change_seats(engine, request, names, choice, shown), yes=yes)


@click.command(epilog="\b\nExamples:\n  ledger game rules standard --yes\n  ledger game rules --rounds 1 --yes\n")
@click.argument("rules", metavar="[RULES]", required=False)
@click.option("--rounds", metavar="N", help="1 for East only, 2 for East and South.")
@correction
@with_desk
def rules(desk: Desk, /, rules: str | None, rounds: str | None, yes: bool, **said: str | None) -> None:
    """Says under which rules a game was really played: its hands are played again under them.

    The difference is shown first, and recorded on yes.
    """
    from ledger.services.regame import change_rules  # noqa: PLC0415

    if rules is None and rounds is None:
        raise UsageError("which rules? Type their name, as in  ledger game rules dutch-4p, or --rounds N")
    engine, choice, length = desk.engine(), choice_of(said["mark"], said["held_on"]), rounds_of(rounds)
    request = desk.request("game rules", rules=rules, rounds=rounds, **typed(said))
    asked(lambda shown: change_rules(engine, request, choice, rules, length, shown), yes=yes)
