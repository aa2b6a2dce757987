"""Games, their results, hands and payments as tables for spreadsheets and analysis."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    LimitHand,
    Ron,
    Score,
    Value,
    Win,
    YakumanHand,
    wins_of,
)
from ledger.rules.payments import change
from ledger.rules.replay import Step
from ledger.services.scope import Asked, scope_meant
from ledger.services.views import as_paid
from ledger.shapes.export import Cell, Sheet
from ledger.shapes.export_columns import HANDS, IDS, LONG, PAYMENTS, SEATS, WIDE
from ledger.shapes.season import Scope
from ledger.store.hand_rows import outcome_of
from ledger.store.load import StoredGame
from ledger.store.reports.export import ExportedGame, finished_games, hands_of_some, uids_of_people
from ledger.store.reports.scope import Counted, counted_in
from ledger.store.unit import Connection, Engine, read

T = TypeVar("T")

Row = tuple[Cell, ...]
WINDS = "ESWN"
ALSO = "|"
"""Joins several names in one cell."""


class Wanted(NamedTuple):
    """Which games are exported; now: to know which season is that of today; ids: with the ids of people and games."""

    asked: Asked
    now: datetime
    ids: bool = False


def with_games(engine: Engine, wanted: Wanted, write: Callable[[Scope, "Games"], T]) -> T:
    """Calls what writes an export with the games that are meant, all from one state of the ledger."""

    def question(connection: Connection) -> T:
        scope = scope_meant(connection, wanted.now, wanted.asked)
        return write(scope, Games(connection, counted_in(connection, scope), ids=wanted.ids))

    return read(engine, question)


class Games:
    """The games of an export as tables; each can be written in turn."""

    def __init__(self, connection: Connection, counted: Counted, *, ids: bool) -> None:
        self._connection = connection
        self._counted = counted
        self._ids = ids

    def wide(self) -> Sheet:
        """A row for each game."""
        return Sheet("games", WIDE + IDS[:1] * self._ids, self._rows(self._wide))

    def long(self) -> Sheet:
        """A row for each player and game."""
        return Sheet("results", LONG + IDS * self._ids, self._rows(self._long))

    def hands(self) -> Sheet:
        """A row for each hand, and for each further win in it."""
        return Sheet("hands", HANDS + IDS[:1] * self._ids, self._rows_of_hands(_hand_rows))

    def payments(self) -> Sheet:
        """A row for each payment of points."""
        return Sheet("payments", PAYMENTS + IDS[:1] * self._ids, self._rows_of_hands(_payment_rows))

    def _rows(self, rows_of: Callable[[ExportedGame, Mapping[int, str]], Iterator[Row]]) -> Iterator[Row]:
        people = uids_of_people(self._connection) if self._ids else {}
        for games in finished_games(self._connection, self._counted):
            for each in games:
                yield from rows_of(each, people)

    def _wide(self, each: ExportedGame, _: Mapping[int, str]) -> Iterator[Row]:
        cells: list[Cell] = []
        for seat in range(SEATS):
            result = each.results[seat] if seat < len(each.results) else None
            cells += (
                [None] * 4 if result is None else [result.player.name, result.raw_score, result.place, result.points]
            )
        end = each.end
        beside = (0, None) if end is None else (end.discrepancy, end.reason)
        yield (*_game(each.game), *cells, *beside, *((each.uid,) if self._ids else ()))

    def _long(self, each: ExportedGame, people: Mapping[int, str]) -> Iterator[Row]:
        for r in each.results:
            numbers = (r.raw_score, r.leftover_sticks, r.uma, r.bonus, r.penalty, r.chips, r.chip_points, r.rounding)
            ids = (each.uid, people[r.player.id]) if self._ids else ()
            row = (r.seat + 1, r.player.name, r.place, *numbers, r.discrepancy, r.referee, r.points)
            yield (*_game(each.game), *row, *ids)
        for share in each.shares:
            ids = (each.uid, people[share.player.id]) if self._ids else ()
            yield (*_game(each.game), share.seat + 1, share.player.name, *[None] * 11, share.points, *ids)

    def _rows_of_hands(self, rows_of: Callable[[StoredGame, int, Step], Iterator[Row]]) -> Iterator[Row]:
        for games in finished_games(self._connection, self._counted):
            hands, paid = hands_of_some(self._connection, games)
            for each in games:
                steps = as_paid(each.game, hands.get(each.game.id, []), paid)
                for seq, step in enumerate(steps, start=1):
                    for row in rows_of(each.game, seq, step):
                        yield (each.game.held_on, each.game.number, seq, *row, *((each.uid,) if self._ids else ()))


def _game(game: StoredGame) -> Row:
    ending = None if game.ending is None else game.ending.value
    return game.held_on, game.number, game.label, game.rules.name, game.rules.players, game.hands, ending


def _hand_rows(game: StoredGame, seq: int, step: Step) -> Iterator[Row]:
    names = game.names_at(seq)
    before, facts = step.before, step.facts
    at = (WINDS[before.round_wind % 4], names[before.dealer], before.honba, before.sticks)
    abort = facts.kind.value if isinstance(facts, AbortiveDraw) else None
    drawn = facts if isinstance(facts, ExhaustiveDraw) else ExhaustiveDraw()
    said = [_names(names, seats) for seats in (facts.riichi, drawn.tenpai, drawn.nagashi)]
    changes = change(step.paid, len(names))
    for number, win in enumerate(wins_of(facts) or (None,), start=1):
        changed: list[Cell] = [*changes, *[None] * (SEATS - len(changes))] if number == 1 else [None] * SEATS
        yield (*at, outcome_of(facts), abort, number, *_win(win, facts, names), *said, *changed, facts.note)


def _win(win: Win | None, facts: Facts, names: Sequence[str]) -> Row:
    """A winning hand; of a chombo, whose it was."""
    if win is None:
        return (None, names[facts.offender] if isinstance(facts, Chombo) else None, *[None] * 10)
    discarder = names[facts.discarder] if isinstance(facts, Ron) else None
    price: tuple[Cell, ...]
    match win.price:
        case HanFu(han, fu):
            price = (han, fu, None, None, None, None)
        case Score(score):
            price = (None, None, score, None, None, None)
        case LimitHand(limit):
            price = (None, None, None, limit.value, None, None)
        case YakumanHand(multiple):
            price = (None, None, None, None, multiple, None)
        case Value(points):
            price = (None, None, None, None, None, points)
    liable = None if win.liable is None else names[win.liable.seat]
    return names[win.winner], discarder, *price, liable, "+".join(win.yaku) or None, win.dora, win.tiles


def _names(names: Sequence[str], seats: Sequence[int]) -> str | None:
    return ALSO.join(names[seat] for seat in seats) or None


def _payment_rows(game: StoredGame, seq: int, step: Step) -> Iterator[Row]:
    names = game.names_at(seq)
    for line, (payer, payee, points, reason) in enumerate(step.paid, start=1):
        yield (
            line,
            None if payer is None else names[payer],
            None if payee is None else names[payee],
            points,
            reason.value,
        )
