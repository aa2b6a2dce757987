"""The season book: everything of a season that is shown on its pages."""

from dataclasses import dataclass

from ledger.shapes.chart import Bars, Lines
from ledger.shapes.money import SettlementView
from ledger.shapes.season import Scope
from ledger.shapes.standings import Standings, TeamLine
from ledger.shapes.statistics import PlayerStatistics, Records


@dataclass(frozen=True, slots=True)
class PlayerOfBook:
    """Somebody who played: number, by which their page is found; statistics of each size of games they were in."""

    number: int
    name: str
    statistics: tuple[PlayerStatistics, ...]


@dataclass(frozen=True, slots=True)
class SizeOfBook:
    """The games of three, or of four: their pictures and records."""

    players: int
    points: Lines
    rating: Lines
    places: Bars
    hands: Bars
    records: Records


@dataclass(frozen=True, slots=True)
class Book:
    """A season, or all games; people by name, or by number where they are nameless.

    nights: in order, each with its games that are over and what they come to; with money only where it was asked for
    and the night is settled.
    """

    scope: Scope
    closed: bool
    anonymous: bool
    standings: Standings
    sizes: tuple[SizeOfBook, ...]
    nights: tuple[SettlementView, ...]
    people: tuple[PlayerOfBook, ...]
    teams: tuple[TeamLine, ...] = ()
