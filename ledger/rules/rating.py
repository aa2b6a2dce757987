"""Ratings from places: Tenhou's R and pairwise Elo, always replayed from the first game on.

A rating is kept in whole millionths and rounded after every game, so it is the same on every run, whatever order the
people of a game are named in, and what one wins by Elo another loses to the last millionth. Floating point is used for
Elo's expected score only, and what is left of it is far below the rounding.

Everybody starts at 1500. The caller gives the games as they were played, three- and four-player games apart.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

MILLION = 1_000_000
START = 1500 * MILLION


class RatedGame(NamedTuple):
    """A finished game: each person's place, 1 the best; those who tie share the best place they tie for: 1, 2, 2, 4."""

    people: tuple[int, ...]
    places: tuple[int, ...]


class Rating(NamedTuple):
    """A person's rating after so many games, in millionths; mu, sigma: what OpenSkill makes its rating of, likewise."""

    millionths: int
    games: int = 0
    mu: int | None = None
    sigma: int | None = None

    @property
    def value(self) -> float:
        """The rating as it is shown and drawn, to be rounded further."""
        return self.millionths / MILLION


class Rated(NamedTuple):
    """A person's rating after a game; game: which of the replayed games, the first being 0."""

    game: int
    rating: Rating


System = Callable[[Sequence[int], Sequence[Rating]], Sequence[Rating]]
"""What a game with these places makes of the ratings its people had before it."""


def replayed(games: Iterable[RatedGame], start: Rating, system: System) -> dict[int, list[Rated]]:
    """Everybody's ratings after each of their games, the last being what they have now; games as they were played."""
    found: dict[int, list[Rated]] = {}
    for number, game in enumerate(games):
        _check(game)
        # In one order, however the people are named: sums of floating point numbers depend on it.
        places, people = zip(*sorted(zip(game.places, game.people, strict=True)), strict=True)
        before = [found[person][-1].rating if person in found else start for person in people]
        for person, rating in zip(people, system(places, before), strict=True):
            found.setdefault(person, []).append(Rated(number, rating))
    return found


def _check(game: RatedGame) -> None:
    if len(game.people) not in BASES or len(set(game.people)) < len(game.people):
        raise ValueError(f"a rated game has three or four different people, not {game.people}")
    if any(place != 1 + sum(other < place for other in game.places) for place in game.places):
        raise ValueError(f"{game.places} are no places: those who tie share the best of theirs, as in 1, 2, 2, 4")


BASES = {3: (30, 0, -30), 4: (30, 10, -10, -30)}
"""What Tenhou gives for each place."""
SETTLING = 400
"""Over so many games what a game counts falls from all to a fifth, by two thousandths each."""


def tenhou(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """Tenhou's R: the change is (base + (mean of the table - own) / 40) x (1 - games / 500, at least a fifth).

    Those who tie get the mean of the bases of the places they share. The mean of the table is taken as it is, as
    Tenhou's manual has it, below 1500 too. Worked out in fractions; each change is rounded once, half a millionth up.
    """
    players = len(places)
    table = sum(rating.millionths for rating in before)
    after = []
    for place, rating in zip(places, before, strict=True):
        sharing = places.count(place)
        # All over 40 x players x sharing, and over 1000 for the games.
        base = sum(BASES[players][place - 1 : place - 1 + sharing]) * MILLION
        whole = 40 * players * base + sharing * (table - players * rating.millionths)
        counts = 1000 - 2 * min(rating.games, SETTLING)
        change = _rounded(whole * counts, 40 * players * sharing * 1000)
        after.append(Rating(rating.millionths + change, rating.games + 1))
    return after


def _rounded(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


K = 32
"""How much an Elo game moves: of two who are level, the better gains K / 2."""


def elo(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """Pairwise Elo with K 32: everybody plays everybody else at the table, and the mean of those games counts.

    A tie is half a win. What a pair exchanges is rounded to a millionth once, and given by one to the other.
    """
    change = [0] * len(places)
    for one, other in combinations(range(len(places)), 2):
        score = 0.5 + 0.5 * ((places[one] < places[other]) - (places[one] > places[other]))
        ahead = before[one].millionths - before[other].millionths
        expected = 1 / (1 + 10 ** (-ahead / (400 * MILLION)))
        moved = round(K * MILLION * (score - expected) / (len(places) - 1))
        change[one] += moved
        change[other] -= moved
    return [Rating(rating.millionths + moved, rating.games + 1) for rating, moved in zip(before, change, strict=True)]
