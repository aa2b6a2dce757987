"""Mahjong Soul beside its ranked games: rooms of friends, seats of the program, part liability, other spellings."""

import json
import re
from pathlib import Path

import pytest

from ledger.importers import mahjong_soul
from ledger.importers.found import Found
from ledger.rules.facts import Liability
from ledger.services.import_hands import played_hands

SOUL = Path(__file__).parents[1] / "data" / "logs" / "mahjong-soul.json"
FRIENDS = {"category": 1, "mode": {"mode": 2, "detailRule": {"initPoint": 25_000, "shiduan": 1, "doraCount": 3}}}


@pytest.fixture
def said():
    """The made-up log, to be changed."""
    return json.loads(SOUL.read_text("utf-8"))


@pytest.fixture
def read(tmp_path):
    """Reads a log as it is now."""

    def reader(said) -> Found:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(said), "utf-8")
        return mahjong_soul.read([path])

    return reader


def rounds(said):
    return [record for record in said["details"] if record["@type"] == "RecordNewRound"]


def test_a_room_of_friends_has_its_own_points_target_fives_tanyao_and_uma(said, read):
    detail = {"initPoint": 30_000, "fandian": 35_000, "doraCount": 0, "shiduan": 0, "haveQieshangmanguan": True}
    said["head"]["config"] = {"category": 1, "mode": {"mode": 2, "detailRule": detail}}
    for record in rounds(said):
        record["scores"] = [score + 5_000 for score in record["scores"]]
    # Scores and uma of 30, 10, -10 and -30: 60,800 is 30,800 above the start, and so on.
    said["head"]["result"]["players"] = [
        {"partPoint1": 35_400, "totalPoint": 15_400},
        {"seat": 1, "partPoint1": -10_300, "totalPoint": -70_300},
        {"seat": 2, "partPoint1": 34_100, "totalPoint": -5_900},
        {"seat": 3, "partPoint1": 60_800, "totalPoint": 60_800},
    ]
    found = read(said)
    assert found.problems == ()
    (game,) = found.games
    rules = game.rules
    assert (rules.start_points, rules.target_points, rules.extension_target) == (30_000, 30_000, 35_000)
    assert (rules.red_fives, rules.open_tanyao, rules.kiriage) == (False, False, True)
    assert rules.uma == (30_000, 10_000, -10_000, -30_000)
    assert played_hands(game, rules)[1] == []


@pytest.mark.parametrize(("config", "goes_on"), [(FRIENDS, True), ({"category": 2, "mode": {"mode": 2}}, False)])
def test_a_room_where_somebody_played_on_below_zero_has_no_end_by_that(said, read, config, goes_on):
    said["head"] |= {"config": config, "result": {}}
    said["details"] += [
        {"@type": "RecordNewRound", "ju": 2, "scores": [30_400, -15_300, 29_100, 55_800]},
        {"@type": "RecordNoTile", "players": [{}, {}, {}, {}]},
    ]
    (game,) = read(said).games
    assert (game.ended, game.scores) == (False, None)
    problems = played_hands(game, game.rules)[1]
    assert (problems == []) is goes_on
    assert goes_on or "the game is over" in problems[0].text


def test_the_rules_of_ranked_rooms_are_the_preset_whatever_else_is_written(said, read):
    said["head"]["config"]["mode"]["detailRule"] = {"initPoint": 50_000, "doraCount": 0}
    assert (read(said).games[0].rules.start_points, read(said).games[0].rules.red_fives) == (25_000, True)


def test_a_seat_of_the_program_is_a_computer(said, read):
    said["head"]["accounts"] = said["head"]["accounts"][:2]
    assert read(said).games[0].players == ("Ken", "John", "Computer", "Computer #2")


def test_a_seat_that_is_not_at_the_table_is_a_problem(said, read):
    said["head"]["accounts"][3]["seat"] = 4
    (problem,) = read(said).problems
    assert "its players are at the seats 0, 1, 2, 4, and 4 play" in problem.text


def test_who_is_liable_answers_for_that_yakuman_alone(said, read):
    # Of two yakuman, three dragons and all honours: 32,000 are shared by seat 0 and the discarder, 32,000 are not.
    last = said["details"][-1]
    last["hules"] = [
        {"seat": 3, "count": 2, "yiman": True, "baopai": 1, "fans": [{"id": 37, "val": 1}, {"id": 39, "val": 1}]}
    ]
    last["deltaScores"] = [-16_000, -48_300, 0, 64_300]
    (game,) = read(said).games
    win = game.hands[-1].facts.wins[0]
    assert (win.liable, win.yaku) == (Liability(0, 1), ("daisangen", "tsuuiisou"))
    assert played_hands(game, game.rules)[1] == []


def test_who_is_liable_for_the_only_yakuman_answers_for_the_hand(said, read):
    said["details"][-1]["hules"][0]["baopai"] = 1
    said["details"][-1]["deltaScores"] = [-16_000, -16_300, 0, 32_300]
    (game,) = read(said).games
    assert game.hands[-1].facts.wins[0].liable == Liability(0)
    assert played_hands(game, game.rules)[1] == []


def otherwise(said):
    """The same log with keys as in start_time."""
    if isinstance(said, dict):
        keys = {key: re.sub("([A-Z]|(?<=Point)1)", lambda found: f"_{found[0].lower()}", key) for key in said}
        return {new: otherwise(said[key]) for key, new in keys.items()}
    return [otherwise(one) for one in said] if isinstance(said, list) else said


def below_its_name(record):
    return {"name": f".lq.{record['@type']}", "data": {key: record[key] for key in record if key != "@type"}}


def test_other_spellings_say_the_same(said, read):
    before = read(said)
    records = [below_its_name(record) for record in said["details"]]
    for other in (
        otherwise(said),
        {"head": said["head"], "data": records},
        {"head": said["head"], "data": {"name": ".lq.GameDetailRecords", "data": records}},
    ):
        assert read(other) == before


def test_records_without_an_end_are_a_problem(said, read):
    said["details"] = said["details"][:3]
    (problem,) = read(said).problems
    assert "there is no hand in it" in problem.text
