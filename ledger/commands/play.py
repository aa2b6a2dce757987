"""ledger play."""

import gc
import sys

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE, GAME, choice_of
from ledger.errors import UsageError


@click.command(epilog="\b\nExamples:\n  ledger play\n  ledger play --game 2\n  ledger play --at window\n")
@GAME
@DATE
@with_desk
def play(desk: Desk, mark: str | None, held_on: str | None) -> None:
    """Records a game beside the table: the table drawn, one line per hand.

    The line is that of ledger hand, without the words in front. While you type, it shows
    what the hand would do; Tab takes what is offered, Enter records the hand at once.
    undo, fix, show, end, games, help, quit, and the number of a game to go there.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "ledger play is for a terminal: from a file or a pipe, record with  ledger sheet FILE  or  ledger hand"
        )
    gc.enable()  # the other commands are over before it is worth it
    from ledger.commands.play_evening import Evening  # noqa: PLC0415
    from ledger.commands.play_find import first_table  # noqa: PLC0415
    from ledger.commands.play_prompt import Leave, Lines, Stop  # noqa: PLC0415

    choice, engine = choice_of(mark, held_on), desk.engine()
    lines = Lines()
    try:
        Evening(desk, engine, lines, first_table(engine, lines, desk.at, choice)).run()
    except (Leave, Stop, KeyboardInterrupt):
        pass
    except OSError:
        if sys.stdin.isatty():
            raise
        sys.exit(1)  # the terminal is gone: there is nobody to tell
    finally:
        engine.dispose()
