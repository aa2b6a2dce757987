"""How many keys a hand needs in `ledger play`, counted over real hands with the completion that the prompt has.

Run it as  python benchmarks/keystrokes.py HANDS.jsonl.gz  where the ledger is installed. A key is a typed character,
Tab, or the Enter that records the hand. Of all ways to type a hand's canonical line the shortest counts: every name by
its wind letter or in full, and at every place Tab where what it brings belongs to the line. The table is drawn, so
nobody has to look up a wind.
"""

import argparse
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from statistics import mean, median
from typing import Any

from ledger.commands.play_preview import COMMANDS
from ledger.notation.completion import Completing
from ledger.notation.format import format_hand
from ledger.notation.normal import normal_form
from ledger.notation.parse import parse_hand
from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    Ron,
    Tsumo,
    Win,
    YakumanHand,
    wins_of,
)
from ledger.rules.table import first_table
from ledger.shapes.hand import WINDS, Abort, Table

NAMES = ("Ken", "John", "Taro", "Anna")
RULES = {4: preset("tenhou"), 3: preset("tenhou-3p")}
HANDS = Path(__file__).resolve().parents[2] / "shared" / "data" / "real" / "hands.jsonl.gz"


def facts_of(hand: dict[str, Any]) -> Facts:
    """What happened in a hand of the data, said as shortly as it can be: fu only where it matters."""
    riichi = tuple(hand["riichi_declared"])
    wins = tuple(
        Win(
            won["winner"],
            YakumanHand(won["yakuman"]) if won["yakuman"] else HanFu(won["han"], won["fu"] if won["han"] < 5 else None),
            None if won["pao"] is None else Liability(won["pao"]),
        )
        for won in hand["wins"]
    )
    match hand["outcome"]:
        case "ron":
            return Ron(hand["wins"][0]["from"], wins, riichi, on_riichi=bool(hand.get("riichi_not_deposited")))
        case "tsumo":
            return Tsumo(wins[0], riichi)
        case "abortive":
            return AbortiveDraw(Abort(hand["abort_type"].replace(" ", "-")), riichi)
        case "nagashi":
            return ExhaustiveDraw(tuple({*hand["tenpai"], *riichi}), riichi, tuple(hand["nagashi_by"]))
        case _:
            return ExhaustiveDraw(tuple(hand["tenpai"]), riichi)


def line_of(facts: Facts, table: Table) -> str:
    """The canonical line; the name behind riichi is left out where it is the only winner's, as the notation has it."""
    rules = RULES[table.players]
    line = format_hand(facts, NAMES[: table.players], rules, table)
    won = tuple(win.winner for win in wins_of(facts))
    if len(won) == 1 and facts.riichi == won:
        line = line.replace(f"riichi {NAMES[won[0]]}", "riichi", 1)
    if parse_hand(line, NAMES[: table.players], rules, table=table) != normal_form(facts, rules):
        raise AssertionError(line)
    return line


def table_of(players: int, dealer: int) -> Table:
    """A table where this seat deals: where the winds are is all that matters here."""
    return replace(first_table(RULES[players]), dealer=dealer)


@cache
def completing(players: int, dealer: int) -> Completing:
    """The completion of the prompt at such a table."""
    return Completing(NAMES[:players], RULES[players], table_of(players, dealer), COMMANDS)


@cache
def after_tab(text: str, players: int, dealer: int) -> str:
    """The line after Tab."""
    return completing(players, dealer).at(text).tab


def keys_for(line: str, players: int, dealer: int, *, tab: bool = True) -> int:
    """The fewest keys for a line, Enter included; tab: with completion."""
    spellings = [_spellings(word, players, dealer) for word in line.split()]
    return 1 + min(_keys(" ".join(words), players, dealer, tab=tab) for words in product(*spellings))


def _spellings(word: str, players: int, dealer: int) -> Sequence[str]:
    name = word.removesuffix(",")
    if name not in NAMES[:players]:
        return (word,)
    wind = WINDS[(NAMES.index(name) - dealer) % players].casefold()
    return (word, wind + word[len(name) :])


def _keys(line: str, players: int, dealer: int, *, tab: bool) -> int:
    """The fewest keys that make exactly this text: from each place on by a character, or by Tab where it fits."""
    end, line = len(line), f"{line} "  # Tab leaves a space behind what it brings
    fewest = [0, *[len(line)] * len(line)]
    for place in range(end):
        fewest[place + 1] = min(fewest[place + 1], fewest[place] + 1)
        brought = after_tab(line[:place], players, dealer) if tab else ""
        if place < len(brought) <= len(line) and line.startswith(brought):
            fewest[len(brought)] = min(fewest[len(brought)], fewest[place] + 1)
    return min(fewest[end:])


def count(hands: Iterable[dict[str, Any]], *, tab: bool = True) -> dict[str, list[int]]:
    """The keys for each hand, by outcome."""
    keys: dict[str, list[int]] = {}
    for hand in hands:
        players, dealer = hand["players"], hand["dealer"]
        line = line_of(facts_of(hand), table_of(players, dealer))
        kind = "several ron" if len(hand["wins"]) > 1 else hand["outcome"]
        keys.setdefault(kind, []).append(keys_for(line, players, dealer, tab=tab))
    return keys


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints mean and median of all hands and by outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hands", type=Path, nargs="?", default=HANDS, help="hands of real games, a JSON line each")
    path = parser.parse_args(arguments).hands
    if not path.is_file():
        parser.error(f"there is no {path}: name the file of hands")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        hands = [json.loads(line) for line in lines]
    for title, tab in (("with completion", True), ("typed in full, names by their winds", False)):
        keys = count(hands, tab=tab)
        every = [number for numbers in keys.values() for number in numbers]
        most = max(every)
        print(f"{title}: {len(every):,} hands, mean {mean(every):.2f}, median {median(every):g}, most {most}")
        for kind, numbers in sorted(keys.items(), key=lambda item: -len(item[1])):
            print(f"  {kind:<12} {len(numbers):>6,} hands  mean {mean(numbers):5.2f}  median {median(numbers):g}")


if __name__ == "__main__":
    main()
