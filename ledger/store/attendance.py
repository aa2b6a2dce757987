"""Who is at a night."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from ledger.store import models as db
from ledger.store.people import Person, known_people
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one


class AtNight(NamedTuple):
    """Who is there, in the order they came, and who has left."""

    here: tuple[Person, ...]
    left: tuple[Person, ...]


def at_night(connection: Connection, night_id: int) -> AtNight:
    """Who is at a night: all who came or play there, less those who left and have played no game since."""
    people, a, g, s = known_people(), db.attendance.c, db.games.c, db.seats.c
    said = {
        row.person_id: row
        for row in connection.execute(
            select(people.c.person_id, people.c.shown_name, a.here, db.journal.c.recorded_at)
            .join(db.journal, db.journal.c.id == a.journal_id)
            .join(people, people.c.player_id == a.player_id)
            .where(a.night_id == night_id, a.live == 1)
            .order_by(a.id)
        )
    }
    played = {
        row.person_id: row
        for row in connection.execute(
            select(people.c.person_id, people.c.shown_name, func.max(g.played_at).label("last"))
            .join(people, people.c.player_id == s.player_id)
            .join(db.games, (g.id == s.game_id) & (g.live == 1))
            .where(g.night_id == night_id, s.live == 1)
            .group_by(people.c.person_id, people.c.shown_name)
            .order_by(func.min(g.number), func.min(s.from_hand), func.min(s.seat))
        )
    }
    names = {person: row.shown_name for person, row in (played | said).items()}
    gone = {
        person
        for person, row in said.items()
        if not row.here and (person not in played or played[person].last < row.recorded_at)
    }
    came = [*played, *(person for person in said if person not in played)]
    return AtNight(
        tuple(Person(person, names[person]) for person in came if person not in gone),
        tuple(Person(person, names[person]) for person in came if person in gone),
    )


def save_attendance(connection: Connection, unit: int, night_id: int, people: Sequence[Person], *, here: bool) -> None:
    """Says of people whether they are at a night from now on."""
    c = db.attendance.c
    for person in people:
        void_rows(connection, db.attendance, (c.night_id == night_id) & (c.player_id == person.id), unit)
        row = {"night_id": night_id, "player_id": person.id, "here": int(here), "journal_id": unit}
        insert_one(connection, db.attendance, row)


def games_played(connection: Connection, person: Person) -> dict[int, date]:
    """The games that are over in which somebody sat, each with the date of its night."""
    people, s, g, t = known_people(), db.seats.c, db.games.c, db.night_terms.c
    rows = connection.execute(
        select(g.id, t.held_on)
        .join(db.seats, (s.game_id == g.id) & (s.live == 1))
        .join(db.game_ends, (db.game_ends.c.game_id == g.id) & (db.game_ends.c.live == 1))
        .join(people, people.c.player_id == s.player_id)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .where(g.live == 1, people.c.person_id == person.id)
    )
    return {row.id: row.held_on for row in rows}
