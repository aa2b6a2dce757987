"""The words of a line, and those that the notation keeps for itself."""

import re
import unicodedata
from functools import lru_cache

from ledger.errors import quoted
from ledger.names import UNSEEN, name_key
from ledger.notation.prices import LIMITS, is_number, price_of, value_of
from ledger.notation.refusals import ParseError
from ledger.shapes.hand import Abort
from ledger.tiles.hand import WORDS as TILE_WORDS
from ledger.tiles.hand import is_tiles

TAIL_WORDS = frozenset(("riichi", "on-riichi", "pao", "dora", "yaku", "note", "nagashi"))
"""What may follow the outcome; each ends a list of names."""
EVERYONE = frozenset(("none", "all"))
STARTS = frozenset(("draw", "abort", "chombo"))
"""The words that a line begins with where nobody won."""
OUTCOMES = frozenset(("ron", "tsumo", *STARTS))
RESERVED = frozenset((*OUTCOMES, "tenpai", *EVERYONE, *TAIL_WORDS, *LIMITS, *Abort, *TILE_WORDS))
"""The words of the notation; prices with digits, such as 3/40, and tiles come on top."""

_BREAKS = frozenset(("ron", "tsumo", "tenpai", *TAIL_WORDS))


def breaks_name(key: str) -> bool:
    """Whether a folded word ends the name before it: a keyword that follows a name, a price, or tiles."""
    return key in _BREAKS or price_of(key) is not None or value_of(key) is not None or is_tiles(key)


@lru_cache(maxsize=1000)
def looks_like_notation(name: str) -> bool:
    """Whether a name holds words of the notation, so that lines may have to say it with @."""
    first, *more = name_key(name).split() or [""]
    return first in RESERVED or any(map(breaks_name, (first, *more))) or (not more and is_number(first))


def without_thousands(text: str) -> str:
    """The text with numbers as they are typed: 7,700 as it is printed is a number, and its comma divides nothing."""
    return re.sub(r"(?<![\d,])(\d{1,3}),(\d{3})(?![\d,])", r"\1\2", text)


class Line:
    """A typed line as words, read from left to right; a comma is a mark before the word that follows it."""

    __slots__ = ("at", "commas", "keys", "typed", "words")

    def __init__(self, text: str) -> None:
        self.typed = text
        self.words: list[str] = []
        self.commas: list[bool] = [False]
        text = without_thousands(unicodedata.normalize("NFKC", text))
        for piece in text.translate(UNSEEN).replace(",", " , ").split():
            if piece == ",":
                self.commas[-1] = True
            else:
                self.words.append(piece)
                self.commas.append(False)
        self.keys = [name_key(word) for word in self.words]
        self.at = 0

    @property
    def ended(self) -> bool:
        """Whether all words are read."""
        return self.at >= len(self.words)

    @property
    def key(self) -> str:
        """The word to be read next, folded; empty at the end."""
        return "" if self.ended else self.keys[self.at]

    @property
    def at_tail(self) -> bool:
        """Whether the word to be read next ends a list of names; dora with its number does, for Dora is a name."""
        following = self.keys[self.at + 1 : self.at + 2]
        return self.key in TAIL_WORDS and (self.key != "dora" or any(map(is_number, following)))

    @property
    def comma(self) -> bool:
        """Whether a comma stands before the word to be read next."""
        return self.commas[self.at]

    def take(self, keyword: str) -> bool:
        """Reads a keyword if it comes next."""
        found = self.key == keyword
        self.at += found
        return found

    def run(self, most: int) -> int:
        """How many of the next words, up to this many, no comma divides."""
        end = self.at
        while end < min(self.at + most, len(self.words)) and (end == self.at or not self.commas[end]):
            end += 1
        return end - self.at

    def note(self) -> str:
        """Reads all that is left, behind the word just read, as it was typed; quotes around it are dropped."""
        word = self.keys[self.at - 1]
        before = self.keys[: self.at].count(word)
        marks = [mark for mark in re.finditer(r"[^\s,，]+", self.typed) if name_key(mark[0]) == word]
        self.at = len(self.words)
        self.commas[-1] = False
        left = self.typed[marks[before - 1].end() :].strip()
        quoted_ = len(left) >= 2 and left[0] + left[-1] in ('""', "''", "“”", "„“")
        return left[1:-1].strip() if quoted_ else left

    def rest(self) -> str:
        """What is still to be read, as text."""
        marked = zip(self.commas[self.at + 1 :], self.words[self.at :], strict=True)
        return " ".join(f"{word}," if comma else word for comma, word in marked)

    def expected(self, what: str, advice: str) -> ParseError:
        """The refusal of the word to be read next: what should stand here, and how to go on."""
        where = f"after {quoted(self.words[self.at - 1])}" if self.at else "at the beginning"
        return ParseError(f"expected {what} {where} ({self.place}){advice and ', '}{advice}", self.at + 1)

    def refused(self, why: str, back: int = 0) -> ParseError:
        """The refusal of a word just read (back: how many words ago), with the reason."""
        word = self.at - back
        return ParseError(f"word {word + 1}: {quoted(self.words[word])}: {why}", word + 1)

    @property
    def place(self) -> str:
        """The place of the word to be read next, as a message says it."""
        return "the line ends there" if self.ended else f"word {self.at + 1}: {quoted(self.words[self.at])}"
