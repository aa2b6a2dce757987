"""Dates as they are typed."""

from datetime import date, datetime

from ledger.errors import UsageError


def day(text: str | None) -> date | None:
    """A date as it is typed: 2026-11-20."""
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a calendar day has no zone
    except ValueError as error:
        raise UsageError(f"{text!r} is no date: type year-month-day, as in 2026-11-20") from error
