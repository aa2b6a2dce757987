"""A bundle brought into a ledger: the first time, and again and again, without doubles."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.importers.bundle import Field, Fields, lines_of, people_in
from ledger.importers.files import Unreadable
from ledger.names import name_key
from ledger.services.choose import refuse_moved
from ledger.services.import_games import ImportProblems
from ledger.services.import_people import NoSuchName
from ledger.services.players import person_named
from ledger.services.undo import taken_back_by
from ledger.shapes.bundle import BundleImported
from ledger.shapes.imported import Renamed
from ledger.store.bundle_check import night_touched, settled_nights, what_does_not_add_up
from ledger.store.bundle_in import BundleWriter, Wanted, bundle_fields
from ledger.store.bundle_people import InBundle, Newcomers, by_ema
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.errors import NoLedger, TouchedSince
from ledger.store.merges import one_twice
from ledger.store.nights import nights
from ledger.store.people import persons
from ledger.store.revision import HEAD
from ledger.store.seasons import locked_by_closing
from ledger.store.undo import undo
from ledger.store.unit import Connection, Done, Engine, Request, holds_nothing, nested, read, rehearse, run


class How(NamedTuple):
    """How a bundle is imported.

    names: who people of it are here; label: put behind names that others have here; money: with settlements and
    payments; only_check: nothing is kept; told: called with the number of each line.
    """

    names: Mapping[str, str] = {}
    label: str | None = None
    money: bool = False
    only_check: bool = False
    told: Callable[[int], None] = lambda _: None


class OnePersonTwice(LedgerError):
    """Two people of a bundle who would be one here, and met."""

    def __init__(self, held_on: object) -> None:
        super().__init__(f"two who are one person here met on {held_on}: one of them needs another player (--map)")


class NightIsLocked(LedgerError):
    """A bundle with something else for a night that is settled here, or of a closed season."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the bundle has other games for the night of {held_on}, which is settled here or of a closed season: open "
            "it again first (ledger night reopen, ledger season reopen)"
        )


class DoesNotAddUp(LedgerError):
    """Records that nobody's ledger wrote: their sums are not what they must be."""


def fields_of_records() -> Fields:
    """The fields of each kind of record."""
    return {kind: {name: Field(*field) for name, field in fields.items()} for kind, fields in bundle_fields().items()}


def opened_for_bundle(place: str) -> tuple[Engine, bool]:
    """The ledger at a place, made where there is none, and whether it was made now."""
    try:
        return open_ledger(place), False
    except NoLedger:
        return create_ledger(place)


def forget_empty(place: str) -> None:
    """Removes a ledger that was made for a bundle and has nothing in it."""
    engine = open_ledger(place)
    empty = read(engine, lambda connection: holds_nothing(connection, 0))
    engine.dispose()
    if empty and engine.dialect.name == "sqlite":
        for name in (place, f"{place}-wal", f"{place}-shm"):
            Path(name).unlink(missing_ok=True)


def import_bundle(engine: Engine, request: Request, path: Path, how: How) -> Done[BundleImported]:
    """Brings what a bundle holds into a ledger; what is there is left, or taken back as it was where it comes from.

    A ledger that holds nothing gets everything. Raises ImportProblems, or what forbids it.
    """

    def work(connection: Connection, unit: int) -> BundleImported:
        try:
            return _import(connection, unit, path, how)
        except Unreadable as error:
            raise ImportProblems([error.problem]) from error

    def again(connection: Connection, unit: int) -> BundleImported:  # noqa: ARG001
        return BundleImported(0, 0, 0)

    if how.only_check:
        return Done(rehearse(engine, request, work, again), 0)
    return run(engine, request, work, again)


def _import(connection: Connection, unit: int, path: Path, how: How) -> BundleImported:
    wanted = Wanted(holds_nothing(connection, unit), how.money)
    people = {number: InBundle(*told) for number, told in people_in(path).items()}
    said = by_ema(connection, people) | _said(connection, people, how.names)
    newcomers = Newcomers(connection, people, said, how.label)
    before = locked_by_closing(connection)
    locked = settled_nights(connection).union(*(season.nights for season in before.values()))

    def restore(imported: int) -> None:
        for undoing in taken_back_by(connection, imported):
            with suppress(TouchedSince), nested(connection):  # it came back by another import since
                undo(connection, undoing, unit)

    writer = BundleWriter(connection, unit, wanted, newcomers, restore)
    for number, record in lines_of(path, fields_of_records(), HEAD):
        writer.take(number, record)
        how.told(number)
    written = writer.finish()
    if not wanted.everything:
        newcomers.merge(unit)
        if held_on := one_twice(connection):
            raise OnePersonTwice(held_on)
        refuse_moved(connection, before)
        if (night := night_touched(connection, unit, locked)) is not None:
            raise NightIsLocked(nights(connection, night_id=night)[0].held_on)
    if wrong := what_does_not_add_up(connection, unit):
        raise DoesNotAddUp(f"nothing was imported: {wrong}")
    here = {person.id: person.name for person in persons(connection).values()}
    return BundleImported(
        written.games,
        written.rows,
        written.taken_back,
        tuple(Renamed(name, here[person]) for name, person in newcomers.same),
        tuple(Renamed(*pair) for pair in newcomers.renamed),
        wanted.everything,
        how.money,
    )


def _said(connection: Connection, people: Mapping[int, InBundle], names: Mapping[str, str]) -> dict[int, int]:
    """Who is who, as it is said: ids here by numbers in the bundle. Raises NoSuchName or UnknownPerson."""
    found: dict[int, int] = {}
    for name, player in names.items():
        meant = [number for number, one in people.items() if name_key(one.name) == name_key(name)]
        if not meant:
            raise NoSuchName(name)
        found |= dict.fromkeys(meant, person_named(connection, player).id)
    return found
