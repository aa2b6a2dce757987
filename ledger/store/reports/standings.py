"""What every player's results add up to, summed by the database."""

from collections import Counter
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, func, select, union_all

from ledger.shapes.money import LineKind
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import known_people, persons
from ledger.store.reports.scope import Counted

PLACES = 4


class Sums(NamedTuple):
    """What a person's results add up to: points of results and parts of them, places by how often, points taken off."""

    points: int = 0
    places: tuple[int, ...] = (0,) * PLACES
    penalties: int = 0

    @property
    def games(self) -> int:
        """How many results somebody has."""
        return sum(self.places)

    @property
    def place_sum(self) -> int:
        """All places added up."""
        return sum(place * often for place, often in enumerate(self.places, start=1))

    def plus(self, other: "Sums") -> "Sums":
        """Both together."""
        places = tuple(a + b for a, b in zip(self.places, other.places, strict=True))
        return Sums(self.points + other.points, places, self.penalties + other.penalties)

    def less(self, other: "Sums") -> "Sums":
        """Without the other."""
        places = tuple(a - b for a, b in zip(self.places, other.places, strict=True))
        return Sums(self.points - other.points, places, self.penalties - other.penalties)


def sums_by_person(connection: Connection, counted: Counted) -> dict[int, Sums]:
    """The sums of everybody who has a result that counts, or a part of one."""
    # The parts of each player row first: to join four hundred thousand results with their people takes a second.
    c = db.results.c
    results = connection.execute(
        select(
            *(c.player_id, c.place, func.count().label("games")),
            *(whole_sum(connection, column) for column in (c.points, c.penalty, c.referee)),
        )
        .where(c.live == 1, *counted.of(c.night_id, c.ruleset_id))
        .group_by(c.player_id, c.place)
    ).all()
    who = persons(connection) if results else {}
    found: dict[int, Sums] = {}
    for player, place, games, points, penalty, referee in results:
        places = tuple(games if place == nth else 0 for nth in range(1, PLACES + 1))
        person = who[player].id
        found[person] = found.get(person, Sums()).plus(Sums(points, places, penalty + referee))
    for person, points in _shares(connection, counted):
        found[person] = found.get(person, Sums()).plus(Sums(points))
    return found


def _shares(connection: Connection, counted: Counted) -> list[tuple[int, int]]:
    """The parts of others' results, by person."""
    c, r, people = db.result_shares.c, db.results.c, known_people()
    in_force = r.live + 0 == 1  # not by an index: shares are few, and are where to begin
    rows = connection.execute(
        select(people.c.person_id, whole_sum(connection, c.points))
        .join(people, people.c.player_id == c.player_id)
        .join(db.results, (r.game_id == c.game_id) & (r.seat == c.seat) & in_force)
        .where(c.live == 1, *counted.of(c.night_id, r.ruleset_id))
        .group_by(people.c.person_id)
    )
    return [(person, points) for person, points in rows]


def points_of_some(connection: Connection, counted: Counted, *, best: int | None, drop: int) -> dict[int, int]:
    """Everybody's points of so many best games only, or without so many worst."""
    r, s, people = db.results.c, db.result_shares.c, known_people()
    in_force = r.live + 0 == 1  # as above
    results = select(r.player_id, r.game_id, r.points).where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    shares = (
        select(s.player_id, s.game_id, s.points)
        .join(db.results, (r.game_id == s.game_id) & (r.seat == s.seat) & in_force)
        .where(s.live == 1, *counted.of(s.night_id, r.ruleset_id))
    )
    parts = union_all(results, shares).subquery()
    game = (
        select(people.c.person_id, parts.c.game_id, whole_sum(connection, parts.c.points).label("points"))
        .join(people, people.c.player_id == parts.c.player_id)
        .group_by(people.c.person_id, parts.c.game_id)
        .subquery()
    )
    worst_first = game.c.points if best is None else game.c.points.desc()
    nth = func.row_number().over(partition_by=game.c.person_id, order_by=(worst_first, game.c.game_id)).label("nth")
    ranked = select(game.c.person_id, game.c.points, nth).subquery()
    counts = ranked.c.nth > drop if best is None else ranked.c.nth <= best
    points = select(ranked.c.person_id, whole_sum(connection, ranked.c.points))
    return {row[0]: row[1] for row in connection.execute(points.where(counts).group_by(ranked.c.person_id))}


def money_by_person(connection: Connection, counted: Counted) -> dict[str, Counter[int]]:
    """What the games of settled nights came to in money, by currency and person: minor units."""
    li, st, people = db.settlement_lines.c, db.settlements.c, known_people()
    rows = connection.execute(
        select(st.currency, people.c.person_id, whole_sum(connection, li.amount_minor))
        .join(db.settlements, (st.id == li.settlement_id) & (st.live == 1))
        .join(people, people.c.player_id == li.player_id)
        .where(li.live == 1, li.kind == LineKind.GAMES.value, st.currency.is_not(None))
        .where(*([] if counted.nights is None else [st.night_id.in_(counted.nights)]))
        .group_by(st.currency, people.c.person_id)
    )
    found: dict[str, Counter[int]] = {}
    for currency, person, amount in rows:
        found.setdefault(currency, Counter())[person] += amount
    return found


def last_night(connection: Connection, counted: Counted) -> tuple[int, date] | None:
    """The last night of which a result counts, with its date."""
    c, r = db.night_terms.c, db.results.c
    there = select(r.id).where(r.night_id == c.night_id, r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    row = connection.execute(
        select(c.night_id, c.held_on)
        .where(c.live == 1, there.exists())
        .order_by(c.held_on.desc(), c.night_id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else (row.night_id, row.held_on)


def without_night(counted: Counted, night_id: int) -> Counted:
    """What counts, less one night."""
    c = db.night_terms.c
    nights = select(c.night_id).where(c.live == 1) if counted.nights is None else counted.nights
    return counted._replace(nights=nights.where(c.night_id != night_id))


def only_night(counted: Counted, night_id: int) -> Counted:
    """What counts of one night."""
    return counted._replace(nights=select(db.nights.c.id).where(db.nights.c.id == night_id))


def guests(connection: Connection) -> set[int]:
    """Those who are no members, by person."""
    c = db.player_terms.c
    return set(connection.execute(select(c.player_id).where(c.live == 1, c.guest == 1)).scalars())
