"""ledger game sub and penalty."""

from typing import Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE, GAME, REASON, choice_of, say_undo, why
from ledger.commands.show import say_heading, say_penalties, say_results, say_substitutes
from ledger.commands.text import WholeNumber, say_if_repeated
from ledger.errors import UsageError
from ledger.shapes.game import MOST_PENALTY, Credit


@click.command(epilog="\b\nExamples:\n  ledger game sub Ken Anna\n  ledger game sub Ken Anna --from 2 --result split\n")
@click.argument("left", metavar="NAME")
@click.argument("came", metavar="SUBSTITUTE")
@click.option(
    "--from", "from_hand", metavar="HAND", type=WholeNumber(1, 999), help="From which hand on, if not the next."
)
@click.option(
    "--result",
    "credit",
    type=click.Choice([credit.value for credit in Credit]),
    default=Credit.STARTER.value,
    show_default=True,
    metavar="WHOSE",
    help="Whose the result is: of who left (starter), of who came (finisher), or split at the points of that moment.",
)
@GAME
@DATE
@REASON
@with_desk
def sub(desk: Desk, /, left: str, came: str, **said: Any) -> None:
    """Seats somebody for another in the middle of a game. Who left may come back in the same way.

    The hands are of who sat there. With split, what had been won or lost by then is of who
    left; the rest, with place and uma, of who came.
    """
    from ledger.services.substitute import Handover, substitute  # noqa: PLC0415

    choice = choice_of(said["mark"], said["held_on"])
    typed = {"from": said["from_hand"], "result": said["credit"], "date": said["held_on"], **why(said["reason"])}
    request = desk.request("game sub", names=[left, came], game=choice.mark, **typed)
    handover = Handover(said["from_hand"], Credit(said["credit"]))
    done = substitute(desk.engine(), request, left, came, choice, handover)
    say_if_repeated(done)
    say_heading(done.answer)
    say_substitutes(done.answer)
    if done.answer.results:
        say_results(done.answer)
    say_undo(done)


@click.command(
    epilog='\b\nExamples:\n  ledger game penalty Ken 20000 --reason "late"\n  ledger game penalty Ken --take-back\n'
)
@click.argument("name", metavar="NAME")
@click.argument("points", metavar="[POINTS]", type=WholeNumber(1, MOST_PENALTY), required=False)
@click.option("--reason", metavar="TEXT", help="Why; it is shown with the game.")
@click.option("--take-back", is_flag=True, help="Take all penalties of this player in the game back.")
@GAME
@DATE
@with_desk
def penalty(
    desk: Desk,
    name: str,
    points: int | None,
    reason: str | None,
    take_back: bool,
    mark: str | None,
    held_on: str | None,
) -> None:
    """Takes points off a player's result, as a referee says, while the game is played or later. Nobody gets them."""
    from ledger.services.penalties import forgive, penalise  # noqa: PLC0415

    if take_back == (points is not None):
        raise UsageError("how many points, as in  ledger game penalty Ken 20000 --reason …, or --take-back")
    if points is not None and not reason:
        raise UsageError('why? A penalty has a reason: --reason "…"')
    engine, choice = desk.engine(), choice_of(mark, held_on)
    typed = {"names": [name], "game": choice.mark, "date": held_on, "reason": reason}
    request = desk.request("game penalty", points=points, take_back=take_back, **typed)
    if points is None:
        done = forgive(engine, request, name, choice)
    else:
        done = penalise(engine, request, name, points, reason or "", choice)
    say_if_repeated(done)
    say_heading(done.answer)
    say_penalties(done.answer)
    if done.answer.results:
        say_results(done.answer)
    say_undo(done)
