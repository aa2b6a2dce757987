"""The ends and results of games, read back."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.store import models as db
from ledger.store.base import first_of_line
from ledger.store.people import Person, known_people


class StoredEnd(NamedTuple):
    """What was counted and said at the end of a game beside the scores; ahead, bearers: seats in order."""

    sticks_left: int
    last_dealer: int | None
    last_winner: int | None
    ahead: tuple[int, ...]
    discrepancy: int
    reason: str | None
    bearers: tuple[int, ...]


def ends_of(connection: Connection, game_ids: Iterable[int]) -> dict[int, StoredEnd]:
    """The live ends of games."""
    rows = connection.execute(
        select(
            db.game_ends.c.game_id,
            db.game_ends.c.sticks_left,
            db.game_ends.c.last_dealer,
            db.game_ends.c.last_winner,
            db.game_ends.c.ahead,
            db.game_ends.c.discrepancy,
            db.game_ends.c.discrepancy_reason,
            db.game_ends.c.discrepancy_by,
        ).where(db.game_ends.c.game_id.in_(list(game_ids)), db.game_ends.c.live == 1)
    )
    return {
        game: StoredEnd(sticks, dealer, winner, _seats_in(ahead), discrepancy, reason, _seats_in(by))
        for game, sticks, dealer, winner, ahead, discrepancy, reason, by in rows
    }


def _seats_in(text: str | None) -> tuple[int, ...]:
    """Seats from their text: "2 0"."""
    return tuple(map(int, (text or "").split()))


class StoredResult(NamedTuple):
    """A seat's stored result."""

    game_id: int
    seat: int
    player: Person
    place: int
    raw_score: int
    leftover_sticks: int
    uma: int
    bonus: int
    points: int
    penalty: int
    chips: int
    chip_points: int
    rounding: int
    discrepancy: int
    referee: int


def results_of(connection: Connection, game_ids: Iterable[int]) -> dict[int, list[StoredResult]]:
    """The live results of games, in seat order."""
    people = known_people()
    results: dict[int, list[StoredResult]] = {game: [] for game in game_ids}
    rows = connection.execute(
        select(
            db.results.c.game_id,
            db.results.c.seat,
            people.c.person_id,
            people.c.shown_name,
            db.results.c.place,
            db.results.c.raw_score,
            db.results.c.leftover_sticks,
            db.results.c.uma,
            db.results.c.bonus,
            db.results.c.points,
            db.results.c.penalty,
            db.results.c.chips,
            db.results.c.chip_points,
            db.results.c.rounding,
            db.results.c.discrepancy,
            db.results.c.referee,
        )
        .join(people, people.c.player_id == db.results.c.player_id)
        .where(db.results.c.game_id.in_(list(results)), db.results.c.live == 1)
        .order_by(db.results.c.game_id, db.results.c.seat)
    )
    for game, seat, player, name, *numbers in rows:
        results[game].append(StoredResult(game, seat, Person(player, name), *numbers))
    return results


class StoredShare(NamedTuple):
    """A part of a seat's result that somebody else has, or (negative) what that leaves to whose the result is."""

    game_id: int
    seat: int
    player: Person
    points: int


def shares_of_results(connection: Connection, game_ids: Iterable[int]) -> list[StoredShare]:
    """The live parts of results that are credited otherwise; those of each seat sum to zero."""
    c, people = db.result_shares.c, known_people()
    rows = connection.execute(
        select(c.game_id, c.seat, people.c.person_id, people.c.shown_name, c.points)
        .join(people, people.c.player_id == c.player_id)
        .where(c.game_id.in_(list(game_ids)), c.live == 1)
        .order_by(first_of_line(db.result_shares))
    )
    return [StoredShare(game, seat, Person(player, name), points) for game, seat, player, name, points in rows]


class StoredPenalty(NamedTuple):
    """Points that a referee takes off a seat's result."""

    id: int
    game_id: int
    seat: int
    points: int
    reason: str


def penalties_of(connection: Connection, game_ids: Iterable[int]) -> list[StoredPenalty]:
    """The live penalties of games, in the order they were given."""
    c = db.penalties.c
    rows = connection.execute(
        select(c.id, c.game_id, c.seat, c.points, c.reason)
        .where(c.game_id.in_(list(game_ids)), c.live == 1)
        .order_by(first_of_line(db.penalties))
    )
    return [StoredPenalty(*row) for row in rows]
