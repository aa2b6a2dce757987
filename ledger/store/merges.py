"""Two people who turned out to be one."""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, func, select, union

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


def one_twice(connection: Connection) -> date | None:
    """The date of a night on which two who are one by now met, if any.

    They sat in one game, are in one settlement, or one paid the other or was to.
    """
    nights = union(
        select(db.games.c.night_id).where(db.games.c.id.in_(_twice_below(db.seats, "game_id"))),
        select(db.settlements.c.night_id).where(
            db.settlements.c.id.in_(_twice_below(db.settlement_lines, "settlement_id"))
        ),
        select(db.transfers.c.night_id).where(_to_oneself(db.transfers)),
        select(db.settlements.c.night_id)
        .join(db.planned_transfers, db.planned_transfers.c.settlement_id == db.settlements.c.id)
        .where(_to_oneself(db.planned_transfers)),
    )
    held = select(db.night_terms.c.held_on).where(db.night_terms.c.night_id.in_(nights), db.night_terms.c.live == 1)
    return connection.execute(held.order_by(db.night_terms.c.held_on)).scalars().first()


def _twice_below(table: Table[Any], parent: str) -> Select[int]:
    """What has live rows of two who were merged."""
    people = known_people()
    merged = people.c.person_id.in_(select(db.player_merges.c.into_id).where(db.player_merges.c.live == 1))
    return (
        select(table.c[parent])
        .join(people, people.c.player_id == table.c.player_id)
        .where(table.c.live == 1, merged)
        .group_by(table.c[parent], people.c.person_id)
        .having(func.count(table.c.player_id.distinct()) > 1)
    )


def _to_oneself(table: Table[Any]) -> ColumnElement[bool]:
    """Live rows in which payer and payee are one person."""
    payer, payee = known_people(), known_people()
    same = (
        select(payer.c.player_id)
        .join(payee, payee.c.person_id == payer.c.person_id)
        .where(payer.c.player_id == table.c.payer_id, payee.c.player_id == table.c.payee_id)
    )
    return and_(table.c.live == 1, same.exists())


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
