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
        pao=("open-kan", "daisangen"),
        nagashi="win",
        abortive_draws=("four-kans",),
        abortive_passes=("four-kans",),
        chombo="each",
        chombo_points=4_000,
        chombo_ends_game=True,
        double_yakuman=("kokushi-13",),
        uma_by_floating=((0, 0, 0), (20_000, 0, -20_000), (10_000, 0, -10_000), (0, 0, 0)),
        tie_bonus="last_dealer",
        tie_place="refuse",
        share_unit=100,
        rounding="five_down",
        chip_value=2_000,
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
    assert len(keys) == 56
    assert content.startswith(
        '{"abortive_draws":[],"abortive_passes":[],"agari_yame":"none","bust":"none","chip_value":0,'
    )
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
        "payment_unit": 100,
        "open_tanyao": True,
        "red_fives": False,
        "renhou": "none",
        "double_yakuman": (),
        "pao": (),
        "pao_covers": "yakuman",
        "pao_honba": "discarder",
        "nagashi": "none",
        "abortive_draws": (),
        "abortive_passes": (),
        "chombo": "none",
        "chombo_points": 0,
        "chombo_ends_game": False,
        "uma": (),
        "uma_by_floating": (),
        "tie_bonus": "share",
        "tie_uma": "share",
        "tie_place": "as_bonus",
        "share_unit": 1,
        "share_rest": "first_seat",
        "leftover_sticks": "first",
        "rounding": "none",
        "rounding_of": "score",
        "chip_value": 0,
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
        ("minimum_fu_on_ron", 25, "20 or 30"),
        ("minimum_fu_on_ron", 40, "a whole number from 20 to 30"),
        ("honba_ron", -100, "a whole number from 0 to 10,000"),
        ("honba_tsumo", [100], "a whole number from 0 to 10,000"),
        ("noten_pool", 100_001, "a whole number from 0 to 100,000"),
        ("name", 3, "name is a text"),
        ("title", None, "title is a text"),
        ("source", ["a"], "source is a text"),
        ("method", "fu", "allowed are 'han_fu' or 'dutch'"),
        ("counted_limit", None, "allowed are 'yakuman', 'sanbaiman' or 'stacking'"),
        ("multi_ron_honba", "all", "allowed are 'each' or 'closest'"),
        ("multi_ron_sticks", ["own_back"], "allowed are 'own_back' or 'closest'"),
        ("tie_bonus", "", "allowed are 'last_dealer', 'share', 'seat_order' or 'refuse'"),
        ("tie_uma", "seat", "allowed are 'share', 'seat_order', 'last_dealer' or 'refuse'"),
        ("tie_place", "bonus", "allowed are 'as_bonus', 'share', 'seat_order', 'last_dealer' or 'refuse'"),
        ("share_rest", "first", "allowed are 'first_seat', 'seat_order' or 'lost'"),
        ("leftover_sticks", "none", "allowed are 'first', 'split', 'last_winner' or 'lost'"),
        ("rounding", True, "allowed are 'none', 'half_up', 'half_away', 'five_down', 'down', 'toward_zero' or 'up'"),
        ("rounding_of", "points", "allowed are 'score' or 'difference'"),
        ("limits", "off", "allowed are 'usual' or 'none'"),
        ("tsumo_of_three", "half", "allowed are 'loss' or 'bisection'"),
        ("multi_ron", "three", "allowed are 'all', 'two' or 'head_bump'"),
        ("pao_covers", "all", "allowed are 'yakuman' or 'hand'"),
        ("pao_honba", "both", "allowed are 'discarder' or 'liable'"),
        ("nagashi", True, "allowed are 'none', 'payment' or 'win'"),
        ("chombo", "mangan", "allowed are 'none', 'reverse_mangan', 'each' or 'penalty'"),
        ("renhou", "haneman", "allowed are 'none', 'mangan' or 'yakuman'"),
        ("dealer_repeat", "tenpai", "allowed are 'win_or_tenpai', 'win' or 'none'"),
        ("agari_yame", True, "allowed are 'none', 'automatic' or 'asked'"),
        ("bust", False, "allowed are 'none', 'below_zero' or 'zero_or_below'"),
        ("pao", "daisangen", "a list of any of 'daisangen', 'daisuushii', 'suukantsu' and 'open-kan', each once"),
        ("pao", ["daisangen", "daisangen"], "each once"),
        ("pao", ["ryuuiisou"], "a list of any of 'daisangen'"),
        ("pao", [["daisangen"]], "a list of any of 'daisangen'"),
        ("double_yakuman", ["kokushi"], "'daisuushii', 'suuankou-tanki', 'chuuren-9' and 'kokushi-13', each once"),
        ("abortive_draws", ["triple-ron"], "'nine-terminals', 'four-winds', 'four-riichi' and 'four-kans', each once"),
        ("abortive_draws", None, "a list of any of 'nine-terminals'"),
        ("abortive_passes", ["four"], "'four-riichi', 'four-kans' and 'triple-ron', each once"),
        ("extension_rounds", 4, "a whole number from 0 to 3"),
        ("extension_target", -1, "a whole number from 0 to 1,000,000"),
        ("most_yakuman", 7, "a whole number from 1 to 6"),
        ("double_wind_pair_fu", 3, "2 or 4"),
        ("open_pinfu_fu", 22, "20 or 30"),
        ("payment_unit", 500, "100 or 1000"),
        ("share_unit", 10, "1 or 100"),
        ("chombo_points", "20000", "a whole number from 0 to 1,000,000"),
        ("chip_value", 100_001, "a whole number from 0 to 100,000"),
        ("kiriage", "yes", "kiriage is true or false"),
        ("rinshan_tsumo_fu", 2, "rinshan_tsumo_fu is true or false"),
        ("riichi_below_1000", 1, "riichi_below_1000 is true or false"),
        ("chombo_ends_game", None, "chombo_ends_game is true or false"),
        ("open_tanyao", "no", "open_tanyao is true or false"),
        ("red_fives", 3, "red_fives is true or false"),
        ("odd_unit", 1, "allowed are 'best' or 'worst'"),
        ("uma", "abcd", "one whole number for each of 4 places, or none"),
        ("uma", [15_000, -15_000], "one whole number for each of 4 places, or none"),
        ("uma", [15_000.0, 5_000, -5_000, -15_000], "one whole number for each of 4 places, or none"),
        ("uma", [15_000, 5_000, -5_000, -14_000], "must sum to zero and fall from first place to last"),
        ("uma", [5_000, 15_000, -5_000, -15_000], "must sum to zero and fall from first place to last"),
        ("uma", [1_000_001, 0, 0, -1_000_001], "at most 1,000,000 for a place"),
        ("uma_by_floating", [[0, 0, 0, 0]], "5 lists of one whole number for each of 4 places"),
        ("uma_by_floating", [[0, 0, 0]] * 5, "5 lists of one whole number for each of 4 places"),
        ("uma_by_floating", {}, "5 lists of one whole number for each of 4 places"),
        ("uma_by_floating", [[0, 1, 0, -1]] * 5, "must sum to zero and fall from first place to last"),
        ("target_points", 24_900, "target_points is below start_points"),
        ("noten_pool", 1_000, "must divide by 1, 2 and 3 payers into hundreds"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(key: str, value: object, allowed: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        ruleset_of({**NEEDED, key: value})
    assert key in str(refusal.value)
    assert allowed in str(refusal.value)


@pytest.mark.parametrize(
    ("together", "said"),
    [
        ({"uma": [1, 0, 0, -1], "uma_by_floating": [[0, 0, 0, 0]] * 5}, "uma and uma_by_floating: one or the other"),
        ({"method": "dutch", "kiriage": True}, "limits = 'none' and kiriage need fu, and the Dutch table has none"),
        ({"method": "dutch", "limits": "none"}, "limits = 'none' and kiriage need fu, and the Dutch table has none"),
        ({"chombo": "penalty"}, "chombo_points, paid to each or taken off the result, goes with chombo 'each' or"),
        ({"chombo": "reverse_mangan", "chombo_points": 1_000}, "chombo_points, paid to each or taken off the result"),
        ({"abortive_passes": ["four-kans"]}, "abortive_passes = ['four-kans']: never happens"),
        ({"abortive_passes": ["triple-ron"]}, "(triple-ron goes with multi_ron 'two')"),
        ({"players": 3, "noten_pool": 2_000, "abortive_draws": ["four-winds"]}, "four-winds need four players"),
        (
            {"players": 3, "noten_pool": 2_000, "abortive_draws": ["four-riichi", "four-winds"]},
            "four-riichi and four-winds need four players",
        ),
        ({"rounds": 2, "extension_rounds": 3, "extension_target": 1}, "together at most the four winds"),
        ({"extension_rounds": 1}, "extension_rounds needs extension_target: the points that end the game"),
        ({"extension_target": 30_000}, "extension_target goes with extension_rounds or agari_yame"),
    ],
)
def test_what_does_not_go_together_is_refused(together: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        ruleset_of({**NEEDED, **together})
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "together",
    [
        {"chombo": "each", "chombo_points": 3_000},
        {"multi_ron": "two", "abortive_passes": ["triple-ron"]},
        {"abortive_draws": ["four-kans", "four-winds"], "abortive_passes": ["four-winds"]},
        {"extension_rounds": 2, "extension_target": 30_000},
        {"agari_yame": "asked", "extension_target": 30_000},
        {"agari_yame": "automatic"},
        {"limits": "none"},
        {"pao": ["open-kan"], "pao_covers": "hand"},
    ],
)
def test_what_goes_together_is_taken(together: dict[str, Any]) -> None:
    rules = ruleset_of({**NEEDED, **together})
    assert ruleset_from_content(rules.content()) == rules


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
