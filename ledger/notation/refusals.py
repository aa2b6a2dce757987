"""The refusals of the notation: what was typed, and what could stand there."""

from collections.abc import Sequence

from ledger.errors import LedgerError, UsageError, listing, quoted
from ledger.names import nearest


class ParseError(UsageError):
    """A line that is no hand. word: the number of the word where it stops making sense, counted from 1."""

    def __init__(self, message: str, word: int) -> None:
        super().__init__(message)
        self.word = word


class DrawNeedsTenpai(UsageError):
    """A draw that does not say who was tenpai. rest: what followed `draw`, to be typed again behind the answer."""

    def __init__(self, rest: str = "") -> None:
        super().__init__("who was tenpai? type draw none, draw all, or draw with the names, as in: draw Ken Taro")
        self.rest = rest


class UnknownPlayer(LedgerError):
    """A name of nobody at the table. typed: the name as it was typed."""

    def __init__(self, typed: str, seated: Sequence[str]) -> None:
        close = nearest(typed, seated)
        hint = f"did you mean {close}? Seated: " if close else "seated: "
        super().__init__(f"no player {quoted(typed)} at this table; {hint}{', '.join(seated) or 'nobody'}")
        self.typed = typed


class AmbiguousPlayer(LedgerError):
    """The beginning of several names at the table. typed: what was typed; candidates: the names."""

    def __init__(self, typed: str, candidates: Sequence[str]) -> None:
        super().__init__(f"{quoted(typed)} could be {listing(candidates, 'or')}: type more of the name")
        self.typed = typed
        self.candidates = tuple(candidates)
