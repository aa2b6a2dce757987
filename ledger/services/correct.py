"""Correcting a hand that others follow: it is replaced, put in or taken out, and those behind it are played again."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.errors import LedgerError, counted
from ledger.notation.parse import parse_line
from ledger.rules.facts import Facts
from ledger.rules.replay import Step, step
from ledger.services.choose import ANY_GAME, GameChoice, find_game
from ledger.services.count import end_again_of
from ledger.services.games import refuse_if_settled, refuse_seated_elsewhere
from ledger.services.hands import OnlyScores
from ledger.services.results import Was, end_again
from ledger.services.views import game_view, played, table_after, view_of
from ledger.shapes.game import Ending, GameView
from ledger.store.load import Sitting, StoredGame, StoredHand, game_by_id, hands_of
from ledger.store.people import also_called
from ledger.store.recorded import ChangedSince
from ledger.store.results import ends_of, results_of
from ledger.store.save import replace_sittings, save_hand, void_end, void_hand
from ledger.store.unit import Connection, Done, Engine, Request, rehearse, run


class NoSuchHand(LedgerError):
    """A number that no hand of the game has."""

    def __init__(self, number: int, hands: int) -> None:
        super().__init__(
            f"there is no hand {number}: the game has {counted(hands, 'hand')} (ledger hand list); "
            "the next is recorded with  ledger hand"
        )


class LaterHandDoesNotFit(LedgerError):
    """A later hand that cannot have been played once an earlier one is corrected."""

    def __init__(self, number: int, line: str, reason: LedgerError) -> None:
        super().__init__(
            f"hand {number} ({line}) does not fit any more: {reason}; nothing was changed: correct hand {number} first"
        )


class NothingToChange(LedgerError):
    """A correction that leaves everything as it is."""

    def __init__(self) -> None:
        super().__init__("that is what is recorded already, so there is nothing to change")


class ChangedMeanwhile(LedgerError):
    """A correction that would do something else than what was shown before."""

    def __init__(self) -> None:
        super().__init__("something else was recorded meanwhile, so nothing was changed: look at the difference again")


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game before and after a correction."""

    before: GameView
    after: GameView


class Played(NamedTuple):
    """A hand of the corrected game: what happened, and by which id it is known."""

    uid: str
    facts: Facts


class Edited(NamedTuple):
    """The number of the first hand that changes, and all hands as they should be.

    moved: by how much the numbers of those behind it change, 1 or -1.
    """

    first: int
    hands: list[Played]
    moved: int = 0


Edit = Callable[[Connection, StoredGame, Sequence[StoredHand]], Edited]
"""From a game and its hands to what they should be."""


def fix_hand(
    engine: Engine,
    request: Request,
    number: int,
    text: str,
    choice: GameChoice = ANY_GAME,
    shown: Corrected | None = None,
) -> Done[Corrected]:
    """Replaces a hand by what a line says; shown: what the correction was seen to do, None only to see it."""

    def edit(connection: Connection, game: StoredGame, hands: Sequence[StoredHand]) -> Edited:
        _check_number(number, len(hands))
        facts = _said(connection, game, hands[: number - 1], text)
        if facts == hands[number - 1].facts:
            raise NothingToChange
        kept = [Played(hand.uid, hand.facts) for hand in hands]
        kept[number - 1] = Played(hands[number - 1].uid, facts)
        return Edited(number, kept)

    return _correct(engine, request, choice, edit, shown)


def insert_hand(
    engine: Engine,
    request: Request,
    number: int,
    text: str,
    choice: GameChoice = ANY_GAME,
    shown: Corrected | None = None,
) -> Done[Corrected]:
    """Puts a hand in, which then has this number; shown as in fix_hand."""

    def edit(connection: Connection, game: StoredGame, hands: Sequence[StoredHand]) -> Edited:
        _check_number(number, len(hands))
        kept = [Played(hand.uid, hand.facts) for hand in hands]
        kept.insert(number - 1, Played(f"{request.uid}/hand", _said(connection, game, hands[: number - 1], text)))
        return Edited(number, kept, moved=1)

    return _correct(engine, request, choice, edit, shown)


def remove_hand(
    engine: Engine, request: Request, number: int, choice: GameChoice = ANY_GAME, shown: Corrected | None = None
) -> Done[Corrected]:
    """Takes a hand out; shown as in fix_hand."""

    def edit(_connection: Connection, _game: StoredGame, hands: Sequence[StoredHand]) -> Edited:
        _check_number(number, len(hands))
        kept = [Played(hand.uid, hand.facts) for hand in hands if hand.seq != number]
        return Edited(number, kept, moved=-1)

    return _correct(engine, request, choice, edit, shown)


def _check_number(number: int, hands: int) -> None:
    if not 1 <= number <= hands:
        raise NoSuchHand(number, hands)


def _said(connection: Connection, game: StoredGame, before: Sequence[StoredHand], text: str) -> Facts:
    """What a line says at the table after these hands."""
    hand, table = len(before) + 1, table_after(game, played(game, before))
    also = also_called(connection, game.seats_at(hand))
    return parse_line(text, game.names_at(hand), game.rules, table=table, also=also).facts


def _correct(
    engine: Engine, request: Request, choice: GameChoice, edit: Edit, shown: Corrected | None
) -> Done[Corrected]:
    """Does a correction if it does what was shown; without that, only shows it."""

    def write(connection: Connection, unit: int, game: StoredGame) -> int:
        if game.ending is Ending.SCORES:
            raise OnlyScores(game)
        hands = hands_of(connection, [game.id])[game.id]
        _write(connection, unit, game, hands, edit(connection, game, hands))
        return game.id

    return correct_game(engine, request, choice, write, shown)


Write = Callable[[Connection, int, StoredGame], int]
"""Records a game otherwise, in a unit; returns its id, which may be another."""


def correct_game(
    engine: Engine, request: Request, choice: GameChoice, write: Write, shown: Corrected | None
) -> Done[Corrected]:
    """Records a game otherwise if that does what was shown; without that, only shows what it would do.

    Raises ChangedMeanwhile, and what stands against it.
    """

    def work(connection: Connection, unit: int) -> Corrected:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        before = view_of(connection, game.id)
        done = Corrected(before, view_of(connection, write(connection, unit, game)))
        if done.before == done.after:
            raise NothingToChange
        if shown is not None and shown != done:
            raise ChangedMeanwhile
        return done

    def again(connection: Connection, unit: int) -> Corrected:  # noqa: ARG001
        now = view_of(connection, find_game(connection, request.at, choice).id)
        if shown is not None and shown.after != now:
            raise ChangedSince
        return shown or Corrected(now, now)

    if shown is None:
        return Done(rehearse(engine, request, work, again), unit=0)
    return run(engine, request, work, again)


def _write(connection: Connection, unit: int, game: StoredGame, hands: Sequence[StoredHand], edited: Edited) -> None:
    """Plays the corrected game, and records it from the first hand that changes, its end again."""
    first, kept, moved = edited
    steps = _played_again(game, hands, kept)

    def record() -> None:
        for hand in hands[first - 1 :]:
            void_hand(connection, unit, hand.id)
        for seq, new in enumerate(steps, start=1):
            if seq >= first:
                save_hand(connection, unit, kept[seq - 1].uid, game.id, seq, new)
        sittings = moved_behind(game.sittings, first, moved)
        if sittings != game.sittings:
            replace_sittings(connection, unit, game.id, sittings)

    change_below_end(connection, unit, game, record)


def moved_behind(sittings: Sequence[Sitting], first: int, moved: int) -> tuple[Sitting, ...]:
    """Who sits where once the hands behind one have other numbers; who would have sat for no hand did not sit."""
    found: dict[tuple[int, int], Sitting] = {}
    for sits in sittings:
        hand = sits.from_hand + moved if sits.from_hand > first else sits.from_hand
        found[sits.seat, hand] = sits._replace(from_hand=hand, credit=None if hand == 1 else sits.credit)
    return without_repeats(found.values())


def without_repeats(sittings: Iterable[Sitting]) -> tuple[Sitting, ...]:
    """Who sits where, by seat and hand; nobody comes for themselves."""
    kept: list[Sitting] = []
    for sits in sorted(sittings, key=lambda sits: (sits.seat, sits.from_hand)):
        if not kept or (kept[-1].seat, kept[-1].person) != (sits.seat, sits.person):
            kept.append(sits)
    return tuple(kept)


def change_below_end(connection: Connection, unit: int, game: StoredGame, change: Callable[[], None]) -> None:
    """Changes what the end of a game builds on: its end is taken back, and made again on what is then there."""
    before = game_by_id(connection, game.id)  # a unit may have ended it just now
    was = how_it_ended(connection, before)
    void_end(connection, unit, game.id)
    change()
    now = game_by_id(connection, game.id)
    steps = played(now, hands_of(connection, [game.id])[game.id])
    end_corrected(connection, unit, now, before.ending, steps, was)


def _played_again(game: StoredGame, hands: Sequence[StoredHand], kept: Sequence[Played]) -> list[Step]:
    """All hands of the corrected game. Raises LaterHandDoesNotFit naming one that cannot be there any more."""
    lines = {hand.uid: line for hand, line in zip(hands, game_view(game, played(game, hands)).hands, strict=True)}
    recorded = {hand.uid: hand.facts for hand in hands}
    steps: list[Step] = []
    for uid, facts in kept:
        try:
            steps.append(step(table_after(game, steps), facts, game.rules))
        except LedgerError as error:
            if recorded.get(uid) != facts:
                raise  # the corrected hand itself
            raise LaterHandDoesNotFit(lines[uid].seq, lines[uid].line, error) from error
    return steps


def how_it_ended(connection: Connection, game: StoredGame) -> Was:
    """How a game ended, to end it again."""
    end = ends_of(connection, [game.id]).get(game.id)
    if end is None:
        return Was()
    results = results_of(connection, [game.id])[game.id]
    said = end_again_of(game, end, results, hands_of(connection, [game.id])[game.id])
    counted_scores = game.ending in (Ending.COUNTED, Ending.SCORES)
    scores = tuple(result.raw_score for result in results) if counted_scores else ()
    return Was(scores, said, end.reason)


def end_corrected(
    connection: Connection, unit: int, game: StoredGame, ending: Ending | None, steps: Sequence[Step], was: Was
) -> None:
    """Ends a corrected game if its last hand ends it, or as it had been ended; else it goes on.

    game: without its end, which is taken back. Raises SitsElsewhere where it would go on and its
    people play elsewhere by now.
    """
    over = bool(steps) and steps[-1].after.over
    if ending is Ending.RULES and not over:
        refuse_seated_elsewhere(connection, game.seats, game.label, besides=game.id)
    if over and ending is not Ending.COUNTED:
        ending = Ending.RULES
    elif ending is Ending.RULES:
        return
    if ending is not None:
        end_again(connection, unit, game, steps, ending, was)
