"""What an import brought."""

from datetime import date
from typing import NamedTuple


class ImportedGame(NamedTuple):
    """A game that was recorded; scores by seat, in points, as the result has them."""

    held_on: date
    number: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    hands: int


class Renamed(NamedTuple):
    """A name in the source, and the player here who was meant by it."""

    name: str
    player: str


class Imported(NamedTuple):
    """What an import recorded, in the order it stands in the source.

    known: how many games were recorded by an earlier import; nights: those it opened; added: people it added;
    meant: names that are written otherwise here.
    """

    games: tuple[ImportedGame, ...]
    known: int = 0
    nights: tuple[date, ...] = ()
    added: tuple[str, ...] = ()
    meant: tuple[Renamed, ...] = ()
