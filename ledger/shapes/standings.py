"""How everybody stands."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple


class Ranking(NamedTuple):
    """What standings go by and who is in them.

    order: see ledger.shapes.season.OrderKind; least_games: fewer give no rank; together: games of three and of four
    in one table; anonymous: without names.
    """

    order: str = "points"
    least_games: int = 0
    guests: bool = True
    together: bool = False
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player's standing: shared places have the same number, None without enough games; points are sums of results.

    places: how often 1st, 2nd, …; average_place and average_points: None for somebody who has only parts of others'
    results; penalties: what was taken off, in the points already; value: what the standings go by, as it is
    sorted and shown; moved: by how many ranks up since the last night, None for somebody new.
    """

    rank: int | None
    player: str
    games: int
    points: int
    average_points: float | None
    average_place: float | None
    places: tuple[int, ...]
    penalties: int
    value: float | int | None
    moved: int | None

    @property
    def firsts(self) -> int:
        """How often somebody came first."""
        return self.places[0]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings of games of so many players (None: of all); below: who has not enough games; last_night: its date."""

    players: int | None
    last_night: date | None
    lines: tuple[StandingsLine, ...]
    below: tuple[StandingsLine, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings, games of three and of four apart; order: what they go by; currency: where that is money."""

    order: str
    least_games: int
    currency: str | None
    tables: tuple[StandingsTable, ...]

    @property
    def lines(self) -> tuple[StandingsLine, ...]:
        """Everybody, table by table."""
        return tuple(line for table in self.tables for line in (*table.lines, *table.below))


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating after so many games, and the best it was after one; mu, sigma: what OpenSkill makes it of."""

    rank: int
    player: str
    games: int
    rating: float
    best: float
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The ratings of games of so many players."""

    players: int | None
    lines: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's standing: shared places have the same number; members: each with their points."""

    rank: int
    team: str
    games: int
    points: int
    members: tuple[tuple[str, int], ...]
