"""Who sat at the table in which hands: what statistics of hands are made from."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Connection, Select, case, func, select

from ledger.shapes.hand import Reason
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import known_people
from ledger.store.reports.scope import Counted

FOR_A_WIN = tuple(reason.value for reason in (Reason.RON, Reason.TSUMO, Reason.PAO))
"""Why points move for a winning hand itself, without counters and sticks."""
NO_NEXT = 1_000_000
"""More hands than any game has: the end of a sitting that nobody ended."""


def rows_of(connection: Connection, person_id: int) -> list[int]:
    """The player rows that stand for a person: their own, and those of whoever was merged into them."""
    people = known_people()
    return list(connection.execute(select(people.c.player_id).where(people.c.person_id == person_id)).scalars())


def sittings_of(rows: Sequence[int], counted: Counted) -> CTE:
    """Where somebody sat in games that are over: game_id, seat, and the hands from the first to before the next."""
    s, r = db.seats.c, db.results.c
    return (
        select(s.game_id, s.seat, s.from_hand, until_of(db.seats).label("until"))
        .join(db.results, (r.game_id == s.game_id) & (r.seat == s.seat) & (r.live == 1))
        .where(s.player_id.in_(rows), s.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .cte("sittings")
        .prefix_with("MATERIALIZED")  # else SQLite asks for the end of the sitting again for each hand
    )


def until_of(seats: Any) -> ColumnElement[int]:
    """The first hand in which somebody else sits there than who a row of seats names."""
    s, later = seats.c, db.seats.alias().c
    first = select(func.min(later.from_hand)).where(
        later.game_id == s.game_id, later.seat == s.seat, later.live == 1, later.from_hand > s.from_hand
    )
    return func.coalesce(first.scalar_subquery(), NO_NEXT)


def in_hand(sittings: CTE) -> ColumnElement[bool]:
    """The condition that who sits there does so in a hand."""
    h, s = db.hands.c, sittings.c
    return (h.game_id == s.game_id) & (h.seq >= s.from_hand) & (h.seq < s.until) & (h.live == 1)


def sum_where(connection: Connection, condition: Any, column: Any = 1) -> Any:
    """The sum of a column over the rows that meet a condition; of nothing else, how many these are."""
    return func.coalesce(whole_sum(connection, case((condition, column), else_=0)), 0)


def games_over(counted: Counted) -> Select[int]:
    """The ids of the games that are over and count: each has a result in its first seat."""
    r = db.results.c
    return select(r.game_id).where(r.seat == 0, r.live == 1, *counted.of(r.night_id, r.ruleset_id))
