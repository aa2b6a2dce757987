"""Pictures for the terminal: lines by plotext, each with a letter; bars of plain characters."""

from string import ascii_lowercase, ascii_uppercase
from typing import Any

from ledger.charts.errors import NotInstalled
from ledger.charts.layout import some, ticks
from ledger.shapes.chart import Lines

LETTERS = ascii_lowercase + ascii_uppercase
"""The marks of lines, told apart without colours."""
SHARES = "█▓▒░"
"""First place to last."""
DATE_WIDTH = 20


def lines_text(chart: Lines, width: int, height: int) -> str:
    """Lines as text of so many columns and rows, the first line drawn over the others. Raises NotInstalled."""
    try:
        import plotext  # noqa: PLC0415
    except ImportError as error:
        raise NotInstalled("plotext") from error

    figure: Any = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(width, height)
    for letter, line in reversed(list(zip(LETTERS, chart.lines, strict=False))):
        there = [(i, value) for i, value in enumerate(line.values) if value is not None]
        signal = figure.signal(*map(list, zip(*there, strict=True)), marker=letter)
        signal.lines(True)
        figure.draw(signal)
    values = [value for line in chart.lines for value in line.values if value is not None]
    figures = ticks(min(values), max(values), height // 4)
    figure.ruler("y").ticks(figures, [f"{number:,}" for number in figures])
    figure.ruler("y").lim(figures[0], figures[-1])
    shown = some(len(chart.steps), max(2, (width - 12) // DATE_WIDTH))
    figure.ruler("x").ticks(shown, [chart.steps[i].label.replace("\ngame ", "/") for i in shown])
    figure.ruler("x").lim(0, len(chart.steps) - 1)
    text: str = figure.build().string(colorless=True)
    return "\n".join(line.rstrip() for line in text.splitlines())


def marks_of(parts: int) -> str:
    """What the parts of a bar are made of."""
    return SHARES if parts != 3 else SHARES[0] + SHARES[1] + SHARES[3]


def shares_text(counts: tuple[int, ...], of: int, width: int) -> str:
    """A bar of so many columns, parted; each part ends at the column nearest to where it should."""
    bar, sum_so_far = "", 0
    for count, mark in zip(counts, marks_of(len(counts)), strict=True):
        sum_so_far += count
        bar += mark * (round(width * sum_so_far / of) - len(bar))
    return bar


def rate_text(count: int, of: int, most: float, width: int) -> str:
    """A bar as long as a rate, of so many columns where it is the most there is."""
    return "█" * round(width * count / of / most) if most else ""
