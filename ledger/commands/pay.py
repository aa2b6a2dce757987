"""ledger pay, balance and statement."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import LOCALE, amount_in, amount_out, locale_of, money_text
from ledger.commands.show_settlement import say_transfers
from ledger.commands.text import WholeNumber, columns, note, say, say_if_repeated, say_json
from ledger.errors import UsageError
from ledger.names import clean_note
from ledger.shapes.money import CASH_BOX, party

if TYPE_CHECKING:
    from ledger.store.unit import Engine


@click.command(
    epilog="\b\nExamples:\n  ledger pay John Ken 5.00\n  ledger pay John Ken 10 --date 2026-11-27 --note cash\n"
    '  ledger pay --all\n  ledger pay --take-back 1 --reason "typed twice"\n'
)
@click.argument("words", nargs=-1, metavar="[PAYER PAYEE AMOUNT]")
@click.option("--all", "everything", is_flag=True, help="All of a night's plan was paid as planned.")
@click.option("--night", "night", metavar="DATE", help="The night it is for; else the oldest that it can be for.")
@click.option("--date", "paid_on", metavar="DATE", help="The day it was paid; else today.")
@click.option("--currency", metavar="CODE", help="The currency, where it is not the one that is owed.")
@click.option("--note", metavar="TEXT", help="What is to be remembered with it.")
@click.option("--advance", is_flag=True, help="More than is owed: for the night that is open.")
@click.option("--take-back", "number", metavar="N", type=WholeNumber(1, 10**12), help="Take payment N back.")
@click.option("--reason", metavar="TEXT", help="Why it is taken back; it is kept in the log.")
@LOCALE
@with_desk
def pay(desk: Desk, /, words: tuple[str, ...], **said: Any) -> None:
    """Records that one person handed another money: who paid, who got it, how much. The cash box is named box.

    Any amount up to what the payer owes, to anybody: the plan of a night is a proposal. The
    balance of each counts, over all nights.
    """
    if bool(words) + said["everything"] + (said["number"] is not None) != 1 or len(words) not in (0, 3):
        raise UsageError("who paid whom how much? As in  ledger pay John Ken 5.00, or --all, or --take-back N")
    engine = desk.engine()
    place = locale_of(engine, said["locale"])
    if said["number"] is not None:
        _take_back(desk, engine, said["number"], said["reason"], place)
    elif said["everything"]:
        _pay_plan(desk, engine, said["night"], said["paid_on"], place)
    else:
        _pay(desk, engine, words, said, place)


def _pay(desk: Desk, engine: "Engine", words: tuple[str, ...], said: dict[str, Any], place: str) -> None:
    """One payment."""
    from ledger.services.paying import Handed, pay  # noqa: PLC0415

    payer, payee, amount = words
    typed = {"date": said["paid_on"], "night": said["night"], "currency": said["currency"], "note": said["note"]}
    request = desk.request("pay", names=[payer, payee], amount=amount, advance=said["advance"], **typed)
    code = said["currency"].upper() if said["currency"] else None
    handed = Handed(day(said["paid_on"]), code, day(said["night"]), said["note"], said["advance"])

    text = amount_out(place)
    done = pay(engine, request, payer, payee, amount_in(amount, place), handed, text)
    say_if_repeated(done)
    paid = done.answer
    left = text(abs(paid.left_minor), paid.currency)
    owes = "still owes" if paid.left_minor < 0 else "is owed"
    one, other = (party(name) for name in (paid.payer, paid.payee))
    then = f"{owes} {left}" if paid.left_minor else "owes nothing any more"
    say(f"{one} paid {other} {text(paid.amount_minor, paid.currency)}, and {then}.")
    later = "; ".join(f"ledger pay --take-back {number} --reason …" for number in paid.numbers)
    say(f"To take it back: ledger undo, or later  {later}")


def _pay_plan(desk: Desk, engine: "Engine", night: str | None, paid_on: str | None, place: str) -> None:
    """The whole plan of a night."""
    from ledger.services.paying import pay_plan  # noqa: PLC0415

    done = pay_plan(engine, desk.request("pay all", night=night, date=paid_on), day(night), day(paid_on))
    say_if_repeated(done)
    say(f"The plan of the night of {done.answer.held_on} is paid:")
    say_transfers(done.answer, place)


def _take_back(desk: Desk, engine: "Engine", number: int, reason: str | None, place: str) -> None:
    """Money that was not handed over after all."""
    from ledger.services.paying import take_payment_back  # noqa: PLC0415

    if not clean_note(reason or ""):
        raise UsageError('why? A payment is taken back with a reason: --reason "…"')
    done = take_payment_back(engine, desk.request("pay take-back", number=number, reason=reason), number)
    say_if_repeated(done)
    taken = done.answer
    one, other = (party(owner and owner.name) for owner in (taken.payer, taken.payee))
    say(f"Took back payment {number}: {one} paid {other} {money_text(taken.amount_minor, taken.currency, place)}.")


@click.command(epilog="\b\nExamples:\n  ledger balance\n  ledger balance John --json\n")
@click.argument("who", metavar="[PLAYER]", required=False)
@LOCALE
@click.option("--json", "as_json", is_flag=True, help="As JSON; amounts in minor units (cents).")
@with_desk
def balance(desk: Desk, who: str | None, locale: str | None, as_json: bool) -> None:
    """Shows what everybody is still owed, or owes (with a minus), over all settled nights and payments."""
    from ledger.services.balances import list_balances  # noqa: PLC0415

    engine = desk.engine()
    lines = list_balances(engine, who)
    if as_json:
        say_json(lines)
        return
    if not lines:
        note("nobody owes anything" if who is None else f"{who} owes nothing, and is owed nothing")
        return
    place = locale_of(engine, locale)
    rows = [(line.player or CASH_BOX, money_text(line.amount_minor, line.currency, place)) for line in lines]
    say(columns([("", "balance"), *rows]))


@click.command(epilog="\b\nExample:\n  ledger statement John\n")
@click.argument("who", metavar="PLAYER")
@LOCALE
@click.option("--json", "as_json", is_flag=True, help="As JSON; amounts in minor units (cents).")
@with_desk
def statement(desk: Desk, who: str, locale: str | None, as_json: bool) -> None:
    """Shows how somebody's balance came about: the settled nights, what was paid, and the balance after each."""
    from ledger.services.balances import statement as service  # noqa: PLC0415

    engine = desk.engine()
    name, lines = service(engine, who)
    if as_json:
        say_json(lines)
        return
    shown = party(name)
    if not lines:
        note(f"no money of {shown} yet: it comes with the first settled night")
        return
    place = locale_of(engine, locale)
    rows: list[Sequence[str]] = [("", "night", "", "amount", "balance", "payment")]
    for line in lines:
        amounts = (money_text(minor, line.currency, place) for minor in (line.amount_minor, line.balance_minor))
        rows.append((str(line.on), str(line.night), line.what, *amounts, str(line.number or "")))
    say(f"Statement of {shown}")
    say(columns(rows, left=(0, 1, 2)))
