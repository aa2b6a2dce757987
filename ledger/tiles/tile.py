"""Tiles: the 34 kinds and the red fives, read from and written as words such as 340m 55z."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, quoted

SUITS = "mpsz"
HONOURS = 27
"""The kind of the first honour, East; the kinds before are 1-9 of each suit."""
NORTH, WHITE = 30, 31
KINDS = 34
OUTER = frozenset((0, 8, 9, 17, 18, 26, *range(HONOURS, KINDS)))
"""The terminals and honours."""

_TILES = re.compile(r"(?:[0-9]+[mpsz])+")
_GROUP = re.compile(r"([0-9]+)([mpsz])")


class TileError(LedgerError):
    """Tiles that are no winning hand, or that cannot be so in a game."""


class TileSyntax(TileError, UsageError):
    """Words that are no hand of tiles. at: the number of the word to blame, counted from 1; 0 if a word is missing."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(f"word {at}: {message}" if at else message)
        self.message = message
        self.at = at


class Tile(NamedTuple):
    """One tile. kind: 0-8 are 1m-9m, 9-17 are 1p-9p, 18-26 are 1s-9s, 27-33 the honours 1z-7z."""

    kind: int
    red: bool = False

    @property
    def suit(self) -> str:
        """The letter of its suit: m, p, s, or z for honours."""
        return SUITS[self.kind // 9]

    @property
    def digit(self) -> str:
        """Its number within the suit as it is typed; a red five is 0."""
        return "0" if self.red else str(self.kind % 9 + 1)

    @property
    def outer(self) -> bool:
        """Whether it is a terminal or an honour."""
        return self.kind in OUTER

    def __str__(self) -> str:
        return self.digit + self.suit


def is_tiles(word: str) -> bool:
    """Whether a folded word looks like tiles: digits, each run of them followed by its suit."""
    return _TILES.fullmatch(word) is not None


def tiles_of(word: str, at: int = 0) -> tuple[Tile, ...]:
    """The tiles of a folded word, sorted. Raises TileSyntax."""
    if not is_tiles(word):
        raise TileSyntax(
            f"{quoted(word)} is no word of tiles: type digits and their suit m, p, s or z, as in 340m55z", at
        )
    return ordered(_tile(digit, suit, at) for digits, suit in _GROUP.findall(word) for digit in digits)


def _tile(digit: str, suit: str, at: int) -> Tile:
    if suit == "z" and digit not in "1234567":
        raise TileSyntax(
            f"there is no {digit}z: the honours are 1z-4z for East South West North, 5z white, 6z green, 7z red", at
        )
    number = int(digit) or 5
    return Tile(SUITS.index(suit) * 9 + number - 1, red=digit == "0")


def ordered(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles in the order in which they are written: by kind, a red five before the others."""
    return tuple(sorted(tiles, key=lambda tile: (tile.kind, not tile.red)))


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Tiles as one word."""
    groups = groupby(tiles, key=lambda tile: tile.suit)
    return "".join("".join(tile.digit for tile in group) + suit for suit, group in groups)
