"""Fonts that have the letters of all names; where none has one, it is spelled out and said so, never left a box."""

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

USUAL = "DejaVu Sans"
"""What matplotlib brings along."""
PREFERRED = (
    *("Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "IPAexGothic", "IPAGothic", "TakaoPGothic"),
    *("VL PGothic", "Hiragino Sans", "Yu Gothic", "Meiryo", "MS Gothic", "Droid Sans Fallback"),
    *("Noto Emoji", "Symbola", "Segoe UI Emoji", "Segoe UI Symbol"),
)
LAST_RESORT = "Last Resort"
"""A font whose letters are all boxes."""
JAPANESE = ("HIRAGANA", "KATAKANA", "CJK ", "HALFWIDTH", "FULLWIDTH")


class Fonts(NamedTuple):
    """Fonts by name, the first that has a letter draws it; missing: letters that none of them has."""

    names: tuple[str, ...]
    missing: frozenset[str]

    def drawable(self, text: str) -> str:
        """A text in which what no font has is spelled out: 🐉 as :dragon:, 田 as U+7530."""
        return "".join(_spelled(c) if c in self.missing else c for c in text)

    @property
    def note(self) -> str | None:
        """What to say of what is spelled out."""
        if not self.missing:
            return None
        japanese = any(unicodedata.name(c, "").startswith(JAPANESE) for c in self.missing)
        font = "a Japanese font (Debian: fonts-noto-cjk)" if japanese else "one with outlines (Debian: fonts-symbola)"
        shown = " ".join(sorted(self.missing)[:10])
        return f"no font here can draw {shown}, so it is spelled out: install {font}"


def _spelled(letter: str) -> str:
    """A letter in words, or by its number where its name says no more."""
    name = unicodedata.name(letter, "")
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return ""  # what only changes the letter before it
    if unicodedata.category(letter) != "So" or not name:
        return f"U+{ord(letter):04X}"
    return f":{name.lower()}:"


def fonts_for(texts: Iterable[str]) -> Fonts:
    """Fonts for texts: the usual one, and of those installed as many as they need."""
    from matplotlib import font_manager  # noqa: PLC0415

    wanted = {c for text in texts for c in text if not c.isspace()}
    names = [USUAL]
    missing = wanted - _letters(font_manager.findfont(USUAL), wanted)
    for name, path in _installed() if missing else ():
        if there := _letters(path, missing):
            names.append(name)
            missing -= there
        if not missing:
            break
    return Fonts(tuple(names), frozenset(missing))


def _installed() -> list[tuple[str, str]]:
    """Upright fonts of usual weight by name and file, those preferred first."""
    from matplotlib import font_manager  # noqa: PLC0415

    found: dict[str, str] = {}
    for entry in sorted(font_manager.fontManager.ttflist, key=lambda e: (e.name, str(e.fname))):
        if entry.name.startswith(LAST_RESORT):
            continue
        if entry.style == "normal" and entry.weight == 400 and getattr(entry, "index", 0) == 0:
            found.setdefault(entry.name, str(entry.fname))
    first = [name for name in PREFERRED if name in found]
    return [(name, found[name]) for name in [*first, *(name for name in found if name not in first)]]


def _letters(path: str, wanted: Iterable[str]) -> set[str]:
    """Which letters a font has as outlines; pictures of a fixed size (colour emoji) cannot be drawn."""
    from matplotlib.ft2font import FT2Font  # noqa: PLC0415

    try:
        font = FT2Font(Path(path))
    except (OSError, RuntimeError):  # a font that is broken, or of a kind that cannot be read
        return set()
    if not font.scalable:
        return set()
    return {c for c in wanted if font.get_char_index(ord(c))}
