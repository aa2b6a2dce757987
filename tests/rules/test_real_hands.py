"""Hands of real online games, as their platform booked them, played again by the rules here."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

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
from ledger.rules.payments import change, payments, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import next_table
from ledger.rules.values import base_of, possible_values
from ledger.shapes.hand import Abort, Table

Hand = dict[str, Any]
RULES = {4: preset("tenhou"), 3: preset("tenhou-3p")}
SOUL = preset("mahjong-soul")
# The one 4-round game of every kind: whoever plays on has a next hand.
NO_END = {"bust": "none", "agari_yame": "none", "extension_rounds": 2, "extension_target": 1_000_000}
HOUSE = {
    ("chips", "kiriage_mangan"): {"kiriage": True},
    ("chips", "honba_ron", "honba_tsumo_each", "kiriage_mangan"): {
        "kiriage": True, "honba_ron": 1_500, "honba_tsumo": 500
    },
}  # fmt: skip
"""What the house rules of custom tables change."""


@pytest.fixture(scope="module")
def hands(shared_data: Path) -> list[Hand]:
    with gzip.open(shared_data / "real" / "hands.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def games(shared_data: Path) -> dict[str, dict[str, Any]]:
    with gzip.open(shared_data / "real" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {game["game"]: game for game in map(json.loads, lines)}


def rules_for(hand: Hand, game: dict[str, Any]) -> Ruleset:
    """The preset of the platform, with the house rules of a custom table."""
    rules = SOUL if game["platform"] == "majsoul" else RULES[hand["players"]]
    return replace(rules, **HOUSE.get(tuple(sorted(hand.get("rule_flags", ()))), {}))


def facts_of(hand: Hand) -> Facts:
    riichi = tuple(hand["riichi_declared"])
    wins = tuple(
        Win(
            won["winner"],
            YakumanHand(won["yakuman"]) if won["yakuman"] else HanFu(won["han"], won["fu"]),
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
            # One log shows one of two hands in riichi only; who is in riichi is tenpai.
            return ExhaustiveDraw(tuple({*hand["tenpai"], *riichi}), riichi, tuple(hand["nagashi_by"]))
        case "draw":
            return ExhaustiveDraw(tuple(hand["tenpai"]), riichi)
    raise AssertionError(hand["outcome"])


def table_of(hand: Hand) -> Table:
    """The table before the hand; round numbers go by four for three players too, which skip every fourth."""
    scores = tuple(hand["scores_before"])
    return Table(hand["round"] // 4, hand["dealer"], hand["honba"], hand["riichi_sticks_before"], scores)


def test_each_hand_moves_the_points_that_were_booked(hands: list[Hand], games: dict[str, dict[str, Any]]) -> None:
    counts: Counter[str] = Counter()
    different = []
    for hand in hands:
        table, rules = table_of(hand), rules_for(hand, games[hand["game"]])
        paid = payments(facts_of(hand), table, rules)
        after = sticks_after(paid, table.sticks)
        kind = "a custom table's" if hand.get("rule_flags") else f"{hand['players']} players, {hand['outcome']}"
        counts[kind] += 1
        counts["with pao"] += any(win["pao"] is not None for win in hand["wins"])
        counts["by two"] += len(hand["wins"]) == 2
        if (list(change(paid, hand["players"])), after) != (hand["deltas"], hand["riichi_sticks_after"]):
            different.append((hand["game"], hand["hand_index"], paid, hand["deltas"]))
    assert different == []
    assert counts == {
        "4 players, ron": 3_496,
        "4 players, tsumo": 2_306,
        "4 players, draw": 1_041,
        "4 players, abortive": 84,
        "4 players, nagashi": 3,
        "3 players, ron": 643,
        "3 players, tsumo": 635,
        "3 players, draw": 185,
        "3 players, abortive": 48,
        "3 players, nagashi": 2,
        "a custom table's": 16,
        "with pao": 2,
        "by two": 44,
    }


def test_each_win_is_found_by_its_value(hands: list[Hand], games: dict[str, dict[str, Any]]) -> None:
    """What was paid for the hand itself, typed as a value, pays the same."""
    checked = 0
    for hand in hands:
        facts, rules = facts_of(hand), rules_for(hand, games[hand["game"]])
        for win in wins_of(facts):
            ron, dealer_wins = isinstance(facts, Ron), win.winner == hand["dealer"]
            base = base_of(win.price, rules, ron=ron, dealer_wins=dealer_wins)
            known = possible_values(rules, ron, dealer_wins)
            value = next(value for value, other in known.items() if other.points == base.points)
            assert base_of(value, rules, ron=ron, dealer_wins=dealer_wins).points == base.points
            announced = next(won["points_announced"] for won in hand["wins"] if won["winner"] == win.winner)
            paid = value.points if ron else value.points * (hand["players"] - 1)
            if value.dealer is not None:
                paid += value.dealer - value.points
            assert paid == announced, hand
            checked += 1
    assert checked == 7_136


def test_each_hand_leads_to_the_next_that_was_played(hands: list[Hand], games: dict[str, dict[str, Any]]) -> None:
    followed_by = {(hand["game"], hand["hand_index"] - 1): hand for hand in hands}
    counts: Counter[str] = Counter()
    different = []
    for hand in hands:
        following = followed_by.get((hand["game"], hand["hand_index"]))
        if following is None:
            counts["last of its game"] += 1
            continue
        table, facts = table_of(hand), facts_of(hand)
        rules = replace(rules_for(hand, games[hand["game"]]), **NO_END)
        counts["followed by another"] += 1
        if next_table(table, facts, payments(facts, table, rules), rules) != table_of(following):
            different.append((hand["game"], hand["hand_index"]))
    assert different == []
    assert counts == {"followed by another": 7_586, "last of its game": 873}


def test_dealers_and_rounds_are_numbered_as_the_tables_here(hands: list[Hand]) -> None:
    assert all(hand["dealer"] == hand["round"] % 4 for hand in hands)
    assert not any(hand["round"] % 4 == 3 for hand in hands if hand["players"] == 3)


def rules_of(game: dict[str, Any]) -> Ruleset:
    """The platform's rules of a game, East only where it was."""
    rules = SOUL if game["platform"] == "majsoul" else RULES[game["players"]]
    return replace(rules, rounds=1) if game["rules"].get("length") == "tonpuusen" else rules


def left_out(game: dict[str, Any]) -> str | None:
    """Why a game was not played to its end by the platform's own rules, if it was not."""
    rules = game["rules"]
    if not game["complete"]:
        return "not complete"
    if rules.get("csrule") or rules.get("special_bits") in ("0x200", "0x600"):
        return "custom table"
    # One game of 2009 goes on after a leading dealer's tenpai in the last hand.
    return "before 2010, when the rules were others" if "20" < game["game"] < "2010" else None


def test_real_games_end_where_the_rules_end_them(hands: list[Hand], games: dict[str, dict[str, Any]]) -> None:
    last = {hand["game"]: hand["hand_index"] for hand in hands}
    checked: Counter[str] = Counter()
    different = []
    for hand in hands:
        game = games[hand["game"]]
        if reason := left_out(game):
            checked[reason] += 1
            continue
        rules, table, facts = rules_of(game), table_of(hand), facts_of(hand)
        over = next_table(table, facts, payments(facts, table, rules), rules).over
        if over is not (last[hand["game"]] == hand["hand_index"]):
            different.append((hand["game"], hand["hand_index"]))
        checked["the last" if over else "not the last"] += 1
    assert different == []
    assert checked == {
        "the last": 861,
        "not the last": 7_504,
        "before 2010, when the rules were others": 70,
        "custom table": 20,
        "not complete": 4,
    }
