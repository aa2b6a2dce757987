"""A game of Tenhou as JSON of tenhou.net/6: one object with all hands, or a list of objects with one hand each."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ledger.importers.files import read_bytes, read_json
from ledger.importers.found import FoundGame, FoundHand, FoundTable
from ledger.importers.logs import (
    LAST_HAND,
    Reading,
    known_name,
    named,
    player_names,
    points_of,
    price_of,
    result_points,
    seat_in,
    whole,
)
from ledger.importers.tenhou_terms import ABORTS, BY_NAME, DORA_NAMES, key_and_time, tenhou_rules
from ledger.rules.facts import AbortiveDraw, ExhaustiveDraw, Facts, Liability, LimitHand, Price, Ron, Tsumo, Win
from ledger.rules.payments import STICK
from ledger.shapes.hand import Limit

WON, DRAWN, NAGASHI = "和了", "流局", "流し満貫"
ALL_TENPAI, NONE_TENPAI = "全員聴牌", "全員不聴"
MANGAN, YAKUMAN = "満貫", "役満"
RIICHI = "r"
FIRST_OF_SEAT, OF_SEAT, DISCARDS = 4, 3, 2
"""A hand's list: number, scores, two of dora, then three of each seat (dealt, drawn, discarded), then the result."""


def game_of_json(path: Path, reading: Reading) -> FoundGame:
    """The game in a file. Raises Unreadable, or what a log raises that is not built as such."""
    said = read_json(path)
    parts = said if isinstance(said, list) else [said]
    names = [name for name in parts[0]["name"] if name]
    if any([name for name in part["name"] if name] != names for part in parts):
        raise ValueError("it holds games of several groups of people; a file is one game")
    rule = parts[0]["rule"]
    text = str(rule.get("disp", ""))
    players = 3 if "三" in text or len(names) == 3 else 4
    names = names[:players]
    log = [hand for part in parts for hand in part["log"]]
    hands = []
    for number, hand in enumerate(log, start=1):
        reading.at = f"hand {number}"
        hands.append(_hand(hand, players, reading))
    reading.at = None
    if not hands or len(names) != players:
        raise ValueError("there is no hand in it" if not hands else f"it names {len(names)} of {players} players")
    key, began = key_and_time(path)
    digest = hashlib.sha256(read_bytes(path)).hexdigest()[:32]
    scores, points = _final(parts[-1].get("sc"), players)
    red = any(bool(rule.get(name)) for name in ("aka", "aka51", "aka52", "aka53"))
    return FoundGame(
        key=key or f"tenhou:{named(parts[0].get('ref') or digest, 'the name of the game')}",
        place=reading.place,
        players=player_names(names),
        rules=tenhou_rules(players, south="南" in text or not text, red=red, tanyao="喰" in text or not text),
        played_at=began,
        hands=tuple(hands),
        scores=scores,
        points=points,
    )


def _final(sc: Any, players: int) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """The scores and points at the end, where they are written."""
    if not sc:
        return None, None
    numbers = sc[: 2 * players]
    return tuple(points_of(n) for n in numbers[::2]), tuple(map(result_points, numbers[1::2]))


def _hand(hand: Any, players: int, reading: Reading) -> FoundHand:
    number = whole(hand[0][0], 0, LAST_HAND, "the hand's number")
    honba, sticks = (whole(n, 0, 1000, "counters and sticks") for n in hand[0][1:3])
    before = FoundTable(number // 4, seat_in(number % 4, players, "the dealer"), honba, sticks)
    result = hand[-1]
    discards = [hand[FIRST_OF_SEAT + OF_SEAT * seat + DISCARDS] for seat in range(players)]
    declared = [seat for seat in range(players) if any(str(tile).startswith(RIICHI) for tile in discards[seat])]
    on_riichi = _on_riichi(result, discards, players)
    riichi = tuple(seat for seat in declared if seat != on_riichi)
    facts = _facts(result, riichi, on_riichi, players)
    changes = list(_changes(result, players))
    for seat in riichi:
        changes[seat] -= STICK
    return FoundHand(reading.place, facts, tuple(changes), before)


def _on_riichi(result: Sequence[Any], discards: Sequence[Sequence[Any]], players: int) -> int | None:
    """The seat whose riichi was declared with the tile that others won by: that stick is not paid."""
    if result[0] != WON:
        return None
    winner, source = (seat_in(n, players) for n in result[2][:2])
    last = str(discards[source][-1]) if winner != source and discards[source] else ""
    return source if last.startswith(RIICHI) else None


def _changes(result: Sequence[Any], players: int) -> Iterator[int]:
    """What the result alone booked, by seat: that of all its winners."""
    lists = [part for part in result[1:] if isinstance(part, list) and all(isinstance(n, int | float) for n in part)]
    for seat in range(players):
        yield sum(points_of(numbers[seat]) for numbers in lists)


def _facts(result: Sequence[Any], riichi: tuple[int, ...], on_riichi: int | None, players: int) -> Facts:
    kind = str(result[0])
    if kind == WON:
        wins = tuple(_win(said, players) for said in result[2::2])
        winner, source = (seat_in(n, players) for n in result[2][:2])
        return Tsumo(wins[0], riichi) if winner == source else Ron(source, wins, riichi, on_riichi is not None)
    if kind in ABORTS:
        return AbortiveDraw(ABORTS[kind], riichi)
    changes = list(_changes(result, players))
    if kind == NAGASHI:
        paid = tuple(seat for seat in range(players) if changes[seat] > 0)
        return ExhaustiveDraw(riichi, riichi, paid)
    if kind not in (DRAWN, ALL_TENPAI, NONE_TENPAI):
        raise ValueError(f"it ends with {kind!r:.40}, which nobody knows here")
    tenpai = {seat for seat in range(players) if changes[seat] > 0} | set(riichi)
    if kind == ALL_TENPAI or (tenpai and not any(changes)):
        tenpai = set(range(players))
    return ExhaustiveDraw(tuple(sorted(tenpai)), riichi)


def _win(said: Sequence[Any], players: int) -> Win:
    """A winning hand: who, from whom, who answers for it, its price in words, its yaku."""
    winner, _, liable = (seat_in(n, players) for n in said[:3])
    written = [re.fullmatch(r"(.+?)\((?:([0-9]+)飜|役満)\)", str(text)) for text in said[4:]]
    yaku = [(found[1], None if found[2] is None else int(found[2])) for found in written if found]
    if len(yaku) != len(said) - 4:
        raise ValueError("a yaku is not written as in 立直(1飜)")
    names = tuple(dict.fromkeys(_yaku(name) for name, _ in yaku if name not in DORA_NAMES))
    limits = sum(han is None for _, han in yaku)
    dora = None if limits else sum(han or 0 for name, han in yaku if name in DORA_NAMES)
    pao = None if liable == winner else Liability(liable)
    return Win(winner, _price(str(said[3]), sum(han or 0 for _, han in yaku), limits), pao, None, names, dora)


def _yaku(name: str) -> str:
    if name.startswith(("自風", "場風")):
        return "seat-wind" if name.startswith("自風") else "round-wind"
    return known_name(name, BY_NAME, "a yaku")


def _price(text: str, han: int, limits: int) -> Price:
    """The price from its words: 30符1飜1000点, 満貫8000点."""
    fu = re.match(r"([0-9]+)符", text)
    if not limits and fu is None and text.startswith(MANGAN) and han < 5:
        return LimitHand(Limit.MANGAN)  # of which only the han are written
    return price_of(han, int(fu[1]) if fu else None, limits)
