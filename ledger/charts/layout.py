"""What all pictures have in common: labels that do not overlap, figures on an axis, names that are not endless."""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10

from ledger.shapes.chart import ChartKind, Lines

MOST_NAME = 24
"""As wide as a name is drawn, in letters; a Japanese one counts for two."""


def apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Positions as near to those wanted as they can be, in their order, at least so far apart, from low to high.

    Where there is no room for all, they are evenly spread.
    """
    count = len(wanted)
    if count > 1 and least * (count - 1) >= high - low:
        ranks = sorted(range(count), key=wanted.__getitem__)
        return [low + (high - low) * ranks.index(i) / (count - 1) for i in range(count)]
    order = sorted(range(count), key=wanted.__getitem__)
    # Those too near each other are moved as one block around the middle of what they want.
    blocks: list[tuple[float, list[int]]] = []
    for i in order:
        start, members = min(max(wanted[i], low), high), [i]
        while blocks and blocks[-1][0] + least * len(blocks[-1][1]) > start:
            _, before = blocks.pop()
            members = before + members
            middle = sum(wanted[m] - least * nth for nth, m in enumerate(members)) / len(members)
            start = min(max(middle, low), high - least * (len(members) - 1))
        start = min(start, high - least * (len(members) - 1))
        blocks.append((start, members))
    found = [0.0] * count
    for start, members in blocks:
        for nth, i in enumerate(members):
            found[i] = start + least * nth
    return found


def ticks(low: float, high: float, about: int = 6) -> list[int]:
    """Round whole figures for an axis, the outermost at or beyond the ends."""
    span = max(high - low, 1)
    rough = span / about
    unit = 10 ** floor(log10(rough)) if rough >= 1 else 1
    step = max(1, int(next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)))
    first = floor(low / step)
    last = max(-floor(-high / step), first + 1)
    return [step * n for n in range(first, last + 1)]


def some(count: int, most: int) -> list[int]:
    """Some of the numbers from 0, evenly: the first and the last of them, and at most so many."""
    if count <= most:
        return list(range(count))
    found = [round(i * (count - 1) / (most - 1)) for i in range(most)]
    return [0, *(b for a, b in pairwise(found) if a != b)]


def width(text: str) -> int:
    """How wide a text is, in letters."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text
    )


def shortened(names: Sequence[str], most: int = MOST_NAME) -> list[str]:
    """Names without their middle where they are long, with as much of it as tells them apart."""
    cut = [_shortened(name, most) for name in names]
    longest = max(map(width, names), default=0)
    return cut if len(set(cut)) == len(set(names)) or most >= longest else shortened(names, most + 4)


def _shortened(name: str, most: int) -> str:
    if width(name) <= most:
        return name
    front, back = name, name
    while width(front) > most * 2 // 3:
        front = front[:-1]
    while width(front) + 1 + width(back) > most:
        back = back[1:]
    return f"{front.rstrip()}…{back.lstrip()}"


def percent(count: int, of: int) -> str:
    """A part of a number as it is written: 23.1%."""
    return f"{100 * count / of:.1f}%" if of else "-"


def value_text(chart: Lines, value: float) -> str:
    """A value as it is written: points as +12,300, a rating as 1,523.4."""
    if chart.kind is ChartKind.POINTS:
        return f"{value:+,.0f}" if value else "0"
    return f"{value:,.{chart.decimals}f}"
