"""Seasons, and what is counted: of which time, which rules, how many players."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

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
