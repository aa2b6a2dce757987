"""The yaku of a reading, and of thirteen orphans; the library says which shapes a hand has."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ledger.rules.fu import Shape
from ledger.rules.ruleset import Ruleset
from ledger.tiles.hand import Flag, TileHand
from ledger.tiles.readings import Reading, counts_of
from ledger.tiles.situation import Situation
from ledger.tiles.tile import HONOURS, OUTER, WHITE

if TYPE_CHECKING:
    from mahjong.hand_calculating.yaku_config import YakuConfig


class Yaku(NamedTuple):
    """A yaku and its han; of a yakuman, as how many it counts."""

    name: str
    han: int


_SHAPES = {
    "tanyao": "tanyao",
    "iipeikou": "iipeiko",
    "ryanpeikou": "ryanpeiko",
    "sanshoku-doujun": "sanshoku",
    "ittsu": "ittsu",
    "chantai": "chantai",
    "junchan": "junchan",
    "toitoi": "toitoi",
    "sanshoku-doukou": "sanshoku_douko",
    "shousangen": "shosangen",
    "honroutou": "honroto",
    "honitsu": "honitsu",
    "chinitsu": "chinitsu",
}
"""The yaku that the sets alone make, by the names that the library's configuration gives them."""
_YAKUMAN_SHAPES = {
    "daisangen": "daisangen",
    "shousuushii": "shosuushi",
    "daisuushii": "daisuushi",
    "tsuuiisou": "tsuisou",
    "chinroutou": "chinroto",
    "ryuuiisou": "ryuisou",
}
_DRAGONS = {WHITE: "white-dragon", WHITE + 1: "green-dragon", WHITE + 2: "red-dragon"}


@cache
def _library() -> "YakuConfig":
    from mahjong.hand_calculating.yaku_config import YakuConfig  # noqa: PLC0415

    return YakuConfig()


def yaku_of(reading: Reading, hand: TileHand, situation: Situation, rules: Ruleset) -> tuple[Yaku, ...]:
    """The yaku of a reading that is no yakuman."""
    return (*_won_by(hand, situation), *_by_shape(reading, hand, rules), *_by_sets(reading, hand, situation))


def yakuman_of(reading: Reading, hand: TileHand, situation: Situation, rules: Ruleset) -> tuple[Yaku, ...]:
    """The yakuman of a reading."""
    names = [*_first_turn(hand, situation, rules)]
    names += [name for name, key in _YAKUMAN_SHAPES.items() if _has(key, reading)]
    if not hand.melds and _has("chuuren_poutou", reading):
        # Nine waits: the winning tile is the one too many of 1112345678999.
        names.append("chuuren-9" if counts_of(hand)[hand.win.kind] in (2, 4) else "chuuren")
    if reading.closed_triplets == 4:
        names.append("suuankou" if any(meld.won for meld in reading.fu.melds) else "suuankou-tanki")
    if _kans(hand) == 4:
        names.append("suukantsu")
    return _as_yakuman(names, rules)


def orphans_of(hand: TileHand, situation: Situation, rules: Ruleset) -> tuple[Yaku, ...]:
    """The yakuman of thirteen orphans; empty if the tiles are not those."""
    kinds = {tile.kind for tile in hand.tiles}
    if hand.melds or kinds != OUTER:
        return ()
    name = "kokushi-13" if counts_of(hand)[hand.win.kind] == 2 else "kokushi"
    return _as_yakuman([*_first_turn(hand, situation, rules), name], rules)


def _as_yakuman(names: list[str], rules: Ruleset) -> tuple[Yaku, ...]:
    return tuple(Yaku(name, 2 if name in rules.double_yakuman else 1) for name in names)


def _first_turn(hand: TileHand, situation: Situation, rules: Ruleset) -> Iterator[str]:
    if Flag.FIRST_TURN in hand.flags:
        if situation.tsumo:
            yield "tenhou" if situation.dealer else "chiihou"
        elif rules.renhou == "yakuman":
            yield "renhou"


def _won_by(hand: TileHand, situation: Situation) -> Iterator[Yaku]:
    """The yaku of how a hand was won."""
    if situation.riichi:
        yield Yaku("double-riichi", 2) if Flag.DOUBLE_RIICHI in hand.flags else Yaku("riichi", 1)
    if Flag.IPPATSU in hand.flags:
        yield Yaku("ippatsu", 1)
    if situation.tsumo and not hand.is_open:
        yield Yaku("menzen-tsumo", 1)
    if Flag.LAST_TILE in hand.flags:
        yield Yaku("haitei" if situation.tsumo else "houtei", 1)
    if Flag.AFTER_KAN in hand.flags:
        yield Yaku("rinshan", 1)
    if Flag.ROBBING in hand.flags:
        yield Yaku("chankan", 1)


def _by_shape(reading: Reading, hand: TileHand, rules: Ruleset) -> Iterator[Yaku]:
    found = [name for name, key in _SHAPES.items() if _has(key, reading)]
    not_counted = set()
    if "ryanpeikou" in found:
        not_counted.add("iipeikou")
    if hand.is_open and not rules.open_tanyao:
        not_counted.add("tanyao")
    if reading.seven_pairs:
        yield Yaku("chiitoitsu", 2)
        not_counted.add("shousangen")  # the library counts three pairs of dragons as that too
    for name in found:
        worth = getattr(_library(), _SHAPES[name])
        han: int = worth.han_open if hand.is_open else worth.han_closed
        if han and name not in not_counted:
            yield Yaku(name, han)


def _by_sets(reading: Reading, hand: TileHand, situation: Situation) -> Iterator[Yaku]:
    """The yaku that need more than the sets: the wait, the winds, what is closed, the kans."""
    if reading.fu.pinfu and reading.fu.closed and not reading.seven_pairs:
        yield Yaku("pinfu", 1)
    triplets = reading.triplets
    for kind, name in _DRAGONS.items():
        if kind in triplets:
            yield Yaku(name, 1)
    for wind, name in ((situation.seat_wind, "seat-wind"), (situation.round_wind, "round-wind")):
        if HONOURS + wind in triplets:
            yield Yaku(name, 1)
    if reading.closed_triplets == 3:
        yield Yaku("sanankou", 2)
    if _kans(hand) == 3:
        yield Yaku("sankantsu", 2)


def _has(key: str, reading: Reading) -> bool:
    """Whether the library finds a yaku in the sets."""
    met: bool = getattr(_library(), key).is_condition_met(reading.groups)
    return met


def _kans(hand: TileHand) -> int:
    return sum(meld.shape is Shape.KAN for meld in hand.melds)
