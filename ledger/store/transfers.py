"""Money that was handed over, and what is still owed."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ledger.store import models as db
from ledger.store.base import first_of_line, whole_sum
from ledger.store.people import Person, known_people, persons
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one

Key = tuple[int, str]
"""A night, and a currency."""


class NewTransfer(NamedTuple):
    """Money handed over, about to be stored; nobody is the cash box."""

    uid: str
    night_id: int
    currency: str
    payer: Person | None
    payee: Person | None
    amount_minor: int
    paid_on: date
    note: str | None


class StoredTransfer(NamedTuple):
    """Money that was handed over; its number and its unit are those of its first row, whatever was taken back since."""

    id: int
    night_id: int
    currency: str
    payer: Person | None
    payee: Person | None
    amount_minor: int
    paid_on: date
    note: str | None
    unit: int


def save_transfer(connection: Connection, unit: int, new: NewTransfer) -> int:
    """Money handed over; returns its number."""
    row = new._asdict()
    payer, payee = row.pop("payer"), row.pop("payee")
    row |= {"payer_id": payer and payer.id, "payee_id": payee and payee.id, "journal_id": unit}
    return insert_one(connection, db.transfers, row)


def void_transfer(connection: Connection, unit: int, number: int) -> bool:
    """Takes money handed over back; whether it was there."""
    return bool(void_rows(connection, db.transfers, first_of_line(db.transfers) == number, unit))


def transfers_where(connection: Connection, *conditions: Any) -> list[StoredTransfer]:
    """Live transfers that meet conditions, in the order they were recorded."""
    return _transfers(connection, db.transfers.c.live == 1, *conditions)


def transfers_taken_back_by(connection: Connection, unit: int) -> list[StoredTransfer]:
    """The transfers that a unit took back."""
    return _transfers(connection, db.transfers.c.voided_by == unit)


def _transfers(connection: Connection, *conditions: Any) -> list[StoredTransfer]:
    c, first = db.transfers.c, db.transfers.alias()
    payer, payee = known_people(), known_people()
    rows = connection.execute(
        select(
            *(first.c.id, c.night_id, c.currency, payer.c.person_id, payer.c.shown_name),
            *(payee.c.person_id, payee.c.shown_name, c.amount_minor, c.paid_on, c.note, first.c.journal_id),
        )
        .join(first, first.c.id == first_of_line(db.transfers))
        .outerjoin(payer, payer.c.player_id == c.payer_id)
        .outerjoin(payee, payee.c.player_id == c.payee_id)
        .where(*conditions)
        .order_by(first.c.id)
    )
    return [
        StoredTransfer(number, night, currency, _person(a, a_name), _person(b, b_name), *rest)
        for number, night, currency, a, a_name, b, b_name, *rest in rows
    ]


def transfers_of_night(connection: Connection, night_id: int, currency: str) -> list[StoredTransfer]:
    """The live transfers for a night in a currency: what was handed over in another is no part of its money."""
    c = db.transfers.c
    return transfers_where(connection, c.night_id == night_id, c.currency == currency)


def _person(person: int | None, name: str | None) -> Person | None:
    return None if person is None or name is None else Person(person, name)


Balances = dict[Key, dict[Person | None, int]]
"""What each is owed (or owes, negative) for each night, in its currency."""


def balances(connection: Connection) -> Balances:
    """What everybody is owed (or owes, negative) for each night that has money, with what was carried and handed over.

    Those of each night sum to zero. Somebody whose balance is zero is left out.
    """
    people = persons(connection)
    found: Balances = {}
    for night, currency, player, amount in _parts(connection):
        of_night = found.setdefault((night, currency), {})
        person = None if player is None else people[player]
        of_night[person] = of_night.get(person, 0) + amount
    return {key: {person: amount for person, amount in of_night.items() if amount} for key, of_night in found.items()}


def _parts(connection: Connection) -> Iterable[tuple[int, str, int | None, int]]:
    """What adds up to the balances: lines, what was carried in and out, and money handed over."""
    s, li, ca, t = db.settlements.c, db.settlement_lines.c, db.carried.c, db.transfers.c

    settled = (s.live == 1) & s.currency.is_not(None)
    lines = (
        select(s.night_id, s.currency, li.player_id, whole_sum(connection, li.amount_minor))
        .join(db.settlement_lines, (li.settlement_id == s.id) & (li.live == 1))
        .where(settled)
        .group_by(s.night_id, s.currency, li.player_id)
    )
    for night in (s.night_id, ca.from_night_id):
        moved = (
            select(night, s.currency, ca.player_id, whole_sum(connection, ca.amount_minor))
            .join(db.carried, (ca.settlement_id == s.id) & (ca.live == 1))
            .where(settled)
            .group_by(night, s.currency, ca.player_id)
        )
        sign = 1 if night is s.night_id else -1
        yield from ((n, c, p, sign * a) for n, c, p, a in connection.execute(moved))
    yield from ((n, c, p, a) for n, c, p, a in connection.execute(lines))
    for column, sign in ((t.payer_id, 1), (t.payee_id, -1)):
        handed = (
            select(t.night_id, t.currency, column, whole_sum(connection, t.amount_minor))
            .where(t.live == 1)
            .group_by(t.night_id, t.currency, column)
        )
        yield from ((n, c, p, sign * a) for n, c, p, a in connection.execute(handed))
