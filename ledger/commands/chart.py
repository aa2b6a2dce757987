"""ledger chart."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import columns, note, say, say_json, terminal_width, text_width
from ledger.errors import UsageError, listing, quoted

if TYPE_CHECKING:
    from ledger.shapes.chart import Bars, Chart, Lines

KINDS = ("points", "places", "rating", "hands")
SYSTEMS = ("tenhou", "elo", "openskill")
FORMS = (".png", ".svg")
MOST = 12
"""So many are drawn where nobody is named: those who played most. More are not to be told apart."""
HIGH, BAR, LEAST_BAR = 22, 30, 8
"""Rows of lines, and columns of a bar at most and at least, in the terminal."""
EPILOG = """\b
Examples:
  ledger chart points
  ledger chart places --ever --out places.svg
  ledger chart rating Ken John --system elo --out rating.png
  ledger chart hands --json
"""


@click.command(epilog=EPILOG)
@click.argument("kind", metavar="KIND", type=click.Choice(KINDS))
@click.argument("names", metavar="[PLAYER]...", nargs=-1)
@scoped
@click.option(
    "--system",
    metavar="NAME",
    type=click.Choice(SYSTEMS),
    default="tenhou",
    help="Which rating: tenhou, elo or openskill.",
)
@click.option("--guests", is_flag=True, help="With guests.")
@click.option("--out", metavar="FILE", help="Into a file that ends in .png or .svg; one that is there is replaced.")
@click.option("--json", "as_json", is_flag=True, help="The series as JSON.")
@with_desk
def chart(desk: Desk, /, kind: str, names: tuple[str, ...], **said: Any) -> None:
    """Draws how a season goes, in the terminal or into a file: points, places, rating or hands.

    KIND is points (the sum so far, night by night), places (how often first to last), rating, or hands (how often
    somebody wins, deals in, and is in riichi). Of at most two nights every game is a step. Games of three and of four
    are never in one picture: --players 3 draws those of three where there are both.

    Files need matplotlib and lines in the terminal plotext: pip install 'riichi-club-ledger[charts]'
    """
    from ledger.services.series import Wanted, charted  # noqa: PLC0415
    from ledger.shapes.chart import ChartKind  # noqa: PLC0415

    out, as_json = said.pop("out"), said.pop("as_json")
    if out is not None and as_json:
        raise UsageError("--out and --json do not go together")
    form = None if out is None else _form(out)
    most = None if as_json else MOST
    wanted = Wanted(ChartKind(kind), names, most, said.pop("guests"), said.pop("system"))
    found = charted(desk.engine(), desk.at, asked_of(said), wanted)
    if as_json:
        say_json(found)
        return
    shown = replace(found.chart, title=f"{found.chart.title}, {scope_text(found.scope)}")
    if found.left_out:
        note(f"without {found.left_out} who played less; by their names: ledger chart {kind} NAME …")
    if found.other_sizes:
        sizes = listing(f"{size}" for size in found.other_sizes)
        note(f"without the games of {sizes}: --players {found.other_sizes[0]}")
    if out is None or form is None:
        _say(shown)
    else:
        _write(shown, Path(out), form)


def _form(out: str) -> str:
    """PNG or SVG, by the name of the file. Raises UsageError."""
    suffix = Path(out).suffix.casefold()
    if suffix not in FORMS:
        raise UsageError(f"--out {quoted(out)}: a picture's name ends in {listing(FORMS, 'or')}")
    return suffix.removeprefix(".")


def _write(chart: "Chart", path: Path, form: str) -> None:
    from ledger.charts.files import picture  # noqa: PLC0415

    drawn = picture(chart, form)
    if drawn.note:
        note(drawn.note)
    try:
        path.write_bytes(drawn.content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
    note(f"wrote {path}")


def _say(chart: "Chart") -> None:
    """A chart in the terminal."""
    from ledger.shapes.chart import Lines  # noqa: PLC0415

    if isinstance(chart, Lines):
        _say_lines(chart)
    else:
        _say_bars(chart)


def _say_lines(chart: "Lines") -> None:
    from ledger.charts.layout import value_text  # noqa: PLC0415
    from ledger.charts.text import LETTERS, lines_text  # noqa: PLC0415

    picture = lines_text(chart, min(terminal_width(), 160), HIGH)
    say(chart.title)
    say(picture)
    say(
        columns(
            [
                (letter, line.name, value_text(chart, line.last))
                for letter, line in zip(LETTERS, chart.lines, strict=False)
            ],
            left=(0, 1),
        )
    )


def _say_bars(chart: "Bars") -> None:
    """Bars with their figures: of shares one for each person, of rates one for each rate."""
    from ledger.charts.layout import percent, shortened  # noqa: PLC0415
    from ledger.charts.text import marks_of, rate_text, shares_text  # noqa: PLC0415

    say(chart.title)
    named = list(zip(shortened([bar.name for bar in chart.bars]), chart.bars, strict=True))
    if chart.shares:
        heads = [f"{mark} {part}" for mark, part in zip(marks_of(len(chart.parts)), chart.parts, strict=True)]
        rows = [[name, f"{bar.of:,}", *(percent(count, bar.of) for count in bar.counts)] for name, bar in named]
        _say_with_bars(rows, [partial(shares_text, bar.counts, bar.of) for bar in chart.bars], ["", chart.unit, *heads])
        return
    for nth, part in enumerate(chart.parts):
        most = max(bar.counts[nth] / bar.of for bar in chart.bars)
        say(f"\n{part}, of {chart.unit}")
        rows = [[name, f"{bar.of:,}", percent(bar.counts[nth], bar.of)] for name, bar in named]
        _say_with_bars(rows, [partial(rate_text, bar.counts[nth], bar.of, most) for bar in chart.bars])


def _say_with_bars(rows: list[list[str]], bars: Sequence[Callable[[int], str]], head: Sequence[str] = ()) -> None:
    """Rows with a bar behind each, as wide as there is room for."""
    lines = columns([head, *rows] if head else rows).splitlines()
    wide = min(BAR, terminal_width() - max(map(text_width, lines)) - 2)
    if head:
        say(lines.pop(0))
    for line, bar in zip(lines, bars, strict=True):
        say(f"{line}  {bar(wide)}".rstrip() if wide >= LEAST_BAR else line)
