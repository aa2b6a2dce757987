"""ledger records."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.figures import TOGETHER, heading
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import columns, note, points, say, say_json, signed
from ledger.errors import counted

if TYPE_CHECKING:
    from ledger.shapes.statistics import Holder, Record, Records, YakumanLine


@click.command(
    epilog="\b\nExamples:\n  ledger records\n  ledger records --ever\n  ledger records --month 2026-11 --json\n"
)
@TOGETHER
@scoped
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def records(desk: Desk, /, together: bool, as_json: bool, **options: Any) -> None:
    """Shows yakuman, the highest and lowest score, the biggest hand, the best night, and the longest runs.

    Of the season of today, or of all games where there is none; --ever for all. Games of three
    and of four are shown apart. Who reached the same stands there too, the first five by date.
    """
    from ledger.services.statistics import records_report  # noqa: PLC0415

    report = records_report(desk.engine(), desk.at, asked_of(options), together=together)
    if as_json:
        say_json(report.blocks)
        return
    if not report.blocks:
        note(f"no finished game yet ({scope_text(report.scope)})")
    for number, block in enumerate(report.blocks):
        say(
            ("\n" if number else "")
            + f"Records: {heading(report.scope, block.players)} ({counted(block.games, 'game')})"
        )
        _say_block(block)


def _say_block(block: "Records") -> None:
    say(columns(record_rows(block), left=(0, 2, 3)))
    say("\nYakuman" if block.yakuman else "\nNo yakuman is recorded.")
    if block.yakuman:
        say(columns(map(yakuman_row, block.yakuman), left=(0, 1, 2, 3, 4)))


def record_rows(block: "Records") -> list[tuple[str, ...]]:
    """All records but the yakuman: what, how much, whose, where."""
    return [
        *_rows("highest score", block.highest_score, points),
        *_rows("lowest score", block.lowest_score, points),
        *_rows("biggest hand", block.biggest_hand, points),
        *_rows("best night", block.best_night, signed),
        *_rows("hands dealt in a row", block.dealer_run, str),
        *_rows("first places in a row", block.firsts, str),
        *_rows("firsts and seconds in a row", block.top_two, str),
        *_rows("in a row without a last place", block.without_last, str),
    ]


def _rows(title: str, record: "Record | None", shown: "Callable[[int], str]") -> list[tuple[str, ...]]:
    """A record with all who hold it."""
    if record is None:
        return []
    lines = [(holder.player, _where(holder)) for holder in record.holders]
    if more := record.times - len(record.holders):
        lines.append((f"and {more:,} more", ""))
    heads = [(title, shown(record.figure)), *[("", "")] * (len(lines) - 1)]
    return [(*head, *line) for head, line in zip(heads, lines, strict=True)]


def _where(holder: "Holder") -> str:
    """Where a record stands: "2026-11-20, game 1, E1.0"."""
    when = f"{holder.night}" if holder.since in (None, holder.night) else f"{holder.since} to {holder.night}"
    game = f", game {holder.game}" if holder.game is not None else ""
    return when + game + (f", {holder.position}" if holder.position else "")


def yakuman_row(line: "YakumanLine") -> tuple[str, ...]:
    """A yakuman: when, where, whose, from whom, and which."""
    won = f"from {line.discarder}" if line.discarder else "tsumo"
    several = f"{line.multiple} yakuman" if line.multiple > 1 else ""
    said = [several, "counted" if line.counted else "", *line.yaku]
    where = f"game {line.game}, {line.position}"
    return str(line.night), where, line.player, won, " ".join(filter(None, said))
