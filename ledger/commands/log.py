"""ledger log."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE, GAME, choice_of
from ledger.commands.text import WholeNumber, note, say, say_json


@click.command(
    epilog="\b\nExamples:\n  ledger log\n  ledger log --game 1\n  ledger log --by tester --last 100 --json\n"
)
@GAME
@DATE
@click.option("--last", metavar="N", type=WholeNumber(1, 100_000), default=20, show_default=True, help="How many.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def log(desk: Desk, mark: str | None, held_on: str | None, last: int, as_json: bool) -> None:
    """Shows what was done, the latest last: when, by whom, what was typed, and why.

    Below each stands what it recorded (+) and what it took back (-). Nothing is ever deleted,
    so this is the whole history. With --by NAME, only what this person recorded.
    """
    from ledger.services.log import log_lines  # noqa: PLC0415

    choice = choice_of(mark, held_on) if mark or held_on else None
    lines = log_lines(desk.engine(), desk.at, choice=choice, by=desk.by, last=last)
    if as_json:
        say_json(lines)
        return
    if not lines:
        note("nothing like that was done in this ledger")
    for line in lines:
        why = f"  ({line.reason})" if line.reason else ""
        say(f"{line.unit:>4}  {line.at.astimezone(desk.at.tzinfo):%Y-%m-%d %H:%M}  {line.by}  {line.typed}{why}")
        for text in line.recorded:
            say(f"        + {text}")
        for text in line.took_back:
            say(f"        - {text}")
