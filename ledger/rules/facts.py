"""What happened in a hand, as the people at the table say it: facts, before any points.

A note is for the record only.

Seats are 0-3 in turn order, 0 being the first dealer of the game.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.shapes.hand import Abort, Limit


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


class Value(NamedTuple):
    """A price by what is paid for the hand itself, without counters and sticks.

    points: what the discarder pays, or each payer of a tsumo; dealer: what the dealer pays
    at a non-dealer's tsumo.
    """

    points: int
    dealer: int | None = None


Price = HanFu | Score | LimitHand | YakumanHand | Value


class Liability(NamedTuple):
    """Pao: the seat that made a yakuman possible answers for it; multiple: for how many of the hand's yakuman.

    None is for the whole hand.
    """

    seat: int
    multiple: int | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """One winning hand: who won, and what it is worth.

    What follows liable is for the record only: the tiles from which the price was found, the
    yaku, and how many of the han are dora (None: nobody said).
    """

    winner: int
    price: Price
    liable: Liability | None = None
    tiles: str | None = None
    yaku: tuple[str, ...] = ()
    dora: int | None = None


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
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Tsumo:
    """One seat wins by its own draw."""

    win: Win
    riichi: tuple[int, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The wall ran out: who was tenpai, and whose discards were a nagashi mangan."""

    tenpai: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """The hand was broken off without a winner."""

    kind: Abort
    riichi: tuple[int, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Chombo:
    """A foul that ends the hand; riichi: whose sticks go back to them."""

    offender: int
    riichi: tuple[int, ...] = ()
    note: str | None = None


Facts = Ron | Tsumo | ExhaustiveDraw | AbortiveDraw | Chombo


def wins_of(facts: Facts) -> tuple[Win, ...]:
    """The winning hands, none where nobody won."""
    match facts:
        case Ron():
            return facts.wins
        case Tsumo():
            return (facts.win,)
        case _:
            return ()
