"""ledger settle."""

from collections.abc import Sequence
from fractions import Fraction

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import money_text, rate_text
from ledger.commands.night import day
from ledger.commands.show import say_heading, say_results
from ledger.commands.text import columns, say, say_if_repeated, say_json, signed, terminal_width, text_width
from ledger.errors import listing
from ledger.shapes.game import GameView
from ledger.shapes.money import SettlementView

CASH_BOX = "cash box"
"""Whose row it is that belongs to no player."""


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
    if why := _for_the_cash_box(view):
        say(f"  {why}")
    if view.money is None:
        return
    say()
    say("Who pays whom" if view.transfers else "Nobody owes anything")
    for transfer in view.transfers:
        payer, payee = (name or "the cash box" for name in (transfer.payer, transfer.payee))
        say(f"  {payer} pays {payee} {money_text(transfer.amount_minor, view.money.currency)}")


def _totals(view: SettlementView, *, by_game: bool) -> list[Sequence[str]]:
    """A row for each person, and for the cash box if it gets any.

    The points of each game if they are wanted, their sum, and the money.
    """
    heads = [f"game {game.number}" for game in view.games] if by_game else []
    rows: list[Sequence[str]] = [("", *heads, "points", *(["money"] if view.money else []))]
    for line in view.players:
        played = [_points_in(game, line.player) for game in view.games]
        row = [line.player or CASH_BOX, *(played if by_game else []), signed(line.points)]
        rows.append(row + ([money_text(line.amount_minor, view.money.currency)] if view.money else []))
    total = sum(line.points for line in view.players)
    last = ["sum", *("" for _ in heads), signed(total)]
    if view.money:
        last.append(money_text(Fraction(sum(p.amount_minor for p in view.players)), view.money.currency))
    return [*rows, last]


def _points_in(game: GameView, player: str | None) -> str:
    """What a game brought a player, or the cash box: nothing where neither is in it."""
    if player is None:
        return signed(-sum(result.points for result in game.results))
    points = {result.player: result.points for result in game.results}
    for share in game.shares:
        points[share.player] = points.get(share.player, 0) + share.points
    return signed(points[player]) if player in points else ""


def _for_the_cash_box(view: SettlementView) -> str:
    """Why the cash box has a part in the settlement; nothing where it has none."""
    results = [result for game in view.games for result in game.results]
    penalties = sum(result.penalty + result.referee for result in results)
    all_points = sum(result.points for result in results)
    unborne = sum(game.discrepancy.points for game in view.games if game.discrepancy and not game.discrepancy.by)
    reasons = ["penalties"] if penalties else []
    if unborne:
        reasons.append("scores that do not add up")
    if all_points != penalties + unborne:
        reasons.append("what the rules give to nobody (sticks left, odd shares)")
    return f"For the cash box: {listing(reasons)}" if all_points else ""
