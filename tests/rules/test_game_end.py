"""When a game is over, and what may happen in it, where rulesets differ."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, LimitHand, Ron, Tsumo, Win
from ledger.rules.payments import ImpossibleFacts, change, payments
from ledger.rules.ruleset import Ruleset, RulesetError
from ledger.rules.table import next_table
from ledger.rules.tables import paid_for
from ledger.shapes.hand import Limit, Table

STANDARD = preset("standard")
EXTENDED = replace(STANDARD, extension_rounds=1, extension_target=30_000, agari_yame="automatic")
MANGAN = LimitHand(Limit.MANGAN)


def after(facts: Facts, rules: Ruleset, scores: tuple[int, ...], round_wind: int = 0, dealer: int = 0) -> Table:
    table = Table(round_wind, dealer, 0, 0, scores)
    return next_table(table, facts, payments(facts, table, rules), rules)


@pytest.mark.parametrize(
    ("bust", "left", "over"),
    [
        ("none", -100, False),
        ("below_zero", -100, True),
        ("below_zero", 0, False),
        ("zero_or_below", 0, True),
        ("zero_or_below", 100, False),
    ],
)
def test_bust(bust: str, left: int, over: bool) -> None:
    ron = Ron(1, (Win(2, MANGAN),))
    assert after(ron, replace(STANDARD, bust=bust), (30_000, 8_000 + left, 30_000, 30_000)).over is over


def test_without_an_extension_the_last_hand_of_south_is_the_last() -> None:
    assert after(ExhaustiveDraw((0,)), STANDARD, (25_000,) * 4, 1, 3).over


def test_the_west_is_entered_while_nobody_has_the_target() -> None:
    low = after(ExhaustiveDraw((0,)), EXTENDED, (25_000,) * 4, 1, 3)
    assert (low.over, low.round_wind, low.dealer) == (False, 2, 0)
    assert after(ExhaustiveDraw((0,)), EXTENDED, (27_000, 24_000, 24_000, 25_000), 1, 3).over


def test_in_the_extension_the_first_to_have_the_target_ends_it() -> None:
    scores = (29_000, 24_000, 24_000, 23_000)
    assert after(Ron(3, (Win(0, HanFu(1, 30)),)), EXTENDED, scores, 2, 1).over
    assert not after(Ron(0, (Win(2, HanFu(1, 30)),)), EXTENDED, scores, 2, 1).over
    assert after(Ron(3, (Win(0, HanFu(1, 30)),)), EXTENDED, scores, 2, 0).over, "the dealer too"
    assert not after(ExhaustiveDraw((0, 1, 2, 3)), EXTENDED, scores, 2, 0).over


def test_the_extension_ends_after_its_winds() -> None:
    assert after(ExhaustiveDraw(()), EXTENDED, (25_000,) * 4, 2, 3).over
    longer = replace(EXTENDED, extension_rounds=2)
    assert after(ExhaustiveDraw(()), longer, (25_000,) * 4, 2, 3).round_wind == 3
    assert after(ExhaustiveDraw(()), longer, (25_000,) * 4, 3, 3).over


@pytest.mark.parametrize(
    ("scores", "round_wind", "dealer", "over"),
    [
        ((20_000, 25_000, 25_000, 30_000), 1, 3, True),
        ((31_500, 24_000, 14_500, 30_000), 1, 3, True),
        ((40_000, 20_000, 10_000, 30_000), 1, 3, False),
        ((20_000, 25_000, 25_000, 30_000), 0, 3, False),
        ((20_000, 25_000, 30_000, 25_000), 1, 2, False),
        ((28_000, 28_000, 27_000, 17_000), 1, 3, False),
    ],
    ids=["leads", "takes the lead", "does not lead", "not the last round", "not the last dealer", "not the target"],
)
def test_agari_yame_ends_the_game_for_a_leading_dealer(scores, round_wind, dealer, over) -> None:
    tsumo = Tsumo(Win(dealer, HanFu(1, 30)))
    assert after(tsumo, EXTENDED, scores, round_wind, dealer).over is over
    assert not after(tsumo, STANDARD, scores, round_wind, dealer).over


@pytest.mark.parametrize(
    ("repeat", "by_win", "by_tenpai"), [("win_or_tenpai", True, True), ("win", True, False), ("none", False, False)]
)
def test_when_the_dealer_stays(repeat: str, by_win: bool, by_tenpai: bool) -> None:
    rules = replace(STANDARD, dealer_repeat=repeat)
    won = after(Tsumo(Win(0, MANGAN)), rules, (30_000,) * 4)
    drawn = after(ExhaustiveDraw((0,)), rules, (30_000,) * 4)
    assert (won.dealer == 0, drawn.dealer == 0) == (by_win, by_tenpai)
    assert (won.honba, drawn.honba) == (int(by_win), 1)


@pytest.mark.parametrize(("multi_ron", "most"), [("all", 3), ("two", 2), ("head_bump", 1)])
def test_how_many_may_win_at_once(multi_ron: str, most: int) -> None:
    rules = replace(STANDARD, multi_ron=multi_ron)
    for winners in (1, 2, 3):
        ron = Ron(0, tuple(Win(seat, MANGAN) for seat in range(1, winners + 1)))
        if winners <= most:
            assert len(payments(ron, Table(0, 0, 0, 0, (30_000,) * 4), rules)) == winners
        else:
            with pytest.raises(ImpossibleFacts, match="head bump" if most == 1 else "three win at once"):
                payments(ron, Table(0, 0, 0, 0, (30_000,) * 4), rules)


def test_riichi_needs_its_stick_where_the_rules_say_so() -> None:
    table = Table(0, 0, 0, 0, (900, 30_000, 30_000, 59_100))
    drawn = ExhaustiveDraw((0,), (0,))
    assert payments(drawn, table, STANDARD)
    strict = replace(STANDARD, riichi_below_1000=False)
    with pytest.raises(ImpossibleFacts, match="less than 1,000"):
        payments(drawn, table, strict)
    assert payments(drawn, replace(table, scores=(1_000, 30_000, 30_000, 59_000)), strict)


def test_of_three_the_missing_part_is_lost_or_shared() -> None:
    """Mangan by a non-dealer: 2,000 and 4,000; the missing 2,000 is lost, or each of the two pays 1,000 more."""
    rules = replace(STANDARD, players=3, uma=(), honba_ron=200, noten_pool=2_000)
    shared = replace(rules, tsumo_of_three="bisection")
    table = Table(0, 0, 0, 0, (35_000,) * 3)
    by_other, by_dealer = Tsumo(Win(1, MANGAN)), Tsumo(Win(0, MANGAN))
    assert change(payments(by_other, table, rules), 3) == (-4_000, 6_000, -2_000)
    assert change(payments(by_other, table, shared), 3) == (-5_000, 8_000, -3_000)
    assert change(payments(by_dealer, table, rules), 3) == (8_000, -4_000, -4_000)
    assert change(payments(by_dealer, table, shared), 3) == (12_000, -6_000, -6_000)


@pytest.mark.parametrize(
    "wrong", [{"extension_rounds": 3, "extension_target": 1}, {"extension_rounds": 1}, {"extension_target": 30_000}]
)
def test_an_extension_needs_room_and_a_target(wrong: dict[str, int]) -> None:
    with pytest.raises(RulesetError, match="extension"):
        replace(STANDARD, **wrong)


def test_a_table_shows_what_is_really_paid_the_shared_part_and_the_counters_too() -> None:
    rules = replace(STANDARD, players=3, uma=(), honba_ron=200, noten_pool=2_000, tsumo_of_three="bisection")
    assert paid_for(MANGAN, rules, dealer=False, tsumo=True, honba=2) == (0, 3_200, 5_200)
    assert paid_for(MANGAN, rules, dealer=True, tsumo=True) == (0, 6_000, 0)
    assert paid_for(MANGAN, rules, dealer=False, tsumo=False, honba=2) == (8_400, 0, 0)
