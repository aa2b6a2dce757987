"""Prices by value: each is found again, impossible ones are answered with the nearest, counters are asked about."""

from dataclasses import replace

import pytest

from ledger.presets import PRESETS, preset
from ledger.rules.facts import HanFu, Price, Ron, Score, Tsumo, Value, Win, YakumanHand
from ledger.rules.payments import change, payments
from ledger.rules.points import CannotOccur
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import first_table
from ledger.rules.values import AmbiguousValue, base_of, check_value, counters_to_say, possible_values
from ledger.shapes.hand import Limit, Table

STANDARD = preset("standard")
DUTCH = preset("dutch")


def at(rules: Ruleset, honba: int = 0) -> Table:
    return replace(first_table(rules), honba=honba)


def ron(price: Price, winner: int, rules: Ruleset) -> tuple[int, ...]:
    return change(payments(Ron(rules.players - 1, (Win(winner, price),)), at(rules), rules), rules.players)


def tsumo(price: Price, winner: int, rules: Ruleset) -> tuple[int, ...]:
    return change(payments(Tsumo(Win(winner, price)), at(rules), rules), rules.players)


@pytest.mark.parametrize(
    ("value", "price", "winner"),
    [
        (7_700, HanFu(4, 30), 1),
        (7_700, HanFu(3, 40), 0),
        (1_000, HanFu(1, 30), 1),
        (12_000, HanFu(5), 0),
        (8_000, HanFu(5), 1),
        (32_000, YakumanHand(), 1),
        (96_000, YakumanHand(2), 0),
    ],
)
def test_a_ron_by_its_value_pays_the_same_as_by_han_and_fu(value: int, price: Price, winner: int) -> None:
    assert ron(Value(value), winner, STANDARD) == ron(price, winner, STANDARD)


@pytest.mark.parametrize(
    ("value", "price", "winner"),
    [
        (Value(1_300, 2_600), HanFu(3, 40), 1),
        (Value(400, 700), HanFu(2, 20), 1),
        (Value(400, 800), HanFu(1, 50), 1),
        (Value(2_000), HanFu(3, 30), 0),
        (Value(4_000, 8_000), HanFu(8), 1),
        (Value(16_000), YakumanHand(), 0),
    ],
)
def test_a_tsumo_by_its_value_pays_the_same_as_by_han_and_fu(value: Value, price: Price, winner: int) -> None:
    assert tsumo(value, winner, STANDARD) == tsumo(price, winner, STANDARD)


def test_the_dutch_scores_have_values_too() -> None:
    assert ron(Value(4_000), 1, DUTCH) == ron(Score(5), 1, DUTCH)
    assert tsumo(Value(500, 1_000), 1, DUTCH) == tsumo(Score(4), 1, DUTCH)
    # 3 han 40 fu is nothing in a table without fu.
    with pytest.raises(CannotOccur, match=r"5,200 is nothing .* nearest: 4,000 or 8,000$"):
        ron(Value(5_200), 1, DUTCH)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("by_ron", [True, False])
@pytest.mark.parametrize("dealer_wins", [True, False])
def test_every_possible_value_pays_itself(name: str, by_ron: bool, dealer_wins: bool) -> None:
    rules = preset(name)
    winner = 0 if dealer_wins else 1
    known = possible_values(rules, by_ron, dealer_wins)
    assert len(known) >= 10
    for value, base in known.items():
        assert base_of(value, rules, ron=by_ron, dealer_wins=dealer_wins) == base
        paid = (ron if by_ron else tsumo)(value, winner, rules)
        if by_ron:
            assert paid[-1] == -value.points
        elif dealer_wins:
            assert set(paid[1:]) == {-value.points}
        else:
            assert (paid[0], paid[2]) == (-(value.dealer or 0), -value.points)


@pytest.mark.parametrize(
    ("price", "by_ron", "winner", "message"),
    [
        (Value(7_800), True, 1, "7,800 is nothing that a non-dealer .* standard; nearest: 7,700 or 8,000$"),
        (Value(5_200), True, 0, "5,200 is nothing that the dealer can win by ron .*nearest: 4,800 or 5,300"),
        (Value(100), True, 1, "nearest: 1,000$"),
        (Value(1_000_000), True, 1, "nearest: 192,000$"),
        (Value(1_300, 2_700), False, 1, r"1,300/2,700 is nothing .* by tsumo .*nearest: 1,300/2,600 or 1,400/2,800"),
        (Value(2_700), False, 0, "2,700 all is nothing that the dealer can win .*nearest: 2,600 all or 2,800 all"),
    ],
)  # fmt: skip
def test_an_impossible_value_is_answered_with_the_nearest(
    price: Value, by_ron: bool, winner: int, message: str
) -> None:
    with pytest.raises(CannotOccur, match=message):
        check_value(price, winner, at(STANDARD), STANDARD, ron=by_ron, counters=None)


def test_the_form_of_a_tsumo_goes_by_who_wins() -> None:
    with pytest.raises(CannotOccur, match="the dealer wins, and all pay the same: type it as in 2000all"):
        check_value(Value(1_300, 2_600), 0, at(STANDARD), STANDARD, ron=False, counters=None)
    with pytest.raises(CannotOccur, match="a non-dealer's tsumo has two values"):
        check_value(Value(2_000), 1, at(STANDARD), STANDARD, ron=False, counters=None)


def test_a_value_with_its_counters_is_answered_with_the_value() -> None:
    with pytest.raises(CannotOccur, match=r"8000 is 7700 and the counters: type 7700") as refusal:
        check_value(Value(8_000), 1, at(replace(STANDARD, limits="none"), 1), replace(STANDARD, limits="none"),
                    ron=True, counters=None)  # fmt: skip
    assert "counters and sticks are added" in str(refusal.value)
    with pytest.raises(CannotOccur, match="1400/2700 is 1300/2600 and the counters"):
        check_value(Value(1_400, 2_700), 1, at(STANDARD, 1), STANDARD, ron=False, counters=None)
    with pytest.raises(CannotOccur, match="2200all is 2000all and the counters: type 2000all"):
        check_value(Value(2_200), 0, at(STANDARD, 2), STANDARD, ron=False, counters=None)


def test_a_figure_that_fits_both_ways_is_asked_about() -> None:
    """At one counter 1,300 could be 1,300, or 1,000 and 300; 8,000 could be a mangan, or 7,700 and 300."""
    for value, bare in ((1_300, 1_000), (8_000, 7_700)):
        with pytest.raises(
            AmbiguousValue, match=rf"{value} at E1.1 could be the hand alone, or {bare} and its counters"
        ):
            check_value(Value(value), 1, at(STANDARD, 1), STANDARD, ron=True, counters=None)
        for said in (value, bare):
            check_value(Value(said), 1, at(STANDARD, 1), STANDARD, ron=True, counters=300)
        assert counters_to_say(Value(value), 1, at(STANDARD, 1), STANDARD, ron=True) == 300
        assert counters_to_say(Value(value), 1, at(STANDARD), STANDARD, ron=True) is None
    assert counters_to_say(Value(7_700), 1, at(STANDARD, 1), STANDARD, ron=True) is None


def test_counters_that_are_said_wrong_are_refused() -> None:
    with pytest.raises(CannotOccur, match=r"\+300: the counters at E1.2 are 600$"):
        check_value(Value(1_300), 1, at(STANDARD, 2), STANDARD, ron=True, counters=300)
    with pytest.raises(CannotOccur, match=r"\+300: the counters at E1.0 are 0 from each payer$"):
        check_value(Value(2_000), 0, at(STANDARD), STANDARD, ron=False, counters=300)


def test_a_yakuman_by_value_is_one() -> None:
    assert base_of(Value(32_000), STANDARD, ron=True, dealer_wins=False).limit is Limit.YAKUMAN
    assert base_of(Value(64_000), STANDARD, ron=True, dealer_wins=False).multiple == 2
    with pytest.raises(CannotOccur, match=r"nearest: 32,000$"):
        base_of(Value(64_000), preset("ema-2025"), ron=True, dealer_wins=False)
