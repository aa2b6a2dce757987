"""ledger export xlsx, hledger, beancount, parquet: files of other programs."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.export import FORCE, OUT, AlreadyThere, whole_file, written_to
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import note
from ledger.errors import UsageError, counted

if TYPE_CHECKING:
    from ledger.services.export_games import Games
    from ledger.shapes.export import Entry
    from ledger.shapes.season import Scope


@click.command(
    epilog="\b\nExamples:\n  ledger export xlsx club.xlsx --season Autumn\n"
    "  ledger export xlsx club.xlsx --with-money --force\n"
)
@click.argument("file", metavar="FILE")
@scoped
@click.option("--with-money", is_flag=True, help="With the money of settled nights.")
@FORCE
@with_desk
def xlsx(desk: Desk, /, file: str, force: bool, with_money: bool, **said: Any) -> None:
    """Writes a workbook: standings, results, games, hands, statistics, and (with --with-money) money.

    The standings are formulas over the sheet of results, with their values beside them, so that figures that are
    changed there show what follows.
    """
    from ledger.exporters.workbook import write_season_workbook  # noqa: PLC0415
    from ledger.services.export_workbook import with_workbook  # noqa: PLC0415

    asked = asked_of(said)
    engine = desk.engine()
    with whole_file(file, force=force) as path:
        scope = with_workbook(
            engine, desk.at, asked, lambda book: write_season_workbook(path, book), with_money=with_money
        )
        note(f"exporting {scope_text(scope)}")


@click.command(epilog="\b\nExample:\n  ledger export hledger --ever -o club.journal\n")
@scoped
@OUT
@FORCE
@with_desk
def hledger(desk: Desk, /, **said: Any) -> None:
    """Writes settled nights and payments as a journal that hledger and ledger-cli read.

    Each player has an account, whose balance is that of  ledger balance.
    """
    from ledger.exporters.journals import hledger_journal  # noqa: PLC0415

    _journal(desk, said, hledger_journal)


@click.command(epilog="\b\nExample:\n  ledger export beancount --ever -o club.beancount\n")
@scoped
@OUT
@FORCE
@with_desk
def beancount(desk: Desk, /, **said: Any) -> None:
    """Writes settled nights and payments as a journal that beancount reads, its accounts named after the players."""
    from ledger.exporters.journals import beancount_journal  # noqa: PLC0415

    _journal(desk, said, beancount_journal)


def _journal(desk: Desk, said: dict[str, Any], lines: "Callable[[Iterable[Entry]], Iterator[str]]") -> None:
    from ledger.services.export_money import money_entries  # noqa: PLC0415

    output, force = said.pop("output"), said.pop("force")
    entries = money_entries(desk.engine(), desk.at, asked_of(said))
    with written_to(output, force=force) as out:
        out.writelines(f"{line}\n" for line in lines(entries))


TABLES = ("games", "results", "hands", "payments")


@click.command(epilog="\b\nExample:\n  ledger export parquet club-data --ever\n")
@click.argument("folder", metavar="DIR")
@scoped
@FORCE
@with_desk
def parquet(desk: Desk, /, folder: str, force: bool, **said: Any) -> None:
    """Writes games, results, hands and payments as Parquet files into a folder, for DuckDB, pandas or Spark."""
    from ledger.services.export_games import Wanted, with_games  # noqa: PLC0415

    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise UsageError(f"{target} is a file: name a folder")
    for name in TABLES:
        if (target / f"{name}.parquet").exists() and not force:
            raise AlreadyThere(target / f"{name}.parquet")
    wanted = Wanted(asked_of(said), desk.at, ids=True)
    engine = desk.engine()
    made = not target.exists()
    target.mkdir(parents=True, exist_ok=True)
    beside = Path(mkdtemp(dir=target, prefix=".ledger-"))
    try:
        rows = with_games(engine, wanted, lambda scope, games: _write_tables(scope, games, beside))
        for name in TABLES:
            (beside / f"{name}.parquet").replace(target / f"{name}.parquet")
    except BaseException:
        shutil.rmtree(target if made else beside, ignore_errors=True)
        raise
    beside.rmdir()
    told = ", ".join(f"{name} ({counted(rows[name], 'row')})" for name in TABLES)
    note(f"wrote {told} into {target}")


def _write_tables(scope: "Scope", games: "Games", folder: Path) -> dict[str, int]:
    from ledger.exporters.parquet import write_parquet  # noqa: PLC0415

    note(f"exporting {scope_text(scope)}")
    sheets = {"games": games.wide, "results": games.long, "hands": games.hands, "payments": games.payments}
    return {name: write_parquet(folder / f"{name}.parquet", sheets[name]()) for name in TABLES}
