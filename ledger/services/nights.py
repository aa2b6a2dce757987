"""Opening nights, and finding the one a person means; there is one night on a date."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import LedgerError, listing
from ledger.rules.sitting_out import sitting_out
from ledger.services.choose import CarriedOn, SeasonIsClosed, find_night, refuse_closed, refuse_locked
from ledger.services.club import defaults_of
from ledger.services.rules import rules_named
from ledger.services.views import views
from ledger.shapes.game import Money, NightLine, NightView
from ledger.store.attendance import at_night
from ledger.store.charges import charges_of, fees_of
from ledger.store.load import games_of_night
from ledger.store.nights import (
    Defaults,
    StoredNight,
    club_habits,
    current_night,
    day_of,
    games_per_night,
    nights,
    save_night,
    save_terms,
)
from ledger.store.recorded import night_reopened_by, night_set_by
from ledger.store.rulesets import stored_by
from ledger.store.seasons import StoredSeason, season_on, seasons
from ledger.store.settlements import carried_to, void_settlement
from ledger.store.transfers import transfers_of_night
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class NightOpen(LedgerError):
    """A second night on a date whose night is still open."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} is open already: its games start with  ledger game start")


class NightHasOtherMoney(LedgerError):
    """A game that asks for another rate than its night has."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the night of {held_on} is open already, at a rate of its own: change that for the whole night with  "
            f"ledger night open --date {held_on} --rate AMOUNT --currency CODE"
        )


class NotSettled(LedgerError):
    """A night that cannot be opened again, for it is open."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} is not settled, so there is nothing to open again")


class MoneyEntered(LedgerError):
    """Another currency, or none, for a night with money in the one it has."""

    def __init__(self, held_on: date, currency: str, what: Sequence[str]) -> None:
        super().__init__(
            f"the night of {held_on} has {listing(what)} in {currency}, which would be lost or mean another amount: "
            f"take that back first (ledger log shows its number), then change the currency"
        )


def refuse_other_currency(connection: Connection, night: StoredNight, changed: Defaults) -> None:
    """Refuses terms under which money that was entered for a night would mean something else. Raises MoneyEntered."""
    if night.defaults.money is None:
        return
    currency = night.defaults.money.currency
    if changed.money is not None and changed.money.currency == currency:
        return
    what = [f"the line {charge.title}" for charge in charges_of(connection, night.id)]
    what += [f"a fee per {fee.per}" for fee in fees_of(connection, night.id)]
    what += ["payments"] if transfers_of_night(connection, night.id, currency) else []
    if what:
        raise MoneyEntered(night.held_on, currency, what)


class Terms(NamedTuple):
    """What is asked of a night, where that is not as usual: its rules, and its money, or that it has none."""

    rules: str | None = None
    money: Money | None = None
    points_only: bool = False

    @property
    def about_money(self) -> bool:
        """Whether anything is asked of the money."""
        return self.points_only or self.money is not None

    def money_over(self, usual: Defaults) -> Money | None:
        """The money of these terms, and what is usual where they say nothing of it."""
        return None if self.points_only else self.money or usual.money

    def over(self, connection: Connection, unit: int, usual: Defaults) -> Defaults:
        """These terms, and what is usual where they say nothing; a ruleset's file is read and stored."""
        rules = usual.rules if self.rules is None else rules_named(connection, unit, self.rules).name
        return Defaults(rules, self.money_over(usual))


AS_USUAL = Terms()


class Tonight(NamedTuple):
    """The night that something is recorded on; opened: just now; forgotten: earlier nights that were never settled."""

    night: StoredNight
    opened: bool
    forgotten: tuple[date, ...]


def open_night(engine: Engine, request: Request, held_on: date | None, terms: Terms = AS_USUAL) -> Done[NightView]:
    """Opens a night, today's if no date is given, or changes the terms of an open one."""

    def work(connection: Connection, unit: int) -> NightView:
        on = held_on or day_of(request.at, club_habits(connection).day_starts)
        known = nights(connection, held_on=on)
        if not known:
            return night_view(connection, new_night(connection, unit, request, on, terms))
        night = known[0]
        refuse_locked(connection, night)
        changed = terms.over(connection, unit, night.defaults)
        if changed == night.defaults and not stored_by(connection, unit):
            raise NightOpen(on)
        refuse_other_currency(connection, night, changed)
        save_terms(connection, unit, night.id, on, changed)
        return night_view(connection, night._replace(defaults=changed))

    def again(connection: Connection, unit: int) -> NightView:
        return night_view(connection, nights(connection, night_id=night_set_by(connection, unit))[0])

    return run(engine, request, work, again)


def new_night(
    connection: Connection, unit: int, request: Request, held_on: date, terms: Terms, uid: str | None = None
) -> StoredNight:
    """Opens a night; uid: its id where it has one already."""
    season = season_on(seasons(connection), held_on)
    if season is not None and season.closed:
        raise SeasonIsClosed(held_on, season.name)
    defaults = terms.over(connection, unit, usual_in(connection, season))
    night_id = save_night(connection, unit, uid or f"{request.uid}/night", held_on, defaults)
    return StoredNight(night_id, held_on, defaults, request.at, settled=False)


def usual_in(connection: Connection, season: StoredSeason | None) -> Defaults:
    """What is usual at a night: what its season says, and the club's defaults where that says nothing."""
    usual = defaults_of(connection)
    return usual if season is None else Defaults(season.rules or usual.rules, season.money or usual.money)


def tonight(connection: Connection, unit: int, request: Request, held_on: date | None, terms: Terms) -> Tonight:
    """The night to record on: that of the date, or the current one, opened if there is none."""
    every = nights(connection)
    starts = club_habits(connection).day_starts
    today = held_on or day_of(request.at, starts)
    of_date = next((n for n in every if n.held_on == today), None)
    night = of_date if held_on else current_night(every, request.at, starts)
    if night is None:
        games = games_per_night(connection)
        forgotten = tuple(
            n.held_on for n in every if not (n.settled or n.imported) and n.held_on < today and n.id in games
        )
        opened = new_night(connection, unit, request, today, terms._replace(rules=None))
        return Tonight(opened, opened=True, forgotten=forgotten)
    refuse_locked(connection, night)
    if terms.about_money and terms.money_over(night.defaults) != night.defaults.money:
        raise NightHasOtherMoney(night.held_on)
    return Tonight(night, opened=False, forgotten=())


def night_view(connection: Connection, night: StoredNight) -> NightView:
    """A night with its games."""
    games = games_of_night(connection, night.id)
    here, left = at_night(connection, night.id)
    players = rules_named(connection, None, night.defaults.rules).players
    order = {person.id: person.name for person in here}
    played = [{person.id for person in game.sat} for game in games]
    out = () if night.settled else sitting_out(list(order), played, players)
    return NightView(
        night.held_on,
        night.defaults.rules,
        night.defaults.money,
        night.settled,
        views(connection, games),
        tuple(order.values()),
        tuple(person.name for person in left),
        tuple(order[person] for person in out),
    )


def show_night(engine: Engine, now: datetime, held_on: date | None) -> NightView:
    """The night of a date; without one the current night, else the latest."""
    return read(engine, lambda connection: night_view(connection, find_night(connection, now, held_on)))


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
    """Unlocks a settled night, the latest if no date is given: its settlement is void, its games are as they were."""

    def work(connection: Connection, unit: int) -> NightView:
        settled = [night for night in nights(connection, held_on=held_on) if night.settled]
        if not settled:
            raise NotSettled(find_night(connection, request.at, held_on).held_on)
        refuse_closed(connection, settled[-1].id, settled[-1].held_on)
        if to := carried_to(connection, settled[-1].id):
            raise CarriedOn(settled[-1].held_on, to)
        void_settlement(connection, unit, settled[-1].id)
        return night_view(connection, settled[-1]._replace(settled=False))

    def again(connection: Connection, unit: int) -> NightView:
        return night_view(connection, nights(connection, night_id=night_reopened_by(connection, unit))[0])

    return run(engine, request, work, again)
