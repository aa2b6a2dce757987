"""Colours that the colour-blind can tell apart (Okabe and Ito), each with a stroke and a mark of its own."""

from typing import NamedTuple


class Style(NamedTuple):
    """How a line looks: colour, dashes (lengths of stroke and gap, none: unbroken), and mark."""

    colour: str
    dashes: tuple[int, ...]
    mark: str


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
"""Yellow is left out: nobody sees it on white."""
DASHES: tuple[tuple[int, ...], ...] = ((), (6, 2), (2, 2), (6, 2, 2, 2))
MARKS = "os^DvPX*<>"

SHARES = ("#00508C", "#7FB8E0", "#F3B67A", "#B04A00")
"""First place to last, from dark blue to dark orange; of three, the middle two are one."""
INK, SOFT, LINE = "#1d2330", "#5b6472", "#d5dae3"


def style(number: int) -> Style:
    """The look of the line with a number, from 0; another for each of the first 28, and marks beside that."""
    return Style(
        COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)], MARKS[number % len(MARKS)]
    )


def share_colours(parts: int) -> tuple[str, ...]:
    """Colours for places, the first to the last."""
    return SHARES if parts != 3 else (SHARES[0], SHARES[1], SHARES[3])


def on(colour: str) -> str:
    """Dark or light, whichever is read better upon a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return INK if red * 299 + green * 587 + blue * 114 > 128_000 else "#ffffff"
