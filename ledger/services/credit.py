"""Whose the result of a seat is where somebody came for another in the middle of a game."""

from collections.abc import Sequence

from ledger.rules.replay import Step
from ledger.services.views import played
from ledger.shapes.game import Credit
from ledger.store.load import Sitting, StoredGame, hands_of
from ledger.store.people import Person
from ledger.store.save import Credited
from ledger.store.unit import Connection


def credited(connection: Connection, game: StoredGame) -> Credited:
    """Whose each seat's result is, by what was said when somebody came for another."""
    came = [sits for sits in game.came if sits.from_hand <= game.hands + 1]
    owners = list(game.seats_at(1))
    if not came:
        return Credited(tuple(owners))
    steps = played(game, hands_of(connection, [game.id])[game.id])
    shares: list[tuple[int, Person, int]] = []
    for seat, starter in enumerate(game.seats_at(1)):
        owners[seat], parts = _credited_seat(game, starter, [sits for sits in came if sits.seat == seat], steps)
        shares += ((seat, person, points) for person, points in parts.items() if points)
    return Credited(tuple(owners), tuple(shares))


def _credited_seat(
    game: StoredGame, starter: Person, came: Sequence[Sitting], steps: Sequence[Step]
) -> tuple[Person, dict[Person, int]]:
    """Whose a seat's result is, and the parts of it that are somebody else's, with what that leaves to the owner.

    A part is what was won or lost between two changes, so uma and bonus go with the end.
    """
    owner, since = starter, game.rules.start_points
    parts: dict[Person, int] = {}
    for sits in came:
        if sits.credit is Credit.STARTER:
            continue
        if sits.credit is Credit.SPLIT:
            score = steps[sits.from_hand - 2].after.scores[sits.seat]
            parts[owner] = parts.get(owner, 0) + score - since
            since = score
        owner = sits.person
    parts.pop(owner, None)  # somebody who left and came back has it all anyway
    parts[owner] = -sum(parts.values())
    return owner, parts
