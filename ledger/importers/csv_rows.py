"""The rows of a spreadsheet, saved as CSV in whatever dialect or as a workbook; so much and no more."""

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from ledger.importers.files import Unreadable, WrongEncoding, read_bytes, read_text
from ledger.importers.found import Place

MOST_BYTES = 16 * 1024 * 1024
"""How large a table may be: 100,000 games are about 8 MB."""
MOST_ROWS = 200_000
MOST_CELLS = 500
"""How many rows and columns a table of games can have."""
MOST_UNPACKED = 64 * 1024 * 1024
XLSX = b"PK\x03\x04"
LOOKED_AT = 10
"""In how many lines the mark between cells, or the head, is looked for."""


class Row(NamedTuple):
    """A row with the line on which it begins, counted from 1; apart: an empty row, or nothing, stands above it."""

    line: int
    cells: Sequence[str]
    apart: bool = False

    def cell(self, at: int | None) -> str:
        """A cell, empty where the row is shorter; without the mark that keeps a text from being a formula."""
        return self.cells[at].strip().removeprefix("'") if at is not None and at < len(self.cells) else ""


def rows_of(path: Path, encoding: str) -> list[Row]:
    """The rows of a file that are not empty, from its head on. Raises Unreadable."""
    content = read_bytes(path, MOST_BYTES)
    rows: list[Row] = []
    apart = True
    for line, cells in _workbook(path.name, content) if content.startswith(XLSX) else _csv(path, encoding):
        if len(cells) > MOST_CELLS:
            raise Unreadable(Place(path.name, line), f"it has {len(cells):,} cells: that is no table")
        if len(rows) == MOST_ROWS:
            raise Unreadable(Place(path.name, line), f"it has more than {MOST_ROWS:,} rows: import it in parts")
        filled = any(map(str.strip, cells))
        if filled:
            rows.append(Row(line, cells, apart))
        apart = not filled
    if not rows:
        raise Unreadable(Place(path.name), "it is empty")
    return rows[_head(rows) :]


def _head(rows: Sequence[Row]) -> int:
    """Which row is the head: above it are titles, of one or two cells."""
    for number, row in enumerate(rows[:LOOKED_AT]):
        if sum(bool(cell.strip()) for cell in row.cells) >= 3:
            return number
    return 0


def _csv(path: Path, encoding: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a text with the line on which each begins."""
    try:
        text = read_text(path, encoding, MOST_BYTES)
    except WrongEncoding as error:
        place, text = error.problem
        raise Unreadable(place, f"{text}, or say what it is, as in --encoding cp1252") from error
    declared = text[:4].casefold() == "sep=" and text[5:6] in ("\r", "\n")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=text[4] if declared else _delimiter(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if not (declared and line == 1):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(Place(path.name, line), f"it is no CSV: {error}") from error


def _delimiter(text: str) -> str:
    """The mark between cells: the one that is most often in the first lines; of two, not the comma of decimals."""
    first = "\n".join(text[: 64 * 1024].splitlines()[:LOOKED_AT])
    return max(";\t,", key=first.count)


def _workbook(name: str, content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet of a workbook, with their numbers."""
    import zipfile  # noqa: PLC0415

    from openpyxl import load_workbook  # noqa: PLC0415

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                most = MOST_UNPACKED // (1024 * 1024)
                raise Unreadable(Place(name), f"it holds more than {most} MB: that is no such file")
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_CELLS, values_only=True)
        for number, cells in enumerate(rows, start=1):
            yield number, [_text(cell) for cell in cells]
    except Unreadable:
        raise
    except Exception as error:  # a damaged workbook can fail anywhere in its reader
        raise Unreadable(Place(name), f"it is no workbook: {str(error)[:80]}") from error


def _text(cell: object) -> str:
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)
