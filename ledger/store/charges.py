"""What a night's money has beside its games."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.store import models as db
from ledger.store.people import Person, known_people
from ledger.store.undo import void_rows, void_with_all_below
from ledger.store.unit import insert_all, insert_one

Line = tuple[Person | None, int]
"""Somebody, nobody for the cash box, and what they get (or owe, negative), in minor units."""


class StoredCharge(NamedTuple):
    """A charge with its lines, which sum to zero."""

    id: int
    title: str
    lines: tuple[Line, ...]


class StoredFee(NamedTuple):
    """What everybody who plays pays to the cash box: per "head" or per "game"."""

    per: str
    amount_minor: int


def save_charge(connection: Connection, unit: int, night_id: int, title: str, lines: Sequence[Line]) -> int:
    """A charge of a night; returns its id."""
    charge = insert_one(connection, db.charges, {"night_id": night_id, "title": title, "journal_id": unit})
    rows = [
        {"charge_id": charge, "line": line, "player_id": who and who.id, "amount_minor": amount, "journal_id": unit}
        for line, (who, amount) in enumerate(lines, start=1)
    ]
    insert_all(connection, db.charge_lines, rows)
    return charge


def charges_of(connection: Connection, night_id: int) -> list[StoredCharge]:
    """The live charges of a night, in the order they were entered."""
    c, li, people = db.charges.c, db.charge_lines.c, known_people()
    rows = connection.execute(
        select(c.id, c.title, people.c.person_id, people.c.shown_name, li.amount_minor)
        .join(db.charge_lines, (li.charge_id == c.id) & (li.live == 1))
        .outerjoin(people, people.c.player_id == li.player_id)
        .where(c.night_id == night_id, c.live == 1)
        .order_by(c.id, li.line)
    )
    found: dict[int, StoredCharge] = {}
    for charge, title, person, name, amount in rows:
        line: Line = (None if person is None else Person(person, name), amount)
        before = found.get(charge, StoredCharge(charge, title, ()))
        found[charge] = before._replace(lines=(*before.lines, line))
    return list(found.values())


def void_charges(connection: Connection, unit: int, night_id: int) -> None:
    """Takes all charges of a night back."""
    void_with_all_below(connection, db.charges, db.charges.c.night_id == night_id, unit)


def save_fee(connection: Connection, unit: int, night_id: int, fee: StoredFee) -> None:
    """A fee of a night from now on, in place of the one it had; none for an amount of 0."""
    c = db.fees.c
    void_rows(connection, db.fees, (c.night_id == night_id) & (c.per == fee.per), unit)
    if fee.amount_minor:
        insert_one(connection, db.fees, {"night_id": night_id, "journal_id": unit, **fee._asdict()})


def fees_of(connection: Connection, night_id: int) -> list[StoredFee]:
    """The live fees of a night."""
    c = db.fees.c
    rows = connection.execute(select(c.per, c.amount_minor).where(c.night_id == night_id, c.live == 1).order_by(c.per))
    return [StoredFee(*row) for row in rows]
