"""The page of a settled night: a small picture, everybody's total, who pays whom, and the working of each game."""

from collections.abc import Sequence
from typing import NamedTuple

REACH = 100.0
"""How long the longest bar is; a bar begins in the middle of a row that is twice as wide."""


class Bar(NamedTuple):
    """A bar of the picture: somebody's total, to the right where it is won."""

    name: str
    kind: str
    x: float
    width: float
    amount: str


class PlannedOnPage(NamedTuple):
    """A transfer of the plan in words."""

    who: str
    amount: str


class GameOnPage(NamedTuple):
    """A game: its heading, its table with a head and a last row of sums, and what is to be said below."""

    title: str
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]


class SettlementPage(NamedTuple):
    """All texts of the page, as people read them."""

    language: str
    title: str
    rate: str
    picture: str
    bars: Sequence[Bar]
    totals: Sequence[Sequence[str]]
    notes: Sequence[str]
    plan_title: str
    plan: Sequence[PlannedOnPage]
    plan_is_past: str
    games: Sequence[GameOnPage]


def bars(totals: Sequence[tuple[str, int, str]]) -> tuple[Bar, ...]:
    """Bars for names with their totals, and how those are written."""
    most = max((abs(total) for _, total, _ in totals), default=0) or 1
    found = []
    for name, total, amount in totals:
        width = round(REACH * abs(total) / most, 1)
        kind, x = ("up", REACH) if total >= 0 else ("down", REACH - width)
        found.append(Bar(name, kind, x, width, amount))
    return tuple(found)


def settlement_html(page: SettlementPage) -> str:
    """The page as one file that needs no other: names and titles are escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("ledger.pages", ""), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("settlement.html.j2").render(page=page) + "\n"
