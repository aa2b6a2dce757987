"""ledger night line and fee."""

import re
from collections.abc import Callable
from typing import Any

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE
from ledger.commands.money import LOCALE, amount_in, amount_out, locale_of, money_text
from ledger.commands.text import columns, say, say_if_repeated
from ledger.errors import UsageError
from ledger.shapes.money import CASH_BOX


@click.command(
    epilog="\b\nExamples:\n  ledger night line pizza 24.00 --paid-by Anna --for Ken,John,Taro\n"
    '  ledger night line "side bet" Ken=5.00 John=-5.00\n  ledger night line prize Ken=10 box=-10\n'
    "  ledger night line chips Ken=3 John=-3 --each 0.50\n"
)
@click.argument("title", metavar="WHAT")
@click.argument("amounts", nargs=-1, required=True, metavar="AMOUNT|NAME=AMOUNT…")
@click.option("--paid-by", metavar="NAME", help="Who paid; box is the club's cash box.")
@click.option("--for", "shared_by", metavar="NAME,NAME…", help="Who shares it, equally.")
@click.option("--each", metavar="AMOUNT", help="What each of the numbers behind the names is worth, as for chips.")
@DATE
@LOCALE
@with_desk
def line(desk: Desk, /, title: str, amounts: tuple[str, ...], **said: Any) -> None:
    """Enters something beside the games of a night: a shared cost, a side bet, a prize, chips. It is settled with them.

    Either AMOUNT, --paid-by and --for; or what each gets, and owes with a minus: together 0.
    """
    from ledger.services.charges import Each, Shared, add_line  # noqa: PLC0415

    engine = desk.engine()
    place = locale_of(engine, said["locale"])
    what: Each | Shared
    if said["paid_by"] or said["shared_by"]:
        if not (said["paid_by"] and said["shared_by"]) or len(amounts) != 1 or said["each"]:
            raise UsageError("a shared cost has an amount, --paid-by NAME and --for NAME,NAME…")
        what = Shared(amount_in(amounts[0], place), said["paid_by"], _names(said["shared_by"]))
    else:
        what = Each(tuple(_each(text, said["each"], place) for text in amounts))
    typed = {"for": said["shared_by"], "paid_by": said["paid_by"], "each": said["each"], "date": said["held_on"]}
    request = desk.request("night line", line=title, scores=list(amounts), **typed)
    done = add_line(engine, request, title, what, day(said["held_on"]), amount_out(place))
    say_if_repeated(done)
    answer = done.answer
    say(f"{answer.title}, for the night of {answer.night}:")
    rows = [(name or CASH_BOX, money_text(amount, answer.currency, place)) for name, amount in answer.lines]
    say(columns(rows))
    say("To take it back: ledger undo")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in (" ".join(part.split()) for part in text.split(",")) if name)


def _each(text: str, each: str | None, place: str) -> tuple[str, Callable[[str], int]]:
    """Ken=5.00 as it is typed; with --each, so many of them."""
    name, mark, amount = text.rpartition("=")
    if not mark or not name.strip():
        raise UsageError(f"{text!r}: write NAME=AMOUNT, or one AMOUNT with --paid-by and --for")
    if each is None:
        return name, amount_in(amount, place)
    if not re.fullmatch(r"[+\u2212-]?[0-9]{1,5}", amount):
        raise UsageError(f"{text!r}: with --each, a whole number stands behind the name")
    number = int(amount.replace("\u2212", "-"))
    worth = amount_in(each, place)
    return name, lambda currency: number * worth(currency)


@click.command(
    epilog="\b\nExamples:\n  ledger night fee 2.50\n  ledger night fee 1.00 --per game\n  ledger night fee 0\n"
)
@click.argument("amount", metavar="AMOUNT")
@click.option(
    "--per", type=click.Choice(["head", "game"]), default="head", metavar="WHAT", help="head (once), or game."
)
@DATE
@LOCALE
@with_desk
def fee(desk: Desk, amount: str, per: str, held_on: str | None, locale: str | None) -> None:
    """Says what everybody who plays at a night pays to the cash box, once or for each game. 0 takes it away."""
    from ledger.services.charges import set_fee  # noqa: PLC0415

    engine = desk.engine()
    place = locale_of(engine, locale)
    request = desk.request("night fee", amount=amount, per=per, date=held_on)
    done = set_fee(engine, request, per, amount_in(amount, place), day(held_on))
    say_if_repeated(done)
    held, currency, minor = done.answer
    said = f"{money_text(minor, currency, place)} per {per}, from everybody who plays" if minor else f"none per {per}"
    say(f"Fee of the night of {held}: {said}.")
    say("To take it back: ledger undo")
