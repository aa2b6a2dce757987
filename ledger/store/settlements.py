"""The stored money of a night."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.rules.transfer_plan import PlannedTransfer as Planned
from ledger.shapes.game import Money
from ledger.shapes.money import SettlementPlayer, TransferLine
from ledger.store import models as db
from ledger.store.nights import money_columns, money_of
from ledger.store.people import Person, everyone
from ledger.store.undo import void_with_all_below
from ledger.store.unit import insert_all, insert_one


class Share(NamedTuple):
    """What a person's points of the night come to; nobody is the cash box."""

    person: Person | None
    points: int
    amount_minor: int


GAMES_ENTRY = 1
"""The entry of a settlement that the points of its games make; each entry sums to zero."""


class NewSettlement(NamedTuple):
    """A settlement about to be stored; the plan's payer and payee are indexes into shares."""

    uid: str
    night_id: int
    money: Money | None
    shares: Sequence[Share]
    plan: Sequence[Planned]


def save_settlement(connection: Connection, unit: int, new: NewSettlement) -> None:
    """A night's settlement: a line for each person and for the cash box if it has any part in it, and the plan."""
    row = {"uid": new.uid, "night_id": new.night_id, "journal_id": unit, **money_columns(new.money)}
    settlement = insert_one(connection, db.settlements, row)
    own = {"settlement_id": settlement, "journal_id": unit}
    insert_all(
        connection,
        db.settlement_lines,
        [
            own
            | {
                "line": line,
                "entry": GAMES_ENTRY,
                "kind": "games",
                "player_id": _id(share),
                "quantity": share.points,
                "amount_minor": share.amount_minor,
            }
            for line, share in enumerate(new.shares, start=1)
        ],
    )
    insert_all(
        connection,
        db.planned_transfers,
        [
            own
            | {
                "line": line,
                "payer_id": _id(new.shares[transfer.payer]),
                "payee_id": _id(new.shares[transfer.payee]),
                "amount_minor": transfer.amount,
            }
            for line, transfer in enumerate(new.plan, start=1)
        ],
    )


def _id(share: Share) -> int | None:
    return None if share.person is None else share.person.id


class StoredSettlement(NamedTuple):
    """A night's settlement as it was stored."""

    money: Money | None
    players: tuple[SettlementPlayer, ...]
    transfers: tuple[TransferLine, ...]


def settlement_of(connection: Connection, night_id: int) -> StoredSettlement | None:
    """The live settlement of a night, None while it is open."""
    found = connection.execute(
        select(
            db.settlements.c.id, db.settlements.c.currency, db.settlements.c.rate_minor, db.settlements.c.rate_points
        ).where(db.settlements.c.night_id == night_id, db.settlements.c.live == 1)
    ).one_or_none()
    if found is None:
        return None
    names = {person.id: person.name for person in everyone(connection)}
    lines = connection.execute(
        select(db.settlement_lines.c.player_id, db.settlement_lines.c.quantity, db.settlement_lines.c.amount_minor)
        .where(db.settlement_lines.c.settlement_id == found.id, db.settlement_lines.c.live == 1)
        .order_by(db.settlement_lines.c.line)
    )
    plan = connection.execute(
        select(db.planned_transfers.c.payer_id, db.planned_transfers.c.payee_id, db.planned_transfers.c.amount_minor)
        .where(db.planned_transfers.c.settlement_id == found.id, db.planned_transfers.c.live == 1)
        .order_by(db.planned_transfers.c.line)
    )
    return StoredSettlement(
        money_of(found.currency, found.rate_minor, found.rate_points),
        tuple(SettlementPlayer(_name(names, player), points, amount) for player, points, amount in lines),
        tuple(TransferLine(_name(names, payer), _name(names, payee), amount) for payer, payee, amount in plan),
    )


def _name(names: dict[int, str], player_id: int | None) -> str | None:
    return None if player_id is None else names[player_id]


def void_settlement(connection: Connection, unit: int, night_id: int) -> None:
    """Takes a night's settlement back."""
    void_with_all_below(connection, db.settlements, db.settlements.c.night_id == night_id, unit)
