"""Ratings: replayed from the first game that counts, always."""

from datetime import datetime
from typing import NamedTuple

from ledger.names import name_key
from ledger.ratings import rate
from ledger.rules.rating import MILLION, RatedGame
from ledger.services.scope import Asked, apart, scope_meant
from ledger.shapes.season import Scope
from ledger.shapes.standings import RatingLine, RatingTable
from ledger.store.people import persons
from ledger.store.reports.rated import games_played
from ledger.store.reports.scope import counted_in
from ledger.store.unit import Connection, Engine, read


class Rated(NamedTuple):
    """The ratings that were asked for, games of three and of four apart: they are never rated together."""

    scope: Scope
    system: str
    tables: tuple[RatingTable, ...]


def ratings(engine: Engine, now: datetime, asked: Asked, system: str) -> Rated:
    """Everybody's rating by one of ledger.ratings.SYSTEMS."""

    def question(connection: Connection) -> Rated:
        scope = scope_meant(connection, now, asked)
        tables = (ratings_of(connection, part, system) for part in apart(connection, scope, together=False))
        return Rated(scope, system, tuple(table for table in tables if table.lines))

    return read(engine, question)


def ratings_of(connection: Connection, scope: Scope, system: str) -> RatingTable:
    """Everybody's rating in games of so many players, the best first."""
    games = list(games_played(connection, counted_in(connection, scope)))
    rated = rate(system, (RatedGame(game.people, game.places) for game in games))
    names = {person.id: person.name for person in persons(connection).values()}
    now = {person: each[-1].rating for person, each in rated.items()}
    best = {person: max(one.rating.millionths for one in each) for person, each in rated.items()}
    in_order = sorted(now, key=lambda person: (-now[person].millionths, name_key(names[person])))
    return RatingTable(
        scope.players,
        tuple(
            RatingLine(
                rank=1 + sum(other.millionths > now[person].millionths for other in now.values()),
                player=names[person],
                games=now[person].games,
                rating=now[person].value,
                best=best[person] / MILLION,
                mu=_value(now[person].mu),
                sigma=_value(now[person].sigma),
            )
            for person in in_order
        ),
    )


def _value(millionths: int | None) -> float | None:
    return None if millionths is None else millionths / MILLION
