"""ledger export games, hands, payments, standings, transfers: tables as CSV."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.export import as_csv, csv_out, written_to
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import note

if TYPE_CHECKING:
    from ledger.services.export_games import Games
    from ledger.shapes.export import Sheet
    from ledger.shapes.season import Scope

IDS = click.option("--ids", is_flag=True, help="With the ids of games and players, the same in every ledger.")
SAFE = (
    "Text that a spreadsheet would run, or take for a number or a date, has an apostrophe before it. "
    "A column of its own never does: numbers stay numbers, dates are as in 2026-11-20."
)


@click.command(
    epilog="\b\nExamples:\n  ledger export games --season Autumn -o games.csv\n  ledger export games --long --ever\n"
)
@scoped
@click.option("--long", is_flag=True, help="A row for each player and game, with all that makes a result.")
@IDS
@as_csv
@with_desk
def games(desk: Desk, /, long: bool, **said: Any) -> None:
    """Writes finished games as CSV: a row for each game, its seats from the first dealer on."""
    _write(desk, said, lambda games: games.long() if long else games.wide())


@click.command(epilog="\b\nExample:\n  ledger export hands --season Autumn -o hands.csv\n")
@scoped
@IDS
@as_csv
@with_desk
def hands(desk: Desk, /, **said: Any) -> None:
    """Writes the hands of finished games as CSV: what happened, and what it changed for each seat."""
    _write(desk, said, lambda games: games.hands())


@click.command(epilog="\b\nExample:\n  ledger export payments --month 2026-11\n")
@scoped
@IDS
@as_csv
@with_desk
def payments(desk: Desk, /, **said: Any) -> None:
    """Writes the points that moved in hands as CSV: who paid whom, how many, and why."""
    _write(desk, said, lambda games: games.payments())


def _write(desk: Desk, said: dict[str, Any], chosen: "Callable[[Games], Sheet]") -> None:
    from ledger.exporters.csv_file import write_csv  # noqa: PLC0415
    from ledger.services.export_games import Wanted, with_games  # noqa: PLC0415

    output, force, style = csv_out(said)
    ids = said.pop("ids")
    wanted = Wanted(asked_of(said), desk.at, ids)
    engine = desk.engine()
    with written_to(output, force=force) as out:

        def write(scope: "Scope", games: "Games") -> None:
            note(f"exporting {scope_text(scope)}")
            write_csv(chosen(games), out, style)

        with_games(engine, wanted, write)


@click.command(epilog="\b\nExamples:\n  ledger export standings\n  ledger export standings --order best:8 --guests\n")
@scoped
@click.option("--order", metavar="ORDER", help="What they go by, as in  ledger standings.")
@click.option("--least-games", type=click.IntRange(0, 9999), default=0, metavar="N", help="Fewer give no rank.")
@click.option("--guests", is_flag=True, help="With guests.")
@as_csv
@with_desk
def standings(desk: Desk, /, order: str | None, least_games: int, guests: bool, **said: Any) -> None:
    """Writes how everybody stands as CSV: the figures of  ledger standings."""
    from ledger.exporters.csv_file import write_csv  # noqa: PLC0415
    from ledger.services.export_league import standings_sheet  # noqa: PLC0415
    from ledger.services.standings import how_all_stand  # noqa: PLC0415
    from ledger.shapes.standings import Ranking  # noqa: PLC0415

    output, force, style = csv_out(said)
    found = how_all_stand(
        desk.engine(), desk.at, asked_of(said), Ranking(least_games=least_games, guests=guests), order
    )
    note(f"exporting {scope_text(found.scope)}")
    with written_to(output, force=force) as out:
        write_csv(standings_sheet(found.standings), out, style)


@click.command(epilog="\b\nExample:\n  ledger export transfers --ever -o transfers.csv\n")
@scoped
@as_csv
@with_desk
def transfers(desk: Desk, /, **said: Any) -> None:
    """Writes the plans of settled nights and the money that was handed over as CSV."""
    from ledger.exporters.csv_file import write_csv  # noqa: PLC0415
    from ledger.services.export_money import transfers_sheet  # noqa: PLC0415

    output, force, style = csv_out(said)
    sheet = transfers_sheet(desk.engine(), desk.at, asked_of(said))
    with written_to(output, force=force) as out:
        write_csv(sheet, out, style)
