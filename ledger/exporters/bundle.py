"""A bundle as JSON Lines: a header, then one record a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ledger.shapes.bundle import FORMAT, VERSION


def lines_of(holds: str, revision: str, records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The lines of a bundle; holds: what it is a bundle of, in words; revision: the schema that its records follow."""
    yield _line({"format": FORMAT, "version": VERSION, "schema": revision, "holds": holds})
    for record in records:
        yield _line(record)


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
