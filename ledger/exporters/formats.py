"""The formats that can be exported, with their columns, for who chooses one."""

from typing import NamedTuple

from ledger.exporters.leagues import EMA_COLUMNS, PANTHEON_COLUMNS, PORTAL_COLUMNS
from ledger.shapes.export import Column
from ledger.shapes.export_columns import HANDS, LONG, PAYMENTS, STANDINGS, TRANSFERS, WIDE


class Format(NamedTuple):
    """A format: what it is in one line, its columns if it has some, and an example to type."""

    name: str
    what: str
    columns: tuple[Column, ...]
    example: str


FORMATS = (
    Format("games", "CSV, a row for each game", WIDE, "ledger export games --season Autumn -o games.csv"),
    Format("games --long", "CSV, a row for each player and game", LONG, "ledger export games --long --ever"),
    Format("hands", "CSV, a row for each hand, and each further win in it", HANDS, "ledger export hands -o hands.csv"),
    Format("payments", "CSV, a row for each payment of points", PAYMENTS, "ledger export payments --month 2026-11"),
    Format("standings", "CSV, how everybody stands", STANDINGS, "ledger export standings --order best:8"),
    Format("transfers", "CSV, who should pay whom, and who paid", TRANSFERS, "ledger export transfers --ever"),
    Format("xlsx", "A workbook: standings, results, games, hands, statistics", (), "ledger export xlsx club.xlsx"),
    Format("ema", "CSV, the EMA's result sheet", EMA_COLUMNS, "ledger export ema --season Autumn --city Utrecht"),
    Format("portal", "CSV that mahjong-portal imports", PORTAL_COLUMNS, "ledger export portal --season Autumn"),
    Format("pantheon", "CSV, Pantheon's rating table", PANTHEON_COLUMNS, "ledger export pantheon --season Autumn"),
    Format(
        "hledger", "Money as a journal for hledger and ledger-cli", (), "ledger export hledger --ever -o club.journal"
    ),
    Format("beancount", "Money as a journal for beancount", (), "ledger export beancount --ever -o club.beancount"),
    Format("bundle", "JSON Lines: everything, for another ledger", (), "ledger export bundle -o club.jsonl"),
    Format("parquet", "Four tables for DuckDB, pandas or Spark", (), "ledger export parquet --ever folder"),
)
