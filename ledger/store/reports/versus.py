"""How people do against each other."""

from collections.abc import Sequence

from sqlalchemy import Connection

from ledger.shapes.season import Scope
from ledger.shapes.statistics import Matrix, Versus


def versus(connection: Connection, one: int, other: int, scope: Scope) -> Versus:
    """Two people, by id, in the games that count and both played."""
    raise NotImplementedError


def matrix(connection: Connection, scope: Scope, people: Sequence[int] = (), most: int | None = None) -> Matrix:
    """Who was ahead of whom: people by id, else all who played; no more than so many, who most played."""
    raise NotImplementedError
