"""Which rows of a table are one game, where each player has a row."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.importers.csv_columns import Columns
from ledger.importers.csv_rows import Row
from ledger.importers.csv_values import NoValue, score_of
from ledger.names import name_key


class Unclear(NamedTuple):
    """Rows of which nobody can tell which are one game."""

    rows: Sequence[Row]
    text: str


def groups_of(rows: Sequence[Row], columns: Columns) -> Iterator[list[Row] | Unclear]:
    """The rows of each game: of one date, number and table; without a number those that stand together."""
    if columns.game is not None or columns.table is not None:
        groups: dict[tuple[str, ...], list[Row]] = {}
        for row in rows:
            where = tuple(row.cell(at) for at in (columns.date, columns.game, columns.table))
            groups.setdefault(where, []).append(row)
        yield from groups.values()
        return
    for block in _blocks(rows, columns.date):
        yield from _parted(block, columns)


def _blocks(rows: Sequence[Row], date: int | None) -> Iterator[list[Row]]:
    """The rows of one date that stand together, without an empty row between them."""
    block: list[Row] = []
    for row in rows:
        if block and (row.apart or row.cell(date) != block[0].cell(date)):
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _parted(block: list[Row], columns: Columns) -> Iterator[list[Row] | Unclear]:
    """Games of four or of three after each other, whichever it can be: nobody twice, and all of one total."""
    possible = {size: games for size in (4, 3) if (games := _in_games_of(block, size, columns))}
    alike = {size: games for size, games in possible.items() if len({_total(game, columns) for game in games}) == 1}
    for sizes in (possible, alike):
        if len(sizes) == 1:
            yield from next(iter(sizes.values()))
            return
    yield Unclear(
        block,
        f"it is not clear which of the {len(block)} rows from here on are one game: add a column with the number of "
        "the game, or leave an empty row between games",
    )


def _in_games_of(block: list[Row], size: int, columns: Columns) -> list[list[Row]]:
    """The block in games of so many players; none where that cannot be."""
    games = [block[start : start + size] for start in range(0, len(block), size)]
    name = columns.players[0][0]
    apart = all(len({name_key(row.cell(name)) for row in game}) == size for game in games)
    return games if apart else []


def _total(game: list[Row], columns: Columns) -> int | None:
    """What the scores of a game add up to, in whatever they are in; None where one is no score."""
    try:
        return sum(score_of(row.cell(columns.players[0][1]), 1000) for row in game)
    except NoValue:
        return None
