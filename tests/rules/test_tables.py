"""The payment tables that are shown hold every cell of the sources, in their order."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.tables import Cell, HanFuTable, dutch_table, han_fu_tables

COPY = Path(__file__).resolve().parents[1] / "data" / "source_tables.json"
TABLES: dict[str, Any] = json.loads(COPY.read_text(encoding="utf-8"))
STANDARD = preset("standard")


def table_of(tables: tuple[HanFuTable, ...], *, dealer: bool, tsumo: bool) -> HanFuTable:
    (found,) = [table for table in tables if (table.dealer, table.tsumo) == (dealer, tsumo)]
    return found


def cell_of(printed: int | list[int] | None, *, tsumo: bool) -> Cell | None:
    """A printed cell: nothing, one number, or [each non-dealer, dealer]."""
    if printed is None:
        return None
    if isinstance(printed, list):
        return Cell(ron=0, each=printed[0], dealer=printed[1])
    return Cell(ron=0, each=printed, dealer=0) if tsumo else Cell(ron=printed, each=0, dealer=0)


@pytest.mark.parametrize("dealer", [False, True])
@pytest.mark.parametrize("tsumo", [False, True])
def test_the_english_tables_are_shown_as_printed(dealer: bool, tsumo: bool) -> None:
    source = TABLES["standard"]["dealer" if dealer else "non_dealer"]["tsumo" if tsumo else "ron"]
    table = table_of(han_fu_tables(STANDARD), dealer=dealer, tsumo=tsumo)
    assert [fu for fu, _ in table.rows] == [int(fu) for fu in source["rows"]]
    for fu, cells in table.rows:
        assert cells == tuple(cell_of(printed, tsumo=tsumo) for printed in source["rows"][str(fu)])
    assert table.limits == tuple(cell_of(printed, tsumo=tsumo) for printed in source["limits"])


def test_the_four_tables_come_in_the_order_of_the_source() -> None:
    order = [(table.dealer, table.tsumo) for table in han_fu_tables(STANDARD)]
    assert order == [(False, False), (False, True), (True, False), (True, True)]


def test_a_twenty_fu_row_on_ron_is_shown_where_it_is_allowed() -> None:
    tables = han_fu_tables(replace(STANDARD, minimum_fu_on_ron=20))
    rows = dict(table_of(tables, dealer=False, tsumo=False).rows)
    assert rows[20] == (None, Cell(ron=1_300), Cell(ron=2_600), Cell(ron=5_200))


@pytest.mark.parametrize("name", ["dutch", "dutch-4p"])
def test_the_dutch_table_is_shown_as_printed(name: str) -> None:
    shown = dutch_table(preset(name))
    assert len(shown) == 10
    for row, source in zip(shown, TABLES["dutch"]["rows"], strict=True):
        assert row.scores == (tuple(source["score"]) if "score" in source else None)
        assert (row.ron, row.ron_dealer) == (source["ron_non_dealer"], source["ron_dealer"])
        assert row.tsumo == Cell(0, *source["tsumo_non_dealer"])
        assert 2 * row.tsumo_dealer_each == source["tsumo_dealer_total"]


def test_the_rows_of_the_dutch_table_are_named_by_their_limit() -> None:
    assert [row.name for row in dutch_table(preset("dutch"))] == [
        *["", "", ""],
        *["mangan", "haneman", "baiman", "sanbaiman"],
        *["yakuman", "2yakuman", "3yakuman"],
    ]
