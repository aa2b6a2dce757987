"""Who is at a night."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from ledger.store import models as db
from ledger.store.base import first_of_line
from ledger.store.people import Person, known_people
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one


class AtNight(NamedTuple):
    """Who is there, in the order they came, and who has left."""

    here: tuple[Person, ...]
    left: tuple[Person, ...]


def at_night(connection: Connection, night_id: int) -> AtNight:
    """Who is at a night: all who came or play there, less those who left and have begun no game since."""
    said, played = _said(connection, night_id), _played(connection, night_id)
    came = {person: min(games) for person, games in played.items()}
    came |= {person: min(word.at, came.get(person, word.at)) for person, word in said.items() if word.here}
    gone = {
        person
        for person, word in said.items()
        if not word.here and all(begun <= word.at for begun in played.get(person, ()))
    }
    order = sorted(came, key=lambda person: came[person])  # of those who came in one moment players stay first
    order += [person for person in said if person not in came]  # of these nobody knows when they came
    return AtNight(tuple(p for p in order if p not in gone), tuple(p for p in order if p in gone))


class _Word(NamedTuple):
    """What was said last of somebody, and when."""

    here: bool
    at: datetime


def _said(connection: Connection, night_id: int) -> dict[Person, _Word]:
    """What was said of people, in the order in which they were first spoken of."""
    people, a, first = known_people(), db.attendance.c, db.attendance.alias()
    rows = connection.execute(
        select(people.c.person_id, people.c.shown_name, a.here, db.journal.c.recorded_at)
        .join(first, first.c.id == first_of_line(db.attendance))
        .join(db.journal, db.journal.c.id == first.c.journal_id)
        .join(people, people.c.player_id == a.player_id)
        .where(a.night_id == night_id, a.live == 1)
        .order_by(first.c.id)
    )
    return {Person(row.person_id, row.shown_name): _Word(bool(row.here), row.recorded_at) for row in rows}


def _played(connection: Connection, night_id: int) -> dict[Person, list[datetime]]:
    """When the games began that people sat in, in the order in which they first sat down."""
    people, g, s, h = known_people(), db.games.c, db.seats.c, db.hands.c
    hands = select(func.count()).where(h.game_id == g.id, h.live == 1).scalar_subquery()
    rows = connection.execute(
        select(people.c.person_id, people.c.shown_name, g.played_at)
        .join(people, people.c.player_id == s.player_id)
        .join(db.games, (g.id == s.game_id) & (g.live == 1))
        .where(g.night_id == night_id, s.live == 1, s.from_hand <= hands + 1)  # others wait for a hand to come
        .order_by(g.number, s.from_hand, s.seat)
    )
    begun: dict[Person, list[datetime]] = {}
    for row in rows:
        begun.setdefault(Person(row.person_id, row.shown_name), []).append(row.played_at)
    return begun


def save_attendance(connection: Connection, unit: int, night_id: int, people: Sequence[Person], *, here: bool) -> None:
    """Says of people whether they are at a night from now on."""
    void_attendance(connection, unit, night_id, people)
    for person in people:
        row = {"night_id": night_id, "player_id": person.id, "here": int(here), "journal_id": unit}
        insert_one(connection, db.attendance, row)


def void_attendance(connection: Connection, unit: int, night_id: int, people: Sequence[Person]) -> None:
    """Takes back what was said of people at a night."""
    c, known = db.attendance.c, known_people()
    merged = select(known.c.player_id).where(known.c.person_id.in_([person.id for person in people]))
    void_rows(connection, db.attendance, (c.night_id == night_id) & c.player_id.in_(merged), unit)


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
