"""Pictures as files, drawn by matplotlib: the same series gives the same bytes."""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.charts.colours import INK, LINE, SOFT, on, share_colours, style
from ledger.charts.errors import NotInstalled
from ledger.charts.fonts import fonts_for
from ledger.charts.layout import apart, percent, shortened, some, ticks, value_text
from ledger.shapes.chart import Bars, Chart, Lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("png", "svg")
WIDTH, DPI = 10.0, 150
"""A picture is 1500 pixels wide."""
DATE_WIDTH, MOST_MARKS = 0.95, 40
TO_FIGURES, TO_NAMES = 0.045, 0.035
"""The room before the figures of the axis, and between the lines' ends and their names, as parts of the width."""


class Picture(NamedTuple):
    """A picture's file, and what is to be said of it: letters that no font has."""

    content: bytes
    note: str | None


def picture(chart: Chart, form: str) -> Picture:
    """A chart as a file of one of FORMS. Raises NotInstalled."""
    with drawn(chart) as (figure, note):
        file = io.BytesIO()
        # Neither when it was made nor by which version: two files of the same series are equal.
        figure.savefig(file, format=form, dpi=DPI, metadata={"Software": None} if form == "png" else {"Date": None})
        return Picture(file.getvalue(), note)


@contextmanager
def drawn(chart: Chart) -> Iterator[tuple["Figure", str | None]]:
    """A chart drawn, as long as matplotlib is set for it, and what is to be said. Raises NotInstalled."""
    try:
        from matplotlib import rc_context  # noqa: PLC0415
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise NotInstalled("matplotlib") from error

    of = chart.lines if isinstance(chart, Lines) else chart.bars
    fonts = fonts_for([chart.title, "…−", *(one.name for one in of)])
    names = shortened([fonts.drawable(one.name) for one in of])
    settings: dict[Any, Any] = {
        "font.family": list(fonts.names),
        "font.size": 10,
        "text.parse_math": False,  # a $ in a name is a $
        "svg.hashsalt": "ledger",
        "axes.edgecolor": LINE,
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    }
    with rc_context(settings):
        figure = Figure(figsize=(WIDTH, _height(chart)), dpi=DPI, facecolor="white")
        FigureCanvasAgg(figure)
        figure.text(0.02, 1 - 0.16 / _height(chart), fonts.drawable(chart.title), va="top", fontsize=13)
        if isinstance(chart, Lines):
            _lines(figure, chart, names)
        elif chart.shares:
            _shares(figure, chart, names)
        else:
            _rates(figure, chart, names)
        yield figure, fonts.note


def _height(chart: Chart) -> float:
    """In inches: as much as the names need."""
    if isinstance(chart, Lines):
        return max(5.0, 1.4 + 0.24 * len(chart.lines))
    return 1.5 + 0.34 * len(chart.bars)


def _lines(figure: "Figure", chart: Lines, names: Sequence[str]) -> None:
    """Lines with their names where they end."""
    labels = [f"{name}  {value_text(chart, line.last)}" for name, line in zip(names, chart.lines, strict=True)]
    wide, high = _size(figure, labels)
    figures = ticks(*_range(chart))
    left = TO_FIGURES + _size(figure, [f"{number:,}" for number in figures])[0]
    inches = _height(chart)
    axes = figure.add_axes((left, 0.8 / inches, 0.99 - wide - TO_NAMES - left, 1 - 1.35 / inches))
    every = max(1, len(chart.steps) // MOST_MARKS + 1)
    for number, line in enumerate(chart.lines):
        look = style(number)
        there = [(i, value) for i, value in enumerate(line.values) if value is not None]
        axes.plot(
            *zip(*there, strict=True),
            color=look.colour,
            linestyle=(0, look.dashes) if look.dashes else "solid",
            marker=look.mark,
            markersize=4,
            markevery=every,
            linewidth=1.6,
            clip_on=False,
        )
    _scale(axes, chart, figures)
    _names_at_the_end(figure, axes, chart, labels, high)


def _range(chart: Lines) -> tuple[float, float]:
    """The least and the greatest value."""
    values = [value for line in chart.lines for value in line.values if value is not None]
    return min(values), max(values)


def _scale(axes: "Axes", chart: Lines, figures: Sequence[int]) -> None:
    """The axes of lines: round figures, and dates."""
    axes.set_yticks(figures, [f"{figure:,}" for figure in figures], fontsize=9)
    axes.set_ylim(figures[0], figures[-1])
    axes.set_ylabel(chart.unit)
    shown = some(len(chart.steps), max(2, int(axes.get_position().width * WIDTH / DATE_WIDTH)))
    axes.set_xticks(shown, [chart.steps[i].label for i in shown], fontsize=9)
    axes.set_xlim(0, len(chart.steps) - 1)
    axes.set_xlabel("after the night of" if chart.steps[-1].game is None else "after the game")
    axes.grid(visible=True, axis="y", color=LINE, linewidth=0.6)
    axes.axhline(chart.level, color=SOFT, linewidth=1)
    axes.spines[["top", "right"]].set_visible(False)


def _names_at_the_end(figure: "Figure", axes: "Axes", chart: Lines, labels: Sequence[str], high: float) -> None:
    """A name beside each line's end, moved up or down where two would overlap, and a stroke from one to the other."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    box = axes.get_position()
    low_value, high_value = axes.get_ylim()
    ends = [box.y0 + box.height * (line.last - low_value) / (high_value - low_value) for line in chart.lines]
    at = apart(ends, high * 1.15, box.y0, box.y1)
    for number, (label, end, y) in enumerate(zip(labels, ends, at, strict=True)):
        colour = style(number).colour
        figure.text(box.x1 + TO_NAMES, y, label, va="center_baseline", fontsize=9, gid="label")
        figure.add_artist(
            Line2D([box.x1 + 0.004, box.x1 + 0.016, box.x1 + 0.031], [end, y, y], color=colour, linewidth=1.2)
        )


def _size(figure: "Figure", labels: Sequence[str]) -> tuple[float, float]:
    """The width of the widest label and the height of the highest, as parts of the figure."""
    boxes = []
    for label in labels:
        text = figure.text(0, 0, label, fontsize=9)
        boxes.append(text.get_window_extent())
        text.remove()
    return (
        max(box.width for box in boxes) / (figure.get_figwidth() * DPI),
        max(box.height for box in boxes) / (figure.get_figheight() * DPI),
    )


def _shares(figure: "Figure", chart: Bars, names: Sequence[str]) -> None:
    """Bars as long as each other, parted; the part is written where there is room."""
    axes = _rows(figure, chart, names, right=0.97, left=None)
    colours = share_colours(len(chart.parts))
    for row, bar in enumerate(chart.bars):
        start = 0.0
        for count, colour in zip(bar.counts, colours, strict=True):
            part = 100 * count / bar.of
            axes.barh(row, part, left=start, color=colour, height=0.72, edgecolor="white", linewidth=0.8)
            if part >= 5:
                text = f"{part:.0f}%"
                axes.text(start + part / 2, row, text, color=on(colour), ha="center", va="center_baseline", fontsize=9)
            start += part
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"% of {chart.unit}")
    handles = [(part, colour) for part, colour in zip(chart.parts, colours, strict=True)]
    _key(figure, axes, handles)


def _key(figure: "Figure", axes: "Axes", handles: Sequence[tuple[str, str]]) -> None:
    """What the colours mean, above the bars in their order."""
    from matplotlib.patches import Patch  # noqa: PLC0415

    box = axes.get_position()
    figure.legend(
        handles=[Patch(color=colour, label=part) for part, colour in handles],
        loc="lower left",
        bbox_to_anchor=(box.x0, box.y1),
        borderaxespad=0.2,
        ncols=len(handles),
        frameon=False,
        fontsize=9,
        handlelength=1.2,
    )


def _rates(figure: "Figure", chart: Bars, names: Sequence[str]) -> None:
    """A field for each count, with everybody's rate in it."""
    left, right, gap = _room_for(figure, chart, names), 0.985, 0.02
    wide = (right - left - gap * (len(chart.parts) - 1)) / len(chart.parts)
    for nth, part in enumerate(chart.parts):
        rates = [100 * bar.counts[nth] / bar.of for bar in chart.bars]
        start = left + nth * (wide + gap)
        axes = _rows(figure, chart, names if nth == 0 else (), left=start, right=start + wide)
        axes.barh(range(len(rates)), rates, color=style(nth).colour, height=0.62)
        for row, (rate, bar) in enumerate(zip(rates, chart.bars, strict=True)):
            axes.annotate(
                percent(bar.counts[nth], bar.of),
                (rate, row),
                xytext=(4, 0),
                textcoords="offset points",
                va="center_baseline",
                fontsize=9,
            )
        room = max(*rates, 1) * 1.42  # for the figure behind the longest bar
        axes.set_xticks([tick for tick in ticks(0, max(rates), 3) if tick <= min(room, 100)])
        axes.set_xlim(0, room)
        axes.set_title(part, fontsize=10, loc="left")
        axes.set_xlabel(f"% of {chart.unit}")


def _room_for(figure: "Figure", chart: Bars, names: Sequence[str]) -> float:
    """Where the bars begin, so that the names fit before them."""
    return 0.03 + _size(figure, _named(chart, names))[0]


def _named(chart: Bars, names: Sequence[str]) -> list[str]:
    return [f"{name}  ({bar.of:,})" for name, bar in zip(names, chart.bars, strict=True)]


def _rows(figure: "Figure", chart: Bars, names: Sequence[str], *, left: float | None, right: float) -> "Axes":
    """Axes with a row for each person, the first above; names before them, with how many games or hands."""
    start = _room_for(figure, chart, names) if left is None else left
    high = _height(chart)
    axes = figure.add_axes((start, 0.55 / high, right - start, 1 - 1.4 / high))
    axes.set_yticks(range(len(chart.bars)), _named(chart, names) if names else [""] * len(chart.bars), fontsize=9)
    axes.set_ylim(len(chart.bars) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return axes
