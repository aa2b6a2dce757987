"""A hand of tiles as it is typed: 234m456p22678s33s win 3s indicator 3m ippatsu."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ledger.errors import quoted
from ledger.names import did_you_mean, name_key
from ledger.rules.fu import Shape
from ledger.tiles.checks import check_hand
from ledger.tiles.tile import Tile, TileError, TileSyntax, ordered, tiles_of, tiles_text
from ledger.tiles.tile import is_tiles as _is_tiles


class Flag(StrEnum):
    """What else was so when the hand was won."""

    IPPATSU = "ippatsu"
    DOUBLE_RIICHI = "double-riichi"
    LAST_TILE = "last-tile"
    AFTER_KAN = "after-kan"
    ROBBING = "robbing"
    FIRST_TURN = "first-turn"


class Called(NamedTuple):
    """A set that lies open, or a closed kan."""

    shape: Shape
    tiles: tuple[Tile, ...]
    open: bool = True

    @property
    def word(self) -> str:
        """The word that marks it."""
        return self.shape.value if self.open else f"closed-{self.shape}"

    @property
    def kinds(self) -> list[int]:
        """The kinds of its tiles."""
        return [tile.kind for tile in self.tiles]

    def __str__(self) -> str:
        return f"{self.word} {tiles_text(self.tiles)}"


@dataclass(frozen=True, slots=True)
class TileHand:
    """A hand of tiles, sorted as it is written. Raises TileError for one that cannot be.

    closed: what was held without the winning tile. norths: how many norths were laid aside, with three players.
    """

    closed: tuple[Tile, ...]
    win: Tile
    melds: tuple[Called, ...] = ()
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    flags: frozenset[Flag] = frozenset()
    norths: int = 0

    def __post_init__(self) -> None:
        # Two spellings of one hand are equal: the order of tiles and sets says nothing.
        for name in ("closed", "indicators", "ura"):
            object.__setattr__(self, name, ordered(getattr(self, name)))
        melds = sorted((meld._replace(tiles=ordered(meld.tiles)) for meld in self.melds), key=_order)
        object.__setattr__(self, "melds", tuple(melds))
        check_hand(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand, with its melds and the winning tile."""
        return (*self.closed, self.win, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def is_open(self) -> bool:
        """Whether something was called."""
        return any(meld.open for meld in self.melds)

    @property
    def has_kan(self) -> bool:
        """Whether a kan was declared."""
        return any(meld.shape is Shape.KAN for meld in self.melds)


def _order(meld: Called) -> tuple[tuple[int, bool], ...]:
    return tuple((tile.kind, not tile.red) for tile in meld.tiles)


_CALLS = {
    "chi": (Shape.CHI, True),
    "pon": (Shape.PON, True),
    "kan": (Shape.KAN, True),
    "closed-kan": (Shape.KAN, False),
}
_FLAGS = {flag.value: flag for flag in Flag}
WORDS = frozenset(("win", *_CALLS, "indicator", "ura", "north", *_FLAGS))
"""The words that may follow the closed tiles."""


def is_tiles(word: str) -> bool:
    """Whether a word looks like tiles, as 234m, 22678s33s and 0p do."""
    return _is_tiles(name_key(word))


def parse_tile_hand(words: Sequence[str]) -> TileHand:
    """The hand that words say, all of them. Raises TileError; TileSyntax where a word does not fit."""
    reader = _Reader([name_key(word) for word in words])
    reader.read()
    return reader.hand()


def tile_hand_text(hand: TileHand) -> str:
    """A hand as it is typed, the same for the same hand."""
    words = [tiles_text(hand.closed), f"win {hand.win}", *map(str, hand.melds)]
    words += [f"indicator {tiles_text(hand.indicators)}"] if hand.indicators else []
    words += [f"ura {tiles_text(hand.ura)}"] if hand.ura else []
    words += [flag.value for flag in Flag if flag in hand.flags]
    words += [f"north {hand.norths}"] if hand.norths else []
    return " ".join(words)


@dataclass(slots=True)
class _Reader:
    """Folded words, and what is read of them so far."""

    words: list[str]
    at: int = 0
    closed: list[Tile] = field(default_factory=list)
    win: list[Tile] = field(default_factory=list)
    melds: list[Called] = field(default_factory=list)
    indicators: list[Tile] = field(default_factory=list)
    ura: list[Tile] = field(default_factory=list)
    flags: set[Flag] = field(default_factory=set)
    norths: int = 0

    def read(self) -> None:
        """Reads all words: the closed tiles, then the marker words in any order."""
        self.closed += self._tiles("the closed tiles come first", "234m456p22678s33s win 3s")
        while self.at < len(self.words):
            self._marker()

    def hand(self) -> TileHand:
        """The hand that was read."""
        if not self.win:
            raise TileSyntax("which tile won? type win and the tile, as in win 3s", 0)
        win, closed = self.win[0], list(self.closed)
        if len(closed) + 3 * len(self.melds) == 14:
            if win not in closed:
                raise TileError(
                    f"win {win}: it is not among the 14 tiles; type 13 tiles and win {win}, or win with one of the 14"
                )
            closed.remove(win)
        melds, indicators, ura = tuple(self.melds), tuple(self.indicators), tuple(self.ura)
        return TileHand(tuple(closed), win, melds, indicators, ura, frozenset(self.flags), self.norths)

    def _marker(self) -> None:
        word = self.words[self.at]
        if word not in WORDS:
            raise self._unknown(word)
        self.at += 1
        if word in _CALLS:
            shape, is_open = _CALLS[word]
            self.melds.append(Called(shape, self._one(word, f"{word} and its tiles"), is_open))
        elif word == "indicator":
            self.indicators += self._tiles("indicator takes tiles", "indicator 3m 4p")
        elif word == "ura":
            self.ura += self._tiles("ura takes tiles", "ura 5s")
        elif word == "win":
            self._win()
        elif word == "north":
            self._north()
        elif (flag := _FLAGS[word]) in self.flags:
            raise TileSyntax(f"{word} is there twice", self.at)
        else:
            self.flags.add(flag)

    def _win(self) -> None:
        if self.win:
            raise TileSyntax("win is there twice: one tile wins", self.at)
        self.win += self._one("win", "win and one tile, as in win 3s")
        if len(self.win) != 1:
            raise TileSyntax(f"win takes one tile, as in win 3s; got {tiles_text(self.win)}", self.at)

    def _north(self) -> None:
        number = self.words[self.at] if self.at < len(self.words) else ""
        if number not in ("1", "2", "3", "4") or self.norths:
            raise TileSyntax("north takes how many norths were laid aside, once, from 1 to 4, as in north 2", self.at)
        self.norths = int(number)
        self.at += 1

    def _one(self, word: str, wanted: str) -> tuple[Tile, ...]:
        """The tiles of the one word that follows a marker."""
        if self.at == len(self.words) or not _is_tiles(self.words[self.at]):
            raise TileSyntax(f"{word} has no tiles: type {wanted}", self.at)
        self.at += 1
        return tiles_of(self.words[self.at - 1], self.at)

    def _tiles(self, wanted: str, example: str) -> list[Tile]:
        """The tiles of the words of tiles that follow, at least one."""
        start, tiles = self.at, list[Tile]()
        while self.at < len(self.words) and _is_tiles(self.words[self.at]):
            self.at += 1
            tiles += tiles_of(self.words[self.at - 1], self.at)
        if self.at == start:
            got = f", got {quoted(self.words[start])}" if start < len(self.words) else ""
            raise TileSyntax(f"{wanted}, as in {example}{got}", min(start + 1, len(self.words)))
        return tiles

    def _unknown(self, word: str) -> TileSyntax:
        if _is_tiles(word):
            return TileSyntax(
                f"{quoted(word)}: the closed tiles come first, and each set has its own chi, pon, kan or closed-kan",
                self.at + 1,
            )
        hint = did_you_mean(word, sorted(WORDS)) or f"; words are {', '.join(sorted(WORDS))}"
        return TileSyntax(f"{quoted(word)} is neither tiles, as 234m, nor a word of a hand{hint}", self.at + 1)
