"""The rulesets that a ledger holds, found by name: each content is stored once and never voided."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.names import name_key
from ledger.rules.ruleset import Ruleset, ruleset_from_content
from ledger.store import models as db


class StoredRules(NamedTuple):
    """A stored ruleset: its row, the unit that stored it, and its name."""

    id: int
    unit: int
    name: str


def stored_rules(connection: Connection, name: str | None = None) -> Sequence[StoredRules]:
    """The rulesets with this name, however it is typed, or all; the oldest first."""
    columns = db.rulesets.c
    rows = connection.execute(select(columns.id, columns.journal_id, columns.name).order_by(columns.id))
    return [row for row in map(StoredRules._make, rows) if name is None or name_key(row.name) == name_key(name)]


def content_of(connection: Connection, stored: StoredRules) -> Ruleset:
    """What a stored ruleset says."""
    content = connection.execute(select(db.rulesets.c.content).where(db.rulesets.c.id == stored.id)).scalar_one()
    return ruleset_from_content(content)


def newest_rules(connection: Connection, name: str) -> Ruleset | None:
    """The newest content of this name, None if there is none."""
    stored = stored_rules(connection, name)
    return content_of(connection, stored[-1]) if stored else None


def stored_by(connection: Connection, unit: int) -> Sequence[StoredRules]:
    """What a unit stored."""
    return [stored for stored in stored_rules(connection) if stored.unit == unit]


def changed_by(connection: Connection, unit: int) -> Iterator[tuple[Ruleset, Ruleset]]:
    """Each content that a unit stored while an older one of the same name was there: that one, and the new one."""
    for new in stored_by(connection, unit):
        older = [stored for stored in stored_rules(connection, new.name) if stored.id < new.id]
        if older and content_of(connection, older[-1]) != content_of(connection, new):
            yield content_of(connection, older[-1]), content_of(connection, new)
