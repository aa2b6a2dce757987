"""Column types that hold the same values on SQLite and PostgreSQL."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, Dialect, Text, TypeDecorator
from sqlalchemy.types import TypeEngine


class UtcTime(TypeDecorator[datetime]):
    """An aware time, read back in UTC: ISO text on SQLite (sorts as time), timestamptz on PostgreSQL."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text or timestamptz."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuses a time without its zone, which would mean another moment on another machine."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time needs its zone")
        value = value.astimezone(UTC)
        text = value.replace(tzinfo=None).isoformat(timespec="microseconds")
        return f"{text}Z" if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Always UTC."""
        value = datetime.fromisoformat(value) if isinstance(value, str) else value
        return None if value is None else value.astimezone(UTC)


class Day(TypeDecorator[date]):
    """A calendar day: ISO text on SQLite, date on PostgreSQL."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text or date."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else Date())

    def process_bind_param(self, value: date | None, dialect: Dialect) -> Any:
        """ISO form on SQLite."""
        return value.isoformat() if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> date | None:  # noqa: ARG002
        """A date in Python."""
        return date.fromisoformat(value) if isinstance(value, str) else value
