"""Taking back the last thing that was recorded, whatever it was."""

import json
from datetime import datetime
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.store.journal import Unit, units_backwards
from ledger.store.undo import undo
from ledger.store.unit import Connection, Done, Engine, Request, read, run

COMMAND = "undo"


class NothingToUndo(LedgerError):
    """Everything is taken back that can be."""

    def __init__(self) -> None:
        super().__init__("there is nothing to take back")


class SomebodyElses(LedgerError):
    """The last thing was recorded by somebody else, who may not expect it to go."""

    def __init__(self, last: "Deed") -> None:
        super().__init__(
            f"the last thing was recorded by {last.actor}: {last.text}. "
            f"A hand of your own game goes back with  ledger hand undo; to take theirs back, add --by {last.actor}"
        )


class RecordedMeanwhile(LedgerError):
    """Something was recorded between looking and taking back."""

    def __init__(self) -> None:
        super().__init__("something else was recorded just now, so nothing was taken back: look again")


class Deed(NamedTuple):
    """Something that was recorded: its unit, when and by whom, and the command with what was typed."""

    unit: int
    at: datetime
    actor: str
    text: str


def last_deed(engine: Engine, actor: str) -> Deed:
    """What undo would take back. Raises NothingToUndo, or SomebodyElses where another recorded it."""
    last = read(engine, _last)
    if last.actor != actor:
        raise SomebodyElses(last)
    return last


def undo_deed(engine: Engine, request: Request, deed: Deed) -> Done[Deed]:
    """Takes the last unit back. As nothing has followed it, all is then as it was before it.

    The request names the unit in its arguments, so that what was taken back is known later.
    """

    def work(connection: Connection, unit: int) -> Deed:
        if _last(connection, before=unit) != deed:
            raise RecordedMeanwhile
        undo(connection, deed.unit, unit)
        return deed

    def again(connection: Connection, unit: int) -> Deed:  # noqa: ARG001
        return deed

    return run(engine, request, work, again)


def _last(connection: Connection, before: int | None = None) -> Deed:
    """The last unit that is not taken back, and is not a taking back itself; the club's first set-up stays."""
    gone: set[int] = set()
    for unit in units_backwards(connection):
        if before is not None and unit.id >= before:
            continue
        if unit.command == COMMAND:
            gone.add(json.loads(unit.arguments)["unit"])
        elif unit.id not in gone and unit.command != "init":
            return Deed(unit.id, unit.recorded_at, unit.actor, _text(unit))
    raise NothingToUndo


def _text(unit: Unit) -> str:
    """A unit as it was typed, more or less."""
    words, options = [unit.command], []
    bare = ("line", "names", "scores", *(["game"] if unit.command.startswith("game ") else []))
    for key, value in json.loads(unit.arguments).items():
        said = " ".join(map(str, value)) if isinstance(value, list) else value
        if said in (None, "", 0):
            continue
        if key in bare:
            words.append(str(said))
        else:
            options.append(f"--{key.replace('_', '-')} {said}")
    return " ".join(words + options)
