"""How results are written: aligned columns, numbers, JSON. Nothing here decides anything."""

import io
import json
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ledger.shapes.export import Sheet
    from ledger.store.unit import Done


LEAST = 11
"""What is left of a name or a heading that is cut, in terminal cells: a date and "less 50,000" stay whole."""


class WholeNumber(click.IntRange):
    """A whole number between two others."""

    name = "whole number"


def say(text: str = "") -> None:
    """A line of the result, on standard output."""
    click.echo(text)


def note(text: str) -> None:
    """A line beside the result, on standard error."""
    click.echo(f"ledger: {text}", err=True)


def say_if_repeated(done: "Done[Any]") -> None:
    """Says so where a request was done before."""
    if done.repeated:
        say("This request was done before; nothing was recorded twice.")


def say_json(value: Any) -> None:
    """The same shape as the text shows, as JSON."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def say_sheet(sheet: "Sheet") -> None:
    """A table as CSV."""
    from ledger.exporters.csv_file import write_csv  # noqa: PLC0415

    out = io.StringIO()
    write_csv(sheet, out)
    click.echo(out.getvalue(), nl=False)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: _plain(item) for key, item in value._asdict().items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def points(number: int) -> str:
    """Points with separators: 12,300."""
    return f"{number:,}"


def signed(number: int) -> str:
    """A change of points: +1,300, -900, 0."""
    return f"{number:+,}" if number else "0"


def terminal_width() -> int:
    """How many cells a line has."""
    return shutil.get_terminal_size().columns


def columns(rows: Iterable[Sequence[str]], *, left: Sequence[int] = (0,), indent: int = 2) -> str:
    """Rows with their cells aligned right, those of the columns in left to the left.

    Widths are counted in terminal cells, so that Japanese names line up; where a row is
    wider than the terminal, names are cut (the first row and the left columns), figures never.
    """
    table = [list(row) for row in rows]
    count = max(map(len, table), default=0)
    widths = [max((text_width(row[i]) for row in table if i < len(row)), default=0) for i in range(count)]
    least = [
        max([LEAST, *(text_width(row[i]) for row in table[1:] if i < len(row) and i not in left)]) for i in range(count)
    ]
    room = terminal_width() - indent - 2 * (count - 1)
    while sum(widths) > room and (wide := [i for i in range(count) if widths[i] > least[i]]):
        widths[max(wide, key=widths.__getitem__)] -= 1
    lines = []
    for row in table:
        cells = []
        for i, cell in enumerate(row):
            shown = cell if text_width(cell) <= widths[i] else _cut(cell, widths[i])
            gap = " " * (widths[i] - text_width(shown))
            cells.append(shown + gap if i in left else gap + shown)
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def markdown(rows: Sequence[Sequence[str]], *, left: Sequence[int] = (0,)) -> str:
    """Rows as a Markdown table, the first being its head; columns not in left are aligned right."""
    marks = ["---" if i in left else "---:" for i in range(len(rows[0]))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], marks, *rows[1:]))


def text_width(text: str) -> int:
    """How many cells of a terminal a text takes; Rich knows, and is only needed beyond ASCII."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415

    return cell_len(text)


def wrapped(text: str, room: int) -> list[str]:
    """A text in lines of at most so many cells, broken between words; a word that is longer stays whole."""
    lines: list[str] = []
    line = ""
    for word in re.findall(r" *[^ ]+", text):
        if line.strip() and text_width(line + word) > room:
            lines.append(line)
            line = word.strip()
        else:
            line += word
    return [*lines, line]


def _cut(text: str, width: int) -> str:
    from rich.cells import set_cell_size  # noqa: PLC0415

    return set_cell_size(text, width - 1).rstrip() + "…"
