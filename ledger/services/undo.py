"""Taking back the last thing that was recorded, whatever it was."""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.services.choose import CarriedOn, NightIsSettled, refuse_locked, refuse_moved
from ledger.services.people import InTwoTeams
from ledger.services.seasons import refuse_old_table
from ledger.store.anonymise import find_blanked
from ledger.store.errors import TouchedSince
from ledger.store.journal import Unit, brought, first_unit, unit_of_request, units_backwards
from ledger.store.log import games_of_reopened, games_of_unit, nights_of_unit, units_of_game
from ledger.store.merges import in_two_teams, one_twice, refuse_nameless, settled_since
from ledger.store.nights import nights
from ledger.store.seasons import locked_by_closing
from ledger.store.settlements import carried_to, nights_settled_by
from ledger.store.undo import undo, undone_rows_of
from ledger.store.unit import Connection, Done, Engine, Request, read, run

COMMAND = "undo"
ANONYMISE = "player anonymise"


class NothingToUndo(LedgerError):
    """Everything is taken back that can be."""

    def __init__(self) -> None:
        super().__init__("there is nothing to take back")


class SomebodyElses(LedgerError):
    """Something that was recorded by somebody else, who may not expect it to go; last: it is the last thing."""

    def __init__(self, deed: "Deed", *, last: bool) -> None:
        own = "A hand of your own game goes back with  ledger hand undo; to" if last else "To"
        super().__init__(
            f"{'the last thing' if last else f'unit {deed.unit}'} was recorded by {deed.actor}: {deed.text}. "
            f"{own} take theirs back, add --by {shlex.quote(deed.actor)}"
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
    command: str


def undo_last(engine: Engine, actor: str, asked: Callable[[int], Request]) -> Done[Deed]:
    """Takes the last thing back that is not taken back yet. As nothing follows it, all is then as it was before it.

    asked makes the request for a unit: its arguments name what is taken back, so that it is known
    later. Raises NothingToUndo, or SomebodyElses where another recorded it.
    """
    before = read(engine, lambda connection: _undone_by(connection, asked(0).uid))
    deed = before or _own(read(engine, _last), actor, last=True)

    def work(connection: Connection, unit: int) -> Deed:
        if _last(connection, before=unit) != deed:
            raise RecordedMeanwhile
        _take_back(connection, deed, unit)
        return deed

    def again(connection: Connection, unit: int) -> Deed:  # noqa: ARG001
        return deed

    return run(engine, asked(deed.unit), work, again)


class NoSuchUnit(LedgerError):
    """A number that nothing in the log has."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no unit {number} to take back: ledger log lists them with their numbers")


class TakenBackAlready(LedgerError):
    """A unit that was taken back before."""

    def __init__(self, deed: "Deed") -> None:
        super().__init__(f"{deed.text} is taken back already")


class CannotComeBack(LedgerError):
    """Something that is for good; before: the last thing before it that can go."""

    def __init__(self, deed: "Deed", before: "Deed | None" = None) -> None:
        why = "names that were blanked are gone" if deed.command == ANONYMISE else "a ledger stays set up"
        hint = f"; what was before it goes back with  ledger undo {before.unit}  ({before.text})" if before else ""
        super().__init__(f"{deed.text} cannot be taken back: {why}{hint}")


class BuiltOn(LedgerError):
    """A unit that a later one builds on."""

    def __init__(self, deed: "Deed", later: "Deed") -> None:
        hint = " (an earlier hand is corrected with  ledger hand fix)" if "hand" in deed.command.split() else ""
        super().__init__(
            f"{deed.text} cannot be taken back: unit {later.unit} ({later.text}) builds on it; "
            f"take that one back first: ledger undo {later.unit}{hint}"
        )


def undo_unit(engine: Engine, request: Request, number: int) -> Done[Deed]:
    """Takes back one unit, whenever it was, if nothing builds on it; a taking back, too: then what it took is back.

    Raises NoSuchUnit, TakenBackAlready, CannotComeBack, SomebodyElses, NightIsSettled or BuiltOn.
    """

    def work(connection: Connection, unit: int) -> Deed:
        every = {done.id: done for done in units_backwards(connection) if done.id < unit}
        if number not in every:
            raise NoSuchUnit(number)
        deed = _deed(every[number])
        if number in _taken_back(every.values()):
            raise TakenBackAlready(deed)
        if deed.command == ANONYMISE or number == first_unit(connection):
            raise CannotComeBack(deed)
        _own(deed, request.actor, last=False)
        _refuse_if_built_on(connection, deed, every)
        _take_back(connection, deed, unit)
        return deed

    def again(connection: Connection, unit: int) -> Deed:  # noqa: ARG001
        return _deed_of(connection, number)

    return run(engine, request, work, again)


class OneTwice(LedgerError):
    """Something that cannot come back, for two who sat together in it are one person by now."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"that would seat one person twice on {held_on}: two who were merged played together there; "
            "take the merge back first (ledger log shows its number)"
        )


def _take_back(connection: Connection, deed: Deed, unit: int) -> None:
    """Takes a unit back where that can be.

    Raises BuiltOn, CarriedOn, OneTwice, InTwoTeams, KeptTableIsOld or ClosedSeasonWouldChange.
    """
    for night in nights_settled_by(connection, deed.unit):
        if to := carried_to(connection, night):
            raise CarriedOn(nights(connection, night_id=night)[0].held_on, to)
    before = locked_by_closing(connection)
    try:
        undo(connection, deed.unit, unit)
        find_blanked(connection, unit)
        refuse_nameless(connection, deed.unit, unit)
    except TouchedSince as refusal:
        raise BuiltOn(deed, _deed_of(connection, refusal.later)) from refusal
    refuse_moved(connection, before)
    refuse_old_table(connection, before)
    if season := in_two_teams(connection):
        raise InTwoTeams(season)
    if held_on := one_twice(connection):
        raise OneTwice(held_on)


def _taken_back(backwards: Iterable[Unit]) -> set[int]:
    """The units that are taken back; units the last first, for a taking back can be taken back, too."""
    gone: set[int] = set()
    for unit in backwards:
        if unit.command == COMMAND and unit.id not in gone:
            gone.add(_target(unit))
    return gone


def taken_back_by(connection: Connection, imported: int) -> list[int]:
    """The units that took imports back, from which something comes that an import brought; the last first.

    Empty where it stands.
    """
    units = list(units_backwards(connection))
    gone = _taken_back(units)
    undoing = [unit.id for unit in units if unit.command == COMMAND and unit.id not in gone]
    return sorted(undone_rows_of(connection, imported, undoing), reverse=True)


def _target(undoing: Unit) -> int:
    """The unit that a taking back takes back."""
    return int(json.loads(undoing.arguments)["unit"])


def _refuse_if_built_on(connection: Connection, deed: Deed, every: Mapping[int, Unit]) -> None:
    """Refuses where the night is settled by now, for points followed from it, or a later unit touched the same game.

    What was brought from another ledger is looked at row by row, when it is taken back.
    """
    if brought(connection, [deed.unit]):
        return
    if held_on := settled_since(connection, deed.unit):
        raise NightIsSettled(held_on)
    for night in nights_of_unit(connection, deed.unit):
        for there in nights(connection, night_id=night):
            refuse_locked(connection, there)
    gone = _taken_back(every.values())
    for uid in games_of_unit(connection, deed.unit) | games_of_reopened(connection, deed.unit):
        for later in sorted(units_of_game(connection, uid), reverse=True):
            if later <= deed.unit or later in gone or later not in every:
                continue
            # What took something later back is as if neither had been.
            if every[later].command != COMMAND or _target(every[later]) < deed.unit:
                raise BuiltOn(deed, _deed(every[later]))


def _own(deed: Deed, actor: str, *, last: bool) -> Deed:
    if deed.actor != actor:
        raise SomebodyElses(deed, last=last)
    return deed


def _undone_by(connection: Connection, uid: str) -> Deed | None:
    """What a request took back, if it was done before."""
    undoing = unit_of_request(connection, uid)
    if undoing is None or undoing.command != COMMAND:
        return None
    return _deed_of(connection, _target(undoing))


def _last(connection: Connection, before: int | None = None) -> Deed:
    """The last unit that can be taken back. Raises NothingToUndo, or CannotComeBack where the last is for good."""
    for_good: Deed | None = None
    for deed in _standing(connection, before):
        if deed.command != ANONYMISE:
            if for_good:
                raise CannotComeBack(for_good, deed)
            return deed
        for_good = for_good or deed
    raise CannotComeBack(for_good) if for_good else NothingToUndo


def _standing(connection: Connection, before: int | None) -> Iterator[Deed]:
    """The units that are not taken back, and took nothing back, the last first; the club's first set-up is none.

    Where a taking back was taken back, that stands for what it brought back.
    """
    gone: set[int] = set()
    undoing: dict[int, tuple[Unit, int]] = {}  # by what is taken back, and how often that was turned round
    for unit in units_backwards(connection):
        if before is not None and unit.id >= before:
            continue
        last, turned = undoing.get(unit.id, (unit, 0))
        if turned and unit.command == COMMAND:
            undoing[_target(unit)] = (last, turned + 1)
        elif turned and turned % 2 == 0:
            yield _deed(last)  # it is back: to take it away again is to take back the last of the turns
        if turned or unit.id in gone:
            continue
        if unit.command == COMMAND:
            gone.add(_target(unit))
            undoing[_target(unit)] = (unit, 1)
        elif unit.id != first_unit(connection):
            yield _deed(unit)


def standing_units(connection: Connection) -> list[Deed]:
    """The units that are not taken back, the last first."""
    return list(_standing(connection, None))


def _deed_of(connection: Connection, number: int) -> Deed:
    return next(_deed(unit) for unit in units_backwards(connection) if unit.id == number)


def _deed(unit: Unit) -> Deed:
    return Deed(unit.id, unit.recorded_at, unit.actor, typed_text(unit), unit.command)


def typed_text(unit: Unit, without: Sequence[str] = ()) -> str:
    """A unit as it was typed, more or less."""
    words, options = [unit.command], []
    bare = (
        *(["game"] if unit.command.startswith("game ") else []),
        "number",
        "unit",
        "line",
        "names",
        "points",
        "scores",
    )
    typed = json.loads(unit.arguments)
    for key, value in sorted(typed.items(), key=lambda item: bare.index(item[0]) if item[0] in bare else len(bare)):
        said = " ".join(map(str, value)) if isinstance(value, list) else value
        if said in (None, "", 0, False) or key in (*without, "sha256"):
            continue
        if key in bare:
            words.append(str(said))
        else:
            option = f"--{key.replace('_', '-')}"
            options.append(option if said is True else f"{option} {said}")
    return " ".join(words + options)
