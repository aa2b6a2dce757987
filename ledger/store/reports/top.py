"""What is at the top of some figures, and how often that was reached."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import CTE, Connection, func, select

from ledger.shapes.statistics import Holder, Record
from ledger.store import models as db

SHOWN = 5
"""Of equal ones so many are named, the first by date."""


def top_of(
    connection: Connection,
    figures: CTE,
    holders: Callable[[Sequence[Any]], Sequence[Holder]],
    *,
    least: int | None = None,
    lowest: bool = False,
) -> Record | None:
    """The highest (or the lowest) figure there is, None of none or less than so much.

    figures: rows of games, with game_id, seq (0 where it is not of a hand), seat and figure.
    """
    c, g, t = figures.c, db.games.c, db.night_terms.c
    reached = select((func.min if lowest else func.max)(c.figure)).scalar_subquery()
    rows = connection.execute(
        select(*c, t.held_on, g.number, func.count().over().label("times"))
        .join(db.games, g.id == c.game_id)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .where(c.figure == reached)
        .order_by(t.held_on, g.played_at, g.number, g.id, c.seq, c.seat)
        .limit(SHOWN)
    ).all()
    if not rows or (least is not None and rows[0].figure < least):
        return None
    return Record(rows[0].figure, rows[0].times, tuple(holders(rows)))
