"""People: adding, and finding by name."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Subquery, func, select

from ledger.errors import LedgerError, quoted
from ledger.names import did_you_mean, name_key
from ledger.notation.parse import UnknownPlayer, match_name
from ledger.shapes.money import NAMES_OF_THE_BOX
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
        super().__init__(f"there is a player {name} already; two people need two names ({name} B, say)")


class NameOfTheBox(LedgerError):
    """A name that means the club's cash box where money is handed over."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key} is the club's cash box where money is paid: another name is needed ({key} B, say)")


def known_people() -> Subquery:
    """Each player row (player_id) with the person it stands for since merges (person_id), and the name of that one."""
    return _people_by(db.player_terms.c.live == 1)


def people_ever() -> Subquery:
    """As known_people, with those who were taken back: under the last name they had."""
    last = select(func.max(db.player_terms.c.id)).group_by(db.player_terms.c.player_id)
    return _people_by(db.player_terms.c.id.in_(last))


def _people_by(terms: ColumnElement[bool]) -> Subquery:
    person = func.coalesce(db.player_merges.c.into_id, db.players.c.id)
    return (
        select(db.players.c.id.label("player_id"), person.label("person_id"), db.player_terms.c.shown_name)
        .outerjoin(db.player_merges, (db.player_merges.c.player_id == db.players.c.id) & (db.player_merges.c.live == 1))
        .join(db.player_terms, (db.player_terms.c.player_id == person) & terms)
        .subquery()
    )


def persons(connection: Connection) -> dict[int, Person]:
    """The person that each player row stands for."""
    people = known_people()
    rows = connection.execute(select(people.c.player_id, people.c.person_id, people.c.shown_name))
    return {player: Person(person, name) for player, person, name in rows}


def everyone(connection: Connection) -> list[Person]:
    """All people, by name; two that were merged are one."""
    people = known_people()
    rows = connection.execute(
        select(people.c.person_id, people.c.shown_name).where(people.c.person_id == people.c.player_id)
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
    """Refuses a name or alias that somebody has, or the cash box; besides: the person who may have it.

    Raises NameTaken or NameOfTheBox.
    """
    if key in NAMES_OF_THE_BOX:
        raise NameOfTheBox(key)
    people = known_people()
    taken = connection.execute(
        select(people.c.person_id, people.c.shown_name)
        .join(db.player_names, db.player_names.c.player_id == people.c.player_id)
        .where(db.player_names.c.name_key == key, db.player_names.c.live == 1)
    ).one_or_none()
    if taken is not None and taken.person_id != besides:
        raise NameTaken(taken.shown_name)


def names_of(connection: Connection) -> dict[str, int]:
    """The folded names and aliases of all people, each with whose it is."""
    c, people = db.player_names.c, known_people()
    rows = connection.execute(
        select(c.name_key, people.c.person_id).join(people, people.c.player_id == c.player_id).where(c.live == 1)
    )
    return {row.name_key: row.person_id for row in rows}


def also_called(connection: Connection, seats: Sequence[Person]) -> dict[str, int]:
    """The further names of those seated, folded, each with the seat."""
    seat = {person.id: number for number, person in enumerate(seats)}
    shown = {name_key(person.name) for person in seats}
    return {key: seat[who] for key, who in names_of(connection).items() if who in seat and key not in shown}


class Details(NamedTuple):
    """What is known of a person beside the names that find them; guest: no member."""

    shown_name: str
    family_name: str | None = None
    given_name: str | None = None
    country: str | None = None
    guest: int = 0


def details_of(connection: Connection, person_id: int) -> Details:
    """What is known of a person."""
    c = db.player_terms.c
    columns = (c.shown_name, c.family_name, c.given_name, c.country, c.guest)
    return Details(*connection.execute(select(*columns).where(c.player_id == person_id, c.live == 1)).one())


def guests_of(connection: Connection) -> set[int]:
    """The ids of those who are guests."""
    c = db.player_terms.c
    return set(connection.execute(select(c.player_id).where(c.guest == 1, c.live == 1)).scalars())


def save_details(connection: Connection, unit: int, person_id: int, details: Details) -> None:
    """What is known of a person from now on."""
    void_rows(connection, db.player_terms, db.player_terms.c.player_id == person_id, unit)
    insert_one(connection, db.player_terms, {"player_id": person_id, "journal_id": unit, **details._asdict()})


def rename_person(connection: Connection, unit: int, person: Person, name: str, *, keep: bool) -> Person:
    """Shows a person under another clean name; keep: the old one, and those of who was merged, still find them.

    Raises NameTaken.
    """
    old, key = name_key(person.name), name_key(name)
    refuse_taken(connection, key, besides=person.id)
    c = db.player_names.c
    whose = connection.execute(select(c.player_id).where(c.name_key == key, c.live == 1)).scalar()
    if whose not in (None, person.id):  # of somebody merged into them: it would be two people's once that is undone
        raise NameTaken(name)
    names, before = db.player_names, _shown_names(connection, person)
    save_details(connection, unit, person.id, details_of(connection, person.id)._replace(shown_name=name))
    for player, given_up in [] if key == old or keep else before:
        void_rows(connection, names, (names.c.player_id == player) & (names.c.name_key == given_up), unit)
    if names_of(connection).get(key) is None:
        insert_one(connection, names, {"player_id": person.id, "name_key": key, "journal_id": unit})
    return person._replace(name=name)


def _shown_names(connection: Connection, person: Person) -> list[tuple[int, str]]:
    """The player rows that are a person, each with the name, folded, that it is shown by, or was until its merge."""
    people, t = known_people(), db.player_terms.c
    rows = (
        select(t.player_id, t.shown_name)
        .join(people, people.c.player_id == t.player_id)
        .where(people.c.person_id == person.id, t.live == 1)
    )
    return [(row.player_id, name_key(row.shown_name)) for row in connection.execute(rows)]


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
