"""Where a ledger is, a file or a database on a server, and what it says when it refuses."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ledger.store.errors import CannotUse


def is_url(place: str) -> bool:
    """Whether a place is a database URL rather than a file's path."""
    return "://" in place


def url_of(place: str) -> URL:
    """The URL of a place. Raises CannotUse for one that is neither SQLite nor PostgreSQL."""
    if place in ("", ":memory:"):
        raise CannotUse(repr(place), "a ledger is kept in a file: name one")
    if not is_url(place):
        try:
            return URL.create("sqlite", database=str(Path(place).expanduser()))
        except RuntimeError as error:
            raise CannotUse(place, "there is no such home folder") from error
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise CannotUse(shown(place), "that is not a database URL") from error
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:") or url.query or url.drivername not in ("sqlite", "sqlite+pysqlite"):
            raise CannotUse(shown(place), "a ledger is kept in a file: name it, without anything more")
        return URL.create("sqlite", database=url.database)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise CannotUse(shown(place), "a ledger lives in a SQLite file or in PostgreSQL (postgresql://…)")
    return url


def shown(place: str) -> str:
    """A place as a message may show it: a URL without its password."""
    if not is_url(place):
        return place
    try:
        return _without_passwords(make_url(place))
    except (ArgumentError, ValueError):
        return place.partition("://")[0] + "://…"


def _without_passwords(url: URL) -> str:
    """A URL as a message may show it; drivers also take passwords among the parameters."""
    hidden = {key: "***" for key in url.query if "password" in key.casefold()}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


@contextmanager
def trouble(place: str) -> Iterator[None]:
    """Turns what the database refuses into CannotUse, with its reason and without SQL."""
    try:
        yield
    except DBAPIError as error:
        raise CannotUse(shown(place), reason_of(error)) from error


def place_of(engine: Engine) -> str:
    """An engine's place as a message may show it."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return _without_passwords(engine.url)


LOCKED = "another program has kept it locked; try again, or end that program"


def reason_of(error: DBAPIError) -> str:
    """Why the database refused, in words that a person can act on where that is known."""
    said = str(error.orig).strip().splitlines()[0] if error.orig else "it refused"
    known = {
        "unable to open database file": "it cannot be opened; is the folder there, and may you write in it?",
        "attempt to write a readonly database": "it may be read but not written",
        "database is locked": LOCKED,
        "canceling statement due to lock timeout": LOCKED,
        "database or disk is full": "the disk is full",
    }
    return next((plain for part, plain in known.items() if part in said), said)
