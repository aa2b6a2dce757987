"""What was done in a ledger, as people read it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class LogLine:
    """A unit of work: its number, when and by whom, what was typed and why, what it recorded and what it took back."""

    unit: int
    at: datetime
    by: str
    typed: str
    reason: str | None
    recorded: tuple[str, ...]
    took_back: tuple[str, ...]
