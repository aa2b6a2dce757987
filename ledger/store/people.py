"""People: adding, and finding by name."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.errors import LedgerError, quoted
from ledger.names import did_you_mean, name_key
from ledger.notation.parse import UnknownPlayer, match_name
from ledger.store import models as db
from ledger.store.unit import insert_one


class Person(NamedTuple):
    """A person by id, with the shown name."""

    id: int
    name: str


class UnknownPerson(LedgerError):
    """A name that nobody in the club has."""

    def __init__(self, typed: str, known: Sequence[str]) -> None:
        super().__init__(
            f"no player {quoted(typed)} in this ledger{did_you_mean(typed, known)} (a new one: ledger player add NAME)"
        )


class NameTaken(LedgerError):
    """A name that somebody has already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a player {name} already; two people need two names (Ken, Ken B)")


def everyone(connection: Connection) -> list[Person]:
    """All people, by name."""
    rows = connection.execute(
        select(db.player_terms.c.player_id, db.player_terms.c.shown_name).where(db.player_terms.c.live == 1)
    )
    return sorted((Person(player, name) for player, name in rows), key=lambda p: (name_key(p.name), p.id))


def add_person(connection: Connection, unit: int, uid: str, name: str) -> Person:
    """Adds a person under a clean name. Raises NameTaken."""
    key = name_key(name)
    taken = connection.execute(
        select(db.player_terms.c.shown_name)
        .join(db.player_names, db.player_names.c.player_id == db.player_terms.c.player_id)
        .where(db.player_names.c.name_key == key, db.player_names.c.live == 1, db.player_terms.c.live == 1)
    ).scalar()
    if taken is not None:
        raise NameTaken(taken)
    player = insert_one(connection, db.players, {"uid": uid, "journal_id": unit})
    insert_one(connection, db.player_terms, {"player_id": player, "shown_name": name, "journal_id": unit})
    insert_one(connection, db.player_names, {"player_id": player, "name_key": key, "journal_id": unit})
    return Person(player, name)


def find_person(typed: str, people: Sequence[Person]) -> Person:
    """The person a typed name means: the exact name, else the only one it begins.

    Raises UnknownPerson, or the notation's AmbiguousPlayer.
    """
    names = [person.name for person in people]
    try:
        return people[match_name(typed, names)]
    except UnknownPlayer as error:
        raise UnknownPerson(typed, names) from error
