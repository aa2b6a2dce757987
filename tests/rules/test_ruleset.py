"""A ruleset as a value: its stored form, and everything that is refused in it."""

import json
from dataclasses import FrozenInstanceError, asdict, replace
from typing import Any

import pytest

from ledger.presets import PRESETS, preset
from ledger.rules.ruleset import Ruleset, RulesetError, content_sha256, ruleset_from_content, ruleset_of

NEEDED: dict[str, Any] = {
    "name": "house",
    "version": 1,
    "title": "House rules",
    "source": "the club",
    "players": 4,
    "start_points": 25_000,
    "target_points": 30_000,
}


@pytest.mark.parametrize("name", PRESETS)
def test_a_ruleset_comes_back_from_its_stored_content(name: str) -> None:
    rules = preset(name)
    assert ruleset_from_content(rules.content()) == rules


def test_every_value_comes_back_from_stored_content() -> None:
    rules = Ruleset(
        name="alles anders",
        version=7,
        title="三人麻雀 ß",
        source="",
        players=3,
        start_points=35_000,
        target_points=40_000,
        rounds=4,
        method="dutch",
        minimum_fu_on_ron=20,
        counted_limit="sanbaiman",
        honba_ron=1_000,
        honba_tsumo=500,
        noten_pool=4_000,
        multi_ron_honba="closest",
        multi_ron_sticks="closest",
        uma=(20_000, 0, -20_000),
        tie_bonus="last_dealer",
        odd_unit="worst",
    )
    back = ruleset_from_content(rules.content())
    assert back == rules
    assert asdict(back) == asdict(rules)
    assert "三人麻雀 ß" in rules.content()


def test_stored_content_holds_every_key_in_order_without_spaces() -> None:
    content = ruleset_of(NEEDED).content()
    keys = list(json.loads(content))
    assert keys == sorted(keys)
    assert len(keys) == 35
    assert content.startswith('{"agari_yame":"none","bust":"none","counted_limit":"yakuman",')
    assert '"uma":[]' in content


def test_keys_absent_from_stored_content_mean_the_behaviour_of_the_first_version() -> None:
    rules = ruleset_from_content(json.dumps(NEEDED))
    assert {key: value for key, value in asdict(rules).items() if key not in NEEDED} == {
        "rounds": 2,
        "method": "han_fu",
        "limits": "usual",
        "extension_rounds": 0,
        "extension_target": 0,
        "tsumo_of_three": "loss",
        "multi_ron": "all",
        "dealer_repeat": "win_or_tenpai",
        "agari_yame": "none",
        "bust": "none",
        "riichi_below_1000": True,
        "kiriage": False,
        "most_yakuman": 6,
        "double_wind_pair_fu": 2,
        "open_pinfu_fu": 30,
        "rinshan_tsumo_fu": True,
        "minimum_fu_on_ron": 30,
        "counted_limit": "yakuman",
        "honba_ron": 300,
        "honba_tsumo": 100,
        "noten_pool": 3_000,
        "multi_ron_honba": "each",
        "multi_ron_sticks": "own_back",
        "uma": (),
        "tie_bonus": "share",
        "tie_uma": "share",
        "leftover_sticks": "first",
        "odd_unit": "best",
    }


def test_equal_rulesets_have_the_same_key_however_they_were_written() -> None:
    one = ruleset_of({**NEEDED, "uma": [15_000, 5_000, -5_000, -15_000]})
    other = ruleset_of({"uma": (15_000, 5_000, -5_000, -15_000), **dict(reversed(NEEDED.items())), "rounds": 2})
    assert content_sha256(one.content()) == content_sha256(other.content())
    assert content_sha256(one.content()) != content_sha256(replace(one, honba_ron=301).content())
    assert content_sha256(one.content()) != content_sha256(replace(one, title="House rules.").content())


def test_the_key_is_the_sha256_of_the_content() -> None:
    assert content_sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("players", "start", "target", "bonus"), [(3, 45_000, 50_000, 15_000), (4, 25_000, 30_000, 20_000), (4, 1, 1, 0)]
)
def test_the_winner_gets_what_all_owe_beyond_their_start(players: int, start: int, target: int, bonus: int) -> None:
    rules = ruleset_of({**NEEDED, "players": players, "start_points": start, "target_points": target})
    assert rules.winner_bonus == bonus


@pytest.mark.parametrize(
    ("key", "near"), [("honba_rom", "honba_ron"), ("Uma", "uma"), ("player", "players"), ("noten-pool", "noten_pool")]
)
def test_an_unknown_key_is_named_with_the_nearest(key: str, near: str) -> None:
    with pytest.raises(RulesetError, match=rf"^a ruleset has no key '{key}'; did you mean {near}\?$"):
        ruleset_of({**NEEDED, key: 1})


def test_an_unknown_key_like_no_other_is_named() -> None:
    with pytest.raises(RulesetError, match=r"^a ruleset has no key 'xyzzy'$"):
        ruleset_of({**NEEDED, "xyzzy": 1})


@pytest.mark.parametrize("key", NEEDED)
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(RulesetError, match=rf"^the ruleset lacks {key}$"):
        ruleset_of({name: value for name, value in NEEDED.items() if name != key})


def test_all_missing_keys_are_named() -> None:
    with pytest.raises(RulesetError, match=r"^the ruleset lacks version, title, source and target_points$"):
        ruleset_of({key: NEEDED[key] for key in ("name", "players", "start_points")})


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("players", "4", "a whole number from 3 to 4"),
        ("players", 2, "a whole number from 3 to 4"),
        ("players", 5, "a whole number from 3 to 4"),
        ("players", 4.0, "a whole number from 3 to 4"),
        ("version", True, "a whole number from 1 to 9,999"),
        ("version", 0, "a whole number from 1 to 9,999"),
        ("start_points", -1, "a whole number from 0 to 1,000,000"),
        ("target_points", 1_000_001, "a whole number from 0 to 1,000,000"),
        ("rounds", 0, "a whole number from 1 to 4"),
        ("rounds", 5, "a whole number from 1 to 4"),
        ("rounds", None, "a whole number from 1 to 4"),
        ("minimum_fu_on_ron", 10, "a whole number from 20 to 30"),
        ("minimum_fu_on_ron", 40, "a whole number from 20 to 30"),
        ("honba_ron", -100, "a whole number from 0 to 10,000"),
        ("honba_tsumo", [100], "a whole number from 0 to 10,000"),
        ("noten_pool", 100_001, "a whole number from 0 to 100,000"),
        ("name", 3, "name is a text"),
        ("title", None, "title is a text"),
        ("source", ["a"], "source is a text"),
        ("method", "fu", "allowed are 'han_fu' or 'dutch'"),
        ("counted_limit", None, "allowed are 'yakuman' or 'sanbaiman'"),
        ("multi_ron_honba", "all", "allowed are 'each' or 'closest'"),
        ("multi_ron_sticks", ["own_back"], "allowed are 'own_back' or 'closest'"),
        ("tie_bonus", "", "allowed are 'last_dealer' or 'share'"),
        ("tie_uma", "seat", "allowed are 'share'"),
        ("leftover_sticks", "lost", "allowed are 'first'"),
        ("odd_unit", 1, "allowed are 'best' or 'worst'"),
        ("uma", "abcd", "one whole number for each of 4 places, or none"),
        ("uma", [15_000, -15_000], "one whole number for each of 4 places, or none"),
        ("uma", [15_000.0, 5_000, -5_000, -15_000], "one whole number for each of 4 places, or none"),
        ("uma", [15_000, 5_000, -5_000, -14_000], "must sum to zero and fall from first place to last"),
        ("uma", [5_000, 15_000, -5_000, -15_000], "must sum to zero and fall from first place to last"),
        ("target_points", 24_900, "target_points is below start_points"),
        ("noten_pool", 1_000, "must divide by 1, 2 and 3 payers into hundreds"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(key: str, value: object, allowed: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        ruleset_of({**NEEDED, key: value})
    assert key in str(refusal.value)
    assert allowed in str(refusal.value)


@pytest.mark.parametrize("uma", [5, 0, None])
def test_uma_that_is_no_list_is_refused(uma: object) -> None:
    with pytest.raises(RulesetError, match="uma"):
        ruleset_of({**NEEDED, "uma": uma})


def test_the_noten_pool_of_three_players_divides_by_one_and_two() -> None:
    three = {**NEEDED, "players": 3}
    assert ruleset_of({**three, "noten_pool": 1_000}).noten_pool == 1_000
    with pytest.raises(RulesetError, match="noten_pool = 2100"):
        ruleset_of({**three, "noten_pool": 2_100})


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(RulesetError, match=r"^ruleset house: method = 'x'.*; players = 7.*; rounds = 9") as refusal:
        ruleset_of({**NEEDED, "method": "x", "players": 7, "rounds": 9})
    assert str(refusal.value).count(";") == 2


def test_a_ruleset_is_a_value_that_cannot_be_changed() -> None:
    rules = ruleset_of(NEEDED)
    assert {rules, ruleset_of(NEEDED)} == {rules}
    with pytest.raises(FrozenInstanceError):
        rules.players = 3  # type: ignore[misc]


def test_a_changed_ruleset_is_checked_too() -> None:
    with pytest.raises(RulesetError, match="noten_pool"):
        replace(ruleset_of(NEEDED), noten_pool=100)
