"""Fu against the mahjong library, over random hands cut into sets, pair and winning tile."""

from dataclasses import replace
from random import Random

import pytest

from ledger.presets import preset
from ledger.rules.fu import FuHand, Meld, Pair, Shape, Wait, count_fu

pytest.importorskip("mahjong", reason="the test extra brings it along")

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as LibraryMeld

RULES = replace(preset("standard"), double_wind_pair_fu=4)
EAST, SOUTH, WEST, RED_DRAGON = 27, 28, 29, 33
VALUED = [EAST, EAST, SOUTH, RED_DRAGON, 31, 32]
"""Tiles whose pair counts: East is both winds here, which the library is told by naming it twice."""
PAIRS = {EAST: Pair.DOUBLE_WIND, SOUTH: Pair.OWN_WIND, 31: Pair.DRAGON, 32: Pair.DRAGON, RED_DRAGON: Pair.DRAGON}
KINDS = {Shape.CHI: LibraryMeld.CHI, Shape.PON: LibraryMeld.PON, Shape.KAN: LibraryMeld.KAN}


def is_outer(tile: int) -> bool:
    return tile >= EAST or tile % 9 in (0, 8)


def random_set(random: Random) -> tuple[Shape, list[int]]:
    shape = random.choice([Shape.CHI, Shape.CHI, Shape.PON, Shape.KAN])
    if shape is Shape.CHI:
        first = random.randrange(3) * 9 + random.randrange(7)
        return shape, [first, first + 1, first + 2]
    return shape, [random.randrange(34)] * (4 if shape is Shape.KAN else 3)


def wait_for(shape: Shape | None, tiles: list[int], won: int) -> Wait:
    """The wait that the winning tile of a set, or of the pair, ended."""
    if shape is None:
        return Wait.SINGLE
    if shape is Shape.PON:
        return Wait.SHANPON
    place = tiles.index(won)
    if place == 1:
        return Wait.CLOSED
    edge = (place == 2 and tiles[0] % 9 == 0) or (place == 0 and tiles[2] % 9 == 8)
    return Wait.EDGE if edge else Wait.TWO_SIDED


def compare(random: Random) -> tuple[int, int] | None:
    """Our fu and the library's for one random hand; None where the draw makes no hand."""
    sets = [random_set(random) for _ in range(4)]
    pair = random.choice([0, 4, 13, EAST, SOUTH, WEST, 31, RED_DRAGON])
    all_tiles = [pair, pair, *(tile for _, cut in sets for tile in cut)]
    if any(all_tiles.count(tile) > 4 for tile in all_tiles) or len({tuple(cut) for _, cut in sets}) < 4:
        return None  # more than four of a kind; or two equal sets, which the library cannot tell apart
    opened = [random.random() < 0.3 for _ in sets]
    choices = [i for i in range(4) if not opened[i] and sets[i][0] is not Shape.KAN]
    winner = random.choice([*choices, 4])
    shape, tiles = (None, [pair, pair]) if winner == 4 else sets[winner]
    won, tsumo = random.choice(tiles), random.random() < 0.5
    melds = [
        Meld(kind, outer=kind is not Shape.CHI and is_outer(cut[0]), open=opened[i], won=i == winner)
        for i, (kind, cut) in enumerate(sets)
    ]
    ours = count_fu(FuHand(tuple(melds), PAIRS.get(pair, Pair.PLAIN), wait_for(shape, tiles, won), tsumo=tsumo), RULES)
    called = [
        LibraryMeld(meld_type=KINDS[kind], tiles=[tile * 4 for tile in cut], opened=opened[i])
        for i, (kind, cut) in enumerate(sets)
        if opened[i] or kind is Shape.KAN
    ]
    cut_up = [cut for _, cut in sets] + [[pair, pair]]
    config = HandConfig(is_tsumo=tsumo, options=OptionalRules(fu_for_open_pinfu=True))
    _, theirs = FuCalculator.calculate_fu(cut_up, won * 4, tiles, config, VALUED, called)
    return ours.rounded, theirs


def test_the_fu_of_thousands_of_random_hands_are_the_librarys():
    random = Random(20)
    pairs = [compare(random) for _ in range(6_000)]
    assert [pair for pair in pairs if pair and pair[0] != pair[1]] == []
    assert len([pair for pair in pairs if pair]) > 2_000
    assert {ours for ours, _ in filter(None, pairs)} >= {20, 30, 40, 50, 60, 70, 80, 90, 100}
