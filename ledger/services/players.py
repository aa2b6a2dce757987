"""People of the club."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError
from ledger.names import clean_name, name_key
from ledger.store.people import Person, add_alias, add_person, everyone, find_person, guests_of, names_of, rename_person
from ledger.store.recorded import names_added_by
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class Renamed(NamedTuple):
    """A person's name, and the new one."""

    old: str
    new: str


def add_players(engine: Engine, request: Request, names: Sequence[str]) -> Done[tuple[str, ...]]:
    """Adds people, all or none. Raises UsageError for an unusable name, NameTaken for a known one."""
    clean = [clean_name(name, f"the name {name!r}" if name.isprintable() else "a name") for name in names]
    keys = [name_key(name) for name in clean]
    for name, key in zip(clean, keys, strict=True):
        if keys.count(key) > 1:
            raise UsageError(f"{name} is named twice")

    def work(connection: Connection, unit: int) -> tuple[str, ...]:
        return tuple(
            add_person(connection, unit, f"{request.uid}/player{number}", name).name
            for number, name in enumerate(clean, start=1)
        )

    return run(engine, request, work, names_added_by)


class Listed(NamedTuple):
    """A person in a list."""

    name: str
    guest: bool


def list_players(engine: Engine) -> tuple[Listed, ...]:
    """The shown names of all people, in order, and who is a guest."""

    def question(connection: Connection) -> tuple[Listed, ...]:
        guests = guests_of(connection)
        return tuple(Listed(person.name, person.id in guests) for person in everyone(connection))

    return read(engine, question)


def person_named(connection: Connection, who: str) -> Person:
    """The person that a name means. Raises UnknownPerson or AmbiguousPlayer."""
    return find_person(who, everyone(connection), names_of(connection))


class NothingToRename(LedgerError):
    """A name that a person is shown under already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is called that already")


def rename_player(engine: Engine, request: Request, who: str, name: str, *, keep: bool = False) -> Done[Renamed]:
    """Shows a person under another name, in old games too; keep: the old name still finds them."""
    new = clean_name(name, f"the name {name!r}" if name.isprintable() else "a name")

    def work(connection: Connection, unit: int) -> Renamed:
        person = person_named(connection, who)
        if person.name == new:
            raise NothingToRename(new)
        rename_person(connection, unit, person, new, keep=keep)
        return Renamed(person.name, new)

    def again(connection: Connection, unit: int) -> Renamed:  # noqa: ARG001
        return Renamed(who, new)

    return run(engine, request, work, again)


def alias_player(engine: Engine, request: Request, who: str, alias: str) -> Done[Renamed]:
    """Finds a person by one more name, such as the one on a score sheet."""
    new = clean_name(alias, f"the name {alias!r}" if alias.isprintable() else "a name")

    def work(connection: Connection, unit: int) -> Renamed:
        person = person_named(connection, who)
        add_alias(connection, unit, person, new)
        return Renamed(person.name, new)

    def again(connection: Connection, unit: int) -> Renamed:  # noqa: ARG001
        return Renamed(who, new)

    return run(engine, request, work, again)
