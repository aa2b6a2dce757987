"""Finding the players of a table by what was typed."""

from collections.abc import Mapping, Sequence

from ledger.names import name_key, nearest
from ledger.notation.refusals import AmbiguousPlayer, UnknownPlayer
from ledger.notation.words import EVERYONE, breaks_name, looks_like_notation
from ledger.shapes.hand import WINDS

FORCE = "@"
"""Before a word: what follows is a name, whatever it looks like."""


def match_name(typed: str, names: Sequence[str]) -> int:
    """The index of the one name meant: equal before the beginning of a single one; a leading @ is stripped.

    Raises UnknownPlayer or AmbiguousPlayer.
    """
    bare = " ".join(typed.split()).removeprefix(FORCE).strip()
    key = name_key(typed).removeprefix(FORCE).strip()
    keys = [name_key(name) for name in names]
    if key in keys:
        return keys.index(key)
    return _only(bare, [i for i, k in enumerate(keys) if key and k.startswith(key)], names)


def _only(typed: str, found: Sequence[int], names: Sequence[str]) -> int:
    if not found:
        raise UnknownPlayer(typed, names)
    if len(found) > 1:
        raise AmbiguousPlayer(typed, [names[i] for i in found])
    return found[0]


class Seated:
    """The names at a table, to be found at the beginning of a run of words; exact: in full only.

    dealer: the seat that is East now, so that E, S, W and N are players too; None where nobody sits.
    also: further names, folded, each with its seat; they are found in full, where no name is.
    """

    __slots__ = ("_also", "_exact", "_keys", "_winds", "longest", "names")

    def __init__(
        self,
        names: Sequence[str],
        *,
        exact: bool = False,
        dealer: int | None = 0,
        also: Mapping[str, int] | None = None,
    ) -> None:
        winds = () if dealer is None else enumerate(WINDS[: len(names)], start=dealer)
        self._winds = {wind.casefold(): seat % len(names) for seat, wind in winds}
        self.names = tuple(names)
        self._exact = exact
        self._keys = [name_key(name).split() for name in names]
        self._also = {tuple(key.split()): seat for key, seat in (also or {}).items()}
        self.longest = max(map(len, (*self._keys, *self._also)), default=1)

    def find(self, run: Sequence[str], words: Sequence[str], *, forced: bool) -> tuple[int, int] | None:
        """The seat whose name the run of folded words begins with and how many words that takes, or None.

        Equal beats beginning, longer beats shorter, and a name without words of the notation
        beats one that runs on through them, unless forced.
        """
        free = _unbroken(run)
        equal = {len(key): seat for seat, key in enumerate(self._keys) if key == run[: len(key)]}
        said = {key: seat for key, seat in self._also.items() if forced or not any(map(looks_like_notation, key))}
        equal = {len(key): seat for key, seat in said.items() if list(key) == list(run[: len(key)])} | equal
        if lengths := [n for n in equal if forced or n <= free] or list(equal):
            return equal[max(lengths)], max(lengths)
        if run[0] in EVERYONE and not forced:
            return None
        for n in range(free, 0, -1):
            start = " ".join(run[:n])
            found = [seat for seat, key in enumerate(self._keys) if " ".join(key).startswith(start)]
            if start in self._winds and not forced:
                return self._sitting(start, words[0], found), 1
            if found and self._exact:
                raise UnknownPlayer(" ".join(words[:n]), self.names)
            if found:
                return _only(" ".join(words[:n]), found, self.names), n
        return None

    def is_name(self, key: str) -> bool:
        """Whether a folded word is a whole name here."""
        return [key] in self._keys

    def _sitting(self, wind: str, typed: str, found: Sequence[int]) -> int:
        """The seat of a wind. Raises AmbiguousPlayer where the letter begins somebody else's name."""
        seat = self._winds[wind]
        if others := [other for other in found if other != seat]:
            raise AmbiguousPlayer(typed, [f"{self.names[seat]} ({wind.upper()})", *(self.names[o] for o in others)])
        return seat

    def unknown(self, run: Sequence[str], words: Sequence[str]) -> UnknownPlayer:
        """The refusal of words that begin with no name here: of the first, or of more where they resemble a name."""
        starts = [" ".join(words[:n]) for n in range(_unbroken(run), 0, -1)]
        return UnknownPlayer(next((s for s in starts if nearest(s, self.names)), words[0]), self.names)


def _unbroken(run: Sequence[str]) -> int:
    """How many words go by before one that breaks a name; the first never does."""
    return next((n for n in range(1, len(run)) if breaks_name(run[n])), len(run))
