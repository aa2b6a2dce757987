"""Games played on Mahjong Soul: JSON with the head of the game and the records of each hand; a file is one game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledger.importers.files import read_json
from ledger.importers.found import Found, FoundGame, FoundHand, FoundTable
from ledger.importers.logs import (
    LAST_HAND,
    Reading,
    named,
    player_names,
    points_of,
    price_of,
    read_each,
    seat_in,
    whole,
)
from ledger.importers.mahjong_soul_rooms import rules_of_game
from ledger.rules.facts import AbortiveDraw, ExhaustiveDraw, Facts, Liability, Ron, Tsumo, Win
from ledger.shapes.hand import Abort

SYSTEM = "mahjong-soul"
YAKU = (
    *("", "menzen-tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "white-dragon", "green-dragon"),
    *("red-dragon", "seat-wind", "round-wind", "tanyao", "iipeikou", "pinfu", "chantai", "ittsu", "sanshoku-doujun"),
    *("double-riichi", "sanshoku-doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"),
    *("chiitoitsu", "junchan", "honitsu", "ryanpeikou", "chinitsu", "ippatsu", "", "", "", ""),
    *("tenhou", "chiihou", "daisangen", "suuankou", "tsuuiisou", "ryuuiisou", "chinroutou", "kokushi"),
    *("shousuushii", "suukantsu", "chuuren", "", "chuuren-9", "suuankou-tanki", "kokushi-13", "daisuushii"),
)
"""By Mahjong Soul's numbers; those of dora are empty."""
DORA = (31, 32, 33, 34)
ABORTS = {
    1: Abort.NINE_TERMINALS,
    2: Abort.FOUR_WINDS,
    3: Abort.FOUR_KANS,
    4: Abort.FOUR_RIICHI,
    5: Abort.TRIPLE_RON,
}
PAO = ("daisangen", "daisuushii")
"""The yakuman that somebody else may answer for; not for others of the hand."""
COMPUTER = "Computer"
"""The name of a seat that nobody had."""


def read(paths: Sequence[Path]) -> Found:
    """The games in files of Mahjong Soul."""
    return read_each(paths, SYSTEM, _read)


def _read(path: Path, reading: Reading) -> Iterator[FoundGame]:
    said = _written_as_one(read_json(path))
    head = said["head"]
    records = said.get("details") or said["data"]
    hands = _Hands(reading)
    for record in records:
        hands.take(record)
    reading.at = None
    if not hands.found:
        raise ValueError("there is no hand in it")
    players = hands.players
    result = {one.get("seat", 0): one for one in head.get("result", {}).get("players", ())}
    scores, points = (
        tuple(points_of(result[seat].get(name, 0)) for seat in range(players)) if len(result) == players else None
        for name in ("partPoint1", "totalPoint")
    )
    yield FoundGame(
        key=f"mahjong-soul:{named(head['uuid'], 'the name of the game')}",
        place=reading.place,
        players=_names(head, players),
        rules=rules_of_game(head.get("config") or {}, hands.tables, scores, points),
        played_at=datetime.fromtimestamp(whole(head["startTime"], 0, 1 << 33, "the time"), UTC),
        hands=tuple(hands.found),
        scores=scores,
        points=points,
        ended=scores is not None,
    )


def _written_as_one(said: Any) -> Any:
    """A log with the keys of its JSON; programs that save logs write start_time, too, and a record below its name."""
    if isinstance(said, Mapping):
        if isinstance(said.get("data"), Mapping | list) and isinstance(said.get("name"), str):
            inner = said["data"]
            return _written_as_one({**inner, "@type": said["name"]} if isinstance(inner, Mapping) else inner)
        keys = {key: re.sub("_([a-z0-9])", lambda found: found[1].upper(), key) for key in said}
        return {new: _written_as_one(said[key]) for key, new in keys.items()}
    return [_written_as_one(one) for one in said] if isinstance(said, list) else said


def _names(head: Any, players: int) -> tuple[str, ...]:
    """The names of those at the table; a seat that nobody had was played by the program."""
    seats = {account.get("seat", 0): account.get("nickname") for account in head["accounts"]}
    if any(seat not in range(players) for seat in seats) or len(seats) != len(head["accounts"]):
        raise ValueError(f"its players are at the seats {', '.join(map(str, seats)):.40}, and {players} play")
    return player_names(seats.get(seat, COMPUTER) for seat in range(players))


def _abort(kind: Any) -> Abort:
    """What broke a hand off. Raises ValueError."""
    return ABORTS[whole(kind, min(ABORTS), max(ABORTS), "what breaks a hand off")]


class _Hands:
    """The hands of a game, record by record; a seat that is not written is 0, a number that is not is 0."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.players = 4
        self.tables: list[tuple[int, ...]] = []
        self.found: list[FoundHand] = []
        self.before: FoundTable | None = None
        self.last = 0  # who discarded last
        self.declared: int | None = None  # by the last discard
        self.riichi: list[int] = []

    def take(self, record: Any) -> None:
        """Reads the next record; draws and calls tell who paid for a riichi, and nothing else that is kept."""
        if liqi := record.get("liqi"):
            self.riichi.append(self._seat(liqi))
            self.declared = None
        match str(record["@type"]).rpartition(".")[2]:
            case "RecordNewRound":
                self._begin(record)
            case "RecordDiscardTile":
                self.last = self._seat(record)
                self.declared = self.last if record.get("isLiqi") or record.get("isWliqi") else None
            case "RecordAnGangAddGang" | "RecordBaBei":
                self.last = self._seat(record)
            case "RecordHule":
                self._won(record)
            case "RecordNoTile":
                self._drawn(record)
            case "RecordLiuJu":
                self._add(AbortiveDraw(_abort(record["type"]), self._paid()), self._changes([]))

    def _seat(self, said: Any) -> int:
        return seat_in(said.get("seat", 0), self.players)

    def _paid(self) -> tuple[int, ...]:
        return tuple(sorted(self.riichi))

    def _begin(self, said: Any) -> None:
        self.reading.at = f"hand {len(self.found) + 1}"
        scores = tuple(points_of(score) for score in said["scores"])
        if len(scores) not in (3, 4) or (self.tables and len(scores) != self.players):
            raise ValueError(f"it has the scores of {len(scores)} players")
        self.players = len(scores)
        self.tables.append(scores)
        wind = whole(said.get("chang", 0), 0, LAST_HAND // 4, "the round")
        dealer, honba, sticks = (whole(said.get(name, 0), 0, 1000, name) for name in ("ju", "ben", "liqibang"))
        self.before = FoundTable(wind, seat_in(dealer, self.players, "the dealer"), honba, sticks)
        self.riichi, self.declared = [], None

    def _changes(self, booked: Sequence[Any]) -> tuple[int, ...]:
        """What the hand changed: its deposits, and what its end booked."""
        changes = [-1_000 * self.riichi.count(seat) for seat in range(self.players)]
        for deltas in booked:
            for seat, change in enumerate(deltas):
                changes[seat] += points_of(change)
        return tuple(changes)

    def _won(self, said: Any) -> None:
        wins = said["hules"]
        on_riichi = self.declared is not None and not wins[0].get("zimo")
        facts: Facts
        if wins[0].get("zimo"):
            facts = Tsumo(self._win(wins[0]), self._paid())
        else:
            facts = Ron(self.last, tuple(map(self._win, wins)), self._paid(), on_riichi)
        self._add(facts, self._changes([said["deltaScores"]]))

    def _win(self, said: Any) -> Win:
        fans = [(whole(fan["id"], 0, 1000, "a yaku"), whole(fan.get("val", 0), 0, 100, "han")) for fan in said["fans"]]
        names = tuple(YAKU[number] for number, _ in fans if number < len(YAKU) and YAKU[number])
        count = whole(said["count"], 0, 1000, "han")
        liable = self._liable(said, fans, count)
        if said.get("yiman"):
            return Win(self._seat(said), price_of(0, None, count), liable, None, names)
        dora = sum(han for number, han in fans if number in DORA)
        return Win(self._seat(said), price_of(count, said.get("fu"), 0), liable, None, names, dora)

    def _liable(self, said: Any, fans: list[tuple[int, int]], count: int) -> Liability | None:
        """Who answers for a yakuman, written from 1; for part of the hand where others were won with it."""
        if not said.get("baopai"):
            return None
        part = sum(han for number, han in fans if number < len(YAKU) and YAKU[number] in PAO)
        return Liability(seat_in(said["baopai"] - 1, self.players), part if 0 < part < count else None)

    def _drawn(self, said: Any) -> None:
        tenpai = [seat for seat, player in enumerate(said["players"]) if player.get("tingpai")]
        nagashi = [self._seat(score) for score in said["scores"]] if said.get("liujumanguan") else []
        booked = [score["deltaScores"] for score in said.get("scores", ()) if score.get("deltaScores")]
        self._add(ExhaustiveDraw(tuple(tenpai), self._paid(), tuple(nagashi)), self._changes(booked))

    def _add(self, facts: Facts, changes: tuple[int, ...]) -> None:
        if self.before is None:
            raise ValueError("a hand ends that did not begin")
        self.found.append(FoundHand(self.reading.place, facts, changes, self.before))
        self.before = None
