"""Final results of real online games, as their platforms booked them, from the last scores by the rules here."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from ledger.presets import preset
from ledger.rules.placement import placement
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd

RULES = {("tenhou", 4): preset("tenhou"), ("tenhou", 3): preset("tenhou-3p"), ("majsoul", 4): preset("mahjong-soul")}


def rules_of(game: dict[str, Any]) -> Ruleset | str:
    """The rules a game was ended by, or why it is left out."""
    if not game["complete"] or not game["final_points"]:
        return "not complete"
    fit = game["points_fit"]
    rules = RULES[game["platform"], game["players"]]
    usual = [points / 1_000 for points in rules.uma[1:]]
    if not fit or fit["uma_places_2_to_n"] != usual or set(game["start_scores"]) != {rules.start_points}:
        return "other uma or start"
    # A few games of rooms of their own were booked with one decimal, as they are.
    return replace(rules, rounding="none") if fit["rounding"] == "exact to 0.1" else rules


def test_each_game_ends_with_the_places_and_points_that_were_booked(shared_data: Path) -> None:
    counts: Counter[str] = Counter()
    different = []
    with gzip.open(shared_data / "real" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    for game in games:
        rules = rules_of(game)
        if isinstance(rules, str):
            counts[rules] += 1
            continue
        scores, sticks = tuple(game["scores_after_last_hand"]), game["leftover_sticks"]
        results = placement(scores, rules, AtTheEnd(sticks))
        counts[f"{rules.name}, {rules.rounding}"] += 1
        counts["with sticks left"] += bool(sticks)
        counts["with a tie"] += len(set(scores)) < len(scores)
        counts["where rounding moves a score"] += any(seat.rounding for seat in results)
        points = [seat.points for seat in results]
        raw = [seat.raw_score + seat.leftover_sticks for seat in results]
        order = [seat.seat for seat in sorted(results, key=lambda seat: seat.place)]
        booked = [round(1_000 * points) for points in game["final_points"]]
        if (points, raw, order) != (booked, game["final_raw"], game["points_fit"]["rank_order"]):
            different.append((game["game"], points, raw, order, booked))
    assert different == []
    assert counts == {
        "tenhou, half_away": 689,
        "tenhou, none": 1,
        "tenhou-3p, half_away": 174,
        "mahjong-soul, none": 1,
        "with sticks left": 34,
        "with a tie": 9,
        "where rounding moves a score": 852,
        "other uma or start": 5,
        "not complete": 3,
    }
