"""Standings: what every player's results add up to."""

from sqlalchemy import Connection, Integer, cast, func, select

from ledger.names import name_key
from ledger.shapes.game import StandingsLine
from ledger.store.models import PlayerTerms, Result


def standings(connection: Connection) -> tuple[StandingsLine, ...]:
    """Everyone who has finished a game, by points; equal points share a rank."""
    # PostgreSQL's sum of whole numbers is a decimal: cast here, and only here.
    whole = Integer if connection.dialect.name == "sqlite" else Result.points.type
    sums = (
        select(
            Result.player_id,
            func.count().label("games"),
            cast(func.sum(Result.points), whole).label("points"),
            cast(func.sum(Result.place), whole).label("places"),
            func.count().filter(Result.place == 1).label("firsts"),
        )
        .where(Result.live == 1)
        .group_by(Result.player_id)
        .subquery()
    )
    rows = connection.execute(
        select(PlayerTerms.shown_name, sums.c.games, sums.c.points, sums.c.places, sums.c.firsts)
        .join(sums, sums.c.player_id == PlayerTerms.player_id)
        .where(PlayerTerms.live == 1)
    ).all()
    ordered = sorted(rows, key=lambda row: (-row.points, name_key(row.shown_name)))
    return tuple(
        StandingsLine(
            rank=1 + sum(other.points > row.points for other in rows),
            player=row.shown_name,
            games=row.games,
            points=row.points,
            average_place=row.places / row.games,
            firsts=row.firsts,
        )
        for row in ordered
    )
