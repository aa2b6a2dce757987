"""The rules of a game of Mahjong Soul: those of its ranked rooms, or as a room of friends or a contest has them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ledger.importers.logs import MOST_POINTS, whole
from ledger.presets import preset
from ledger.rules.ruleset import Ruleset

EAST_ONLY = (1, 11)
"""The modes of games of one round, of four and of three players."""
RANKED = 2
"""The category of ranked games; 1 are rooms of friends, 4 are contests."""


def rules_of_game(
    config: Mapping[str, Any],
    tables: Sequence[tuple[int, ...]],
    scores: tuple[int, ...] | None,
    points: tuple[int, ...] | None,
) -> Ruleset:
    """The rules by a game's settings, and by what it booked; tables: the scores before each hand.

    Of the settings only those are taken that are written for every room; others may be off where they are
    not meant to be, and a game that was played by them shows it.
    """
    mode = config.get("mode") or {}
    usual = preset("mahjong-soul-3p" if len(tables[0]) == 3 else "mahjong-soul")
    rules = replace(usual, rounds=1) if mode.get("mode", 2) in EAST_ONLY else usual
    if config.get("category", RANKED) == RANKED:
        return rules
    start = tables[0][0] if len(set(tables[0])) == 1 else rules.start_points
    rules = replace(rules, start_points=start, target_points=start, **_settings(mode.get("detailRule") or {}))
    if any(min(scores) < 0 for scores in tables):
        rules = replace(rules, bust="none")
    return rules if scores is None or points is None else replace(rules, uma=_uma(rules, scores, points))


def _settings(said: Mapping[str, Any]) -> dict[str, Any]:
    """What a room says of its rules; nothing where it says nothing."""
    if not said.get("initPoint"):
        return {}
    settings: dict[str, Any] = {"red_fives": bool(said.get("doraCount")), "open_tanyao": bool(said.get("shiduan"))}
    if target := whole(said.get("fandian", 0), 0, MOST_POINTS, "the target"):
        settings["extension_target"] = target
    if said.get("haveQieshangmanguan"):
        settings["kiriage"] = True
    if said.get("haveToutiao"):
        settings["multi_ron"] = "head_bump"
    return settings


def _uma(rules: Ruleset, scores: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """The uma that makes these points of these scores."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return tuple(points[seat] - (scores[seat] - rules.target_points) for seat in order)
