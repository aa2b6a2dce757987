"""Facts of a hand as rows, and rows as the facts they were."""

from collections.abc import Iterable, Sequence
from typing import Any

from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    LimitHand,
    Price,
    Ron,
    Score,
    Tsumo,
    Value,
    Win,
    YakumanHand,
)
from ledger.rules.turns import turn_order
from ledger.shapes.hand import Abort, Limit


def outcome_of(facts: Facts) -> str:
    """The stored name of an outcome."""
    match facts:
        case Ron():
            return "ron"
        case Tsumo():
            return "tsumo"
        case ExhaustiveDraw():
            return "draw"
        case AbortiveDraw():
            return "abort"
        case Chombo():
            return "chombo"


def seat_rows(facts: Facts, players: int) -> list[dict[str, int]]:
    """What each seat did, a row for each."""
    drawn = facts if isinstance(facts, ExhaustiveDraw) else ExhaustiveDraw()
    undeposited = facts.riichi if isinstance(facts, Chombo) else ()
    if isinstance(facts, Ron) and facts.on_riichi:
        undeposited = (facts.discarder,)
    return [
        {
            "seat": seat,
            "riichi": 2 if seat in undeposited else int(seat in facts.riichi),
            "tenpai": int(seat in drawn.tenpai),
            "nagashi": int(seat in drawn.nagashi),
        }
        for seat in range(players)
    ]


def win_row(win: Win, facts: Facts) -> dict[str, Any]:
    """A winning hand."""
    row: dict[str, Any] = {
        **dict.fromkeys(("han", "fu", "score", "limit_name", "yakuman", "value", "value_dealer")),
        "winner": win.winner,
        "discarder": facts.discarder if isinstance(facts, Ron) else None,
        "liable_seat": win.liable.seat if win.liable else None,
        "liable_yakuman": win.liable.multiple if win.liable else None,
        "tiles": win.tiles,
        "yaku": "+".join(win.yaku) or None,
        "dora": win.dora,
    }
    match win.price:
        case HanFu(han, fu):
            row |= {"han": han, "fu": fu}
        case Score(score):
            row["score"] = score
        case LimitHand(limit):
            row["limit_name"] = limit.value
        case YakumanHand(multiple):
            row["yakuman"] = multiple
        case Value(points, dealer):
            row |= {"value": points, "value_dealer": dealer}
    return row


def facts_of(hand: Any, wins: Sequence[Any], seats: Sequence[Any]) -> Facts:
    """The facts of a hand from its row, its winning hands and what its seats did."""
    riichi = _seats(row.seat for row in seats if row.riichi == 1)
    note = hand.note
    match hand.outcome:
        case "draw":
            tenpai = _seats(row.seat for row in seats if row.tenpai)
            return ExhaustiveDraw(tenpai, riichi, _seats(row.seat for row in seats if row.nagashi), note)
        case "abort":
            return AbortiveDraw(Abort(hand.abort_kind), riichi, note)
        case "chombo":
            return Chombo(hand.chombo_seat, _seats(row.seat for row in seats if row.riichi == 2), note)
        case "tsumo":
            return Tsumo(_win(wins[0]), riichi, note)
    won = {row.winner: _win(row) for row in wins}
    discarder = wins[0].discarder
    # The number of seats does not matter for the order of turns here, only that it is the same for all.
    in_turn = turn_order(tuple(won), discarder, 4)
    return Ron(discarder, tuple(won[w] for w in in_turn), riichi, any(row.riichi == 2 for row in seats), note)


def _seats(seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def _win(row: Any) -> Win:
    liable = None if row.liable_seat is None else Liability(row.liable_seat, row.liable_yakuman)
    yaku = tuple(row.yaku.split("+")) if row.yaku else ()
    return Win(row.winner, price_of(row), liable, row.tiles, yaku, row.dora)


def price_of(row: Any) -> Price:
    """A winning hand's price from its row."""
    if row.yakuman is not None:
        return YakumanHand(row.yakuman)
    if row.limit_name is not None:
        return LimitHand(Limit(row.limit_name))
    if row.value is not None:
        return Value(row.value, row.value_dealer)
    return Score(row.score) if row.score is not None else HanFu(row.han, row.fu)
