"""What is in the cells of a club's spreadsheet: scores and dates as people write them, read strictly."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache

MINUS = str.maketrans({"−": "-", "–": "-", "▲": "-", "△": "-", "\u00a0": " ", "\u202f": " ", "’": "'"})
GROUPED = re.compile(r"[0-9]{1,3}([ .,'])[0-9]{3}(?:\1[0-9]{3})*")
PLAIN = re.compile(r"[0-9]+")
FRACTION = re.compile(r"([0-9]+)[.,]([0-9]{1,3})")
LONGEST = 30
"""How long a cell with a score or a date can be: what is longer is not looked at."""


class NoValue(ValueError):
    """A cell that is not what its column is for."""


@lru_cache(4_096)
def score_of(text: str, unit: int = 1) -> int:
    """A score in points: 25000, 25,000, 25.000, -1200, (1200), 1200-; in thousands also 25.3. Raises NoValue.

    unit: what a score is in: 1, 100, or 1000.
    """
    if len(text) > LONGEST:
        raise NoValue(f"{text[:LONGEST]!r}… is no score")
    bare = text.translate(MINUS).strip().removeprefix("'").strip()
    negative = False
    for pattern in (r"-\s*(.+)", r"\((.+)\)", r"(.+?)\s*-"):
        if found := re.fullmatch(pattern, bare):
            negative, bare = True, found[1].strip()
            break
    bare = bare.removeprefix("+").strip()
    if len(bare) > 15:
        raise NoValue(f"{text!r} is no score")
    value = _number(bare, unit, text)
    return -value if negative else value


def _number(bare: str, unit: int, text: str) -> int:
    if PLAIN.fullmatch(bare):
        return int(bare) * unit
    if unit == 1 and GROUPED.fullmatch(bare):
        return int(re.sub("[ .,']", "", bare))
    fraction = FRACTION.fullmatch(bare)
    if fraction and unit > 1 and len(fraction[2]) < 3:
        digits = fraction[2]
        tens: int = 10 ** len(digits)
        value = (int(fraction[1]) * tens + int(digits)) * unit
        if value % tens == 0:
            return value // tens
    if fraction and unit == 1 and not int(fraction[2]) and len(fraction[2]) < 3:
        return int(fraction[1])
    raise NoValue(f"{text!r} is no score")


ISO = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?:[T ].*)?")
PACKED = re.compile(r"([0-9]{4})()([0-9]{2})([0-9]{2})")
KANJI = re.compile(r"([0-9]{4})(年)([0-9]{1,2})月([0-9]{1,2})日")
DOTS = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
OTHER = re.compile(r"[0-9]{1,2}[-/ ][0-9]{1,2}[-/ ][0-9]{2,4}.*|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2}")


@lru_cache(4_096)
def date_of(text: str, form: str | None = None) -> date:
    """A date: 2026-11-20 or 20.11.2026, or by a form such as %d/%m/%Y. Raises NoValue, also where it is ambiguous."""
    bare = text.strip().removeprefix("'")
    if len(bare) > LONGEST:
        raise NoValue(f"{bare[:LONGEST]!r}… is no date")
    try:
        if form is not None:
            return datetime.strptime(bare, form).date()  # noqa: DTZ007 - a day has no zone
        for known in (ISO, PACKED, KANJI):
            if found := known.fullmatch(bare):
                return date(int(found[1]), int(found[3]), int(found[4]))
        if dots := DOTS.fullmatch(bare):
            day, month, year = map(int, dots.groups())
            return date(year, month, day)
    except ValueError as error:
        wanted = f" in the form {form}" if form else ""
        raise NoValue(f"{bare!r} is no date{wanted}") from error
    if OTHER.fullmatch(bare):
        raise NoValue(f'{bare!r} could be a day or a month first: say with --date-format, as in "%d/%m/%Y"')
    raise NoValue(f"{bare!r} is no date" if bare else "the date is missing")


def is_date_form(form: str) -> bool:
    """Whether a form of dates says day, month and year, and can be read back."""
    day = date(2023, 11, 24)
    try:
        return datetime.strptime(day.strftime(form), form).date() == day  # noqa: DTZ007 - a day has no zone
    except ValueError:
        return False


def is_score(text: str) -> bool:
    """Whether a cell can be a score, in whatever unit."""
    for unit in (1, 1000):
        try:
            score_of(text, unit)
        except NoValue:
            continue
        return True
    return False


def is_date(text: str) -> bool:
    """Whether a cell can be a date, in whatever form."""
    bare = text.strip().removeprefix("'")
    return len(bare) <= LONGEST and any(form.fullmatch(bare) for form in (ISO, KANJI, DOTS, OTHER))


def likely_unit(cells: Iterable[str]) -> tuple[int, str]:
    """What scores seem to be in, 1, 100 or 1000, and one of them; most scores in points are 1,000 or more."""
    sizes: list[tuple[int, str]] = []
    for cell in cells:
        for unit in (1, 1000):
            try:
                sizes.append((abs(score_of(cell, unit)) // unit, cell))
            except NoValue:
                continue
            break
    if not sizes:
        return 1, ""
    median, example = sorted(sizes)[len(sizes) // 2]
    if median >= 1000 or not any(size for size, _ in sizes):
        return 1, example
    return (1000 if median < 100 else 100), example


WINDS = (
    "1 e east oost ost est wschod 東 东 東家 东家",
    "2 s south zuid sud poludnie 南 南家",
    "3 w west ouest ovest zachod 西 西家",
    "4 n north noord nord polnoc 北 北家",
)
"""How the seats are written, the first dealer's first."""


def seat_of(text: str) -> int:
    """A seat, 0 to 3 in turn order. Raises NoValue."""
    for seat, words in enumerate(WINDS):
        if folded(text.strip()) in words.split():
            return seat
    raise NoValue(f"{text[:LONGEST]!r} is no seat: east, south, west, north, or 1 to 4")


def folded(text: str) -> str:
    """A word without its accents, in small letters."""
    plain = text.casefold().replace("ł", "l")
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
