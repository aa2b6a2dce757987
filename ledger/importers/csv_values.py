"""What is in the cells of a club's spreadsheet: scores and dates as people write them, read strictly."""

import re
from datetime import date, datetime

MINUS = str.maketrans({"−": "-", "–": "-", "▲": "-", "△": "-", "\u00a0": " ", "\u202f": " ", "’": "'"})
GROUPED = re.compile(r"[0-9]{1,3}([ .,'][0-9]{3})+")
PLAIN = re.compile(r"[0-9]+")
FRACTION = re.compile(r"([0-9]+)[.,]([0-9]{1,3})")


class NoValue(ValueError):
    """A cell that is not what its column is for."""


def score_of(text: str, unit: int = 1) -> int:
    """A score in points: 25000, 25,000, 25.000, -1200, (1200), 1200-; in thousands also 25.3. Raises NoValue.

    unit: what a score is in: 1, 100, or 1000.
    """
    bare = text.translate(MINUS).strip().removeprefix("'").strip()
    negative = False
    for pattern in (r"-\s*(.+)", r"\((.+)\)", r"(.+?)\s*-"):
        if found := re.fullmatch(pattern, bare):
            negative, bare = True, found[1].strip()
            break
    bare = bare.removeprefix("+").strip()
    if len(bare) > 15:
        raise NoValue(f"{text[:30]!r} is no score")
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
    raise NoValue(f"{text[:30]!r} is no score")


ISO = re.compile(r"([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})(?:[T ].*)?")
DOTS = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
OTHER = re.compile(r"[0-9]{1,2}[-/ ][0-9]{1,2}[-/ ][0-9]{2,4}.*|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2}")


def date_of(text: str, form: str | None = None) -> date:
    """A date: 2026-11-20 or 20.11.2026, or by a form such as %d/%m/%Y. Raises NoValue, also where it is ambiguous."""
    bare = text.strip().removeprefix("'")
    try:
        if form is not None:
            return datetime.strptime(bare, form).date()  # noqa: DTZ007 - a day has no zone
        if iso := ISO.fullmatch(bare):
            return date(*map(int, iso.groups()))
        if dots := DOTS.fullmatch(bare):
            day, month, year = map(int, dots.groups())
            return date(year, month, day)
    except ValueError as error:
        wanted = f" in the form {form}" if form else ""
        raise NoValue(f"{bare[:30]!r} is no date{wanted}") from error
    if OTHER.fullmatch(bare):
        raise NoValue(f'{bare[:30]!r} can be two dates: say which with --date-format, as in "%d/%m/%Y"')
    raise NoValue(f"{bare[:30]!r} is no date")


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
    return any(form.fullmatch(bare) for form in (ISO, DOTS, OTHER)) and not PLAIN.fullmatch(bare[:5])
