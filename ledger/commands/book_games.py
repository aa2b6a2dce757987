"""The pages of nights and games in the season book, in the words and amounts of the terminal."""

from collections.abc import Sequence
from itertools import zip_longest

from ledger.commands.book_links import INDEX, Links, game_file, night_file
from ledger.commands.money import rate_text
from ledger.commands.show import beside_results, how_far, result_rows, rules_text, substitute_text
from ledger.commands.show_settlement import (
    for_the_cash_box,
    game_money,
    how_planned,
    nobody_pays,
    plan_is_past,
    total_rows,
    transfer_text,
    without,
)
from ledger.commands.text import points, signed
from ledger.errors import counted, listing
from ledger.pages.book import Block, Cell, Page, Table
from ledger.shapes.game import GameView
from ledger.shapes.money import CASH_BOX, SettlementView

MOST_GAMES = 4
"""Of so many games, a night's table has each; of more, it would not fit a page."""


def night_page(view: SettlementView, beside: Sequence[Cell], title: str, links: Links, locale: str) -> Page:
    """A night: everybody's points (and money, where it is in it), who pays whom, and the results of its games."""
    totals = total_rows(view, locale, by_game=1 < len(view.games) <= MOST_GAMES)
    head = list(totals[0])
    rows = [[links.name(row[0]), *map(Cell, row[1:])] for row in totals[1:]]
    why = [text] if (text := for_the_cash_box(view)) else []
    lead = [rate_text(view.money, locale)] if view.money else []
    lead += [text] if (text := without(view)) else []
    blocks = [Block("The night", notes=why, table=Table(head, rows, sums=True))]
    if view.money:
        paid = [transfer_text(transfer, view.money.currency, locale) for transfer in view.transfers]
        plan = f"Who pays whom{how_planned(view)}" if paid else nobody_pays(view)
        blocks.append(Block(plan, notes=[*paid, *([text] if (text := plan_is_past(view)) else [])]))
    blocks += [_results(game, view, links, locale) for game in view.games]
    name = night_file(view.held_on)
    return Page(name, f"Night of {view.held_on}", lead, [Cell(title, INDEX)], beside, blocks)


def _results(game: GameView, view: SettlementView, links: Links, locale: str) -> Block:
    """The results of a game on its night's page."""
    label = f" at {game.label}" if game.label else ""
    href = game_file(game.night, game.number)
    return Block(f"Game {game.number}{label}", href, notes=_notes(game), table=_table(game, view, links, locale))


def _table(game: GameView, view: SettlementView, links: Links, locale: str) -> Table:
    """The results of a game, step by step; the name first, as a reader looks for it."""
    rows = result_rows(game, lambda number: game_money(number, view.money, locale))
    turned = [[row[1], row[0], *row[2:]] for row in rows]
    cells = [[links.name(row[0]), *map(Cell, row[1:])] for row in turned[1:-1]]
    return Table(["", *turned[0][1:]], [*cells, [Cell("sum"), Cell(""), *map(Cell, turned[-1][2:])]], sums=True)


def _notes(game: GameView) -> list[str]:
    """What is to be said of a game's results."""
    penalties = [
        f"{points(penalty.points)} off {penalty.player}'s result: {penalty.reason}" for penalty in game.penalties
    ]
    return [*map(substitute_text, game.substitutes), *penalties, *beside_results(game)]


def game_page(game: GameView, view: SettlementView, title: str, links: Links, locale: str) -> Page:
    """A game: its results, and its hands with everybody's score after each."""
    numbers = [other.number for other in view.games]
    at = numbers.index(game.number)
    beside = [Cell(f"Game {number}", game_file(game.night, number)) for number in numbers[max(at - 1, 0) : at + 2]]
    night = f"Night of {game.night}"
    label = f" at {game.label}" if game.label else ""
    blocks = [Block("Results", notes=_notes(game), table=_table(game, view, links, locale))]
    if game.hands:
        blocks.append(Block(counted(len(game.hands), "hand").capitalize(), table=_hands(game)))
    return Page(
        game_file(game.night, game.number),
        f"Game {game.number}{label}, night of {game.night}",
        [f"{rules_text(game).capitalize()}: {how_far(game)}"],
        [Cell(title, INDEX), Cell(night, night_file(game.night))],
        [cell for cell in beside if cell.text != f"Game {game.number}"],
        blocks,
    )


def _hands(game: GameView) -> Table:
    """The hands: where in the game, what happened, and each score with what the hand changed below it."""
    sat = list(game.players)
    for sub in reversed(game.substitutes):
        sat[sub.seat] = f"{sub.left}/{sat[sub.seat]}"
    rows = [
        [
            Cell(hand.position),
            Cell(hand.line),
            *(
                Cell(points(score), below=signed(change) if change else "")
                for score, change in zip(hand.scores, hand.change, strict=True)
            ),
        ]
        for hand in game.hands
    ]
    return Table(["", "", *sat], rows, left=(0, 1))


def night_pages(nights: Sequence[SettlementView], title: str, links: Links, locale: str) -> list[Page]:
    """The pages of all nights and their games."""
    pages = []
    before: Sequence[SettlementView | None] = [None, *nights]
    for earlier, view, later in zip_longest(before, nights, nights[1:]):
        if view is None:
            continue
        beside = [Cell(f"{arrow}", night_file(other.held_on)) for arrow, other in _both(earlier, later)]
        pages.append(night_page(view, beside, title, links, locale))
        pages += [game_page(game, view, title, links, locale) for game in view.games]
    return pages


def _both(earlier: SettlementView | None, later: SettlementView | None) -> list[tuple[str, SettlementView]]:
    """The nights before and after, with what leads to them."""
    both = [("← {}", earlier), ("{} →", later)]
    return [(arrow.format(other.held_on), other) for arrow, other in both if other is not None]


def best_of(view: SettlementView) -> str:
    """Who won most points at a night."""
    people = [who for who in view.players if who.player is not None]
    most = max(who.points for who in people)
    return f"{listing(who.player or CASH_BOX for who in people if who.points == most)} {signed(most)}"
