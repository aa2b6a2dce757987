"""What a hand of tiles is worth: the dearest of its readings under a ruleset."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.errors import LedgerError
from ledger.rules.facts import HanFu, LimitHand, YakumanHand
from ledger.rules.fu import Fu, count_fu
from ledger.rules.points import HAN_OF_YAKUMAN, base_points, most_yakuman
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit
from ledger.tiles.hand import Flag, TileHand
from ledger.tiles.readings import Reading, readings
from ledger.tiles.situation import Situation, check_situation
from ledger.tiles.tile import HONOURS, NORTH, WHITE, TileError, tiles_text
from ledger.tiles.yaku import Yaku, orphans_of, yaku_of, yakuman_of

RENHOU_HAN = 5
"""The han of a mangan: renhou as one, where it stands beside other yaku or without limits."""


class NoHand(TileError):
    """Tiles that make no hand."""


class NoYaku(TileError):
    """A hand without yaku."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a hand of tiles.

    yaku: with their han, of yakuman with how many each counts; dora: how many of the han are
    dora of any kind. fu: None where none are counted. limit: the limit that the price reaches.
    """

    price: HanFu | YakumanHand | LimitHand
    yaku: tuple[Yaku, ...]
    dora: int = 0
    fu: Fu | None = None
    limit: Limit | None = None


def evaluate(hand: TileHand, situation: Situation, rules: Ruleset) -> Found:
    """The dearest reading of a hand. Raises TileError, or CannotOccur for a price that the rules do not have."""
    check_situation(hand, situation, rules)
    found: list[tuple[tuple[int, bool, int, int], Found]] = []
    refused: LedgerError | None = None
    complete = False
    for price in _prices(hand, situation, rules):
        complete = True
        if price:
            try:
                found.append(_ranked(price, rules, ron=not situation.tsumo))
            except LedgerError as error:
                refused = error
    if found:
        return max(found, key=lambda each: each[0])[1]
    if refused:
        raise refused
    raise _no_yaku(hand, situation) if complete else _no_hand(hand)


def _prices(hand: TileHand, situation: Situation, rules: Ruleset) -> Iterator[Found | None]:
    """Every reading with its price, None for one without yaku."""
    if orphans := orphans_of(hand, situation, rules):
        free = rules.limits == "none"
        yield _without_limits(orphans, None, hand, situation, rules) if free else _yakuman(orphans, rules)
        return
    for reading in readings(hand, situation):
        if yakuman := yakuman_of(reading, hand, situation, rules):
            if rules.limits != "none":
                yield _yakuman(yakuman, rules)
                continue
            yield _without_limits(yakuman, reading, hand, situation, rules)
        yield _han_fu(reading, hand, situation, rules)
        if Flag.FIRST_TURN in hand.flags and rules.renhou == "mangan":  # with ron: a tsumo is a yakuman
            yield _renhou(reading, rules)


def _yakuman(yaku: tuple[Yaku, ...], rules: Ruleset) -> Found:
    return Found(YakumanHand(min(sum(each.han for each in yaku), most_yakuman(rules))), yaku)


def _without_limits(
    yakuman: tuple[Yaku, ...], reading: Reading | None, hand: TileHand, situation: Situation, rules: Ruleset
) -> Found:
    """Where nothing has a limit, a yakuman is 13 han, its dora count, and its fu like any other's."""
    yaku = tuple(Yaku(each.name, HAN_OF_YAKUMAN * each.han) for each in yakuman)
    dora = dora_of(hand, situation)
    han = sum(each.han for each in yaku) + dora
    if reading is None:  # thirteen orphans have no sets: 20, and 10 for a closed ron
        return Found(HanFu(han, 20 if situation.tsumo else 30), yaku, dora)
    fu = count_fu(reading.fu, rules)
    return Found(HanFu(han, _priced(fu, reading, rules)), yaku, dora, fu)


def _han_fu(reading: Reading, hand: TileHand, situation: Situation, rules: Ruleset) -> Found | None:
    yaku = yaku_of(reading, hand, situation, rules)
    if not yaku:
        return None
    dora = dora_of(hand, situation)
    han = sum(each.han for each in yaku) + dora
    if rules.method == "dutch":
        return Found(HanFu(han), yaku, dora)
    fu = count_fu(reading.fu, rules)
    return Found(HanFu(han, _priced(fu, reading, rules)), yaku, dora, fu)


def _priced(fu: Fu, reading: Reading, rules: Ruleset) -> int:
    """The fu that price a hand: on ron at least the ruleset's minimum, but for seven pairs."""
    if reading.fu.tsumo or reading.seven_pairs:
        return fu.rounded
    return max(fu.rounded, rules.minimum_fu_on_ron)


def _renhou(reading: Reading, rules: Ruleset) -> Found:
    """Renhou as a mangan by itself: other yaku and dora do not add to it."""
    yaku = (Yaku("renhou", RENHOU_HAN),)
    if rules.limits != "none":
        return Found(LimitHand(Limit.MANGAN), yaku)
    fu = count_fu(reading.fu, rules)
    return Found(HanFu(RENHOU_HAN, _priced(fu, reading, rules)), yaku, fu=fu)


def _ranked(found: Found, rules: Ruleset, *, ron: bool) -> tuple[tuple[int, bool, int, int], Found]:
    """What was found with its limit, and its rank: points, then a yakuman before counted han, then han, then fu."""
    base = base_points(found.price, rules, ron=ron)
    is_yakuman = isinstance(found.price, YakumanHand)
    han = sum(each.han for each in found.yaku) + found.dora
    raw = found.fu.raw if found.fu else 0
    limited = Found(found.price, found.yaku, found.dora, found.fu, base.limit)
    return (base.points, is_yakuman, han, raw), limited


def dora_of(hand: TileHand, situation: Situation) -> int:
    """How many dora a hand has: indicated, red fives, and norths laid aside."""
    indicated = [_after(tile.kind, situation) for tile in (*hand.indicators, *hand.ura)]
    kinds = [tile.kind for tile in hand.tiles] + [NORTH] * hand.norths
    return sum(map(indicated.count, kinds)) + sum(tile.red for tile in hand.tiles) + hand.norths


def _after(kind: int, situation: Situation) -> int:
    """The kind that an indicator makes dora: the next, in a circle."""
    if situation.players == 3 and kind == 0:
        return 8  # without 2m to 8m the 9m follows
    if kind >= WHITE:
        return WHITE + (kind - WHITE + 1) % 3
    if kind >= HONOURS:
        return HONOURS + (kind - HONOURS + 1) % 4
    return kind // 9 * 9 + (kind + 1) % 9


def _no_hand(hand: TileHand) -> NoHand:
    melds = "".join(f" {meld}" for meld in hand.melds)
    return NoHand(
        f"{tiles_text(hand.closed)}{melds} with {hand.win} make no hand: four sets and a pair, seven different pairs "
        "or the thirteen orphans; check the tiles"
    )


def _no_yaku(hand: TileHand, situation: Situation) -> NoYaku:
    dora = dora_of(hand, situation)
    held = f", and its {dora} dora are none" if dora else ""
    closed = "" if situation.riichi or hand.is_open else "say riichi if the winner was in riichi, or "
    return NoYaku(f"no yaku: a hand needs one to win{held}; {closed}check the tiles and who called them")
