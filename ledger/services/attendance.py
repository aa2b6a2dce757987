"""Who came to a night without playing yet, and who left."""

from collections.abc import Sequence
from datetime import date

from ledger.errors import LedgerError, listing
from ledger.services.choose import find_night, refuse_locked
from ledger.services.games import SitsElsewhere, each_once
from ledger.services.nights import Terms, night_view, tonight
from ledger.shapes.game import NightView
from ledger.store.attendance import at_night, save_attendance
from ledger.store.load import open_games
from ledger.store.nights import StoredNight, nights
from ledger.store.people import Person
from ledger.store.recorded import night_attended_by
from ledger.store.unit import Connection, Done, Engine, Request, run


class HereAlready(LedgerError):
    """Somebody who came, or plays, already."""

    def __init__(self, names: Sequence[str], held_on: date) -> None:
        is_here = "are" if len(names) > 1 else "is"
        super().__init__(f"{listing(names)} {is_here} at the night of {held_on} already")


class NotHere(LedgerError):
    """Somebody who is not at the night."""

    def __init__(self, names: Sequence[str], held_on: date) -> None:
        super().__init__(f"{listing(names)} {'are' if len(names) > 1 else 'is'} not at the night of {held_on}")


def join_night(engine: Engine, request: Request, names: Sequence[str], held_on: date | None = None) -> Done[NightView]:
    """Says who came to a night without playing yet; opens tonight's if none is open. Raises HereAlready."""

    def work(connection: Connection, unit: int) -> NightView:
        night = tonight(connection, unit, request, held_on, Terms()).night
        people = each_once(connection, names)
        here = at_night(connection, night.id).here
        if there := [person.name for person in people if person in here]:
            raise HereAlready(there, night.held_on)
        save_attendance(connection, unit, night.id, people, here=True)
        return night_view(connection, night)

    return run(engine, request, work, _again)


def leave_night(engine: Engine, request: Request, names: Sequence[str], held_on: date | None = None) -> Done[NightView]:
    """Says who has left a night, so that they take no turn any more. Raises NotHere or SitsElsewhere."""

    def work(connection: Connection, unit: int) -> NightView:
        night = find_night(connection, request.at, held_on)
        refuse_locked(connection, night)
        people = each_once(connection, names)
        here = at_night(connection, night.id).here
        if missing := [person.name for person in people if person not in here]:
            raise NotHere(missing, night.held_on)
        _refuse_who_plays(connection, night, people)
        save_attendance(connection, unit, night.id, people, here=False)
        return night_view(connection, night)

    return run(engine, request, work, _again)


def _refuse_who_plays(connection: Connection, night: StoredNight, people: Sequence[Person]) -> None:
    for game in open_games(connection):
        for person in people:
            if game.night_id == night.id and person in game.everybody:
                raise SitsElsewhere(person.name, game)


def _again(connection: Connection, unit: int) -> NightView:
    return night_view(connection, nights(connection, night_id=night_attended_by(connection, unit))[0])
