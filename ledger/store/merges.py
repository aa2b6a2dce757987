"""Two people who turned out to be one."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, Table, func, select, union

from ledger.names import name_key
from ledger.store import models as db
from ledger.store.people import Person, known_people
from ledger.store.undo import touched_since, void_rows
from ledger.store.unit import insert_one


def merge_people(connection: Connection, unit: int, person: Person, into: Person) -> None:
    """Makes one person of two: all that was the first's is the other's, and the first's names find the other."""
    merges = db.player_merges
    mine = select(merges.c.player_id).where(merges.c.into_id == person.id, merges.c.live == 1)
    were = [*connection.execute(mine.order_by(merges.c.id)).scalars(), person.id]
    void_rows(connection, merges, merges.c.into_id == person.id, unit)
    for player in were:  # nobody is merged into somebody who is merged away
        insert_one(connection, merges, {"player_id": player, "into_id": into.id, "journal_id": unit})


def part_of(connection: Connection, person: Person) -> list[int]:
    """The ids of all player rows that are this person."""
    people = known_people()
    rows = select(people.c.player_id).where(people.c.person_id == person.id).order_by(people.c.player_id)
    return list(connection.execute(rows).scalars())


def met_on(connection: Connection, one: Person, other: Person) -> date | None:
    """The date of a night on which two people sat in the same game, or are in the same settlement, if there is one."""
    games = _both(connection, db.seats, "game_id", one, other)
    settlements = _both(connection, db.settlement_lines, "settlement_id", one, other)
    paid = _paid_each_other(connection, one, other)
    nights = union(
        select(db.games.c.night_id).where(db.games.c.id.in_(games)),
        select(db.settlements.c.night_id).where(db.settlements.c.id.in_(settlements)),
        select(db.transfers.c.night_id).where(db.transfers.c.id.in_(paid)),
    )
    held = select(db.night_terms.c.held_on).where(db.night_terms.c.night_id.in_(nights), db.night_terms.c.live == 1)
    return connection.execute(held.order_by(db.night_terms.c.held_on)).scalars().first()


def one_twice(connection: Connection) -> date | None:
    """The date of a night on which two who are one by now sat in one game, or are in one settlement, if any."""
    people, s, li = known_people(), db.seats.c, db.settlement_lines.c
    merged = people.c.person_id.in_(select(db.player_merges.c.into_id).where(db.player_merges.c.live == 1))
    seats = (
        select(s.game_id)
        .join(people, people.c.player_id == s.player_id)
        .where(s.live == 1, merged)
        .group_by(s.game_id, people.c.person_id)
        .having(func.count(s.player_id.distinct()) > 1)
    )
    lines = (
        select(li.settlement_id)
        .join(people, people.c.player_id == li.player_id)
        .where(li.live == 1, li.kind == "games", merged)
        .group_by(li.settlement_id, people.c.person_id)
        .having(func.count(li.player_id.distinct()) > 1)
    )
    nights = union(
        select(db.games.c.night_id).where(db.games.c.id.in_(seats)),
        select(db.settlements.c.night_id).where(db.settlements.c.id.in_(lines)),
    )
    held = select(db.night_terms.c.held_on).where(db.night_terms.c.night_id.in_(nights), db.night_terms.c.live == 1)
    return connection.execute(held.order_by(db.night_terms.c.held_on)).scalars().first()


def in_two_teams(connection: Connection) -> str | None:
    """The name of a season in which two who are one by now play for different teams, if any."""
    people, m, t = known_people(), db.team_members.c, db.season_terms.c
    twice = (
        select(m.season_id)
        .join(people, people.c.player_id == m.player_id)
        .where(m.live == 1)
        .group_by(m.season_id, people.c.person_id)
        .having(func.count(m.team_id.distinct()) > 1)
    )
    named = select(t.name).where(t.season_id.in_(twice), t.live == 1).order_by(t.season_id)
    return connection.execute(named).scalars().first()


def settled_since(connection: Connection, unit: int) -> date | None:
    """The date of a settled night in which somebody is who a unit merged others into, and that was settled after it."""
    into = select(db.player_merges.c.into_id).where(db.player_merges.c.journal_id == unit)
    s, li = db.settlements.c, db.settlement_lines.c
    nights = (
        select(s.night_id)
        .join(db.settlement_lines, (li.settlement_id == s.id) & (li.live == 1))
        .where(s.live == 1, s.journal_id > unit, li.player_id.in_(into))
    )
    held = select(db.night_terms.c.held_on).where(db.night_terms.c.night_id.in_(nights), db.night_terms.c.live == 1)
    return connection.execute(held.order_by(db.night_terms.c.held_on)).scalars().first()


def refuse_nameless(connection: Connection, target: int, unit: int) -> None:
    """Refuses to undo a merge where who comes back is not found by their name: it was given up since.

    Raises TouchedSince naming the unit that gave it up.
    """
    m, t, n = db.player_merges.c, db.player_terms.c, db.player_names.c
    apart = select(m.player_id).where(m.voided_by == unit)
    for player, shown in connection.execute(
        select(t.player_id, t.shown_name).where(t.live == 1, t.player_id.in_(apart))
    ).all():
        mine = select(n.live, n.voided_by).where(n.player_id == player, n.name_key == name_key(shown))
        rows = connection.execute(mine.order_by(n.id)).all()
        if not any(row.live for row in rows):
            raise touched_since(connection, target, rows[-1].voided_by)


def _paid_each_other(connection: Connection, one: Person, other: Person) -> Sequence[int]:
    """The transfers between two people."""
    t = db.transfers.c
    mine, theirs = part_of(connection, one), part_of(connection, other)
    between = (t.payer_id.in_(mine) & t.payee_id.in_(theirs)) | (t.payer_id.in_(theirs) & t.payee_id.in_(mine))
    return list(connection.execute(select(t.id).where(between, t.live == 1)).scalars())


def _both(connection: Connection, table: Table[Any], parent: str, one: Person, other: Person) -> Sequence[int]:
    """The parents below which there are live rows of both people."""
    column = table.c[parent]

    def of(person: Person) -> set[int]:
        mine = table.c.player_id.in_(part_of(connection, person))
        return set(connection.execute(select(column).where(mine, table.c.live == 1)).scalars())

    return sorted(of(one) & of(other))
