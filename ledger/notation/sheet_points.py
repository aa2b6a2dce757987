"""Names, and names with their points, as the lines of a sheet say them."""

import re
import unicodedata
from collections.abc import Iterator

from ledger.errors import UsageError, quoted
from ledger.shapes.sheet import Points

COMMAS = ",，︐﹐"
"""All characters that are read as a comma."""
SIGN = "[+\u2212-]"


class LineError(UsageError):
    """A line that is nothing that a sheet can say."""


def names_of(text: str) -> list[str]:
    """Names divided by commas, or each a word where there is no comma."""
    parts = re.split(f"[{COMMAS}]", text)
    if len(parts) == 1:
        return text.split()
    return [name for name in (" ".join(part.split()) for part in parts) if name]


def points_of(text: str, example: str) -> Iterator[Points]:
    """Names, each with its number: Ken 46000, John -15,000, or Ken=46000."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"(?<![\d,])(\d{1,3}),(\d{3})(?!\d|,\d)", r"\1\2", plain)  # 46,000, as it is printed
    if "=" in plain:  # a name may hold a number then
        pairs = re.findall(rf"\s*,?\s*([^,]+?)\s*=\s*({SIGN}?[0-9]{{1,7}})(?=[\s,]|$)", plain)
        if "".join(f"{name}={number}" for name, number in pairs).replace(" ", "") != re.sub(r"[\s,]", "", plain):
            raise LineError(f"{quoted(text)} is no list of names with their points: write them as in {example}")
        return iter([Points(name, _number(number)) for name, number in pairs])
    words: list[str] = []
    found = []
    for word in plain.replace(",", " ").split():
        if not re.fullmatch(f"{SIGN}?[0-9]+", word):
            words.append(word)
            continue
        if not words or len(word) > 8:
            raise LineError(f"{quoted(word)} is nobody's points: write names with their points, as in {example}")
        found.append(Points(" ".join(words), _number(word)))
        words = []
    if words or not found:
        raise LineError(
            f"{quoted(' '.join(words))} has no points: write names with their points, as in {example}"
            if words
            else f"the points are missing: write names with their points, as in {example}"
        )
    return iter(found)


def is_read_as_points(name: str) -> bool:
    """Whether something in a name would be read as points, so that they need a = between them."""
    plain = unicodedata.normalize("NFKC", name)
    return "=" in plain or any(re.fullmatch(f"{SIGN}?[0-9]+", word) for word in plain.split())


def _number(text: str) -> int:
    return int(text.replace("\u2212", "-"))
