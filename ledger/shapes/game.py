"""Games, nights and standings as people see them; points whole, seats 0-3."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ledger.shapes.hand import Payment, Table


class Ending(StrEnum):
    """How a game came to its end."""

    RULES = "rules"  # its last hand was played
    CLOCK = "clock"  # ended before its last hand
    DEALER = "dealer"  # ended by a dealer who led in the last hand, and might have gone on
    COUNTED = "counted"  # the sticks were counted, not all hands were recorded
    SCORES = "scores"  # only the final scores were recorded


class Credit(StrEnum):
    """Whose the result is where somebody came for another in the middle of a game."""

    STARTER = "starter"  # of who left
    FINISHER = "finisher"  # of who came
    SPLIT = "split"  # what had been won or lost by then of who left; the rest, with the place, of who came


@dataclass(frozen=True, slots=True)
class Money:
    """A currency and what points are worth in it: minor units for so many points."""

    currency: str
    rate_minor: int
    rate_points: int


@dataclass(frozen=True, slots=True)
class WinLine:
    """A winning hand: its price as it is typed, and what is known of yaku and dora (None: nobody said)."""

    seat: int
    price: str
    yaku: tuple[str, ...]
    dora: int | None


@dataclass(frozen=True, slots=True)
class HandLine:
    """A recorded hand: position (E1.0), line of notation, its wins, who paid whom, each change, the scores after it."""

    seq: int
    position: str
    line: str
    wins: tuple[WinLine, ...]
    payments: tuple[Payment, ...]
    change: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's result of a game: what was counted, what the rules add, and the points that count.

    penalty, referee: what a chombo or a referee takes off, zero or negative; chips: how many, and chip_points what
    they are worth; rounding: what rounding to whole thousands moved; discrepancy: the part in scores that do not
    add up. All but chips is part of points.
    """

    seat: int
    player: str
    place: int
    raw_score: int
    leftover_sticks: int
    uma: int
    bonus: int
    points: int
    penalty: int
    chips: int
    chip_points: int
    rounding: int
    discrepancy: int
    referee: int


@dataclass(frozen=True, slots=True)
class SubstituteLine:
    """Somebody who came for another: from which hand on, and whose the result is; owner: whose it was before."""

    seat: int
    from_hand: int
    left: str
    came: str
    credit: Credit
    owner: str


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A part of a seat's result that is somebody else's, or (negative, or what remains) of whose the result is."""

    seat: int
    player: str
    points: int


MOST_PENALTY = 1_000_000
"""More points than any referee takes off at once."""


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """Points that a referee takes off a player's result, and why."""

    seat: int
    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class DiscrepancyLine:
    """Counted scores that do not add up: by how much too many points (negative: too few), why, and who bears it.

    by: names, none for the cash box.
    """

    points: int
    reason: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """A game: its number in the night, players by seat, the table as it stands, hands, results once over.

    dealer_may_end: the rules leave it to the dealer to end the game after its last hand so far;
    rounds: 1 for East only.
    """

    night: date
    number: int
    label: str | None
    rules: str
    target_points: int
    players: tuple[str, ...]
    table: Table
    hands: tuple[HandLine, ...]
    ending: Ending | None
    results: tuple[ResultLine, ...]
    dealer_may_end: bool = False
    discrepancy: DiscrepancyLine | None = None
    rounds: int = 2
    substitutes: tuple[SubstituteLine, ...] = ()
    shares: tuple[ShareLine, ...] = ()
    penalties: tuple[PenaltyLine, ...] = ()

    @property
    def title(self) -> str:
        """How messages name the game: "game 2 (window table)"."""
        return f"game {self.number}" + (f" ({self.label})" if self.label else "")


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """The answer to a recorded hand: the hand, its game after it, and what followed from the line unsaid."""

    hand: HandLine
    game: GameView
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The answer to a new game; opened: the night was opened for it; forgotten: earlier nights never settled."""

    game: GameView
    opened: bool
    forgotten: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The answer to voiding a game: which it was."""

    night: date
    number: int
    players: tuple[str, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class NightView:
    """A night: its date, defaults, whether it is settled, and its games.

    here: names in the order they came; left: who is gone; sits_out: whose turn it is to sit out the next game.
    """

    held_on: date
    rules: str
    money: Money | None
    settled: bool
    games: tuple[GameView, ...]
    here: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    sits_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night in a list."""

    held_on: date
    rules: str
    money: Money | None
    settled: bool
    games: int
    open_games: int
