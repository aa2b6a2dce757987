"""Opening nights, and finding the one a person means."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select

from ledger.errors import LedgerError
from ledger.presets import preset
from ledger.services.choose import NightIsSettled, one_night
from ledger.services.club import defaults_of
from ledger.services.views import views
from ledger.shapes.game import Money, NightLine, NightView
from ledger.store import models as db
from ledger.store.load import games_where
from ledger.store.nights import (
    Defaults,
    StoredNight,
    current_nights,
    games_per_night,
    nights,
    save_night,
)
from ledger.store.undo import void_with_all_below
from ledger.store.unit import Done, Request, read, run


class NightOpen(LedgerError):
    """A second night on a date whose night is still open."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} is open already: its games start with  ledger game start")


class NotSettled(LedgerError):
    """A night that cannot be opened again, for it is open."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} is not settled, so there is nothing to open again")


class Tonight(NamedTuple):
    """The night that something is recorded on; opened: just now; forgotten: earlier nights that were never settled."""

    night: StoredNight
    opened: bool
    forgotten: tuple[date, ...]


def open_night(
    engine: Engine,
    request: Request,
    *,
    held_on: date | None,
    rules: str | None = None,
    money: Money | None = None,
    points_only: bool = False,
) -> Done[NightView]:
    """Opens a night, today's if no date is given; what is not given is as in the club's defaults."""
    wanted = None if rules is None else preset(rules).name

    def work(connection: Connection, unit: int) -> NightView:
        club = defaults_of(connection)
        on = held_on or request.at.date()
        if any(not night.settled for night in nights(connection, held_on=on)):
            raise NightOpen(on)
        defaults = Defaults(wanted or club.rules, None if points_only else money or club.money)
        return night_view(connection, _new_night(connection, unit, request, on, defaults))

    def again(connection: Connection, unit: int) -> NightView:
        night_id = connection.execute(select(db.nights.c.id).where(db.nights.c.journal_id == unit)).scalar_one()
        return night_view(connection, nights(connection, night_id=night_id)[0])

    return run(engine, request, work, again)


def _new_night(connection: Connection, unit: int, request: Request, held_on: date, defaults: Defaults) -> StoredNight:
    night_id = save_night(connection, unit, f"{request.uid}/night", held_on, defaults)
    return StoredNight(night_id, held_on, defaults, request.at, settled=False)


def tonight(connection: Connection, unit: int, request: Request, held_on: date | None) -> Tonight:
    """The night to record on: that of the date, or the current one, opened if there is none."""
    today = held_on or request.at.date()
    every = nights(connection)
    current = [n for n in every if n.held_on == today] if held_on else current_nights(every, request.at, today)
    if not current and any(night.held_on == today for night in every):
        raise NightIsSettled(today)
    if current:
        night = one_night(current, held_on)
        if night.settled:
            raise NightIsSettled(night.held_on)
        return Tonight(night, opened=False, forgotten=())
    forgotten = tuple(night.held_on for night in every if not night.settled)
    night = _new_night(connection, unit, request, today, defaults_of(connection))
    return Tonight(night, opened=True, forgotten=forgotten)


def night_view(connection: Connection, night: StoredNight) -> NightView:
    """A night with its games."""
    games = views(connection, games_where(connection, db.games.c.night_id == night.id))
    return NightView(night.held_on, night.defaults.rules, night.defaults.money, night.settled, games)


def chosen_night(connection: Connection, request: Request, held_on: date | None) -> StoredNight:
    """The night of a date; without one the current night, else the latest."""
    every = nights(connection, held_on=held_on)
    if held_on is not None:
        return one_night(every, held_on)
    return one_night(current_nights(every, request.at, request.at.date()) or every[-1:], None)


def show_night(engine: Engine, request: Request, held_on: date | None) -> NightView:
    """The night of a date; without one the current night, else the latest."""
    return read(engine, lambda connection: night_view(connection, chosen_night(connection, request, held_on)))


def list_nights(engine: Engine) -> tuple[NightLine, ...]:
    """All nights by date."""

    def question(connection: Connection) -> tuple[NightLine, ...]:
        games = games_per_night(connection)
        return tuple(
            NightLine(n.held_on, n.defaults.rules, n.defaults.money, n.settled, *games.get(n.id, (0, 0)))
            for n in nights(connection)
        )

    return read(engine, question)


def reopen_night(engine: Engine, request: Request, held_on: date | None) -> Done[NightView]:
    """Unlocks a settled night: its settlement is void, its games are as they were."""

    def work(connection: Connection, unit: int) -> NightView:
        every = nights(connection, held_on=held_on)
        settled = [night for night in every if night.settled]
        night = settled[-1] if settled else one_night(every[-1:], held_on)
        if not night.settled:
            raise NotSettled(night.held_on)
        void_with_all_below(connection, db.settlements, db.settlements.c.night_id == night.id, unit)
        return night_view(connection, night._replace(settled=False))

    def again(connection: Connection, _unit: int) -> NightView:
        return night_view(connection, one_night(nights(connection, held_on=held_on)[-1:], held_on))

    return run(engine, request, work, again)
