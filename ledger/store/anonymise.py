"""Blanking the names of a person: the one exception to rows that are never changed.

What a person did keeps its ids and points. Names in name rows and in what the journal keeps are
overwritten, in void rows, too; on SQLite what was there is zeroed, not only let go.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, select, update

from ledger.names import is_blank, name_key
from ledger.store import models as db
from ledger.store.anonymise_journal import blank_journal
from ledger.store.people import names_of
from ledger.store.unit import insert_one


def names_ever(connection: Connection, players: Iterable[int]) -> list[str]:
    """All names that player rows ever had, shown or found by, the longest first."""
    ids = list(players)
    t, n, c = db.player_terms.c, db.player_names.c, db.player_codes.c
    found: set[str] = set()
    for columns, table in (((t.shown_name, t.family_name, t.given_name), t), ((n.name_key,), n), ((c.code,), c)):
        for row in connection.execute(select(*columns).where(table.player_id.in_(ids))):
            found |= {text for text in row if text}
    return sorted(found, key=lambda name: (-len(name), name))


def blank_names(connection: Connection, players: Sequence[int]) -> str:
    """Overwrites the names of the player rows of one person wherever they stand; returns what the first is shown by."""
    ids = [*players, *_namesakes_gone(connection, players)]
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    instead = _instead(connection, ids)
    blank_journal(connection, ids, names_ever(connection, ids), instead[ids[0]])
    _blank_tables(connection, names_ever(connection, ids), instead[ids[0]])
    _blank_rows(connection, instead)
    return instead[ids[0]]


def _namesakes_gone(connection: Connection, players: Iterable[int]) -> list[int]:
    """Player rows that were taken back and had one of these names: most likely the same person, entered before."""
    ids = list(players)
    t, n = db.player_terms.c, db.player_names.c
    keys = select(n.name_key).where(n.player_id.in_(ids))
    there = select(t.player_id).where(t.live == 1)
    gone = select(n.player_id).where(n.name_key.in_(keys), n.player_id.not_in(there), n.player_id.not_in(ids))
    return list(connection.execute(gone.distinct()).scalars())


def _instead(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """For each player row a name that says nothing, and that nobody else has."""
    n = db.player_names.c
    taken = set(connection.execute(select(n.name_key).where(n.live == 1, n.player_id.not_in(ids))).scalars())
    names = {}
    for player in ids:
        name = f"Anonymous {player}"
        while name_key(name) in taken:
            name += "x"
        names[player] = name
    return names


def _blank_rows(connection: Connection, instead: Mapping[int, str]) -> None:
    terms, codes = db.player_terms, db.player_codes
    for player, shown in instead.items():  # each its own, also where a merge is taken back
        _blank_name_rows(connection, player, name_key(shown))
        blank = {"shown_name": shown, "family_name": None, "given_name": None, "country": None}
        connection.execute(update(terms).where(terms.c.player_id == player).values(blank))
        for row in connection.execute(select(codes.c.id).where(codes.c.player_id == player)).scalars().all():
            connection.execute(update(codes).where(codes.c.id == row).values(code=f"{name_key(shown)}/{row}"))


def _blank_tables(connection: Connection, names: Sequence[str], instead: str) -> None:
    """Final tables of seasons keep names as text; tables of closings that were taken back do, too."""
    tables, keys = db.season_tables, {name_key(name) for name in names}

    def blanked(row: dict[str, object]) -> dict[str, object]:
        gone = "player" in row and name_key(str(row["player"])) in keys
        return row | {"player": instead} if gone else row

    for row, content in connection.execute(select(tables.c.id, tables.c.content)).all():
        instead_of = json.dumps(json.loads(content, object_hook=blanked), ensure_ascii=False, sort_keys=True)
        if instead_of != content:
            connection.execute(update(tables).where(tables.c.id == row).values(content=instead_of))


def _blank_name_rows(connection: Connection, player: int, key: str) -> None:
    """The row that finds the shown name gets the key, the others one beside it."""
    names, t = db.player_names, db.player_terms.c
    rows = connection.execute(
        select(names.c.id, names.c.name_key, names.c.live).where(names.c.player_id == player).order_by(names.c.id)
    ).all()
    shown = connection.execute(select(t.shown_name).where(t.player_id == player, t.live == 1)).scalar()
    first = min(rows, key=lambda row: (row.live is None, shown is None or row.name_key != name_key(shown)))
    beside = {row.id: f"{key}/{row.id}" for row in rows}
    for row, name in (*beside.items(), (first.id, key)):  # nowhere is one twice meanwhile
        connection.execute(update(names).where(names.c.id == row).values(name_key=name))


def find_blanked(connection: Connection, unit: int) -> None:
    """Finds whoever is shown by a name that stands for a blanked one by it, where a unit took that name away."""
    t = db.player_terms.c
    known = names_of(connection)
    for player, shown in connection.execute(select(t.player_id, t.shown_name).where(t.live == 1)).all():
        if is_blank(shown) and name_key(shown) not in known:
            row = {"player_id": player, "name_key": name_key(shown), "journal_id": unit}
            insert_one(connection, db.player_names, row)
