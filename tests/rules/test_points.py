"""What a hand is worth by han and fu: every cell of the English source's tables, and what lies beyond them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, LimitHand, Price, Score, YakumanHand
from ledger.rules.points import CannotOccur, WrongMethod, ambiguous_number, base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit

COPY = Path(__file__).resolve().parents[1] / "data" / "source_tables.json"
TABLES: dict[str, Any] = json.loads(COPY.read_text(encoding="utf-8"))["standard"]
STANDARD = preset("standard")
TWENTY_FU_RON = replace(STANDARD, minimum_fu_on_ron=20)
WHO = ("non_dealer", "dealer")
HOW = ("ron", "tsumo")
LIMIT_ROWS = {Limit.MANGAN: (5,), Limit.HANEMAN: (6, 7), Limit.BAIMAN: (8, 10), Limit.SANBAIMAN: (11, 12)}


def worth(price: Price, who: str, how: str, rules: Ruleset = STANDARD) -> int | list[int]:
    """What is paid, in the form of the printed tables: one number, or [each non-dealer, dealer]."""
    base = base_points(price, rules, ron=how == "ron")
    if how == "ron":
        return ron_points(base, rules, dealer_wins=who == "dealer")
    if who == "dealer":
        return tsumo_points(base, rules, dealer_wins=True, dealer_pays=False)
    return [
        tsumo_points(base, rules, dealer_wins=False, dealer_pays=False),
        tsumo_points(base, rules, dealer_wins=False, dealer_pays=True),
    ]


def cells(*, empty: bool) -> list[Any]:
    return [
        pytest.param(who, how, han, int(fu), cell, id=f"{who}-{how}-{han}/{fu}")
        for who in WHO
        for how in HOW
        for fu, row in TABLES[who][how]["rows"].items()
        for han, cell in enumerate(row, 1)
        if (cell is None) is empty
    ]


def test_the_tables_have_all_their_cells() -> None:
    assert len(cells(empty=False)) == 2 * (40 + 44) - 8
    assert len(cells(empty=True)) == 8
    assert [len(TABLES[who][how]["limits"]) for who in WHO for how in HOW] == [5, 5, 5, 5]


def test_the_copied_cells_equal_those_of_the_source(shared_data: Path) -> None:
    original = json.loads((shared_data / "source_tables.json").read_text(encoding="utf-8"))
    assert original["003_136a01ebbf8b9fa0.txt"] == TABLES


@pytest.mark.parametrize(("who", "how", "han", "fu", "cell"), cells(empty=False))
def test_each_cell_of_the_english_tables(who: str, how: str, han: int, fu: int, cell: int | list[int]) -> None:
    assert worth(HanFu(han, fu), who, how) == cell


@pytest.mark.parametrize(("who", "how", "han", "fu", "cell"), cells(empty=True))
def test_each_dash_of_the_english_tables_is_refused(who: str, how: str, han: int, fu: int, cell: None) -> None:
    reasons = {
        (1, 20, "tsumo"): "20 fu is pinfu with tsumo, which is 2 han already",
        (1, 25, "ron"): "25 fu is seven pairs, which is 2 han already",
        (1, 25, "tsumo"): "25 fu is seven pairs, which is 2 han already",
        (2, 25, "tsumo"): "on tsumo: seven pairs with a closed tsumo is 3 han already",
    }
    with pytest.raises(CannotOccur, match=rf"^{han} han {fu} fu cannot occur.*{reasons[han, fu, how]}$"):
        worth(HanFu(han, fu), who, how)


@pytest.mark.parametrize("han", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("who", WHO)
def test_twenty_fu_on_ron_is_refused(who: str, han: int) -> None:
    with pytest.raises(CannotOccur, match=rf"^{han} han 20 fu cannot occur on ron: 20 fu is pinfu with tsumo only"):
        worth(HanFu(han, 20), who, "ron")


@pytest.mark.parametrize(
    ("han", "non_dealer", "dealer"), [(2, 1300, 2000), (3, 2600, 3900), (4, 5200, 7700), (5, 8000, 12000)]
)
def test_twenty_fu_on_ron_where_a_ruleset_allows_it(han: int, non_dealer: int, dealer: int) -> None:
    assert worth(HanFu(han, 20), "non_dealer", "ron", TWENTY_FU_RON) == non_dealer
    assert worth(HanFu(han, 20), "dealer", "ron", TWENTY_FU_RON) == dealer


def test_one_han_twenty_fu_is_refused_where_a_ruleset_allows_twenty_fu_on_ron() -> None:
    with pytest.raises(CannotOccur, match="which is 2 han already"):
        worth(HanFu(1, 20), "non_dealer", "ron", TWENTY_FU_RON)


@pytest.mark.parametrize("han_given", ["lowest", "highest"])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("who", WHO)
def test_each_cell_of_the_limit_rows(who: str, how: str, han_given: str) -> None:
    ends = [*LIMIT_ROWS.values(), (13, 99)]
    hans = [end[0] if han_given == "lowest" else end[-1] for end in ends]
    assert [worth(HanFu(han), who, how) for han in hans] == TABLES[who][how]["limits"]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("who", WHO)
def test_each_limit_by_its_name(who: str, how: str) -> None:
    assert [worth(LimitHand(limit), who, how) for limit in Limit] == TABLES[who][how]["limits"]


@pytest.mark.parametrize(
    ("price", "limit"),
    [
        (HanFu(4, 30), None),
        (HanFu(3, 60), None),
        (HanFu(4, 40), Limit.MANGAN),
        (HanFu(3, 70), Limit.MANGAN),
        (HanFu(5, 30), Limit.MANGAN),
        (HanFu(7), Limit.HANEMAN),
        (HanFu(10), Limit.BAIMAN),
        (HanFu(12), Limit.SANBAIMAN),
        (HanFu(13), Limit.YAKUMAN),
        (YakumanHand(), Limit.YAKUMAN),
        (LimitHand(Limit.BAIMAN), Limit.BAIMAN),
    ],
)
def test_a_hand_knows_the_limit_it_reaches(price: Price, limit: Limit | None) -> None:
    assert base_points(price, STANDARD, ron=True).limit == limit


@pytest.mark.parametrize("fu", [None, 25, 30, 40, 110])
def test_from_five_han_on_fu_does_not_matter(fu: int | None) -> None:
    assert worth(HanFu(5, fu), "non_dealer", "ron") == 8000
    assert worth(HanFu(6, fu), "dealer", "tsumo") == 6000


@pytest.mark.parametrize(
    ("han", "fu", "ron", "dealer_ron", "tsumo", "dealer_tsumo"),
    [
        (1, 120, 3900, 5800, [1000, 2000], 2000),  # base 960
        (1, 130, 4200, 6300, [1100, 2100], 2100),  # base 1,040
        (1, 140, 4500, 6800, [1200, 2300], 2300),  # base 1,120
        (1, 170, 5500, 8200, [1400, 2800], 2800),  # base 1,360
        (2, 120, 7700, 11600, [2000, 3900], 3900),  # base 1,920
        (2, 130, 8000, 12000, [2000, 4000], 4000),  # base 2,080, over the mangan's 2,000
        (3, 120, 8000, 12000, [2000, 4000], 4000),
    ],
)
def test_more_fu_than_the_tables_print_follows_the_formula(
    han: int, fu: int, ron: int, dealer_ron: int, tsumo: list[int], dealer_tsumo: int
) -> None:
    assert worth(HanFu(han, fu), "non_dealer", "ron") == ron
    assert worth(HanFu(han, fu), "dealer", "ron") == dealer_ron
    assert worth(HanFu(han, fu), "non_dealer", "tsumo") == tsumo
    assert worth(HanFu(han, fu), "dealer", "tsumo") == dealer_tsumo


@pytest.mark.parametrize("fu", [45, 180, 10, 0, -30, 22, 35, 115, 1000])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("han", [3, 6])
def test_fu_that_no_hand_has_is_refused(han: int, how: str, fu: int) -> None:
    with pytest.raises(
        CannotOccur, match=rf"{han} han {fu} fu cannot occur: fu is 20, 25, or a multiple of ten up to 170$"
    ):
        worth(HanFu(han, fu), "non_dealer", how)


@pytest.mark.parametrize("han", [1, 2, 3, 4])
def test_less_than_five_han_needs_its_fu(han: int) -> None:
    with pytest.raises(WrongMethod, match=rf"{han} han needs its fu: type {han}/30"):
        worth(HanFu(han), "non_dealer", "ron")


@pytest.mark.parametrize("han", [0, -1, 100])
@pytest.mark.parametrize("fu", [None, 30])
def test_han_that_no_hand_has_is_refused(han: int, fu: int | None) -> None:
    with pytest.raises(CannotOccur, match=rf"^{han} han: a winning hand has from 1 to 99"):
        worth(HanFu(han, fu), "non_dealer", "ron")


@pytest.mark.parametrize(
    ("multiple", "ron", "dealer_ron", "tsumo", "dealer_tsumo"),
    [
        (1, 32000, 48000, [8000, 16000], 16000),
        (2, 64000, 96000, [16000, 32000], 32000),
        (6, 192000, 288000, [48000, 96000], 96000),
    ],
)
def test_several_yakuman_at_once(multiple: int, ron: int, dealer_ron: int, tsumo: list[int], dealer_tsumo: int) -> None:
    assert worth(YakumanHand(multiple), "non_dealer", "ron") == ron
    assert worth(YakumanHand(multiple), "dealer", "ron") == dealer_ron
    assert worth(YakumanHand(multiple), "non_dealer", "tsumo") == tsumo
    assert worth(YakumanHand(multiple), "dealer", "tsumo") == dealer_tsumo
    assert base_points(YakumanHand(multiple), STANDARD, ron=True).multiple == multiple


@pytest.mark.parametrize("multiple", [0, -1, 7])
def test_a_number_of_yakuman_that_cannot_be_is_refused(multiple: int) -> None:
    with pytest.raises(CannotOccur, match=rf"^{multiple} yakuman at once: ruleset standard counts from 1 to 6"):
        worth(YakumanHand(multiple), "non_dealer", "ron")


def test_counted_yakuman_is_one_yakuman_however_many_han() -> None:
    assert [base_points(HanFu(han), STANDARD, ron=True) for han in (13, 26, 39)] == [(8000, Limit.YAKUMAN, 1)] * 3


@pytest.mark.parametrize(
    ("han", "paid"), [(10, 16000), (11, 24000), (12, 24000), (13, 24000), (14, 24000), (99, 24000)]
)
def test_without_counted_yakuman_sanbaiman_is_the_most_that_han_give(han: int, paid: int) -> None:
    rules = replace(STANDARD, counted_limit="sanbaiman")
    assert worth(HanFu(han), "non_dealer", "ron", rules) == paid
    assert worth(YakumanHand(), "non_dealer", "ron", rules) == 32000


def test_a_dutch_score_is_refused_where_han_and_fu_count() -> None:
    with pytest.raises(WrongMethod, match="s5 is a Dutch score, and ruleset standard counts han and fu: type 3/40"):
        worth(Score(5), "non_dealer", "ron")


def test_a_bare_number_is_refused_with_what_to_type() -> None:
    refusal = ambiguous_number(3, STANDARD)
    assert isinstance(refusal, WrongMethod)
    assert str(refusal) == "3 alone is no price: type 3/30 for 3 han 30 fu, or 5h where fu does not matter"
    assert str(ambiguous_number(40, STANDARD)) == "40 alone is no price: type the han before the fu, as in 3/40"
