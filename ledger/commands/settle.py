"""ledger settle."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import LOCALE, amount_minor, digits, locale_of
from ledger.commands.show_settlement import chat_text, say_settlement, say_totals, without
from ledger.commands.text import note, say, say_if_repeated, say_json
from ledger.errors import UsageError
from ledger.shapes.money import SettlementView

COINS = ("1", "2", "25", "5")
"""How the worth of coins and notes begins."""

if TYPE_CHECKING:
    from ledger.services.settle import How
    from ledger.store.unit import Engine


@click.command(
    epilog="\b\nExamples:\n  ledger settle\n  ledger settle --preview --player John\n"
    "  ledger settle --round 0.50 --through Ken\n  ledger settle 2026-11-20 --html night.html\n"
    "  ledger settle --replan\n"
)
@click.argument("held_on", metavar="[DATE]", required=False)
@click.option("--preview", is_flag=True, help="Only show what the settlement would be now; nothing is recorded.")
@click.option("--player", metavar="NAME", help="With --preview: of one person, who leaves early.")
@click.option("--carry", is_flag=True, help="With what is open from earlier nights, also of people who are not here.")
@click.option("--round", "rounded", metavar="AMOUNT", help="The unit of every total, for cash: 0.05, 0.50, 1.")
@click.option("--through", metavar="NAME", help="Everybody pays this person, or is paid by them.")
@click.option("--pairwise", is_flag=True, help="Game by game; what two people owe each other is one transfer.")
@click.option("--leave-out", "left_out", multiple=True, metavar="N", help="Without game N, which is not over.")
@click.option("--replan", is_flag=True, help="Of a settled night: plan anew from what is still owed.")
@click.option("--text", "as_text", is_flag=True, help="Short, to be pasted into a chat.")
@click.option("--html", metavar="FILE", help="Also write a page to be printed.")
@LOCALE
@click.option("--json", "as_json", is_flag=True, help="As JSON; amounts in minor units (cents).")
@with_desk
def settle(desk: Desk, /, held_on: str | None, **said: Any) -> None:
    """Settles a night: its points become money, and a plan says who pays whom.

    The night is locked from then on. Settling again shows the same settlement, with what was
    paid since.
    """
    from ledger.services.settle import preview  # noqa: PLC0415

    if said["player"] and (not said["preview"] or said["as_text"] or said["html"] or said["as_json"]):
        raise UsageError("--player goes with --preview, and without --text, --html and --json")
    if said["preview"] and said["replan"]:
        raise UsageError("--preview is of a night that is not settled yet, --replan of one that is: leave one out")
    engine = desk.engine()
    place = locale_of(engine, said["locale"])
    how = _how(engine, desk, held_on, said, place)
    options = ("carry", "rounded", "through", "pairwise", "left_out")
    asked = {name.replace("rounded", "round"): said[name] for name in options if said[name]}
    if said["preview"]:
        view = preview(engine, desk.request("settle preview", date=held_on, **asked), day(held_on), how)
    else:
        view = _settled(desk, engine, held_on, how, asked, replan=said["replan"])
    if said["html"]:
        _write_page(said["html"], view, place)
    if said["as_json"]:
        say_json(view)
    elif said["as_text"]:
        say(chat_text(view, place))
    elif said["player"]:
        _say_of_one(engine, view, said["player"], place)
    else:
        say_settlement(view, place)


def _how(engine: "Engine", desk: Desk, held_on: str | None, said: dict[str, Any], locale: str) -> "How":
    """How the night is to be settled, as it was typed."""
    from ledger.services.settle import How  # noqa: PLC0415

    unit = _unit(engine, desk, held_on, said["rounded"], locale)
    return How(said["carry"], unit, said["through"], said["pairwise"], said["left_out"])


def _settled(
    desk: Desk, engine: "Engine", held_on: str | None, how: "How", asked: dict[str, Any], *, replan: bool
) -> SettlementView:
    from ledger.services import settle as service  # noqa: PLC0415

    call, command = (service.replan, "settle replan") if replan else (service.settle, "settle")
    done = call(engine, desk.request(command, date=held_on, **asked), day(held_on), how)
    if done.unit:
        say_if_repeated(done)
    return done.answer


def _unit(engine: "Engine", desk: Desk, held_on: str | None, rounded: str | None, locale: str) -> int | None:
    """The unit of every total, in minor units of the night's currency."""
    if rounded is None:
        return None
    from ledger.services.nights import show_night  # noqa: PLC0415

    night = show_night(engine, desk.at, day(held_on))
    if night.money is None:
        return 1
    minor = amount_minor(rounded, night.money.currency, locale)
    if minor > 1000 * 10 ** digits(night.money.currency) or str(max(minor, 0)).rstrip("0") not in COINS:
        raise UsageError(f"--round {rounded}: the unit of every total is one that is paid with, as in 0.05, 0.50 or 1")
    return minor


def _say_of_one(engine: "Engine", view: SettlementView, player: str, locale: str) -> None:
    from ledger.services.people import show_player  # noqa: PLC0415

    name = show_player(engine, player).name
    if name not in [who.player for who in view.players]:
        note(f"{name} has no part in this night's money so far")
        return
    say(f"Night of {view.held_on}, {name} so far")
    say_totals(view, locale, only=name)
    if left_out := without(view):
        say(left_out)


def _write_page(path: str, view: SettlementView, locale: str) -> None:
    from ledger.commands.settlement_page import settlement_page  # noqa: PLC0415

    try:
        Path(path).write_text(settlement_page(view, locale), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
    note(f"wrote {path}")
