"""Final results of real online games, as their platform booked them, from the last scores by the rules here."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

from ledger.rules.placement import placement
from ledger.rules.ruleset import Ruleset

RULES = {
    4: Ruleset(
        name="four",
        version=1,
        title="",
        source="",
        players=4,
        start_points=25_000,
        target_points=30_000,
        uma=(20_000, 10_000, -10_000, -20_000),
    ),
    3: Ruleset(
        name="three",
        version=1,
        title="",
        source="",
        players=3,
        start_points=35_000,
        target_points=40_000,
        noten_pool=2_000,
        uma=(20_000, 0, -20_000),
    ),
}
UMA_BELOW_FIRST = {4: [10.0, -10.0, -20.0], 3: [0.0, -20.0]}


def left_out(game: dict[str, Any]) -> str | None:
    """Why a game does not end by the platform's usual rules and rounding, if it does not."""
    if not game["complete"] or not game["final_points"]:
        return "not complete"
    fit = game["points_fit"]
    if game["platform"] != "tenhou" or not fit or fit["uma_places_2_to_n"] != UMA_BELOW_FIRST[game["players"]]:
        return "other rules"
    return "tie, which goes by seat there" if fit["tie"] else None


def in_thousands(points: int) -> int:
    """Rounded half away from zero."""
    return (abs(points) + 500) // 1_000 * (1 if points > 0 else -1)


def test_each_game_ends_with_the_places_and_points_that_were_booked(shared_data: Path) -> None:
    counts: Counter[str] = Counter()
    different = []
    with gzip.open(shared_data / "real" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    for game in games:
        if reason := left_out(game):
            counts[reason] += 1
            continue
        rules = RULES[game["players"]]
        scores, sticks = tuple(game["scores_after_last_hand"]), game["leftover_sticks"]
        results = sorted(placement(scores, rules, sticks_left=sticks, last_dealer=None), key=lambda seat: seat.place)
        counts[f"{rules.players} players"] += 1
        counts["with sticks left"] += bool(sticks)
        # There the scores below first are rounded to thousands, and first takes the rest.
        booked = [round(game["final_points"][seat.seat]) for seat in results]
        counted = [in_thousands(seat.raw_score) + (seat.points - seat.raw_score) // 1_000 for seat in results[1:]]
        raw = [seat.raw_score + seat.leftover_sticks for seat in sorted(results)]
        if (raw, [-sum(counted), *counted]) != (game["final_raw"], booked):
            different.append((game["game"], results, booked))
    assert different == []
    assert counts == {
        "4 players": 681,
        "3 players": 174,
        "with sticks left": 34,
        "tie, which goes by seat there": 9,
        "other rules": 6,
        "not complete": 3,
    }
