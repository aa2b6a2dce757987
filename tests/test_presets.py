"""The rulesets that come with the ledger have the values of their sources, and say where those are silent."""

import json
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ledger.presets
from ledger.presets import PRESETS, UnknownRules, preset, preset_text, presets_for
from ledger.rules.facts import HanFu
from ledger.rules.placement import placement
from ledger.rules.points import CannotOccur
from ledger.rules.ruleset import Ruleset
from ledger.rules.tables import COLUMNS, Cell, han_fu_tables, paid_for
from ledger.rules.ties import AtTheEnd

ROOT = Path(__file__).resolve().parents[1]
FOUR_ABORTS = ("nine-terminals", "four-winds", "four-riichi", "four-kans")
TWO_ABORTS = ("nine-terminals", "four-kans")
TWO_PAO = ("daisangen", "daisuushii")
THREE_PAO = ("daisangen", "daisuushii", "suukantsu")
UMA_15_5 = (15_000, 5_000, -5_000, -15_000)
NOBODY = (0, 0, 0, 0)
OF_THE_SOURCES: dict[str, Any] = {
    "version": 2,
    "rounds": 2,
    "multi_ron": "all",
    "multi_ron_honba": "each",
    "multi_ron_sticks": "own_back",
    "abortive_draws": (),
    "nagashi": "none",
    "pao": TWO_PAO,
    "pao_honba": "discarder",
    "chombo": "reverse_mangan",
    "odd_unit": "best",
}
TOURNAMENT: dict[str, Any] = {
    "version": 1,
    "players": 4,
    "start_points": 30_000,
    "target_points": 30_000,
    "winner_bonus": 0,
    "rounds": 2,
    "extension_rounds": 0,
    "method": "han_fu",
    "limits": "usual",
    "open_tanyao": True,
    "red_fives": False,
    "double_yakuman": (),
    "honba_ron": 300,
    "honba_tsumo": 100,
    "noten_pool": 3_000,
    "nagashi": "none",
    "abortive_draws": (),
    "pao_honba": "discarder",
    "chombo": "penalty",
    "chombo_points": 20_000,
    "dealer_repeat": "win_or_tenpai",
    "agari_yame": "none",
    "bust": "none",
    "riichi_below_1000": True,
    "tie_bonus": "share",
    "tie_uma": "share",
    "rounding": "none",
}
EMA: dict[str, Any] = {
    **TOURNAMENT,
    "counted_limit": "sanbaiman",
    "most_yakuman": 1,
    "renhou": "mangan",
    "multi_ron": "all",
    "multi_ron_honba": "each",
    "multi_ron_sticks": "own_back",
    "pao": TWO_PAO,
    "uma": UMA_15_5,
    "leftover_sticks": "first",
    "share_unit": 1,
    "share_rest": "lost",
}
WRC: dict[str, Any] = {
    **TOURNAMENT,
    "kiriage": True,
    "most_yakuman": 6,
    "double_wind_pair_fu": 2,
    "renhou": "mangan",
    "multi_ron": "head_bump",
    "pao": THREE_PAO,
    "pao_covers": "hand",
    "chombo_ends_game": True,
    "uma": UMA_15_5,
    "leftover_sticks": "lost",
}
ONLINE: dict[str, Any] = {
    "version": 1,
    "rounds": 2,
    "extension_rounds": 1,
    "method": "han_fu",
    "limits": "usual",
    "kiriage": False,
    "counted_limit": "yakuman",
    "most_yakuman": 6,
    "double_wind_pair_fu": 4,
    "open_pinfu_fu": 30,
    "rinshan_tsumo_fu": True,
    "open_tanyao": True,
    "red_fives": True,
    "renhou": "none",
    "honba_tsumo": 100,
    "multi_ron_honba": "closest",
    "multi_ron_sticks": "closest",
    "tsumo_of_three": "loss",
    "pao": TWO_PAO,
    "nagashi": "payment",
    "abortive_passes": (),
    "dealer_repeat": "win_or_tenpai",
    "agari_yame": "automatic",
    "bust": "below_zero",
    "riichi_below_1000": False,
    "tie_bonus": "seat_order",
    "tie_uma": "seat_order",
    "tie_place": "seat_order",
    "leftover_sticks": "first",
}
TENHOU: dict[str, Any] = {
    **ONLINE,
    "double_yakuman": (),
    "pao_covers": "hand",
    "pao_honba": "liable",
    "rounding": "half_away",
    "rounding_of": "score",
}
SOUL: dict[str, Any] = {
    **ONLINE,
    "double_yakuman": ("daisuushii", "suuankou-tanki", "chuuren-9", "kokushi-13"),
    "multi_ron": "all",
    "pao_covers": "yakuman",
    "pao_honba": "discarder",
    "winner_bonus": 0,
    "rounding": "none",
}
VALUES: dict[str, dict[str, Any]] = {
    "dutch": {
        **OF_THE_SOURCES,
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
        **OF_THE_SOURCES,
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
        **OF_THE_SOURCES,
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
        "uma": UMA_15_5,
        "tie_bonus": "share",
        "tie_uma": "share",
        "leftover_sticks": "first",
    },
    "polish": {
        **OF_THE_SOURCES,
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
    },
    "italian": {
        **OF_THE_SOURCES,
        "players": 4,
        "method": "han_fu",
        "limits": "usual",
        "minimum_fu_on_ron": 30,
        "open_pinfu_fu": 30,
        "rinshan_tsumo_fu": True,
        "counted_limit": "yakuman",
        "kiriage": False,
    },
    "ema-2016": {**EMA, "kiriage": False, "double_wind_pair_fu": 4, "chombo_ends_game": False},
    "ema-2025": {
        **EMA,
        "kiriage": True,
        "double_wind_pair_fu": 2,
        "rinshan_tsumo_fu": True,
        "open_pinfu_fu": 30,
        "chombo_ends_game": True,
    },
    "wrc-2022": {**WRC, "counted_limit": "sanbaiman", "rinshan_tsumo_fu": True},
    "wrc-2025": {**WRC, "counted_limit": "yakuman", "open_pinfu_fu": 30},
    "tenhou": {
        **TENHOU,
        "players": 4,
        "start_points": 25_000,
        "target_points": 30_000,
        "winner_bonus": 20_000,
        "extension_target": 30_000,
        "honba_ron": 300,
        "noten_pool": 3_000,
        "multi_ron": "two",
        "abortive_draws": FOUR_ABORTS,
        "uma": (20_000, 10_000, -10_000, -20_000),
    },
    "tenhou-3p": {
        **TENHOU,
        "players": 3,
        "start_points": 35_000,
        "target_points": 40_000,
        "winner_bonus": 15_000,
        "extension_target": 40_000,
        "honba_ron": 200,
        "noten_pool": 2_000,
        "multi_ron": "all",
        "abortive_draws": TWO_ABORTS,
        "uma": (20_000, 0, -20_000),
    },
    "mahjong-soul": {
        **SOUL,
        "players": 4,
        "start_points": 25_000,
        "target_points": 25_000,
        "extension_target": 30_000,
        "honba_ron": 300,
        "noten_pool": 3_000,
        "abortive_draws": FOUR_ABORTS,
        "uma": UMA_15_5,
    },
    "mahjong-soul-3p": {
        **SOUL,
        "players": 3,
        "start_points": 35_000,
        "target_points": 35_000,
        "extension_target": 40_000,
        "honba_ron": 200,
        "noten_pool": 2_000,
        "abortive_draws": TWO_ABORTS,
        "uma": (15_000, 0, -15_000),
    },
    "m-league": {
        **TOURNAMENT,
        "start_points": 25_000,
        "winner_bonus": 20_000,
        "kiriage": True,
        "counted_limit": "sanbaiman",
        "most_yakuman": 4,
        "double_wind_pair_fu": 2,
        "red_fives": True,
        "renhou": "none",
        "multi_ron": "head_bump",
        "pao": THREE_PAO,
        "chombo_ends_game": False,
        "uma": (30_000, 10_000, -10_000, -30_000),
        "leftover_sticks": "first",
        "share_unit": 100,
        "share_rest": "seat_order",
    },
    "jansou": {
        "version": 1,
        "players": 4,
        "start_points": 25_000,
        "target_points": 30_000,
        "winner_bonus": 20_000,
        "kiriage": True,
        "counted_limit": "yakuman",
        "open_tanyao": True,
        "red_fives": True,
        "honba_ron": 300,
        "honba_tsumo": 100,
        "noten_pool": 3_000,
        "multi_ron": "two",
        "multi_ron_honba": "each",
        "multi_ron_sticks": "closest",
        "abortive_draws": FOUR_ABORTS,
        "chombo": "reverse_mangan",
        "chombo_ends_game": False,
        "bust": "below_zero",
        "riichi_below_1000": False,
        "uma": (20_000, 10_000, -10_000, -20_000),
        "tie_bonus": "seat_order",
        "tie_uma": "seat_order",
        "rounding": "five_down",
    },
    "jpml-a": {
        **TOURNAMENT,
        "kiriage": False,
        "counted_limit": "yakuman",
        "most_yakuman": 4,
        "double_wind_pair_fu": 2,
        "rinshan_tsumo_fu": True,
        "renhou": "none",
        "multi_ron": "head_bump",
        "pao": THREE_PAO,
        "uma": (),
        "uma_by_floating": (
            NOBODY,
            (12_000, -1_000, -3_000, -8_000),
            (8_000, 4_000, -4_000, -8_000),
            (8_000, 3_000, 1_000, -12_000),
            NOBODY,
        ),
        "leftover_sticks": "lost",
    },
    "ao-tenjou": {
        **OF_THE_SOURCES,
        "players": 4,
        "method": "han_fu",
        "limits": "none",
        "minimum_fu_on_ron": 30,
        "kiriage": False,
    },
    "kansai-3p": {
        "version": 1,
        "players": 3,
        "start_points": 35_000,
        "target_points": 40_000,
        "winner_bonus": 15_000,
        "extension_rounds": 0,
        "payment_unit": 1_000,
        "honba_ron": 1_000,
        "honba_tsumo": 1_000,
        "noten_pool": 2_000,
        "tsumo_of_three": "bisection",
        "multi_ron": "all",
        "multi_ron_honba": "closest",
        "multi_ron_sticks": "closest",
        "bust": "zero_or_below",
        "tie_bonus": "seat_order",
    },
}
UNKNOWN = {
    "ema-2016": "open_pinfu_fu rinshan_tsumo_fu",
    "wrc-2022": "open_pinfu_fu chombo rounding",
    "wrc-2025": "rinshan_tsumo_fu pao_covers pao_honba chombo riichi_below_1000 rounding",
    "tenhou-3p": "abortive_draws",
    "mahjong-soul": "open_pinfu_fu rinshan_tsumo_fu pao_honba",
    "mahjong-soul-3p": "open_pinfu_fu rinshan_tsumo_fu pao_honba",
    "m-league": "open_pinfu_fu rinshan_tsumo_fu pao_covers pao_honba nagashi chombo_ends_game rounding",
    "jpml-a": "open_pinfu_fu nagashi chombo riichi_below_1000 rounding",
    "kansai-3p": "counted_limit double_wind_pair_fu red_fives pao nagashi abortive_draws chombo leftover_sticks",
}
"""What no source says: the preset's line on it says so."""
CONFLICTS = {
    "ema-2016": "double_wind_pair_fu",
    "ema-2025": "chombo_ends_game",
    "wrc-2022": "pao chombo_ends_game leftover_sticks",
    "wrc-2025": "pao chombo_ends_game",
    "tenhou": "kiriage uma rounding",
    "mahjong-soul": "kiriage",
    "jpml-a": "counted_limit most_yakuman renhou abortive_draws",
}
"""Where sources contradict each other: the preset's line says so, and why its value was chosen."""
NEW = [name for name in PRESETS if name not in ("standard", "dutch", "dutch-4p", "polish", "italian", "ao-tenjou")]


def line_of(name: str, key: str) -> str:
    (line,) = [line for line in preset_text(name).splitlines() if line.startswith(f"{key} = ")]
    return line


@pytest.mark.parametrize("name", VALUES)
def test_a_preset_has_the_values_of_its_source(name: str) -> None:
    rules = preset(name)
    expected = {"name": name, **VALUES[name]}
    assert {key: getattr(rules, key) for key in expected} == expected
    assert rules.title
    assert rules.source


def test_every_file_is_a_preset_that_can_be_named() -> None:
    files = {file.name for file in resources.files(ledger.presets).iterdir() if file.name.endswith(".toml")}
    assert files == {f"{name}.toml" for name in PRESETS}
    assert set(PRESETS) == set(VALUES)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, keys in UNKNOWN.items() for key in keys.split()])
def test_a_value_that_no_source_gives_is_marked(name: str, key: str) -> None:
    assert "unknown" in line_of(name, key).partition("#")[2]


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, keys in CONFLICTS.items() for key in keys.split()])
def test_a_value_on_which_sources_conflict_is_marked_with_the_choice(name: str, key: str) -> None:
    comment = line_of(name, key).partition("#")[2]
    assert comment.startswith(" sources conflict")
    assert "chosen" in comment or "real games" in comment


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_marks_what_is_ours(name: str) -> None:
    assert "# ours" in preset_text(name)


@pytest.mark.parametrize("name", NEW)
def test_a_dated_preset_leaves_no_rule_to_a_default_that_could_change(name: str) -> None:
    rules = preset(name)
    never = {"share_unit", "share_rest", "chombo_points", "chombo_ends_game", "chip_value", "rounding_of", "tie_place"}
    never |= {"uma", "uma_by_floating", "extension_rounds", "extension_target", "payment_unit", "abortive_passes"}
    never |= {"tsumo_of_three"} if rules.players == 4 else set()
    never |= {"multi_ron_honba", "multi_ron_sticks"} if rules.multi_ron == "head_bump" else set()
    assert {key for key in Ruleset.__slots__ if key not in never} <= set(tomllib.loads(preset_text(name)))


@pytest.mark.parametrize("name", PRESETS)
def test_the_uma_of_a_preset_sums_to_zero(name: str) -> None:
    rules = preset(name)
    for uma in (rules.uma, *rules.uma_by_floating):
        assert sum(uma) == 0
        assert len(uma) in (0, rules.players)


@pytest.mark.parametrize("typed", ["DUTCH-4P", " dutch-4p ", "Ｄｕｔｃｈ-4p"])
def test_a_preset_is_found_however_its_name_is_typed(typed: str) -> None:
    assert preset(typed) == preset("dutch-4p")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("dutsh", "dutch"),
        ("dutch4p", "dutch-4p"),
        ("Standart", "standard"),
        ("std-standard", "standard"),
        ("ema2025", "ema-2025"),
        ("mleague", "m-league"),
        ("tenho", "tenhou"),
    ],
)
def test_an_unknown_preset_is_refused_with_the_nearest(typed: str, near: str) -> None:
    with pytest.raises(UnknownRules, match=rf"^no ruleset '{typed}'; did you mean {near}\?"):
        preset(typed)


def test_the_presets_for_a_number_of_players() -> None:
    four = [name for name in PRESETS if not name.startswith("dutch") and not name.endswith("3p")]
    assert presets_for(3, "dutch") == ["dutch"]
    assert presets_for(4, "dutch") == ["dutch-4p"]
    assert presets_for(4, "han_fu") == four
    assert presets_for(3, "han_fu") == ["tenhou-3p", "mahjong-soul-3p", "kansai-3p"]
    assert presets_for(2, "dutch") == []


def test_another_method_is_better_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger.presets, "PRESETS", ("standard", "dutch"))
    assert presets_for(3, "han_fu") == ["dutch"]


@pytest.mark.parametrize("typed", ["xyzzy", "", "../presets/dutch", "dutch.toml.toml.toml"])
def test_an_unknown_preset_is_refused_with_all_that_exist(typed: str) -> None:
    with pytest.raises(UnknownRules, match=r"standard, dutch, dutch-4p.*, kansai-3p; a file of your own is named by"):
        preset(typed)


# The payment tables: every cell of the English and of the Polish source, for every preset that pays by them.

ENGLISH: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "source_tables.json").read_text("utf-8"))["standard"]
WHO = ("non_dealer", "dealer")
BY_HAN_AND_FU = [name for name in PRESETS if not name.startswith("dutch")]
PRINTED = [name for name in BY_HAN_AND_FU if name not in ("ao-tenjou", "kansai-3p")]
ROUNDED_UP = {(30, 4), (60, 3)}
"""Fu and han that kiriage makes a mangan."""
MANGAN = {(False, False): Cell(ron=8_000), (False, True): Cell(each=2_000, dealer=4_000)}
MANGAN |= {(True, False): Cell(ron=12_000), (True, True): Cell(each=4_000)}


def english(dealer: bool, tsumo: bool) -> dict[tuple[int, int], Cell | None]:
    """The printed cells by fu and han."""
    rows = ENGLISH[WHO[dealer]]["tsumo" if tsumo else "ron"]["rows"]
    return {
        (int(fu), han): cell_of(printed, tsumo=tsumo) for fu, row in rows.items() for han, printed in enumerate(row, 1)
    }


def cell_of(printed: int | list[int] | None, *, tsumo: bool) -> Cell | None:
    """A printed cell: nothing, one number, or [each non-dealer, dealer]."""
    if printed is None:
        return None
    if isinstance(printed, list):
        return Cell(each=printed[0], dealer=printed[1])
    return Cell(each=printed) if tsumo else Cell(ron=printed)


def shown(rules: Ruleset, dealer: bool, tsumo: bool) -> dict[tuple[int, int], Cell | None]:
    """The cells that a ruleset pays, by fu and han."""
    (table,) = [table for table in han_fu_tables(rules) if (table.dealer, table.tsumo) == (dealer, tsumo)]
    return {(fu, han): cell for fu, row in table.rows for han, cell in zip(COLUMNS, row, strict=True)}


def test_all_english_cells_are_read() -> None:
    cells = [cell for dealer in (False, True) for tsumo in (False, True) for cell in english(dealer, tsumo).values()]
    assert (len(cells), cells.count(None)) == (168, 8)


@pytest.mark.parametrize("dealer", [False, True])
@pytest.mark.parametrize("tsumo", [False, True])
@pytest.mark.parametrize("name", PRINTED)
def test_a_preset_pays_every_cell_of_the_english_tables(name: str, tsumo: bool, dealer: bool) -> None:
    rules = preset(name)
    expected = english(dealer, tsumo)
    if rules.kiriage:
        assert all(expected[cell] != MANGAN[dealer, tsumo] for cell in ROUNDED_UP)
        expected |= dict.fromkeys(ROUNDED_UP, MANGAN[dealer, tsumo])
    paid = shown(rules, dealer, tsumo)
    if name == "polish" and not tsumo:
        assert {paid.pop((20, han)) for han in COLUMNS} != {None}
    assert paid == expected
    (table,) = [one for one in han_fu_tables(rules) if (one.dealer, one.tsumo) == (dealer, tsumo)]
    printed = ENGLISH[WHO[dealer]]["tsumo" if tsumo else "ron"]["limits"]
    assert table.limits == tuple(cell_of(cell, tsumo=tsumo) for cell in printed)


@pytest.mark.parametrize("name", PRINTED)
def test_kiriage_is_all_that_differs_in_what_is_paid(name: str) -> None:
    rules = replace(preset(name), kiriage=False, minimum_fu_on_ron=30)
    standard = preset("standard")
    assert all(shown(rules, d, t) == shown(standard, d, t) for d in (False, True) for t in (False, True))


@pytest.mark.parametrize("dealer", [False, True])
@pytest.mark.parametrize("tsumo", [False, True])
def test_without_limits_the_cells_below_them_are_as_printed(tsumo: bool, dealer: bool) -> None:
    paid = shown(preset("ao-tenjou"), dealer, tsumo)
    expected = english(dealer, tsumo)
    assert paid.keys() == expected.keys()
    beyond = {(fu, han) for fu, han in expected if fu << (2 + han) > 2_000}
    assert all(paid[cell] == expected[cell] for cell in expected if cell not in beyond)
    assert beyond
    assert all(paid[cell] != MANGAN[dealer, tsumo] == expected[cell] for cell in beyond)


@pytest.mark.parametrize("dealer", [False, True])
def test_in_kansai_the_printed_ron_is_rounded_up_to_thousands(dealer: bool) -> None:
    paid = shown(preset("kansai-3p"), dealer, tsumo=False)
    assert paid == {
        key: cell and Cell(ron=-(-cell.ron // 1_000) * 1_000) for key, cell in english(dealer, False).items()
    }


@pytest.mark.parametrize(
    ("han", "non_dealer", "dealer"),
    [(5, (3_000, 5_000), 6_000), (8, (6_000, 10_000), 12_000), (13, (12_000, 20_000), 24_000)],
)
def test_in_kansai_two_share_what_a_third_would_pay(han: int, non_dealer: tuple[int, int], dealer: int) -> None:
    rules = preset("kansai-3p")
    assert paid_for(HanFu(han), rules, dealer=False, tsumo=True) == Cell(each=non_dealer[0], dealer=non_dealer[1])
    assert paid_for(HanFu(han), rules, dealer=True, tsumo=True) == Cell(each=dealer)


@pytest.mark.parametrize("name", [name for name in PRINTED if not preset(name).kiriage and preset(name).players == 4])
def test_a_preset_pays_every_cell_of_the_polish_tables(name: str) -> None:
    path = ROOT / ".." / "shared" / "data" / "source_tables.json"
    if not path.is_file():
        pytest.skip("needs ../shared/data beside the project, which a fresh checkout does not have")
    source = json.loads(path.read_text(encoding="utf-8"))["000_c240bf6832ff7da8.txt"]
    rules, checked = preset(name), 0
    for dealer in (False, True):
        for fu, row in source[WHO[dealer]].items():
            for tsumo in (False, True):
                for han, printed in enumerate(row["tsumo" if tsumo else "ron"], 1):
                    twenty_by_ron = fu == "20" and not tsumo and rules.minimum_fu_on_ron == 30
                    if printed is None or twenty_by_ron:
                        with pytest.raises(CannotOccur):
                            paid_for(HanFu(han, int(fu)), rules, dealer=dealer, tsumo=tsumo)
                        continue
                    paid = paid_for(HanFu(han, int(fu)), rules, dealer=dealer, tsumo=tsumo)
                    amounts = [paid.dealer, paid.each] if tsumo and not dealer else paid.each if tsumo else paid.ron
                    assert amounts == (printed[0] if tsumo and dealer else printed), (dealer, tsumo, fu, han)
                    checked += 1
    assert checked > 200


# Results: examples whose numbers are known.


@pytest.mark.parametrize(
    ("name", "scores", "sticks", "points"),
    [
        ("jansou", (42_000, 31_000, 18_000, 9_000), 0, (52_000, 11_000, -22_000, -41_000)),
        ("jansou", (42_500, 31_500, 17_600, 8_400), 0, (53_000, 11_000, -22_000, -42_000)),
        ("dutch", (88_000, -15_000, 62_000), 0, (53_000, -65_000, 12_000)),
        ("mahjong-soul", (40_100, 29_900, 20_000, 10_000), 0, (30_100, 9_900, -10_000, -30_000)),
        ("tenhou", (25_000, 25_000, 25_000, 25_000), 0, (35_000, 5_000, -15_000, -25_000)),
        ("tenhou", (30_400, 30_400, 19_600, 19_600), 0, (40_000, 10_000, -20_000, -30_000)),
        ("tenhou-3p", (40_000, 34_000, 30_000), 1, (36_000, -6_000, -30_000)),
        ("jpml-a", (35_000, 29_000, 28_000, 27_000), 1, (17_000, -2_000, -5_000, -11_000)),
        ("jpml-a", (40_000, 30_000, 28_000, 22_000), 0, (18_000, 4_000, -6_000, -16_000)),
        ("jpml-a", (40_000, 30_000, 30_000, 20_000), 0, (18_000, 2_000, 2_000, -22_000)),
        ("jpml-a", (29_000, 29_000, 29_000, 29_000), 4, (-1_000, -1_000, -1_000, -1_000)),
        ("jpml-a", (30_000, 30_000, 30_000, 30_000), 0, (0, 0, 0, 0)),
        ("wrc-2025", (31_000, 30_000, 29_000, 29_000), 1, (16_000, 5_000, -11_000, -11_000)),
    ],
)
def test_a_known_result_comes_out(name: str, scores: tuple[int, ...], sticks: int, points: tuple[int, ...]) -> None:
    assert tuple(r.points for r in placement(scores, preset(name), AtTheEnd(sticks_left=sticks))) == points


def test_a_stick_left_to_three_at_first() -> None:
    scores, end = (32_000, 32_000, 32_000, 23_000), AtTheEnd(sticks_left=1)
    assert [r.leftover_sticks for r in placement(scores, preset("ema-2025"), end)] == [333, 333, 333, 0]
    scores = (27_000, 27_000, 27_000, 18_000)
    assert [r.leftover_sticks for r in placement(scores, preset("m-league"), end)] == [400, 300, 300, 0]
    assert [r.leftover_sticks for r in placement(scores, preset("tenhou"), end)] == [1_000, 0, 0, 0]
