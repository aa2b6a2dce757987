"""The formats that can be imported; their readers are loaded when they are asked for."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ledger.importers.found import Found


class Format(NamedTuple):
    """A format: what it is in one line, what it holds, an example to type; reader: "module:function", for logs."""

    name: str
    what: str
    holds: str
    example: str
    reader: str | None = None


FORMATS = (
    Format(
        "csv",
        "A club's spreadsheet: final scores, as CSV or xlsx",
        "a date, then players and scores in a row, or players as heads, or a player in a row (docs/imports.md)",
        "ledger import csv old.csv --source 'old sheet' --dry-run",
    ),
    Format(
        "tenhou",
        "Games played on Tenhou, with every hand",
        "XML of a game (also .gz), or its JSON (tenhou.net/6)",
        "ledger import tenhou 2022010102gm-00e1-0000-56853ebc.xml.gz",
        "tenhou:read",
    ),
    Format(
        "mahjong-soul",
        "Games played on Mahjong Soul, with every hand",
        "JSON of a game (also .gz)",
        "ledger import mahjong-soul game.json --map 'NoName=Ken'",
        "mahjong_soul:read",
    ),
    Format(
        "pantheon",
        "Games of an event kept in Pantheon, with every hand",
        "JSON: games, their players, results and rounds",
        "ledger import pantheon event.json --add --rules ema-2025",
        "pantheon:read",
    ),
    Format(
        "bundle",
        "What another ledger exported: a club's nights for its league",
        "JSON Lines, also .gz: a header, then a record a line (docs/bundle.md)",
        "ledger import bundle club.jsonl --from Utrecht",
    ),
)
"""Logs of online play, and of another program that keeps hands; each is read to the same games."""


def read_logs(name: str, paths: Sequence[Path]) -> Found:
    """The games in files of a format."""
    reader = next(known.reader for known in FORMATS if known.name == name)
    if reader is None:
        raise TypeError(f"{name} has no reader of logs")
    module, _, function = reader.partition(":")
    read: Callable[[Sequence[Path]], Found] = getattr(import_module(f"ledger.importers.{module}"), function)
    return read(paths)
