"""What must add up in the records of a bundle, whoever wrote them."""

from sqlalchemy import Connection, Select, func, select

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
