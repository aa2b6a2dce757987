"""A night written as text, line by line: what it says, before anybody asks whether that can be."""

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ledger.shapes.game import Credit


class Problem(NamedTuple):
    """What is wrong with a line of a sheet, counted from 1."""

    line: int
    message: str


class Points(NamedTuple):
    """A player's points, or chips, as they are written."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class SheetCount:
    """What is written beside scores at the end of a game, in the names of the players."""

    sticks_left: int = 0
    last_dealer: str | None = None
    last_winner: str | None = None
    ahead: tuple[str, ...] = ()
    chips: tuple[Points, ...] = ()
    chombos: tuple[str, ...] = ()
    discrepancy: str | None = None
    discrepancy_by: str = "shared"


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand in the notation."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """Scores that the table must have here."""

    line: int
    scores: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class SheetEnd:
    """The end of a game: before its last hand, or with counted scores, or what its last hand leaves to be said."""

    line: int
    scores: tuple[Points, ...] = ()
    count: SheetCount = SheetCount()


@dataclass(frozen=True, slots=True)
class SheetUnread:
    """A line that could not be read: nobody knows how the game went on."""

    line: int


@dataclass(frozen=True, slots=True)
class SheetSub:
    """Somebody who comes for another here: both names as they are written, and whose the result is."""

    line: int
    names: str
    credit: Credit


@dataclass(frozen=True, slots=True)
class SheetPenalty:
    """Points that a referee takes off a player's result."""

    line: int
    name: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Something beside the games: what each gets, or owes with a minus, as it is written."""

    line: int
    title: str
    amounts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SheetFee:
    """What everybody who plays pays, as it is written, per "head" or per "game"."""

    line: int
    amount: str
    per: str


SheetEntry = SheetHand | SheetSub | SheetPenalty | SheetCheck | SheetEnd | SheetUnread
"""A line below that of a game."""


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game: who sits where, first dealer first, as it is written; result: only its final scores are known.

    unread: its own line could not be read.
    """

    line: int
    names: str
    label: str | None = None
    rules: str | None = None
    entries: tuple[SheetEntry, ...] = ()
    result: SheetEnd | None = None
    rounds: int | None = None
    unread: bool = False


@dataclass(frozen=True, slots=True)
class SheetNames:
    """A line of names."""

    line: int
    names: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A night: its date and terms as they are written, its id once it is recorded, people, and games in order.

    here, left: who came without playing, and who has left; lines, fees: what is beside the games.
    """

    line: int = 0
    held_on: date | None = None
    rules: str | None = None
    rate: str | None = None
    currency: str | None = None
    uid: str | None = None
    players: tuple[str, ...] = ()
    here: tuple[SheetNames, ...] = ()
    left: tuple[SheetNames, ...] = ()
    lines: tuple[SheetLine, ...] = ()
    fees: tuple[SheetFee, ...] = ()
    games: tuple[SheetGame, ...] = ()
    problems: tuple[Problem, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class SheetGameDone:
    """What came of a game of a sheet: its number, how many hands it has, how many were recorded now, if it is over."""

    number: int
    players: tuple[str, ...]
    hands: int
    added: int
    taken_back: int
    over: bool


@dataclass(frozen=True, slots=True)
class SheetDone:
    """What came of a sheet: the night with its id, people added, games.

    changes: what was recorded otherwise and is taken back or changed, beside hands of the games.
    """

    held_on: date
    uid: str
    added_players: tuple[str, ...]
    games: tuple[SheetGameDone, ...]
    changes: tuple[str, ...] = ()
