"""ledger export bundle: a ledger, or a part of it, without loss."""

from collections.abc import Iterable
from typing import Any

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.export import FORCE, OUT, written_to
from ledger.commands.text import note


@click.command(
    epilog="\b\nExamples:\n  ledger export bundle -o club.jsonl\n"
    "  ledger export bundle --season Autumn -o autumn.jsonl\n  ledger export bundle --night 2026-11-20 --game 1\n"
)
@click.option("--season", metavar="NAME", help="A season: its nights, and its teams.")
@click.option("--night", metavar="DATE", help="A night.")
@click.option("--game", metavar="GAME", help="A game of the night, by its number or its table's label.")
@click.option("--without-money", is_flag=True, help="Without what was settled and paid.")
@OUT
@FORCE
@with_desk
def bundle(desk: Desk, /, without_money: bool, output: str | None, force: bool, **said: str | None) -> None:
    """Writes a ledger, or a season, a night or a game of it, so that another ledger can have all of it.

    A bundle is JSON Lines: a header, then a record a line, with everything that was ever recorded, and what was taken
    back. Imported into a new ledger, and exported again, it is the same, byte for byte.
    """
    from ledger.exporters.bundle import lines_of  # noqa: PLC0415
    from ledger.services.bundle_export import Asked, export_bundle, schema  # noqa: PLC0415

    asked = Asked(said["season"], day(said["night"]), said["game"], money=not without_money)
    engine = desk.engine()
    with written_to(output, force=force) as out:

        def write(holds: str, records: Iterable[dict[str, Any]]) -> None:
            note(f"exporting {holds}")
            out.writelines(f"{line}\n" for line in lines_of(holds, schema(), records))

        export_bundle(engine, desk.at, asked, write)
