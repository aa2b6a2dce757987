"""A club's spreadsheet as games: CSV in whatever dialect, or a workbook."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ledger.errors import counted
from ledger.importers.csv_beside import FIELDS, value_of
from ledger.importers.csv_columns import Columns, Layout, NoColumns, found_columns, told
from ledger.importers.csv_groups import Unclear, groups_of
from ledger.importers.csv_rows import Row, rows_of
from ledger.importers.csv_values import LONGEST, NoValue, date_of, likely_unit, score_of, seat_of
from ledger.importers.files import Unreadable
from ledger.importers.found import Found, FoundGame, Place, Problem
from ledger.names import name_key, unusable_character

SAMPLE = 4_000
"""How many scores are looked at to see what they are in."""
_key = lru_cache(4_096)(name_key)
"""Names come again and again in a table."""


class How(NamedTuple):
    """How a table is read: heads of columns as they are said, dates, the unit of scores, encoding.

    unit: 1, 100 or 1000 (None: points, refused where they seem to be something else); relative: scores are what was
    won or lost (None: found from what they add up to); note: the head of the column that says why scores do not add
    up; rules: the ruleset by the number of players.
    """

    columns: Mapping[str, str] = {}
    date_format: str | None = None
    unit: int | None = None
    encoding: str = "utf-8-sig"
    relative: bool | None = None
    note: str | None = None
    rules: Mapping[int, str] = {}


class TableRead(NamedTuple):
    """The games of a table, what its columns are taken for, and whether its scores are what was won or lost."""

    found: Found
    columns: tuple[str, ...] = ()
    relative: bool = False


def read_table(path: Path, how: How = How()) -> TableRead:  # noqa: B008 - never changed
    """The games in a file; every problem with its line and column."""
    try:
        rows = rows_of(path, how.encoding)
        said = dict(how.columns) | ({"note": how.note} if how.note else {})
        columns = found_columns(rows[0].cells, [row.cells for row in rows[1:]], said)
    except Unreadable as error:
        return TableRead(Found(problems=(error.problem,)))
    except NoColumns as error:
        return TableRead(Found(problems=(Problem(Place(path.name, rows[0].line), str(error)),)))
    lines = told(columns, rows[0].cells)
    body = rows[columns.first_row :]
    if columns.date is not None:
        body, filled = _with_dates_above(body, columns.date)
        lines += [f"the date of {counted(filled, 'row')} without one: that of the row above"] if filled else []
    reading = _Reading(path.name, columns, how, rows[0].line)
    games = reading.games(body) if reading.begin(body) else []
    relative = _relative(games) if how.relative is None else how.relative
    found = tuple(game._replace(relative=relative) for game in _with_keys(games))
    problems = sorted(reading.problems, key=lambda problem: (problem.place.line or 0, problem.place.column or 0))
    return TableRead(Found(found, tuple(problems)), tuple(lines), relative)


def _with_dates_above(rows: Sequence[Row], date: int) -> tuple[list[Row], int]:
    """Rows with the date of the row above where they have none, as under a cell of a whole night; and how many."""
    filled, above, dated = 0, "", []
    for row in rows:
        cells = row.cells
        if not row.cell(date) and above:
            cells = [*cells[:date], above, *cells[date + 1 :]]
            filled += 1
        above = row.cell(date) or above
        dated.append(row._replace(cells=cells))
    return dated, filled


def _relative(games: Iterable[FoundGame]) -> bool:
    """Whether scores are what was won or lost: most games add up to zero."""
    sums = [sum(game.scores or ()) for game in games]
    return bool(sums) and sum(total == 0 for total in sums) * 2 > len(sums)


def _with_keys(games: Iterable[FoundGame]) -> Iterator[FoundGame]:
    """With a key of what a game is; of two that are equal both are kept."""
    seen: dict[str, int] = {}
    for game in games:
        who = [f"{_key(name)}={score}" for name, score in zip(game.players, game.scores or (), strict=True)]
        digest = hashlib.sha256("|".join([str(game.held_on), *who]).encode()).hexdigest()[:32]
        seen[digest] = seen.get(digest, 0) + 1
        yield game._replace(key=f"csv:{digest}" + (f"#{seen[digest]}" if seen[digest] > 1 else ""))


class _Seat(NamedTuple):
    """A player of a game with the score, the cells that say so, and the seat where the table has it."""

    row: Row
    name: str
    score: str
    at: int
    seat: str | None


class _Reading:
    """A table under way: what its columns are, and its problems."""

    def __init__(self, name: str, columns: Columns, how: How, head: int) -> None:
        self.name = name
        self.columns = columns
        self.how = how
        self.unit = how.unit or 1
        self.problems: list[Problem] = []
        self.head = head

    def begin(self, rows: Sequence[Row]) -> bool:
        """Finds what holds for the whole table; whether enough is known to read its games."""
        if self.columns.date is None:
            place = Place(self.name, self.head)
            self.problems.append(Problem(place, "there is no column of dates: say which, as in --columns date=HEAD"))
        if self.how.unit is None:
            self._find_unit(rows)
        return not self.problems

    def games(self, rows: Sequence[Row]) -> list[FoundGame]:
        """The games, in the order of their dates and numbers, else in that of their rows."""
        groups = groups_of(rows, self.columns) if self.columns.layout is Layout.LONG else ([row] for row in rows)
        games: list[tuple[str, FoundGame]] = []
        for group in groups:
            if isinstance(group, Unclear):
                self._problem(group.rows[0], None, group.text)
            elif game := self._game(group):
                games.append((group[0].cell(self.columns.game), game))
        if all(number.isdecimal() and len(number) < LONGEST for number, _ in games):
            games.sort(key=lambda each: (each[1].held_on or date.min, int(each[0])))
        return [game for _, game in games]

    def _find_unit(self, rows: Sequence[Row]) -> None:
        """What scores are in, where that is not said: points, or it has to be said."""
        columns = [*(score for _, score in self.columns.players), *(at for _, at in self.columns.heads)]
        unit, example = likely_unit(islice((cell for row in rows for at in columns if (cell := row.cell(at))), SAMPLE))
        if unit != 1:
            what = {100: "hundreds", 1000: "thousands"}[unit]
            self._problem(
                rows[0],
                columns[0],
                f"scores such as {example} seem to be in {what}: say --unit {what}, or --unit points",
            )

    def _seats(self, row: Row) -> Iterator[_Seat]:
        """The players of a row, each with the score and its column; those who are not there are left out."""
        pairs = [(name, at, None) for name, at in self.columns.heads if row.cell(at)]
        seats = self.columns.seats or (None,) * len(self.columns.players)
        players = zip(self.columns.players, seats, strict=True)
        for number, (name, at, seat) in enumerate(
            [*pairs, *((row.cell(name), at, seat) for (name, at), seat in players)], start=1
        ):
            score = row.cell(at)
            if name and score:
                yield _Seat(row, name, score, at, None if seat is None else row.cell(seat))
            elif score:
                self._problem(row, at, f"the name of player {number} is missing")
            elif name:
                self._problem(row, at, f"the score of {name} is missing")

    def _game(self, rows: Sequence[Row]) -> FoundGame | None:
        """A game, if nothing is wrong with it."""
        before = len(self.problems)
        first = rows[0]
        seats = self._in_order([seat for row in rows for seat in self._seats(row)])
        scores = [self._score(seat) for seat in seats]
        keys = [_key(seat.name) for seat in seats]
        for number, seat in enumerate(seats):
            if bad := unusable_character(seat.name):
                self._problem(seat.row, None, f"a name cannot contain {bad}")
            if keys.index(keys[number]) == number and keys.count(keys[number]) > 1:
                self._problem(first, None, f"{seat.name} is named twice")
        if len(seats) not in (3, 4) and before == len(self.problems):
            self._problem(first, None, f"it names {counted(len(seats), 'player')}: a game has three or four")
        held_on = self._date(first)
        beside = self._beside(rows, [seat.name for seat in seats])
        if before < len(self.problems):
            return None
        return FoundGame(
            key="",
            place=Place(self.name, first.line),
            players=tuple(seat.name for seat in seats),
            rules=self._said(rows, self.columns.rules) or self.how.rules.get(len(seats)),
            held_on=held_on,
            scores=tuple(scores),
            discrepancy=self._said(rows, self.columns.note),
            label=self._said(rows, self.columns.table),
        )._replace(**beside)

    def _beside(self, rows: Sequence[Row], names: Sequence[str]) -> dict[str, Any]:
        """What is said of the end of a game beside its scores, as FoundGame has it."""
        beside: dict[str, Any] = {}
        for what, at in self.columns.beside:
            if text := self._said(rows, at):
                try:
                    beside[FIELDS[what]] = value_of(what, text, names, self.unit)
                except NoValue as error:
                    self._problem(rows[0], at, str(error))
        return beside

    def _in_order(self, seats: list[_Seat]) -> list[_Seat]:
        """The players in turn order, where their seats are said for all."""
        if not seats or not all(seat.seat for seat in seats):
            return seats
        try:
            order = [seat_of(seat.seat or "") for seat in seats]
        except NoValue as error:
            self._problem(seats[0].row, None, str(error))
            return seats
        if sorted(order) != list(range(len(seats))):
            said = ", ".join(seat.seat or "" for seat in seats)
            self._problem(seats[0].row, None, f"the seats are {said}: each is somebody's once, from east on")
            return seats
        return sorted(seats, key=lambda seat: order[seats.index(seat)])

    def _score(self, seat: _Seat) -> int:
        try:
            return score_of(seat.score, self.unit)
        except NoValue as error:
            self._problem(seat.row, seat.at, str(error))
            return 0

    def _date(self, row: Row) -> date | None:
        try:
            return date_of(row.cell(self.columns.date), self.how.date_format)
        except NoValue as error:
            self._problem(row, self.columns.date, str(error))
            return None

    def _said(self, rows: Iterable[Row], at: int | None) -> str | None:
        """What the first row says in a column that has something in it."""
        return next((cell for row in rows if (cell := row.cell(at))), None)

    def _problem(self, row: Row, at: int | None, text: str) -> None:
        self.problems.append(Problem(Place(self.name, row.line, None if at is None else at + 1), text))
