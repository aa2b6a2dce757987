"""Which column of a spreadsheet is what: found from its head in several languages, or as it is said."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from ledger.importers.csv_values import is_date, is_score
from ledger.names import name_key


class Layout(StrEnum):
    """How games stand in a table."""

    WIDE = "a game in a row: players and scores beside each other"
    HEADS = "a game in a row: players as heads, their scores below"
    LONG = "a player in a row"


class Columns(NamedTuple):
    """Which columns, counted from 0, are what; players: name and score of each seat (WIDE), or those of all (LONG).

    heads: the names that are heads, with their columns.
    """

    layout: Layout
    players: tuple[tuple[int, int], ...] = ()
    heads: tuple[tuple[str, int], ...] = ()
    date: int | None = None
    game: int | None = None
    rules: int | None = None
    table: int | None = None
    note: int | None = None
    first_row: int = 1  # where the head ends


class NoColumns(ValueError):
    """A head from which nobody can tell where the games are."""


WORDS = {
    "date": ("date datum data tag jour dzien dia day 日付 日 when",),
    "game": (
        "game spel gra partie spiel hanchan hanczan nr no number numer nummer round ronde runde 半荘 局 match",
        "hour uur heure godzina stunde session",  # which many clubs call the number of the game
    ),
    "rules": ("rules rule regels regles regeln zasady ruleset ルール",),
    "table": ("table tafel tisch stol stolik 卓",),
    "player": (
        "player speler gracz spieler joueur giocatore name naam nom nazwa imie nick プレイヤー 名前",
        "east south west north oost zuid noord ost sud sued nord est ouest wschod poludnie zachod polnoc 東 南 西 北",
    ),
    "score": (
        "score scores points point punten punkty punkte pts pkt stand wynik result resultaat 点 点数 素点 ergebnis",
        "eindstand final",
    ),
}
"""How the columns are called: English, Dutch, Polish, German, French, Italian, Japanese."""
FIELDS = ("date", "game", "rules", "table", "note")


def found_columns(head: Sequence[str], rows: Sequence[Sequence[str]], said: Mapping[str, str]) -> Columns:
    """The columns of a table, by what is said of them, and else by its head. Raises NoColumns.

    said: heads by "date", "game", "rules", "table", "note", "player", "score", "player1", "score1" …
    """
    if not said and _is_row_of_games(head):
        pairs = tuple((at, at + 1) for at in range(1, len(head) - 1, 2))
        return Columns(Layout.WIDE, pairs[:4], date=0, first_row=0)
    known = {what: _named(head, name) for what, name in said.items()}
    _refuse_doubles(head, known)
    kinds = ["" if at in known.values() else _kind(cell) for at, cell in enumerate(head)]
    fields: dict[str, Any] = {what: known.get(what, _first(kinds, what)) for what in FIELDS}
    names, scores = _both(head, kinds, rows, known, set(fields.values()))
    if len(names) >= 3 and len(names) == len(scores):
        return Columns(Layout.WIDE, tuple(zip(names, scores, strict=True)), **fields)
    if len(names) == 1 and len(scores) == 1:
        return Columns(Layout.LONG, ((names[0], scores[0]),), **fields)
    taken = {at for at in (*known.values(), *fields.values()) if at is not None}
    heads = _heads(head, rows, taken)
    if not names and len(heads) >= 3 and not _words_beside(rows, {*taken, *(at for _, at in heads)}):
        return Columns(Layout.HEADS, heads=heads, **fields)
    raise NoColumns(
        f"the head tells of {len(names)} columns of players and {len(scores)} of scores: say which they are, as in "
        '--map "player1=NAME OF COLUMN" --map "score1=NAME OF COLUMN" …'
    )


def _is_row_of_games(head: Sequence[str]) -> bool:
    """Whether a first row is no head, but a game: a date, then names and scores in turn."""
    pairs = head[1:]
    scores = [cell for cell in pairs[1::2] if cell.strip()]
    return len(pairs) >= 6 and is_date(head[0]) and len(scores) >= 3 and all(map(is_score, scores))


def _named(head: Sequence[str], name: str) -> int:
    keys = [name_key(cell) for cell in head]
    if keys.count(name_key(name)) != 1:
        raise NoColumns(f"{keys.count(name_key(name))} columns are called {name!r}: the heads are {', '.join(head)}")
    return keys.index(name_key(name))


def _refuse_doubles(head: Sequence[str], known: Mapping[str, int]) -> None:
    """Refuses two columns that are called the same; scores beside names may be."""
    keys = [name_key(cell) for cell in head]
    for at, key in enumerate(keys):
        if key and keys.count(key) > 1 and at not in known.values() and _kind(head[at]) not in ("score", "player"):
            raise NoColumns(f"{keys.count(key)} columns are called {head[at]!r}: give each a name of its own")


def _kind(cell: str) -> str:
    """What a column is called for; nothing where nobody knows."""
    bare = unicodedata.normalize("NFKD", cell.casefold())
    words = [word for word in re.split(r"[\W_0-9]+", "".join(c for c in bare if not unicodedata.combining(c))) if word]
    folded = {kind: {_folded(word) for part in known for word in part.split()} for kind, known in WORDS.items()}
    if not words:
        return ""
    for kind in ("score", "date", "game", "rules", "table", "player"):
        if any(word in folded[kind] for word in words):
            return kind
    return ""


def _folded(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


def _first(kinds: Sequence[str], what: str) -> int | None:
    return kinds.index(what) if what in kinds else None


def _both(
    head: Sequence[str],
    kinds: Sequence[str],
    rows: Sequence[Sequence[str]],
    known: Mapping[str, int],
    taken: set[int | None],
) -> tuple[list[int], list[int]]:
    """The columns of players, and those of scores, in seat order; one that has no head follows its player."""
    said = {kind: [known[f"{kind}{n}"] for n in range(1, 5) if f"{kind}{n}" in known] for kind in ("player", "score")}
    said = {kind: those or ([known[kind]] if kind in known else []) for kind, those in said.items()}
    names = said["player"] or [at for at, kind in enumerate(kinds) if kind == "player" and at not in taken]
    scores = said["score"] or [at for at, kind in enumerate(kinds) if kind == "score" and at not in taken]
    if names and not said["player"]:
        names = [at for at in names if not _all_scores(rows, at)]
    if len(names) >= 3 and not scores:
        scores = [
            at + 1 for at in names if at + 1 < len(head) and not head[at + 1].strip() and _all_scores(rows, at + 1)
        ]
    return names, scores


def _all_scores(rows: Sequence[Sequence[str]], at: int) -> bool:
    cells = [row[at] for row in rows if at < len(row) and row[at].strip()]
    return bool(cells) and all(map(is_score, cells))


def _heads(head: Sequence[str], rows: Sequence[Sequence[str]], taken: set[int]) -> tuple[tuple[str, int], ...]:
    """The columns below whose heads are scores of that player."""
    return tuple(
        (cell.strip(), at) for at, cell in enumerate(head) if at not in taken and cell.strip() and _all_scores(rows, at)
    )


def _words_beside(rows: Sequence[Sequence[str]], read: set[int]) -> bool:
    """Whether another column has words in every row: they might be the players."""
    width = max(map(len, rows), default=0)
    cells = [[row[at].strip() if at < len(row) else "" for row in rows] for at in range(width) if at not in read]
    return any(all(column) for column in cells)


def told(columns: Columns, head: Sequence[str]) -> list[str]:
    """What each column is taken for, a line each; the rest is not read."""
    named = [f"column {at + 1}" + (f" ({cell.strip()})" if cell.strip() else "") for at, cell in enumerate(head)]
    if not columns.first_row:
        named = [f"column {at + 1}" for at in range(len(head))]
    lines = [columns.layout.value]
    lines += [f"{what}: {named[at]}" for what in FIELDS if (at := getattr(columns, what)) is not None]
    if columns.layout is Layout.HEADS:
        lines.append(f"players: {', '.join(name for name, _ in columns.heads)}")
    for number, (name, score) in enumerate(columns.players, start=1):
        seat = "" if columns.layout is Layout.LONG else f" {number}"
        lines.append(f"player{seat}: {named[name]}; score{seat}: {named[score]}")
    read = {at for pair in columns.players for at in pair} | {at for _, at in columns.heads}
    read |= {at for what in FIELDS if (at := getattr(columns, what)) is not None}
    if left := [name for at, name in enumerate(named) if at not in read]:
        lines.append(f"not read: {', '.join(left)}")
    return lines
