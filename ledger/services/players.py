"""People of the club."""

from collections.abc import Sequence

from ledger.errors import UsageError
from ledger.names import clean_name, name_key
from ledger.store.people import Person, add_person, everyone
from ledger.store.recorded import names_added_by
from ledger.store.unit import Connection, Done, Engine, Request, read, run


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


def list_players(engine: Engine) -> tuple[str, ...]:
    """The shown names of all people, in order."""

    def question(connection: Connection) -> list[Person]:
        return everyone(connection)

    return tuple(person.name for person in read(engine, question))
