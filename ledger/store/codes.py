"""What other systems know people by: the number of a league, the name on an online platform."""

from sqlalchemy import Connection, select

from ledger.names import name_key
from ledger.store import models as db
from ledger.store.merges import part_of
from ledger.store.people import Person, known_people
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one


def codes_of(connection: Connection, person: Person) -> list[tuple[str, str]]:
    """What each system knows a person by."""
    c = db.player_codes.c
    mine = select(c.system, c.code).where(c.player_id.in_(part_of(connection, person)), c.live == 1)
    return [(system, code) for system, code in connection.execute(mine.order_by(c.system, c.id))]


def who_has(connection: Connection, system: str, code: str, besides: Person) -> Person | None:
    """Whom else a system knows by a code, in whatever spelling."""
    c, people = db.player_codes.c, known_people()
    rows = connection.execute(
        select(people.c.person_id, people.c.shown_name, c.code)
        .join(db.player_codes, c.player_id == people.c.player_id)
        .where(c.system == system, c.live == 1, people.c.person_id != besides.id)
        .order_by(c.id)
    )
    return next((Person(row.person_id, row.shown_name) for row in rows if name_key(row.code) == name_key(code)), None)


def save_code(connection: Connection, unit: int, person: Person, system: str, code: str | None) -> None:
    """What a system knows a person by from now on; None for nothing."""
    c = db.player_codes.c
    void_rows(connection, db.player_codes, c.player_id.in_(part_of(connection, person)) & (c.system == system), unit)
    if code is not None:
        row = {"player_id": person.id, "system": system, "code": code, "journal_id": unit}
        insert_one(connection, db.player_codes, row)


def whose_codes(connection: Connection, system: str) -> dict[str, int]:
    """The codes of a system, folded, each with whose it is."""
    c, people = db.player_codes.c, known_people()
    rows = connection.execute(
        select(c.code, people.c.person_id)
        .join(people, c.player_id == people.c.player_id)
        .where(c.system == system, c.live == 1)
        .order_by(c.id)
    )
    return {name_key(code): person for code, person in rows}


def save_first_code(connection: Connection, unit: int, person: Person, system: str, code: str) -> bool:
    """What a system knows a person by, where it knew nothing; whether it is known by now."""
    known = {name_key(there) for name, there in codes_of(connection, person) if name == system}
    if not known and who_has(connection, system, code, person) is None:
        save_code(connection, unit, person, system, code)
        return True
    return name_key(code) in known
