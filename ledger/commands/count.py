"""What is counted at the end of a game, as options: the sticks left, chips, and what settles a tie."""

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.text import WholeNumber, note
from ledger.errors import UsageError
from ledger.names import clean_note
from ledger.rules.payments import MOST_STICKS

if TYPE_CHECKING:
    from ledger.services.count import Chips, Count
    from ledger.services.results import FinalScore

T = TypeVar("T")

STICKS = click.option(
    "--sticks-left", metavar="N", type=WholeNumber(0, MOST_STICKS), default=0, help="Riichi sticks left on the table."
)
DEALER = click.option("--last-dealer", metavar="NAME", help="Who dealt last; needed only where a tie goes by it.")
WINNER = click.option(
    "--last-winner", metavar="NAME", help="Who won last; needed only where the sticks that are left go by it."
)
AHEAD = click.option(
    "--ahead",
    multiple=True,
    metavar="NAME",
    help="Who of those who tie is ahead, where the rules leave it to you; the best first.",
)
CHIPS = click.option(
    "--chips", multiple=True, metavar="NAME=N", help="The chips that a player has won, or lost: Ken=3, John=-3."
)
CHOMBO = click.option(
    "--chombo",
    "chombos",
    multiple=True,
    metavar="NAME",
    help="A penalty, beside those recorded as hands.",
)


DISCREPANCY = click.option(
    "--discrepancy", metavar="TEXT", help="Record scores that do not add up, and why: a stick was left."
)
BORNE_BY = click.option(
    "--discrepancy-by",
    metavar="WHO",
    default="shared",
    show_default=True,
    help="Who bears it: shared, a player's name, or box for the cash box.",
)


UNIT = click.option(
    "--hundreds/--points", "hundreds", default=None, help="What the scores are typed in; else as is usual in the club."
)


def count(command: Callable[..., T]) -> Callable[..., T]:
    """The options of what is counted at the end of a game beside the scores."""
    for option in (UNIT, BORNE_BY, DISCREPANCY, CHOMBO, CHIPS, AHEAD, WINNER, DEALER, STICKS):
        command = option(command)
    return command


def count_of(options: dict[str, Any]) -> "tuple[Count, dict[str, Any]]":
    """Takes the options of count out of all options: as a count, and as they were typed, for the journal."""
    from ledger.services.count import Count  # noqa: PLC0415

    typed = {name: options.pop(name) for name in Count._fields}
    if typed["discrepancy"] is not None:
        typed["discrepancy"] = clean_note(typed["discrepancy"])
        if not typed["discrepancy"]:
            raise UsageError('--discrepancy is empty: say why, as in --discrepancy "a stick was left"')
    chips = chips_of(typed["chips"])
    count = Count(**typed | {"chips": chips})
    if count.discrepancy is None:
        del typed["discrepancy"], typed["discrepancy_by"]
    return count, {k: list(v) if isinstance(v, tuple) else v for k, v in typed.items()}


def unit_of(options: dict[str, Any]) -> int | None:
    """Takes the unit of scores out of all options; None is as usual."""
    hundreds = options.pop("hundreds")
    return None if hundreds is None else 100 if hundreds else 1


def chips_of(typed: tuple[str, ...]) -> "tuple[Chips, ...]":
    """Chips as typed: Ken=3, John=-3."""
    from ledger.services.count import Chips  # noqa: PLC0415

    return tuple(Chips(*named_number(text, 4, "are no chips: type NAME=N, as in Ken=3 or John=-3")) for text in typed)


def final_score(text: str) -> "FinalScore":
    """A player's counted points as typed: Ken=88000."""
    from ledger.services.results import FinalScore  # noqa: PLC0415

    return FinalScore(*named_number(text, 7, "is no score: type NAME=POINTS, as in Ken=88000 or John=-15000"))


def named_number(text: str, most_digits: int, otherwise: str) -> tuple[str, int]:
    """A name and its number, as typed: Ken=88000. otherwise: how a refusal of the text goes on."""
    name, equals, number = text.rpartition("=")
    plain = number.replace(" ", "").replace("\u2212", "-")
    one = rf"[0-9]{{1,{most_digits}}}"
    if not equals or not name.strip() or not re.fullmatch(rf"[+-]?{one}(?:[+-]{one}){{0,9}}", plain):
        raise UsageError(f"{text!r} {otherwise}")
    return name.strip(), sum(map(int, re.findall(r"[+-]?[0-9]+", plain)))  # 250+30, as boxes are counted


def asking_for_the_dealer(attempt: Callable[[str | None], T], last_dealer: str | None) -> T:
    """Asks who dealt last where a tie goes by it, and somebody is there to answer."""
    from ledger.services.count import TieNeedsLastDealer  # noqa: PLC0415

    try:
        return attempt(last_dealer)
    except TieNeedsLastDealer as tie:
        if not sys.stdin.isatty():
            raise
        note(str(tie).partition(": add")[0])
        return attempt(click.prompt(f"Who dealt last? ({', '.join(tie.names)})", err=True))
