"""Teams of a season: who plays for them, and how they stand."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, quoted
from ledger.names import clean_name, did_you_mean, name_key
from ledger.services.games import each_once
from ledger.services.seasons import open_season
from ledger.shapes.season import Scope
from ledger.shapes.standings import TeamLine
from ledger.store.people import Person
from ledger.store.reports.scope import counted_in
from ledger.store.reports.standings import Sums, sums_by_person
from ledger.store.seasons import season_named
from ledger.store.teams import (
    StoredTeam,
    save_members,
    save_team,
    save_team_terms,
    teams,
    void_members,
    void_team,
)
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class NoSuchTeam(LedgerError):
    """A name that no team of the season has."""

    def __init__(self, typed: str, season: str, known: Sequence[str]) -> None:
        hint = did_you_mean(typed, known) if known else " (make one: ledger team add SEASON NAME PLAYER …)"
        super().__init__(f"no team {quoted(typed)} in season {season}{hint}")


class TeamTaken(LedgerError):
    """A name that another team of the season has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a team {name} already")


class InOtherTeam(LedgerError):
    """Somebody who plays for a team already."""

    def __init__(self, person: str, team: str) -> None:
        super().__init__(f"{person} plays for {team} already: in a season everybody plays for one team")


class NotInTeam(LedgerError):
    """Somebody who does not play for the team."""

    def __init__(self, person: str, team: str) -> None:
        super().__init__(f"{person} does not play for {team}")


class Teams(NamedTuple):
    """The teams of a season, by their points."""

    season: str
    lines: tuple[TeamLine, ...]


def add_team(engine: Engine, request: Request, season: str, name: str, players: Sequence[str]) -> Done[Teams]:
    """Makes a team of a season. Raises TeamTaken or InOtherTeam."""

    def work(connection: Connection, unit: int) -> Teams:
        own = open_season(connection, season)
        clean = clean_name(name, "a team's name")
        every = teams(connection, own.id)
        _refuse_taken(every, clean)
        people = each_once(connection, players)
        _refuse_in_others(every, people)
        team = save_team(connection, unit, f"{request.uid}/team", own.id, clean)
        save_members(connection, unit, team, own.id, people)
        return teams_of(connection, own.name)

    return run(engine, request, work, _again(season))


def set_team(
    engine: Engine,
    request: Request,
    season: str,
    name: str,
    *,
    new: str | None = None,
    add: Sequence[str] = (),
    drop: Sequence[str] = (),
) -> Done[Teams]:
    """Renames a team, and says who plays for it from now on, and who no more. Raises as add_team, and NotInTeam."""
    if not (new or add or drop):
        raise UsageError("what should change? --name, --add or --drop")

    def work(connection: Connection, unit: int) -> Teams:
        own = open_season(connection, season)
        every = teams(connection, own.id)
        team = _named(every, name, own.name)
        if new is not None:
            clean = clean_name(new, "a team's name")
            _refuse_taken([other for other in every if other.id != team.id], clean)
            save_team_terms(connection, unit, team.id, own.id, clean)
        gone, come = each_once(connection, drop), each_once(connection, add)
        for person in gone:
            if person not in team.members:
                raise NotInTeam(person.name, team.name)
        void_members(connection, unit, own.id, gone)
        _refuse_in_others(teams(connection, own.id), come)
        save_members(connection, unit, team.id, own.id, come)
        return teams_of(connection, own.name)

    return run(engine, request, work, _again(season))


def remove_team(engine: Engine, request: Request, season: str, name: str) -> Done[Teams]:
    """Takes a team away; its people play for none."""

    def work(connection: Connection, unit: int) -> Teams:
        own = open_season(connection, season)
        void_team(connection, unit, _named(teams(connection, own.id), name, own.name).id)
        return teams_of(connection, own.name)

    return run(engine, request, work, _again(season))


def show_teams(engine: Engine, season: str) -> Teams:
    """The teams of a season and how they stand."""
    return read(engine, lambda connection: teams_of(connection, season_named(connection, season).name))


def teams_of(connection: Connection, season: str) -> Teams:
    """The teams of a season by the points of their members in all its games; equal points share a rank."""
    own = season_named(connection, season)
    sums = sums_by_person(connection, counted_in(connection, Scope(season=own.name)))
    together = {
        team: _together(sums.get(person.id, Sums()) for person in team.members) for team in teams(connection, own.id)
    }
    in_order = sorted(together, key=lambda team: (-together[team].points, name_key(team.name)))
    return Teams(
        own.name,
        tuple(
            TeamLine(
                rank=1 + sum(other.points > together[team].points for other in together.values()),
                team=team.name,
                games=together[team].games,
                points=together[team].points,
                members=tuple((person.name, sums.get(person.id, Sums()).points) for person in team.members),
            )
            for team in in_order
        ),
    )


def _together(parts: Iterable[Sums]) -> Sums:
    total = Sums()
    for part in parts:
        total = total.plus(part)
    return total


def _named(every: Sequence[StoredTeam], typed: str, season: str) -> StoredTeam:
    key = name_key(typed)
    found = [team for team in every if name_key(team.name) == key]
    found = found or [team for team in every if key and name_key(team.name).startswith(key)]
    if len(found) != 1:
        raise NoSuchTeam(typed, season, [team.name for team in every])
    return found[0]


def _refuse_taken(every: Sequence[StoredTeam], name: str) -> None:
    if any(name_key(team.name) == name_key(name) for team in every):
        raise TeamTaken(name)


def _refuse_in_others(every: Sequence[StoredTeam], people: Sequence[Person]) -> None:
    for person in people:
        for team in every:
            if person in team.members:
                raise InOtherTeam(person.name, team.name)


def _again(season: str) -> Callable[[Connection, int], Teams]:
    """What a request that was done before answers: the teams as they are now."""
    return lambda connection, unit: teams_of(connection, season)  # noqa: ARG005
