"""Who sits out where more people are at a night than there are seats: clubs let them take turns."""

from collections.abc import Collection, Iterable, Sequence


def sitting_out(here: Sequence[int], games: Sequence[Collection[int]], seats: int) -> tuple[int, ...]:
    """Who sits out the next game: whoever has played the longest without a break.

    Of equals, whoever has sat out the fewest times, and of those the first comer. here: people in the order they
    came; games: who played in each, in order; seats: at a table. Nobody sits out where all tables can be full, or
    where no table can be.
    """
    tables = len(here) // seats
    if not tables:
        return ()
    rounds, missing = _rounds(games, tables)
    # A round that misses tables is no break yet for those who may still play in it.
    before = {person: rounds[:-1] if missing and person not in rounds[-1] else rounds for person in here}
    ranked = sorted(here, key=lambda person: (-_run(person, before[person]), _breaks(person, before[person])))
    return tuple(ranked[: len(here) - tables * seats])


def _rounds(games: Iterable[Collection[int]], tables: int) -> tuple[list[set[int]], int]:
    """Who played in each round, and how many tables the last one misses: at each table others play."""
    rounds: list[set[int]] = []
    missing = 0
    for game in games:
        if missing and not rounds[-1] & set(game):
            rounds[-1] |= set(game)
            missing -= 1
        else:
            rounds.append(set(game))
            missing = tables - 1
    return rounds, missing


def _run(person: int, rounds: Sequence[Collection[int]]) -> int:
    """How many rounds somebody has played without a break."""
    run = 0
    for players in reversed(rounds):
        if person not in players:
            break
        run += 1
    return run


def _breaks(person: int, rounds: Sequence[Collection[int]]) -> int:
    """How many rounds somebody has sat out; one before their first at most, as they may only have come then."""
    played = [person in players for players in rounds]
    first = played.index(True) if True in played else 0
    return min(first, 1) + played[first:].count(False)
