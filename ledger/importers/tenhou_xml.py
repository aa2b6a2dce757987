"""A game of Tenhou as XML."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ledger.importers.files import read_bytes, read_xml
from ledger.importers.found import FoundGame, FoundHand, FoundTable
from ledger.importers.logs import LAST_HAND, Reading, player_names, points_of, price_of, result_points, seat_in, whole
from ledger.importers.tenhou_house import Booked, BookedWin, house_rules
from ledger.importers.tenhou_terms import ABORTS, DORA, YAKU, key_and_time, rules_of_room
from ledger.rules.facts import AbortiveDraw, ExhaustiveDraw, Facts, HanFu, Liability, Ron, Tsumo, Win, wins_of
from ledger.rules.payments import STICK

HUNDREDS = 100


def game_of(path: Path, reading: Reading) -> FoundGame:
    """The game in a file. Raises Unreadable, or what a log raises that is not built as such."""
    root = read_xml(path)
    if root.tag != "mjloggm":
        raise ValueError(f"its first element is {root.tag:.40}, not mjloggm")
    log = _Log(reading)
    for element in root:
        log.take(element)
    log.finish_wins()
    key, began = key_and_time(path)
    digest = hashlib.sha256(read_bytes(path)).hexdigest()[:32]
    if log.players == 0 or not log.hands:
        raise ValueError("there is no hand in it")
    if len(log.names) != log.players:
        raise ValueError(f"it names {len(log.names)} of {log.players} players")
    return FoundGame(
        key=key or f"tenhou:{digest}",
        place=reading.place._replace(inside=None),
        players=player_names(log.names),
        rules=house_rules(rules_of_room(log.room), log.booked(began)),
        played_at=began,
        hands=tuple(log.hands),
        scores=log.final[0] if log.final else None,
        points=log.final[1] if log.final else None,
        ended=log.final is not None,
    )


class _Log:
    """A log under way: the hands so far, and the one that is being read."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.room = 0
        self.players = 0
        self.names: list[str] = []
        self.hands: list[FoundHand] = []
        self.final: tuple[tuple[int, ...], tuple[int, ...] | None] | None = None
        self.before: FoundTable | None = None
        self.start: tuple[int, ...] = ()
        self.declared: list[int] = []
        self.deposited: list[int] = []
        self.wins: list[Any] = []
        self.first: tuple[int, ...] = ()
        self.booked_wins: list[BookedWin] = []
        self.ratio = False

    def booked(self, began: datetime | None) -> Booked:
        """What the log says of its table."""
        scores, points = self.final or (None, None)
        start = self.first[0] if self.first and len(set(self.first)) == 1 else 25_000
        return Booked(self.room, began, self.ratio, start, tuple(self.booked_wins), scores, points)

    def take(self, element: Any) -> None:
        """Reads the next element; those of draws and discards tell nothing that is kept."""
        said = element.attrib
        match element.tag:
            case "GO":
                self.room = whole(said["type"], 0, 1 << 20, "the room's type")
                self.players = 3 if self.room & 0x10 else 4
            case "UN":
                self._players(said)
            case "INIT":
                self.finish_wins()
                self._begin(said)
            case "REACH":
                seat = seat_in(said["who"], self.players)
                (self.declared if said["step"] == "1" else self.deposited).append(seat)
            case "AGARI":
                self.wins.append(said)
                if "owari" in said:
                    self.finish_wins()
            case "RYUUKYOKU":
                self._draw(said)
        self.ratio |= "ratio" in said
        if "owari" in said and element.tag in ("AGARI", "RYUUKYOKU"):
            self._end(said["owari"])

    def _players(self, said: Any) -> None:
        names = [unquote(said[f"n{seat}"]) for seat in range(4) if said.get(f"n{seat}")]
        if len(names) >= len(self.names):  # somebody who comes back is named alone
            self.names = names[: self.players or 4]

    def _begin(self, said: Any) -> None:
        self.reading.at = f"hand {len(self.hands) + 1}"
        said_number, *counted = said["seed"].split(",")[:3]
        number = whole(said_number, 0, LAST_HAND, "the hand's number")
        honba, sticks = (whole(n, 0, 1000, "counters and sticks") for n in counted)
        self.before = FoundTable(number // 4, seat_in(said["oya"], self.players, "the dealer"), honba, sticks)
        self.start = tuple(points_of(n) * HUNDREDS for n in said["ten"].split(",")[: self.players])
        self.first = self.first or self.start
        self.declared, self.deposited, self.wins = [], [], []

    def finish_wins(self) -> None:
        """Ends the hand with the winning hands that were read: a second one comes as an element of its own."""
        if not self.wins:
            return
        wins, self.wins = self.wins, []
        first = wins[0]
        winner, source = (seat_in(first[name], self.players) for name in ("who", "fromWho"))
        riichi = tuple(sorted(self.deposited))
        facts: Ron | Tsumo
        if winner == source:
            facts = Tsumo(self._win(first), riichi)
        else:
            on_riichi = source in self.declared and source not in self.deposited
            facts = Ron(source, tuple(self._win(win) for win in wins), riichi, on_riichi)
        if len(wins) == 1:
            self.booked_wins.append(self._booked(first, facts))
        self._add(facts, wins[-1]["sc"])

    def _booked(self, said: Any, facts: Ron | Tsumo) -> BookedWin:
        fu, points, _ = (points_of(n) for n in said["ten"].split(","))
        honba, sticks = (whole(n, 0, 1000, "counters and sticks") for n in said["ba"].split(","))
        gained = points_of(said["sc"].split(",")[2 * seat_in(said["who"], self.players) + 1]) * HUNDREDS
        price = wins_of(facts)[0].price
        han = price.han if isinstance(price, HanFu) else 0
        return BookedWin(han, fu, points, honba, isinstance(facts, Ron), gained - points - sticks * STICK)

    def _win(self, said: Any) -> Win:
        pairs = [whole(number, 0, 1000, "a yaku") for number in said.get("yaku", "").split(",") if number]
        han = dict(zip(pairs[::2], pairs[1::2], strict=True))
        limits = [whole(number, 0, DORA - 1, "a yakuman") for number in said.get("yakuman", "").split(",") if number]
        fu = whole(said["ten"].split(",")[0], 0, 1000, "fu")
        winner = seat_in(said["who"], self.players)
        liable = None if "paoWho" not in said else Liability(seat_in(said["paoWho"], self.players))
        yaku = tuple(dict.fromkeys(YAKU[number] for number in (*limits, *han) if number < DORA))
        dora = None if limits else sum(number for kind, number in han.items() if kind >= DORA)
        return Win(winner, price_of(sum(han.values()), fu, len(limits)), liable, None, yaku, dora)

    def _draw(self, said: Any) -> None:
        kind = said.get("type")
        riichi = tuple(sorted(self.deposited))
        if kind in ABORTS:
            self._add(AbortiveDraw(ABORTS[kind], riichi), said.get("sc"))
            return
        shown = tuple(seat for seat in range(self.players) if f"hai{seat}" in said)
        tenpai = tuple(sorted({*shown, *riichi}))
        nagashi = tuple(self._nagashi(said["sc"])) if kind == "nm" else ()
        self._add(ExhaustiveDraw(tenpai, riichi, nagashi), said["sc"])

    def _nagashi(self, sc: str) -> Iterator[int]:
        """Who was paid."""
        changes = [points_of(n) for n in sc.split(",")][1::2]
        yield from (seat for seat in range(self.players) if changes[seat] > 0)

    def _add(self, facts: Facts, sc: str | None) -> None:
        if self.before is None:
            raise ValueError("a hand ends that did not begin")
        changes = None
        if sc is not None:
            numbers = [points_of(n) * HUNDREDS for n in sc.split(",")][: 2 * self.players]
            after = [numbers[2 * seat] + numbers[2 * seat + 1] for seat in range(self.players)]
            changes = tuple(end - start for end, start in zip(after, self.start, strict=True))
        self.hands.append(FoundHand(self.reading.place, facts, changes, self.before))
        self.before = None

    def _end(self, owari: str) -> None:
        numbers = owari.split(",")[: 2 * self.players]
        scores = tuple(points_of(n) * HUNDREDS for n in numbers[::2])
        self.final = scores, tuple(map(result_points, numbers[1::2]))
