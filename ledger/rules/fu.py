"""Counting fu: from the sets, the pair, the wait and the way of winning to raw and rounded fu, part by part."""

from enum import StrEnum
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.ruleset import Ruleset


class ImpossibleHand(LedgerError):
    """Sets, a pair and a wait that do not make a hand."""


class Shape(StrEnum):
    """The kinds of sets."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"


class Pair(StrEnum):
    """What the pair is worth."""

    PLAIN = "pair"
    DRAGON = "pair-dragon"
    OWN_WIND = "pair-own-wind"
    ROUND_WIND = "pair-round-wind"
    DOUBLE_WIND = "pair-double-wind"


class Wait(StrEnum):
    """What the hand waited for."""

    TWO_SIDED = "two-sided"
    SHANPON = "shanpon"
    CLOSED = "closed"
    EDGE = "edge"
    SINGLE = "single"


class Meld(NamedTuple):
    """A set: outer of terminals or honours; open: called; won: completed by the winning tile."""

    shape: Shape
    outer: bool = False
    open: bool = False
    won: bool = False


class FuHand(NamedTuple):
    """A hand as fu are counted on it; melds: its four sets, none for seven pairs."""

    melds: tuple[Meld, ...]
    pair: Pair = Pair.PLAIN
    wait: Wait = Wait.TWO_SIDED
    tsumo: bool = False
    rinshan: bool = False

    @property
    def closed(self) -> bool:
        """Whether nothing was called."""
        return not any(meld.open for meld in self.melds)

    @property
    def pinfu(self) -> bool:
        """Whether it is a pinfu hand, but for being closed: only sequences, a plain pair, a two-sided wait."""
        plain = self.pair is Pair.PLAIN and self.wait is Wait.TWO_SIDED
        return plain and all(meld.shape is Shape.CHI for meld in self.melds)


class FuPart(NamedTuple):
    """What a part of a hand counts."""

    what: str
    fu: int


class Fu(NamedTuple):
    """The count: its parts, their sum, and the fu that price the hand."""

    parts: tuple[FuPart, ...]
    raw: int
    rounded: int


SET_FU = {Shape.CHI: 0, Shape.PON: 2, Shape.KAN: 8}
"""Open sets of simples; closed counts twice that, and terminals or honours twice again."""
PAIR_FU = {Pair.PLAIN: 0, Pair.DRAGON: 2, Pair.OWN_WIND: 2, Pair.ROUND_WIND: 2}
WAIT_FU = {Wait.TWO_SIDED: 0, Wait.SHANPON: 0, Wait.CLOSED: 2, Wait.EDGE: 2, Wait.SINGLE: 2}


def count_fu(hand: FuHand, rules: Ruleset) -> Fu:
    """The fu of a hand. Raises ImpossibleHand."""
    if not hand.melds:
        return Fu((FuPart("seven pairs", 25),), 25, 25)
    _check(hand)
    parts = [FuPart("win", 20)]
    if hand.closed and not hand.tsumo:
        parts.append(FuPart("closed ron", 10))
    parts += [FuPart(_named(meld, hand), meld_fu(meld, hand)) for meld in hand.melds]
    pair = rules.double_wind_pair_fu if hand.pair is Pair.DOUBLE_WIND else PAIR_FU[hand.pair]
    parts += [FuPart(hand.pair, pair), FuPart(f"{hand.wait} wait", WAIT_FU[hand.wait])]
    if hand.tsumo and not (hand.pinfu and hand.closed) and (rules.rinshan_tsumo_fu or not hand.rinshan):
        parts.append(FuPart("tsumo", 2))
    raw = sum(part.fu for part in parts)
    if raw == 20 and not hand.closed and rules.open_pinfu_fu == 30:
        parts.append(FuPart("open hand without fu", 2))
        raw += 2
    counted = tuple(part for part in parts if part.fu)
    return Fu(counted, raw, -(-raw // 10) * 10)


def meld_fu(meld: Meld, hand: FuHand) -> int:
    """The fu of a set; completed by ron it counts as open, by tsumo as closed."""
    return SET_FU[meld.shape] * (1 if _counts_open(meld, hand) else 2) * (2 if meld.outer else 1)


def _counts_open(meld: Meld, hand: FuHand) -> bool:
    return meld.open or (meld.won and not hand.tsumo)


def _named(meld: Meld, hand: FuHand) -> str:
    state = "open" if _counts_open(meld, hand) else "closed"
    return f"{state} {meld.shape} of {'terminals or honours' if meld.outer else 'simples'}"


def _check(hand: FuHand) -> None:
    """Refuses what cannot be a hand, with the reason."""
    won = [meld for meld in hand.melds if meld.won]
    if len(hand.melds) != 4:
        raise ImpossibleHand(f"a hand has four sets and a pair, and {len(hand.melds)} sets are given")
    if hand.rinshan and not (hand.tsumo and any(meld.shape is Shape.KAN for meld in hand.melds)):
        raise ImpossibleHand("rinshan is a tsumo on the tile after a kan: the hand needs a kan, and tsumo")
    if any(meld.open or meld.shape is Shape.KAN for meld in won):
        raise ImpossibleHand("the winning tile completes a closed set, and never a kan")
    if hand.wait is Wait.SHANPON and [meld.shape for meld in won] != [Shape.PON]:
        raise ImpossibleHand("a shanpon wait is completed to a pon: mark it, as in pon-won")
    if hand.wait is not Wait.SHANPON and any(meld.shape is Shape.PON for meld in won):
        raise ImpossibleHand("only a shanpon wait is completed to a pon")
    if hand.wait not in (Wait.SHANPON, Wait.SINGLE) and not any(
        m.shape is Shape.CHI and not m.open for m in hand.melds
    ):
        raise ImpossibleHand(f"a {hand.wait} wait is completed to a chi, and the hand has none that is closed")
