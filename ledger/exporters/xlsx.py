"""A season as a workbook: standings whose formulas add up the sheet of results, games, hands, statistics, money."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ledger.errors import LedgerError
from ledger.shapes.export import Cell, Column, Kind, Sheet

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

FORMATS = {
    Kind.WHOLE: "#,##0;-#,##0;0",
    Kind.NUMBER: "#,##0.00",
    Kind.AMOUNT: "#,##0.00##",
    Kind.DATE: "yyyy-mm-dd",
    Kind.TIME: "yyyy-mm-dd hh:mm",
    Kind.TEXT: "@",
    Kind.CODE: "@",
}
WIDTHS = {Kind.TEXT: 16, Kind.CODE: 12, Kind.DATE: 11, Kind.TIME: 16}
"""Columns of figures are as wide as their heads, or ten."""
MOST_ROWS = 1_048_575
"""What a sheet of a workbook holds below its head."""


class TooManyRows(LedgerError):
    """More rows than a sheet of a workbook has."""

    def __init__(self, sheet: str) -> None:
        super().__init__(
            f"a workbook's sheet has {MOST_ROWS + 1:,} rows, too few for {sheet}: choose a season or a time, or CSV"
        )


class Formulas(NamedTuple):
    """Which columns of a sheet are formulas over another one, by name.

    In a formula {row} is the row that it is in, and {last} the last one of the other sheet, counted from 1.
    """

    sheet: str
    over: str
    columns: dict[str, str]


def write_workbook(path: Path, sheets: Sequence[Sheet], formulas: Formulas | None = None) -> None:
    """Writes tables as sheets of a workbook, row by row, in constant memory."""
    import xlsxwriter  # noqa: PLC0415

    safe = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(path, safe) as book:
        head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        formats = {kind: book.add_format({"num_format": text}) for kind, text in FORMATS.items()}
        pages = {sheet.name: book.add_worksheet(sheet.name.capitalize()) for sheet in sheets}
        last: dict[str, int] = {}
        # A sheet with formulas comes first in the book, and is written once the length of the other is known.
        for sheet in sorted(sheets, key=lambda sheet: formulas is not None and sheet.name == formulas.sheet):
            own = formulas.columns if formulas is not None and formulas.sheet == sheet.name else {}
            over = last.get(formulas.over, 1) if formulas is not None else 1
            ready = {name: text.replace("{last}", str(over)) for name, text in own.items()}
            last[sheet.name] = 1 + _write_sheet(pages[sheet.name], sheet, head, formats, ready)


def _write_sheet(
    page: "Worksheet", sheet: Sheet, head: "Format", formats: "dict[Kind, Format]", formulas: dict[str, str]
) -> int:
    """Writes one sheet; returns how many rows it has below its head."""
    page.freeze_panes(1, 0)
    for number, column in enumerate(sheet.columns):
        width = WIDTHS.get(column.kind, max(10, len(column.name) + 1))
        page.set_column(number, number, width, formats[column.kind])
        page.write_string(0, number, column.name.replace("_", " "), head)
    rows = 0
    for rows, row in enumerate(sheet.rows, start=1):
        if rows > MOST_ROWS:
            raise TooManyRows(sheet.name)
        for number, (column, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            formula = formulas.get(column.name)
            if formula is None:
                _write_cell(page, rows, number, cell, formats[column.kind])
            elif cell is not None:
                page.write_formula(rows, number, formula.format(row=rows + 1), formats[column.kind], _plain(cell))
    page.autofilter(0, 0, max(rows, 1), len(sheet.columns) - 1)
    return rows


def _write_cell(page: "Worksheet", row: int, column: int, cell: Cell, style: "Format") -> None:
    match cell:
        case None:
            return
        case str():
            page.write_string(row, column, cell, style)
        case datetime():
            page.write_datetime(row, column, cell.replace(tzinfo=None), style)
        case date():
            page.write_datetime(row, column, cell, style)
        case _:
            page.write_number(row, column, cell, style)


def _plain(cell: Cell) -> float | int | str:
    return float(cell) if isinstance(cell, Decimal) else cell if isinstance(cell, (int, float)) else str(cell)


def letter(columns: Sequence[Column], name: str) -> str:
    """The letters of a column in a workbook."""
    from xlsxwriter.utility import xl_col_to_name  # noqa: PLC0415

    return str(xl_col_to_name([column.name for column in columns].index(name)))
