"""Reading the one line that says what happened in a hand.

    line  := win ("," win)* tail | "draw" ("none" | "all" | NAMES) tail
    win   := NAME "ron" NAME price | NAME "tsumo" price      from the second on also: NAME price
    price := 3/40 | 5h | s5 | mangan … yakuman | 2yakuman
    tail  := ["riichi" [NAMES]] ["on-riichi"]                in any order

Case does not matter. Names are those seated, or the beginning of one; @ before a name
forces it, a comma after it ends it. A comma that separates nothing is passed over.
"""

from collections.abc import Sequence

from ledger.notation.normal import normal_form
from ledger.notation.prices import POINTS_FROM, is_number, number, price_of
from ledger.notation.refusals import AmbiguousPlayer, DrawNeedsTenpai, ParseError, UnknownPlayer
from ledger.notation.seated import FORCE, Seated, match_name
from ledger.notation.words import RESERVED, TAIL_WORDS, Line, looks_like_notation
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, Price, Ron, Tsumo, Win
from ledger.rules.payments import check_facts
from ledger.rules.points import ambiguous_number, base_points
from ledger.rules.ruleset import Ruleset

__all__ = [
    "RESERVED",
    "AmbiguousPlayer",
    "DrawNeedsTenpai",
    "ParseError",
    "UnknownPlayer",
    "looks_like_notation",
    "match_name",
    "parse_hand",
]


def parse_hand(text: str, names: Sequence[str], rules: Ruleset, *, exact: bool = False) -> Facts:
    """The facts that a line says, in normal form; names: the shown names by seat; exact: no beginnings of names.

    Raises ParseError, DrawNeedsTenpai, UnknownPlayer, AmbiguousPlayer, or what the rules refuse.
    """
    reader = _Reader(Line(text), Seated(names, exact=exact), rules)
    if reader.line.ended:
        raise ParseError(f"a hand is missing: type what happened, {reader.example} or: draw Ken Taro", 1)
    facts = reader.draw() if reader.line.take("draw") else reader.won()
    check_facts(facts, rules.players)
    return normal_form(facts, rules.players)


class _Reader:
    """Reads one line; each method reads what it is named after and leaves the line behind it."""

    def __init__(self, line: Line, seated: Seated, rules: Ruleset) -> None:
        self.line = line
        self.seated = seated
        self.rules = rules
        self.riichi: list[int] = []
        self.on_riichi = False
        price = "s5" if rules.method == "dutch" else "3/40"
        self.example = f"as in: Ken ron John {price}"
        self.prices = "s5, 5h or mangan" if rules.method == "dutch" else "3/40, 5h or mangan"

    def won(self) -> Facts:
        winner = self.name("the winner")
        if self.line.take("tsumo"):
            return self.tsumo(winner)
        if self.line.take("ron"):
            return self.ron(winner)
        raise self.line.expected("ron or tsumo", self.example)

    def tsumo(self, winner: int) -> Tsumo:
        price = self.price(ron=False)
        bare = self.tail("tsumo")
        if self.line.comma and not self.line.ended:
            raise self.line.expected("the end", "because a tsumo has one winner")
        self.end()
        if bare:
            self.riichi.append(winner)
        return Tsumo(Win(winner, price), tuple(self.riichi))

    def ron(self, winner: int) -> Ron:
        discarder = self.name("the discarder")
        wins = [Win(winner, self.price(ron=True))]
        bare = self.tail("ron")
        while self.line.comma and not self.line.ended:
            if bare:
                self.riichi.append(wins[-1].winner)
            wins.append(self.next_win(wins, discarder))
            bare = self.tail("ron")
        self.end("and a comma before the next winner")
        if bare and len(wins) > 1:
            raise self.line.expected("the names of those in riichi", "because there is more than one winner")
        if bare:
            self.riichi.append(winner)
        return Ron(discarder, tuple(wins), tuple(self.riichi), self.on_riichi)

    def next_win(self, wins: Sequence[Win], discarder: int) -> Win:
        winner = self.name("the next winner")
        if any(win.winner == winner for win in wins):
            raise self.line.refused(f"{self.seated.names[winner]} has won already in this line", back=1)
        if self.line.take("ron"):
            if self.name("the discarder") != discarder:
                by = self.seated.names[discarder]
                raise self.line.refused(f"all win by the same discard, here {by}'s", back=1)
        elif self.line.key == "tsumo":
            raise self.line.expected("ron", "because a tsumo has one winner")
        return Win(winner, self.price(ron=True))

    def draw(self) -> ExhaustiveDraw:
        none = self.line.take("none")
        everyone = not none and self.line.take("all")
        tenpai = [] if none or everyone else self.names()
        end_of_tenpai = self.line.at
        if self.tail("draw"):
            raise self.line.expected("the names of those in riichi", "as in: draw Ken Taro riichi Ken")
        self.end()
        if none and self.riichi:
            raise ParseError("draw none with a riichi contradicts itself: who is in riichi is tenpai", end_of_tenpai)
        if not (none or everyone or tenpai):
            self.line.at = end_of_tenpai
            raise DrawNeedsTenpai(self.line.rest())
        seats = range(self.rules.players) if everyone else {*tenpai, *self.riichi}
        return ExhaustiveDraw(tuple(seats), tuple(self.riichi))

    def tail(self, outcome: str) -> bool:
        """Reads riichi and on-riichi; whether a riichi came without names."""
        line, said, bare = self.line, False, False
        while True:
            if line.take("on-riichi"):
                if outcome != "ron" or self.on_riichi:
                    raise line.refused("this is for a ron" if outcome != "ron" else "this was said before", back=1)
                self.on_riichi = True
            elif line.take("riichi"):
                if said:
                    raise line.refused("this was said before: name all who are in riichi behind one riichi", back=1)
                said = True
                bare = line.ended or line.comma or line.key in TAIL_WORDS
                if not bare:
                    self.riichi += self.names(self.riichi, "riichi takes names and comes after the last win")
            else:
                return bare

    def names(self, before: Sequence[int] = (), advice: str = "") -> list[int]:
        """Reads names up to the end or a tail; before: those who must not be named again."""
        seats: list[int] = []
        while not self.line.ended and self.line.key not in TAIL_WORDS:
            seat = self.name("a player or the end", advice)
            if seat in seats or seat in before:
                raise self.line.refused(f"{self.seated.names[seat]} is named twice", back=1)
            seats.append(seat)
        return seats

    def name(self, role: str, advice: str = "") -> int:
        line = self.line
        forced = line.key.startswith(FORCE)
        alone = line.take(FORCE)
        if line.ended or (alone and line.comma):
            raise line.expected(role, self.example)
        here = slice(line.at, line.at + line.run(self.seated.longest))
        words, run = line.words[here], line.keys[here]
        if forced and not alone:
            words[0], run[0] = words[0].removeprefix(FORCE), run[0].removeprefix(FORCE)
        if found := self.seated.find(run, words, forced=forced):
            line.at += found[1]
            return found[0]
        if not forced and looks_like_notation(run[0]):
            raise line.expected(role, advice or self.example)
        raise self.seated.unknown(run, words)

    def price(self, *, ron: bool) -> Price:
        line, key = self.line, self.line.key
        price = price_of(key)
        points = price.han if isinstance(price, HanFu) and price.fu is not None else number(key) or 0
        if points >= POINTS_FROM or (is_number(key) and number(key) is None):
            raise line.expected("a price", f"and points as a price are not understood yet: type {self.prices}")
        if is_number(key):
            raise ambiguous_number(points, self.rules)
        if price is None:
            raise line.expected(f"a price such as {self.prices}", self.example)
        base_points(price, self.rules, ron=ron)
        line.at += 1
        return price

    def end(self, advice: str = "") -> None:
        if not self.line.ended:
            raise self.line.expected("riichi, on-riichi or the end", advice)
        if self.line.comma:
            raise ParseError(
                "the line ends with a comma: a name is missing, or the comma is one too many", self.line.at
            )
