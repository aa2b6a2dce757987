"""Pictures as SVG to stand within a page, drawn without any library; the browser has the fonts."""

from collections.abc import Iterator, Sequence
from html import escape

from ledger.charts.colours import INK, LINE, SOFT, on, share_colours, style
from ledger.charts.layout import apart, percent, shortened, some, ticks, value_text, width
from ledger.shapes.chart import Bar, Bars, Chart, Lines

WIDTH = 480.0
LETTER, ROW = 7.4, 17.0
"""How wide a letter is at most on average, and how far two lines of text are apart."""
WIDE = frozenset("mwMW@%")
TOP, BOTTOM, HIGH = 12.0, 44.0, 270.0
NAME = 18


def svg(chart: Chart) -> str:
    """A chart as an SVG element that says in words what it shows."""
    if isinstance(chart, Lines):
        high, parts = _lines(chart)
        said = "; ".join(f"{line.name} {value_text(chart, line.last)}" for line in chart.lines)
    else:
        high, parts = _shares(chart) if chart.shares else _rates(chart)
        said = "; ".join(f"{bar.name}: {_said(chart, bar)}" for bar in chart.bars)
    head = f'<svg viewBox="0 0 {WIDTH:g} {high:g}" role="img" aria-label="{escape(f"{chart.title}: {said}")}">'
    return "\n".join([head, *parts, "</svg>"])


def _said(chart: Bars, bar: Bar) -> str:
    return ", ".join(f"{part} {percent(count, bar.of)}" for part, count in zip(chart.parts, bar.counts, strict=True))


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = INK, size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(text)}</text>'
    )


def _long(text: str) -> float:
    """How long a text is at most; a wide letter takes half as much again."""
    return LETTER * (width(text) + sum(letter in WIDE for letter in text) / 2)


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float = 1) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{wide:g}" fill="none"/>'


def _lines(chart: Lines) -> tuple[float, list[str]]:
    """Lines with their names where they end: how high the picture is, and its parts."""
    labels = [
        f"{name} {value_text(chart, line.last)}"
        for name, line in zip(shortened([line.name for line in chart.lines], NAME), chart.lines, strict=True)
    ]
    values = [value for line in chart.lines for value in line.values if value is not None]
    figures = ticks(min(values), max(values))
    high = max(HIGH, ROW * len(labels))
    left = 12 + LETTER * max(len(f"{figure:,}") for figure in figures)
    right = WIDTH - 30 - max(map(_long, labels))

    def x(step: int) -> float:
        return left + (right - left) * step / (len(chart.steps) - 1)

    def y(value: float) -> float:
        return TOP + high * (figures[-1] - value) / (figures[-1] - figures[0])

    parts: list[str] = []
    for figure in figures:
        parts.append(_stroke(left, y(figure), right, y(figure), LINE))
        parts.append(_text(left - 6, y(figure) + 4, f"{figure:,}", "end", SOFT, 12))
    parts.append(_stroke(left, y(chart.level), right, y(chart.level), SOFT))
    parts += _dates(chart, left, right, TOP + high)
    for number, line in enumerate(chart.lines):
        there = [(x(i), y(value)) for i, value in enumerate(line.values) if value is not None]
        look = style(number)
        way = "L".join(f"{a:.1f} {b:.1f}" for a, b in there)
        dashes = f' stroke-dasharray="{" ".join(map(str, look.dashes))}"' if look.dashes else ""
        parts.append(f'<path d="M{way}" fill="none" stroke="{look.colour}" stroke-width="2"{dashes}/>')
    ends = [y(line.last) for line in chart.lines]
    for number, (label, end, at) in enumerate(zip(labels, ends, apart(ends, ROW, TOP, TOP + high), strict=True)):
        colour = style(number).colour
        parts.append(
            f'<path d="M{right + 2:.1f} {end:.1f}L{right + 10:.1f} {at:.1f}L{right + 18:.1f} {at:.1f}"'
            f' fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
        parts.append(_text(right + 22, at + 4.5, label))
    return high + TOP + BOTTOM, parts


def _dates(chart: Lines, left: float, right: float, bottom: float) -> Iterator[str]:
    """What is below the axis."""
    shown = some(len(chart.steps), max(2, int((right - left) / 90)))
    for i in shown:
        at = left + (right - left) * i / (len(chart.steps) - 1)
        yield _stroke(at, bottom, at, bottom + 4, SOFT)
        for nth, text in enumerate(chart.steps[i].label.split("\n")):
            yield _text(at, bottom + 17 + 14 * nth, text, "middle", SOFT, 12)


def _rows(chart: Bars, names: Sequence[str]) -> float:
    """Where bars begin, behind the names."""
    return 10 + max(_long(f"{name} ({bar.of:,})") for name, bar in zip(names, chart.bars, strict=True))


def _shares(chart: Bars) -> tuple[float, list[str]]:
    """Bars as long as each other, parted; the part is written where there is room."""
    names = shortened([bar.name for bar in chart.bars], NAME)
    left = _rows(chart, names)
    wide = WIDTH - left - 4
    colours = share_colours(len(chart.parts))
    parts = []
    for nth, (part, colour) in enumerate(zip(chart.parts, colours, strict=True)):
        parts.append(f'<rect x="{left + 70 * nth:.1f}" y="6" width="14" height="12" fill="{colour}"/>')
        parts.append(_text(left + 70 * nth + 19, 17, part))
    for row, (name, bar) in enumerate(zip(names, chart.bars, strict=True)):
        top, start = 28 + 26 * row, left
        parts.append(_text(left - 6, top + 15, f"{name} ({bar.of:,})", "end"))
        for count, colour in zip(bar.counts, colours, strict=True):
            long = wide * count / bar.of
            parts.append(f'<rect x="{start:.1f}" y="{top}" width="{long:.1f}" height="21" fill="{colour}"/>')
            if long >= 36:
                said = f"{100 * count / bar.of:.0f}%"
                parts.append(_text(start + long / 2, top + 15, said, "middle", on(colour), 12))
            start += long
    return 34 + 26.0 * len(chart.bars), parts


def _rates(chart: Bars) -> tuple[float, list[str]]:
    """A field for each count, with everybody's rate in it."""
    names = shortened([bar.name for bar in chart.bars], NAME)
    left = _rows(chart, names)
    field = (WIDTH - left) / len(chart.parts)
    parts = [
        _text(left - 6, 42 + 24 * row, f"{name} ({bar.of:,})", "end")
        for row, (name, bar) in enumerate(zip(names, chart.bars, strict=True))
    ]
    for nth, part in enumerate(chart.parts):
        most = max(bar.counts[nth] / bar.of for bar in chart.bars) or 1
        parts.append(_text(left + field * nth, 17, part, "start", SOFT))
        for row, bar in enumerate(chart.bars):
            long = (field - 58) * bar.counts[nth] / bar.of / most
            at, top = left + field * nth, 28 + 24 * row
            parts.append(f'<rect x="{at:.1f}" y="{top}" width="{long:.1f}" height="18" fill="{style(nth).colour}"/>')
            parts.append(_text(at + long + 4, top + 14, percent(bar.counts[nth], bar.of), size=12))
    return 34 + 24.0 * len(chart.bars), parts
