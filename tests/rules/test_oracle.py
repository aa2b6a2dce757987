"""The points of a win against those of the mahjong library, where it is installed."""

from itertools import product
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.facts import HanFu, Price, Ron, Tsumo, Win, YakumanHand
from ledger.rules.payments import payments
from ledger.rules.points import CannotOccur
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Reason, Table

SCORES: Any = pytest.importorskip("mahjong.hand_calculating.scores", reason="needs the mahjong library as oracle")
CONFIG: Any = pytest.importorskip("mahjong.hand_calculating.hand_config")
EAST, SOUTH = 27, 28  # the library's tiles, here the seat wind of a dealer and of another

STANDARD = preset("standard")
THREE = Ruleset(
    name="three",
    version=1,
    title="",
    source="",
    players=3,
    start_points=35_000,
    target_points=40_000,
    honba_ron=200,
    noten_pool=2_000,
)
HANS = range(1, 16)
FUS = (20, 25, *range(30, 180, 10))
WINNER, DISCARDER = 1, 2


def cannot_occur(han: int, fu: int, *, tsumo: bool) -> bool:
    """The combinations without a hand: pinfu and seven pairs have their own least han."""
    if fu == 20:
        return han == 1 or not tsumo
    return fu == 25 and (han == 1 or (han == 2 and tsumo))


def of_library(han: int, fu: int, table: Table, *, tsumo: bool, dealer: bool, yakuman: bool = False) -> dict[str, int]:
    config = CONFIG.HandConfig(
        is_tsumo=tsumo,
        player_wind=EAST if dealer else SOUTH,
        tsumi_number=table.honba,
        kyoutaku_number=table.sticks,
        options=CONFIG.OptionalRules(is_three_player=table.players == 3),
    )
    scores: dict[str, int] = SCORES.ScoresCalculator.calculate_scores(han, fu, config, is_yakuman=yakuman)
    return scores


def of_ledger(price: Price, table: Table, rules: Ruleset, *, tsumo: bool) -> dict[str, int]:
    """The payments of a win in the library's words: main is the discarder's or dealer's, additional another's."""
    facts = Tsumo(Win(WINNER, price)) if tsumo else Ron(DISCARDER, (Win(WINNER, price),))
    paid = payments(facts, table, rules)
    main_payer = DISCARDER if not tsumo or table.dealer == WINNER else table.dealer
    found = {"main": 0, "main_bonus": 0, "additional": 0, "additional_bonus": 0, "kyoutaku_bonus": 0}
    for payer, _, points, reason in paid:
        part = "main" if payer == main_payer else "additional"
        if payer is None:
            found["kyoutaku_bonus"] = points
        else:
            found[f"{part}_bonus" if reason is Reason.HONBA else part] = points
    return {**found, "total": sum(payment.points for payment in paid if payment.payee == WINNER)}


def assert_same(price: Price, oracle: dict[str, int], table: Table, rules: Ruleset, *, tsumo: bool) -> None:
    ours = of_ledger(price, table, rules, tsumo=tsumo)
    assert ours == {part: oracle[part] for part in ours}, (price, table)


@pytest.mark.parametrize("rules", [STANDARD, THREE], ids=["four", "three"])
@pytest.mark.parametrize("dealer", [False, True], ids=["other", "dealer"])
@pytest.mark.parametrize("tsumo", [False, True], ids=["ron", "tsumo"])
def test_every_han_and_fu_at_every_table(rules: Ruleset, dealer: bool, tsumo: bool) -> None:
    checked = refused = 0
    for han, fu, honba, sticks in product(HANS, FUS, range(4), range(3)):
        table = Table(0, WINNER if dealer else 0, honba, sticks, (0,) * rules.players)
        if cannot_occur(han, fu, tsumo=tsumo):
            refused += 1
            with pytest.raises(CannotOccur):
                of_ledger(HanFu(han, fu), table, rules, tsumo=tsumo)
            continue
        checked += 1
        oracle = of_library(han, fu, table, tsumo=tsumo, dealer=dealer)
        assert_same(HanFu(han, fu), oracle, table, rules, tsumo=tsumo)
    assert checked + refused == 15 * 17 * 4 * 3
    assert refused == (3 if tsumo else 16) * 4 * 3


@pytest.mark.parametrize("rules", [STANDARD, THREE], ids=["four", "three"])
@pytest.mark.parametrize("dealer", [False, True], ids=["other", "dealer"])
@pytest.mark.parametrize("tsumo", [False, True], ids=["ron", "tsumo"])
def test_every_number_of_yakuman(rules: Ruleset, dealer: bool, tsumo: bool) -> None:
    for multiple, honba, sticks in product(range(1, 7), range(4), range(3)):
        table = Table(0, WINNER if dealer else 0, honba, sticks, (0,) * rules.players)
        oracle = of_library(13 * multiple, 40, table, tsumo=tsumo, dealer=dealer, yakuman=True)
        assert_same(YakumanHand(multiple), oracle, table, rules, tsumo=tsumo)
