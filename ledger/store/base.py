"""What all stored tables have in common: types, names of constraints, rows that are voided and never deleted.

The tables are SQLAlchemy's Core with typed columns: a unit of work writes plain rows and reads
plain rows, and leaving the object mapper out takes a quarter off the start of every command.
"""

from datetime import date, datetime
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    Connection,
    Constraint,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Named,
    Table,
    Text,
    TypedColumns,
    UniqueConstraint,
    cast,
    func,
)
from sqlalchemy import text as sql_text

from ledger.store.types import Day, UtcTime

NAMES = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
WHOLE = BigInteger().with_variant(Integer(), "sqlite")
metadata = MetaData(naming_convention=NAMES)

C = TypeVar("C", bound=TypedColumns)


def whole() -> Column[int]:
    """A whole number."""
    return Column(WHOLE)


def whole_or_zero() -> Column[int]:
    """A whole number that rows of earlier versions lack: there it is zero."""
    return Column(WHOLE, server_default=sql_text("0"))


def text() -> Column[str]:
    """A text of any length."""
    return Column(Text)


def time() -> Column[datetime]:
    """A moment, in UTC."""
    return Column(UtcTime)


def day() -> Column[date]:
    """A calendar day."""
    return Column(Day)


def whole_sum(connection: Connection, column: Any) -> Any:
    """The sum of a column of whole numbers: PostgreSQL's is a decimal, so it is cast here, and only here."""
    return cast(func.sum(column), Integer if connection.dialect.name == "sqlite" else column.type)


def refers_to(column: str) -> Column[int]:
    """The id of a row of another table; nothing cascades, for nothing is deleted."""
    return Column(WHOLE, ForeignKey(column))


class HasId(TypedColumns):
    """A row with a number of its own."""

    id: Named[int] = Column(WHOLE, primary_key=True)


class Born(HasId):
    """A row that was born in a unit of work and stays as it is."""

    journal_id: Named[int] = Column(WHOLE, ForeignKey("journal.id"), index=True)


class Voidable(Born):
    """A row that a later unit may void: live is 1, or NULL once voided_by is set.

    again_of: where a void row is recorded again, the id of the first row of its line.
    """

    live: Named[int | None] = Column(WHOLE, default=1)
    voided_by: Named[int | None] = Column(WHOLE, ForeignKey("journal.id"))
    again_of: Named[int | None] = Column(WHOLE)


def first_of_line(table: Any) -> ColumnElement[int]:
    """What all versions of a row have in common: the id of the first; by it they keep their order."""
    return func.coalesce(table.c.again_of, table.c.id)


def voidable(*keys: str) -> tuple[Constraint, ...]:
    """The rules of live and voided_by; each key, columns joined by spaces, is unique among live rows only.

    NULLs are distinct in a unique constraint on both databases, so void rows never collide.
    """
    return (
        *(UniqueConstraint(*key.split(), "live") for key in keys),
        CheckConstraint("live = 1", name="live_is_one_or_null"),
        CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="void_has_journal"),
    )


def stored(name: str, columns: type[C], *constraints: Constraint | Index) -> Table[C]:
    """A table with these columns; STRICT on SQLite, else "12k" would fit a column of whole numbers."""
    return Table(name, metadata, columns, *constraints, sqlite_strict=True)
