"""The Polish source's tables, which print 20 fu on ron too: read where they are at hand."""

import json
from pathlib import Path

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu
from ledger.rules.points import CannotOccur, base_points, ron_points, tsumo_points

POLISH = preset("polish")


@pytest.mark.parametrize("dealer", [False, True])
def test_each_cell_of_the_polish_tables(shared_data: Path, dealer: bool) -> None:
    source = json.loads((shared_data / "source_tables.json").read_text(encoding="utf-8"))["000_c240bf6832ff7da8.txt"]
    checked = 0
    for fu, row in source["dealer" if dealer else "non_dealer"].items():
        for han, (on_ron, on_tsumo) in enumerate(zip(row["ron"], row["tsumo"], strict=True), 1):
            price = HanFu(han, int(fu))
            for ron, cell in ((True, on_ron), (False, on_tsumo)):
                checked += 1
                if cell is None:
                    with pytest.raises(CannotOccur, match="han already"):
                        base_points(price, POLISH, ron=ron)
                    continue
                base = base_points(price, POLISH, ron=ron)
                if ron:
                    assert ron_points(base, POLISH, dealer_wins=dealer) == cell, price
                elif dealer:
                    assert [tsumo_points(base, POLISH, dealer_wins=True, dealer_pays=False)] == cell, price
                else:
                    both = [
                        tsumo_points(base, POLISH, dealer_wins=False, dealer_pays=True),
                        tsumo_points(base, POLISH, dealer_wins=False, dealer_pays=False),
                    ]
                    assert both == cell, price
    assert checked == 2 * 66


def test_each_row_of_the_polish_limits(shared_data: Path) -> None:
    source = json.loads((shared_data / "source_tables.json").read_text(encoding="utf-8"))["000_c240bf6832ff7da8.txt"]
    assert [row["name"] for row in source["limits"]] == ["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
    for row in source["limits"]:
        for han in (row["han"][0], row["han"][1] or 99):
            base = base_points(HanFu(han), POLISH, ron=False)
            assert base.limit == row["name"]
            assert tsumo_points(base, POLISH, dealer_wins=True, dealer_pays=False) == row["dealer_tsumo_each"]
            assert tsumo_points(base, POLISH, dealer_wins=False, dealer_pays=True) == row["non_dealer_tsumo"]["dealer"]
            assert tsumo_points(base, POLISH, dealer_wins=False, dealer_pays=False) == row["non_dealer_tsumo"]["other"]
