"""Seasons, and what is counted: of which time, which rules, how many players."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ledger.errors import UsageError, listing, quoted
from ledger.shapes.game import Money


class Period(NamedTuple):
    """Days from since to until, both counted; None: without a beginning, or without an end."""

    since: date | None = None
    until: date | None = None


class Scope(NamedTuple):
    """Which games count: of a season by name, of a period, of a ruleset, with three or four players; None: all."""

    season: str | None = None
    period: Period = Period()
    rules: str | None = None
    players: int | None = None


EVERYTHING = Scope()


class OrderKind(StrEnum):
    """What standings go by, as it is typed and stored; BEST and DROP have a number behind them: best:8."""

    POINTS = "points"
    AVERAGE = "average"
    PLACE = "place"
    TOP = "top"
    MONEY = "money"
    RATING = "rating"
    BEST = "best"
    DROP = "drop"


class Order(NamedTuple):
    """What standings go by; number: of best games that count, or of worst that do not."""

    kind: OrderKind
    number: int | None = None

    def __str__(self) -> str:
        return self.kind.value if self.number is None else f"{self.kind}:{self.number}"


NUMBERED = (OrderKind.BEST, OrderKind.DROP)


def order_of(text: str) -> Order:
    """An order as it is typed: points, best:8. Raises UsageError."""
    kind, mark, number = text.strip().casefold().partition(":")
    known = [each.value + (":N" if each in NUMBERED else "") for each in OrderKind]
    if kind not in list(OrderKind) or (kind in NUMBERED) != bool(mark):
        raise UsageError(f"order {quoted(text)}: what standings go by is {listing(known, 'or')}")
    if mark and not re.fullmatch("[1-9][0-9]{0,3}", number):
        raise UsageError(f"order {quoted(text)}: how many games? As in {kind}:8")
    return Order(OrderKind(kind), int(number) if mark else None)


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season: its dates, what is usual in it, how many nights and games it has, and whether it is closed."""

    name: str
    since: date
    until: date | None
    rules: str | None
    money: Money | None
    ranking: str
    least_games: int
    nights: int
    games: int
    closed: bool
