"""Which column of a spreadsheet is what: found from its head in several languages, or as it is said."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

from ledger.importers.csv_beside import FIELDS as BESIDE
from ledger.importers.csv_values import is_date, is_score
from ledger.importers.csv_words import SUM, kind_of
from ledger.names import name_key


class Layout(StrEnum):
    """How games stand in a table."""

    WIDE = "a game in a row: players and scores beside each other"
    HEADS = "a game in a row: players as heads, their scores below"
    LONG = "a player in a row"


class Columns(NamedTuple):
    """Which columns, counted from 0, are what; players: name and score of each seat (WIDE), or those of all (LONG).

    heads: the names that are heads, with their columns; seats: of each of players, who else sits in their order.
    """

    layout: Layout
    players: tuple[tuple[int, int], ...] = ()
    heads: tuple[tuple[str, int], ...] = ()
    seats: tuple[int, ...] = ()
    date: int | None = None
    game: int | None = None
    rules: int | None = None
    table: int | None = None
    note: int | None = None
    beside: tuple[tuple[str, int], ...] = ()  # what is said of the end of games, as in csv_beside
    first_row: int = 1  # where the head ends


class NoColumns(ValueError):
    """A head from which nobody can tell where the games are."""


FIELDS = ("date", "game", "rules", "table", "note")
NOT_READ = "-"
SAMPLE = 200
"""How many rows are looked at to see what a column holds."""


def found_columns(head: Sequence[str], rows: Sequence[Sequence[str]], said: Mapping[str, str]) -> Columns:
    """The columns of a table, by what is said of them, and else by its head. Raises NoColumns.

    said: heads by "date", "game", "rules", "table", "note", "player", "score", "player1", "score1" …, and what
    csv_beside has; "column 3" for one without a head, and "-" for what is not to be read.
    """
    if not said and _is_row_of_games(head):
        pairs = tuple((at, at + 1) for at in range(1, len(head) - 1, 2))
        return Columns(Layout.WIDE, pairs[:4], date=0, first_row=0)
    known = {what: _named(head, rows, name) for what, name in said.items() if name != NOT_READ}
    kinds = ["" if at in known.values() else kind_of(cell) for at, cell in enumerate(head)]
    fields: dict[str, Any] = {
        what: known[what] if what in known else _first(head, kinds, what)
        for what in FIELDS
        if what not in said or what in known
    }
    names, scores = _both(head, kinds, rows, known, set(fields.values()))
    seats = tuple(at for at, kind in enumerate(kinds) if kind == "seat")
    fields["beside"] = tuple((what, known[what]) for what in BESIDE if what in known)
    fields["seats"] = seats if len(seats) == len(names) else ()
    if len(names) >= 3 and len(names) == len(scores):
        return Columns(Layout.WIDE, tuple(zip(names, scores, strict=True)), **fields)
    if len(names) == 1 and len(scores) == 1:
        return Columns(Layout.LONG, ((names[0], scores[0]),), **fields)
    taken = {at for at in (*known.values(), *(fields[what] for what in FIELDS if what in fields)) if at is not None}
    heads = _heads(head, rows, taken)
    if not names and len(heads) >= 3 and not _words_beside(rows, {*taken, *(at for _, at in heads)}):
        return Columns(Layout.HEADS, heads=heads, **fields)
    raise NoColumns(
        f"the head tells of {len(names)} columns of players and {len(scores)} of scores: say which they are, as in "
        '--columns "player1=HEAD" --columns "score1=HEAD" … (or "player1=column 3")'
    )


def _is_row_of_games(head: Sequence[str]) -> bool:
    """Whether a first row is no head, but a game: a date, then names and scores in turn."""
    pairs = head[1:]
    scores = [cell for cell in pairs[1::2] if cell.strip()]
    return len(pairs) >= 6 and is_date(head[0]) and len(scores) >= 3 and all(map(is_score, scores))


def _named(head: Sequence[str], rows: Sequence[Sequence[str]], name: str) -> int:
    """The column that is called so, or has that number. Raises NoColumns."""
    keys = [name_key(cell) for cell in head]
    if keys.count(name_key(name)) == 1:
        return keys.index(name_key(name))
    number = re.fullmatch("column ([1-9][0-9]{0,2})", name_key(name))
    if number and int(number[1]) <= max(len(head), *map(len, rows), 0):
        return int(number[1]) - 1
    called = [f"column {at}" for at, key in enumerate(keys, start=1) if key == name_key(name)]
    if called:
        raise NoColumns(f"{len(called)} columns are called {name!r}: say which, as {' or '.join(called)}")
    raise NoColumns(f"0 columns are called {name!r}: the heads are {', '.join(filter(str.strip, head))}")


def _first(head: Sequence[str], kinds: Sequence[str], what: str) -> int | None:
    """The first column of a kind. Raises NoColumns where another has the same head."""
    if what not in kinds:
        return None
    at = kinds.index(what)
    alike = [f"column {n + 1}" for n, cell in enumerate(head) if name_key(cell) == name_key(head[at])]
    if len(alike) > 1:
        raise NoColumns(
            f'{len(alike)} columns are called {head[at]!r}: say which it is, as in --columns "{what}={alike[0]}"'
        )
    return at


def _both(
    head: Sequence[str],
    kinds: Sequence[str],
    rows: Sequence[Sequence[str]],
    known: Mapping[str, int],
    taken: set[int | None],
) -> tuple[list[int], list[int]]:
    """The columns of players, and those of scores, in seat order; one that has no head follows its player."""
    said = {kind: [known[f"{kind}{n}"] for n in range(1, 5) if f"{kind}{n}" in known] for kind in ("player", "score")}
    said = {kind: those or ([known[kind]] if kind in known else []) for kind, those in said.items()}
    names = said["player"] or [at for at, kind in enumerate(kinds) if kind == "player" and at not in taken]
    scores = said["score"] or [at for at, kind in enumerate(kinds) if kind == "score" and at not in taken]
    if names and not said["player"]:
        names = [at for at in names if not _scores_below(rows, at)]
    if names and not said["score"]:
        scores = _scores_of(names, scores) or _beside(head, rows, names)
    return names, scores


def _scores_of(names: Sequence[int], scores: Sequence[int]) -> list[int]:
    """Of several columns of points for each player the first after the name; what comes after all is a sum."""
    if len(scores) <= len(names):
        return list(scores)
    ends = [*names[1:], max(scores) + 1]
    own = [[at for at in scores if name < at < end] for name, end in zip(names, ends, strict=True)]
    return [columns[0] for columns in own] if all(own) else list(scores)


def _beside(head: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[int]) -> list[int]:
    """The columns after those of three or more players, where they have no head and hold scores."""
    after = [at + 1 for at in names if at + 1 < len(head) and not head[at + 1].strip() and _scores_below(rows, at + 1)]
    return after if len(names) >= 3 else []


def _scores_below(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Whether a column holds scores: more than half of its first cells that are not empty."""
    cells = list(islice((row[at] for row in rows if at < len(row) and row[at].strip()), SAMPLE))
    return sum(map(is_score, cells)) * 2 > len(cells)


def _heads(head: Sequence[str], rows: Sequence[Sequence[str]], taken: set[int]) -> tuple[tuple[str, int], ...]:
    """The columns below whose heads are scores of that player. Raises NoColumns where one is there twice."""
    heads = tuple(
        (cell.strip(), at)
        for at, cell in enumerate(head)
        if at not in taken
        and cell.strip()
        and not is_score(cell)
        and not is_date(cell)
        and kind_of(cell) != SUM
        and _scores_below(rows, at)
    )
    keys = [name_key(name) for name, _ in heads]
    for name, _ in heads:
        if len(heads) >= 3 and keys.count(name_key(name)) > 1:
            raise NoColumns(f"{keys.count(name_key(name))} columns are called {name!r}: give each a name of its own")
    return heads


def _words_beside(rows: Sequence[Sequence[str]], read: set[int]) -> bool:
    """Whether another column has words in every row: they might be the players."""
    rows = rows[:SAMPLE]
    width = max(map(len, rows), default=0)
    cells = [[row[at].strip() if at < len(row) else "" for row in rows] for at in range(width) if at not in read]
    return any(all(column) for column in cells)


def told(columns: Columns, head: Sequence[str]) -> list[str]:
    """What each column is taken for, a line each; the rest is not read."""
    read = {at for pair in columns.players for at in pair} | {at for _, at in columns.heads} | set(columns.seats)
    read |= {at for what in FIELDS if (at := getattr(columns, what)) is not None} | {at for _, at in columns.beside}
    shown = [cell.strip() if columns.first_row else "" for cell in head] + [""] * max(read)
    named = [f"column {at}" + (f" ({cell})" if cell else "") for at, cell in enumerate(shown, start=1)]
    lines = [columns.layout.value]
    lines += [f"{what}: {named[at]}" for what in FIELDS if (at := getattr(columns, what)) is not None]
    lines += [f"{what}: {named[at]}" for what, at in columns.beside]
    if columns.layout is Layout.HEADS:
        lines.append(f"players: {', '.join(name for name, _ in columns.heads)}")
    for number, (name, score) in enumerate(columns.players, start=1):
        seat = "" if columns.layout is Layout.LONG else f" {number}"
        lines.append(f"player{seat}: {named[name]}; score{seat}: {named[score]}")
    if columns.seats:
        lines.append(f"seats: {', '.join(named[at] for at in columns.seats)}")
    if left := [name for at, name in enumerate(named[: len(head)]) if at not in read]:
        lines.append(f"not read: {', '.join(left)}")
    return lines
