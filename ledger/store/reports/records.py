"""Records: the best and the worst of what was played."""

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, func, literal, select, union_all

from ledger.shapes.season import Scope
from ledger.shapes.statistics import Holder, Record, Records
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import known_people, persons
from ledger.store.reports.record_hands import biggest_hand, dealer_run, yakuman
from ledger.store.reports.scope import Counted, counted_in
from ledger.store.reports.streaks import Longest, Played, longest_runs
from ledger.store.reports.top import SHOWN, top_of


def records(connection: Connection, scope: Scope) -> Records:
    """The records of the games that count."""
    counted = counted_in(connection, scope)
    r = db.results.c
    games = select(func.count()).where(r.seat == 0, r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    firsts, top_two, without_last = (
        _streak(connection, longest) for longest in longest_runs(_in_order(connection, counted))
    )
    return Records(
        players=scope.players,
        games=connection.execute(games).scalar_one(),
        yakuman=yakuman(connection, counted),
        highest_score=_score(connection, counted, lowest=False),
        lowest_score=_score(connection, counted, lowest=True),
        biggest_hand=biggest_hand(connection, counted),
        dealer_run=dealer_run(connection, counted),
        best_night=_best_night(connection, counted),
        firsts=firsts,
        top_two=top_two,
        without_last=without_last,
    )


def _score(connection: Connection, counted: Counted, *, lowest: bool) -> Record | None:
    """The highest or the lowest final score."""
    r, people = db.results.c, known_people()
    figures = (
        select(r.game_id, literal(0).label("seq"), r.seat, r.raw_score.label("figure"), people.c.shown_name)
        .join(people, people.c.player_id == r.player_id)
        .where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .cte("figures")
    )
    return top_of(
        connection,
        figures,
        lambda rows: [Holder(row.shown_name, row.held_on, row.number) for row in rows],
        lowest=lowest,
    )


def _best_night(connection: Connection, counted: Counted) -> Record | None:
    """The most points that somebody made in one night."""
    r, s, t, people = db.results.c, db.result_shares.c, db.night_terms.c, known_people()
    of_results = select(r.night_id, r.player_id, r.points).where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
    of_shares = (
        select(s.night_id, s.player_id, s.points)
        .join(db.results, (r.game_id == s.game_id) & (r.seat == s.seat) & (r.live == 1))
        .where(s.live == 1, *counted.of(r.night_id, r.ruleset_id))
    )
    parts = union_all(of_results, of_shares).subquery()
    of_rows = (
        select(parts.c.night_id, parts.c.player_id, whole_sum(connection, parts.c.points).label("points"))
        .group_by(parts.c.night_id, parts.c.player_id)
        .subquery()
    )
    figures = (
        select(of_rows.c.night_id, people.c.person_id, whole_sum(connection, of_rows.c.points).label("figure"))
        .join(people, people.c.player_id == of_rows.c.player_id)
        .group_by(of_rows.c.night_id, people.c.person_id)
        .cte("figures")
        .prefix_with("MATERIALIZED")
    )
    rows = connection.execute(
        select(figures.c.figure, figures.c.person_id, t.held_on, func.count().over().label("times"))
        .join(db.night_terms, (t.night_id == figures.c.night_id) & (t.live == 1))
        .where(figures.c.figure == select(func.max(figures.c.figure)).scalar_subquery())
        .order_by(t.held_on, figures.c.night_id, figures.c.person_id)
        .limit(SHOWN)
    ).all()
    if not rows:
        return None
    names = persons(connection)
    return Record(rows[0].figure, rows[0].times, tuple(Holder(names[row[1]].name, row.held_on) for row in rows))


def _in_order(connection: Connection, counted: Counted) -> Iterator[Played]:
    """All games of everybody, in order of play."""
    r, g, t, people = db.results.c, db.games.c, db.night_terms.c, known_people()
    rows = connection.execute(
        select(g.id, people.c.person_id, t.held_on, r.place)
        .select_from(db.results)
        .join(db.games, g.id == r.game_id)
        .join(db.night_terms, (t.night_id == r.night_id) & (t.live == 1))
        .join(people, people.c.player_id == r.player_id)
        .where(r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .order_by(t.held_on, g.played_at, g.number, g.id, r.seat)
    )
    for _, of_game in groupby(rows, key=lambda row: row[0]):
        seats = list(of_game)
        worst = max(place for _, _, _, place in seats)
        for _, person, night, place in seats:
            yield Played(person, night, place, last=place == worst > 1)


def _streak(connection: Connection, longest: Longest) -> Record | None:
    """A run of at least two games."""
    if longest.games < 2:
        return None
    names = persons(connection)
    holders = (Holder(names[run.person].name, run.until, since=run.since) for run in longest.runs[:SHOWN])
    return Record(longest.games, len(longest.runs), tuple(holders))
