"""The games of the season book."""

from sqlalchemy import Connection

from ledger.store import models as db
from ledger.store.load import StoredGame, games_where
from ledger.store.reports.scope import Counted


def games_that_count(connection: Connection, counted: Counted) -> list[StoredGame]:
    """The games that count, in order of play; those that are not over, too."""
    return games_where(connection, *counted.of(db.games.c.night_id, db.games.c.ruleset_id))
