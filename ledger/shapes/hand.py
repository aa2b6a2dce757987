"""What a hand moves between the seats of a table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Limit(StrEnum):
    """The limit hands, from the cheapest up."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"


class Reason(StrEnum):
    """Why points move in a hand."""

    RIICHI = "riichi"
    RON = "ron"
    TSUMO = "tsumo"
    HONBA = "honba"
    STICKS = "sticks"
    NOTEN = "noten"
    NAGASHI = "nagashi"
    PAO = "pao"
    CHOMBO = "chombo"


class Abort(StrEnum):
    """What breaks a hand off without a winner."""

    NINE_TERMINALS = "nine-terminals"
    FOUR_WINDS = "four-winds"
    FOUR_RIICHI = "four-riichi"
    FOUR_KANS = "four-kans"
    TRIPLE_RON = "triple-ron"


class Payment(NamedTuple):
    """Points that one seat (0-3) pays another in a hand; None is the pot of riichi sticks."""

    payer: int | None
    payee: int | None
    points: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two hands: what the next hand is played under.

    round_wind: 0 = East, 1 = South …; dealer: the seat (0-3) that deals; honba: counters;
    sticks: riichi sticks in the pot; scores: points by seat; over: no further hand.
    """

    round_wind: int
    dealer: int
    honba: int
    sticks: int
    scores: tuple[int, ...]
    over: bool = False

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.scores)

    @property
    def position(self) -> str:
        """The hand's name with its honba, as players say it: "E1.0" is East 1 without a counter."""
        return position(self.round_wind, self.dealer, self.honba)


WINDS = "ESWN"


def position(round_wind: int, dealer: int, honba: int) -> str:
    """A hand's name from its round wind, dealer seat and honba: (1, 2, 1) is "S3.1"."""
    return f"{WINDS[round_wind]}{dealer + 1}.{honba}"
