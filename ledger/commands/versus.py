"""ledger versus."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.figures import TOGETHER, heading, mean, part, place, signed_mean
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import LEAST, WholeNumber, columns, note, say, say_json, terminal_width, text_width
from ledger.errors import UsageError, counted

if TYPE_CHECKING:
    from ledger.shapes.season import Scope
    from ledger.shapes.statistics import Matrix, Share, Versus

B = TypeVar("B")

MOST_SHOWN = 30
"""People in a matrix as text; as JSON it has all."""


@click.command(
    epilog="\b\nExamples:\n  ledger versus Ken John\n  ledger versus\n  ledger versus Ken John Taro --ever --json\n"
)
@click.argument("names", nargs=-1, metavar="[NAME NAME…]")
@click.option("--most", metavar="N", type=WholeNumber(2, 1000), help="No more people than these, who most played.")
@TOGETHER
@scoped
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def versus(
    desk: Desk, /, names: tuple[str, ...], most: int | None, together: bool, as_json: bool, **options: Any
) -> None:
    """Shows how two people do in the games that both played; of more, or of all, who was ahead of whom.

    A deal-in is a discard by which the other won: for how many points on average, and how often.
    In the matrix, the one of the row was ahead of the one of the column in 12 of 23 games: 12/23.
    """
    from ledger.services.statistics import matrix_report, versus_report  # noqa: PLC0415

    if len(names) == 1:
        raise UsageError("against whom? Name two people, or nobody for all")
    asked = asked_of(options)
    if len(names) == 2:
        if most is not None:
            raise UsageError("--most is for more than two people")
        two = versus_report(desk.engine(), desk.at, (names[0], names[1]), asked, together=together)
        _say(two.scope, two.blocks, _say_two, as_json=as_json)
    else:
        # A terminal has no room for more, and all four hundred of a federation take some seconds.
        room = most or (None if as_json else MOST_SHOWN)
        many = matrix_report(desk.engine(), desk.at, names, asked, most=room, together=together)
        _say(many.scope, many.blocks, _say_matrix, as_json=as_json)


def _say(scope: "Scope", blocks: tuple[B, ...], say_block: Callable[["Scope", B], None], *, as_json: bool) -> None:
    if as_json:
        say_json(blocks)
        return
    if not blocks:
        note(f"they have finished no game together ({scope_text(scope)})")
    for number, block in enumerate(blocks):
        if number:
            say()
        say_block(scope, block)


def _say_two(scope: "Scope", block: "Versus") -> None:
    one, other = block.one, block.other
    tied = f", {counted(block.ties, 'shared place')}" if block.ties else ""
    say(f"Together: {heading(scope, block.players)}")
    say(f"{counted(block.games, 'game')}{tied}, {counted(block.hands, 'hand')} at one table")
    rows = [("", "ahead", "average place", "average points", "average deal-in")]
    rows += [
        (side.player, part(side.ahead), place(side.place), signed_mean(side.points), mean(side.deal_ins))
        for side in (one, other)
    ]
    say(columns(rows))


def _say_matrix(scope: "Scope", block: "Matrix") -> None:
    say(f"Who was ahead of whom: {heading(scope, block.players)}")
    shown = next((n for n in range(len(block.names), 2, -1) if _fits(_matrix(block, n))), min(2, len(block.names)))
    say(_matrix(block, shown))
    if left_out := block.left_out + len(block.names) - shown:
        note(f"{counted(left_out, 'further player')} left out: name those you mean, or see --json")


def _fits(text: str) -> bool:
    return max(map(text_width, text.splitlines())) <= terminal_width()


def _matrix(block: "Matrix", shown: int) -> str:
    """The matrix of the first so many: their names above it where these fit, else their numbers."""
    names = block.names[:shown]
    rows = [[_cell(cell) for cell in row[:shown]] for row in block.cells[:shown]]
    named = columns([("", *names), *((name, *row) for name, row in zip(names, rows, strict=True))])
    if _fits(named) and max(map(text_width, names)) <= LEAST:
        return named
    numbers = [str(number) for number in range(1, shown + 1)]
    lines = zip(numbers, names, rows, strict=True)
    return columns([("", "", *numbers), *((number, name, *row) for number, name, row in lines)], left=(1,))


def _cell(share: "Share | None") -> str:
    """How often ahead, of how many games: "12/23"; for themselves a point."""
    return "·" if share is None else f"{share.count}/{share.of}" if share.of else "-"
