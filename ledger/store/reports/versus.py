"""How people do against each other."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, func, select

from ledger.names import name_key
from ledger.shapes.hand import Reason
from ledger.shapes.season import Scope
from ledger.shapes.statistics import Matrix, Mean, Share, Side, Versus
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import known_people, persons
from ledger.store.reports.sat import in_hand, rows_of, sittings_of, sum_where, until_of
from ledger.store.reports.scope import Counted, counted_in


def versus(connection: Connection, one: int, other: int, scope: Scope) -> Versus:
    """Two people, by id, in the games that count and both played."""
    counted = counted_in(connection, scope)
    rows = rows_of(connection, one), rows_of(connection, other)
    met = _meetings(connection, rows[0], rows[1], counted)
    hands, *deal_ins = _hands_together(connection, rows[0], rows[1], counted)
    names = {person.id: person.name for person in persons(connection).values()}

    def side(number: int) -> Side:
        moved = _shared_points(connection, rows[number], met.game_ids)
        return Side(
            player=names[(one, other)[number]],
            ahead=Share(met.ahead[number], met.games),
            place=Mean(met.places[number], met.games),
            points=Mean(met.points[number] + moved, met.games),
            deal_ins=deal_ins[number],
        )

    ties = met.games - sum(met.ahead)
    return Versus(scope.players, met.games, ties, hands, side(0), side(1))


class _Met(NamedTuple):
    """The games that two people both played: how many, and of each of the two the sums; and the games' ids."""

    games: int
    ahead: tuple[int, int]
    places: tuple[int, int]
    points: tuple[int, int]
    game_ids: Select[int]


def _meetings(connection: Connection, one: Sequence[int], other: Sequence[int], counted: Counted) -> _Met:
    a, other_results, s = db.results.c, db.results.alias(), db.seats.c
    b = other_results.c
    # The way over the seats, which have an index by player, saves one on the results.
    sat_in = select(s.game_id).where(s.player_id.in_(one), s.live == 1)
    sums = (
        *(sum_where(connection, a.place < b.place), sum_where(connection, b.place < a.place)),
        *(whole_sum(connection, column) for column in (a.place, b.place, a.points, b.points)),
    )
    query = (
        select(func.count(), *(func.coalesce(number, 0) for number in sums))
        .select_from(db.results)
        .join(other_results, (b.game_id == a.game_id) & b.player_id.in_(other) & (b.live == 1))
        .where(a.game_id.in_(sat_in), a.player_id.in_(one), a.live == 1, *counted.of(a.night_id, a.ruleset_id))
    )
    games, a_ahead, b_ahead, *places_and_points = connection.execute(query).one()
    places, points = tuple(places_and_points[:2]), tuple(places_and_points[2:])
    return _Met(games, (a_ahead, b_ahead), places, points, query.with_only_columns(a.game_id))


def _shared_points(connection: Connection, rows: Sequence[int], game_ids: Select[int]) -> int:
    """What parts of results move to somebody or away in these games."""
    s = db.result_shares.c
    moved = select(whole_sum(connection, s.points)).where(s.player_id.in_(rows), s.live == 1, s.game_id.in_(game_ids))
    return connection.execute(moved).scalar() or 0


def _hands_together(
    connection: Connection, one: Sequence[int], other: Sequence[int], counted: Counted
) -> tuple[int, Mean, Mean]:
    """In how many hands both sat, and what each paid for the other's wins by their discards."""
    a, s, h, p = sittings_of(one, counted), db.seats.c, db.hands.c, db.payments.c
    both = (
        select(*a.c, s.seat.label("other"), s.from_hand.label("other_from"), until_of(db.seats).label("other_until"))
        # The sum keeps SQLite from taking all games of the other for each game of the one, by the index of players.
        .join(db.seats, (s.game_id == a.c.game_id) & (s.player_id + 0).in_(other) & (s.live == 1))
        .cte("both")
        .prefix_with("MATERIALIZED")
    )
    from_one = (p.payer == both.c.seat) & (p.payee == both.c.other)
    from_other = (p.payer == both.c.other) & (p.payee == both.c.seat)
    query = (
        select(
            func.count(),
            *(sum_where(connection, from_one, p.points), sum_where(connection, from_one)),
            *(sum_where(connection, from_other, p.points), sum_where(connection, from_other)),
        )
        .select_from(both)
        .join(db.hands, in_hand(both) & (h.seq >= both.c.other_from) & (h.seq < both.c.other_until))
        .outerjoin(
            db.payments,  # at most one: of the two, only one can have discarded
            (p.hand_id == h.id) & (from_one | from_other) & (p.reason == Reason.RON.value) & (p.live == 1),
        )
    )
    hands, *paid = connection.execute(query).one()
    return hands, Mean(*paid[:2]), Mean(*paid[2:])


def matrix(connection: Connection, scope: Scope, people: Sequence[int] = (), most: int | None = None) -> Matrix:
    """Who was ahead of whom: people by id, else all who played; no more than so many, who most played."""
    counted, known = counted_in(connection, scope), persons(connection)
    names = {person.id: person.name for person in known.values()}
    played = _games_of(connection, counted)
    asked = people or list(played)
    ordered = sorted(asked, key=lambda person: (-played.get(person, 0), name_key(names[person]), person))
    shown = ordered[:most]
    rows = [row for row, person in known.items() if person.id in set(shown)]
    met = _ahead(connection, rows, counted)
    cells = tuple(
        tuple(None if one == other else met.get((one, other), Share(0, 0)) for other in shown) for one in shown
    )
    return Matrix(scope.players, tuple(names[person] for person in shown), cells, len(ordered) - len(shown))


def _games_of(connection: Connection, counted: Counted) -> dict[int, int]:
    """How many games everybody has a result of."""
    r, people = db.results.c, known_people()
    of_rows = (
        select(r.player_id, func.count().label("games"))
        .where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .group_by(r.player_id)
        .subquery()
    )
    games: dict[int, int] = {}
    for person, number in connection.execute(
        select(people.c.person_id, of_rows.c.games).join(people, people.c.player_id == of_rows.c.player_id)
    ):
        games[person] = games.get(person, 0) + number
    return games


def _ahead(connection: Connection, rows: Sequence[int], counted: Counted) -> dict[tuple[int, int], Share]:
    """How often each was ahead of each other one, of the games both played."""
    a, other_results, known = db.results.c, db.results.alias(), persons(connection)
    b = other_results.c
    query = (
        select(a.player_id, b.player_id, sum_where(connection, a.place < b.place), func.count())
        .select_from(db.results)
        .join(other_results, (b.game_id == a.game_id) & (b.seat != a.seat) & (b.live == 1))
        .where(
            *(a.player_id.in_(rows), b.player_id.in_(rows), a.live == 1),
            *counted.of(a.night_id, a.ruleset_id),
        )
        .group_by(a.player_id, b.player_id)
    )
    met: dict[tuple[int, int], Share] = {}
    for one, other, ahead, games in connection.execute(query):
        pair = known[one].id, known[other].id
        before = met.get(pair, Share(0, 0))
        met[pair] = Share(before.count + ahead, before.of + games)
    return met
