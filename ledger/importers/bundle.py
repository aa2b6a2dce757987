"""A bundle read line by line: each record checked by itself, and nothing kept of it."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
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
    """The checked records of a bundle. Raises Unreadable at the first that is none."""
    checker = _Checker(path.name, fields)
    with _opened(path) as file:
        for number, text in _texts(file, path.name):
            place = Place(path.name, number)
            said = _json(text, place)
            if number == 1:
                _check_header(said, place, revision)
            else:
                yield Line(number, checker.checked(said, place))
    if not any(checker.counts.values()):
        raise Unreadable(Place(path.name), "there is nothing in it")


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
        if not line.strip():
            raise Unreadable(Place(name, number), "the line is empty")
        yield number, line
    if not number:
        raise Unreadable(Place(name), "it is empty")


def _json(text: bytes, place: Place) -> dict[str, Any]:
    try:
        said = DECODER.decode(text.decode())
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


DECODER = json.JSONDecoder(parse_constant=_no_number)
"""Made once: making one takes longer than a record."""


def _check_header(said: dict[str, Any], place: Place, revision: str) -> None:
    if said.get("format") != FORMAT:
        raise Unreadable(place, f'this is no bundle: its first line says  "format":"{FORMAT}"')
    if said.get("version") != VERSION or str(said.get("schema")) > revision:
        raise Unreadable(place, "it was written by a newer version of this program: update it first")


class _Checker:
    """Checks records one after another: kinds, fields, values, and that what a record names came before it.

    A bundle has millions of them, so each kind's checks are laid out once.
    """

    def __init__(self, name: str, fields: Fields) -> None:
        self.name = name
        self.counts: dict[str, int] = dict.fromkeys(("unit", *fields), 0)
        self.fields: dict[str, dict[str, Field]] = {
            kind: {**own, "unit": Field("whole", False, "unit"), "void": Field("whole", True, "unit")}
            | {"again": Field("whole", True, kind)}
            for kind, own in fields.items()
        }
        self.fields["unit"] = {name: Field(kind, False) for name, kind in UNIT.items()}
        self.needed = {
            kind: {name for name, field in own.items() if not field.optional} for kind, own in self.fields.items()
        }

    def checked(self, said: dict[str, Any], place: Place) -> dict[str, Any]:
        """A record, its times and dates in the form that is stored. Raises Unreadable."""
        kind = said.get("record")
        own = self.fields.get(kind) if isinstance(kind, str) else None
        if kind is None or own is None:
            raise Unreadable(place, f"there is no kind of record {str(kind)[:40]!r}")
        count = self.counts[kind] + 1
        if said.get("n") != count:
            raise Unreadable(place, f"its number is {str(said.get('n'))[:20]}, and {count} comes next of its kind")
        try:
            self._check(said, kind, own)
            if kind == "unit":
                _check_arguments(said["arguments"])
        except ValueError as error:
            raise Unreadable(place, str(error)) from error
        self.counts[kind] = count
        return said

    def _check(self, said: dict[str, Any], kind: str, own: Mapping[str, Field]) -> None:
        for name, value in said.items():
            field = own.get(name)
            if field is None:
                if name in ("record", "n"):
                    continue
                raise ValueError(f"a record of {kind} has no {name[:40]!r}")
            if field.kind == "whole":
                if type(value) is not int or not -MOST_NUMBER < value < MOST_NUMBER:
                    raise ValueError(f"its {name} is {str(value)[:40]!r}, which is no whole number")
                if field.to is not None and not 1 <= value <= self.counts[field.to]:
                    raise ValueError(f"its {name} names record {value} of {field.to}, which is not above it")
            elif type(value) is not str or NO_TEXT.search(value):
                raise ValueError(f"its {name} is {str(value)[:40]!r}, which is no text")
            elif field.kind != "text":
                said[name] = _moment(value, name, field.kind)
        if not self.needed[kind] <= said.keys():
            raise ValueError(f"its {min(self.needed[kind] - said.keys())} is missing")


NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, and halves of characters, which JSON can write and no database keeps."""


def _check_arguments(text: str) -> None:
    """Refuses the arguments of a unit that are none. Raises ValueError."""
    try:
        if isinstance(DECODER.decode(text), dict):
            return
    except (ValueError, RecursionError):
        pass
    raise ValueError("its arguments are no JSON object")


def _moment(value: str, name: str, kind: str) -> str:
    """A date, or a time in UTC, in the form that is stored. Raises ValueError."""
    try:
        if kind == "date":
            return date.fromisoformat(value).isoformat()
        moment = datetime.fromisoformat(value).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"its {name} is {value[:40]!r}, which is no {kind}") from error
    return f"{moment.isoformat(timespec='microseconds')}Z"


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
