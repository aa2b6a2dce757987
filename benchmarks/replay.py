"""How many hands per second the rules replay: games of made-up hands by several rulesets, in one process.

Run it as  python benchmarks/replay.py --hands 1000000  where the ledger is installed. The hands are made up in
portions, and only their replay is timed.
"""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar

from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    LimitHand,
    Price,
    Ron,
    Score,
    Tsumo,
    Win,
    YakumanHand,
)
from ledger.rules.payments import MOST_WINNERS, STICK, allowed_aborts
from ledger.rules.points import LIMIT_BASE
from ledger.rules.replay import replay, step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import dealer_may_end, first_table
from ledger.rules.values import possible_values
from ledger.shapes.hand import Abort, Limit, Table

T = TypeVar("T")
RULESETS = (
    *("standard", "dutch", "ema-2025", "wrc-2025", "tenhou", "tenhou-3p"),
    *("mahjong-soul", "m-league", "jansou", "kansai-3p"),
)
PORTION = 10_000
"""So many hands are made up at once."""
OUTCOMES = {
    "ron": 46.0,
    "tsumo": 29.0,
    "draw": 18.0,
    "double-ron": 3.0,
    "triple-ron": 0.3,
    "abort": 2.0,
    "nagashi": 1.0,
    "chombo": 0.7,
}
"""How often each outcome is played where the rules have it."""
HAN_FU: dict[Price, float] = {
    HanFu(1, 30): 20,
    HanFu(1, 40): 12,
    HanFu(2, 30): 16,
    HanFu(2, 40): 8,
    HanFu(3, 25): 2,
    HanFu(3, 30): 12,
    HanFu(3, 40): 6,
    HanFu(4, 30): 6,
    HanFu(4, 40): 2,
    HanFu(5): 5,
    HanFu(7): 3,
    HanFu(9): 1,
    HanFu(13): 0.1,
    LimitHand(Limit.MANGAN): 5,
    LimitHand(Limit.HANEMAN): 2,
    YakumanHand(): 0.3,
}
"""Prices and how often they are won, by ron and by tsumo."""
DUTCH: dict[Price, float] = {**{Score(score): 40 / score for score in range(3, 16)}, YakumanHand(): 0.3}


class Game(NamedTuple):
    """A game's rules, and what happened in it."""

    rules: Ruleset
    hands: tuple[Facts, ...]


class Measured(NamedTuple):
    """What was replayed, how long that took, and a checksum of all final scores."""

    hands: int
    games: int
    seconds: float
    checksum: str


class Players:
    """People who play by a ruleset, and what happens at their table; chance: what they leave to it."""

    def __init__(self, rules: Ruleset, chance: Random) -> None:
        self.rules = rules
        self._chance = chance
        self._aborts = [Abort(kind) for kind in allowed_aborts(rules) if kind != Abort.FOUR_RIICHI]
        winners = min(MOST_WINNERS[rules.multi_ron], rules.players - 1)
        possible = {
            "double-ron": winners >= 2,
            "triple-ron": winners >= 3,
            "abort": bool(self._aborts),
            "nagashi": rules.nagashi != "none",
            "chombo": rules.chombo != "none",
        }
        self._outcomes = {name: weight for name, weight in OUTCOMES.items() if possible.get(name, True)}
        self._prices = DUTCH if rules.method == "dutch" else HAN_FU

    def game(self, most: int) -> Game:
        """A game until its rules end it, or after so many hands."""
        table, hands = first_table(self.rules), list[Facts]()
        while not table.over and len(hands) < most:
            facts = self._hand(table)
            hands.append(facts)
            before, table = table, step(table, facts, self.rules).after
            if dealer_may_end(before, facts, table, self.rules) and self._happens(0.5):
                break
        return Game(self.rules, tuple(hands))

    def _hand(self, table: Table) -> Facts:
        outcome = self._one_of(self._outcomes)
        riichi = tuple(seat for seat in range(table.players) if self._can_riichi(seat, table) and self._happens(0.2))
        match outcome:
            case "ron":
                return self._ron(1, riichi, table)
            case "double-ron":
                return self._ron(2, riichi, table)
            case "triple-ron":
                return self._ron(3, riichi, table)
            case "tsumo":
                return Tsumo(self._win(self._seat(), None, table), riichi)
            case "abort":
                return AbortiveDraw(self._chance.choice(self._aborts), riichi)
            case "chombo":
                return Chombo(self._seat(), riichi)
        tenpai = tuple(seat for seat in range(table.players) if seat in riichi or self._happens(0.35))
        return ExhaustiveDraw(tenpai, riichi, (self._seat(),) if outcome == "nagashi" else ())

    def _ron(self, winners: int, riichi: tuple[int, ...], table: Table) -> Ron:
        discarder, *won = self._chance.sample(range(table.players), winners + 1)
        on_riichi = discarder not in riichi and self._can_riichi(discarder, table) and self._happens(0.05)
        return Ron(discarder, tuple(self._win(seat, discarder, table) for seat in won), riichi, on_riichi)

    def _win(self, winner: int, discarder: int | None, table: Table) -> Win:
        if self._happens(0.1):
            known = possible_values(self.rules, discarder is not None, winner == table.dealer)
            usual = [value for value, base in known.items() if base.points <= LIMIT_BASE[Limit.MANGAN]]
            return Win(winner, self._chance.choice(usual))
        price = self._one_of(self._prices)
        if isinstance(price, YakumanHand) and self.rules.pao and self._happens(0.2):
            return Win(winner, price, Liability((winner + 1) % table.players))
        return Win(winner, price)

    def _can_riichi(self, seat: int, table: Table) -> bool:
        return self.rules.riichi_below_1000 or table.scores[seat] >= STICK

    def _seat(self) -> int:
        return self._chance.randrange(self.rules.players)

    def _happens(self, how_often: float) -> bool:
        return self._chance.random() < how_often

    def _one_of(self, weights: dict[T, float]) -> T:
        return self._chance.choices(list(weights), list(weights.values()))[0]


def portions(hands: int, seed: int) -> Iterator[list[Game]]:
    """Games with so many hands in all, a portion of them at a time."""
    chance = Random(seed)
    clubs = [Players(preset(name), chance) for name in RULESETS]
    while hands:
        left, made = min(hands, PORTION), list[Game]()
        hands -= left
        while left:
            made.append(chance.choice(clubs).game(left))
            left -= len(made[-1].hands)
        yield made


def measure(hands: int, seed: int = 1) -> Measured:
    """Replays so many hands."""
    seconds, games, checksum = 0.0, 0, hashlib.sha256()
    for made in portions(hands, seed):
        start = perf_counter()
        ends = [replay(game.hands, game.rules)[-1].after for game in made]
        seconds += perf_counter() - start
        games += len(made)
        for game, end in zip(made, ends, strict=True):
            checksum.update(f"{game.rules.name} {end.position} {end.scores}\n".encode())
    return Measured(hands, games, seconds, checksum.hexdigest()[:16])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=1_000_000, metavar="N", help="how many hands (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes up the same hands (1)")
    options = parser.parse_args(arguments)
    found = measure(options.hands, options.seed)
    per_second = found.hands / found.seconds if found.seconds else 0
    print(f"{found.hands:,} hands in {found.games:,} games: {found.seconds:.2f} s, {per_second:,.0f} hands per second")
    print(f"checksum {found.checksum}")


if __name__ == "__main__":
    main()
