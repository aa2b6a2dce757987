"""Logs of games: the same game in every format, all the originals, and files that are none."""

import gzip
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from ledger.importers import mahjong_soul, pantheon, tenhou
from ledger.importers.files import MOST_BYTES, MOST_OF_JSON, MOST_OF_XML
from ledger.importers.found import Found, FoundTable
from ledger.rules.facts import AbortiveDraw, ExhaustiveDraw, HanFu, LimitHand, Ron, Win, YakumanHand, wins_of
from ledger.services.import_hands import played_hands
from ledger.shapes.hand import Abort

LOGS = Path(__file__).parents[1] / "data" / "logs"
XML, JSON = (LOGS / f"2026112020gm-0089-0000-0a1b2c3d.{kind}" for kind in ("xml", "json"))
SOUL, PANTHEON = LOGS / "mahjong-soul.json", LOGS / "pantheon.json"
NAMES = ("Ken", "John", "田中", "Zoë")
HANDS = (
    (Ron(1, (Win(0, HanFu(2, 40), None, None, ("riichi",), 1),), riichi=(0,)), (3_900 + 0, -3_900, 0, 0)),
    (ExhaustiveDraw((0, 2)), (1_500, -1_500, 1_500, -1_500)),
    (Ron(1, (Win(2, HanFu(2, 30), None, None, ("tanyao",), 1),), on_riichi=True), (0, -2_600, 2_600, 0)),
    (AbortiveDraw(Abort.NINE_TERMINALS), (0, 0, 0, 0)),
    (Ron(1, (Win(3, YakumanHand(), None, None, ("daisangen",)),)), (0, -32_300, 0, 32_300)),
)
BEFORE = ((0, 0, 0, 0), (0, 0, 1, 0), (0, 0, 2, 0), (0, 1, 0, 0), (0, 1, 1, 0))
READERS = (tenhou.read, mahjong_soul.read, pantheon.read)


@pytest.mark.parametrize(("read", "path"), [(tenhou.read, XML), (tenhou.read, JSON), (mahjong_soul.read, SOUL)])
def test_a_game_is_the_same_in_every_format(read, path):
    found = read([path])
    assert found.problems == ()
    (game,) = found.games
    assert game.players == NAMES
    assert [(hand.facts, hand.changes) for hand in game.hands] == list(HANDS)
    assert [hand.before for hand in game.hands] == [FoundTable(*table) for table in BEFORE]
    assert game.scores == (30_400, -15_300, 29_100, 55_800)
    assert played_hands(game, game.rules)[1] == []


def test_what_else_a_log_tells():
    xml, soul = tenhou.read([XML]), mahjong_soul.read([SOUL])
    assert (xml.system, soul.system) == ("tenhou", "mahjong-soul")
    game = xml.games[0]
    assert game.key == "tenhou:2026112020gm-0089-0000-0a1b2c3d"
    assert game.played_at.isoformat() == "2026-11-20T11:00:00+00:00", "eight in the evening in Japan"
    assert (game.rules.name, game.rules.rounds, game.rules.red_fives) == ("tenhou", 2, True)
    assert game.points == (10_000, -65_000, -11_000, 66_000)
    assert soul.games[0].key == "mahjong-soul:261120-made-up"
    assert soul.games[0].points == (10_400, -55_300, -900, 45_800)


def test_a_game_of_pantheon_has_its_hands_and_penalties_and_no_rules():
    found = pantheon.read([PANTHEON])
    (game,) = found.games
    assert (found.problems, game.key, game.rules, game.players) == ((), "pantheon:abc123", None, NAMES)
    bare = [Ron(1, (Win(0, HanFu(2, 40), None, None, (), 1),), riichi=(0,)), HANDS[1][0]]
    assert [hand.facts for hand in game.hands][:2] == bare
    assert wins_of(game.hands[4].facts)[0].price == YakumanHand()
    assert [(one.seat, one.points, one.reason) for one in game.penalties] == [(1, 20_000, "late")]
    assert game.scores == (30_400, -15_300, 29_100, 55_800)


def as_pantheon_answers_now(said):
    """The same event as Pantheon's present interface writes it: other keys, a round below its outcome, no zeros."""
    if isinstance(said, list):
        return [as_pantheon_answers_now(one) for one in said]
    if not isinstance(said, dict):
        return said
    said = {{"hash": "session_hash", "penalties": "penalty_logs"}.get(key, key): said[key] for key in said}
    if isinstance(results := said.get("final_results"), dict):
        said["final_results"] = [{"player_id": int(one), **result} for one, result in results.items()]
    for key in ("players", "riichi_bets", "tempai", "yaku"):
        if isinstance(said.get(key), dict):
            said[key] = list(said[key].values())
        elif isinstance(said.get(key), str):
            said[key] = [int(one) for one in said[key].split(",") if one]
    outcome = said.pop("outcome", None)
    written = {
        re.sub("_([a-z])", lambda found: found[1].upper(), key): as_pantheon_answers_now(value)
        for key, value in said.items()
        if value not in (0, "", None, False, [])
    }
    return written if outcome is None else {outcome: written}


def test_pantheon_as_it_answers_now_says_the_same(tmp_path):
    text = PANTHEON.read_text("utf-8")
    path = tmp_path / "now.json"
    path.write_text(json.dumps(as_pantheon_answers_now(json.loads(text))), "utf-8")
    assert '"sessionHash"' in path.read_text("utf-8")
    now, before = pantheon.read([path]), pantheon.read([PANTHEON])
    assert now.problems == ()
    assert [game._replace(place=None, hands=()) for game in now.games] == [
        game._replace(place=None, hands=()) for game in before.games
    ]
    assert [hand.facts for hand in now.games[0].hands] == [hand.facts for hand in before.games[0].hands]


def test_each_game_of_pantheon_that_is_wrong_is_a_problem(tmp_path):
    said = json.loads(PANTHEON.read_text("utf-8"))
    other, unknown = (json.loads(json.dumps(said["games"][0])) for _ in range(2))
    other["rounds"][1] = {"swap": {}}
    unknown["players"][0] = 99
    said["games"] = [other, *said["games"], unknown]
    path = tmp_path / "event.json"
    path.write_text(json.dumps(said), "utf-8")
    found = pantheon.read([path])
    assert [game.place.inside for game in found.games] == ["game 2"]
    assert [str(problem).partition(": ")[0] for problem in found.problems] == [
        "event.json (game 1, hand 2)",
        "event.json (game 3)",
    ]
    assert ["'swap'" in problem.text for problem in found.problems] == [True, False]
    assert "player 99 is not among the players of the event" in found.problems[1].text


def test_rooms_of_tenhou_have_their_own_rules(tmp_path):
    text = XML.read_text("utf-8")
    for kind, rules in ((0x09, (2, True, True)), (0x01, (1, True, True)), (0x0F, (2, False, False))):
        path = tmp_path / f"{kind}.xml"
        path.write_text(text.replace('type="169"', f'type="{kind}"'), "utf-8")
        (game,) = tenhou.read([path]).games
        assert (game.rules.rounds, game.rules.red_fives, game.rules.open_tanyao) == rules
        assert game.key.startswith("tenhou:"), "by its content, where its name does not say"


BAD = {
    "empty": (b"", "it is empty"),
    "blank": (b" \n ", "it is empty"),
    "words": (b"no log at all", "it is no JSON"),
    "cut.xml": (XML.read_bytes()[:900], ": it is no XML, or is cut off"),
    "cut.json": (JSON.read_bytes()[:900], "it is no JSON"),
    "cut.gz": (gzip.compress(XML.read_bytes())[:200], "the gzip file is cut off"),
    "broken.gz": (b"\x1f\x8b" + b"x" * 50, "the gzip file is damaged"),
    "bomb.gz": (gzip.compress(b" " * (MOST_BYTES + 1)), "it holds more than 64 MB"),
    "latin.json": ('{"name": "Zoë"}\n'.encode("latin-1"), ":1: it is not UTF-8"),
    "deep.json": (b"[" * 200_000, "nested too deeply"),
    "nan.json": (JSON.read_bytes().replace(b"4900", b"NaN"), "NaN is no number"),
    "float.json": (JSON.read_bytes().replace(b"-3900", b"1e5"), "no whole number"),
    "entity.xml": (
        b'<!DOCTYPE a [<!ENTITY b "cc">]>' + XML.read_bytes().replace(b"Ken", b"&b;"),
        "it has a document type or entities",
    ),
    "other.xml": (b"<html></html>", "its first element is html, not mjloggm"),
    "nohands.xml": (b'<mjloggm><GO type="9"/></mjloggm>', "there is no hand in it"),
    "seat.xml": (XML.read_bytes().replace(b'who="0" fromWho="1"', b'who="9" fromWho="1"'), "(hand 1): this is not"),
    "large.xml": (b"<mjloggm>" + b"<a>" * (MOST_OF_XML // 3), "it holds more than 2 MB"),
    "large.json": (b'{"a": [' + b"[]," * (MOST_OF_JSON // 3), "it holds more than 16 MB"),
    "infinite.xml": (
        XML.read_bytes().replace(b"304,10.0", b"304,1e999"),
        "a result is '1e999', which is no such number",
    ),
    "infinite.json": (JSON.read_bytes().replace(b"30400, 10.0", b"30400, 1e999"), "a result is inf"),
    "negative.xml": (XML.read_bytes().replace(b'yakuman="39"', b'yakuman="-1"'), "(hand 5): this is not"),
    "wind.xml": (XML.read_bytes().replace(b'seed="0,1,', b'seed="16,1,'), "the hand's number is 16"),
    "name.json": (JSON.read_bytes().replace(b'"Ken"', b'["Ken"]'), "a player's name is ['Ken']"),
    "array.json": (b"[]", "this is not built as such a log is"),
    "number.json": (b"7", "this is not built as such a log is"),
    "yaku.json": (
        JSON.read_bytes().replace("断幺九".encode(), "何".encode()),
        '(hand 3): this is not built as such a log is (a yaku is "何", which nobody knows here)',
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_log_is_a_problem_that_says_where(tmp_path, name):
    content, says = BAD[name]
    path = tmp_path / name
    path.write_bytes(content)
    found = tenhou.read([path, XML])
    assert (len(found.problems), len(found.games)) == (1, 1), "the other file is read none the less"
    assert str(found.problems[0]).startswith(name)
    assert says in str(found.problems[0])


def test_a_deep_value_where_a_number_belongs_is_a_problem_whatever_its_depth(tmp_path):
    path = tmp_path / "deep.json"
    said = set()
    for depth in range(100, 1_200, 50):
        path.write_bytes(JSON.read_bytes().replace(b"[0, 0, 0]", b"[0, 0, " + b"[" * depth + b"]" * depth + b"]", 1))
        (problem,) = tenhou.read([path]).problems
        said.add(problem.text[:30])
    assert len(said) > 1, "some are too deep to be read, some are read and no number"


def test_a_game_that_is_broken_off_after_a_win_has_that_win(tmp_path):
    path = tmp_path / "broken.xml"
    text = XML.read_text("utf-8")
    at = text.index("<RYUUKYOKU")
    path.write_text(text[: text.rindex("<INIT", 0, at)] + "</mjloggm>", "utf-8")
    (game,) = tenhou.read([path]).games
    assert ([hand.facts for hand in game.hands], game.ended) == ([HANDS[0][0]], False)


def test_players_of_one_name_are_told_apart(tmp_path):
    path = tmp_path / "guests.json"
    path.write_text(JSON.read_text("utf-8").replace("Ken", "NoName").replace("Zoë", "NoName"), "utf-8")
    assert tenhou.read([path]).games[0].players == ("NoName", "John", "田中", "NoName #2")


def test_a_file_that_cannot_be_opened_is_a_problem(tmp_path):
    (problem,) = tenhou.read([tmp_path / "none.xml"]).problems
    assert "none.xml: it cannot be read" in str(problem)


@pytest.mark.parametrize("original", [XML, JSON, SOUL, PANTHEON], ids=lambda path: path.name)
def test_whatever_is_changed_in_a_log_only_problems_come_of_it(tmp_path, original):
    chance = random.Random(original.name)
    content = original.read_bytes()
    path = tmp_path / original.name
    for _ in range(150):
        changed = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(changed))
            if chance.random() < 0.5:
                changed[at : at + chance.randint(0, 9)] = chance.choice(
                    [b"-1", b"99", b"null", b"{}", b"", b'"', b"1e9"]
                )
            else:
                changed[at] = chance.choice(b'0123456789,-"[]{}<> ')
        path.write_bytes(bytes(changed))
        for read in READERS:
            found = read([path])
            assert isinstance(found, Found)
            for game in found.games:
                if not isinstance(game.rules, str | None):
                    played_hands(game, game.rules)


def price_in_data(win):
    return YakumanHand(win["yakuman"]) if win["yakuman"] else HanFu(win["han"], win["fu"])


def test_all_originals_are_read_as_the_data_has_them(shared_data):
    raw = shared_data / "real" / "raw"
    hands: dict[str, list] = {}
    with gzip.open(shared_data / "real" / "hands.jsonl.gz", "rt", encoding="utf-8") as lines:
        for hand in map(json.loads, lines):
            hands.setdefault(hand["game"], []).append(hand)
    with gzip.open(shared_data / "real" / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = {name: game for game in map(json.loads, lines) for name in game["raw"]}
    counts: Counter[str] = Counter()
    for name, game in games.items():
        path = raw.parent / name
        found = (mahjong_soul if "majsoul" in name else tenhou).read([path])
        assert found.problems == (), name
        (ours,) = found.games
        steps, problems = played_hands(ours, ours.rules)
        assert problems == [], name
        assert len(steps) == len(hands[game["game"]])
        for hand, theirs in zip(ours.hands, hands[game["game"]], strict=True):
            assert list(hand.changes) == theirs["deltas"], (name, theirs["hand_index"])
            assert tuple(sorted(hand.facts.riichi)) == tuple(sorted(theirs["riichi_declared"]))
            for win, there in zip(wins_of(hand.facts), theirs["wins"], strict=True):
                assert win.winner == there["winner"]
                fits = win.price == price_in_data(there) or isinstance(win.price, LimitHand) or win.price.fu is None
                assert fits, (name, win, there)
            counts[type(hand.facts).__name__] += 1
        if ours.scores is not None:
            assert list(ours.scores) == game["final_raw"]
            assert [points / 1000 for points in ours.points] == game["final_points"]
        counts[path.suffix] += 1
    assert counts == {
        ".gz": 260,
        ".json": 12,
        ".xml": 16,
        "Ron": 1_269,
        "Tsumo": 1_047,
        "ExhaustiveDraw": 375,
        "AbortiveDraw": 46,
    }
