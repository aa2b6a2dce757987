"""ledger night."""

from typing import TYPE_CHECKING

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.money import is_points_only, money_from, plain_amount, rate_amount, rate_text
from ledger.commands.show import say_game, say_who_is_here
from ledger.commands.text import columns, note, say, say_if_repeated, say_json
from ledger.commands.which_rules import note_changed
from ledger.errors import UsageError, counted
from ledger.shapes.game import NightView

if TYPE_CHECKING:
    from ledger.services.nights import Terms
    from ledger.store.unit import Engine

EPILOG = """\b
Examples:
  ledger night open --rate 1 --currency EUR
  ledger night show
  ledger night show 2026-11-20
  ledger night reopen 2026-11-20 --reason "a game was missing"
"""
SECTIONS = {
    "Commands": {
        "open": Entry("night:open_", "Open a night with rules or a rate of its own, or change them"),
        "show": Entry("night:show", "Show a night with its games"),
        "join": Entry("night_people:join", "Say who came without playing yet"),
        "leave": Entry("night_people:leave", "Say who has left"),
        "line": Entry("night_money:line", "Enter a shared cost, a side bet, a prize"),
        "fee": Entry("night_money:fee", "Say what everybody pays to the cash box"),
        "list": Entry("night:list_", "List all nights"),
        "reopen": Entry("night:reopen", "Open a settled night again"),
    }
}


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def night() -> None:
    """Club nights: a night opens by itself when its first game starts."""


def terms_of(engine: "Engine", rules: str | None, currency: str | None, rate: str | None) -> "Terms":
    """What is asked of a night; a rate alone is in the club's currency."""
    from ledger.services.club import usual_money  # noqa: PLC0415
    from ledger.services.nights import Terms  # noqa: PLC0415

    usual = usual_money(engine) if rate and not currency else None
    return Terms(rules, money_from(currency, rate, usual), is_points_only(rate))


@click.command("open", epilog="\b\nExample:\n  ledger night open --rules dutch --currency EUR --rate 0.50\n")
@click.option("--date", "held_on", metavar="DATE", help="Its date, as in 2026-11-20; else today.")
@click.option("--rules", metavar="NAME", help="The ruleset of its games, or its file, where that is not the club's.")
@click.option("--currency", metavar="CODE", help="The currency, where that is not the club's.")
@click.option("--rate", metavar="AMOUNT", help="What 1,000 points are worth; 0 for points only.")
@with_desk
def open_(desk: Desk, held_on: str | None, rules: str | None, currency: str | None, rate: str | None) -> None:
    """Opens a night, or changes the rules or the rate of an open one.

    What is not given is as in the club's defaults.
    """
    from ledger.services.nights import open_night  # noqa: PLC0415

    engine = desk.engine()
    request = desk.request("night open", date=held_on, rules=rules, currency=currency, rate=rate)
    done = open_night(engine, request, day(held_on), terms_of(engine, rules, currency, rate))
    say_if_repeated(done)
    note_changed(engine, rules, done)
    say(f"The night of {heading(done.answer)} is open.")


def heading(night: NightView) -> str:
    """A night in one line."""
    return f"{night.held_on} (rules {night.rules}, {rate_text(night.money)})"


@click.command(epilog="\b\nExample:\n  ledger night show 2026-11-20\n")
@click.argument("held_on", metavar="[DATE]", required=False)
@click.option("--sheet", "as_sheet", is_flag=True, help="As a sheet: text that records the night again.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def show(desk: Desk, held_on: str | None, as_sheet: bool, as_json: bool) -> None:
    """Shows a night with its games: the one of a date, else the current or latest."""
    from ledger.services.nights import show_night  # noqa: PLC0415

    if as_sheet:
        _say_sheet(desk, held_on)
        return
    answer = show_night(desk.engine(), desk.at, day(held_on))
    if as_json:
        say_json(answer)
        return
    say(f"Night of {heading(answer)}{', settled' if answer.settled else ''}")
    say_who_is_here(answer)
    for game in answer.games:
        say()
        say_game(game)
    if not answer.games:
        say("  no games yet: ledger game start NAME NAME NAME …")


def _say_sheet(desk: Desk, held_on: str | None) -> None:
    from ledger.services.sheet_text import sheet_of_night  # noqa: PLC0415

    sheet = sheet_of_night(desk.engine(), desk.at, day(held_on), plain_amount)
    rate = "0" if sheet.money is None else f"{rate_amount(sheet.money)} {sheet.money.currency}"
    say(f"night {sheet.held_on} rules {sheet.rules} rate {rate}")
    say(f"id {sheet.uid}")
    for line in sheet.lines:
        say(line)


@click.command("list", epilog="\b\nExample:\n  ledger night list --json\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, as_json: bool) -> None:
    """Lists all nights by date."""
    from ledger.services.nights import list_nights  # noqa: PLC0415

    nights = list_nights(desk.engine())
    if as_json:
        say_json(nights)
        return
    if not nights:
        note("no night yet: it opens with its first game (ledger game start)")
        return
    rows = [("night", "rules", "rate", "games", "")]
    for n in nights:
        state = "settled" if n.settled else (f"{counted(n.open_games, 'game')} open" if n.open_games else "not settled")
        rows.append((str(n.held_on), n.rules, rate_text(n.money), str(n.games), state))
    say(columns(rows, left=(0, 1, 2, 4)))


@click.command(epilog='\b\nExample:\n  ledger night reopen 2026-11-20 --reason "a game was missing"\n')
@click.argument("held_on", metavar="[DATE]", required=False)
@click.option("--reason", metavar="TEXT", required=True, help="Why; it is kept in the log.")
@with_desk
def reopen(desk: Desk, held_on: str | None, reason: str) -> None:
    """Opens a settled night again: its settlement is void, and it can be settled anew."""
    from ledger.services.nights import reopen_night  # noqa: PLC0415

    if not reason.strip():
        raise UsageError('why? A night is opened again with  --reason "…"')
    done = reopen_night(desk.engine(), desk.request("night reopen", date=held_on, reason=reason), day(held_on))
    say_if_repeated(done)
    on = done.answer.held_on
    say(f"The night of {on} is open again; its settlement is void. Settle it anew: ledger settle {on}")
