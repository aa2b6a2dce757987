"""A bundle read line by line: each record checked by itself, and nothing kept of it."""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from ledger.importers.files import GZIP, Unreadable
from ledger.importers.found import Place
from ledger.shapes.bundle import FORMAT, VERSION

MOST_LINE = 8 * 1024 * 1024
"""How long a line may be: the longest are the final tables of seasons."""
MOST_NUMBER = 1 << 53
UNIT = {"uid": "text", "at": "time", "by": "text", "tool": "text", "command": "text", "arguments": "text"}


class Field(NamedTuple):
    """A field of a record: the kind of its value ("whole", "text", "date", "time"), and whether it may be missing.

    to: the kind of record that a whole number names, if it names one.
    """

    kind: str
    optional: bool
    to: str | None = None


Fields = Mapping[str, Mapping[str, Field]]
"""The fields of each kind of record beside its number, its unit, and what took it back."""


class Line(NamedTuple):
    """A record with the number of its line."""

    number: int
    record: dict[str, Any]


def lines_of(path: Path, fields: Fields, revision: str) -> Iterator[Line]:
    """The checked records of a bundle; values as the columns have them. Raises Unreadable at the first that is none."""
    checker = _Checker(path.name, fields)
    with _opened(path) as file:
        for number, text in _texts(file, path.name):
            place = Place(path.name, number)
            said = _json(text, place)
            if number == 1:
                _check_header(said, place, revision)
            else:
                yield Line(number, checker.checked(said, place))
    if checker.counts == {}:
        raise Unreadable(Place(path.name), "it is empty" if not checker.header else "there is nothing in it")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    place = Place(path.name)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=raw) as file:
                    yield file  # type: ignore[misc]
            else:
                yield raw
    except EOFError as error:
        raise Unreadable(place, "the gzip file is cut off") from error
    except (zlib.error, gzip.BadGzipFile) as error:
        raise Unreadable(place, "the gzip file is damaged") from error
    except OSError as error:
        raise Unreadable(place, f"it cannot be read: {error.strerror or error}") from error


def _texts(file: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers; one that is too long is refused before it is read to its end."""
    number = 0
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE:
            raise Unreadable(Place(name, number), "the line is longer than any record")
        if line.strip():
            yield number, line
    if not number:
        raise Unreadable(Place(name), "it is empty")


def _json(text: bytes, place: Place) -> dict[str, Any]:
    try:
        said = json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Unreadable(place, "it is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise Unreadable(place._replace(column=error.colno), f"it is no JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise Unreadable(place, f"it is no JSON: {str(error)[:80]}") from error
    if not isinstance(said, dict):
        raise Unreadable(place, "a record is an object, as in {…}")
    return said


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _check_header(said: dict[str, Any], place: Place, revision: str) -> None:
    if said.get("format") != FORMAT:
        raise Unreadable(place, f'this is no bundle: its first line says  "format":"{FORMAT}"')
    if said.get("version") != VERSION or str(said.get("schema")) > revision:
        raise Unreadable(place, "it was written by a newer version of this program: update it first")


class _Checker:
    """Checks records one after another: kinds, fields, values, and that what a record names came before it."""

    def __init__(self, name: str, fields: Fields) -> None:
        self.name = name
        self.fields = fields
        self.counts: dict[str, int] = {}
        self.header = True

    def checked(self, said: dict[str, Any], place: Place) -> dict[str, Any]:
        """A record with its values as the columns have them. Raises Unreadable."""
        kind = said.get("record")
        own = UNIT if kind == "unit" else self.fields.get(kind) if isinstance(kind, str) else None
        if own is None:
            raise Unreadable(place, f"there is no kind of record {str(kind)[:40]!r}")
        count = self.counts.get(str(kind), 0) + 1
        if said.get("n") != count:
            raise Unreadable(place, f"its number is {str(said.get('number'))[:20]}, and {count} comes next of its kind")
        self.counts[str(kind)] = count
        try:
            return self._unit(said) if kind == "unit" else self._row(said, self.fields[str(kind)])
        except ValueError as error:
            raise Unreadable(place, str(error)) from error

    def _unit(self, said: dict[str, Any]) -> dict[str, Any]:
        unknown = said.keys() - UNIT.keys() - {"record", "n"}
        if unknown:
            raise ValueError(f"a unit has no {min(unknown)[:40]!r}")
        return {"record": "unit", "n": said["n"]} | {
            name: _value(said.get(name), name, kind) for name, kind in UNIT.items()
        }

    def _row(self, said: dict[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
        record: dict[str, Any] = {"record": said["record"], "n": said["n"]}
        for name, value in said.items():
            if name in ("record", "n"):
                continue
            if name in ("unit", "void"):
                record[name] = self._named(value, name, "unit")
            elif name == "again":
                record[name] = self._named(value, name, said["record"])
            elif field := fields.get(name):
                record[name] = self._named(value, name, field.to) if field.to else _value(value, name, field.kind)
            else:
                raise ValueError(f"a record of {said['kind']} has no {name[:40]!r}")
        for name, field in fields.items():
            if name not in record and not field.optional:
                raise ValueError(f"its {name} is missing")
        if "unit" not in record:
            raise ValueError("its unit is missing")
        return record

    def _named(self, value: Any, name: str, kind: str) -> int:
        number = int(_value(value, name, "whole"))
        if not 1 <= number <= self.counts.get(kind, 0):
            raise ValueError(f"its {name} names record {number} of {kind}, which is not above it")
        return number


def _value(value: Any, name: str, kind: str) -> Any:
    """A value as a column has it. Raises ValueError."""
    if kind == "whole":
        if isinstance(value, bool) or not isinstance(value, int) or not -MOST_NUMBER < value < MOST_NUMBER:
            raise ValueError(f"its {name} is {str(value)[:40]!r}, which is no whole number")
        return value
    if not isinstance(value, str) or "\x00" in value:
        raise ValueError(f"its {name} is {str(value)[:40]!r}, which is no text")
    try:
        value.encode()
        if kind == "date":
            return date.fromisoformat(value)
        if kind == "time":
            return datetime.fromisoformat(value)
    except ValueError as error:
        raise ValueError(f"its {name} is {value[:40]!r}, which is no {kind}") from error
    return value


def people_in(path: Path) -> dict[int, tuple[str, str, str | None, bool]]:
    """The people of a bundle by number: uid, shown name, EMA number, whether merged into another. Raises Unreadable.

    Only their lines are read; what is wrong in others is found when all are.
    """
    uids: dict[int, str] = {}
    names: dict[int, str] = {}
    codes: dict[int, str] = {}
    merged: set[int] = set()
    with _opened(path) as file:
        for number, text in _texts(file, path.name):
            if b'"player' not in text[:60]:
                continue
            said = _json(text, Place(path.name, number))
            who = said.get("player_id")
            if said.get("record") == "players" and isinstance(said.get("n"), int):
                uids[said["n"]] = str(said.get("uid"))
            if "void" in said or not isinstance(who, int):
                continue
            match said.get("record"):
                case "player_terms":
                    names[who] = str(said.get("shown_name"))
                case "player_codes" if said.get("system") == "ema":
                    codes[who] = str(said.get("code"))
                case "player_merges":
                    merged.add(who)
    return {number: (uid, names.get(number, uid), codes.get(number), number in merged) for number, uid in uids.items()}
