"""Games played on Mahjong Soul: JSON with the head of the game and the records of each hand; a file is one game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from ledger.presets import preset
from ledger.rules.facts import AbortiveDraw, ExhaustiveDraw, Facts, Liability, Ron, Tsumo, Win
from ledger.rules.ruleset import Ruleset
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
EAST_ONLY = (1, 11)
"""The modes of games of one round, of four and of three players."""


def read(paths: Sequence[Path]) -> Found:
    """The games in files of Mahjong Soul."""
    return read_each(paths, SYSTEM, _read)


def _read(path: Path, reading: Reading) -> Iterator[FoundGame]:
    said = read_json(path)
    head, details = said["head"], said["details"]
    seats = {account.get("seat", 0): account["nickname"] for account in head["accounts"]}
    names = player_names(seats[seat] for seat in sorted(seats))
    if sorted(seats) != list(range(len(names))) or len(names) not in (3, 4):
        raise ValueError(f"it names {len(names)} players")
    hands = _Hands(reading, len(names))
    for record in details:
        hands.take(record)
    reading.at = None
    if not hands.found:
        raise ValueError("there is no hand in it")
    result = {one.get("seat", 0): one for one in head.get("result", {}).get("players", ())}
    ended = len(result) == len(names)
    yield FoundGame(
        key=f"mahjong-soul:{named(head['uuid'], 'the name of the game')}",
        place=reading.place,
        players=names,
        rules=_rules(head, len(names)),
        played_at=datetime.fromtimestamp(whole(head["startTime"], 0, 1 << 40, "the time"), UTC),
        hands=tuple(hands.found),
        scores=tuple(points_of(result[seat].get("partPoint1", 0)) for seat in range(len(names))) if ended else None,
        points=tuple(points_of(result[seat].get("totalPoint", 0)) for seat in range(len(names))) if ended else None,
        ended=ended,
    )


def _rules(head: Any, players: int) -> Ruleset:
    mode = head.get("config", {}).get("mode", {}).get("mode", 2)
    usual = preset("mahjong-soul-3p" if players == 3 else "mahjong-soul")
    return replace(usual, rounds=1) if mode in EAST_ONLY else usual


def _abort(kind: Any) -> Abort:
    """What broke a hand off. Raises ValueError."""
    return ABORTS[whole(kind, min(ABORTS), max(ABORTS), "what breaks a hand off")]


class _Hands:
    """The hands of a game, record by record; a seat that is not written is 0, a number that is not is 0."""

    def __init__(self, reading: Reading, players: int) -> None:
        self.reading = reading
        self.players = players
        self.found: list[FoundHand] = []
        self.before: FoundTable | None = None
        self.start: tuple[int, ...] = ()
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
        wind = whole(said.get("chang", 0), 0, LAST_HAND // 4, "the round")
        dealer, honba, sticks = (whole(said.get(name, 0), 0, 1000, name) for name in ("ju", "ben", "liqibang"))
        self.before = FoundTable(wind, seat_in(dealer, self.players, "the dealer"), honba, sticks)
        self.start = tuple(points_of(score) for score in said["scores"])
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
        liable = Liability(seat_in(said["baopai"] - 1, self.players)) if said.get("baopai") else None
        if said.get("yiman"):
            return Win(self._seat(said), price_of(0, None, count), liable, None, names)
        dora = sum(han for number, han in fans if number in DORA)
        return Win(self._seat(said), price_of(count, said.get("fu"), 0), liable, None, names, dora)

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
