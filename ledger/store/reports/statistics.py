"""Statistics of a player."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, exists, select

from ledger.rules.ruleset import ruleset_from_content
from ledger.shapes.season import Scope
from ledger.shapes.statistics import InGame, Mean, PlayerStatistics, SeatLine, Share, Streak, Streaks
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.people import details_of
from ledger.store.reports.hand_figures import biggest, games_with_hands, hands_of, yaku_of
from ledger.store.reports.sat import rows_of, sittings_of
from ledger.store.reports.scope import Counted, counted_in
from ledger.store.reports.streaks import Longest, Played, longest_runs


def player_statistics(connection: Connection, person_id: int, scope: Scope) -> PlayerStatistics | None:
    """How somebody plays in the games that count; None who has neither a result nor a hand among them."""
    counted, rows = counted_in(connection, scope), rows_of(connection, person_id)
    results = _results(connection, rows, counted)
    sittings = sittings_of(rows, counted)
    games = games_with_hands(connection, sittings)
    shared = _shared_points(connection, rows, counted)
    if not results and not games and not shared:
        return None
    hands = hands_of(connection, sittings)
    points = [result.points + shared.pop((result.game_id, result.seat), 0) for result in results]
    by_points = [InGame(got, result.night, result.number) for got, result in zip(points, results, strict=True)]
    limits = _bust_limits(connection)
    may_bust = [result for result in results if limits[result.ruleset_id] is not None]
    places = Counter(result.place for result in results)
    most = scope.players or max([4, *places])
    return PlayerStatistics(
        player=details_of(connection, person_id).shown_name,
        players=scope.players,
        games=len(results),
        places=tuple(Share(places[place], len(results)) for place in range(1, most + 1)),
        place=Mean(sum(result.place for result in results), len(results)),
        points=Mean(sum(points) + sum(shared.values()), len(results)),
        best=max(by_points, key=lambda game: game.points, default=None),
        worst=min(by_points, key=lambda game: game.points, default=None),
        busts=Share(sum(result.raw_score < (limits[result.ruleset_id] or 0) for result in may_bust), len(may_bust)),
        streaks=_streaks(longest_runs(Played(0, result.night, result.place, result.last) for result in results)),
        seats=_seats(results, points),
        games_with_hands=games,
        hands=hands.figures,
        dealing=hands.dealing,
        not_dealing=hands.not_dealing,
        nagashi=hands.nagashi,
        chombo=hands.chombo,
        dora=hands.dora,
        yaku=yaku_of(connection, sittings),
        biggest_win=biggest(connection, sittings, won=True),
        biggest_loss=biggest(connection, sittings, won=False),
    )


class _Result(NamedTuple):
    """A game of somebody's; last: nobody was behind them."""

    game_id: int
    night: date
    number: int
    seat: int
    place: int
    points: int
    raw_score: int
    ruleset_id: int
    last: bool


def _results(connection: Connection, rows: Sequence[int], counted: Counted) -> list[_Result]:
    """The results that are somebody's, in order of play: runs need every one, and so the rest is counted from them."""
    r, g, t, other, s = db.results.c, db.games.c, db.night_terms.c, db.results.alias().c, db.seats.c
    behind = exists().where(other.game_id == r.game_id, other.live == 1, other.place > r.place)
    sat_in = select(s.game_id).where(s.player_id.in_(rows), s.live == 1)
    query = (
        select(r.game_id, t.held_on, g.number, r.seat, r.place, r.points, r.raw_score, r.ruleset_id, behind)
        .join(db.games, g.id == r.game_id)
        .join(db.night_terms, (t.night_id == r.night_id) & (t.live == 1))
        .where(r.game_id.in_(sat_in), r.player_id.in_(rows), r.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .order_by(t.held_on, g.played_at, g.number, g.id)
    )
    # Where all share the first place nobody is behind anybody, and nobody was last.
    return [
        _Result(game, night, number, seat, place, points, score, ruleset, last=not behind and place > 1)
        for game, night, number, seat, place, points, score, ruleset, behind in connection.execute(query)
    ]


def _shared_points(connection: Connection, rows: Sequence[int], counted: Counted) -> dict[tuple[int, int], int]:
    """What parts of results move to somebody or away, by game and seat."""
    s, r = db.result_shares.c, db.results.c
    query = (
        select(s.game_id, s.seat, whole_sum(connection, s.points))
        .join(db.results, (r.game_id == s.game_id) & (r.seat == s.seat) & (r.live == 1))
        .where(s.player_id.in_(rows), s.live == 1, *counted.of(r.night_id, r.ruleset_id))
        .group_by(s.game_id, s.seat)
    )
    return {(game, seat): points for game, seat, points in connection.execute(query)}


def _bust_limits(connection: Connection) -> dict[int, int | None]:
    """Below which score somebody is bust, by ruleset; None where scores begin at zero, and so are no sign of it."""
    limits: dict[int, int | None] = {}
    for ruleset_id, content in connection.execute(select(db.rulesets.c.id, db.rulesets.c.content)):
        rules = ruleset_from_content(content)
        below = 1 if rules.bust == "zero_or_below" else 0
        limits[ruleset_id] = below if rules.start_points else None
    return limits


def _streaks(longest: Sequence[Longest]) -> Streaks:
    """The first of the longest runs of each kind."""
    return Streaks(*(Streak(n, runs[0].since, runs[0].until) if runs else None for n, runs in longest))


def _seats(results: Sequence[_Result], points: Sequence[int]) -> tuple[SeatLine, ...]:
    """How it went by the seat in which the game began."""
    lines = []
    for seat in sorted({result.seat for result in results}):
        own = [(result.place, got) for result, got in zip(results, points, strict=True) if result.seat == seat]
        places, gained = sum(place for place, _ in own), sum(got for _, got in own)
        lines.append(SeatLine(seat, Mean(places, len(own)), Mean(gained, len(own))))
    return tuple(lines)
