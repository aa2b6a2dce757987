"""What the readers of logs have in common: checked numbers, places, and one problem for each file that is none."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ledger.errors import LedgerError
from ledger.importers.files import Unreadable
from ledger.importers.found import Found, FoundGame, Place, Problem
from ledger.rules.facts import HanFu, Price, YakumanHand

MOST_POINTS = 10_000_000
MOST_HAN = 200
STRUCTURE = (KeyError, IndexError, TypeError, ValueError, AttributeError)
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


def read_each(paths: Sequence[Path], system: str | None, read: Callable[[Path, Reading], Iterable[FoundGame]]) -> Found:
    """The games of files, each read by itself; what is wrong with one says where."""
    games: list[FoundGame] = []
    problems: list[Problem] = []
    for path in paths:
        reading = Reading(path)
        try:
            games += read(path, reading)
        except Unreadable as error:
            problems.append(error.problem)
        except LedgerError as error:
            problems.append(Problem(reading.place, str(error)))
        except STRUCTURE as error:
            problems.append(Problem(reading.place, f"this is not built as such a log is ({_said(error)})"))
    return Found(tuple(games), tuple(problems), system)


def _said(error: Exception) -> str:
    text = str(error)
    return f"{text} is missing" if isinstance(error, KeyError) else text[:200] or type(error).__name__


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
