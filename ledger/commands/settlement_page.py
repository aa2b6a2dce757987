"""The page of a settled night, in the words and amounts of the terminal."""

from collections.abc import Sequence

from ledger.commands.money import money_text, rate_text
from ledger.commands.show import beside_results, result_rows, substitute_text
from ledger.commands.show_settlement import (
    for_the_cash_box,
    game_money,
    how_planned,
    nobody_pays,
    plan_is_past,
    planned_for,
    total_rows,
    without,
)
from ledger.commands.text import signed
from ledger.pages.settlement import GameOnPage, PlannedOnPage, SettlementPage, bars, settlement_html
from ledger.shapes.game import GameView
from ledger.shapes.money import CASH_BOX, SettlementView, TransferLine, party

MOST_COLUMNS = 10
"""So many columns are legible on a page."""


def settlement_page(view: SettlementView, locale: str) -> str:
    """A settled night as a page to be printed."""
    money = view.money
    totals = [
        (
            who.player or CASH_BOX,
            planned_for(view, who) if money else who.points,
            money_text(planned_for(view, who), money.currency, locale) if money else signed(who.points),
        )
        for who in view.players
    ]
    return settlement_html(
        SettlementPage(
            language="en",
            title=f"Night of {view.held_on}{', not settled yet' if view.preview else ''}",
            rate=rate_text(money, locale),
            picture="; ".join(f"{name} {amount}" for name, _, amount in totals),
            bars=bars(totals),
            totals=_totals(view, locale),
            notes=[line for line in (without(view), for_the_cash_box(view)) if line],
            plan_title=_plan_title(view),
            plan_is_past=plan_is_past(view),
            plan=[_planned(transfer, view, locale) for transfer in view.transfers],
            games=[_game(game, view, locale) for game in view.games],
        )
    )


def _totals(view: SettlementView, locale: str) -> list[Sequence[str]]:
    """Everybody's row: with the points of each game where that leaves room for the total, on paper too."""
    rows = total_rows(view, locale, by_game=len(view.games) > 1)
    return rows if len(rows[0]) <= MOST_COLUMNS else total_rows(view, locale, by_game=False)


def _plan_title(view: SettlementView) -> str:
    if view.money is None:
        return ""
    return f"Who pays whom{how_planned(view)}" if view.transfers else nobody_pays(view)


def _planned(transfer: TransferLine, view: SettlementView, locale: str) -> PlannedOnPage:
    currency = view.money.currency if view.money else ""
    payer, payee = (party(name) for name in (transfer.payer, transfer.payee))
    paid = "" if not transfer.paid_minor else " (paid)" if not transfer.open_minor else " (paid in part)"
    return PlannedOnPage(f"{payer} pays {payee}{paid}", money_text(transfer.amount_minor, currency, locale))


def _game(game: GameView, view: SettlementView, locale: str) -> GameOnPage:
    label = f" at {game.label}" if game.label else ""
    rows = result_rows(game, lambda number: game_money(number, view.money, locale))
    # The name first, as a reader looks for it.
    turned = [[row[1], row[0], *row[2:]] for row in rows]
    turned[0][0], turned[-1][0], turned[-1][1] = "", "sum", ""
    notes = [substitute_text(sub) for sub in game.substitutes] + beside_results(game)
    notes += [f"{penalty.points:,} off {penalty.player}'s result: {penalty.reason}" for penalty in game.penalties]
    return GameOnPage(f"Game {game.number}{label}, rules {game.rules}", turned, notes)
