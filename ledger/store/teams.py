"""Teams of a season, and who plays for them."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.names import name_key
from ledger.store import models as db
from ledger.store.base import first_of_line
from ledger.store.people import Person, known_people
from ledger.store.undo import void_rows
from ledger.store.unit import insert_all, insert_one


class StoredTeam(NamedTuple):
    """A team with its members, in the order they joined."""

    id: int
    name: str
    members: tuple[Person, ...]


def teams(connection: Connection, season_id: int) -> list[StoredTeam]:
    """The teams of a season, in the order they were made."""
    c, m, people = db.team_terms.c, db.team_members.c, known_people()
    named = connection.execute(
        select(c.team_id, c.name).where(c.season_id == season_id, c.live == 1).order_by(c.team_id)
    ).all()
    rows = connection.execute(
        select(m.team_id, people.c.person_id, people.c.shown_name)
        .join(people, people.c.player_id == m.player_id)
        .where(m.season_id == season_id, m.live == 1)
        .order_by(first_of_line(db.team_members))
    )
    members: dict[int, dict[int, Person]] = {}
    for team, person, name in rows:
        members.setdefault(team, {})[person] = Person(person, name)
    return [StoredTeam(team, name, tuple(members.get(team, {}).values())) for team, name in named]


def save_team(connection: Connection, unit: int, uid: str, season_id: int, name: str) -> int:
    """A new team; returns its id."""
    team = insert_one(connection, db.teams, {"uid": uid, "journal_id": unit})
    save_team_terms(connection, unit, team, season_id, name)
    return team


def save_team_terms(connection: Connection, unit: int, team_id: int, season_id: int, name: str) -> None:
    """A team's name from now on."""
    void_rows(connection, db.team_terms, db.team_terms.c.team_id == team_id, unit)
    row = {"team_id": team_id, "season_id": season_id, "name": name, "name_key": name_key(name)}
    insert_one(connection, db.team_terms, row | {"journal_id": unit})


def save_members(connection: Connection, unit: int, team: int, season_id: int, people: Iterable[Person]) -> None:
    """People who play for a team from now on."""
    own = {"team_id": team, "season_id": season_id, "journal_id": unit}
    insert_all(connection, db.team_members, [own | {"player_id": person.id} for person in people])


def void_members(connection: Connection, unit: int, season_id: int, people: Iterable[Person]) -> None:
    """People who play for no team of a season any more."""
    c, known = db.team_members.c, known_people()
    merged = select(known.c.player_id).where(known.c.person_id.in_([person.id for person in people]))
    void_rows(connection, db.team_members, (c.season_id == season_id) & c.player_id.in_(merged), unit)


def void_team(connection: Connection, unit: int, team_id: int) -> None:
    """Takes a team away, with its members."""
    for table in (db.team_members, db.team_terms):
        void_rows(connection, table, table.c.team_id == team_id, unit)
