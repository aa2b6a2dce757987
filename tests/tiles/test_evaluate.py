"""Hands of tiles and their worth: known hands, each circumstance, what the rulesets count differently."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, LimitHand, YakumanHand
from ledger.rules.points import CannotOccur, base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit
from ledger.tiles.checks import WrongCircumstance
from ledger.tiles.evaluate import Found, NoHand, NoYaku, evaluate
from ledger.tiles.hand import parse_tile_hand
from ledger.tiles.situation import Situation

RULES = replace(preset("standard"), red_fives=True, double_wind_pair_fu=4)
PAIR_2 = replace(RULES, double_wind_pair_fu=2)
EAST = {"seat_wind": 0}
THREE = {"players": 3}


def found(text: str, rules: Ruleset = RULES, **said: object) -> Found:
    """What a hand of South in East is worth, by ron if nothing else is said."""
    where = Situation(**{"seat_wind": 1, "round_wind": 0, "tsumo": False, **said})
    return evaluate(parse_tile_hand(text.split()), where, rules)


def points(worth: Found, rules: Ruleset, *, dealer: bool, tsumo: bool) -> tuple[int, ...]:
    """What is paid for it: by the discarder; to a dealer by each; by a player and by the dealer."""
    base = base_points(worth.price, rules, ron=not tsumo)
    if not tsumo:
        return (ron_points(base, rules, dealer_wins=dealer),)
    each = tuple(tsumo_points(base, rules, dealer_wins=dealer, dealer_pays=pays) for pays in (False, True))
    return each[:1] if dealer else each


def names(worth: Found) -> set[str]:
    return {yaku.name for yaku in worth.yaku}


RIICHI, TSUMO = {"riichi": True}, {"tsumo": True}
KNOWN = [
    ("234p 777888999s 55m win 9s", RIICHI, RULES, (3, 30), 30, (3900,)),
    ("234p 777888999s 55m win 4p", RIICHI, RULES, (3, 50), 46, (6400,)),
    ("234s 567m 99p pon 444z pon 555z win 9p", {"seat_wind": 3}, RULES, (2, 30), 30, (2000,)),
    ("05p 340678m pon 777p pon 055s win 8m indicator 2m", {}, RULES, (5, 30), 24, (8000,)),
    ("223344m 678s 11z 222z win 8s", {**EAST, **TSUMO}, RULES, (2, 40), 34, (1300,)),
    ("223344m 678s 11z 222z win 8s", {**EAST, **TSUMO}, PAIR_2, (2, 40), 32, (1300,)),
    ("223344m 567s 11z 222z win 5s", {**EAST, **RIICHI}, RULES, (2, 50), 42, (4800,)),
    ("223344m 567s 11z 222z win 5s", {**EAST, **RIICHI}, PAIR_2, (2, 40), 40, (3900,)),
    ("23456m 123456p 11s win 1m", TSUMO, RULES, (2, 20), 20, (400, 700)),
    ("222m 78m 234s 66s 789s win 6m", TSUMO, RULES, (1, 30), 26, (300, 500)),
    ("222m 78m 234s 66s 789s win 6m", RIICHI, RULES, (1, 40), 34, (1300,)),
    ("123m 456m 678p 99p 789s win 7s", RIICHI, RULES, (1, 40), 32, (1300,)),
    ("345m 345p 123s 678s 22p win 6s robbing ippatsu", RIICHI, RULES, (4, 30), 30, (7700,)),
]


@pytest.mark.parametrize(("text", "said", "rules", "price", "raw", "paid"), KNOWN)
def test_known_hands(text, said, rules, price, raw, paid):
    worth = found(text, rules, **said)
    assert worth.price == HanFu(*price)
    assert worth.fu is not None
    assert worth.fu.raw == raw == sum(part.fu for part in worth.fu.parts)
    assert points(worth, rules, dealer=said.get("seat_wind") == 0, tsumo="tsumo" in said) == paid
    assert sum(yaku.han for yaku in worth.yaku) + worth.dora == price[0]


def test_the_reading_that_pays_most_counts():
    assert names(found("234p 777888999s 55m win 9s", riichi=True)) == {"riichi", "iipeikou", "pinfu"}
    assert names(found("234p 777888999s 55m win 4p", riichi=True)) == {"riichi", "sanankou"}
    two_sequences_twice = found("223344m 556677p 88s win 8s")
    assert names(two_sequences_twice) == {"tanyao", "ryanpeikou"}
    assert two_sequences_twice.price == HanFu(4, 40)
    assert names(found("2255m 3366p 448s 77s win 8s")) == {"tanyao", "chiitoitsu"}


def test_the_dearest_reading_depends_on_the_rules():
    # Four closed pons, or sequences. Without limits a yakuman is 13 han: 20 and 20 for the pons and 2 for the tsumo.
    text = "2223344466m 777z win 3m"
    assert found(text, riichi=True, tsumo=True).price == YakumanHand(1)
    endless = found(text, preset("ao-tenjou"), riichi=True, tsumo=True)
    assert endless.price == HanFu(13, 50)
    assert names(endless) == {"suuankou"}
    # With an indicator for the three 3m, the sequences are still less: 7 and 3 dora, and 13 and 3.
    assert found(f"{text} indicator 2m", preset("ao-tenjou"), riichi=True, tsumo=True).price == HanFu(16, 50)


def test_limits_are_named():
    hand = "234m 345m 66m 678m 78m win 9m"
    assert found(hand, riichi=True).limit is Limit.BAIMAN
    assert found(hand, tsumo=True, riichi=True).limit is Limit.BAIMAN
    just_below = "345m 345p 123s 678s 22p win 6s robbing ippatsu"
    assert found(just_below, riichi=True).limit is None
    assert found(just_below, replace(RULES, kiriage=True), riichi=True).limit is Limit.MANGAN


PINFU = "234m 456p 789s 55s 67m win 8m"
CIRCUMSTANCES = [
    (PINFU, {}, {"pinfu"}),
    (PINFU, RIICHI, {"pinfu", "riichi"}),
    (PINFU, TSUMO, {"pinfu", "menzen-tsumo"}),
    (f"{PINFU} ippatsu", RIICHI, {"pinfu", "riichi", "ippatsu"}),
    (f"{PINFU} double-riichi", RIICHI, {"pinfu", "double-riichi"}),
    (f"{PINFU} double-riichi ippatsu", RIICHI, {"pinfu", "double-riichi", "ippatsu"}),
    (f"{PINFU} last-tile", {}, {"pinfu", "houtei"}),
    (f"{PINFU} last-tile", TSUMO, {"pinfu", "menzen-tsumo", "haitei"}),
    (f"{PINFU} robbing", {}, {"pinfu", "chankan"}),
    ("234m 55s 67m win 8m closed-kan 1111p closed-kan 9999s after-kan", TSUMO, {"menzen-tsumo", "rinshan"}),
    ("234m 55s 67m win 8m kan 1111p pon 999s after-kan", TSUMO, {"rinshan"}),
    ("234m 55s 67m win 8m pon 999s chi 123p last-tile", TSUMO, {"haitei"}),
    (f"{PINFU} first-turn", {**EAST, **TSUMO}, {"tenhou"}),
    (f"{PINFU} first-turn", TSUMO, {"chiihou"}),
    (f"{PINFU} first-turn", {}, {"pinfu"}),
    ("99p 456p 234s 44z pon 222z win 4z", {}, {"seat-wind"}),
    ("99p 456p 234s 44z pon 111z win 4z", {}, {"round-wind"}),
    ("99p 456p 234s 44z pon 111z win 4z", EAST, {"round-wind", "seat-wind"}),
    ("99p 456p 234s 22z win 2z closed-kan 7777z", {}, {"red-dragon", "seat-wind"}),
    ("23m 99p win 1m pon 555z pon 666z chi 789s", {}, {"white-dragon", "green-dragon", "chantai"}),
]


@pytest.mark.parametrize(("text", "said", "expected"), CIRCUMSTANCES)
def test_what_else_was_so_counts(text, said, expected):
    assert names(found(text, **said)) == expected


@pytest.mark.parametrize(
    ("text", "said", "dora"),
    [
        (PINFU, {}, 0),
        (f"{PINFU} indicator 1m", {}, 1),
        (f"{PINFU} indicator 1m 4s", {}, 3),
        (f"{PINFU} indicator 1m1m", {}, 2),
        (f"{PINFU} indicator 1m 4s ura 1m 5p", RIICHI, 5),
        ("340m 406p 789s 55s 67m win 8m", {}, 2),
        ("340m 406p 789s 55s 67m win 8m indicator 4m 0s", {}, 3),
        ("234m 456p 789s 1s 67m 1s win 8m indicator 9s", {}, 2),
        ("234m 456p 789s 33z 67m win 8m indicator 2z", {}, 2),
        ("234m 456p 789s 11z 67m win 8m indicator 4z", {"seat_wind": 2, "round_wind": 1}, 2),
        ("234m 456p 22p 67m win 8m closed-kan 5555z indicator 7z", {}, 4),
        ("456p 789s 55s 67s 234p win 8s north 2", THREE, 2),
        ("456p 789s 55s 67s 234p win 8s north 2 indicator 3z", THREE, 4),
        ("456p 789s 55s 67s 234p win 8s north 1 indicator 3z 3z ura 3z 1z", {**THREE, **RIICHI}, 4),
        ("111m 999m 55s 67s 234p win 8s indicator 1m", {**THREE, **RIICHI}, 3),
        ("111m 999m 55s 67s 234p win 8s indicator 9m", {**THREE, **RIICHI}, 3),
    ],
)
def test_dora_of_every_kind(text, said, dora):
    worth = found(text, **said)
    assert worth.dora == dora
    assert worth.price.han == sum(yaku.han for yaku in worth.yaku) + dora


YAKUMAN = [
    ("11223344556677z win 7z", {}, {"tsuuiisou"}),
    ("19m19p19s1234567z win 1m", {}, {"kokushi-13"}),
    ("19m19p19s123456z1m win 7z", {}, {"kokushi"}),
    ("19m19p19s1234567z win 1m first-turn", {**EAST, **TSUMO}, {"kokushi-13", "tenhou"}),
    ("1112345678999m win 5m", {}, {"chuuren-9"}),
    ("1112345678899m win 9m", {}, {"chuuren"}),
    ("1112345678999m win 1m", {}, {"chuuren-9"}),
    ("222m 444p 666s 888s 7z win 7z", {}, {"suuankou-tanki"}),
    ("222m 444p 66s 88s 666m win 8s", TSUMO, {"suuankou"}),
    ("111z 222z 333z 44z 55m win 4z", {}, {"daisuushii"}),
    ("11z 44z win 1z pon 222z pon 333z chi 123m", {}, {"shousuushii"}),
    ("22m 345m 55z win 5z pon 666z pon 777z", {}, {"daisangen"}),
    ("99m 11s win 9m pon 111m pon 999p pon 111p", {}, {"chinroutou"}),
    ("22334466s 88s 666z win 8s", {}, {"ryuuiisou"}),
    ("1z win 1z kan 2222m kan 3333p closed-kan 4444s kan 9999s", {}, {"suukantsu"}),
    (
        "1z win 1z closed-kan 2222m closed-kan 3333p closed-kan 4444s closed-kan 9999s",
        {},
        {"suukantsu", "suuankou-tanki"},
    ),
]


@pytest.mark.parametrize(("text", "said", "expected"), YAKUMAN)
def test_yakuman(text, said, expected):
    worth = found(text, **said)
    assert names(worth) == expected
    assert worth.price == YakumanHand(len(expected))
    assert (worth.limit, worth.dora, worth.fu) == (Limit.YAKUMAN, 0, None)


DOUBLES = {
    "kokushi-13": "19m19p19s1234567z win 1m",
    "chuuren-9": "1112345678999m win 5m",
    "suuankou-tanki": "222m 444p 666s 888s 7z win 7z",
    "daisuushii": "111z 22z 333z 444z 55m win 2z",
}


@pytest.mark.parametrize("name", DOUBLES)
def test_a_yakuman_counts_double_only_if_listed(name):
    doubled = replace(RULES, double_yakuman=(name,))
    assert found(DOUBLES[name]).price == YakumanHand(1)
    assert found(DOUBLES[name], doubled).price == YakumanHand(2)
    assert found(DOUBLES[name], doubled).yaku[0].han == 2
    others = replace(RULES, double_yakuman=tuple(other for other in DOUBLES if other != name))
    assert found(DOUBLES[name], others).price == YakumanHand(1)


def test_more_yakuman_than_counted_are_priced_with_the_most():
    text = "6z win 6z closed-kan 1111z closed-kan 2222z closed-kan 3333z closed-kan 4444z"
    every = replace(RULES, double_yakuman=tuple(DOUBLES))
    assert found(text, every).price == YakumanHand(6)
    assert sum(yaku.han for yaku in found(text, every).yaku) == 6
    assert found(text, replace(every, most_yakuman=5)).price == YakumanHand(5)
    assert found(text, replace(every, most_yakuman=1)).price == YakumanHand(1)
    assert found(text, replace(preset("dutch-4p"), double_yakuman=tuple(DOUBLES))).price == YakumanHand(3)


def test_thirteen_counted_han_stay_han():
    text = "22334455m 678m 99m win 9m indicator 1m 2m 3m"
    worth = found(text, riichi=True)
    assert isinstance(worth.price, HanFu)
    assert worth.price.han >= 13
    assert worth.limit is Limit.YAKUMAN
    assert found(text, replace(RULES, counted_limit="sanbaiman"), riichi=True).limit is Limit.SANBAIMAN


def test_renhou_as_the_rules_have_it():
    cheap = "234m 456p 789s 11z 67m win 8m first-turn"
    west = {"seat_wind": 2, "round_wind": 1}
    mangan, yakuman = replace(RULES, renhou="mangan"), replace(RULES, renhou="yakuman")
    assert found(cheap, **west).price == HanFu(1, 30)
    assert found(cheap, mangan, **west) == Found(LimitHand(Limit.MANGAN), (("renhou", 5),), limit=Limit.MANGAN)
    assert found(cheap, yakuman, **west).price == YakumanHand(1)
    without_yaku = "123m 456p 789s 22z 68m win 7m first-turn"
    assert found(without_yaku, mangan).price == LimitHand(Limit.MANGAN)
    with pytest.raises(NoYaku):
        found(without_yaku)
    dearer = "234m 345m 66m 678m 78m win 9m first-turn"
    assert found(dearer, mangan).price == HanFu(7, 30)
    assert found("19m19p19s1234567z win 1m first-turn", mangan).price == YakumanHand(1)
    assert found("19m19p19s1234567z win 1m first-turn", yakuman).price == YakumanHand(2)
    endless = replace(preset("ao-tenjou"), renhou="mangan")
    assert found(cheap, endless, **west).price == HanFu(5, 30)


def test_tanyao_of_an_open_hand_is_for_the_rules_to_say():
    text = "234m 456p 66s 67s win 8s pon 777p"
    assert found(text).price == HanFu(1, 30)
    with pytest.raises(NoYaku):
        found(text, replace(RULES, open_tanyao=False))
    closed = "234m 456p 777p 66s 67s win 8s"
    assert found(closed, replace(RULES, open_tanyao=False)).price == HanFu(1, 40)


def test_the_tsumo_after_a_kan_has_fu_if_the_rules_say_so():
    text = "234m 55s 67m 456p win 8m closed-kan 2222p after-kan"
    assert found(text, tsumo=True).fu.raw == 20 + 16 + 2
    assert found(text, replace(RULES, rinshan_tsumo_fu=False), tsumo=True).fu.raw == 20 + 16
    # A north laid aside is no kan: its tile is a rinshan, and the fu of the tsumo stay.
    north = "123p 55s 67s 789p 123s win 8s after-kan north 1"
    assert found(north, replace(RULES, rinshan_tsumo_fu=False), tsumo=True, players=3).price == HanFu(4, 20)


def test_an_open_hand_without_fu():
    text = "234m 456p 66s 67s win 8s chi 345p"
    assert found(text).fu.raw == 22
    low = replace(RULES, open_pinfu_fu=20)
    # The minimum on ron prices it all the same; where there is none, the table has no 1 han 20 fu.
    assert (found(text, low).fu.raw, found(text, low).price) == (20, HanFu(1, 30))
    none = replace(low, minimum_fu_on_ron=20)
    with pytest.raises(CannotOccur, match="1 han 20 fu cannot occur"):
        found(text, none)
    assert found(f"{text} indicator 6m 5s", none).price == HanFu(4, 20)


QUADS = "closed-kan 2222p closed-kan 5555p closed-kan 8888p"


def test_rules_without_fu_and_without_limits():
    assert found(PINFU, preset("dutch"), riichi=True) == Found(HanFu(2), (("riichi", 1), ("pinfu", 1)))
    endless = preset("ao-tenjou")
    worth = found("234m 345m 66m 678m 78m win 9m", endless, riichi=True)
    assert (worth.price, worth.limit) == (HanFu(8, 30), None)
    assert found("1112345678999m win 5m", endless).price == HanFu(13, 50)
    assert found("19m19p19s1234567z win 1z", endless) == Found(HanFu(13, 30), (("kokushi-13", 13),))
    assert found("19m19p19s1234567z win 1z", endless, tsumo=True).price == HanFu(13, 20)
    with pytest.raises(CannotOccur, match="45 han: a winning hand has from 1 to 40"):
        found(f"77p 99p win 7p {QUADS} indicator 1111p 4p ura 444p", endless, riichi=True)


REFUSALS = [
    ("23456m 123456p 11s win 9m", TSUMO, NoHand, "make no hand: four sets and a pair"),
    ("1122m 3344p 5566s 1z win 2z", {}, NoHand, "with 2z make no hand"),
    ("1111m 3344p 5566s 1z win 1z", {}, NoHand, "seven different pairs"),
    ("123m 456p 789s 22z 68m win 7m", {}, NoYaku, "no yaku: a hand needs one to win; say riichi if the winner was in"),
    ("123m 456p 789s 22z 68m win 7m indicator 5m 1z", {}, NoYaku, "and its 3 dora are none"),
    ("123m 456p 22s 68m win 7m chi 789s", TSUMO, NoYaku, "no yaku: a hand needs one to win; check the tiles"),
    ("456p 789s 55s 67s 123p win 8s north 2 ", {}, WrongCircumstance, "north 2: norths are laid aside with three"),
    ("234m 456p 789s 55s 67s win 8s", THREE, WrongCircumstance, "2m: with three players there are no 2m to 8m"),
    ("456p 789s 55s 67s 123p win 8s indicator 5m", THREE, WrongCircumstance, "5m: with three players"),
    ("456p 789s 55s 67s chi 123p win 8s", THREE, WrongCircumstance, "chi 123p: with three players nobody calls chi"),
    (f"{PINFU} ippatsu", {}, WrongCircumstance, "ippatsu needs riichi"),
    (f"{PINFU} double-riichi", {}, WrongCircumstance, "double-riichi needs riichi"),
    (f"{PINFU} indicator 3m ura 4m", {}, WrongCircumstance, "ura indicators count for riichi only"),
    (
        "234m 456p 55s 67m win 8m chi 789s",
        RIICHI,
        WrongCircumstance,
        "riichi needs a closed hand, and chi 789s is open",
    ),
    (f"{PINFU} robbing", TSUMO, WrongCircumstance, "robbing is a ron on the tile of another's kan"),
    ("234m 55s 67m 456p win 8m closed-kan 2222p after-kan", {}, WrongCircumstance, "with ron leave after-kan out"),
    (f"{PINFU} first-turn", {**RIICHI, **TSUMO}, WrongCircumstance, "first-turn is a win before anybody could declare"),
    (f"{PINFU} first-turn", EAST, WrongCircumstance, "the dealer draws first"),
]


@pytest.mark.parametrize(("text", "said", "kind", "reason"), REFUSALS)
def test_refusals_say_why(text, said, kind, reason):
    with pytest.raises(kind) as refused:
        found(text, **said)
    assert reason in str(refused.value)


def test_red_fives_are_for_the_rules_to_say():
    text = "340m 456p 789s 55s 67m win 8m"
    with pytest.raises(WrongCircumstance, match="0m is a red five, and ruleset standard plays without them: type 5m"):
        found(text, replace(RULES, red_fives=False))
    with pytest.raises(WrongCircumstance, match="0p is a red five"):
        found(f"{PINFU} indicator 0p", replace(RULES, red_fives=False))


def test_the_tiles_without_the_winning_one_are_refused():
    with pytest.raises(Exception, match="which tile won"):
        found("23456m 123456p 11s", tsumo=True)
