"""What happened in a hand, as the people at the table say it: facts, before any points.

Seats are 0-3 in turn order, 0 being the first dealer of the game.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.shapes.hand import Limit


class HanFu(NamedTuple):
    """A price in han (dora included) and fu; fu may be left out where it does not matter."""

    han: int
    fu: int | None = None


class Score(NamedTuple):
    """A price in the Dutch score: han with dora, plus 2."""

    score: int


class LimitHand(NamedTuple):
    """A price named by its limit; a yakuman is a YakumanHand."""

    limit: Limit


class YakumanHand(NamedTuple):
    """A yakuman, or two or more at once."""

    multiple: int = 1


Price = HanFu | Score | LimitHand | YakumanHand


@dataclass(frozen=True, slots=True)
class Win:
    """One winning hand: who won, and what it is worth."""

    winner: int
    price: Price


@dataclass(frozen=True, slots=True)
class Ron:
    """One or more seats win by the discard of another.

    riichi: seats whose stick went into the pot. on_riichi: the discard was the
    discarder's own riichi declaration, so that stick was not deposited.
    """

    discarder: int
    wins: tuple[Win, ...]
    riichi: tuple[int, ...] = ()
    on_riichi: bool = False


@dataclass(frozen=True, slots=True)
class Tsumo:
    """One seat wins by its own draw."""

    win: Win
    riichi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The wall ran out: who was tenpai."""

    tenpai: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()


Facts = Ron | Tsumo | ExhaustiveDraw


def wins_of(facts: Facts) -> tuple[Win, ...]:
    """The winning hands, none for a draw."""
    match facts:
        case Ron():
            return facts.wins
        case Tsumo():
            return (facts.win,)
        case ExhaustiveDraw():
            return ()
