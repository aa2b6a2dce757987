"""What must add up in the records of a bundle, whoever wrote them."""

from typing import Any

from sqlalchemy import Connection, Select, Table, func, select

from ledger.store import models as db
from ledger.store.base import whole_sum


def what_does_not_add_up(connection: Connection, unit: int) -> str | None:
    """What an import brought that does not sum to zero, in words; None where all of it does."""
    own = select(db.journal.c.id).where((db.journal.c.id == unit) | (db.journal.c.brought_by == unit))
    li, cl, sh, ca = db.settlement_lines.c, db.charge_lines.c, db.result_shares.c, db.carried.c
    for what, column, *keys in (
        ("the lines of a settlement", li.amount_minor, li.settlement_id, li.entry),
        ("the lines beside the games of a night", cl.amount_minor, cl.charge_id),
        ("what a settlement carries", ca.amount_minor, ca.settlement_id, ca.from_night_id),
        ("the shares of a result", sh.points, sh.game_id, sh.seat),
    ):
        table = column.table
        off = (
            select(*keys)
            .where(table.c.live == 1, table.c.journal_id.in_(own))
            .group_by(*keys)
            .having(whole_sum(connection, column) != 0)
        )
        if connection.execute(off.limit(1)).first() is not None:
            return f"{what} in it do not sum to zero"
    return "the results of a game in it are not made of their parts" if _results(connection, own) else None


def _results(connection: Connection, own: Select[int]) -> bool:
    """Whether a game has results that differ from their parts by other points than the target, which is all seats'."""
    r = db.results.c
    parts = r.raw_score + r.leftover_sticks + r.uma + r.bonus + r.penalty + r.chip_points + r.rounding + r.discrepancy
    left = r.points - parts - r.referee
    uneven = (
        select(r.game_id)
        .where(r.live == 1, r.journal_id.in_(own))
        .group_by(r.game_id)
        .having(func.max(left) != func.min(left))
    )
    return connection.execute(uneven.limit(1)).first() is not None


def settled_nights(connection: Connection) -> set[int]:
    """The ids of the nights that are settled."""
    s = db.settlements.c
    return set(connection.execute(select(s.night_id).where(s.live == 1)).scalars())


def night_touched(connection: Connection, unit: int, locked: set[int]) -> int | None:
    """A night of these of which an import brought something, or took something back; None where it left them alone."""
    own = select(db.journal.c.id).where((db.journal.c.id == unit) | (db.journal.c.brought_by == unit))
    g = db.games.c
    of_nights = (db.night_terms, db.games, db.attendance, db.charges, db.fees, db.settlements, db.transfers)
    of_games = (db.seats, db.hands, db.game_ends, db.results, db.penalties)
    table: Table[Any]
    for table in of_nights:
        touched = table.c.journal_id.in_(own) | table.c.voided_by.in_(own)
        found = set(connection.execute(select(table.c.night_id).where(touched).distinct()).scalars()) & locked
        if found:
            return min(found)
    for table in of_games:
        touched = table.c.journal_id.in_(own) | table.c.voided_by.in_(own)
        nights = select(g.night_id).join(table, table.c.game_id == g.id).where(touched).distinct()
        if found := set(connection.execute(nights).scalars()) & locked:
            return min(found)
    return None
