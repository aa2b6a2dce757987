"""What the readers of logs have in common: checked numbers, places, and one problem for each file that is none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ledger.errors import LedgerError, quoted
from ledger.importers.files import Unreadable
from ledger.importers.found import Found, FoundGame, Place, Problem
from ledger.rules.facts import HanFu, Price, YakumanHand

T = TypeVar("T")
MOST_POINTS = 10_000_000
MOST_HAN = 200
LAST_HAND = 15
"""The number of North 4, where East 1 is 0."""
MOST_SAID = 200
STRUCTURE = (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What is raised by a log that is not built as such logs are."""


class Reading:
    """A log under way: its file, and where in it the reader is, for what is wrong there."""

    def __init__(self, path: Path) -> None:
        self.file = path.name
        self.at: str | None = None

    @property
    def place(self) -> Place:
        """Where the reader is."""
        return Place(self.file, inside=self.at)


Reader = Callable[[Path, Reading], Iterable[FoundGame | Problem]]
"""Reads a file; where it holds several games, each is a game or what is wrong with it."""


def read_each(paths: Sequence[Path], system: str | None, read: Reader) -> Found:
    """The games of files, each read by itself; what is wrong with one says where."""
    found: list[FoundGame | Problem] = []
    for path in paths:
        reading = Reading(path)
        try:
            found += read(path, reading)
        except Unreadable as error:
            found.append(error.problem)
        except (LedgerError, *STRUCTURE) as error:
            found.append(problem_at(reading, error))
    games = tuple(one for one in found if isinstance(one, FoundGame))
    return Found(games, tuple(one for one in found if isinstance(one, Problem)), system)


def problem_at(reading: Reading, error: Exception) -> Problem:
    """What is wrong where the reader is."""
    if isinstance(error, LedgerError):
        return Problem(reading.place, str(error))
    return Problem(reading.place, f"this is not built as such a log is ({_said(error)})")


def _said(error: Exception) -> str:
    text = f"{error} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:MOST_SAID])


def whole(value: Any, low: int, high: int, what: str) -> int:
    """A whole number between two others. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"{what} is {value!r:.40}, which is no whole number")
    text = str(value).strip()
    if len(text) > 12 or not text.removeprefix("-").isdigit() or not text.isascii():
        raise ValueError(f"{what} is {text!r:.40}, which is no whole number")
    if not low <= int(text) <= high:
        raise ValueError(f"{what} is {text}, which is not between {low} and {high}")
    return int(text)


def result_points(value: Any) -> int:
    """Points of a result, written in thousands with decimals: -17.0. Raises ValueError."""
    try:
        return points_of(round(float(value) * 1000), "a result")
    except (ValueError, OverflowError, TypeError) as error:
        raise ValueError(f"a result is {value!r:.40}, which is no such number") from error


def known_name(name: str, names: Mapping[str, T], what: str) -> T:
    """What a name in a log means here. Raises ValueError."""
    if name not in names:
        raise ValueError(f"{what} is {quoted(name)}, which nobody knows here")
    return names[name]


def player_names(names: Iterable[Any]) -> tuple[str, ...]:
    """The names of players, which are text; of two that are the same, as guests have, the second is numbered.

    Raises ValueError.
    """
    every: list[str] = []
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"a player's name is {name!r:.40}")
        again = sum(other == name or other.startswith(f"{name} #") for other in every)
        every.append(f"{name} #{again + 1}" if again else name)
    return tuple(every)


def named(value: Any, what: str) -> str:
    """What a log calls a game: a word, or a number. Raises ValueError."""
    text = str(value) if isinstance(value, (str, int)) else ""
    if not text or len(text) > MOST_SAID or not text.isprintable():
        raise ValueError(f"{what} is {value!r:.40}")
    return text


def seat_in(value: Any, players: int, what: str = "a seat") -> int:
    """A seat of the table. Raises ValueError."""
    return whole(value, 0, players - 1, what)


def points_of(value: Any, what: str = "a score") -> int:
    """Points, as many as a table can have. Raises ValueError."""
    return whole(value, -MOST_POINTS, MOST_POINTS, what)


def price_of(han: int, fu: int | None, yakuman: int) -> Price:
    """The price of a winning hand: so many yakuman, or han and fu. Raises ValueError."""
    if yakuman:
        return YakumanHand(whole(yakuman, 1, 6, "yakuman"))
    return HanFu(whole(han, 1, MOST_HAN, "han"), fu or None)
