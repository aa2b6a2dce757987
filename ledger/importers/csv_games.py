"""A club's spreadsheet as games: CSV in whatever dialect, or a workbook."""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from ledger.importers.csv_columns import Columns, Layout, NoColumns, found_columns, told
from ledger.importers.csv_values import NoValue, date_of, score_of
from ledger.importers.files import Unreadable, read_bytes, read_text
from ledger.importers.found import Found, FoundGame, Place, Problem
from ledger.names import name_key

MOST_CELLS = 500
"""How many columns a table of games can have."""
XLSX = b"PK\x03\x04"


class How(NamedTuple):
    """How a table is read: heads of columns as they are said, dates, the unit of scores (1, 100, 1000), encoding.

    relative: scores are what was won or lost (None: found from what they add up to); note: the head of the column
    that says why scores do not add up; rules: the ruleset by the number of players.
    """

    columns: Mapping[str, str] = {}
    date_format: str | None = None
    unit: int = 1
    encoding: str = "utf-8-sig"
    relative: bool | None = None
    note: str | None = None
    rules: Mapping[int, str] = {}


class TableRead(NamedTuple):
    """The games of a table, what its columns are taken for, and whether its scores are what was won or lost."""

    found: Found
    columns: tuple[str, ...] = ()
    relative: bool = False


class Row(NamedTuple):
    """A row with its number in the file, counted from 1."""

    line: int
    cells: Sequence[str]

    def cell(self, at: int | None) -> str:
        """A cell, empty where the row is shorter."""
        return self.cells[at].strip() if at is not None and at < len(self.cells) else ""


def read_table(path: Path, how: How = How()) -> TableRead:  # noqa: B008 - never changed
    """The games in a file; every problem with its line and column."""
    try:
        rows = [row for row in _rows(path, how) if any(cell.strip() for cell in row.cells)]
        if not rows:
            raise Unreadable(Place(path.name), "it is empty")
        said = dict(how.columns) | ({"note": how.note} if how.note else {})
        columns = found_columns(rows[0].cells, [row.cells for row in rows[1:]], said)
    except Unreadable as error:
        return TableRead(Found(problems=(error.problem,)))
    except NoColumns as error:
        return TableRead(Found(problems=(Problem(Place(path.name, rows[0].line), str(error)),)))
    reading = _Reading(path.name, columns, how)
    games = tuple(reading.games(rows[columns.first_row :]))
    relative = _relative(games) if how.relative is None else how.relative
    found = Found(tuple(game._replace(relative=relative) for game in _with_keys(games)), tuple(reading.problems))
    return TableRead(found, tuple(told(columns, rows[0].cells)), relative)


def _rows(path: Path, how: How) -> Iterator[Row]:
    if read_bytes(path).startswith(XLSX):
        yield from _workbook(path)
        return
    text = read_text(path, how.encoding)
    first = text.split("\n", 1)[0]
    delimiter = max(";\t,", key=lambda mark: (first.count(mark), mark == ","))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            if len(cells) > MOST_CELLS:
                raise Unreadable(Place(path.name, reader.line_num), f"it has {len(cells):,} cells: that is no table")
            yield Row(reader.line_num, cells)
    except csv.Error as error:
        raise Unreadable(Place(path.name, reader.line_num), f"it is no CSV: {error}") from error


def _workbook(path: Path) -> Iterator[Row]:
    """The rows of the first sheet of a workbook."""
    import zipfile  # noqa: PLC0415

    from openpyxl import load_workbook  # noqa: PLC0415
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    try:
        with zipfile.ZipFile(path) as packed:
            if sum(part.file_size for part in packed.infolist()) > 64 * 1024 * 1024:
                raise Unreadable(Place(path.name), "it holds more than 64 MB: that is no such file")
        book = load_workbook(path, read_only=True, data_only=True)
        for number, cells in enumerate(book.worksheets[0].iter_rows(values_only=True), start=1):
            yield Row(number, [_text(cell) for cell in cells[:MOST_CELLS]])
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, OSError) as error:
        raise Unreadable(Place(path.name), f"it is no workbook: {str(error)[:80]}") from error


def _text(cell: object) -> str:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)


def _relative(games: Iterable[FoundGame]) -> bool:
    """Whether scores are what was won or lost: most games add up to zero."""
    sums = [sum(game.scores or ()) for game in games]
    return bool(sums) and sum(total == 0 for total in sums) * 2 > len(sums)


def _with_keys(games: Iterable[FoundGame]) -> Iterator[FoundGame]:
    """With a key of what a game is; of two that are equal both are kept."""
    seen: dict[str, int] = {}
    for game in games:
        who = [f"{name_key(name)}={score}" for name, score in zip(game.players, game.scores or (), strict=True)]
        digest = hashlib.sha256("|".join([str(game.held_on), *who]).encode()).hexdigest()[:32]
        seen[digest] = seen.get(digest, 0) + 1
        yield game._replace(key=f"csv:{digest}" + (f"#{seen[digest]}" if seen[digest] > 1 else ""))


class _Reading:
    """A table under way: what its columns are, and its problems."""

    def __init__(self, name: str, columns: Columns, how: How) -> None:
        self.name = name
        self.columns = columns
        self.how = how
        self.problems: list[Problem] = []

    def games(self, rows: Sequence[Row]) -> Iterator[FoundGame]:
        """The games, in the order of the rows."""
        if self.columns.layout is not Layout.LONG:
            groups: Iterable[list[Row]] = ([row] for row in rows)
        else:
            groups = self._groups(rows)
        for group in groups:
            before = len(self.problems)
            seats = [seat for row in group for seat in self._seats(row)]
            yield from self._game(group[0], seats, before)

    def _seats(self, row: Row) -> Iterator[tuple[str, str, int]]:
        """The players of a row, each with the score and its column; those who are not there are left out."""
        pairs = [(name, at) for name, at in self.columns.heads if row.cell(at)]
        pairs += [(row.cell(name), score) for name, score in self.columns.players]
        for number, (name, at) in enumerate(pairs, start=1):
            if not name and not row.cell(at):
                continue
            if not name:
                self._problem(row, at, f"the name of player {number} is missing")
            elif not row.cell(at):
                self._problem(row, at, f"the score of {name} is missing")
            else:
                yield name.removeprefix("'"), row.cell(at), at

    def _game(self, row: Row, seats: Sequence[tuple[str, str, int]], before: int) -> Iterator[FoundGame]:
        """A game, if nothing is wrong with it; before: how many problems there were before it."""
        scores = []
        for _, text, at in seats:
            try:
                scores.append(score_of(text, self.how.unit))
            except NoValue as error:
                self._problem(row, at, str(error))
        names = [name for name, _, _ in seats]
        for name in sorted({name for name in names if [name_key(n) for n in names].count(name_key(name)) > 1}):
            self._problem(row, None, f"{name} is named twice")
        if len(names) not in (3, 4) and before == len(self.problems):
            self._problem(row, None, f"it names {len(names)} players: a game has three or four")
        held_on = self._date(row)
        if before == len(self.problems):
            place = Place(self.name, row.line)
            yield FoundGame(
                key="",
                place=place,
                players=tuple(names),
                rules=row.cell(self.columns.rules) or self.how.rules.get(len(names)),
                held_on=held_on,
                scores=tuple(scores),
                discrepancy=row.cell(self.columns.note) or None,
                label=row.cell(self.columns.table) or None,
            )

    def _date(self, row: Row) -> date | None:
        if self.columns.date is None:
            self._problem(row, None, "there is no column of dates: say which with --map date=NAME")
            return None
        try:
            return date_of(row.cell(self.columns.date), self.how.date_format)
        except NoValue as error:
            self._problem(row, self.columns.date, str(error))
            return None

    def _groups(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """Rows of one game each: of one date and number, else so many after each other as a table has."""
        if self.columns.game is None and self.columns.table is None:
            size = 4 if len(rows) % 4 == 0 else 3
            for start in range(0, len(rows), size):
                yield list(rows[start : start + size])
            return
        groups: dict[tuple[str, str, str], list[Row]] = {}
        for row in rows:
            where = tuple(row.cell(at) for at in (self.columns.date, self.columns.game, self.columns.table))
            groups.setdefault(where, []).append(row)  # type: ignore[arg-type]
        yield from groups.values()

    def _problem(self, row: Row, at: int | None, text: str) -> None:
        self.problems.append(Problem(Place(self.name, row.line, None if at is None else at + 1), text))
