"""People as they are shown."""

from dataclasses import dataclass
from datetime import date

EMA = "ema"
"""The system of the European Mahjong Association's numbers."""


@dataclass(frozen=True, slots=True)
class Code:
    """What another system knows a person by: "ema" and a number, "tenhou" and a name."""

    system: str
    code: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A person: how they are shown and found, what leagues want to know, and how much they have played.

    also: further names that find them, folded; games: those that are over, of nights first to last; plays_now: they
    sit in an open one.
    """

    name: str
    family_name: str | None
    given_name: str | None
    country: str | None
    guest: bool
    also: tuple[str, ...]
    codes: tuple[Code, ...]
    games: int
    first: date | None
    last: date | None
    plays_now: bool = False
