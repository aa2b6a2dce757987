"""Whose the names in a source are: by what the source knows people by, by their names here, or as it is said."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.importers.found import Found
from ledger.names import clean_name, name_key
from ledger.services.players import person_named
from ledger.store.codes import save_first_code, whose_codes
from ledger.store.people import (
    Details,
    Person,
    add_alias,
    add_person,
    names_of,
    persons,
    refuse_taken,
    save_details,
)
from ledger.store.unit import Connection, Request


class NamesUnknown(LedgerError):
    """Names in a source that nobody here has."""

    def __init__(self, names: Sequence[str], systems: str | None) -> None:
        where = f" ({systems} names)" if systems else ""
        super().__init__(
            f'{len(names)} of the names are of nobody here{where}: say who each is with --map "NAME=PLAYER", '
            "or add all of them as new players with --add (as guests: --add-guests)"
        )
        self.details = tuple(names)


class NoSuchName(LedgerError):
    """A name that is said to be somebody's, and is not in the source."""

    def __init__(self, name: str) -> None:
        super().__init__(f"--map {name}=…: no game here has that name")


class TwoAreOne(LedgerError):
    """Two names of one game that are one person."""

    def __init__(self, names: Sequence[str], person: Person) -> None:
        super().__init__(f"{' and '.join(names)} are both {person.name}: one of them needs another player (--map)")


class WhoIsWho(NamedTuple):
    """What is said of the names in a source: who each is, and whether others are new people, as guests or members."""

    names: Mapping[str, str] = {}
    add: bool = False
    guests: bool = False


class People(NamedTuple):
    """The person of each name, and who was added for it."""

    of: Mapping[str, Person]
    added: tuple[Person, ...]


def people_of_source(connection: Connection, unit: int, request: Request, found: Found, who: WhoIsWho) -> People:
    """The people of all names in a source; what was said of a name is kept, so that it need not be said again.

    Raises NamesUnknown listing all names that are nobody's, NoSuchName, or what is wrong with a name.
    """
    names = list(dict.fromkeys(name for game in found.games for name in game.players))
    said = {name_key(name): player for name, player in who.names.items()}
    for name in who.names:
        if name_key(name) not in map(name_key, names):
            raise NoSuchName(name)
    known = _known(connection, found, names)
    for name in names:
        if name_key(name) in said:
            known[name] = person_named(connection, said[name_key(name)])
            _remember(connection, unit, known[name], name, found.system)
    missing = [name for name in names if name not in known]
    if missing and not who.add:
        raise NamesUnknown(missing, found.system)
    added = [_add(connection, unit, request, found, name, guest=who.guests) for name in missing]
    return People(known | dict(zip(missing, added, strict=True)), tuple(added))


def _known(connection: Connection, found: Found, names: Iterable[str]) -> dict[str, Person]:
    """Those who are known: by a code that the source is sure of, by its own names, or by a name here in full."""
    everybody = persons(connection)
    by_name = names_of(connection)
    by_code = {system: whose_codes(connection, system) for system in _systems(found)}
    known: dict[str, Person] = {}
    for name in names:
        codes = [*found.codes.get(name, ()), *([] if found.system is None else [(found.system, name)])]
        ids = [by_code[system].get(name_key(code)) for system, code in codes]
        ids.append(by_name.get(name_key(name)))
        person = next((each for each in ids if each is not None), None)
        if person is not None:
            known[name] = everybody[person]
    return known


def _systems(found: Found) -> set[str]:
    systems = {system for codes in found.codes.values() for system, _ in codes}
    return systems if found.system is None else systems | {found.system}


OF_GUESTS = "noname"
"""What Tenhou calls everybody without a name: it is said anew each time."""


def _remember(connection: Connection, unit: int, person: Person, name: str, system: str | None) -> None:
    """Finds somebody by a name in a source from now on, if it can be theirs and nobody's beside."""
    if name_key(name).startswith(OF_GUESTS):
        return
    try:
        clean = clean_name(name, "a name")
        if system is not None and save_first_code(connection, unit, person, system, clean):
            return
        if name_key(clean) not in names_of(connection):
            refuse_taken(connection, name_key(clean))
            add_alias(connection, unit, person, clean)
    except LedgerError:
        return  # a name that nobody can have here: it is said again the next time


def _add(connection: Connection, unit: int, request: Request, found: Found, name: str, *, guest: bool) -> Person:
    clean = clean_name(name, f"the name {name!r}" if name.isprintable() else "a name")
    person = add_person(connection, unit, f"{request.uid}/player/{name_key(name)}", clean)
    if guest:
        save_details(connection, unit, person.id, Details(clean, guest=1))
    for system, code in found.codes.get(name, ()):
        save_first_code(connection, unit, person, system, code)
    if found.system is not None:
        save_first_code(connection, unit, person, found.system, clean)
    return person
