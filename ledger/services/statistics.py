"""Statistics of players, how they do against each other, and records."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from ledger.errors import UsageError
from ledger.services.scope import Asked, apart, scope_meant
from ledger.shapes.season import Scope
from ledger.shapes.statistics import Matrix, PlayerStatistics, Records, Versus
from ledger.store.people import Person, everyone, find_person, names_of
from ledger.store.reports import records as of_records
from ledger.store.reports import statistics as of_players
from ledger.store.reports import versus as of_two
from ledger.store.unit import Connection, Engine, read


class PlayerReport(NamedTuple):
    """Which games were counted, whose, and a block for each size of table; none where they played none of them."""

    scope: Scope
    player: str
    blocks: tuple[PlayerStatistics, ...]


def player_report(engine: Engine, now: datetime, who: str, asked: Asked, *, together: bool = False) -> PlayerReport:
    """How somebody plays; together: games of three and four in one block. Raises UnknownPerson or NoSuchSeason."""

    def question(connection: Connection) -> PlayerReport:
        scope, (person,) = scope_meant(connection, now, asked), _people(connection, [who])
        blocks = (
            of_players.player_statistics(connection, person.id, part)
            for part in apart(connection, scope, together=together)
        )
        return PlayerReport(scope, person.name, tuple(block for block in blocks if block is not None))

    return read(engine, question)


class VersusReport(NamedTuple):
    """Which games were counted, and a block for each size of table."""

    scope: Scope
    blocks: tuple[Versus, ...]


def versus_report(
    engine: Engine, now: datetime, names: tuple[str, str], asked: Asked, *, together: bool = False
) -> VersusReport:
    """How two people do against each other. Raises UsageError for two names of one person."""

    def question(connection: Connection) -> VersusReport:
        scope, (one, other) = scope_meant(connection, now, asked), _people(connection, names)
        blocks = tuple(
            of_two.versus(connection, one.id, other.id, part) for part in apart(connection, scope, together=together)
        )
        return VersusReport(scope, tuple(block for block in blocks if block.games or block.hands))

    return read(engine, question)


class MatrixReport(NamedTuple):
    """Which games were counted, and a block for each size of table."""

    scope: Scope
    blocks: tuple[Matrix, ...]


def matrix_report(
    engine: Engine,
    now: datetime,
    names: Sequence[str],
    asked: Asked,
    *,
    most: int | None = None,
    together: bool = False,
) -> MatrixReport:
    """Who was ahead of whom, of those named or of all; no more than so many. Raises UsageError for a name twice."""

    def question(connection: Connection) -> MatrixReport:
        scope, people = scope_meant(connection, now, asked), _people(connection, names)
        blocks = (
            of_two.matrix(connection, part, [person.id for person in people], most)
            for part in apart(connection, scope, together=together)
        )
        return MatrixReport(scope, tuple(block for block in blocks if block.names))

    return read(engine, question)


class RecordsReport(NamedTuple):
    """Which games were counted, and a block for each size of table."""

    scope: Scope
    blocks: tuple[Records, ...]


def records_report(engine: Engine, now: datetime, asked: Asked, *, together: bool = False) -> RecordsReport:
    """The best and the worst of what was played."""

    def question(connection: Connection) -> RecordsReport:
        scope = scope_meant(connection, now, asked)
        blocks = (of_records.records(connection, part) for part in apart(connection, scope, together=together))
        return RecordsReport(scope, tuple(block for block in blocks if block.games))

    return read(engine, question)


def _people(connection: Connection, names: Sequence[str]) -> list[Person]:
    """The people that names mean, each once. Raises UnknownPerson, AmbiguousPlayer or UsageError."""
    every, known = everyone(connection), names_of(connection)
    found = [find_person(name, every, known) for name in names]
    for person in found:
        if found.count(person) > 1:
            raise UsageError(f"{person.name} is named twice")
    return found
