"""The rulesets that come with the ledger have the values of their sources."""

from importlib import resources
from typing import Any

import pytest

import ledger.presets
from ledger.presets import PRESETS, UnknownRules, preset, presets_for

OURS: dict[str, Any] = {"rounds": 2, "multi_ron_honba": "each", "multi_ron_sticks": "own_back", "odd_unit": "best"}
VALUES: dict[str, dict[str, Any]] = {
    "dutch": {
        "players": 3,
        "start_points": 45_000,
        "target_points": 50_000,
        "winner_bonus": 15_000,
        "method": "dutch",
        "counted_limit": "yakuman",
        "honba_ron": 200,
        "honba_tsumo": 100,
        "noten_pool": 2_000,
        "uma": (),
        "tie_bonus": "last_dealer",
        "leftover_sticks": "first",
    },
    "dutch-4p": {
        "players": 4,
        "start_points": 45_000,
        "target_points": 50_000,
        "winner_bonus": 20_000,
        "method": "dutch",
        "counted_limit": "yakuman",
        "honba_ron": 300,
        "honba_tsumo": 100,
        "noten_pool": 3_000,
        "uma": (),
        "tie_bonus": "last_dealer",
        "leftover_sticks": "first",
    },
    "standard": {
        "players": 4,
        "start_points": 30_000,
        "target_points": 30_000,
        "winner_bonus": 0,
        "method": "han_fu",
        "minimum_fu_on_ron": 30,
        "counted_limit": "yakuman",
        "honba_ron": 300,
        "honba_tsumo": 100,
        "noten_pool": 3_000,
        "uma": (15_000, 5_000, -5_000, -15_000),
        "tie_bonus": "share",
        "tie_uma": "share",
        "leftover_sticks": "first",
    },
    "polish": {
        "players": 4,
        "method": "han_fu",
        "limits": "usual",
        "minimum_fu_on_ron": 20,
        "double_wind_pair_fu": 4,
        "open_pinfu_fu": 30,
        "rinshan_tsumo_fu": False,
        "counted_limit": "yakuman",
        "kiriage": False,
        "noten_pool": 3_000,
        "multi_ron_honba": "each",
        "multi_ron_sticks": "own_back",
    },
    "italian": {
        "players": 4,
        "method": "han_fu",
        "limits": "usual",
        "minimum_fu_on_ron": 30,
        "open_pinfu_fu": 30,
        "rinshan_tsumo_fu": True,
        "counted_limit": "yakuman",
        "kiriage": False,
    },
    "ao-tenjou": {"players": 4, "method": "han_fu", "limits": "none", "minimum_fu_on_ron": 30, "kiriage": False},
}


@pytest.mark.parametrize("name", VALUES)
def test_a_preset_has_the_values_of_its_source(name: str) -> None:
    rules = preset(name)
    expected = {"name": name, "version": 1, **OURS, **VALUES[name]}
    assert {key: getattr(rules, key) for key in expected} == expected
    assert rules.title
    assert rules.source


def test_every_file_is_a_preset_that_can_be_named() -> None:
    files = {file.name for file in resources.files(ledger.presets).iterdir() if file.name.endswith(".toml")}
    assert files == {f"{name}.toml" for name in PRESETS}
    assert set(PRESETS) == set(VALUES)


@pytest.mark.parametrize("typed", ["DUTCH-4P", " dutch-4p ", "Ｄｕｔｃｈ-4p"])
def test_a_preset_is_found_however_its_name_is_typed(typed: str) -> None:
    assert preset(typed) == preset("dutch-4p")


@pytest.mark.parametrize(
    ("typed", "near"),
    [("dutsh", "dutch"), ("dutch4p", "dutch-4p"), ("Standart", "standard"), ("std-standard", "standard")],
)
def test_an_unknown_preset_is_refused_with_the_nearest(typed: str, near: str) -> None:
    with pytest.raises(UnknownRules, match=rf"^no ruleset '{typed}'; did you mean {near}\?"):
        preset(typed)


def test_the_presets_for_a_number_of_players() -> None:
    assert presets_for(3, "dutch") == ["dutch"]
    assert presets_for(4, "dutch") == ["dutch-4p"]
    assert presets_for(4, "han_fu") == ["standard", "polish", "italian", "ao-tenjou"]
    assert presets_for(3, "han_fu") == ["dutch"], "better another method than none"
    assert presets_for(2, "dutch") == []


@pytest.mark.parametrize("typed", ["xyzzy", "", "../presets/dutch", "dutch.toml.toml.toml"])
def test_an_unknown_preset_is_refused_with_all_that_exist(typed: str) -> None:
    with pytest.raises(UnknownRules, match="standard, dutch, dutch-4p"):
        preset(typed)
