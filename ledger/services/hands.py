"""Recording hands, and taking the last one back."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, Engine, select

from ledger.errors import LedgerError
from ledger.notation.parse import parse_hand
from ledger.rules.facts import Facts
from ledger.rules.replay import step
from ledger.services.choose import NoOpenGame, by_mark, where_all_named_sit
from ledger.services.games import VoidedSince, find_game, refuse_if_settled, refuse_seated_elsewhere, void_end
from ledger.services.results import end_as_it_stands
from ledger.services.views import game_view, hand_line, played, table_after, view_of
from ledger.shapes.game import Ending, GameView, HandRecorded
from ledger.store import models as db
from ledger.store.load import StoredGame, StoredHand, games_where, hands_of, open_games, results_of
from ledger.store.save import save_hand
from ledger.store.undo import void_with_all_below
from ledger.store.unit import Done, Request, read, run


class NoHandToUndo(LedgerError):
    """A game without hands."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(f"game {game.number} has no hand to undo")


class GameWasEnded(LedgerError):
    """A hand cannot be taken back below an end that somebody declared."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"game {game.number} was ended before its last hand: "
            f"take that end back first with  ledger game reopen {game.number}"
        )


class GameOverAlready(LedgerError):
    """A hand in a game that has ended."""

    def __init__(self, game: StoredGame) -> None:
        back = {
            Ending.RULES: f", or take its last hand back with  ledger hand undo --game {game.number}",
            Ending.SCORES: "",
        }.get(game.ending or Ending.CLOCK, f", or take its end back with  ledger game reopen {game.number}")
        super().__init__(
            f"game {game.number} is over, so no hand can follow: start the next one with  ledger game start{back}"
        )


def record_hand(engine: Engine, request: Request, text: str, mark: str | None = None) -> Done[HandRecorded]:
    """Records what a line says in the open game that it belongs to, or in the game that mark names."""

    def work(connection: Connection, unit: int) -> HandRecorded:
        game, facts = _game_and_facts(connection, request, text, mark)
        steps = played(game, hands_of(connection, [game.id])[game.id])
        new = step(table_after(game, steps), facts, game.rules)
        steps.append(new)
        save_hand(connection, unit, f"{request.uid}/hand", game.id, len(steps), new)
        if not new.after.over:
            return HandRecorded(hand_line(game, len(steps), new), game_view(game, steps))
        end_as_it_stands(connection, unit, game, Ending.RULES)
        return HandRecorded(hand_line(game, len(steps), new), view_of(connection, game.id))

    return run(engine, request, work, _recorded)


def _recorded(connection: Connection, unit: int) -> HandRecorded:
    """The hand that a unit recorded, with its game as it was right after it."""
    hand = connection.execute(
        select(db.hands.c.game_id, db.hands.c.seq).where(db.hands.c.journal_id == unit, db.hands.c.live == 1)
    ).first()
    if hand is None:
        raise VoidedSince
    game = games_where(connection, db.games.c.id == hand.game_id)[0]
    steps = played(game, hands_of(connection, [game.id])[game.id])[: hand.seq]
    results = results_of(connection, [game.id])[game.id] if steps[-1].after.over else ()
    return HandRecorded(hand_line(game, hand.seq, steps[-1]), game_view(game, steps, results))


def _game_and_facts(connection: Connection, request: Request, text: str, mark: str | None) -> tuple[StoredGame, Facts]:
    """The open game that a line belongs to, and what the line says there."""
    games = open_games(connection)
    if mark is not None and not by_mark(games, mark):
        game = find_game(connection, request, mark, None)
        refuse_if_settled(connection, game)
        raise GameOverAlready(game)
    if mark is not None:
        games = by_mark(games, mark)
    if not games:
        _say_what_is_over(connection, request)
        raise NoOpenGame
    game = games[0] if len(games) == 1 else where_all_named_sit(games, text)
    return game, parse_hand(text, game.names, game.rules)


def _say_what_is_over(connection: Connection, request: Request) -> None:
    """Where tonight's last game is over, that is why there is no open one."""
    try:
        game = find_game(connection, request, None, None)
    except LedgerError:
        return
    if game.held_on == request.at.date():
        refuse_if_settled(connection, game)
        raise GameOverAlready(game)


def undo_hand(engine: Engine, request: Request, mark: str | None = None) -> Done[HandRecorded]:
    """Takes the last hand of a game back, with the end of the game if it was its last. May be repeated.

    The answer holds the hand that was taken back, and the game without it.
    """

    def work(connection: Connection, unit: int) -> HandRecorded:
        game = find_game(connection, request, mark, None)
        refuse_if_settled(connection, game)
        if game.ending not in (None, Ending.RULES):
            raise GameWasEnded(game)
        if game.ending is Ending.RULES:
            refuse_seated_elsewhere(connection, game.seats)
        hands = hands_of(connection, [game.id])[game.id]
        if not hands:
            raise NoHandToUndo(game)
        # Not its whole unit: that may have recorded more than this hand.
        void_with_all_below(connection, db.hands, db.hands.c.id == hands[-1].id, unit)
        void_end(connection, unit, game)
        return _without(game, hands)

    return run(engine, request, work, _undone)


def _without(game: StoredGame, hands: Sequence[StoredHand]) -> HandRecorded:
    """The last of these hands, and the game without it."""
    steps = played(game, hands)
    return HandRecorded(hand_line(game, len(steps), steps[-1]), game_view(game._replace(ending=None), steps[:-1]))


def _undone(connection: Connection, unit: int) -> HandRecorded:
    """The hand that a unit took back, for a repeated request."""
    hand = connection.execute(select(db.hands.c.game_id, db.hands.c.seq).where(db.hands.c.voided_by == unit)).one()
    game = games_where(connection, db.games.c.id == hand.game_id)[0]
    before = hands_of(connection, [game.id])[game.id][: hand.seq - 1]
    return _without(game, before + hands_of(connection, [game.id], voided_by=unit)[game.id])


def list_hands(engine: Engine, request: Request, mark: str | None, held_on: date | None = None) -> GameView:
    """A game with its hands."""
    return read(engine, lambda connection: view_of(connection, find_game(connection, request, mark, held_on).id))
