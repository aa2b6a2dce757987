"""The results of games: ending an open game, and recording one from its final scores alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, counted, listing
from ledger.notation.parse import AmbiguousPlayer, UnknownPlayer
from ledger.rules.payments import MOST_STICKS, STICK
from ledger.rules.replay import Step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import dealer_may_end
from ledger.rules.ties import NOTHING_MORE, AtTheEnd
from ledger.services.choose import ANY_GAME, GameChoice, find_game
from ledger.services.count import NOTHING_LEFT, Count, after_hands, at_the_end, placed, with_penalties
from ledger.services.credit import credited
from ledger.services.games import AS_USUAL, GameOptions, SeatedTwice, new_game, refuse_if_settled, started_again
from ledger.services.nights import tonight
from ledger.services.views import played, table_after, view_of
from ledger.shapes.game import Ending, GameStarted, GameView
from ledger.store.load import StoredGame, game_by_id, hands_of, open_games
from ledger.store.nights import club_habits
from ledger.store.recorded import game_ended_by
from ledger.store.results import penalties_of
from ledger.store.save import NewEnd, save_end, save_game
from ledger.store.unit import Connection, Done, Engine, Request, run


class HasOpenGame(LedgerError):
    """Final scores of players whose game is still open."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"{listing(game.names)} have an open game, game {game.number} of {game.held_on}: "
            f"close it with these scores by  ledger game end {game.number} --date {game.held_on} --scores NAME=POINTS …"
        )


class WrongTotal(LedgerError):
    """Final scores that do not add up."""

    def __init__(self, total: int, rules: Ruleset, sticks_left: int) -> None:
        right = rules.players * rules.start_points - sticks_left * STICK
        gap = right - total
        message = (
            f"the scores add up to {total:,}, which is {abs(gap):,} too {'little' if gap > 0 else 'much'}: "
            f"{rules.players} × {rules.start_points:,}"
        )
        message += f" less {counted(sticks_left, 'riichi stick')} is {right:,}" if sticks_left else f" is {right:,}"
        sticks = sticks_left + gap // STICK
        if gap > 0 and gap % STICK == 0 and sticks <= MOST_STICKS:
            message += f"; if {counted(sticks, 'riichi stick')} stayed on the table, add --sticks-left {sticks}"
        message += '; to record them so, say why: --discrepancy "…"'
        super().__init__(message)


class AddsUp(LedgerError):
    """A discrepancy in scores that have none."""

    def __init__(self) -> None:
        super().__init__("the scores add up, so there is no discrepancy: leave out --discrepancy")


class NothingToEnd(LedgerError):
    """A game without hands has no result."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"game {game.number} has no hands: give the counted scores (--scores NAME=POINTS …), "
            f"or void it (ledger game void {game.number} --date {game.held_on})"
        )


class GameOver(LedgerError):
    """A second end of a game."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(f"game {game.number} of {game.held_on} is over already (ledger game show {game.number})")


class FinalScore(NamedTuple):
    """A player's points at the end of a game, as counted."""

    name: str
    points: int


def record_result(
    engine: Engine,
    request: Request,
    scores: Sequence[FinalScore],
    count: Count = NOTHING_LEFT,
    options: GameOptions = AS_USUAL,
    unit_of_scores: int | None = None,
) -> Done[GameStarted]:
    """Records a game from its final scores, names in seat order; they are in points or hundreds, else as is usual.

    Raises WrongTotal, and TieNeedsLastDealer, TieNeedsPlayers or SticksNeedLastWinner where the count lacks that.
    """

    def work(connection: Connection, unit: int) -> GameStarted:
        night = tonight(connection, unit, request, options.held_on, options.terms)
        new = new_game(connection, request, night, [score.name for score in scores], options)
        for game in open_games(connection):
            if game.night_id == night.night.id and set(game.seats) == set(new.seats):
                raise HasOpenGame(game)
        game_id = save_game(connection, unit, new)
        game = game_by_id(connection, game_id)
        counted_scores = [score.points for score in _in_points(connection, scores, unit_of_scores)]
        end = at_the_end(game, count)
        end_with(connection, unit, game, Ending.SCORES, counted_scores, end, count.discrepancy)
        return GameStarted(view_of(connection, game_id), night.opened, night.forgotten)

    return run(engine, request, work, started_again)


def end_game(
    engine: Engine,
    request: Request,
    choice: GameChoice = ANY_GAME,
    scores: Sequence[FinalScore] = (),
    count: Count = NOTHING_LEFT,
    unit_of_scores: int | None = None,
) -> Done[GameView]:
    """Ends an open game before its last hand: as the table stands, or with the scores that were counted.

    Raises what record_result does.
    """

    def work(connection: Connection, unit: int) -> GameView:
        game = _game_to_end(connection, request, choice, scores)
        refuse_if_settled(connection, game)
        if game.ending is not None:
            raise GameOver(game)
        steps = played(game, hands_of(connection, [game.id])[game.id])
        if scores:
            end = with_penalties(at_the_end(game, count), steps)
            end_with(
                connection,
                unit,
                game,
                Ending.COUNTED,
                by_seat(game, _in_points(connection, scores, unit_of_scores)),
                end,
                count.discrepancy,
            )
        else:
            end_as_it_stands(connection, unit, game, steps, how_it_stands(game, steps), count)
        return view_of(connection, game.id)

    def again(connection: Connection, unit: int) -> GameView:
        return view_of(connection, game_ended_by(connection, unit))

    return run(engine, request, work, again)


def _in_points(connection: Connection, scores: Sequence[FinalScore], unit: int | None) -> list[FinalScore]:
    """Counted scores in points, whatever they were typed in."""
    each = club_habits(connection).scores_in if unit is None else unit
    return [FinalScore(score.name, score.points * each) for score in scores]


def _game_to_end(
    connection: Connection, request: Request, choice: GameChoice, scores: Sequence[FinalScore]
) -> StoredGame:
    """The game that is chosen; without a word about it, the only open one whose players the scores name."""
    if scores and choice == ANY_GAME:
        fitting = [game for game in open_games(connection) if _seats_all(game, scores)]
        if len(fitting) == 1:
            return fitting[0]
    return find_game(connection, request.at, choice)


def _seats_all(game: StoredGame, scores: Sequence[FinalScore]) -> bool:
    try:
        return len({game.seat_of(score.name) for score in scores}) == len(game.seats)
    except (UnknownPlayer, AmbiguousPlayer):
        return False


def how_it_stands(game: StoredGame, steps: Sequence[Step]) -> Ending:
    """How a game ends after these hands if it ends now: by the dealer's choice, or before its last hand."""
    by_dealer = bool(steps) and dealer_may_end(steps[-1].before, steps[-1].facts, steps[-1].after, game.rules)
    return Ending.DEALER if by_dealer else Ending.CLOCK


def end_as_it_stands(
    connection: Connection, unit: int, game: StoredGame, steps: Sequence[Step], how: Ending, said: Count = NOTHING_LEFT
) -> None:
    """Ends a game with the scores of its recorded hands.

    Of what was said beside them, the chips and who is ahead count: the rest is known from the hands.
    """
    _end_of_hands(connection, unit, game, steps, how, at_the_end(game, said))


def _end_of_hands(
    connection: Connection, unit: int, game: StoredGame, steps: Sequence[Step], how: Ending, said: AtTheEnd
) -> None:
    if not steps:
        raise NothingToEnd(game)
    end = after_hands(said, steps, game.rules.players)
    if game.rules.leftover_sticks == "last_winner" and end.last_winner is None:
        # Nobody has won a hand, so there is nobody to get them.
        game = game._replace(rules=replace(game.rules, leftover_sticks="lost"))
    end_with(connection, unit, game, how, table_after(game, steps).scores, end)


class Was(NamedTuple):
    """How a game had ended: the scores that were counted, if they were, and what was said beside them, by seat.

    reason: why the scores do not add up, if they do not.
    """

    scores: tuple[int, ...] = ()
    end: AtTheEnd = NOTHING_MORE
    reason: str | None = None


def end_again(
    connection: Connection, unit: int, game: StoredGame, steps: Sequence[Step], how: Ending, was: Was
) -> None:
    """Ends a game that was corrected as it had ended."""
    if was.scores and how is not Ending.RULES:
        end_with(connection, unit, game, how, was.scores, with_penalties(was.end, steps), was.reason)
    else:
        said = was.end._replace(chombos=(0,) * game.rules.players)
        _end_of_hands(connection, unit, game, steps, how, said)


def by_seat(game: StoredGame, scores: Sequence[FinalScore]) -> list[int]:
    """Counted scores in seat order, whatever order they were named in."""
    points: dict[int, int] = {}
    for score in scores:
        seat = game.seat_of(score.name)
        if seat in points:
            raise SeatedTwice(game.names[seat])
        points[seat] = score.points
    for seat, name in enumerate(game.names):
        if seat not in points:
            raise UsageError(f"the score of {name} is missing: name all of {listing(game.names)}")
    return [points[seat] for seat in range(len(game.seats))]


def end_with(
    connection: Connection,
    unit: int,
    game: StoredGame,
    how: Ending,
    scores: Sequence[int],
    end: AtTheEnd,
    reason: str | None = None,
) -> None:
    """Places the players and stores the end; scores by seat, as counted; reason: why they do not add up.

    Raises WrongTotal for scores that do not add up without a reason, and AddsUp for a reason without that.
    """
    end = with_discrepancy(game.rules, scores, end, reason)
    game = game._replace(hands=game_by_id(connection, game.id).hands)  # one may have been recorded just now
    end = end._replace(taken_off=_taken_off(connection, game))
    save_end(connection, unit, game, NewEnd(how, placed(game, scores, end), end, credited(connection, game), reason))


def with_discrepancy(rules: Ruleset, scores: Sequence[int], end: AtTheEnd, reason: str | None) -> AtTheEnd:
    """What was counted, with by how much the scores are too much; reason: why. Raises WrongTotal or AddsUp."""
    gap = sum(scores) - (rules.players * rules.start_points - end.sticks_left * STICK)
    if gap and reason is None:
        raise WrongTotal(sum(scores), rules, end.sticks_left)
    if reason is not None and not gap:
        raise AddsUp
    return end._replace(discrepancy=gap, bearers=end.bearers if gap else ())


def _taken_off(connection: Connection, game: StoredGame) -> tuple[int, ...]:
    """What a referee takes off, by seat."""
    off = [0] * game.rules.players
    for penalty in penalties_of(connection, [game.id]):
        off[penalty.seat] += penalty.points
    return tuple(off)
