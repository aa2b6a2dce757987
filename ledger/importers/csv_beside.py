"""What a table can say of the end of a game beside its scores: sticks that were left, and what a tie goes by."""

from collections.abc import Sequence

from ledger.importers.csv_values import NoValue, score_of, seat_of
from ledger.names import name_key
from ledger.rules.payments import STICK

FIELDS = {
    "sticks": "sticks_left",
    "last-dealer": "last_dealer",
    "last-winner": "last_winner",
    "ahead": "ahead",
}
"""The columns that can be said, and what of a game each is."""


def value_of(what: str, text: str, players: Sequence[str], unit: int) -> int | tuple[int, ...]:
    """A number of sticks, a seat, or the seats in the order that was agreed. Raises NoValue."""
    match what:
        case "sticks":
            return _sticks(text, unit)
        case "ahead":
            return tuple(_seat(name, players) for name in text.replace(";", ",").split(",") if name.strip())
        case _:
            return _seat(text, players)


def _sticks(text: str, unit: int) -> int:
    """How many sticks: as a number of them, or as their points in the unit of scores."""
    try:
        number = score_of(text)
    except NoValue as error:
        raise NoValue(f"{text!r} is no number of sticks") from error
    points = number * unit
    if number < 0 or (points >= STICK and points % STICK):
        raise NoValue(f"{text!r} is no number of sticks, nor the points of some")
    return points // STICK if points >= STICK else number


def _seat(text: str, players: Sequence[str]) -> int:
    """The seat of a player who is named, or whose wind is."""
    keys = [name_key(name) for name in players]
    if name_key(text) in keys:
        return keys.index(name_key(text))
    try:
        seat = seat_of(text)
    except NoValue:
        seat = len(players)
    if seat >= len(players):
        raise NoValue(f"{text.strip()[:60]!r} is nobody in this game")
    return seat
