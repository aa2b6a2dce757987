"""Comparing the names of people: the same however they are typed."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ledger.errors import UsageError


def name_key(name: str) -> str:
    """The form in which two spellings of one name are equal: NFKC, casefold, single spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(UNSEEN)
    return " ".join(folded.split())


UNSEEN = dict.fromkeys((0x00AD, 0x200B, 0x2060, 0xFEFF))
"""Characters that nobody sees: a name with one looks like the name without."""


def is_blank(name: str) -> bool:
    """Whether a name, or a code, is one that stands where somebody's was blanked: "Anonymous 7", "anonymous 7/12"."""
    return re.fullmatch("anonymous [0-9]+x*(/[0-9]+)?", name_key(name)) is not None


def clean_name(name: str, what: str = "a name") -> str:
    """The name to store and show: NFC, single spaces, nothing unseen. Raises UsageError for one that cannot be used."""
    shown = " ".join(unicodedata.normalize("NFC", name).translate(UNSEEN).split())
    if bad := unusable_character(shown):
        raise UsageError(f"{what} cannot contain {bad}")
    if not name_key(shown) or all(unicodedata.category(c) in ("Cf", "Zs", "Mn") for c in shown):
        raise UsageError(f"{what} cannot be blank")
    # Full-width marks fold to plain ones when a hand line is read, so it is the folded name that counts.
    if "," in name_key(shown) or name_key(shown).startswith("@"):
        raise UsageError(f"{what} cannot contain a comma or begin with @: hand lines use both, got {shown!r}")
    if shown.startswith("-"):
        raise UsageError(f"{what} cannot begin with -: it would be read as an option, got {shown!r}")
    if len(shown) > 60:
        raise UsageError(f"{what} has at most 60 characters, got {len(shown)}")
    return shown


def clean_note(text: str) -> str:
    """A note of one line to store and show: NFC, single spaces. Raises UsageError for one that cannot be used."""
    shown = " ".join(unicodedata.normalize("NFC", text).translate(UNSEEN).split())
    if bad := unusable_character(shown):
        raise UsageError(f"a note cannot contain {bad}")
    if len(shown) > MOST_OF_A_NOTE:
        raise UsageError(f"a note has at most {MOST_OF_A_NOTE} characters, got {len(shown)}")
    return shown


MOST_OF_A_NOTE = 500


def unusable_character(text: str) -> str | None:
    """Describes the first control character, lone surrogate or direction mark in a text, if there is one."""
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs") or character in _DIRECTION_MARKS:
            return f"the character U+{ord(character):04X} (control and direction marks are refused)"
    return None


_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like a mistyped one, if any is near."""
    keys = {name_key(k): k for k in known}
    close = get_close_matches(name_key(name), keys, n=1, cutoff=0.6)
    return keys[close[0]] if close else None


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """A sentence naming the nearest known name, or all of them where there are few; may be empty."""
    if close := nearest(name, known):
        return f"; did you mean {close}?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= 12 else ""
