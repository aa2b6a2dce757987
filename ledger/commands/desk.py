"""What every command that works on a ledger has in common: which ledger, who asks, and when."""

import functools
import os
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

import click

from ledger import VERSION
from ledger.errors import UsageError
from ledger.names import unusable_character

if TYPE_CHECKING:
    from ledger.store.unit import Engine, Request

P = ParamSpec("P")
T = TypeVar("T")


class Desk(NamedTuple):
    """The ledger that a command works on, who asks, and the request's id and time; by: as --by says it here."""

    place: str
    actor: str
    uid: str
    at: datetime
    by: str | None = None

    def engine(self) -> "Engine":
        """The ledger, opened."""
        from ledger.store.engine import open_ledger  # noqa: PLC0415 - SQLAlchemy is most of a command's time

        return open_ledger(self.place)

    def request(self, command: str, **arguments: Any) -> "Request":
        """What is asked, as the journal keeps it."""
        from ledger.store.unit import Request  # noqa: PLC0415

        _refuse_broken_text(arguments)
        return Request(self.uid, self.actor, self.at, f"ledger {VERSION}", command, arguments)


def with_desk(function: Callable[Concatenate[Desk, P], T]) -> Callable[P, T]:
    """Gives a command --db, --by and --request, and calls it with the desk they make."""

    @click.option("--db", metavar="PLACE", help="The ledger's file or URL (LEDGER_DB; else your data folder).")
    @click.option("--by", metavar="NAME", help="Who is recording (LEDGER_BY; else your login name).")
    @click.option("--request", "uid", metavar="ID", help="An id of your own: the same request is never done twice.")
    @click.pass_context
    @functools.wraps(function)
    def command(ctx: click.Context, /, *args: Any, db: str | None, by: str | None, uid: str | None, **kwargs: Any) -> T:
        above = ctx.find_root().obj or {}
        typed = [("--db", db), ("--by", by), ("--request", uid), ("--db", above.get("db")), ("--by", above.get("by"))]
        for option, text in typed:
            if text == "":
                raise UsageError(f"{option} is empty: say which, or leave it out")
        desk = Desk(
            place=db or above.get("db") or os.environ.get("LEDGER_DB") or default_place(),
            actor=_actor(by or above.get("by") or os.environ.get("LEDGER_BY")),
            uid=_checked(uid, "--request") if uid else os.urandom(16).hex(),
            at=datetime.now().astimezone(),
            by=by,
        )
        return function(desk, *args, **kwargs)

    return cast("Callable[P, T]", command)


def default_place() -> str:
    """The club's file in the user's data folder."""
    from platformdirs import user_data_path  # noqa: PLC0415

    return str(user_data_path("riichi-club-ledger", appauthor=False) / "club.ledger")


def _actor(named: str | None) -> str:
    if named:
        return _checked(named, "--by")
    import getpass  # noqa: PLC0415

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"


def _refuse_broken_text(arguments: dict[str, Any]) -> None:
    """Refuses bytes that are no text in the terminal's encoding: no database can keep them."""
    for text in (t for value in arguments.values() for t in (value if isinstance(value, list) else [value])):
        if isinstance(text, str) and not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            raise UsageError(f"{text!r} is not in this terminal's encoding: set it to UTF-8 (export LC_ALL=C.UTF-8)")


def _checked(text: str, option: str) -> str:
    if bad := unusable_character(text):
        raise UsageError(f"{option} cannot contain {bad}")
    if len(text) > 200:
        raise UsageError(f"{option} has at most 200 characters")
    return text
