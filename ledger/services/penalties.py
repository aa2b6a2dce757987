"""What a referee takes off a result."""

from ledger.errors import LedgerError, UsageError
from ledger.names import clean_note
from ledger.services.choose import ANY_GAME, GameChoice, find_game
from ledger.services.correct import change_below_end
from ledger.services.games import refuse_if_settled
from ledger.services.views import view_of
from ledger.shapes.game import MOST_PENALTY, GameView
from ledger.store.recorded import penalised_by
from ledger.store.save import save_penalty, void_penalties
from ledger.store.unit import Connection, Done, Engine, Request, run


class NoPenalty(LedgerError):
    """Nothing that could be taken back."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(f"{name} has no penalty in game {number}")


def penalise(
    engine: Engine, request: Request, name: str, points: int, reason: str, choice: GameChoice = ANY_GAME
) -> Done[GameView]:
    """Takes points off a player's result of a game, whether it is over or not; nobody gets them."""
    why = clean_note(reason)
    if not why:
        raise UsageError("why? A penalty has a reason")
    if not 0 < points <= MOST_PENALTY:
        raise UsageError(f"a penalty takes 1 to {MOST_PENALTY:,} points off, got {points:,}")

    def work(connection: Connection, unit: int) -> GameView:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        seat = game.seat_of(name)
        change_below_end(connection, unit, game, lambda: save_penalty(connection, unit, game.id, seat, points, why))
        return view_of(connection, game.id)

    return run(engine, request, work, _again)


def forgive(engine: Engine, request: Request, name: str, choice: GameChoice = ANY_GAME) -> Done[GameView]:
    """Takes back all penalties that a player has in a game. Raises NoPenalty."""

    def work(connection: Connection, unit: int) -> GameView:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        seat = game.seat_of(name)

        def take_back() -> None:
            if not void_penalties(connection, unit, game.id, seat):
                raise NoPenalty(game.names[seat], game.number)

        change_below_end(connection, unit, game, take_back)
        return view_of(connection, game.id)

    return run(engine, request, work, _again)


def _again(connection: Connection, unit: int) -> GameView:
    return view_of(connection, penalised_by(connection, unit))
