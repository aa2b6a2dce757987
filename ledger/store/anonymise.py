"""Blanking the names of a person: the one exception to rows that are never changed.

What a person did keeps its ids and points. Names in name rows and in the arguments of the journal
are overwritten, in void rows, too; on SQLite what was there is zeroed, not only let go.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select, update

from ledger.names import name_key
from ledger.store import models as db

FIRST_WITHOUT_SPACES = 0x2E80
"""From here on come the characters of East Asia, which are written without spaces between words."""


def names_ever(connection: Connection, players: Iterable[int]) -> list[str]:
    """All names that player rows ever had, shown or found by, the longest first."""
    ids = list(players)
    t, n, c = db.player_terms.c, db.player_names.c, db.player_codes.c
    found: set[str] = set()
    for columns, table in (((t.shown_name, t.family_name, t.given_name), t), ((n.name_key,), n), ((c.code,), c)):
        for row in connection.execute(select(*columns).where(table.player_id.in_(ids))):
            found |= {text for text in row if text}
    return sorted(found, key=lambda name: (-len(name), name))


def blank_names(connection: Connection, players: Iterable[int], instead: str) -> None:
    """Overwrites the names of player rows by another one, wherever they stand; the first player row is shown by it."""
    ids = list(players)
    ids += _namesakes_gone(connection, ids)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    names = names_ever(connection, ids)
    _blank_rows(connection, ids, instead)
    _blank_journal(connection, names, instead)


def _namesakes_gone(connection: Connection, ids: list[int]) -> list[int]:
    """Player rows that were taken back and had one of these names: most likely the same person, entered before."""
    t, n = db.player_terms.c, db.player_names.c
    keys = select(n.name_key).where(n.player_id.in_(ids))
    there = select(t.player_id).where(t.live == 1)
    gone = select(n.player_id).where(n.name_key.in_(keys), n.player_id.not_in(there), n.player_id.not_in(ids))
    return list(connection.execute(gone.distinct()).scalars())


def _blank_rows(connection: Connection, ids: list[int], instead: str) -> None:
    terms, names, codes = db.player_terms, db.player_names, db.player_codes
    for player in ids:  # each its own, also where a merge is taken back
        shown = instead if player == ids[0] else f"Anonymous {player}"
        blank = {"shown_name": shown, "family_name": None, "given_name": None, "country": None}
        connection.execute(update(terms).where(terms.c.player_id == player).values(blank))
    keys = (
        select(names.c.id, names.c.live).where(names.c.player_id.in_(ids)).order_by(names.c.live.is_(None), names.c.id)
    )
    for number, (row, _) in enumerate(connection.execute(keys).all()):
        key = name_key(instead) if number == 0 else f"{name_key(instead)}/{number}"
        connection.execute(update(names).where(names.c.id == row).values(name_key=key))
    for row in connection.execute(select(codes.c.id).where(codes.c.player_id.in_(ids))).scalars().all():
        connection.execute(update(codes).where(codes.c.id == row).values(code=f"{name_key(instead)}/{row}"))


def _blank_journal(connection: Connection, names: list[str], instead: str) -> None:
    """Overwrites names in what was typed. More may go than was meant, such as a word that is a name, too."""
    # Between letters a name is none: the Al in Alice stays. Japanese has no spaces, so there it may begin anywhere.
    folded = [name_key(name) for name in names]
    one = re.compile("|".join(f"{_edge(name[0], '<')}{re.escape(name)}{_edge(name[-1], '>')}" for name in folded))

    def blanked(value: Any) -> Any:
        if isinstance(value, str):
            typed = name_key(value)
            return one.sub(instead, typed) if one.search(typed) else value
        if isinstance(value, list):
            return [blanked(item) for item in value]
        return {key: blanked(item) for key, item in value.items()} if isinstance(value, dict) else value

    for unit, arguments in connection.execute(select(db.journal.c.id, db.journal.c.arguments)).all():
        told = json.loads(arguments)
        if (now := blanked(told)) != told:
            text = json.dumps(now, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            connection.execute(update(db.journal).where(db.journal.c.id == unit).values(arguments=text))


def _edge(letter: str, side: str) -> str:
    if not letter.isalnum() or ord(letter) >= FIRST_WITHOUT_SPACES:
        return ""
    return r"(?<![^\W_])" if side == "<" else r"(?![^\W_])"
