"""What a hand is worth by the Dutch table: each cell at both ends of its row, and the readings we chose."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, LimitHand, Price, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import payments
from ledger.rules.points import CannotOccur, WrongMethod, ambiguous_number, base_points, ron_points
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit, Table

COPY = Path(__file__).resolve().parents[1] / "data" / "source_tables.json"
ROWS: list[dict[str, Any]] = json.loads(COPY.read_text(encoding="utf-8"))["dutch"]["rows"]
DUTCH = preset("dutch")
DUTCH_4P = preset("dutch-4p")
TO_SANBAIMAN = replace(DUTCH, counted_limit="sanbaiman")


def ron(price: Price, rules: Ruleset, *, dealer: bool = False) -> int:
    return ron_points(base_points(price, rules, ron=True), rules, dealer_wins=dealer)


def paid_on_tsumo(price: Price, rules: Ruleset, *, winner: int) -> dict[int, int]:
    """What each of the others pays; seat 0 deals."""
    table = Table(0, 0, 0, 0, (45_000,) * rules.players)
    return {p.payer: p.points for p in payments(Tsumo(Win(winner, price)), table, rules) if p.payer is not None}


PRICES = [
    *(pytest.param(Score(score), row, id=f"s{score}") for row in ROWS[:7] for score in sorted(set(row["score"]))),
    *(pytest.param(YakumanHand(row["yakuman"]), row, id=f"{row['yakuman']}-yakuman") for row in ROWS[7:]),
]


def test_the_table_has_all_its_rows() -> None:
    assert [row["score"] for row in ROWS[:7]] == [[3, 3], [4, 4], [5, 5], [6, 7], [8, 9], [10, 12], [13, 15]]
    assert [row["yakuman"] for row in ROWS[7:]] == [1, 2, 3]


def test_the_copied_cells_equal_those_of_the_source(shared_data: Path) -> None:
    original = json.loads((shared_data / "source_tables.json").read_text(encoding="utf-8"))
    assert original["002_e3474383128420f2.txt"]["rows"] == ROWS


@pytest.mark.parametrize(("price", "row"), PRICES)
@pytest.mark.parametrize("rules", [DUTCH, DUTCH_4P], ids=["dutch", "dutch-4p"])
def test_each_row_by_ron(rules: Ruleset, price: Price, row: dict[str, Any]) -> None:
    assert ron(price, rules) == row["ron_non_dealer"]
    assert ron(price, rules, dealer=True) == row["ron_dealer"]


@pytest.mark.parametrize(("price", "row"), PRICES)
def test_each_row_by_tsumo_of_three(price: Price, row: dict[str, Any]) -> None:
    non_dealer, dealer = row["tsumo_non_dealer"]
    half = row["tsumo_dealer_total"] // 2
    assert paid_on_tsumo(price, DUTCH, winner=1) == {0: dealer, 2: non_dealer}
    assert paid_on_tsumo(price, DUTCH, winner=0) == {1: half, 2: half}


@pytest.mark.parametrize(("price", "row"), PRICES)
def test_each_row_by_tsumo_of_four(price: Price, row: dict[str, Any]) -> None:
    non_dealer, dealer = row["tsumo_non_dealer"]
    half = row["tsumo_dealer_total"] // 2
    assert paid_on_tsumo(price, DUTCH_4P, winner=2) == {0: dealer, 1: non_dealer, 3: non_dealer}
    assert paid_on_tsumo(price, DUTCH_4P, winner=0) == {1: half, 2: half, 3: half}


@pytest.mark.parametrize("score", range(3, 16))
def test_every_score_belongs_to_one_row(score: int) -> None:
    (row,) = [row for row in ROWS[:7] if row["score"][0] <= score <= row["score"][1]]
    assert ron(Score(score), DUTCH) == row["ron_non_dealer"]


@pytest.mark.parametrize("score", [2, 1, 0, -3])
def test_a_score_below_three_is_refused(score: int) -> None:
    with pytest.raises(CannotOccur, match=rf"^s{score}: a Dutch score is han with dora plus 2, so the lowest is s3$"):
        ron(Score(score), DUTCH)


def test_a_score_of_more_han_than_any_hand_has_is_refused() -> None:
    assert ron(Score(101), DUTCH) == 32_000
    with pytest.raises(CannotOccur, match="s102"):
        ron(Score(102), DUTCH)


@pytest.mark.parametrize(("score", "paid"), [(15, 24_000), (16, 32_000), (17, 32_000), (40, 32_000)])
def test_from_score_sixteen_on_the_yakuman_row_counts(score: int, paid: int) -> None:
    assert ron(Score(score), DUTCH) == paid
    assert ron(HanFu(score - 2), DUTCH) == paid


@pytest.mark.parametrize("score", [13, 15, 16, 40])
def test_without_counted_yakuman_every_high_score_stays_in_the_last_score_row(score: int) -> None:
    assert ron(Score(score), TO_SANBAIMAN) == 24_000
    assert ron(HanFu(score - 2), TO_SANBAIMAN) == 24_000
    assert ron(YakumanHand(), TO_SANBAIMAN) == 32_000


@pytest.mark.parametrize(("han", "paid"), [(1, 1_000), (2, 2_000), (3, 4_000), (5, 8_000), (6, 12_000), (8, 16_000)])
def test_han_are_the_score_less_two(han: int, paid: int) -> None:
    assert ron(HanFu(han), DUTCH) == paid == ron(Score(han + 2), DUTCH)


def test_five_han_is_score_seven() -> None:
    assert base_points(HanFu(5), DUTCH, ron=True) == base_points(Score(7), DUTCH, ron=True) == (2000, Limit.MANGAN, 1)


@pytest.mark.parametrize(
    ("limit", "paid"),
    [
        (Limit.MANGAN, 8_000),
        (Limit.HANEMAN, 12_000),
        (Limit.BAIMAN, 16_000),
        (Limit.SANBAIMAN, 24_000),
        (Limit.YAKUMAN, 32_000),
    ],
)
def test_the_rows_by_the_name_of_their_limit(limit: Limit, paid: int) -> None:
    assert ron(LimitHand(limit), DUTCH) == paid


def test_han_and_fu_are_refused_with_both_meanings_and_their_values() -> None:
    with pytest.raises(WrongMethod) as refusal:
        ron(HanFu(3, 40), DUTCH)
    assert str(refusal.value) == (
        "3/40 is han and fu, and ruleset dutch has no fu: type s3 for score 3 (worth 1,000 by ron to a non-dealer)"
        " or 3h for 3 han (worth 4,000 by ron to a non-dealer)"
    )


def test_a_number_that_can_only_be_han_is_offered_as_han_only() -> None:
    with pytest.raises(WrongMethod) as refusal:
        ron(HanFu(2, 30), DUTCH)
    assert "type 2h for 2 han (worth 2,000 by ron" in str(refusal.value)
    assert "s2" not in str(refusal.value)


def test_a_bare_number_is_refused_with_both_meanings_and_their_values() -> None:
    refusal = ambiguous_number(5, DUTCH)
    assert isinstance(refusal, WrongMethod)
    assert "5 alone could be the score or the han" in str(refusal)
    assert "s5 for score 5 (worth 4,000 by ron" in str(refusal)
    assert "5h for 5 han (worth 8,000 by ron" in str(refusal)


def test_a_bare_number_that_is_no_price_gets_the_lowest_of_each() -> None:
    assert str(ambiguous_number(0, DUTCH)).endswith("type s3 or more for the score, 1h or more for the han")


@pytest.mark.parametrize(
    ("number", "offered"),
    [(2, ["2h"]), (3, ["s3", "3h"]), (99, ["s99", "99h"]), (100, ["s100"]), (101, ["s101"]), (102, ["s3", "1h"])],
)
def test_only_what_a_number_can_mean_is_offered(number: int, offered: list[str]) -> None:
    assert re.findall(r"\b(?:s\d+|\d+h)\b", str(ambiguous_number(number, DUTCH))) == offered


def test_ninety_nine_han_are_the_most() -> None:
    assert ron(HanFu(99), DUTCH) == ron(Score(101), DUTCH) == 32_000


@pytest.mark.parametrize(
    ("score", "limit"),
    [
        (3, None),
        (5, None),
        (6, Limit.MANGAN),
        (9, Limit.HANEMAN),
        (10, Limit.BAIMAN),
        (13, Limit.SANBAIMAN),
        (16, Limit.YAKUMAN),
    ],
)
def test_a_score_knows_the_limit_it_reaches(score: int, limit: Limit | None) -> None:
    assert base_points(Score(score), DUTCH, ron=True).limit == limit


@pytest.mark.parametrize("han", [0, -1, 100])
def test_han_that_no_hand_has_is_refused(han: int) -> None:
    with pytest.raises(CannotOccur, match=rf"^{han} han: a winning hand has from 1 to 99"):
        ron(HanFu(han), DUTCH)


@pytest.mark.parametrize("multiple", [0, 4])
def test_more_yakuman_than_the_table_has_rows_are_refused(multiple: int) -> None:
    with pytest.raises(CannotOccur, match=rf"^{multiple} yakuman at once: ruleset dutch counts from 1 to 3"):
        ron(YakumanHand(multiple), DUTCH)
