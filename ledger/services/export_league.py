"""Who played and how they stand, as leagues want it: with full names, countries and numbers."""

from collections.abc import Iterable
from dataclasses import astuple
from datetime import datetime

from ledger.services.scope import Asked, scope_meant
from ledger.services.standings import standings_of
from ledger.shapes.export import MemberLine, Members, Sheet
from ledger.shapes.export_columns import RATINGS, STANDINGS
from ledger.shapes.season import Scope
from ledger.shapes.standings import Ranking, RatingTable, Standings
from ledger.store.codes import codes_of
from ledger.store.people import Person, details_of, everyone
from ledger.store.reports.export import chips_by_person, days_played, uids_of_people
from ledger.store.reports.scope import counted_in, table_sizes
from ledger.store.seasons import season_named
from ledger.store.teams import teams
from ledger.store.unit import Connection, Engine, read


def standings_sheet(standings: Standings) -> Sheet:
    """Standings as a table; the column of what they go by is named after that."""
    named = tuple(column._replace(name=standings.order) if column.name == "value" else column for column in STANDINGS)
    rows = (
        (
            *(str(table.players or "all"), line.rank, line.player, line.games, line.points),
            *(line.average_points, line.average_place, *line.places, line.penalties, line.value, line.moved),
        )
        for table in standings.tables
        for line in (*table.lines, *table.below)
    )
    return Sheet("standings", named, rows)


def ratings_sheet(tables: Iterable[RatingTable]) -> Sheet:
    """Ratings as a table."""
    rows = ((str(table.players or "all"), *astuple(line)) for table in tables for line in table.lines)
    return Sheet("rating", RATINGS, rows)


def league_members(engine: Engine, now: datetime, asked: Asked) -> Members:
    """Everybody who played, by points; of games of four where there are such, else of three."""

    def question(connection: Connection) -> Members:
        scope = scope_meant(connection, now, asked)
        if scope.players is None:
            scope = scope._replace(players=next(iter(table_sizes(connection, scope)), None))
        return _members(connection, scope)

    return read(engine, question)


def _members(connection: Connection, scope: Scope) -> Members:
    counted = counted_in(connection, scope)
    people = {person.name: person for person in everyone(connection)}
    uids, chips = uids_of_people(connection), chips_by_person(connection, counted)
    of_team = _teams(connection, scope)
    lines = []
    for line in standings_of(connection, scope, Ranking()).lines:
        person = people[line.player]
        details = details_of(connection, person.id)
        lines.append(
            MemberLine(
                place=line.rank or 0,
                player=person.name,
                family_name=details.family_name,
                given_name=details.given_name,
                country=details.country,
                codes=tuple(codes_of(connection, person)),
                uid=uids[person.id],
                games=line.games,
                points=line.points,
                penalties=line.penalties,
                chips=chips.get(person.id, 0),
                average_place=line.average_place,
                team=of_team.get(person),
            )
        )
    return Members(tuple(lines), days_played(connection, counted), scope.season or "")


def _teams(connection: Connection, scope: Scope) -> dict[Person, str]:
    """The team of each person in a season."""
    if scope.season is None:
        return {}
    every = teams(connection, season_named(connection, scope.season).id)
    return {person: team.name for team in every for person in team.members}
