"""Somebody who comes for another in the middle of a game."""

from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, counted
from ledger.notation.parse import UnknownPlayer
from ledger.services.choose import ANY_GAME, GameChoice, find_game, seat_named
from ledger.services.correct import change_below_end, without_repeats
from ledger.services.games import refuse_if_settled, refuse_seated_elsewhere
from ledger.services.hands import OnlyScores
from ledger.services.views import view_of
from ledger.shapes.game import Credit, Ending, GameView
from ledger.store.attendance import at_night, save_attendance
from ledger.store.load import Sitting, StoredGame
from ledger.store.people import Person, everyone, find_person, names_of
from ledger.store.recorded import seats_said_by
from ledger.store.save import replace_sittings
from ledger.store.unit import Connection, Done, Engine, Request, run


class NoHandYet(LedgerError):
    """A game in which nobody can have come for another, for nothing was played."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(
            f"game {game.number} has no hands before that: say who sits where with  ledger game seats NAME NAME NAME …"
        )


class SitsThere(LedgerError):
    """Somebody who sits at the table already."""

    def __init__(self, person: Person, game: StoredGame) -> None:
        super().__init__(f"{person.name} sits in game {game.number} already")


class Handover(NamedTuple):
    """How somebody comes for another: from which hand on (None: the next), and whose the result is."""

    from_hand: int | None = None
    credit: Credit = Credit.STARTER


NEXT = Handover()


def substitute(
    engine: Engine, request: Request, left: str, came: str, choice: GameChoice = ANY_GAME, handover: Handover = NEXT
) -> Done[GameView]:
    """Seats somebody for another from a hand on; who left may come back. Raises NoHandYet or SitsThere."""

    def work(connection: Connection, unit: int) -> GameView:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        person = find_person(came, everyone(connection), names_of(connection))
        sittings = sittings_with(connection, game, left, person, handover)
        if game.ending is None:
            refuse_seated_elsewhere(connection, [person], None, besides=game.id)
        seat_otherwise(connection, unit, game, sittings)
        return view_of(connection, game.id)

    def again(connection: Connection, unit: int) -> GameView:
        return view_of(connection, seats_said_by(connection, unit))

    return run(engine, request, work, again)


def seat_otherwise(connection: Connection, unit: int, game: StoredGame, sittings: tuple[Sitting, ...]) -> None:
    """Records who sits where from which hand on, in place of what was known; a game that is over ends again."""
    new = {sits.person for sits in sittings} - {sits.person for sits in game.sittings}
    back = [person for person in at_night(connection, game.night_id).left if person in new]
    save_attendance(connection, unit, game.night_id, back, here=True)
    change_below_end(connection, unit, game, lambda: replace_sittings(connection, unit, game.id, sittings))


def sittings_with(
    connection: Connection, game: StoredGame, left: str, person: Person, handover: Handover
) -> tuple[Sitting, ...]:
    """Who sits where in a game once somebody came for another. Raises NoHandYet or SitsThere."""
    if game.ending is Ending.SCORES:
        raise OnlyScores(game)
    hand = handover.from_hand
    if hand == 1 or not game.hands:
        raise NoHandYet(game)
    if hand is None and game.ending is not None:
        raise UsageError(f"game {game.number} is over: say from which hand on, as in --from {max(game.hands, 2)}")
    hand = game.hands + 1 if hand is None else hand
    if not 1 < hand <= game.hands + 1:
        possible = "2" if game.hands == 1 else f"2 to {game.hands + 1}"
        raise UsageError(f"--from {hand}: the game has {counted(game.hands, 'hand')}, so it can be {possible}")
    seat = _seat(connection, game, left, hand)
    kept = tuple(sits for sits in game.sittings if (sits.seat, sits.from_hand) != (seat, hand))
    others = [s.person for s in kept if s.from_hand > hand and s.seat != seat]
    goes_back = len(kept) < len(game.sittings) and person == game.seats_at(hand - 1)[seat]
    if person in (*game._replace(sittings=kept).seats_at(hand), *others) and not goes_back:
        raise SitsThere(person, game)
    return without_repeats([*kept, Sitting(seat, hand, person, handover.credit)])


def _seat(connection: Connection, game: StoredGame, left: str, hand: int) -> int:
    """The seat of who leaves: of those who sit there in this hand, or sat there in the one before."""
    try:
        return seat_named(connection, game, left, hand)
    except UnknownPlayer:
        try:
            return seat_named(connection, game, left, hand - 1)
        except UnknownPlayer:
            pass
        raise
