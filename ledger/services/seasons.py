"""Seasons: beginning, changing, closing and opening them again, and which nights are theirs."""

import json
import shlex
from collections.abc import Container
from dataclasses import asdict
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, counted, listing
from ledger.names import clean_name, name_key
from ledger.services.choose import find_night, refuse_closed, refuse_moved
from ledger.services.nights import night_view, usual_in
from ledger.services.rules import rules_named
from ledger.services.standings import standings_of
from ledger.shapes.game import Money, NightView
from ledger.shapes.season import Period, Scope, SeasonView, order_of
from ledger.shapes.standings import Ranking, Standings, StandingsLine, StandingsTable
from ledger.store.nights import StoredNight, games_per_night, nights
from ledger.store.recorded import ChangedSince
from ledger.store.seasons import (
    SeasonTerms,
    StoredSeason,
    final_table,
    games_of,
    locked_by_closing,
    nights_of,
    save_choice,
    save_season,
    save_season_terms,
    save_table,
    season_named,
    season_said_by,
    seasons,
    void_choice,
    void_table,
)
from ledger.store.unit import Connection, Done, Engine, Request, read, run

LONGEST_NAME = "a season's name"


class SeasonTaken(LedgerError):
    """A name that another season has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a season {name} already")


class ClosedAlready(LedgerError):
    """A season that is closed and cannot be again, or changed."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f'season {name} is closed: open it again with  ledger season reopen {shlex.quote(name)} --reason "…"'
        )


class NotClosed(LedgerError):
    """A season that is open and cannot be opened."""

    def __init__(self, name: str) -> None:
        super().__init__(f"season {name} is not closed, so there is nothing to open again")


class NotFinished(LedgerError):
    """A season with something still to do."""

    def __init__(self, name: str, what: str, hint: str) -> None:
        super().__init__(f"season {name} cannot be closed: {what}; {hint}")


class KeptTableIsOld(LedgerError):
    """A season that cannot come back closed, for its kept table is not what its games say now."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"season {name} was changed since it was opened again, so the table that was kept no longer holds: "
            f"close it anew, with  ledger season close {shlex.quote(name)}"
        )


class Asked(NamedTuple):
    """What is asked of a season; None is as it was.

    ranking: as it is typed; endless: without a last day; as_usual: with the club's rules and money.
    """

    name: str | None = None
    since: date | None = None
    until: date | None = None
    rules: str | None = None
    money: Money | None = None
    ranking: str | None = None
    least_games: int | None = None
    endless: bool = False
    as_usual: bool = False


class SeasonShown(NamedTuple):
    """A season and its nights; table: its standings, those kept where it is closed."""

    season: SeasonView
    nights: tuple[date, ...]
    table: Standings


def start_season(engine: Engine, request: Request, asked: Asked) -> Done[SeasonView]:
    """Begins a season. Raises SeasonTaken or ClosedSeasonWouldChange."""
    if asked.name is None or asked.since is None:
        raise UsageError("a season has a name and a first day")
    named = SeasonTerms(clean_name(asked.name, LONGEST_NAME), Period(asked.since, None))

    def work(connection: Connection, unit: int) -> SeasonView:
        before = locked_by_closing(connection)
        terms = _with(connection, unit, named, asked)
        _refuse_taken(connection, terms.name)
        save_season(connection, unit, f"{request.uid}/season", terms)
        refuse_moved(connection, before)
        return season_view(connection, season_named(connection, terms.name))

    return run(engine, request, work, _again)


def set_season(engine: Engine, request: Request, name: str, asked: Asked) -> Done[SeasonView]:
    """Changes what is known of a season. Raises ClosedAlready, SeasonTaken or ClosedSeasonWouldChange."""

    def work(connection: Connection, unit: int) -> SeasonView:
        season = open_season(connection, name)
        before = locked_by_closing(connection)
        terms = _with(connection, unit, season.terms, asked)
        if name_key(terms.name) != name_key(season.name):
            _refuse_taken(connection, terms.name)
        save_season_terms(connection, unit, season.id, terms)
        refuse_moved(connection, before)
        return season_view(connection, season_named(connection, terms.name))

    return run(engine, request, work, _again)


def close_season(engine: Engine, request: Request, name: str, *, unsettled: bool = False) -> Done[SeasonShown]:
    """Closes a season: its nights are locked, and its table is kept; one without a last day ends with its last night.

    unsettled: nights may stay so.

    Raises ClosedAlready, or NotFinished.
    """

    def work(connection: Connection, unit: int) -> SeasonShown:
        season = open_season(connection, name)
        _refuse_unfinished(connection, season, unsettled=unsettled)
        if season.period.until is None:  # what is played later is of no season, or of the next
            ends = max([night.held_on for night in _nights(connection, season)], default=season.period.since)
            terms = season.terms._replace(period=season.period._replace(until=ends))
            save_season_terms(connection, unit, season.id, terms)
        save_table(connection, unit, season.id, _as_json(_standings(connection, season)))
        return season_shown(connection, season.name)

    def again(connection: Connection, unit: int) -> SeasonShown:
        return season_shown(connection, _again(connection, unit).name)

    return run(engine, request, work, again)


def reopen_season(engine: Engine, request: Request, name: str) -> Done[SeasonView]:
    """Opens a closed season again. Raises NotClosed."""

    def work(connection: Connection, unit: int) -> SeasonView:
        season = season_named(connection, name)
        if not season.closed:
            raise NotClosed(season.name)
        void_table(connection, unit, season.id)
        return season_view(connection, season_named(connection, season.name))

    return run(engine, request, work, _again)


def choose_season(
    engine: Engine, request: Request, held_on: date | None, name: str | None, *, by_date: bool = False
) -> Done[NightView]:
    """Says which season a night is of, whatever its date: name None for none; by_date: as its date says.

    Raises SeasonIsClosed of the season that it would leave or come to.
    """

    def work(connection: Connection, unit: int) -> NightView:
        night = find_night(connection, request.at, held_on)
        refuse_closed(connection, night.id, night.held_on)
        if by_date:
            void_choice(connection, unit, night.id)
        else:
            season = None if name is None else season_named(connection, name)
            save_choice(connection, unit, night.id, None if season is None else season.id)
        refuse_closed(connection, night.id, night.held_on)
        return night_view(connection, night)

    def again(connection: Connection, unit: int) -> NightView:  # noqa: ARG001
        return night_view(connection, find_night(connection, request.at, held_on))

    return run(engine, request, work, again)


def list_seasons(engine: Engine) -> tuple[SeasonView, ...]:
    """All seasons, by the day they began."""
    return read(engine, lambda connection: tuple(season_view(connection, s) for s in seasons(connection)))


def show_season(engine: Engine, name: str) -> SeasonShown:
    """A season, its nights, and how all stand, or stood when it was closed."""
    return read(engine, lambda connection: season_shown(connection, name))


def season_view(connection: Connection, season: StoredSeason) -> SeasonView:
    """A season as people see it."""
    held, games = games_of(connection, season)
    since, until = season.period
    return SeasonView(
        season.name,
        since or date.min,
        until,
        season.rules,
        season.money,
        season.ranking,
        season.least_games,
        held,
        games,
        season.closed,
    )


def season_shown(connection: Connection, name: str) -> SeasonShown:
    """A season with its nights and its table."""
    season = season_named(connection, name)
    kept = final_table(connection, season.id)
    table = _standings(connection, season) if kept is None else _from_json(kept)
    dates = tuple(night.held_on for night in _nights(connection, season))
    return SeasonShown(season_view(connection, season), dates, table)


def _nights(connection: Connection, season: StoredSeason) -> list[StoredNight]:
    own = set(connection.execute(nights_of(season, seasons(connection))).scalars())
    return [night for night in nights(connection) if night.id in own]


def _standings(connection: Connection, season: StoredSeason) -> Standings:
    ranking = Ranking(season.ranking, season.least_games, guests=False)
    return standings_of(connection, Scope(season=season.name), ranking)


def _as_json(table: Standings) -> str:
    return json.dumps(asdict(table), ensure_ascii=False, sort_keys=True, default=date.isoformat)


def _from_json(text: str) -> Standings:
    """A kept table; numbers and names as they were then."""
    kept = json.loads(text)

    def lines(rows: list[dict[str, object]]) -> tuple[StandingsLine, ...]:
        return tuple(StandingsLine(**row | {"places": tuple(row["places"])}) for row in rows)  # type: ignore[arg-type]

    tables = tuple(
        StandingsTable(
            table["players"],
            date.fromisoformat(table["last_night"]) if table["last_night"] else None,
            lines(table["lines"]),
            lines(table["below"]),
        )
        for table in kept.pop("tables")
    )
    return Standings(**kept, tables=tables)


def _with(connection: Connection, unit: int, terms: SeasonTerms, asked: Asked) -> SeasonTerms:
    """A season's terms with what is asked. Raises UsageError."""
    since, until = terms.period
    period = Period(asked.since or since, None if asked.endless else asked.until or until)
    if period.since and period.until and period.until < period.since:
        raise UsageError(f"a season ends no earlier than it begins: {period.since} to {period.until}")
    if asked.as_usual:
        terms = terms._replace(rules=None, money=None)
    return SeasonTerms(
        name=terms.name if asked.name is None else clean_name(asked.name, LONGEST_NAME),
        period=period,
        rules=terms.rules if asked.rules is None else rules_named(connection, unit, asked.rules).name,
        money=asked.money or terms.money,
        ranking=terms.ranking if asked.ranking is None else str(order_of(asked.ranking)),
        least_games=terms.least_games if asked.least_games is None else asked.least_games,
    )


def open_season(connection: Connection, name: str) -> StoredSeason:
    """The season of a name, which is not closed. Raises ClosedAlready."""
    season = season_named(connection, name)
    if season.closed:
        raise ClosedAlready(season.name)
    return season


def _refuse_taken(connection: Connection, name: str) -> None:
    if any(name_key(season.name) == name_key(name) for season in seasons(connection)):
        raise SeasonTaken(name)


def _refuse_unfinished(connection: Connection, season: StoredSeason, *, unsettled: bool) -> None:
    """Refuses to close a season with games that are not over, or nights whose money is not settled."""
    own = _nights(connection, season)
    games = games_per_night(connection)
    still_open = [str(night.held_on) for night in own if games.get(night.id, (0, 0))[1]]
    if still_open:
        hint = "end or void them (ledger night show DATE)"
        raise NotFinished(season.name, f"there are open games on {listing(still_open)}", hint)
    owing = [str(n.held_on) for n in own if n.defaults.money and not n.settled and n.id in games]
    if owing and not unsettled:
        one = len(owing) == 1
        what = f"{counted(len(owing), 'night')} {'is' if one else 'are'} not settled: {listing(owing)}"
        raise NotFinished(season.name, what, "settle them (ledger settle DATE), or close it with --unsettled")


def refuse_old_table(connection: Connection, closed_before: Container[int]) -> None:
    """Refuses where a season came back closed although its games or terms say something else by now."""
    for season in seasons(connection):
        if not season.closed or season.id in closed_before:
            continue
        if final_table(connection, season.id) != _as_json(_standings(connection, season)):
            raise KeptTableIsOld(season.name)
        _refuse_unfinished(connection, season, unsettled=True)


def usual_money_of(engine: Engine, name: str) -> Money | None:
    """The money of a season's nights: its own, else the club's."""
    return read(engine, lambda connection: usual_in(connection, season_named(connection, name)).money)


def _again(connection: Connection, unit: int) -> SeasonView:
    """The season that a unit was about, as it is now."""
    found = season_said_by(connection, unit)
    season = next((season for season in seasons(connection) if season.id == found), None)
    if season is None:
        raise ChangedSince
    return season_view(connection, season)
