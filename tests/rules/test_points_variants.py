"""What rulesets change about the worth of a hand: limits, kiriage, how many yakuman count."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, LimitHand, YakumanHand
from ledger.rules.points import CannotOccur, WrongMethod, base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset, RulesetError
from ledger.shapes.hand import Limit

STANDARD, AO_TENJOU, DUTCH = preset("standard"), preset("ao-tenjou"), preset("dutch")
KIRIAGE = replace(STANDARD, kiriage=True)


def ron(han: int, fu: int, rules: Ruleset, *, dealer: bool = False) -> int:
    return ron_points(base_points(HanFu(han, fu), rules, ron=True), rules, dealer_wins=dealer)


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60)])
def test_kiriage_rounds_up_to_mangan(han, fu):
    assert ron(han, fu, STANDARD) == 7_700
    assert ron(han, fu, STANDARD, dealer=True) == 11_600
    assert ron(han, fu, KIRIAGE) == 8_000
    assert ron(han, fu, KIRIAGE, dealer=True) == 12_000
    assert base_points(HanFu(han, fu), KIRIAGE, ron=True).limit is Limit.MANGAN


@pytest.mark.parametrize(("han", "fu"), [(4, 25), (3, 50), (2, 110), (1, 110), (4, 20)])
def test_kiriage_touches_nothing_else(han, fu):
    assert base_points(HanFu(han, fu), KIRIAGE, ron=fu != 20) == base_points(HanFu(han, fu), STANDARD, ron=fu != 20)


def test_without_a_ceiling_each_han_doubles():
    """fu x 2^(2+han): 30 x 128 = 3,840 at 5 han, so 15,400 by ron; 13 han are 30 x 32,768 = 983,040, so 3,932,200."""
    assert ron(4, 40, AO_TENJOU) == 10_300
    assert ron(5, 30, AO_TENJOU) == 15_400
    assert ron(13, 30, AO_TENJOU) == 3_932_200
    base = base_points(HanFu(6, 30), AO_TENJOU, ron=False)
    assert tsumo_points(base, AO_TENJOU, dealer_wins=False, dealer_pays=False) == 7_700
    assert tsumo_points(base, AO_TENJOU, dealer_wins=False, dealer_pays=True) == 15_400
    assert base.limit is None


def test_without_a_ceiling_fu_always_matters_and_limits_have_no_meaning():
    with pytest.raises(WrongMethod, match="needs its fu"):
        base_points(HanFu(8), AO_TENJOU, ron=True)
    with pytest.raises(WrongMethod, match="no limits"):
        base_points(LimitHand(Limit.HANEMAN), AO_TENJOU, ron=True)
    with pytest.raises(CannotOccur, match="from 1 to 40"):
        base_points(HanFu(41, 30), AO_TENJOU, ron=True)
    assert ron(40, 170, AO_TENJOU, dealer=True) * 100 < 2**63, "a night of them fits both databases"


def test_how_many_yakuman_count_is_a_rule():
    single = replace(STANDARD, most_yakuman=1)
    assert base_points(YakumanHand(1), single, ron=True).points == 8_000
    with pytest.raises(CannotOccur, match="counts from 1 to 1"):
        base_points(YakumanHand(2), single, ron=True)
    assert base_points(YakumanHand(3), DUTCH, ron=True).points == 24_000
    with pytest.raises(CannotOccur):
        base_points(YakumanHand(4), DUTCH, ron=True)


@pytest.mark.parametrize("wrong", [{"limits": "none"}, {"kiriage": True}])
def test_the_dutch_table_has_no_fu_to_round_or_to_go_on_with(wrong):
    with pytest.raises(RulesetError, match="the Dutch table has none"):
        replace(DUTCH, **wrong)
