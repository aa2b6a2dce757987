"""Standings: what every player's results add up to."""

from sqlalchemy import Connection, Integer, cast, func, select

from ledger.names import name_key
from ledger.shapes.game import StandingsLine
from ledger.store import models as db


def standings(connection: Connection) -> tuple[StandingsLine, ...]:
    """Everyone who has finished a game, by points; equal points share a rank."""
    # PostgreSQL's sum of whole numbers is a decimal: cast here, and only here.
    whole = Integer if connection.dialect.name == "sqlite" else db.results.c.points.type
    sums = (
        select(
            db.results.c.player_id,
            func.count().label("games"),
            cast(func.sum(db.results.c.points), whole).label("points"),
            cast(func.sum(db.results.c.place), whole).label("places"),
            func.count().filter(db.results.c.place == 1).label("firsts"),
        )
        .where(db.results.c.live == 1)
        .group_by(db.results.c.player_id)
        .subquery()
    )
    rows = connection.execute(
        select(db.player_terms.c.shown_name, sums.c.games, sums.c.points, sums.c.places, sums.c.firsts)
        .join(sums, sums.c.player_id == db.player_terms.c.player_id)
        .where(db.player_terms.c.live == 1)
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
