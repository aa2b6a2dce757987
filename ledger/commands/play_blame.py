"""What a refused line is told in `ledger play`, and where the cursor goes in it."""

import re

from ledger.commands.play_preview import COMMANDS
from ledger.errors import LedgerError
from ledger.names import nearest
from ledger.notation.refusals import AmbiguousPlayer, ParseError, UnknownPlayer
from ledger.services.hands import OtherHandThere

WORD = re.compile(r"(?:(?<![\d,])\d{1,3},\d{3}(?![\d,])|[^\s,，])+")


def place_of(error: LedgerError, line: str) -> int | None:
    """Where the cursor goes in a refused line: to the word to blame; None is its end."""
    if isinstance(error, ParseError):
        words = list(WORD.finditer(line))
        return words[error.word - 1].start() if error.word <= len(words) else None
    if isinstance(error, UnknownPlayer | AmbiguousPlayer):
        start = line.casefold().find(error.typed.casefold())
        end = start + len(error.typed) * isinstance(error, AmbiguousPlayer)
        return None if start < 0 else end
    return None


def hinted(error: LedgerError, line: str) -> LedgerError:
    """A refusal with what the prompt knows better: mistyped commands, and that the line is kept."""
    if isinstance(error, OtherHandThere):
        return LedgerError(f"{error}. Your line is kept: Enter records it as the next hand, Ctrl-C drops it")
    if len(line.split()) == 1 and (close := nearest(line, COMMANDS)):
        return LedgerError(f"{line} is no hand; did you mean {close}?")
    return error
