"""What is exported: tables with named columns, whose rows come one after another."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

Cell = str | int | float | Decimal | date | datetime | None


class Kind(StrEnum):
    """What the cells of a column are."""

    TEXT = "text"
    CODE = "code"  # digits that are a name, and keep their leading zeros
    WHOLE = "whole number"
    NUMBER = "number"  # with a fraction
    AMOUNT = "amount"  # of money, in units of a currency
    DATE = "date"
    TIME = "time"  # in UTC


class Column(NamedTuple):
    """A column: its name, the kind of its cells (or empty), and what it says."""

    name: str
    kind: Kind
    what: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table; its rows can be gone through once, and only while it is written."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[tuple[Cell, ...]]


class Posting(NamedTuple):
    """What an entry adds to somebody's balance, in minor units: what they are owed more, or (negative) less."""

    player: str | None
    amount_minor: int


class Entry(NamedTuple):
    """Money that changes balances: a settled night, or money handed over; of zero sum, in one currency."""

    on: date
    text: str
    currency: str
    postings: tuple[Posting, ...]
    note: str | None = None


class MemberLine(NamedTuple):
    """Somebody in a league's sheet; points are after penalties, which are negative; place: shared ones are equal."""

    place: int
    player: str
    family_name: str | None
    given_name: str | None
    country: str | None
    codes: tuple[tuple[str, str], ...]
    uid: str
    games: int
    points: int
    penalties: int
    chips: int
    average_place: float | None
    team: str | None = None


class Members(NamedTuple):
    """Who played, in order of place, and on which days from the first to the last."""

    lines: tuple[MemberLine, ...]
    days: tuple[date, ...]
    name: str
