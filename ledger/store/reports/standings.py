"""Standings: what every player's results add up to."""

from sqlalchemy import Connection, case, literal, select, union_all

from ledger.names import name_key
from ledger.shapes.game import StandingsLine
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import known_people


def standings(connection: Connection) -> tuple[StandingsLine, ...]:
    """Everyone who has finished a game, by points; equal points share a rank."""
    c = db.results.c
    each = select(
        c.player_id,
        c.points,
        c.place,
        literal(1).label("game"),
        case((c.place == 1, 1), else_=0).label("first"),
    ).where(c.live == 1)
    s = db.result_shares.c
    nothing = literal(0)
    parts = union_all(each, select(s.player_id, s.points, nothing, nothing, nothing).where(s.live == 1)).subquery()
    people = known_people()

    # The parts of each player row first: to join four hundred thousand results with their names takes a second.
    totals = (whole_sum(connection, parts.c[name]).label(name) for name in ("game", "points", "place", "first"))
    sums = select(parts.c.player_id, *totals).group_by(parts.c.player_id).subquery()
    found: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for person, name, *numbers in connection.execute(
        select(people.c.person_id, people.c.shown_name, sums.c.game, sums.c.points, sums.c.place, sums.c.first).join(
            sums, sums.c.player_id == people.c.player_id
        )
    ):
        names[person] = name
        found[person] = [a + b for a, b in zip(found.get(person, [0] * 4), numbers, strict=True)]
    ordered = sorted(found.items(), key=lambda line: (-line[1][1], name_key(names[line[0]])))
    return tuple(
        StandingsLine(
            rank=1 + sum(other[1] > points for other in found.values()),
            player=names[person],
            games=games,
            points=points,
            average_place=places / games if games else None,
            firsts=firsts,
        )
        for person, (games, points, places, firsts) in ordered
    )
