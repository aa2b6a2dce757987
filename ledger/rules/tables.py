"""The payment tables of a ruleset, laid out as their sources print them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ledger.rules.facts import HanFu, LimitHand, Price, Ron, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import change, payments
from ledger.rules.points import LOWEST_SCORE, MOST_DUTCH_YAKUMAN, SCORE_LIMITS, CannotOccur
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import first_table
from ledger.shapes.hand import Limit

COLUMNS = (1, 2, 3, 4)
"""Han of the columns; from 5 han on, fu does not matter."""
ROWS = (30, 40, 50, 60, 70, 80, 90, 100, 110, 20, 25)
"""Fu of the rows, the two special ones last."""


class Cell(NamedTuple):
    """What is paid: by the discarder (ron), or by each non-dealer and by the dealer (0 where the dealer wins)."""

    ron: int = 0
    each: int = 0
    dealer: int = 0


class HanFuTable(NamedTuple):
    """One of the four tables: rows by fu, a cell for each of COLUMNS (None cannot occur); limits from mangan up."""

    dealer: bool
    tsumo: bool
    rows: tuple[tuple[int, tuple[Cell | None, ...]], ...]
    limits: tuple[Cell, ...]


def han_fu_tables(rules: Ruleset) -> tuple[HanFuTable, ...]:
    """Non-dealer and dealer, by ron and by tsumo; a row that cannot occur at all is left out."""
    return tuple(_han_fu_table(rules, dealer, tsumo) for dealer in (False, True) for tsumo in (False, True))


def _han_fu_table(rules: Ruleset, dealer: bool, tsumo: bool) -> HanFuTable:
    def cells(fu: int) -> Iterator[Cell | None]:
        for han in COLUMNS:
            try:
                yield paid_for(HanFu(han, fu), rules, dealer=dealer, tsumo=tsumo)
            except CannotOccur:
                yield None

    rows = tuple((fu, tuple(cells(fu))) for fu in ROWS)
    named = () if rules.limits == "none" else tuple(Limit)
    limits = tuple(paid_for(LimitHand(limit), rules, dealer=dealer, tsumo=tsumo) for limit in named)
    return HanFuTable(dealer, tsumo, tuple(row for row in rows if any(row[1])), limits)


def paid_for(price: Price, rules: Ruleset, *, dealer: bool, tsumo: bool, honba: int = 0) -> Cell:
    """What a hand is paid, counters included, to the dealer or to a non-dealer. Raises CannotOccur or WrongMethod."""
    winner = 0 if dealer else 1
    win, discarder = Win(winner, price), rules.players - 1
    table = replace(first_table(rules), honba=honba)
    facts = Tsumo(win) if tsumo else Ron(discarder, (win,))
    by_seat = [-points for points in change(payments(facts, table, rules), rules.players)]
    if not tsumo:
        return Cell(ron=by_seat[discarder])
    return Cell(each=by_seat[discarder], dealer=0 if dealer else by_seat[0])


class DutchRow(NamedTuple):
    """A row of the Dutch table; scores: first and last, None for the yakuman, which have no score."""

    name: str
    scores: tuple[int, int] | None
    ron: int
    ron_dealer: int
    tsumo: Cell
    tsumo_dealer_each: int


def dutch_table(rules: Ruleset) -> tuple[DutchRow, ...]:
    """The table without fu."""
    scores: list[tuple[str, tuple[int, int] | None, Price]] = [
        ("", (score, score), Score(score)) for score in range(LOWEST_SCORE, SCORE_LIMITS[0][1])
    ]
    scores += [(limit.value, (first, last), Score(first)) for limit, first, last in SCORE_LIMITS]
    yakuman = [("yakuman" if n == 1 else f"{n}yakuman", None, YakumanHand(n)) for n in range(1, MOST_DUTCH_YAKUMAN + 1)]
    return tuple(
        DutchRow(
            name,
            span,
            paid_for(price, rules, dealer=False, tsumo=False).ron,
            paid_for(price, rules, dealer=True, tsumo=False).ron,
            paid_for(price, rules, dealer=False, tsumo=True),
            paid_for(price, rules, dealer=True, tsumo=True).each,
        )
        for name, span, price in [*scores, *yakuman]
    )
