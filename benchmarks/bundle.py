"""Brings a bundle into a new ledger, beside plain sqlite3 inserting the same rows, in one run.

Run it as  python -m benchmarks.bundle FILE  in a checkout, FILE being a ledger (see benchmarks.history). The bundle is
written beside it first. sqlite3 gets the rows that the import wrote, table by table in its own order, by executemany
into a new file with the same tables, indexes and pragmas, from one transaction, read as tuples from the other file.
"""

import argparse
import resource
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from ledger.exporters.bundle import lines_of
from ledger.services.bundle_export import Asked, export_bundle, schema
from ledger.services.bundle_import import How, import_bundle
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.unit import Request

AT_ONCE = 5_000
PRAGMAS = ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "trusted_schema=OFF")


def exported(ledger: Path, bundle: Path) -> float:
    """Writes a ledger as a bundle; returns how long it took, in seconds."""
    engine, began = open_ledger(str(ledger)), perf_counter()
    with bundle.open("w", encoding="utf-8") as out:

        def write(holds: str, records: object) -> None:
            out.writelines(f"{line}\n" for line in lines_of(holds, schema(), records))  # type: ignore[arg-type]

        export_bundle(engine, datetime.now(UTC), Asked(), write)
    engine.dispose()
    return perf_counter() - began


def imported(bundle: Path, ledger: Path) -> float:
    """Brings a bundle into a new ledger; returns how long it took, in seconds."""
    engine = create_ledger(str(ledger))[0]
    began = perf_counter()
    request = Request("benchmark", "benchmark", datetime.now(UTC), "benchmark", "import bundle", {})
    import_bundle(engine, request, bundle, How())
    engine.dispose()
    return perf_counter() - began


def inserted(source: Path, target: Path) -> tuple[float, int]:
    """Inserts all rows of a ledger into a new file by plain sqlite3; returns how long that took, and how many rows."""
    create_ledger(str(target))[0].dispose()
    rows = 0
    began = perf_counter()
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target, isolation_level=None)) as here:
        for pragma in PRAGMAS:
            here.execute(f"PRAGMA {pragma}")
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'alembic%' ORDER BY rowid"
        tables = [name for (name,) in there.execute(names)]
        here.execute("BEGIN IMMEDIATE")
        here.execute("PRAGMA defer_foreign_keys=ON")
        for table in tables:
            cursor = there.execute(f"SELECT * FROM {table} ORDER BY id")
            marks = ", ".join("?" * len(cursor.description))
            while some := cursor.fetchmany(AT_ONCE):
                here.executemany(f"INSERT INTO {table} VALUES ({marks})", some)
                rows += len(some)
        here.execute("COMMIT")
    return perf_counter() - began, rows


def main() -> None:
    """Measures, and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    ledger = parser.parse_args().file
    with TemporaryDirectory(dir=ledger.parent) as folder:
        bundle, ours, bare = (Path(folder) / name for name in ("club.jsonl", "ours.ledger", "bare.ledger"))
        out = exported(ledger, bundle)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        took = imported(bundle, ours)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        plain, rows = inserted(ours, bare)
        size = bundle.stat().st_size
    print(f"bundle: {rows:,} rows, {size / 1e6:,.0f} MB, exported in {out:.1f} s")
    print(
        f"import: {took:.1f} s, {rows / took:,.0f} rows a second; "
        f"most memory {before // 1024} MB before it, {most // 1024} MB after"
    )
    print(f"plain sqlite3 executemany of the same rows: {plain:.1f} s, {rows / plain:,.0f} rows a second")
    print(f"ratio: {took / plain:.2f}")


if __name__ == "__main__":
    main()
