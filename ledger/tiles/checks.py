"""What no hand of tiles can be: wrong numbers of tiles, sets that are none, and what cannot go together."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.errors import counted
from ledger.rules.fu import Shape
from ledger.tiles.tile import HONOURS, NORTH, Tile, TileError

if TYPE_CHECKING:
    from ledger.tiles.hand import Called, TileHand

MOST_INDICATORS = 5
"""The first and one more for each of four kans."""


class ImpossibleTiles(TileError):
    """Tiles that cannot be together in one hand."""


class WrongCircumstance(TileError):
    """Something said of a hand that cannot be so."""


def check_hand(hand: "TileHand") -> None:
    """Refuses a hand that cannot be under any rules. Raises ImpossibleTiles or WrongCircumstance."""
    for meld in hand.melds:
        _check_meld(meld)
    if problem := next(_tile_problems(hand), None):
        raise ImpossibleTiles(problem)
    if problem := next(_flag_problems(hand), None):
        raise WrongCircumstance(problem)


def _check_meld(meld: "Called") -> None:
    kinds = meld.kinds
    if meld.shape is Shape.CHI:
        first = min(kinds, default=HONOURS)
        if any(kind >= HONOURS for kind in kinds):
            raise ImpossibleTiles(f"{meld}: a chi is three in a row of m, p or s, and honours make none")
        if kinds != [first, first + 1, first + 2] or first % 9 > 6 or not meld.open:
            raise ImpossibleTiles(f"{meld} is no chi: it is three in a row of one suit, as in chi 345s")
        return
    wanted, example = (3, "pon 777p") if meld.shape is Shape.PON else (4, "kan 5555z")
    if len(kinds) != wanted or len(set(kinds)) != 1 or (meld.shape is Shape.PON and not meld.open):
        raise ImpossibleTiles(f"{meld} is no {meld.word}: it is {wanted} of the same tile, as in {example}")


def _tile_problems(hand: "TileHand") -> Iterator[str]:
    held = len(hand.closed) + 3 * len(hand.melds)
    if held != 13:
        kans = ", a kan counted as three" if hand.has_kan else ""
        yield (
            f"{counted(held, 'tile')} without the winning one{kans}: "
            "type 13 and win with the winning tile, or 14 with the winning tile among them"
        )
    if len(hand.indicators) > MOST_INDICATORS:
        yield f"{len(hand.indicators)} indicators: there are at most {MOST_INDICATORS}"
    if len(hand.ura) > len(hand.indicators):
        yield (
            f"{counted(len(hand.ura), 'ura indicator')} and {counted(len(hand.indicators), 'indicator')}: "
            "each ura lies below an indicator, so type those too, as in indicator 3m ura 5s"
        )
    if not 0 <= hand.norths <= 4:
        yield f"{hand.norths} norths: there are four"
    seen = [*hand.tiles, *hand.indicators, *hand.ura]
    kinds = Counter(tile.kind for tile in seen) + Counter({NORTH: hand.norths})
    if many := [kind for kind in sorted(kinds) if kinds[kind] > 4]:
        yield (
            f"{kinds[many[0]]} x {Tile(many[0])}: there are four of each tile, "
            "counted over the hand, its melds, the winning tile, indicators and norths"
        )
    reds = Counter(tile for tile in seen if tile.red)
    if doubled := [tile for tile in sorted(reds) if reds[tile] > 1]:
        yield f"{reds[doubled[0]]} x {doubled[0]}: each suit has one red five, and the other fives are typed 5"
    if "robbing" in hand.flags and kinds[hand.win.kind] > 1:
        yield f"robbing: the other three {Tile(hand.win.kind)} are in the robbed kan, so none of them can be here"


def _flag_problems(hand: "TileHand") -> Iterator[str]:
    flags = hand.flags
    if "after-kan" in flags and not (hand.has_kan or hand.norths):
        yield "after-kan is a tsumo on the tile after a kan: type the kan, as in closed-kan 1111m"
    if "first-turn" in flags and (hand.melds or hand.norths):
        yield "first-turn is a win before anybody called: a hand with melds, kans or norths has none"
    apart = (
        ("after-kan", "robbing", "one is the own kan and tsumo, the other the kan of another and ron"),
        ("after-kan", "last-tile", "the tile after a kan is not the last of the wall"),
        ("after-kan", "ippatsu", "a kan ends ippatsu"),
        ("robbing", "last-tile", "nobody can declare a kan on the last tile"),
        ("first-turn", "robbing", "a kan ends the first turn"),
        ("first-turn", "last-tile", "the first turn is not the last"),
        ("first-turn", "ippatsu", "ippatsu comes after a riichi, and so after the first turn"),
        ("first-turn", "double-riichi", "a riichi comes with a discard, and so the win after the first turn"),
    )
    for one, other, why in apart:
        if one in flags and other in flags:
            yield f"{one} and {other} do not go together: {why}"
