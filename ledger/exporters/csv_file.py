"""Tables as CSV: numbers stay numbers, ISO dates, and no text that a spreadsheet would take for something else."""

import csv
import re
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple, TextIO

from ledger.shapes.export import Cell, Kind, Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|mrt|mei"
LOOKS_ELSE = re.compile(
    rf"[0-9][0-9.,:/\s-]*([eE][0-9+-]*)?|[0-9]{{1,2}}[ .-]?({MONTHS})[a-z]*([ .-]?[0-9]*)|({MONTHS})[a-z]*[ .-]?[0-9]+"
    r"|true|false",
    re.IGNORECASE,
)
"""Text that a spreadsheet takes for a number, a date or a time: table 3-4, 1/2, 1e5, Mar 5, 007."""
MARK = "\ufeff"


class CsvStyle(NamedTuple):
    """How CSV is written; mark: a UTF-8 mark first, by which Excel knows the encoding."""

    delimiter: str = ","
    mark: bool = False


def write_csv(sheet: Sheet, out: TextIO, style: CsvStyle = CsvStyle()) -> None:  # noqa: B008 - never changed
    """Writes a table, its head first."""
    if style.mark:
        out.write(MARK)
    writer = csv.writer(out, delimiter=style.delimiter, lineterminator="\n")
    writer.writerow(column.name for column in sheet.columns)
    kinds = [column.kind for column in sheet.columns]
    writer.writerows([as_text(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in sheet.rows)


def as_text(cell: Cell, kind: Kind) -> str | int | float | None:
    """A cell as CSV has it."""
    match cell:
        case str():
            return neutral(cell, anything=kind is Kind.TEXT)
        case datetime():
            return cell.isoformat(timespec="seconds").replace("+00:00", "Z")
        case date():
            return cell.isoformat()
        case Decimal():
            return f"{cell:f}"
        case _:
            return cell


def neutral(text: str, *, anything: bool = True) -> str:
    """A text with an apostrophe before what a spreadsheet would run, or (anything) would take for a number or date."""
    return f"'{text}" if text.startswith(FORMULA) or (anything and LOOKS_ELSE.fullmatch(text.strip())) else text
