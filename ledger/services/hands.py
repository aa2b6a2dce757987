"""Recording hands, and taking the last one back."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from ledger.errors import LedgerError, counted
from ledger.notation.parse import SaidHand, parse_line
from ledger.rules.facts import Chombo
from ledger.rules.replay import Step, step
from ledger.services.choose import ANY_GAME, GameChoice, NoOpenGame, find_game, where_all_named_sit
from ledger.services.count import NOTHING_LEFT, Chips, Count
from ledger.services.games import refuse_if_settled, refuse_seated_elsewhere
from ledger.services.results import end_as_it_stands
from ledger.services.views import game_view, hand_line, played, table_after, view_of
from ledger.shapes.game import Ending, HandLine, HandRecorded
from ledger.store.load import StoredGame, StoredHand, game_by_id, hands_of, open_games
from ledger.store.nights import club_habits, day_of
from ledger.store.people import also_called
from ledger.store.recorded import ChangedSince, hand_recorded_by, hand_voided_by, when_recorded
from ledger.store.results import ends_of, results_of
from ledger.store.save import save_hand, void_end, void_hand
from ledger.store.unit import Connection, Done, Engine, Request, rehearse, run


def _marked(game: StoredGame) -> str:
    """A game as a command names it, on whatever night."""
    return f"{game.number} --date {game.held_on}"


class NoHandToUndo(LedgerError):
    """A game without hands."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(f"game {game.number} has no hand to undo")


class GameWasEnded(LedgerError):
    """A hand cannot be taken back below an end that somebody declared."""

    def __init__(self, game: StoredGame) -> None:
        if game.ending is Ending.SCORES:
            why = f"only its final scores were recorded: void it with  ledger game void {_marked(game)}"
        else:
            why = f"it was ended before its last hand: take that back first with  ledger game reopen {_marked(game)}"
        super().__init__(f"game {game.number} has no last hand to take back; {why}")


class OnlyScores(LedgerError):
    """A game without hands, where it is about hands."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"game {game.number} was recorded from its final scores and has no hands; "
            f"to record it otherwise, void it first:  ledger game void {_marked(game)}"
        )


class GameOverAlready(LedgerError):
    """A hand in a game that has ended."""

    def __init__(self, game: StoredGame) -> None:
        back = {
            Ending.RULES: f", or take its last hand back with  ledger hand undo --game {_marked(game)}",
            Ending.SCORES: "",
        }.get(game.ending or Ending.CLOCK, f", or take its end back with  ledger game reopen {_marked(game)}")
        super().__init__(
            f"game {game.number} is over, so no hand can follow: start the next one with  ledger game start{back}"
        )


class NotTheLastHand(LedgerError):
    """What belongs to the end of a game, said of a hand that does not end it."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"game {game.number} goes on after this hand: --ahead and --chips belong to its last one, so leave them out"
        )


class SameHandAgain(LedgerError):
    """A hand equal to the one before, typed within a minute of it."""

    def __init__(self, seq: int, line: str) -> None:
        super().__init__(
            f"hand {seq} was just recorded with the same line ({line}): if it really happened twice, add --again"
        )


class OtherHandThere(LedgerError):
    """A hand that was meant to follow another, and something else is recorded there."""

    def __init__(self, seq: int, line: str, by: str) -> None:
        super().__init__(f"hand {seq} is there already, recorded by {by}: {line}")


class HandMissing(LedgerError):
    """A hand that was meant to follow one that is not recorded."""

    def __init__(self, after: int, hands: int) -> None:
        super().__init__(f"--after {after}: the game has {counted(hands, 'hand')} so far, so some are missing")


class Care(NamedTuple):
    """How carefully a hand is recorded.

    again: even if it equals the hand before; after: only as the next after this number of
    hands; preview: not at all, only to see what it would do.
    """

    again: bool = False
    after: int | None = None
    preview: bool = False


AS_TYPED = Care()
SAME_WITHIN = timedelta(minutes=1)
"""An equal hand sooner than this after the one before is more likely a repeated command."""


def record_hand(
    engine: Engine,
    request: Request,
    text: str,
    choice: GameChoice = ANY_GAME,
    said: Count = NOTHING_LEFT,
    care: Care = AS_TYPED,
) -> Done[HandRecorded]:
    """Records what a line says in the open game that it belongs to, or in the game that is chosen.

    said: for a game's last hand, the chips and who of those who tie is ahead. Raises
    NotTheLastHand, SameHandAgain, OtherHandThere or HandMissing.
    """

    def work(connection: Connection, unit: int) -> HandRecorded:
        game = _game_of(connection, request, text, choice)
        hands = hands_of(connection, [game.id])[game.id]
        steps = played(game, hands)
        _check_follows(connection, game, hands, steps, care)
        also = also_called(connection, game.seats)
        line = parse_line(text, game.names, game.rules, table=table_after(game, steps), also=also)
        if hands and line.facts == steps[-1].facts and not care.again:
            _check_not_the_same(connection, request, hands[-1], hand_line(game, len(steps), steps[-1]))
        return save_next(connection, unit, f"{request.uid}/hand", game, steps, line, said)

    if care.preview:
        return Done(rehearse(engine, request, work, _recorded), unit=0)
    return run(engine, request, work, _recorded)


def save_next(
    connection: Connection,
    unit: int,
    uid: str,
    game: StoredGame,
    steps: list[Step],
    line: SaidHand,
    said: Count,
) -> HandRecorded:
    """Plays and stores the hand that follows these steps, and the end of the game if it is its last.

    The hand is added to the steps.
    """
    new = step(table_after(game, steps), line.facts, game.rules)
    steps.append(new)
    remarks = (*line.remarks, *_penalty(game, new))
    save_hand(connection, unit, uid, game.id, len(steps), new)
    if not new.after.over:
        if said != NOTHING_LEFT:
            raise NotTheLastHand(game)
        return HandRecorded(hand_line(game, len(steps), new), game_view(game, steps), remarks)
    end_as_it_stands(connection, unit, game, steps, Ending.RULES, said)
    return HandRecorded(hand_line(game, len(steps), new), view_of(connection, game.id), remarks)


def replace_last_hand(
    engine: Engine, request: Request, text: str, choice: GameChoice = ANY_GAME, *, preview: bool = False
) -> Done[HandRecorded]:
    """Records what a line says in place of the last hand of a game, in one unit; preview: only to see it."""

    def work(connection: Connection, unit: int) -> HandRecorded:
        game = find_game(connection, request.at, choice)
        hands = _hands_to_take_back_from(connection, game)
        steps = played(game, hands[:-1])
        hand = len(hands)
        also = also_called(connection, game.seats_at(hand))
        line = parse_line(text, game.names_at(hand), game.rules, table=table_after(game, steps), also=also)
        said = _said_at_the_end(connection, game)
        void_hand(connection, unit, hands[-1].id)
        void_end(connection, unit, game.id)
        ends = step(table_after(game, steps), line.facts, game.rules).after.over
        uid, reopened = f"{request.uid}/hand", game._replace(ending=None)
        return save_next(connection, unit, uid, reopened, steps, line, said if ends else NOTHING_LEFT)

    if preview:
        return Done(rehearse(engine, request, work, _recorded), unit=0)
    return run(engine, request, work, _recorded)


def _said_at_the_end(connection: Connection, game: StoredGame) -> Count:
    """What was said of a game's last hand: the chips, and who of those who tie is ahead."""
    end = ends_of(connection, [game.id]).get(game.id)
    if end is None:
        return NOTHING_LEFT
    results = results_of(connection, [game.id])[game.id]
    chips = tuple(Chips(game.names[r.seat], r.chips) for r in results) if any(r.chips for r in results) else ()
    return Count(ahead=tuple(game.names[seat] for seat in end.ahead), chips=chips)


def _hands_to_take_back_from(connection: Connection, game: StoredGame) -> list[StoredHand]:
    """The hands of a game whose last one may be taken back. Raises what stands against it."""
    refuse_if_settled(connection, game)
    if game.ending not in (None, Ending.RULES):
        raise GameWasEnded(game)
    if game.ending is Ending.RULES:
        refuse_seated_elsewhere(connection, game.seats, game.label)
    hands = hands_of(connection, [game.id])[game.id]
    if not hands:
        raise NoHandToUndo(game)
    return hands


def _penalty(game: StoredGame, new: Step) -> Iterator[str]:
    """What a chombo costs where it moves no points at the table."""
    if isinstance(new.facts, Chombo) and game.rules.chombo == "penalty":
        yield f"{game.rules.chombo_points:,} come off the result of {game.names[new.facts.offender]} after uma"


def _check_follows(
    connection: Connection, game: StoredGame, hands: Sequence[StoredHand], steps: Sequence[Step], care: Care
) -> None:
    """Refuses a hand that is not the next after those that were seen."""
    if care.after is None or care.after == len(hands):
        return
    if care.after > len(hands):
        raise HandMissing(care.after, len(hands))
    there = hand_line(game, care.after + 1, steps[care.after])
    raise OtherHandThere(there.seq, there.line, when_recorded(connection, hands[care.after].id).by)


def _check_not_the_same(connection: Connection, request: Request, last: StoredHand, line: HandLine) -> None:
    if abs(request.at - when_recorded(connection, last.id).at) < SAME_WITHIN:
        raise SameHandAgain(line.seq, line.line)


def _recorded(connection: Connection, unit: int) -> HandRecorded:
    """The hand that a unit recorded, with its game as it was right after it."""
    game_id, seq = hand_recorded_by(connection, unit)
    game = game_by_id(connection, game_id)
    steps = played(game, hands_of(connection, [game.id])[game.id])[:seq]
    over = steps[-1].after.over
    results = results_of(connection, [game.id])[game.id] if over else ()
    then = game if over else game._replace(ending=None)
    return HandRecorded(hand_line(game, seq, steps[-1]), game_view(then, steps, results))


def _game_of(connection: Connection, request: Request, text: str, choice: GameChoice) -> StoredGame:
    """The open game that a line belongs to."""
    games = open_games(connection)
    if choice != ANY_GAME:
        game = find_game(connection, request.at, choice)
    elif games:
        game = games[0] if len(games) == 1 else where_all_named_sit(connection, games, text)
    else:
        game = _last_of_today(connection, request)
    refuse_if_settled(connection, game)
    if game.ending is not None:
        raise GameOverAlready(game)
    return game


def _last_of_today(connection: Connection, request: Request) -> StoredGame:
    """Where no game is open, today's last one tells why. Raises NoOpenGame where there is none."""
    game = find_game(connection, request.at, ANY_GAME)
    if game.held_on != day_of(request.at, club_habits(connection).day_starts):
        raise NoOpenGame
    return game


def undo_hand(engine: Engine, request: Request, choice: GameChoice = ANY_GAME) -> Done[HandRecorded]:
    """Takes the last hand of a game back, with the end of the game if it was its last. May be repeated.

    The answer holds the hand that was taken back, and the game without it.
    """

    def work(connection: Connection, unit: int) -> HandRecorded:
        game = find_game(connection, request.at, choice)
        hands = _hands_to_take_back_from(connection, game)
        void_hand(connection, unit, hands[-1].id)
        void_end(connection, unit, game.id)
        return _without(game, played(game, hands))

    return run(engine, request, work, _undone)


def _without(game: StoredGame, steps: Sequence[Step]) -> HandRecorded:
    """The last of these hands, and the game without it."""
    without = game._replace(ending=None, hands=len(steps) - 1)
    return HandRecorded(hand_line(game, len(steps), steps[-1]), game_view(without, steps[:-1]))


def _undone(connection: Connection, unit: int) -> HandRecorded:
    """The hand that a unit took back, for a repeated request; where hands below it went too, it is not as it was."""
    game_id, seq = hand_voided_by(connection, unit)
    game = game_by_id(connection, game_id)
    before: list[StoredHand] = hands_of(connection, [game.id])[game.id][: seq - 1]
    if len(before) < seq - 1:
        raise ChangedSince
    return _without(game, played(game, [*before, *hands_of(connection, [game.id], voided_by=unit)[game.id]]))
