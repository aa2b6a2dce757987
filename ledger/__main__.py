"""The program as it is started from a terminal."""

import gc
import sys
from typing import TextIO


def run() -> None:
    """Runs one command and ends. A command is short: collecting garbage in it costs more than it frees."""
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_a_character(stream)
    from ledger.commands.main import cli  # noqa: PLC0415 - after the collector is off

    try:
        cli(prog_name="ledger")
    finally:
        gc.freeze()


def _never_fail_on_a_character(stream: TextIO) -> None:
    """A terminal that cannot show a name shows a question mark instead of ending the program."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None and (stream.encoding or "").lower().replace("-", "") != "utf8":
        reconfigure(errors="replace")


if __name__ == "__main__":
    run()
