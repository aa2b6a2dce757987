"""Statistics of a player."""

from sqlalchemy import Connection

from ledger.shapes.season import Scope
from ledger.shapes.statistics import PlayerStatistics


def player_statistics(connection: Connection, person_id: int, scope: Scope) -> PlayerStatistics | None:
    """How somebody plays in the games that count; None who has neither a result nor a hand among them."""
    raise NotImplementedError
