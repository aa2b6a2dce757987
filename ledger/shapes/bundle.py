"""Bundles: what they say they are, and what an import brought."""

from typing import NamedTuple

from ledger.shapes.imported import Renamed

FORMAT = "riichi-club-ledger bundle"
VERSION = 1
"""What the first line of a bundle says that it is."""


class BundleImported(NamedTuple):
    """How many games and rows were new, and how many rows were taken back as they were where they come from.

    same: names in the bundle, and who was meant here; renamed: names that somebody else has here, and those they got.
    everything: it was a new ledger, which has all of it now; with_money: so has one that had something.
    """

    games: int
    rows: int
    taken_back: int
    same: tuple[Renamed, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    everything: bool = False
    with_money: bool = False
