"""Reading the one line that says what happened in a hand.

    line  := win ("," win)* tail | "draw" ("none" | "all" | NAMES) ["nagashi" NAMES] tail
             | "abort" KIND tail | "chombo" NAME tail
    win   := NAME "ron" NAME price | NAME "tsumo" price      from the second on also: NAME price
    price := 3/40 | 5h | s5 | mangan … yakuman | 2yakuman | 7700 | 1300/2600 | 2000all | TILES
    tail  := ["pao" NAME ["yakuman"]] ["dora" N] ["yaku" A+B] ["riichi" [NAMES]] ["on-riichi"]     in any order,
             and at the very end ["note" TEXT]

Before it all may stand the hand's place in the game (e1.0) and who declared riichi (Ken riichi).

Case does not matter. Names are those seated, or the beginning of one; @ before a name
forces it, a comma after it ends it. A comma that separates nothing is passed over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ledger.errors import LedgerError, listing
from ledger.names import nearest
from ledger.notation.normal import normal_form
from ledger.notation.reading import Reading
from ledger.notation.refusals import AmbiguousPlayer, DrawNeedsTenpai, ParseError, UnknownPlayer
from ledger.notation.seated import Seated, match_name
from ledger.notation.winning import Said, read_price, win_of
from ledger.notation.words import OUTCOMES, RESERVED, STARTS, Line, looks_like_notation
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Ron, Tsumo
from ledger.rules.payments import check_facts, gets_counters
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Abort, Table

__all__ = [
    "RESERVED",
    "AmbiguousPlayer",
    "DrawNeedsTenpai",
    "ParseError",
    "UnknownPlayer",
    "looks_like_notation",
    "match_name",
    "parse_hand",
    "parse_line",
]


Also = Mapping[str, int]
"""Further names of those seated, folded, each with its seat."""


def parse_hand(
    text: str,
    names: Sequence[str],
    rules: Ruleset,
    *,
    exact: bool = False,
    table: Table | None = None,
    also: Also | None = None,
) -> Facts:
    """The facts that a line says: see parse_line."""
    return parse_line(text, names, rules, exact=exact, table=table, also=also).facts


class SaidHand(NamedTuple):
    """What a line says: the facts, and what follows from them without having been said."""

    facts: Facts
    remarks: tuple[str, ...] = ()


def parse_line(
    text: str,
    names: Sequence[str],
    rules: Ruleset,
    *,
    exact: bool = False,
    table: Table | None = None,
    also: Also | None = None,
) -> SaidHand:
    """What a line says, facts in normal form; names: the shown names by seat; exact: no beginnings of names.

    table: what the hand was played at; without it E is the first dealer, values and the position
    are not checked, and tiles not understood; also: further names of those seated. Raises ParseError,
    DrawNeedsTenpai, UnknownPlayer, AmbiguousPlayer, TilesNeedTable, YakuNeedsRiichi, or what the rules refuse.
    """
    seated = Seated(names, exact=exact, dealer=table.dealer if table else 0, also=also)
    reader = _Reader(Line(text), seated, rules, table)
    reader.position()
    if reader.line.ended:
        raise ParseError(f"a hand is missing: type what happened, {reader.example} or: draw Ken Taro", 1)
    reader.early_riichi()
    facts = replace(reader.outcome(), note=reader.note)
    check_facts(facts, rules.players)
    return SaidHand(normal_form(facts, rules), tuple(reader.remarks))


class _Reader(Reading):
    """Reads the outcome of a hand; each method reads what it is named after and leaves the line behind it."""

    def early_riichi(self) -> None:
        """Reads who declared riichi where it is said before the outcome: Ken riichi Ken ron John 5h."""
        while self.line.key not in STARTS and "riichi" in self.line.keys[self.line.at + 1 :]:
            start = self.line.at
            seats: list[int] = []
            try:
                while not seats or self.line.key not in ("riichi", *OUTCOMES):
                    seats.append(self.name("who declared riichi"))
            except LedgerError:
                seats = []  # no names: what is wrong here is said when the outcome is read
            if not seats or not self.line.take("riichi"):
                self.line.at = start
                return
            for seat in seats:
                if seat in self.riichi:
                    raise self.line.refused(f"{self.seated.names[seat]} is in riichi already", back=1)
                self.riichi.append(seat)

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
        won = tuple(said.winner for said in wins)
        priced = tuple(
            win_of(said, self.riichi, self._table_of(said.winner, won, discarder), self.rules, ron=True)
            for said in wins
        )
        return Ron(discarder, priced, tuple(self.riichi), self.on_riichi)

    def _table_of(self, winner: int, winners: Sequence[int], discarder: int) -> Table | None:
        """The table, without counters for a winner who gets none of them."""
        gets = self.table is None or gets_counters(winner, tuple(winners), discarder, self.rules)
        return self.table if self.table is None or gets else replace(self.table, honba=0)

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
        tenpai = [] if none or everyone else self.names(draw=True)
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
        for seat in {*self.riichi} - {*(seats if everyone else tenpai)}:
            self.remarks.append(f"{self.seated.names[seat]} was in riichi, so counts as tenpai")
        return ExhaustiveDraw(tuple(seats), tuple(self.riichi), tuple(nagashi))

    def abort(self) -> AbortiveDraw:
        line = self.line
        said = (line.key, "-".join(line.keys[line.at : line.at + 2]))
        begun = [kind for kind in Abort if kind.partition("-")[0] == line.key]
        kind = next((kind for kind in Abort if kind in said), begun[0] if len(begun) == 1 else None)
        if kind is None:
            close = nearest(line.key, list(Abort)) if line.key and not begun else None
            known = f"did you mean {close}?" if close else f"one of {listing(begun or Abort, 'or')}"
            raise line.expected("why the hand was broken off", known)
        line.at += 2 if kind == said[1] != said[0] else 1
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
