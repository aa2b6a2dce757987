"""Games played on Tenhou: XML of a game (mjlog), or JSON of tenhou.net/6; a file is one game."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ledger.importers.files import read_bytes
from ledger.importers.found import Found, FoundGame
from ledger.importers.logs import Reading, read_each

SYSTEM = "tenhou"


def read(paths: Sequence[Path]) -> Found:
    """The games in files of Tenhou."""
    return read_each(paths, SYSTEM, _read)


def _read(path: Path, reading: Reading) -> Iterator[FoundGame]:
    if read_bytes(path).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        from ledger.importers.tenhou_xml import game_of  # noqa: PLC0415

        yield game_of(path, reading)
    else:
        from ledger.importers.tenhou_json import game_of_json  # noqa: PLC0415

        yield game_of_json(path, reading)
