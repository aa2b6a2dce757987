"""Games of people one after the other: the longest runs of good places."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple


class Played(NamedTuple):
    """A game of somebody: the night, the place, and whether nobody was behind them."""

    person: int
    night: date
    place: int
    last: bool


class Run(NamedTuple):
    """A run of somebody's games, from the night of the first to that of the last."""

    person: int
    since: date
    until: date


class Longest(NamedTuple):
    """The longest runs there were: how many games, and all runs of that length; none: 0 games."""

    games: int
    runs: tuple[Run, ...]


KINDS: tuple[Callable[[Played], bool], ...] = (
    lambda played: played.place == 1,
    lambda played: played.place <= 2,
    lambda played: not played.last,
)
"""First places, first and second ones, and no last one."""


def longest_runs(games: Iterable[Played]) -> tuple[Longest, ...]:
    """The longest runs of each of KINDS, of games in order of play."""
    found = [_Kind(keeps) for keeps in KINDS]
    for played in games:
        for kind in found:
            kind.add(played)
    return tuple(Longest(kind.most, tuple(kind.runs)) for kind in found)


class _Kind:
    """The runs of one kind so far: how long everybody's present one is, since when, and the longest."""

    def __init__(self, keeps: Callable[[Played], bool]) -> None:
        self.most = 0
        self.runs: list[Run] = []
        self._keeps = keeps
        self._now: dict[int, tuple[int, date]] = {}

    def add(self, played: Played) -> None:
        """One more game."""
        if not self._keeps(played):
            self._now.pop(played.person, None)
            return
        before, since = self._now.get(played.person, (0, played.night))
        self._now[played.person] = before + 1, since
        run = Run(played.person, since, played.night)
        if before + 1 > self.most:
            self.most, self.runs = before + 1, [run]
        elif before + 1 == self.most:
            self.runs.append(run)
