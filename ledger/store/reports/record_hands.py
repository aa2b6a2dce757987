"""Records of single hands: yakuman, the biggest, and the longest run of a dealer."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, case, func, literal, or_, select

from ledger.rules.points import HAN_LIMITS, SCORE_LIMITS
from ledger.rules.values import base_of
from ledger.shapes.hand import Limit, position
from ledger.shapes.statistics import Holder, Record, YakumanLine
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.hand_rows import price_of
from ledger.store.load import games_where
from ledger.store.reports.sat import FOR_A_WIN, games_over
from ledger.store.reports.scope import Counted
from ledger.store.reports.top import top_of

YAKUMAN_RON = 32_000
"""What a discarder pays for a yakuman of a non-dealer, the least that one brings by ron …"""
YAKUMAN_EACH = 8_000
"""… and what a non-dealer pays for one by tsumo."""
LARGE = 8_000
"""A payment that is part of any hand that brings 32,000 or more."""


def yakuman(connection: Connection, counted: Counted) -> tuple[YakumanLine, ...]:
    """All yakuman, also counted ones, in order of play."""
    h, g, t, w = db.hands.c, db.games.c, db.night_terms.c, db.wins.c
    rows = connection.execute(
        select(*w, h.game_id, h.seq, h.round_wind, h.dealer, h.honba)
        .select_from(db.wins)
        .join(db.hands, h.id == w.hand_id)
        .join(db.games, g.id == h.game_id)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .where(w.live == 1, _may_be_yakuman(), h.game_id.in_(games_over(counted)))
        .order_by(t.held_on, g.played_at, g.number, g.id, h.seq, w.winner)
    ).all()
    games = {game.id: game for game in games_where(connection, g.id.in_({row.game_id for row in rows}))}
    lines = []
    for row in rows:
        game, price, ron = games[row.game_id], price_of(row), row.discarder is not None
        base = base_of(price, game.rules, ron=ron, dealer_wins=row.winner == row.dealer)
        if base.limit is Limit.YAKUMAN:
            seats = game.names_at(row.seq)
            line = YakumanLine(
                player=seats[row.winner],
                night=game.held_on,
                game=game.number,
                hand=row.seq,
                position=position(row.round_wind, row.dealer, row.honba),
                discarder=seats[row.discarder] if ron else None,
                yaku=tuple(row.yaku.split("+")) if row.yaku else (),
                multiple=base.multiple,
                counted=row.han is not None or row.score is not None,
            )
            lines.append(line)
    return tuple(lines)


def _may_be_yakuman() -> Any:
    """The condition that a win may be one, by whatever its price is in; the rules of its game say whether it is."""
    w = db.wins.c
    by_ron, by_tsumo = w.value >= YAKUMAN_RON, w.value >= YAKUMAN_EACH
    return or_(
        w.yakuman.is_not(None),
        w.limit_name == Limit.YAKUMAN.value,
        w.han > HAN_LIMITS[-1][2],
        w.score > SCORE_LIMITS[-1][2],
        case((w.discarder.is_not(None), by_ron), else_=by_tsumo),
    )


def biggest_hand(connection: Connection, counted: Counted) -> Record | None:
    """The most points that a winning hand itself brought its winner."""
    if counted.nights is None:
        # Of all that was ever played, to add up the large payments only takes a fifth of the time. Nobody gets more
        # than four for a hand (a tsumo of which another answers for a part), so without a large one it brought less.
        found = _biggest_of(connection, counted, LARGE)
        if found is not None and found.figure >= 4 * LARGE:
            return found
    return _biggest_of(connection, counted, 0)


def _biggest_of(connection: Connection, counted: Counted, least: int) -> Record | None:
    """The biggest of the hands with a payment of so much."""
    h, p, large = db.hands.c, db.payments.c, db.payments.alias().c
    with_large = h.id.in_(select(large.hand_id).where(large.points >= least, large.live == 1))
    of_hand = (h.game_id, h.seq, h.round_wind, h.dealer, h.honba)
    figures = (
        select(*of_hand, p.payee.label("seat"), whole_sum(connection, p.points).label("figure"))
        .join(db.payments, (p.hand_id == h.id) & (p.live == 1) & p.reason.in_(FOR_A_WIN))
        .where(h.game_id.in_(games_over(counted)), h.live == 1, *([with_large] if least else []))
        .group_by(h.id, p.payee)
        .cte("figures")
        .prefix_with("MATERIALIZED")
    )
    return top_of(connection, figures, lambda rows: _of_hands(connection, rows))


def dealer_run(connection: Connection, counted: Counted) -> Record | None:
    """The most hands that somebody dealt one after the other, at least two; a hand with a chombo is none."""
    h, s = db.hands.c, db.seats.c
    substituted = select(s.game_id).where(s.live == 1, s.from_hand > 1)
    sits = select(func.max(s.from_hand)).where(
        s.game_id == h.game_id, s.seat == h.dealer, s.from_hand <= h.seq, s.live == 1
    )
    since = case((h.game_id.in_(substituted), sits.scalar_subquery()), else_=literal(1)).label("since")
    each = (
        select(h.game_id, h.seq, h.round_wind, h.dealer, h.honba, since)
        .where(h.live == 1, h.outcome != "chombo", h.game_id.in_(games_over(counted)))
        .subquery()
    )
    e = each.c
    figures = (
        select(
            *(e.game_id, e.round_wind, e.dealer, e.dealer.label("seat"), e.since),
            *(func.min(e.seq).label("seq"), func.min(e.honba).label("honba"), func.count().label("figure")),
        )
        .group_by(e.game_id, e.round_wind, e.dealer, e.since)
        .cte("figures")
        .prefix_with("MATERIALIZED")
    )
    return top_of(connection, figures, lambda rows: _of_hands(connection, rows), least=2)


def _of_hands(connection: Connection, rows: Sequence[Any]) -> list[Holder]:
    """Who sat in the seats of these hands, and where the hands are."""
    games = {game.id: game for game in games_where(connection, db.games.c.id.in_({row.game_id for row in rows}))}
    return [
        Holder(
            player=game.names_at(row.seq)[row.seat],
            night=game.held_on,
            game=game.number,
            hand=row.seq,
            position=position(row.round_wind, row.dealer, row.honba),
        )
        for row, game in ((row, games[row.game_id]) for row in rows)
    ]
