"""Who sits out where more people are at a night than there are seats: clubs let them take turns."""

from collections.abc import Collection, Sequence


def sitting_out(here: Sequence[int], games: Sequence[Collection[int]], seats: int) -> tuple[int, ...]:
    """Who sits out the next game: whoever has played the longest without a break, the first comer first of equals.

    here: people in the order they came; games: who played in each, in order; seats: at a table. Nobody sits out
    where all tables can be full, or where no table can be.
    """
    tables = len(here) // seats
    if not tables:
        return ()
    runs = {person: _run(person, games, 2 * (tables - 1)) for person in here}
    ranked = sorted(here, key=lambda person: -runs[person])
    return tuple(ranked[: len(here) - tables * seats])


def _run(person: int, games: Sequence[Collection[int]], others: int) -> int:
    """How many games somebody has played without a break; so many games of other tables make none."""
    run = since = 0
    for game in games:
        if person in game:
            run, since = (run if since <= others else 0) + 1, 0
        else:
            since += 1
    return run if since <= others else 0
