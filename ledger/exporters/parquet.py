"""Tables as Parquet files, for DuckDB, pandas, Polars or Spark: in groups of rows, with types and what they mean."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import LedgerError
from ledger.shapes.export import Cell, Kind, Sheet

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 50_000
"""How many rows are a group, and in memory."""


class NeedsAnalysis(LedgerError):
    """The library for Parquet is not installed."""

    def __init__(self) -> None:
        super().__init__("parquet needs a further library: pip install 'riichi-club-ledger[analysis]'")


def write_parquet(path: Path, sheet: Sheet) -> int:
    """Writes a table, and returns how many rows it has. Raises NeedsAnalysis."""
    try:
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415
    except ImportError as error:
        raise NeedsAnalysis from error
    schema = _schema(sheet)
    written = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in _groups(sheet.rows):
            columns = list(zip(*rows, strict=True))
            arrays = [pa.array(cells, type=field.type) for cells, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            written += len(rows)
    return written


def _groups(rows: Iterable[tuple[Cell, ...]]) -> Iterator[list[tuple[Cell, ...]]]:
    left = iter(rows)
    while group := list(islice(left, ROWS_AT_ONCE)):
        yield group


def _schema(sheet: Sheet) -> "pa.Schema":
    import pyarrow as pa  # noqa: PLC0415

    types: dict[Kind, pa.DataType] = {
        Kind.TEXT: pa.string(),
        Kind.CODE: pa.string(),
        Kind.WHOLE: pa.int64(),
        Kind.NUMBER: pa.float64(),
        Kind.AMOUNT: pa.decimal128(18, 4),
        Kind.DATE: pa.date32(),
        Kind.TIME: pa.timestamp("us", tz="UTC"),
    }
    return pa.schema(
        [pa.field(column.name, types[column.kind], metadata={"what": column.what}) for column in sheet.columns]
    )
