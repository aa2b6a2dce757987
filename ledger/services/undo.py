"""Taking back the last thing that was recorded, whatever it was."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.store.journal import Unit, unit_of_request, units_backwards
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


def undo_last(engine: Engine, actor: str, asked: Callable[[int], Request]) -> Done[Deed]:
    """Takes the last thing back that is not taken back yet. As nothing follows it, all is then as it was before it.

    asked makes the request for a unit: its arguments name what is taken back, so that it is known
    later. Raises NothingToUndo, or SomebodyElses where another recorded it.
    """
    before = read(engine, lambda connection: _undone_by(connection, asked(0).uid))
    deed = before or _own(read(engine, _last), actor)

    def work(connection: Connection, unit: int) -> Deed:
        if _last(connection, before=unit) != deed:
            raise RecordedMeanwhile
        undo(connection, deed.unit, unit)
        return deed

    def again(connection: Connection, unit: int) -> Deed:  # noqa: ARG001
        return deed

    return run(engine, asked(deed.unit), work, again)


def _own(deed: Deed, actor: str) -> Deed:
    if deed.actor != actor:
        raise SomebodyElses(deed)
    return deed


def _undone_by(connection: Connection, uid: str) -> Deed | None:
    """What a request took back, if it was done before."""
    undoing = unit_of_request(connection, uid)
    if undoing is None or undoing.command != COMMAND:
        return None
    number = json.loads(undoing.arguments)["unit"]
    return next(_deed(unit) for unit in units_backwards(connection) if unit.id == number)


def _last(connection: Connection, before: int | None = None) -> Deed:
    """The last unit that is not taken back, and is not a taking back itself; the club's first set-up stays."""
    gone: set[int] = set()
    for unit in units_backwards(connection):
        if before is not None and unit.id >= before:
            continue
        if unit.command == COMMAND:
            gone.add(json.loads(unit.arguments)["unit"])
        elif unit.id not in gone and unit.command != "init":
            return _deed(unit)
    raise NothingToUndo


def _deed(unit: Unit) -> Deed:
    return Deed(unit.id, unit.recorded_at, unit.actor, typed_text(unit))


def typed_text(unit: Unit, without: Sequence[str] = ()) -> str:
    """A unit as it was typed, more or less."""
    words, options = [unit.command], []
    bare = (*(["game"] if unit.command.startswith("game ") else []), "number", "line", "names", "scores")
    typed = json.loads(unit.arguments)
    for key, value in sorted(typed.items(), key=lambda item: bare.index(item[0]) if item[0] in bare else len(bare)):
        said = " ".join(map(str, value)) if isinstance(value, list) else value
        if said in (None, "", 0, False) or key in without:
            continue
        if key in bare:
            words.append(str(said))
        else:
            option = f"--{key.replace('_', '-')}"
            options.append(option if said is True else f"{option} {said}")
    return " ".join(words + options)
