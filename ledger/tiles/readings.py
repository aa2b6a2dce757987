"""The readings of a hand: every way to cut its tiles into sets and a pair, and every set the winning tile completes."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.rules.fu import FuHand, Meld, Pair, Shape, Wait
from ledger.tiles.hand import Flag, TileHand
from ledger.tiles.situation import Situation
from ledger.tiles.tile import HONOURS, KINDS, OUTER, WHITE


class Reading(NamedTuple):
    """One reading. groups: its sets and pair, or seven pairs, as kinds of tiles; fu: the same as fu are counted."""

    groups: list[list[int]]
    fu: FuHand

    @property
    def seven_pairs(self) -> bool:
        """Whether it is seven pairs."""
        return not self.fu.melds

    @property
    def closed_triplets(self) -> int:
        """How many closed pons and kans there are; a pon completed by ron is not closed."""
        return sum(
            meld.shape is not Shape.CHI and not meld.open and (self.fu.tsumo or not meld.won) for meld in self.fu.melds
        )

    @property
    def triplets(self) -> set[int]:
        """The kinds of its pons and kans."""
        return {group[0] for group in self.groups if len(group) > 2 and group[0] == group[1]}


def counts_of(hand: TileHand) -> list[int]:
    """How many tiles of each kind a hand has, its melds included."""
    counts = [0] * KINDS
    for tile in hand.tiles:
        counts[tile.kind] += 1
    return counts


def readings(hand: TileHand, situation: Situation) -> Iterator[Reading]:
    """All readings of a hand but thirteen orphans; none if its tiles make no hand."""
    # Imported here: the library takes longer to load than most commands take to run.
    from mahjong.hand_calculating.divider import HandDivider  # noqa: PLC0415
    from mahjong.meld import Meld as LibraryMeld  # noqa: PLC0415

    called = [LibraryMeld(meld.shape.value, [kind * 4 for kind in meld.kinds], opened=meld.open) for meld in hand.melds]
    for groups in HandDivider.divide_hand(counts_of(hand), called):
        closed = list(groups)
        for meld in hand.melds:
            closed.remove(meld.kinds)
        completed = {tuple(group) for group in closed if hand.win.kind in group}
        for won in sorted(completed):
            yield Reading(groups, _fu_hand(closed, list(won), hand, situation))


def _fu_hand(closed: list[list[int]], won: list[int], hand: TileHand, situation: Situation) -> FuHand:
    """A reading as fu are counted on it."""
    pairs = [group for group in closed if len(group) == 2]
    if len(pairs) > 1:
        return FuHand((), tsumo=situation.tsumo)
    sets = [group for group in closed if len(group) > 2]
    winner = sets.index(won) if won in sets else None
    melds = [Meld(_shape(group), outer=_outer(group), won=at == winner) for at, group in enumerate(sets)]
    melds += [Meld(meld.shape, outer=_outer(meld.kinds), open=meld.open) for meld in hand.melds]
    return FuHand(
        tuple(melds),
        pair_of(pairs[0][0], situation),
        _wait(won, hand.win.kind),
        tsumo=situation.tsumo,
        # After a north was laid aside the fu of a tsumo count: that is no kan.
        rinshan=Flag.AFTER_KAN in hand.flags and hand.has_kan,
    )


def _shape(group: list[int]) -> Shape:
    return Shape.PON if group[0] == group[1] else Shape.CHI


def _outer(group: list[int]) -> bool:
    """Whether a set is of terminals or honours; a chi never counts as that."""
    return group[0] == group[1] and group[0] in OUTER


def pair_of(kind: int, situation: Situation) -> Pair:
    """What a pair of this kind is worth."""
    own, of_round = kind == HONOURS + situation.seat_wind, kind == HONOURS + situation.round_wind
    if own:
        return Pair.DOUBLE_WIND if of_round else Pair.OWN_WIND
    if of_round:
        return Pair.ROUND_WIND
    return Pair.DRAGON if kind >= WHITE else Pair.PLAIN


def _wait(won: list[int], kind: int) -> Wait:
    """The wait that a tile ended which completed this set or pair."""
    if len(won) == 2:
        return Wait.SINGLE
    if won[0] == won[1]:
        return Wait.SHANPON
    if kind == won[1]:
        return Wait.CLOSED
    edge = (kind == won[2] and won[0] % 9 == 0) or (kind == won[0] and won[2] % 9 == 8)
    return Wait.EDGE if edge else Wait.TWO_SIDED
