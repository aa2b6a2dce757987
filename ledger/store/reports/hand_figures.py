"""What somebody did in hands: won, dealt in, declared riichi, and for how many points."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import CTE, Connection, exists, func, select

from ledger.shapes.hand import Reason, position
from ledger.shapes.statistics import HandFigures, InHand, Mean, Share, YakuLine
from ledger.store import models as db
from ledger.store.base import whole_sum
from ledger.store.reports.sat import FOR_A_WIN, in_hand, sum_where


class _Counts(NamedTuple):
    """How often something was; of hands, but for dora (the sum) and its base."""

    hands: int = 0
    wins: int = 0
    tsumo: int = 0
    deal_ins: int = 0
    riichi: int = 0
    wins_after_riichi: int = 0
    deal_ins_after_riichi: int = 0
    draws: int = 0
    tenpai: int = 0
    nagashi: int = 0
    chombo: int = 0
    dora: int = 0
    dora_known: int = 0


class _Points(NamedTuple):
    """Points that changed hands, and how many payments those for the wins of others were."""

    won: int = 0
    extras: int = 0
    dealt_in: int = 0
    payments: int = 0
    honba: int = 0


class HandsOf(NamedTuple):
    """Everything that is counted of somebody's hands."""

    figures: HandFigures
    dealing: HandFigures
    not_dealing: HandFigures
    nagashi: Share
    chombo: Share
    dora: Mean


def hands_of(connection: Connection, sittings: CTE) -> HandsOf:
    """What somebody did in the hands in which they sat, also as dealer and not."""
    counts, points = _counts(connection, sittings), _points(connection, sittings)
    other, dealing = (counts.get(deals, _Counts()) for deals in (False, True))
    paid_other, paid_dealing = (points.get(deals, _Points()) for deals in (False, True))
    every, paid = _Counts(*_together(other, dealing)), _Points(*_together(paid_other, paid_dealing))
    return HandsOf(
        _figures(every, paid),
        _figures(dealing, paid_dealing),
        _figures(other, paid_other),
        Share(every.nagashi, every.draws),
        Share(every.chombo, every.hands),
        Mean(every.dora, every.dora_known),
    )


def _together(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _figures(n: _Counts, points: _Points) -> HandFigures:
    return HandFigures(
        hands=n.hands,
        wins=Share(n.wins, n.hands),
        tsumo=Share(n.tsumo, n.wins),
        deal_ins=Share(n.deal_ins, n.hands),
        riichi=Share(n.riichi, n.hands),
        wins_after_riichi=Share(n.wins_after_riichi, n.riichi),
        deal_ins_after_riichi=Share(n.deal_ins_after_riichi, n.riichi),
        tenpai=Share(n.tenpai, n.draws),
        win_value=Mean(points.won, n.wins),
        win_extras=Mean(points.extras, n.wins),
        deal_in_value=Mean(points.dealt_in, points.payments),
        deal_in_honba=Mean(points.honba, points.payments),
    )


def _counts(connection: Connection, sittings: CTE) -> dict[bool, _Counts]:
    """How often what was, by whether they dealt: a row for each hand, however many won it."""
    h, at, did, win = db.hands.c, sittings.c, db.hand_seats.c, db.wins.c
    won, declared, drawn = win.id.is_not(None), did.riichi > 0, h.outcome == "draw"
    discarded = (h.outcome == "ron") & _discarded(sittings)
    deals = h.dealer == at.seat
    sums = (
        *(won, won & (h.outcome == "tsumo"), discarded, declared, won & declared, discarded & declared),
        *(drawn, drawn & (did.tenpai == 1), did.nagashi == 1, h.chombo_seat == at.seat),
    )
    query = (
        select(
            deals,
            func.count(),
            *(sum_where(connection, condition) for condition in sums),
            sum_where(connection, won, func.coalesce(win.dora, 0)),
            func.count(win.dora),
        )
        .select_from(sittings)
        .join(db.hands, in_hand(sittings))
        .join(db.hand_seats, (did.hand_id == h.id) & (did.seat == at.seat) & (did.live == 1))
        .outerjoin(db.wins, (win.hand_id == h.id) & (win.winner == at.seat) & (win.live == 1))
        .group_by(deals)
    )
    return {bool(dealt): _Counts(*numbers) for dealt, *numbers in connection.execute(query)}


def _discarded(sittings: CTE) -> Any:
    """Whether who sits there discarded what a hand was won by."""
    of_others = db.wins.alias().c
    return exists().where(
        of_others.hand_id == db.hands.c.id, of_others.discarder == sittings.c.seat, of_others.live == 1
    )


def _points(connection: Connection, sittings: CTE) -> dict[bool, _Points]:
    """How many points changed hands, by whether they dealt: a row for each payment."""
    h, at, p = db.hands.c, sittings.c, db.payments.c
    mine, from_me = p.payee == at.seat, p.payer == at.seat
    dealt_in = from_me & (p.reason == Reason.RON.value)
    extras = mine & p.reason.in_((Reason.HONBA.value, Reason.STICKS.value)) & h.outcome.in_(("ron", "tsumo"))
    # Who answers for a yakuman may pay the counters of a hand that another dealt into.
    honba = from_me & (p.reason == Reason.HONBA.value) & (h.outcome == "ron") & _discarded(sittings)
    deals = h.dealer == at.seat
    query = (
        select(
            deals,
            sum_where(connection, mine & p.reason.in_(FOR_A_WIN), p.points),
            sum_where(connection, extras, p.points),
            sum_where(connection, dealt_in, p.points),
            sum_where(connection, dealt_in),
            sum_where(connection, honba, p.points),
        )
        .select_from(sittings)
        .join(db.hands, in_hand(sittings))
        .join(db.payments, (p.hand_id == h.id) & (mine | from_me) & (p.live == 1))
        .group_by(deals)
    )
    return {bool(dealt): _Points(*numbers) for dealt, *numbers in connection.execute(query)}


def games_with_hands(connection: Connection, sittings: CTE) -> int:
    """In how many games they sat in a recorded hand."""
    games = select(func.count(db.hands.c.game_id.distinct())).select_from(sittings)
    return connection.execute(games.join(db.hands, in_hand(sittings))).scalar_one()


def yaku_of(connection: Connection, sittings: CTE) -> tuple[YakuLine, ...]:
    """The yaku of the wins of which they are known, the most frequent first."""
    win = db.wins.c
    wins: dict[str, int] = {}
    known = 0
    for yaku, times in connection.execute(
        select(win.yaku, func.count())
        .select_from(sittings)
        .join(db.hands, in_hand(sittings))
        .join(db.wins, (win.hand_id == db.hands.c.id) & (win.winner == sittings.c.seat) & (win.live == 1))
        .where(win.yaku.is_not(None))
        .group_by(win.yaku)
    ):
        known += times
        for name in set((yaku or "").split("+")):
            wins[name] = wins.get(name, 0) + times
    ordered = sorted(wins.items(), key=lambda line: (-line[1], line[0]))
    return tuple(YakuLine(name, Share(times, known)) for name, times in ordered)


def biggest(connection: Connection, sittings: CTE, *, won: bool) -> InHand | None:
    """The hand by which they won most, or by which they lost most to those who won it; of equal ones the first."""
    h, g, p, t = db.hands.c, db.games.c, db.payments.c, db.night_terms.c
    party = p.payee if won else p.payer
    each = (
        select(p.hand_id, whole_sum(connection, p.points).label("points"))
        .select_from(sittings)
        .join(db.hands, in_hand(sittings))
        .join(db.payments, (p.hand_id == h.id) & (party == sittings.c.seat) & (p.live == 1))
        .where(p.reason.in_(FOR_A_WIN))
        .group_by(p.hand_id)
        .cte("each")
        .prefix_with("MATERIALIZED")
    )
    row = connection.execute(
        select(each.c.points, t.held_on, g.number, h.seq, h.round_wind, h.dealer, h.honba)
        .join(db.hands, h.id == each.c.hand_id)
        .join(db.games, g.id == h.game_id)
        .join(db.night_terms, (t.night_id == g.night_id) & (t.live == 1))
        .where(each.c.points == select(func.max(each.c.points)).scalar_subquery())
        .order_by(t.held_on, g.played_at, g.number, h.seq)
        .limit(1)
    ).first()
    if row is None:
        return None
    points, night, game, hand, *table = row
    return InHand(points, night, game, hand, position(*table))
