"""What is drawn: values step by step, and counts of something. Names are as people see them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class ChartKind(StrEnum):
    """What a picture can be of."""

    POINTS = "points"
    PLACES = "places"
    RATING = "rating"
    HANDS = "hands"


class Step(NamedTuple):
    """Where on the way a value stands: after a night, or after a game of it; no night: at the beginning."""

    night: date | None = None
    game: int | None = None

    @property
    def label(self) -> str:
        """What is below the axis; a game's number is on a line of its own."""
        if self.night is None:
            return "start"
        return f"{self.night}" if self.game is None else f"{self.night}\ngame {self.game}"


class Line(NamedTuple):
    """Somebody's value at each step; None before it begins. games: how many of theirs are in it."""

    name: str
    games: int
    values: tuple[int | float | None, ...]

    @property
    def last(self) -> int | float:
        """The value after the last step."""
        return self.values[-1] or 0


@dataclass(frozen=True, slots=True)
class Lines:
    """Values step by step, best at the end first.

    unit: what they are; level: what all begin with; decimals: how many are shown.
    """

    kind: ChartKind
    title: str
    unit: str
    level: int
    decimals: int
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]


class Bar(NamedTuple):
    """Somebody's counts, each out of the same number: 12, 9, 8 and 14 of 43 games."""

    name: str
    of: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """Counts: what each is called, and what they are out of; shares: each is counted in one of them only."""

    kind: ChartKind
    title: str
    unit: str
    shares: bool
    parts: tuple[str, ...]
    bars: tuple[Bar, ...]


Chart = Lines | Bars
