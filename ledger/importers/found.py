"""What an importer finds in a file: games as their source tells them, before anybody asks who is who here."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from ledger.rules.facts import Facts
from ledger.rules.ruleset import Ruleset


class Place(NamedTuple):
    """Where something stands: a file, its line and column counted from 1, or a place within its structure."""

    file: str
    line: int | None = None
    column: int | None = None
    inside: str | None = None  # "hand 3", "games[2].rounds[5]"

    def __str__(self) -> str:
        numbers = "".join(f":{number}" for number in (self.line, self.column) if number is not None)
        return f"{self.file}{numbers}{f' ({self.inside})' if self.inside else ''}"


class Problem(NamedTuple):
    """What is wrong, and where."""

    place: Place
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class FoundTable(NamedTuple):
    """The table before a hand, as the source has it: round wind 0 = East, dealer's seat, counters, sticks."""

    round_wind: int
    dealer: int
    honba: int
    sticks: int


class FoundHand(NamedTuple):
    """A hand; changes: what the source booked for each seat in it, deposited sticks included, where it says so."""

    place: Place
    facts: Facts
    changes: tuple[int, ...] | None = None
    before: FoundTable | None = None


class FoundPenalty(NamedTuple):
    """Points that the source takes off a seat's result, a positive number."""

    seat: int
    points: int
    reason: str


class FoundGame(NamedTuple):
    """A game, seats in turn order, the first dealer first.

    key: what names this game among all of its source, and never another: importing it again is known by it.
    rules: a ruleset, the name of one, or None where the source does not say.
    scores: raw scores at the end, in points; with hands they are compared with those that follow from the hands,
    without hands they are the game; relative: they are what was won or lost. points: result points by seat, compared
    where the source has them.
    ended: False where the source says that the game was broken off. sticks_left, last_dealer, last_winner,
    ahead, chips: as at the end of a game that is counted. discrepancy: why the scores do not add up, if that is known.
    """

    key: str
    place: Place
    players: tuple[str, ...]
    rules: Ruleset | str | None = None
    held_on: date | None = None
    played_at: datetime | None = None
    hands: tuple[FoundHand, ...] = ()
    scores: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    ended: bool = True
    sticks_left: int | None = None
    last_dealer: int | None = None
    last_winner: int | None = None
    ahead: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    penalties: tuple[FoundPenalty, ...] = ()
    discrepancy: str | None = None
    label: str | None = None
    rounds: int | None = None
    relative: bool = False


class Found(NamedTuple):
    """What files hold: games in the order they stand, and everything that is wrong.

    system: whose names these are ("tenhou"), by which players are known there; None for names of people.
    codes: by name, further codes of that player that are known for sure (("ema", "07000012")).
    """

    games: tuple[FoundGame, ...] = ()
    problems: tuple[Problem, ...] = ()
    system: str | None = None
    codes: Mapping[str, tuple[tuple[str, str], ...]] = {}
