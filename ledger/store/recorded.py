"""What a unit of work recorded or took back: how a repeated request is answered."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, select

from ledger.errors import LedgerError
from ledger.store import models as db
from ledger.store.transfers import StoredTransfer, transfers_where


class ChangedSince(LedgerError):
    """A repeated request whose outcome is not as it was any more."""

    def __init__(self) -> None:
        super().__init__("this request was done before, and what it did was taken back or changed since")


class HandRow(NamedTuple):
    """A hand's game and its number in it."""

    game_id: int
    seq: int


def game_recorded_by(connection: Connection, unit: int) -> int:
    """The game that a unit recorded. Raises ChangedSince."""
    return _one(connection, db.games, db.games.c.id, unit)


def game_ended_by(connection: Connection, unit: int) -> int:
    """The game that a unit ended. Raises ChangedSince."""
    return _one(connection, db.game_ends, db.game_ends.c.game_id, unit)


def night_settled_by(connection: Connection, unit: int) -> int:
    """The night that a unit settled. Raises ChangedSince."""
    return _one(connection, db.settlements, db.settlements.c.night_id, unit)


def night_opened_by(connection: Connection, unit: int) -> int | None:
    """The night that a unit opened, if it did."""
    return connection.execute(select(db.nights.c.id).where(db.nights.c.journal_id == unit)).scalar()


def night_with_uid(connection: Connection, uid: str) -> int | None:
    """The night that has this id."""
    return connection.execute(select(db.nights.c.id).where(db.nights.c.uid == uid)).scalar()


def uid_of_night(connection: Connection, night_id: int) -> str:
    """The id by which a sheet names a night."""
    return connection.execute(select(db.nights.c.uid).where(db.nights.c.id == night_id)).scalar_one()


def night_set_by(connection: Connection, unit: int) -> int:
    """The night whose terms a unit set. Raises ChangedSince."""
    return _one(connection, db.night_terms, db.night_terms.c.night_id, unit)


def hand_recorded_by(connection: Connection, unit: int) -> HandRow:
    """The hand that a unit recorded. Raises ChangedSince."""
    mine = select(db.hands.c.game_id, db.hands.c.seq).where(db.hands.c.journal_id == unit, db.hands.c.live == 1)
    return _hand(connection, mine)


class Recorded(NamedTuple):
    """When and by whom something was recorded."""

    at: datetime
    by: str


def when_recorded(connection: Connection, hand_id: int) -> Recorded:
    """When and by whom a hand was recorded."""
    row = connection.execute(
        select(db.journal.c.recorded_at, db.journal.c.actor)
        .join(db.hands, db.hands.c.journal_id == db.journal.c.id)
        .where(db.hands.c.id == hand_id)
    ).one()
    return Recorded(row.recorded_at, row.actor)


def hand_voided_by(connection: Connection, unit: int) -> HandRow:
    """The hand that a unit took back, of a game that is still there. Raises ChangedSince."""
    voided = (
        select(db.hands.c.game_id, db.hands.c.seq)
        .join(db.games, db.games.c.id == db.hands.c.game_id)
        .where(db.hands.c.voided_by == unit, db.games.c.live == 1)
    )
    return _hand(connection, voided)


def game_reopened_by(connection: Connection, unit: int) -> int:
    """The game, still there, whose end a unit took back. Raises ChangedSince."""
    reopened = (
        select(db.game_ends.c.game_id)
        .join(db.games, db.games.c.id == db.game_ends.c.game_id)
        .where(db.game_ends.c.voided_by == unit, db.games.c.live == 1)
    )
    return _found(connection.execute(reopened).scalar())


def seats_said_by(connection: Connection, unit: int) -> int:
    """The game whose seats a unit recorded. Raises ChangedSince."""
    return _one(connection, db.seats, db.seats.c.game_id, unit)


def penalised_by(connection: Connection, unit: int) -> int:
    """The game in which a unit gave a penalty or took some back. Raises ChangedSince."""
    c = db.penalties.c
    touched = (
        select(c.game_id)
        .join(db.games, db.games.c.id == c.game_id)
        .where(_touched(db.penalties, unit), db.games.c.live == 1)
    )
    return _found(connection.execute(touched.limit(1)).scalar())


def night_attended_by(connection: Connection, unit: int) -> int:
    """The night of which a unit said who came or left. Raises ChangedSince."""
    return _one(connection, db.attendance, db.attendance.c.night_id, unit)


def plan_made_by(connection: Connection, unit: int) -> int | None:
    """The night for which a unit planned anew who pays whom; None where nobody paid by either plan."""
    c = db.planned_transfers.c
    settlements = select(db.settlements.c.night_id).join(db.planned_transfers, c.settlement_id == db.settlements.c.id)
    touched = _touched(db.planned_transfers, unit)
    return connection.execute(settlements.where(touched, db.settlements.c.live == 1).limit(1)).scalar()


def transfers_recorded_by(connection: Connection, unit: int) -> list[StoredTransfer]:
    """The money that a unit recorded as handed over. Raises ChangedSince."""
    found = transfers_where(connection, db.transfers.c.journal_id == unit)
    if not found:
        raise ChangedSince
    return found


def charge_recorded_by(connection: Connection, unit: int) -> tuple[int, int]:
    """The night and the charge that a unit recorded. Raises ChangedSince."""
    charge = _one(connection, db.charges, db.charges.c.id, unit)
    return _one(connection, db.charges, db.charges.c.night_id, unit), charge


def night_of_fee(connection: Connection, unit: int) -> int | None:
    """The night whose fee a unit set, or took away; None where there was none to take away."""
    c = db.fees.c
    touched = select(c.night_id).where(_touched(db.fees, unit))
    return connection.execute(touched.limit(1)).scalar()


def night_reopened_by(connection: Connection, unit: int) -> int:
    """The night whose settlement a unit took back. Raises ChangedSince."""
    reopened = select(db.settlements.c.night_id).where(db.settlements.c.voided_by == unit)
    return _found(connection.execute(reopened).scalar())


def names_added_by(connection: Connection, unit: int) -> tuple[str, ...]:
    """The names of the people that a unit added."""
    added = select(db.player_terms.c.shown_name).where(db.player_terms.c.journal_id == unit)
    return tuple(connection.execute(added.order_by(db.player_terms.c.id)).scalars())


def _touched(table: Table[Any], unit: int) -> Any:
    """What a unit recorded that is still there, or took back."""
    return ((table.c.journal_id == unit) & (table.c.live == 1)) | (table.c.voided_by == unit)


def _one(connection: Connection, table: Table[Any], column: Any, unit: int) -> int:
    return _found(connection.execute(select(column).where(table.c.journal_id == unit, table.c.live == 1)).scalar())


def _hand(connection: Connection, query: Any) -> HandRow:
    row = connection.execute(query).one_or_none()
    if row is None:
        raise ChangedSince
    return HandRow(*row)


def _found(key: Any) -> int:
    if key is None:
        raise ChangedSince
    return int(key)
