"""Units of work: everything a person asks for in one go is recorded whole, once, or not at all."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Table, insert, select
from sqlalchemy.exc import DBAPIError

from ledger.store import models as db
from ledger.store.errors import CannotUse, ChangedRequest
from ledger.store.places import place_of, reason_of, trouble

__all__ = ["Connection", "Done", "Engine", "Request", "insert_all", "insert_one", "read", "run"]
"""Services take the connection's and the engine's type from here: SQLAlchemy stays in the store."""

T = TypeVar("T")

ATTEMPTS = 8
"""How often a unit is tried on a server before it gives up."""
RETRYABLE = {
    "40001",  # serialization failure
    "40P01",  # deadlock
    "23505",  # unique violation: another unit took the number that this one read; the second reading sees it
}


class Request(NamedTuple):
    """What a person asks for: id (a repeat has the same), who asks, when, and the command with its arguments."""

    uid: str
    actor: str
    at: datetime
    tool: str
    command: str
    arguments: Mapping[str, Any]

    @property
    def canonical_arguments(self) -> str:
        """The arguments as the journal keeps them."""
        return json.dumps(self.arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class Done(NamedTuple, Generic[T]):
    """The answer to a request, the unit that did it (0: nothing was recorded), and whether it was done before."""

    answer: T
    unit: int
    repeated: bool = False


def run(
    engine: Engine,
    request: Request,
    work: Callable[[Connection, int], T],
    again: Callable[[Connection, int], T],
) -> Done[T]:
    """Does a request as one unit of work and commits it.

    work gets the open transaction and the unit's number; it may be called more than once,
    each time on fresh data, and whatever it raises leaves the data as it was. A request
    whose id is known is not applied again: again builds the answer from what was recorded.
    Raises ChangedRequest for a known id with other contents, CannotUse where the database refuses.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with engine.connect().execution_options(ledger_writes=True) as connection, connection.begin():
                known = _known(connection, request)
                if known is None:
                    unit = _journal_row(connection, request)
                    return Done(work(connection, unit), unit)
                return Done(again(connection, known), known, repeated=True)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in RETRYABLE or attempt == ATTEMPTS:
                raise CannotUse(place_of(engine), reason_of(error)) from error
    raise AssertionError("the loop returns or raises")


def rehearse(
    engine: Engine, request: Request, work: Callable[[Connection, int], T], again: Callable[[Connection, int], T]
) -> T:
    """Does a request and takes it back before anybody can see it: what it would answer, or refuse.

    A request that was done before is answered as run does. Raises what run raises.
    """
    with trouble(place_of(engine)), engine.connect().execution_options(ledger_writes=True) as connection:
        transaction = connection.begin()
        try:
            known = _known(connection, request)
            if known is not None:
                return again(connection, known)
            return work(connection, _journal_row(connection, request))
        finally:
            transaction.rollback()


def _known(connection: Connection, request: Request) -> int | None:
    """The unit that did a request before, if it was done. Raises ChangedRequest."""
    c = db.journal.c
    known = connection.execute(select(c.id, c.command, c.arguments).where(c.uid == request.uid)).one_or_none()
    if known is None:
        return None
    if (known.command, known.arguments) != (request.command, request.canonical_arguments):
        raise ChangedRequest(request.uid, known.command)
    return int(known.id)


def _journal_row(connection: Connection, request: Request) -> int:
    row = {
        "uid": request.uid,
        "recorded_at": request.at,
        "actor": request.actor,
        "tool": request.tool,
        "command": request.command,
        "arguments": request.canonical_arguments,
    }
    return insert_one(connection, db.journal, row)


def insert_one(connection: Connection, table: Table[Any], row: Mapping[str, Any]) -> int:
    """Inserts one row and returns its id."""
    key = connection.execute(insert(table), row).inserted_primary_key
    if key is None:
        raise AssertionError(f"{table.name} gave no key")
    return int(key[0])


def insert_all(connection: Connection, table: Table[Any], rows: list[dict[str, Any]]) -> None:
    """Inserts rows in one statement; nothing happens for none."""
    if rows:
        connection.execute(insert(table), rows)


def read(engine: Engine, question: Callable[[Connection], T]) -> T:
    """Answers a question from one consistent state of the database."""
    with trouble(place_of(engine)), engine.connect() as connection, connection.begin():
        return question(connection)


@contextmanager
def nested(connection: Connection) -> Iterator[None]:
    """What is taken back by itself if it fails, within a unit that goes on."""
    with connection.begin_nested():
        yield


def holds_nothing(connection: Connection, unit: int) -> bool:
    """Whether a ledger holds nothing yet, but the unit that is asking."""
    return connection.execute(select(db.journal.c.id).where(db.journal.c.id != unit).limit(1)).first() is None
