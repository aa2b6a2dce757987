"""ledger import tenhou, mahjong-soul, pantheon: logs of games with every hand."""

from typing import Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.imports import files, import_found, import_options, typed_of


def _command(name: str, text: str, example: str) -> click.Command:
    @click.command(name, help=text, epilog=f"\b\nExamples:\n  {example} --dry-run\n  {example}\n")
    @click.argument("paths", nargs=-1, required=True, metavar="FILE…")
    @import_options
    @with_desk
    def command(desk: Desk, /, paths: tuple[str, ...], **said: Any) -> None:
        from ledger.importers.formats import read_logs  # noqa: PLC0415

        there = files(paths)
        import_found(desk, name, read_logs(name, there), typed_of(there, said), said)

    return command


KEPT = (
    "Each hand is played again under the game's rules and held against what the log booked; a difference is an "
    "error that shows both figures. The same game again is left as it is."
)
tenhou = _command(
    "tenhou",
    f"Imports games played on Tenhou: XML, also .gz, or JSON of tenhou.net/6. {KEPT}",
    "ledger import tenhou game.xml.gz --map NoName=Ken",
)
mahjong_soul = _command(
    "mahjong-soul",
    f"Imports games played on Mahjong Soul: JSON, also .gz. {KEPT}",
    "ledger import mahjong-soul game.json --map NoName=Ken",
)
pantheon = _command(
    "pantheon",
    f"Imports games of an event kept in Pantheon: JSON with games and rounds. {KEPT}",
    "ledger import pantheon event.json --add --rules mahjong-soul",
)
