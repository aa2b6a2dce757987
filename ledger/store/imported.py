"""What earlier imports brought."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from ledger.names import name_key
from ledger.shapes.imported import ImportedGame
from ledger.store import models as db
from ledger.store.load import games_where
from ledger.store.results import results_of
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one

AT_ONCE = 500
"""How many values one question names: databases have a limit."""


def known_sources(connection: Connection, keys: Sequence[str]) -> set[str]:
    """Which of these keys of games in their sources are recorded."""
    c, known = db.games.c, set[str]()
    for start in range(0, len(keys), AT_ONCE):
        some = select(c.source_key).where(c.source_key.in_(keys[start : start + AT_ONCE]), c.live == 1)
        known |= {key for key in connection.execute(some).scalars() if key is not None}
    return known


def games_brought_by(connection: Connection, unit: int) -> Iterable[ImportedGame]:
    """The games that an import recorded, in order of play."""
    games = games_where(connection, db.games.c.journal_id == unit)
    results = results_of(connection, [game.id for game in games])
    for game in games:
        scores = tuple(result.raw_score for result in results[game.id])
        yield ImportedGame(game.held_on, game.number, game.names_at(1), scores, game.hands)


def stored_map(connection: Connection, name: str) -> str | None:
    """How the files of a source are read, as JSON."""
    c = db.import_maps.c
    kept = select(c.content).where(c.name_key == name_key(name), c.live == 1)
    return connection.execute(kept).scalar_one_or_none()


def save_map(connection: Connection, unit: int, name: str, content: str) -> None:
    """How the files of a source are read from now on, where that is not as before."""
    if stored_map(connection, name) == content:
        return
    void_rows(connection, db.import_maps, db.import_maps.c.name_key == name_key(name), unit)
    row = {"name": name, "name_key": name_key(name), "content": content, "journal_id": unit}
    insert_one(connection, db.import_maps, row)
