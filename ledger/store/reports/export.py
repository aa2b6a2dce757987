"""The games that are exported, some at a time, so that any number of them takes the same memory."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.shapes.hand import Payment
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.load import StoredGame, StoredHand, games_where, hands_of, payments_of
from ledger.store.people import known_people
from ledger.store.reports.scope import Counted
from ledger.store.results import StoredEnd, StoredResult, StoredShare, ends_of, results_of, shares_of_results

AT_ONCE = 200
"""How many games are in memory at a time."""


class ExportedGame(NamedTuple):
    """A game that is over, with its results, what was said at its end, and the parts of results that are others'."""

    game: StoredGame
    uid: str
    results: list[StoredResult]
    end: StoredEnd | None
    shares: list[StoredShare]


def finished_games(connection: Connection, counted: Counted) -> Iterator[list[ExportedGame]]:
    """The games that are over and count, in order of play, some at a time."""
    for ids in _some_at_a_time(_ids(connection, counted)):
        games = games_where(connection, db.games.c.id.in_(ids))
        results, ends = results_of(connection, ids), ends_of(connection, ids)
        g = db.games.c
        uids = {row.id: row.uid for row in connection.execute(select(g.id, g.uid).where(g.id.in_(ids)))}
        shares: dict[int, list[StoredShare]] = {}
        for share in shares_of_results(connection, ids):
            shares.setdefault(share.game_id, []).append(share)
        yield [
            ExportedGame(game, uids[game.id], results[game.id], ends.get(game.id), shares.get(game.id, []))
            for game in games
        ]


def hands_of_some(
    connection: Connection, games: Sequence[ExportedGame]
) -> tuple[dict[int, list[StoredHand]], dict[int, list[Payment]]]:
    """The hands of some games, by game, and the payments that were stored for each hand."""
    ids = [each.game.id for each in games if each.game.hands]
    return hands_of(connection, ids), payments_of(connection, ids)


def _ids(connection: Connection, counted: Counted) -> list[int]:
    g, t, e = db.games.c, db.night_terms.c, db.game_ends.c
    rows = connection.execute(
        select(g.id)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .join(db.game_ends, (e.game_id == g.id) & (e.live == 1))
        .where(g.live == 1, *counted.of(g.night_id, g.ruleset_id))
        .order_by(t.held_on, g.night_id, g.number, g.id)
    )
    return list(rows.scalars())


def _some_at_a_time(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE]


def uids_of_people(connection: Connection) -> dict[int, str]:
    """The id of each person that is the same in every ledger that has them."""
    return {row.id: row.uid for row in connection.execute(select(db.players.c.id, db.players.c.uid))}


def chips_by_person(connection: Connection, counted: Counted) -> dict[int, int]:
    """How many chips everybody has won, or lost (negative)."""
    r, people = db.results.c, known_people()
    rows = connection.execute(
        select(people.c.person_id, whole_sum(connection, r.chips))
        .join(people, people.c.player_id == r.player_id)
        .where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .group_by(people.c.person_id)
    )
    return {row[0]: row[1] for row in rows}


def days_played(connection: Connection, counted: Counted) -> tuple[date, ...]:
    """The dates of the nights whose games count."""
    r, t = db.results.c, db.night_terms.c
    played = select(r.night_id).where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    held = select(t.held_on).where(t.live == 1, t.night_id.in_(played)).distinct().order_by(t.held_on)
    return tuple(connection.execute(held).scalars())


def nights_that_count(connection: Connection, counted: Counted) -> set[int] | None:
    """The ids of the nights that count, None for all."""
    return None if counted.nights is None else set(connection.execute(counted.nights).scalars())
