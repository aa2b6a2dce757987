"""People: adding, and finding by name."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.errors import LedgerError, quoted
from ledger.names import did_you_mean, name_key
from ledger.notation.parse import UnknownPlayer, match_name
from ledger.store import models as db
from ledger.store.undo import void_rows
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
    refuse_taken(connection, key)
    player = insert_one(connection, db.players, {"uid": uid, "journal_id": unit})
    insert_one(connection, db.player_terms, {"player_id": player, "shown_name": name, "journal_id": unit})
    insert_one(connection, db.player_names, {"player_id": player, "name_key": key, "journal_id": unit})
    return Person(player, name)


def refuse_taken(connection: Connection, key: str, besides: int | None = None) -> None:
    """Refuses a name or alias that somebody has; besides: the person who may have it. Raises NameTaken."""
    taken = connection.execute(
        select(db.player_terms.c.player_id, db.player_terms.c.shown_name)
        .join(db.player_names, db.player_names.c.player_id == db.player_terms.c.player_id)
        .where(db.player_names.c.name_key == key, db.player_names.c.live == 1, db.player_terms.c.live == 1)
    ).one_or_none()
    if taken is not None and taken.player_id != besides:
        raise NameTaken(taken.shown_name)


def names_of(connection: Connection) -> dict[str, int]:
    """The folded names and aliases of all people, each with whose it is."""
    c = db.player_names.c
    rows = connection.execute(select(c.name_key, c.player_id).where(c.live == 1))
    return {row.name_key: row.player_id for row in rows}


def rename_person(connection: Connection, unit: int, person: Person, name: str, *, keep: bool) -> Person:
    """Shows a person under another clean name; keep: the old one still finds them. Raises NameTaken."""
    old, key = name_key(person.name), name_key(name)
    refuse_taken(connection, key, besides=person.id)
    terms, names = db.player_terms, db.player_names
    void_rows(connection, terms, terms.c.player_id == person.id, unit)
    insert_one(connection, terms, {"player_id": person.id, "shown_name": name, "journal_id": unit})
    if key != old and not keep:
        void_rows(connection, names, (names.c.player_id == person.id) & (names.c.name_key == old), unit)
    if names_of(connection).get(key) is None:
        insert_one(connection, names, {"player_id": person.id, "name_key": key, "journal_id": unit})
    return person._replace(name=name)


def add_alias(connection: Connection, unit: int, person: Person, alias: str) -> None:
    """Finds a person by one more name. Raises NameTaken, also if it is theirs already."""
    refuse_taken(connection, name_key(alias))
    insert_one(connection, db.player_names, {"player_id": person.id, "name_key": name_key(alias), "journal_id": unit})


def find_person(typed: str, people: Sequence[Person], names_known: Mapping[str, int] | None = None) -> Person:
    """The person a typed name means: the exact name or alias, else the only shown name it begins.

    Raises UnknownPerson, or the notation's AmbiguousPlayer.
    """
    exact = (names_known or {}).get(name_key(typed).removeprefix("@").strip())
    if exact is not None:
        return next(person for person in people if person.id == exact)
    names = [person.name for person in people]
    try:
        return people[match_name(typed, names)]
    except UnknownPlayer as error:
        raise UnknownPerson(typed, names) from error
