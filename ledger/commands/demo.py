"""ledger demo."""

import contextlib
import io
import os
import shlex
import tempfile
from pathlib import Path

import click

from ledger.commands.text import say
from ledger.errors import LedgerError

EVENING = (
    "init --rules dutch --currency EUR --rate 0.50",
    "player add Ken John Taro",
    "game start Ken John Taro",
    "hand draw Taro",
    "hand Ken ron John mangan riichi",
    "hand Taro ron John s4 riichi",
    "hand Taro tsumo baiman",
    "hand Taro tsumo 1h",
    "hand Ken ron Taro s5 riichi",
    "hand Taro ron John s4",
    "hand Ken tsumo s7 riichi Ken Taro",
    "hand Ken ron John yakuman riichi John",
    "hand list",
    "settle",
    "standings",
)
"""The Dutch source's example as an evening: it ends at Ken 88,000, John -15,000, Taro 62,000."""
QUIET = 4
"""From this line on, the answers to single hands are left out: hand list shows them all."""


class FileExists(LedgerError):
    """A demo never touches a file that is there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already; the demo makes a new file: name another with --keep")


@click.command(epilog="\b\nExamples:\n  ledger demo\n  ledger demo --keep evening.ledger\n")
@click.option("--keep", metavar="PATH", type=click.Path(path_type=Path), help="Keep the demo's ledger in this file.")
def demo(keep: Path | None) -> None:
    """Plays an evening from an empty file to who pays whom, with the commands that it shows.

    It is the example of the Dutch rules: Ken ends at 88,000, John at -15,000, Taro at
    62,000; at 50 cents per 1,000 points that is €26.50, -€32.50 and €6.00.
    """
    if keep is not None:
        if keep.exists():
            raise FileExists(keep)
        _play(keep)
        say(f"\nThe ledger is kept: ledger --db {shlex.quote(str(keep))} game show")
        return
    with tempfile.TemporaryDirectory(prefix="ledger-demo-") as folder:
        _play(Path(folder) / "demo.ledger")


def _play(path: Path) -> None:
    from ledger.commands.main import cli  # noqa: PLC0415 - the table of commands names this one

    os.environ.pop("LEDGER_AT", None)  # the demo has one table, whatever the one this terminal stands at

    for number, line in enumerate(EVENING):
        say(f"$ ledger {line}")
        quiet = line.startswith("hand ") and line != "hand list" and number >= QUIET
        with contextlib.redirect_stdout(io.StringIO()) if quiet else contextlib.nullcontext():
            cli.main(["--db", str(path), *line.split()], prog_name="ledger", standalone_mode=False)
        if not quiet:
            say()
