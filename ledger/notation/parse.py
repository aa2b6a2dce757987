"""Reading the one line that says what happened in a hand.

    line  := win ("," win)* tail | "draw" ("none" | "all" | NAMES) ["nagashi" NAMES] tail
             | "abort" KIND tail | "chombo" NAME tail
    win   := NAME "ron" NAME price | NAME "tsumo" price      from the second on also: NAME price
    price := 3/40 | 5h | s5 | mangan … yakuman | 2yakuman | 7700 | 1300/2600 | 2000all | TILES
    tail  := ["pao" NAME ["yakuman"]] ["dora" N] ["riichi" [NAMES]] ["on-riichi"]     in any order

Case does not matter. Names are those seated, or the beginning of one; @ before a name
forces it, a comma after it ends it. A comma that separates nothing is passed over.
"""

from collections.abc import Sequence

from ledger.errors import listing
from ledger.names import did_you_mean
from ledger.notation.normal import normal_form
from ledger.notation.prices import number
from ledger.notation.refusals import AmbiguousPlayer, DrawNeedsTenpai, ParseError, UnknownPlayer
from ledger.notation.seated import FORCE, Seated, match_name
from ledger.notation.winning import Said, read_price, win_of
from ledger.notation.words import RESERVED, Line, looks_like_notation
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Liability, Ron, Tsumo
from ledger.rules.payments import check_facts
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Abort, Limit, Table

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


def parse_hand(
    text: str, names: Sequence[str], rules: Ruleset, *, exact: bool = False, table: Table | None = None
) -> Facts:
    """The facts that a line says, in normal form; names: the shown names by seat; exact: no beginnings of names.

    table: what the hand was played at; without it values are not checked, and tiles not understood.
    Raises ParseError, DrawNeedsTenpai, UnknownPlayer, AmbiguousPlayer, TilesNeedTable, or what the rules refuse.
    """
    reader = _Reader(Line(text), Seated(names, exact=exact), rules, table)
    if reader.line.ended:
        raise ParseError(f"a hand is missing: type what happened, {reader.example} or: draw Ken Taro", 1)
    facts = reader.outcome()
    check_facts(facts, rules.players)
    return normal_form(facts, rules)


class _Reader:
    """Reads one line; each method reads what it is named after and leaves the line behind it."""

    def __init__(self, line: Line, seated: Seated, rules: Ruleset, table: Table | None) -> None:
        self.line = line
        self.seated = seated
        self.rules = rules
        self.table = table
        self.riichi: list[int] = []
        self.on_riichi = False
        price = "s5" if rules.method == "dutch" else "3/40"
        self.example = f"as in: Ken ron John {price}"

    def outcome(self) -> Facts:
        if self.line.take("draw"):
            return self.draw()
        if self.line.take("abort"):
            return self.abort()
        if self.line.take("chombo"):
            return self.chombo()
        winner = self.name("the winner")
        if self.line.take("tsumo"):
            return self.tsumo(winner)
        if self.line.take("ron"):
            return self.ron(winner)
        raise self.line.expected("ron or tsumo", self.example)

    def tsumo(self, winner: int) -> Tsumo:
        said = Said(winner, read_price(self.line, self.rules, ron=False))
        bare = self.tail("tsumo", said)
        if self.line.comma and not self.line.ended:
            raise self.line.expected("the end", "because a tsumo has one winner")
        self.end()
        if bare:
            self.riichi.append(winner)
        return Tsumo(win_of(said, self.riichi, self.table, self.rules, ron=False), tuple(self.riichi))

    def ron(self, winner: int) -> Ron:
        discarder = self.name("the discarder")
        wins = [Said(winner, read_price(self.line, self.rules, ron=True))]
        bare = self.tail("ron", wins[-1])
        while self.line.comma and not self.line.ended:
            if bare:
                self.riichi.append(wins[-1].winner)
            wins.append(self.next_win(wins, discarder))
            bare = self.tail("ron", wins[-1])
        self.end("and a comma before the next winner")
        if bare and len(wins) > 1:
            raise self.line.expected("the names of those in riichi", "because there is more than one winner")
        if bare:
            self.riichi.append(winner)
        priced = tuple(win_of(said, self.riichi, self.table, self.rules, ron=True) for said in wins)
        return Ron(discarder, priced, tuple(self.riichi), self.on_riichi)

    def next_win(self, wins: Sequence[Said], discarder: int) -> Said:
        winner = self.name("the next winner")
        if any(win.winner == winner for win in wins):
            raise self.line.refused(f"{self.seated.names[winner]} has won already in this line", back=1)
        if self.line.take("ron"):
            if self.name("the discarder") != discarder:
                by = self.seated.names[discarder]
                raise self.line.refused(f"all win by the same discard, here {by}'s", back=1)
        elif self.line.key == "tsumo":
            raise self.line.expected("ron", "because a tsumo has one winner")
        return Said(winner, read_price(self.line, self.rules, ron=True))

    def draw(self) -> ExhaustiveDraw:
        none = self.line.take("none")
        everyone = not none and self.line.take("all")
        tenpai = [] if none or everyone else self.names()
        end_of_tenpai = self.line.at
        nagashi: list[int] = []
        if self.line.take("nagashi"):
            nagashi = self.names()
            if not nagashi:
                raise self.line.expected("whose discards they were", "as in: draw Taro nagashi Ken")
        if self.tail("draw"):
            raise self.line.expected("the names of those in riichi", "as in: draw Ken Taro riichi Ken")
        self.end()
        if none and self.riichi:
            raise ParseError("draw none with a riichi contradicts itself: who is in riichi is tenpai", end_of_tenpai)
        if not (none or everyone or tenpai):
            self.line.at = end_of_tenpai
            raise DrawNeedsTenpai(self.line.rest())
        seats = range(self.rules.players) if everyone else {*tenpai, *self.riichi}
        return ExhaustiveDraw(tuple(seats), tuple(self.riichi), tuple(nagashi))

    def abort(self) -> AbortiveDraw:
        line = self.line
        kind = next((kind for kind in Abort if kind in (line.key, "-".join(line.keys[line.at : line.at + 2]))), None)
        if kind is None:
            hint = did_you_mean(line.key, list(Abort)) if line.key else ""
            raise line.expected("why the hand was broken off", f"one of {listing(Abort, 'or')}{hint}")
        line.at += 1 if line.key == kind else 2
        if self.tail("abort"):
            raise line.expected("the names of those in riichi", "as in: abort four-winds riichi Ken")
        self.end()
        if kind is Abort.FOUR_RIICHI and not self.riichi:
            self.riichi = list(range(self.rules.players))
        return AbortiveDraw(kind, tuple(self.riichi))

    def chombo(self) -> Chombo:
        offender = self.name("who is at fault", "as in: chombo Ken")
        if self.tail("chombo"):
            raise self.line.expected("the names of those in riichi", "as in: chombo Ken riichi Taro")
        self.end()
        return Chombo(offender, tuple(self.riichi))

    def tail(self, outcome: str, win: Said | None = None) -> bool:
        """Reads what follows the outcome, or one win of it; whether a riichi came without names."""
        line, said, bare = self.line, False, False
        while True:
            if win is not None and win.tiles is not None and win.tiles.read(line):
                continue
            if line.take("on-riichi"):
                if outcome != "ron" or self.on_riichi:
                    raise line.refused("this is for a ron" if outcome != "ron" else "this was said before", back=1)
                self.on_riichi = True
            elif line.take("riichi"):
                if said:
                    raise line.refused("this was said before: name all who are in riichi behind one riichi", back=1)
                said = True
                bare = line.ended or line.comma or self.name_ends(win)
                if not bare:
                    self.riichi += self.names(self.riichi, "riichi takes names and comes after the last win", win)
            elif line.key in ("pao", "dora"):
                self.of_win(win)
            elif line.take("nagashi"):
                raise line.refused("this is for a draw, and comes before riichi: draw Taro nagashi Ken", back=1)
            else:
                return bare

    def of_win(self, win: Said | None) -> None:
        """Reads who is liable for a win, or how many of its han are dora."""
        line, word = self.line, self.line.key
        line.at += 1
        if win is None:
            raise line.refused("this is for a win", back=1)
        if (win.liable if word == "pao" else win.dora) is not None:
            raise line.refused("this was said before", back=1)
        if word == "dora":
            win.dora = number(line.key, digits=2)
            if win.dora is None or line.comma:
                raise line.expected("how many of the han are dora", "as in: Ken ron John 3/40 dora 2")
            line.at += 1
            return
        win.liable = Liability(self.name("the liable player", "as in: Ken tsumo yakuman pao John"))
        if line.at_tail or line.key.endswith(Limit.YAKUMAN):
            line.commas[line.at] = False  # it ended the name
        win.read_liable_part(line, self.rules)

    def name_ends(self, win: Said | None) -> bool:
        """Whether the word to be read next is no name, but something that follows the names."""
        tiles = None if win is None else win.tiles
        return self.line.at_tail or (tiles is not None and tiles.goes_on(self.line))

    def names(self, before: Sequence[int] = (), advice: str = "", win: Said | None = None) -> list[int]:
        """Reads names up to the end or a tail; before: those who must not be named again."""
        seats: list[int] = []
        while not self.line.ended and not self.name_ends(win):
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

    def end(self, advice: str = "") -> None:
        if not self.line.ended:
            raise self.line.expected("riichi, on-riichi or the end", advice)
        if self.line.comma:
            raise ParseError(
                "the line ends with a comma: a name is missing, or the comma is one too many", self.line.at
            )
