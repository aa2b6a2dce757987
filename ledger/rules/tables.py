"""The payment tables of a ruleset, laid out as their sources print them."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.rules.facts import HanFu, LimitHand, Price, Score, YakumanHand
from ledger.rules.points import MOST_DUTCH_YAKUMAN, CannotOccur, base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
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
                yield _cell(HanFu(han, fu), rules, dealer, tsumo)
            except CannotOccur:
                yield None

    rows = tuple((fu, tuple(cells(fu))) for fu in ROWS)
    named = () if rules.limits == "none" else tuple(Limit)
    limits = tuple(_cell(LimitHand(limit), rules, dealer, tsumo) for limit in named)
    return HanFuTable(dealer, tsumo, tuple(row for row in rows if any(row[1])), limits)


def _cell(price: Price, rules: Ruleset, dealer: bool, tsumo: bool) -> Cell:
    base = base_points(price, rules, ron=not tsumo)
    if not tsumo:
        return Cell(ron=ron_points(base, dealer_wins=dealer))
    if dealer:
        return Cell(each=tsumo_points(base, dealer_involved=True))
    each, from_dealer = (tsumo_points(base, dealer_involved=involved) for involved in (False, True))
    return Cell(each=each, dealer=from_dealer)


DUTCH_ROWS = (
    ("", 3, 3),
    ("", 4, 4),
    ("", 5, 5),
    ("mangan", 6, 7),
    ("haneman", 8, 9),
    ("baiman", 10, 12),
    ("sanbaiman", 13, 15),
)
"""The rows of the Dutch table that have a score: the name, the first and the last score."""


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
    scores: list[tuple[str, tuple[int, int] | None, Price]] = [(n, (a, b), Score(a)) for n, a, b in DUTCH_ROWS]
    yakuman = [("yakuman" if n == 1 else f"{n}yakuman", None, YakumanHand(n)) for n in range(1, MOST_DUTCH_YAKUMAN + 1)]
    return tuple(
        DutchRow(
            name,
            span,
            _cell(price, rules, dealer=False, tsumo=False).ron,
            _cell(price, rules, dealer=True, tsumo=False).ron,
            _cell(price, rules, dealer=False, tsumo=True),
            _cell(price, rules, dealer=True, tsumo=True).each,
        )
        for name, span, price in [*scores, *yakuman]
    )
