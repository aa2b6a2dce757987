"""The stored money of a night."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ledger.rules.transfer_plan import PlannedTransfer as Planned
from ledger.shapes.game import Money
from ledger.shapes.money import LineKind, PlanKind
from ledger.store import models as db
from ledger.store.base import first_of_line
from ledger.store.nights import money_columns, money_of
from ledger.store.people import Person, persons
from ledger.store.undo import void_rows, void_with_all_below
from ledger.store.unit import insert_all, insert_one

Owner = Person | None
"""Whose a line is; nobody is the cash box."""


def name_of(owner: Owner) -> str | None:
    """The name of an owner, None for the cash box."""
    return None if owner is None else owner.name


class SettledLine(NamedTuple):
    """A line of a settlement; entry: which lines sum to zero together."""

    entry: int
    kind: LineKind
    title: str | None
    owner: Owner
    points: int
    amount_minor: int


class CarriedLine(NamedTuple):
    """An open balance of an earlier night that a settlement takes in."""

    from_night: int
    owner: Owner
    amount_minor: int


class PlannedLine(NamedTuple):
    """Money that one person should hand another; unit: in which that was planned, whatever was taken back since."""

    payer: Owner
    payee: Owner
    amount_minor: int
    plan: PlanKind | None
    unit: int = 0


class NewSettlement(NamedTuple):
    """A settlement about to be stored; the transfers' payer and payee are indexes into owners."""

    uid: str
    night_id: int
    money: Money | None
    lines: Sequence[SettledLine]
    carried: Sequence[CarriedLine]
    owners: Sequence[Owner]
    transfers: Sequence[Planned]
    plan: PlanKind | None
    round_minor: int | None


def save_settlement(connection: Connection, unit: int, new: NewSettlement) -> None:
    """A night's settlement: its lines, what it carries, and the plan."""
    terms: dict[str, Any] = {**money_columns(new.money), "round_minor": new.round_minor}
    row = terms | {"uid": new.uid, "night_id": new.night_id, "journal_id": unit}
    settlement = insert_one(connection, db.settlements, row)
    own: dict[str, Any] = {"settlement_id": settlement, "journal_id": unit}
    lines = [
        own
        | {"line": number, "entry": line.entry, "kind": line.kind.value, "title": line.title}
        | {"player_id": _id(line.owner), "quantity": line.points, "amount_minor": line.amount_minor}
        for number, line in enumerate(new.lines, start=1)
    ]
    insert_all(connection, db.settlement_lines, lines)
    carried = [
        own
        | {"line": number, "from_night_id": line.from_night}
        | {"player_id": _id(line.owner), "amount_minor": line.amount_minor}
        for number, line in enumerate(new.carried, start=1)
    ]
    insert_all(connection, db.carried, carried)
    _save_plan(connection, unit, settlement, new.owners, new.transfers, new.plan)


def save_plan(
    connection: Connection,
    unit: int,
    settlement: int,
    owners: Sequence[Owner],
    transfers: Sequence[Planned],
    plan: PlanKind | None,
) -> None:
    """Another plan for a settled night, in place of the one it had."""
    void_rows(connection, db.planned_transfers, db.planned_transfers.c.settlement_id == settlement, unit)
    _save_plan(connection, unit, settlement, owners, transfers, plan)


def _save_plan(
    connection: Connection,
    unit: int,
    settlement: int,
    owners: Sequence[Owner],
    transfers: Sequence[Planned],
    plan: PlanKind | None,
) -> None:
    rows = [
        {
            "settlement_id": settlement,
            "line": line,
            "payer_id": _id(owners[transfer.payer]),
            "payee_id": _id(owners[transfer.payee]),
            "amount_minor": transfer.amount,
            "plan": None if plan is None else plan.value,
            "journal_id": unit,
        }
        for line, transfer in enumerate(transfers, start=1)
    ]
    insert_all(connection, db.planned_transfers, rows)


def _id(owner: Owner) -> int | None:
    return None if owner is None else owner.id


class StoredSettlement(NamedTuple):
    """A night's settlement as it was stored; unit: in which it was settled."""

    id: int
    money: Money | None
    round_minor: int | None
    lines: tuple[SettledLine, ...]
    carried: tuple[CarriedLine, ...]
    plan: tuple[PlannedLine, ...]
    unit: int


def settlement_of(connection: Connection, night_id: int) -> StoredSettlement | None:
    """The live settlement of a night, None while it is open."""
    c, first = db.settlements.c, db.settlements.alias()
    found = connection.execute(
        select(c.id, c.currency, c.rate_minor, c.rate_points, c.round_minor, first.c.journal_id)
        .join(first, first.c.id == first_of_line(db.settlements))
        .where(c.night_id == night_id, c.live == 1)
    ).one_or_none()
    if found is None:
        return None
    who = persons(connection)
    li, ca, p = db.settlement_lines.c, db.carried.c, db.planned_transfers.c
    lines = connection.execute(
        select(li.entry, li.kind, li.title, li.player_id, li.quantity, li.amount_minor)
        .where(li.settlement_id == found.id, li.live == 1)
        .order_by(li.line)
    )
    carried = connection.execute(
        select(ca.from_night_id, ca.player_id, ca.amount_minor)
        .where(ca.settlement_id == found.id, ca.live == 1)
        .order_by(ca.line)
    )
    planned = db.planned_transfers.alias()
    plan = connection.execute(
        select(p.payer_id, p.payee_id, p.amount_minor, p.plan, planned.c.journal_id)
        .join(planned, planned.c.id == first_of_line(db.planned_transfers))
        .where(p.settlement_id == found.id, p.live == 1)
        .order_by(p.line)
    )
    return StoredSettlement(
        found.id,
        money_of(found.currency, found.rate_minor, found.rate_points),
        found.round_minor,
        tuple(SettledLine(e, LineKind(k), t, _owner(who, o), q, a) for e, k, t, o, q, a in lines),
        tuple(CarriedLine(night, _owner(who, owner), amount) for night, owner, amount in carried),
        tuple(
            PlannedLine(_owner(who, a), _owner(who, b), n, None if kind is None else PlanKind(kind), unit)
            for a, b, n, kind, unit in plan
        ),
        found.journal_id,
    )


def _owner(who: dict[int, Person], player_id: int | None) -> Owner:
    return None if player_id is None else who[player_id]


def carried_to(connection: Connection, night_id: int) -> date | None:
    """The date of a settled night that has taken in what was open from this one, if there is one."""
    ca, s, t = db.carried.c, db.settlements.c, db.night_terms.c
    held = (
        select(t.held_on)
        .join(db.settlements, (s.night_id == t.night_id) & (s.live == 1))
        .join(db.carried, (ca.settlement_id == s.id) & (ca.live == 1))
        .where(ca.from_night_id == night_id, t.live == 1)
    )
    return connection.execute(held.order_by(t.held_on)).scalars().first()


def nights_settled_by(connection: Connection, unit: int) -> list[int]:
    """The nights that a unit settled."""
    c = db.settlements.c
    return list(connection.execute(select(c.night_id).where(c.journal_id == unit)).scalars())


def void_settlement(connection: Connection, unit: int, night_id: int) -> None:
    """Takes a night's settlement back."""
    void_with_all_below(connection, db.settlements, db.settlements.c.night_id == night_id, unit)
