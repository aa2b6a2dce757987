"""ledger settle."""

from collections.abc import Sequence
from fractions import Fraction

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import money_text, rate_text
from ledger.commands.night import day
from ledger.commands.show import say_heading, say_results
from ledger.commands.text import columns, say, say_if_repeated, say_json, signed, terminal_width, text_width
from ledger.shapes.money import SettlementView


@click.command(epilog="\b\nExamples:\n  ledger settle\n  ledger settle 2026-11-20 --json\n")
@click.argument("held_on", metavar="[DATE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON; amounts in minor units (cents).")
@with_desk
def settle(desk: Desk, held_on: str | None, as_json: bool) -> None:
    """Settles a night: its points become money, and a plan says who pays whom.

    The night is locked from then on. Settling again shows the same settlement.
    """
    from ledger.services.settle import settle as service  # noqa: PLC0415

    done = service(desk.engine(), desk.request("settle", date=held_on), day(held_on))
    if as_json:
        say_json(done.answer)
        return
    if done.unit:
        say_if_repeated(done)
    say_settlement(done.answer)


def say_settlement(view: SettlementView) -> None:
    """The working, game by game, then everyone's total, then who pays whom."""
    say(f"Night of {view.held_on}, {rate_text(view.money)}")
    for game in view.games:
        say()
        say_heading(game)
        say_results(game)
    say()
    say("The night")
    table = columns(_totals(view, by_game=len(view.games) > 1))
    if any(text_width(line) > terminal_width() for line in table.splitlines()):
        table = columns(_totals(view, by_game=False))
    say(table)
    if view.money is None:
        return
    say()
    say("Who pays whom" if view.transfers else "Nobody owes anything")
    for transfer in view.transfers:
        say(f"  {transfer.payer} pays {transfer.payee} {money_text(transfer.amount_minor, view.money.currency)}")


def _totals(view: SettlementView, *, by_game: bool) -> list[Sequence[str]]:
    """A row for each person: the points of each game if they are wanted, their sum, and the money."""
    heads = [f"game {game.number}" for game in view.games] if by_game else []
    rows: list[Sequence[str]] = [("", *heads, "points", *(["money"] if view.money else []))]
    for line in view.players:
        played = [{r.player: signed(r.points) for r in game.results}.get(line.player, "") for game in view.games]
        row = [line.player, *(played if by_game else []), signed(line.points)]
        rows.append(row + ([money_text(line.amount_minor, view.money.currency)] if view.money else []))
    total = sum(line.points for line in view.players)
    last = ["sum", *("" for _ in heads), signed(total)]
    if view.money:
        last.append(money_text(Fraction(sum(p.amount_minor for p in view.players)), view.money.currency))
    return [*rows, last]
