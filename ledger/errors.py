"""The refusals of the ledger: each says what was wrong, what is allowed and what to type.

An error carries the exit code of the command that meets it: 1 refused or not
found, 2 wrong usage, 3 trouble with the database. They are caught once, at the edge.
"""

from collections.abc import Iterable


class LedgerError(Exception):
    """Any refusal that a person should read; nothing was written. details: further lines, where it has any."""

    exit_code = 1
    details: tuple[str, ...] = ()


class UsageError(LedgerError):
    """What was typed cannot be understood, whatever the ledger holds."""

    exit_code = 2


class StoreError(LedgerError):
    """The database cannot be used: missing, foreign, newer, locked or not writable."""

    exit_code = 3


def listing(names: Iterable[str], joint: str = "and") -> str:
    """Names as a person lists them: "Ken, John and Taro"."""
    *front, last = list(names) or ["nobody"]
    return f"{', '.join(front)} {joint} {last}" if front else last


def quoted(typed: str) -> str:
    """Typed text as a message shows it: in quotes, not endless, without control characters."""
    seen = "".join(c if c.isprintable() else "\ufffd" for c in typed[:60])
    return f'"{seen}…"' if len(typed) > 60 else f'"{seen}"'


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 stick", "3 sticks"."""
    return f"{number:,} {noun}" if abs(number) == 1 else f"{number:,} {noun}s"
