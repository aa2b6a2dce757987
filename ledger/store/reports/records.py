"""Records: the best and the worst of what was played."""

from sqlalchemy import Connection

from ledger.shapes.season import Scope
from ledger.shapes.statistics import Records


def records(connection: Connection, scope: Scope) -> Records:
    """The records of the games that count."""
    raise NotImplementedError
