"""What pictures are made of: points, places and hands of everybody, step by step or added up."""

from collections import Counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, case, distinct, func, literal, or_, select, union_all

from ledger.shapes.chart import Step
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import persons
from ledger.store.reports.rated import games_played
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


class HandCounts(NamedTuple):
    """In how many hands somebody sat at the table, won, discarded a winning tile, and declared riichi."""

    hands: int
    wins: int
    deal_ins: int
    riichi: int


def hand_counts(connection: Connection, counted: Counted) -> dict[int, HandCounts]:
    """What everybody did in the hands of games that are over and count; a discard that two won by is one deal-in."""
    h, g, e, w = db.hands.c, db.games.c, db.game_ends.c, db.wins.c
    sits, did = db.seats.c, db.hand_seats.c
    later = db.seats.alias()
    still_sits = ~(
        select(later.c.id)
        .where(
            *(later.c.game_id == sits.game_id, later.c.seat == sits.seat, later.c.live == 1),
            *(later.c.from_hand > sits.from_hand, later.c.from_hand <= h.seq),
        )
        .exists()
    )
    at_table = and_(sits.game_id == h.game_id, sits.live == 1, sits.from_hand <= h.seq, still_sits)
    over = (
        select(sits.player_id, func.count(distinct(h.id)), *_of_hand(h, w, did, sits))
        .select_from(db.hands)
        .join(db.games, (g.id == h.game_id) & (g.live == 1))
        .join(db.game_ends, (e.game_id == g.id) & (e.live == 1))
        .join(db.seats, at_table)
        .outerjoin(db.wins, and_(w.hand_id == h.id, w.live == 1, or_(w.winner == sits.seat, w.discarder == sits.seat)))
        .outerjoin(db.hand_seats, and_(did.hand_id == h.id, did.seat == sits.seat, did.live == 1, did.riichi > 0))
        .where(h.live == 1, *counted.of(g.night_id, g.ruleset_id))
        .group_by(sits.player_id)
    )
    who = persons(connection)
    found: dict[int, Counter[str]] = {}
    for player, *numbers in connection.execute(over):
        found.setdefault(who[player].id, Counter()).update(dict(zip(HandCounts._fields, numbers, strict=True)))
    return {person: HandCounts(**{name: mine[name] for name in HandCounts._fields}) for person, mine in found.items()}


def _of_hand(h: Any, w: Any, did: Any, sits: Any) -> list[Any]:
    """Hands won, dealt into, and declared riichi in: each hand once, however many won it."""
    return [
        func.count(distinct(case((w.winner == sits.seat, h.id)))),
        func.count(distinct(case((w.discarder == sits.seat, h.id)))),
        func.count(distinct(case((did.riichi > 0, h.id)))),
    ]
