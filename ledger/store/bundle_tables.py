"""How the tables stand in a bundle: what each row is named by, and what belongs to whom."""

from typing import Any

from sqlalchemy import Table

from ledger.store import models as db
from ledger.store.base import metadata

TABLES: tuple[Table[Any], ...] = tuple(table for table in metadata.sorted_tables if table is not db.journal)
"""All kinds of records beside units, parents before children: so they are written, and read."""
BY_NAME = {table.name: table for table in TABLES}
OWN_WAY = {"id", "journal_id", "live", "voided_by", "again_of"}
"""Columns that a record has in another form: its number, its unit, what took it back, the first of its line."""


def columns_of(table: Table[Any]) -> list[str]:
    """The columns of a table that a record has under their own names."""
    return [column.name for column in table.columns if column.name not in OWN_WAY]


def references_of(table: Table[Any]) -> dict[str, Table[Any]]:
    """The columns that name a row of another table, and which."""
    found = {
        key.parent.name: key.column.table
        for key in table.foreign_keys
        if key.column.table is not db.journal and key.parent.name not in OWN_WAY
    }
    if table is db.results:
        found["ruleset_id"] = db.rulesets  # so that sums need no games; no foreign key
    return found


REFERENCES = {table.name: references_of(table) for table in TABLES}
REFERRED = {parent.name for references in REFERENCES.values() for parent in references.values()} | {
    table.name for table in TABLES if "again_of" in table.c
}
"""What other records name by number."""

OWNER = {
    "player_terms": "player_id",
    "player_names": "player_id",
    "player_codes": "player_id",
    "player_merges": "player_id",
    "season_terms": "season_id",
    "season_tables": "season_id",
    "team_terms": "team_id",
    "team_members": "team_id",
    **dict.fromkeys(("night_terms", "attendance", "season_nights", "charges", "fees", "settlements"), "night_id"),
    **dict.fromkeys(("games", "transfers"), "night_id"),
    **dict.fromkeys(("seats", "hands", "game_ends", "results", "result_shares", "penalties"), "game_id"),
    **dict.fromkeys(("hand_seats", "wins", "payments"), "hand_id"),
    **dict.fromkeys(("settlement_lines", "planned_transfers", "carried"), "settlement_id"),
    "charge_lines": "charge_id",
}
"""Whose a row is: a version of a row is known again by its owner, its unit, and which of these it is."""
THINGS = ("players", "nights", "seasons", "teams")
"""What is known again by its uid, in whatever ledger."""
MONEY = (
    "settlements",
    "settlement_lines",
    "planned_transfers",
    "carried",
    "charges",
    "charge_lines",
    "fees",
    "transfers",
)
SEASONS = ("seasons", "season_terms", "season_nights", "season_tables", "teams", "team_terms", "team_members")
CLUB = ("club_settings", "import_maps")
"""The club's own habits."""
