"""Reading what all lines share: names, the place in the game, and what may follow an outcome."""

import re
from collections.abc import Sequence

from ledger.names import clean_note, did_you_mean, nearest
from ledger.notation.prices import number, price_of
from ledger.notation.refusals import ParseError
from ledger.notation.seated import FORCE, Seated
from ledger.notation.winning import Said
from ledger.notation.words import Line, looks_like_notation
from ledger.rules.facts import Liability, YakumanHand
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Table
from ledger.shapes.yaku import OTHER_NAMES, YAKU
from ledger.tiles.hand import WORDS as TILE_WORDS

FOLLOWS = {
    "tsumo": "riichi, pao, dora, yaku, note or the end",
    "ron": "riichi, on-riichi, pao, dora, yaku, note or the end",
}
"""What may follow a win."""


class Reading:
    """A line as far as it is read; each method reads what it is named after and leaves the line behind it."""

    def __init__(self, line: Line, seated: Seated, rules: Ruleset, table: Table | None) -> None:
        self.line = line
        self.seated = seated
        self.rules = rules
        self.table = table
        self.riichi: list[int] = []
        self.on_riichi = False
        self.note: str | None = None
        self.tiles_read = False
        self.remarks: list[str] = []
        self.may_follow = ""
        price = "s5" if rules.method == "dutch" else "3/40"
        self.example = f"as in: Ken ron John {price}"

    def position(self) -> None:
        """Reads the hand's place in the game where it is said, and holds it against the table."""
        said = re.fullmatch(r"([eswn][1-4])(?:\.([0-9]{1,3}))?", self.line.key)
        if said is None or self.seated.is_name(self.line.key):
            return
        self.line.at += 1
        if self.table is None:
            return
        here = self.table.position.casefold()
        hand, _, honba = here.partition(".")
        if said[1] != hand or (said[2] is not None and int(said[2]) != int(honba)):
            raise self.line.refused(f"the table stands at {here.upper()}", back=1)

    def tail(self, outcome: str, win: Said | None = None) -> bool:
        """Reads what follows the outcome, or one win of it; whether a riichi came without names."""
        line, said, bare = self.line, False, False
        self.may_follow = FOLLOWS.get(outcome, "riichi, note or the end")
        while True:
            if line.take("riichi"):
                if said:
                    raise line.refused("this was said before: name all who are in riichi behind one riichi", back=1)
                said = True
                bare = line.ended or line.comma or self.name_ends(win)
                if not bare:
                    self.riichi += self.names(self.riichi, "riichi takes names and comes after the last win", win)
            elif not self.tail_word(outcome, win):
                return bare

    def tail_word(self, outcome: str, win: Said | None) -> bool:
        """Reads the next word, and what belongs to it, if it may follow an outcome."""
        line = self.line
        if win is not None and win.tiles is not None and win.tiles.read(line):
            self.tiles_read = True
            return True
        if line.take("on-riichi"):
            if outcome != "ron" or self.on_riichi:
                raise line.refused("this is for a ron" if outcome != "ron" else "this was said before", back=1)
            self.on_riichi = True
        elif line.key in ("pao", "dora", "yaku"):
            self.of_win(win)
        elif line.take("note"):
            note = line.note()
            if not note:
                raise line.expected("the note", 'as in: note "the first of the year"')
            self.note = clean_note(note)
        elif line.take("nagashi"):
            raise line.refused("this is for a draw, and comes before riichi: draw Taro nagashi Ken", back=1)
        else:
            return False
        return True

    def of_win(self, win: Said | None) -> None:
        """Reads who is liable for a win, its yaku, or how many of its han are dora."""
        line, word = self.line, self.line.key
        line.at += 1
        if win is None:
            raise line.refused("this is for a win", back=1)
        if {"pao": win.liable is not None, "dora": win.dora is not None, "yaku": bool(win.yaku)}[word]:
            raise line.refused("this was said before", back=1)
        if word == "yaku":
            win.yaku = self.yaku()
            return
        if word == "dora":
            win.dora = number(line.key, digits=2)
            if win.dora is None or line.comma:
                raise line.expected("how many of the han are dora", "as in: Ken ron John 3/40 dora 2")
            line.at += 1
            return
        win.liable = Liability(self.name("the liable player", "as in: Ken tsumo yakuman pao John"))
        if line.at_tail or isinstance(price_of(line.key), YakumanHand):
            line.commas[line.at] = False  # it ended the name
        win.read_liable_part(line, self.rules)

    def yaku(self) -> tuple[str, ...]:
        """Reads yaku, joined by +."""
        line = self.line
        said = [OTHER_NAMES.get(name, name) for name in line.key.split("+")] if not line.comma else [""]
        for name in said:
            if name not in YAKU:
                close = did_you_mean(name, YAKU) if name else ""
                hint = close or f"; known: {', '.join(YAKU)}"
                raise line.expected("yaku", f"joined by +, as in: yaku riichi+ippatsu{hint}")
        line.at += 1
        return tuple(dict.fromkeys(said))

    def name_ends(self, win: Said | None) -> bool:
        """Whether the word to be read next is no name, but something that follows the names."""
        tiles = None if win is None else win.tiles
        return self.line.at_tail or (tiles is not None and tiles.goes_on(self.line))

    def names(
        self, before: Sequence[int] = (), advice: str = "", win: Said | None = None, *, draw: bool = False
    ) -> list[int]:
        """Reads names up to the end or a tail; before: who must not be named again; draw: with the word tenpai."""
        seats: list[int] = []
        while not self.line.ended and not self.name_ends(win):
            if draw and self.line.take("tenpai"):
                continue
            seat = self.name("a player or the end", advice)
            if seat in seats or seat in before:
                raise self.line.refused(f"{self.seated.names[seat]} is named twice", back=1)
            seats.append(seat)
        return seats

    def name(self, role: str, advice: str = "") -> int:
        """Reads a name; role: what it would be, as a refusal says it."""
        return read_name(self.line, self.seated, role, self.example, advice)

    def end(self, advice: str = "") -> None:
        """Reads nothing: the line has to end here."""
        if not self.line.ended:
            close = nearest(self.line.key, TILE_WORDS) if self.tiles_read else None
            raise self.line.expected(self.may_follow, f"did you mean {close}?" if close else advice)
        if self.line.comma:
            raise ParseError(
                "the line ends with a comma: a name is missing, or the comma is one too many", self.line.at
            )


def read_name(line: Line, seated: Seated, role: str, example: str, advice: str = "") -> int:
    """Reads a name. Raises ParseError, UnknownPlayer or AmbiguousPlayer."""
    forced = line.key.startswith(FORCE)
    alone = line.take(FORCE)
    if line.ended or (alone and line.comma):
        raise line.expected(role, advice or example)
    here = slice(line.at, line.at + line.run(seated.longest))
    words, run = line.words[here], line.keys[here]
    if forced and not alone:
        words[0], run[0] = words[0].removeprefix(FORCE), run[0].removeprefix(FORCE)
    if found := seated.find(run, words, forced=forced):
        line.at += found[1]
        return found[0]
    if not forced and looks_like_notation(run[0]):
        raise line.expected(role, advice or example)
    raise seated.unknown(run, words)
