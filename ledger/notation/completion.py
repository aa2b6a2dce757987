"""What may come next in a line that is being typed: words, names and prices, tried on the parser itself."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from os.path import commonprefix
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.names import name_key
from ledger.notation.parse import parse_line
from ledger.notation.refusals import DrawNeedsTenpai, ParseError
from ledger.notation.seated import FORCE
from ledger.notation.winning import YakuNeedsRiichi
from ledger.notation.words import TAIL_WORDS, Line, looks_like_notation
from ledger.rules.points import LOWEST_SCORE
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import WINDS, Abort, Limit, Table
from ledger.shapes.yaku import YAKU
from ledger.tiles.hand import WORDS as TILE_WORDS
from ledger.tiles.hand import is_tiles

OFTEN = ("2/30", "5h", "3/30", "4/30", "1/30", "3/40", "6h", "2/40", "4/40", "7h", "1/40", "4/20", "8h", "3/20", "4/50")
"""Prices in the order of how often they were paid in 7,000 winning hands of real games."""
RARER = (
    *(f"{han}/{fu}" for han in (4, 3, 2, 1) for fu in (25, 50, 20, 60, 70, 80, 90, 100, 110)),
    *("9h", "10h", "11h", "12h", "13h"),
)
DUTCH = tuple(f"s{score}" for score in range(LOWEST_SCORE, 17))
DUTCH_HAN = tuple(f"{han}h" for han in range(1, 14))
_ABORTS = tuple(kind.value for kind in Abort)
_TAIL = ("riichi", "on-riichi", "dora", "yaku", "pao", "nagashi", "note")
_WORDS = ("ron", "tsumo", "draw", "none", "all", *_TAIL, "abort", *_ABORTS, "chombo")
_SEPARATORS = re.compile(r"[\s,，]+")
_OPEN = (",", "，", "+")
"""Behind these something is missing."""
_MOST = 200
"""A line longer than this is not completed: no hand that is typed from a list of words is."""


class Kind(Enum):
    """What a candidate is."""

    NAME = "name"
    WORD = "word"
    PRICE = "price"
    COMMAND = "command"


class Candidate(NamedTuple):
    """Something that may stand where the line ends: it takes the place of what is typed from start on."""

    text: str
    start: int
    kind: Kind


class Completion(NamedTuple):
    """What may come next, the likeliest first, and the line as it is once the best of them is accepted.

    accepted is None where nothing is likely enough to be offered: who it was and what it was worth is
    never offered before a letter or a digit of it is typed.
    """

    text: str
    candidates: tuple[Candidate, ...] = ()
    accepted: str | None = None

    @property
    def ghost(self) -> str:
        """What accepting adds behind the line as it is typed; empty where it would change what is typed."""
        accepted = self.accepted or ""
        return accepted[len(self.text) :] if accepted.casefold().startswith(self.text.casefold()) else ""

    @property
    def tab(self) -> str:
        """The line after Tab: the best accepted, else as much as all candidates share, else a space."""
        if self.accepted is not None:
            return self.accepted
        starts = {candidate.start for candidate in self.candidates}
        shared = commonprefix([candidate.text.casefold() for candidate in self.candidates])  # noqa: RUF071 - characters are meant
        if len(starts) == 1 and len(shared) > len(self.text) - min(starts) > 0:
            return self.text[: min(starts)] + self.candidates[0].text[: len(shared)]
        return self.text


class Completing:
    """Completes lines at one table; commands: words that may stand in place of a hand."""

    def __init__(self, names: Sequence[str], rules: Ruleset, table: Table, commands: Sequence[str] = ()) -> None:
        self._names, self._rules, self._table, self._commands = tuple(names), rules, table, tuple(commands)
        self._said = [_said(name) for name in names]
        self._winds = WINDS[: len(names)].casefold()
        prices = (*DUTCH, *DUTCH_HAN) if rules.method == "dutch" else (*OFTEN, *RARER)
        self._prices = (*prices, *Limit, "2yakuman")

    def at(self, text: str) -> Completion:
        """What may come next behind a text that is typed so far."""
        if len(text) > _MOST or "note" in _split(text)[0]:
            return Completion(text)
        candidates = tuple(self._candidates(text))
        return Completion(text, candidates, self._accepted(text, candidates))

    def _candidates(self, text: str) -> Iterator[Candidate]:
        before, word, start = _last(text)
        yield from self._people(text)
        words, prices = _WORDS, self._prices
        if word and any(map(is_tiles, before)):
            yield from (Candidate(tile, start, Kind.WORD) for tile in sorted(TILE_WORDS) if tile.startswith(word))
        if before[-1:] == ["yaku"]:
            *joined, word = word.split("+")
            start = max(start, text.rfind("+") + 1) if joined else start
            words, prices = YAKU, ()
        head = text[:start]
        for price in prices if not word or any(c.isdigit() for c in word) or word.isalpha() else ():
            if price.startswith(word) and self._fits(head + price):
                yield Candidate(price, start, Kind.PRICE)
        for known in words:
            if known.startswith(word) and self._fits(head + known):
                yield Candidate(known, start, Kind.WORD)
        if not before:
            yield from (Candidate(name, start, Kind.COMMAND) for name in self._commands if name.startswith(word))

    def _people(self, text: str) -> Iterator[Candidate]:
        """Players whose name is begun by the last words of a text, by all of them that fit."""
        starts = [0, *(mark.end() for mark in _SEPARATORS.finditer(text))]
        for name, said in zip(self._names, self._said, strict=True):
            longest = len(name_key(name).split())
            for start in starts[-longest:]:
                typed = name_key(text[start:]).removeprefix(FORCE)
                fits = name_key(name).startswith(typed) and (typed or start == starts[-1])
                if fits and self._fits(text[:start] + said) and self._can_be(text[:start] + said):
                    yield Candidate(said, start, Kind.NAME)
                    break

    def _accepted(self, text: str, candidates: Sequence[Candidate]) -> str | None:
        """The line with the best candidate, if one is likely enough."""
        before, word, _ = _last(text)
        wind = len(word) == 1 and word in self._winds and self._fits(text)
        longer = [c for c in candidates if len(name_key(c.text)) > len(name_key(text[c.start :]))]
        if word and longer and not wind:
            return _taken(text, longer)
        if not word:
            guess = "" if text.rstrip().endswith(_OPEN) or before[-1:] == ["yaku"] else _guess(before)
            return _taken(text, [c for c in candidates if c.text == guess])
        if text.endswith(_OPEN) or not self._fits(text):
            return None
        guess = _guess([*before, word])
        return f"{text} {guess} " if guess and self._fits(f"{text} {guess}") else f"{text} "

    def _fits(self, text: str) -> bool:
        """Whether a line can begin so: the parser takes it, or misses something only where it ends."""
        try:
            parse_line(text, self._names, self._rules, table=self._table)
        except ParseError as error:
            return error.word > len(Line(text).words) or text.rstrip().endswith(_OPEN)
        except (DrawNeedsTenpai, YakuNeedsRiichi):
            return True
        except LedgerError:
            return False
        return True

    def _can_be(self, text: str) -> bool:
        """Whether a name where it stands makes sense: nobody wins by an own discard."""
        before = _split(text)[0]
        if "ron" not in before or any(word in TAIL_WORDS for word in before):
            return True
        try:
            parse_line(f"{text} 5h", self._names, self._rules, table=self._table)
        except ParseError:
            return True
        except LedgerError:
            return False
        return True


def _taken(text: str, candidates: Sequence[Candidate]) -> str | None:
    """The line with the first candidate; of people, and of what broke a hand off, only one may be meant."""
    unsure = [c for c in candidates if c.kind is Kind.NAME or c.text in _ABORTS]
    if not candidates or len(unsure) > 1:
        return None
    return f"{text[: candidates[0].start]}{candidates[0].text} "


def _guess(before: Sequence[str]) -> str:
    """The word that is likely to follow these: nothing where it would be a guess at points or people."""
    if any(word in ("ron", "tsumo") for word in before):
        return "riichi"
    return "" if not before or before[0] in ("draw", "abort", "chombo") else "ron"


def _split(text: str) -> tuple[list[str], int]:
    """The folded words of a text, and where the last of them begins; an empty one behind a separator."""
    start = max((mark.end() for mark in _SEPARATORS.finditer(text)), default=0)
    return [name_key(word) for word in _SEPARATORS.split(text[:start]) if word], start


def _last(text: str) -> tuple[list[str], str, int]:
    """The folded words before the last one, the last one as far as it is typed, and where it begins."""
    before, start = _split(text)
    return before, name_key(text[start:]), start


def _said(name: str) -> str:
    return f"{FORCE}{name}" if looks_like_notation(name) else name
