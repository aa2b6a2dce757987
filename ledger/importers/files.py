"""Files from elsewhere, read safely: so much and no more, whatever they hold, and every trouble with its place."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from ledger.importers.found import Place, Problem

MOST_BYTES = 64 * 1024 * 1024
"""How large a file may be, unpacked."""
MOST_OF_JSON, MOST_OF_XML = 16 * 1024 * 1024, 2 * 1024 * 1024
"""The same for what is read as a whole, which takes up to a hundred times as much memory; a game's log is kilobytes."""
GZIP = b"\x1f\x8b"
PIECE = 1024 * 1024


class Unreadable(Exception):
    """A file that cannot be read; problem: why, and where. Never leaves the importers."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(f"{place}: {text}")
        self.problem = Problem(place, text)


class WrongEncoding(Unreadable):
    """A text in another encoding than it is read in."""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a file, unpacked if it is gzip. Raises Unreadable."""
    place = Place(path.name)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            content = _some(gzip.GzipFile(fileobj=raw) if packed else raw, most, place)
    except EOFError as error:
        raise Unreadable(place, "the gzip file is cut off") from error
    except (zlib.error, gzip.BadGzipFile) as error:
        raise Unreadable(place, "the gzip file is damaged") from error
    except OSError as error:
        raise Unreadable(place, f"it cannot be read: {error.strerror or error}") from error
    if not content.strip():
        raise Unreadable(place, "it is empty")
    return content


def _some(file: Any, most: int, place: Place) -> bytes:
    """All of a file, piece by piece, so that a small one that unpacks to a huge one is noticed in time."""
    pieces, size = [], 0
    while piece := file.read(PIECE):
        size += len(piece)
        if size > most:
            raise Unreadable(place, f"it holds more than {most // (1024 * 1024)} MB: that is no such file")
        pieces.append(piece)
    return b"".join(pieces)


def read_text(path: Path, encoding: str = "utf-8-sig", most: int = MOST_BYTES) -> str:
    """The text of a file. Raises Unreadable, or WrongEncoding naming the line that is in another one."""
    content = read_bytes(path, most)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    try:
        return content.decode(encoding)
    except UnicodeError as error:
        line = content.count(b"\n", 0, error.start) + 1 if isinstance(error, UnicodeDecodeError) else None
        name = encoding.removesuffix("-sig").upper()
        raise WrongEncoding(Place(path.name, line), f"it is not {name}: save the file as UTF-8") from error


def read_json(path: Path) -> Any:
    """What a JSON file says; numbers that are none (NaN) are refused. Raises Unreadable."""
    text = read_text(path, most=MOST_OF_JSON)
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Unreadable(Place(path.name, error.lineno, error.colno), f"it is no JSON: {error.msg}") from error
    except RecursionError as error:
        raise Unreadable(Place(path.name), "it is nested too deeply") from error
    except ValueError as error:
        raise Unreadable(Place(path.name), f"it is no JSON: {error}") from error


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def read_xml(path: Path) -> Any:
    """The root element of an XML file; entities and document types are refused. Raises Unreadable."""
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - only the error; defusedxml reads

    from defusedxml import DefusedXmlException  # noqa: PLC0415
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    content = read_bytes(path, MOST_OF_XML)
    try:
        return fromstring(content, forbid_dtd=True)
    except DefusedXmlException as error:
        raise Unreadable(Place(path.name), "it has a document type or entities, which no game's log has") from error
    except ParseError as error:
        line, column = error.position
        raise Unreadable(Place(path.name, line, column + 1), "it is no XML, or is cut off") from error
    except (ValueError, LookupError) as error:
        raise Unreadable(Place(path.name), f"it is no XML: {error}") from error
