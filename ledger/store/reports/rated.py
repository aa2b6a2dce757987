"""Finished games as ratings see them: who came in which place, in the order they were played."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.store import models as db
from ledger.store.people import persons
from ledger.store.reports.scope import Counted


class PlayedGame(NamedTuple):
    """A finished game: its id and night, and each person with their place, those who tie sharing one."""

    game_id: int
    night_id: int
    people: tuple[int, ...]
    places: tuple[int, ...]


def games_played(connection: Connection, counted: Counted) -> Iterator[PlayedGame]:
    """The games that count, by the night's date, when they began, and number; a result is of whom it is credited to.

    A game in which one person has two results is left out: nobody can be rated against themselves.
    """
    r, g, t = db.results.c, db.games.c, db.night_terms.c
    who = persons(connection)
    rows = connection.execute(
        select(r.game_id, r.night_id, r.player_id, r.place)
        .join(db.games, g.id == r.game_id)
        .join(db.night_terms, (t.night_id == r.night_id) & (t.live == 1))
        .where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .order_by(t.held_on, t.night_id, g.played_at, g.number, g.id, r.seat)
    )
    game, night, people, places = 0, 0, [], []  # type: ignore[var-annotated]
    for game_id, night_id, player, place in rows:
        if game_id != game and people:
            yield from _unless_twice(PlayedGame(game, night, tuple(people), tuple(places)))
            people, places = [], []
        game, night = game_id, night_id
        people.append(who[player].id)
        places.append(place)
    if people:
        yield from _unless_twice(PlayedGame(game, night, tuple(people), tuple(places)))


def _unless_twice(game: PlayedGame) -> Iterator[PlayedGame]:
    if len(set(game.people)) == len(game.people):
        yield game
