"""Hands of real online games, as their platform booked them, played again by the rules here."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, Ron, Tsumo, Win, YakumanHand
from ledger.rules.payments import change, payments, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import next_table
from ledger.shapes.hand import Table

# The platform's values. Its games end by points, which this version does not know, and some go on into
# the West round: four rounds let every hand have a next one.
PLATFORM: dict[str, Any] = {
    "version": 1,
    "title": "",
    "source": "",
    "rounds": 4,
    "multi_ron_honba": "closest",
    "multi_ron_sticks": "closest",
}
RULES = {
    4: Ruleset(name="four", players=4, start_points=25_000, target_points=30_000, **PLATFORM),
    3: Ruleset(
        name="three", players=3, start_points=35_000, target_points=40_000, honba_ron=200, noten_pool=2_000, **PLATFORM
    ),
}

Hand = dict[str, Any]


@pytest.fixture(scope="module")
def hands(shared_data: Path) -> list[Hand]:
    with gzip.open(shared_data / "real" / "hands.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def left_out(hand: Hand) -> str | None:
    """Why a hand is outside of what this version plays, if it is."""
    if hand["outcome"] not in ("ron", "tsumo", "draw"):
        return str(hand["outcome"])
    if hand.get("rule_flags"):
        return "house rules of a custom table"
    return "pao" if any(win["pao"] is not None for win in hand["wins"]) else None


def facts_of(hand: Hand) -> Facts:
    riichi = tuple(hand["riichi_declared"])
    wins = tuple(
        Win(won["winner"], YakumanHand(won["yakuman"]) if won["yakuman"] else HanFu(won["han"], won["fu"]))
        for won in hand["wins"]
    )
    match hand["outcome"]:
        case "ron":
            return Ron(hand["wins"][0]["from"], wins, riichi, on_riichi=bool(hand.get("riichi_not_deposited")))
        case "tsumo":
            return Tsumo(wins[0], riichi)
        case _:
            return ExhaustiveDraw(tuple(hand["tenpai"]), riichi)


def table_of(hand: Hand) -> Table:
    """The table before the hand; round numbers go by four for three players too, which skip every fourth."""
    scores = tuple(hand["scores_before"])
    return Table(hand["round"] // 4, hand["dealer"], hand["honba"], hand["riichi_sticks_before"], scores)


def test_each_hand_moves_the_points_that_were_booked(hands: list[Hand]) -> None:
    counts: Counter[str] = Counter()
    different = []
    for hand in hands:
        if reason := left_out(hand):
            counts[reason] += 1
            continue
        table = table_of(hand)
        paid = payments(facts_of(hand), table, RULES[hand["players"]])
        after = sticks_after(paid, table.sticks)
        counts[f"{hand['players']} players, {hand['outcome']}"] += 1
        if (list(change(paid, hand["players"])), after) != (hand["deltas"], hand["riichi_sticks_after"]):
            different.append((hand["game"], hand["hand_index"], paid))
    assert different == []
    assert counts == {
        "4 players, ron": 3_495,
        "4 players, tsumo": 2_305,
        "4 players, draw": 1_041,
        "3 players, ron": 643,
        "3 players, tsumo": 635,
        "3 players, draw": 185,
        # not in this version:
        "abortive": 133,
        "nagashi": 5,
        "pao": 2,
        "house rules of a custom table": 15,
    }


def test_each_hand_leads_to_the_next_that_was_played(hands: list[Hand]) -> None:
    followed_by = {(hand["game"], hand["hand_index"] - 1): hand for hand in hands}
    counts: Counter[str] = Counter()
    different = []
    for hand in hands:
        following = followed_by.get((hand["game"], hand["hand_index"]))
        if left_out(hand) or following is None:
            counts["left out" if left_out(hand) else "last of its game"] += 1
            continue
        table, facts, rules = table_of(hand), facts_of(hand), RULES[hand["players"]]
        counts["followed by another"] += 1
        if next_table(table, facts, payments(facts, table, rules), rules) != table_of(following):
            different.append((hand["game"], hand["hand_index"]))
    assert different == []
    assert counts == {"followed by another": 7_436, "last of its game": 868, "left out": 155}


def test_dealers_and_rounds_are_numbered_as_the_tables_here(hands: list[Hand]) -> None:
    assert all(hand["dealer"] == hand["round"] % 4 for hand in hands)
    assert not any(hand["round"] % 4 == 3 for hand in hands if hand["players"] == 3)


ENDS: dict[str, Any] = {
    "multi_ron": "two",
    "bust": "below_zero",
    "agari_yame": "automatic",
    "riichi_below_1000": False,
    "extension_rounds": 1,
}
"""How the platform ends a game: below zero, by a leading dealer in the last hand, or in the West round."""


def rules_of(game: dict[str, Any]) -> Ruleset:
    """The platform's rules of a game, ends included."""
    rounds = 1 if game["rules"].get("length") == "tonpuusen" else 2
    target = RULES[game["players"]].target_points
    return replace(RULES[game["players"]], rounds=rounds, extension_target=target, **ENDS)


def is_usual(game: dict[str, Any]) -> bool:
    """Whether a game was played to its end by the platform's own rules; before 2010 they were others."""
    rules = game["rules"]
    custom = rules.get("csrule") or rules.get("special_bits") in ("0x200", "0x600")
    return bool(rules.get("platform") == "tenhou" and game["complete"] and not custom and game["game"] > "2010")


def test_real_games_end_where_the_rules_end_them(shared_data: Path, hands: list[Hand]) -> None:
    with gzip.open(shared_data / "real" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = {game["game"]: game for game in map(json.loads, lines)}
    last = {hand["game"]: hand["hand_index"] for hand in hands}
    checked: Counter[str] = Counter()
    for hand in hands:
        game = games[hand["game"]]
        if left_out(hand) or not is_usual(game):
            checked["left out"] += 1
            continue
        rules = rules_of(game)
        scores = tuple(hand["scores_before"])
        table = Table(hand["round"] // 4, hand["dealer"], hand["honba"], hand["riichi_sticks_before"], scores)
        facts = facts_of(hand)
        over = next_table(table, facts, payments(facts, table, rules), rules).over
        assert over is (last[hand["game"]] == hand["hand_index"]), hand
        checked["the last" if over else "not the last"] += 1
    assert checked == {"the last": 857, "not the last": 7_360, "left out": 242}
