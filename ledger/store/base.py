"""What all stored tables have in common: names of constraints, STRICT tables, rows that are voided, never deleted."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, Constraint, ForeignKey, Integer, MetaData, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column

from ledger.store.types import Day, UtcTime

NAMES = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
STRICT = {"sqlite_strict": True}


class Base(DeclarativeBase):
    """The base of all models."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        int: BigInteger().with_variant(Integer(), "sqlite"),
        str: Text,
        datetime: UtcTime,
        date: Day,
    }


def fk(column: str) -> Any:
    """A column that refers to another table; nothing cascades, for nothing is deleted."""
    return mapped_column(ForeignKey(column))


class Born:
    """A row that was born in a unit of work and stays as it is."""

    @declared_attr
    def journal_id(self) -> Mapped[int]:
        """The unit that recorded the row."""
        return mapped_column(ForeignKey("journal.id"), index=True)


class Voidable(Born):
    """A row that a later unit may void: live is 1, or NULL once voided_by is set."""

    live: Mapped[int | None] = mapped_column(default=1)

    @declared_attr
    def voided_by(self) -> Mapped[int | None]:
        """The unit that voided the row."""
        return mapped_column(ForeignKey("journal.id"))


def voidable(*keys: str) -> tuple[Constraint, ...]:
    """The rules of live and voided_by; each key, columns joined by spaces, is unique among live rows only.

    NULLs are distinct in a unique constraint on both databases, so void rows never collide.
    """
    return (
        *(UniqueConstraint(*key.split(), "live") for key in keys),
        CheckConstraint("live = 1", name="live_is_one_or_null"),
        CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="void_has_journal"),
    )
