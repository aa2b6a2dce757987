"""What pictures are made of: points and ratings of everybody step by step, and what they did in hands."""

from typing import NamedTuple

from sqlalchemy import Connection, literal, select, union_all

from ledger.shapes.chart import Step
from ledger.shapes.statistics import HandFigures
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import persons
from ledger.store.reports.hand_figures import hands_of
from ledger.store.reports.rated import games_played
from ledger.store.reports.sat import rows_of, sittings_of
from ledger.store.reports.scope import Counted

FEW_NIGHTS = 2
"""Of no more nights than this, every game is a step; of more, every night."""


class Track(NamedTuple):
    """The steps of a series, and which of them a night (or where by_game, a game) is, by id."""

    steps: tuple[Step, ...]
    number: dict[int, int]
    by_game: bool


def track_of(connection: Connection, counted: Counted) -> Track:
    """The steps of the games that count, in the order they were played."""
    r, t, g = db.results.c, db.night_terms.c, db.games.c
    there = select(r.id).where(r.night_id == t.night_id, r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    nights = connection.execute(
        select(t.night_id, t.held_on).where(t.live == 1, there.exists()).order_by(t.held_on, t.night_id)
    ).all()
    if len(nights) > FEW_NIGHTS:
        steps = [Step(held_on) for _, held_on in nights]
        return Track((Step(), *steps), {night: i for i, (night, _) in enumerate(nights, start=1)}, by_game=False)
    games = connection.execute(
        select(g.id, t.held_on, g.number)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .where(g.id.in_(select(r.game_id).where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))))
        .order_by(t.held_on, t.night_id, g.played_at, g.number, g.id)
    ).all()
    steps = [Step(held_on, number) for _, held_on, number in games]
    return Track((Step(), *steps), {game: i for i, (game, _, _) in enumerate(games, start=1)}, by_game=True)


class Gained(NamedTuple):
    """What somebody's results of a step come to, and how many they are."""

    step: int
    points: int
    games: int


def gained(connection: Connection, counted: Counted, track: Track) -> dict[int, list[Gained]]:
    """What everybody gained at each step at which they have a result, or a part of one; steps in order."""
    r, s = db.results.c, db.result_shares.c
    at, shares_at = (r.game_id, s.game_id) if track.by_game else (r.night_id, s.night_id)
    counts = counted.of(r.night_id, r.ruleset_id)
    results = select(at.label("at"), r.player_id, r.points, literal(1).label("games")).where(r.live == 1, *counts)
    shares = (
        select(shares_at, s.player_id, s.points, literal(0))
        .join(db.results, (r.game_id == s.game_id) & (r.seat == s.seat) & (r.live == 1))
        .where(s.live == 1, *counts)
    )
    parts = union_all(results, shares).subquery()
    sums = (whole_sum(connection, parts.c[name]) for name in ("points", "games"))
    rows = connection.execute(select(parts.c.at, parts.c.player_id, *sums).group_by(parts.c.at, parts.c.player_id))
    who = persons(connection)
    found: dict[int, dict[int, Gained]] = {}
    for at_id, player, points, games in rows:
        step, mine = track.number[at_id], found.setdefault(who[player].id, {})
        so_far = mine.get(step, Gained(step, 0, 0))  # of somebody who was merged, both parts
        mine[step] = Gained(step, so_far.points + points, so_far.games + games)
    return {person: sorted(mine.values()) for person, mine in found.items()}


class PlacedAt(NamedTuple):
    """A game for a rating: its step, and everybody's place in it."""

    step: int
    people: tuple[int, ...]
    places: tuple[int, ...]


def placed(connection: Connection, counted: Counted, track: Track) -> list[PlacedAt]:
    """The games that count as ratings see them, each with its step."""
    return [
        PlacedAt(track.number[game.game_id if track.by_game else game.night_id], game.people, game.places)
        for game in games_played(connection, counted)
    ]


def figures_of_hands(connection: Connection, counted: Counted, person_id: int) -> HandFigures:
    """What somebody did in hands, as their statistics have it."""
    return hands_of(connection, sittings_of(rows_of(connection, person_id), counted)).figures
