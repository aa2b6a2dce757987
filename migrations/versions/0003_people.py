"""People: what leagues want to know of them, those who are one person, who is at a night, substitutes, penalties."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ADDED: dict[str, list[tuple[str, sa.types.TypeEngine[Any]]]] = {
    "player_terms": [("family_name", sa.Text()), ("given_name", sa.Text()), ("country", sa.Text())],
    "seats": [("credit", sa.Text())],
}
COUNTED = [("player_terms", "guest"), ("results", "referee")]
"""Numbers that earlier rows lack, and that are zero there."""
NEW: dict[str, list[tuple[str, Any, str | None]]] = {
    "attendance": [
        ("night_id", WHOLE, "nights.id"),
        ("player_id", WHOLE, "players.id"),
        ("here", WHOLE, None),
    ],
    "penalties": [
        ("game_id", WHOLE, "games.id"),
        ("seat", WHOLE, None),
        ("points", WHOLE, None),
        ("reason", sa.Text(), None),
    ],
    "player_codes": [
        ("player_id", WHOLE, "players.id"),
        ("system", sa.Text(), None),
        ("code", sa.Text(), None),
    ],
    "player_merges": [("player_id", WHOLE, "players.id"), ("into_id", WHOLE, "players.id")],
    "result_shares": [
        ("game_id", WHOLE, "games.id"),
        ("night_id", WHOLE, "nights.id"),
        ("seat", WHOLE, None),
        ("player_id", WHOLE, "players.id"),
        ("points", WHOLE, None),
    ],
}
"""New tables whose rows can be voided: name, type and what each column refers to."""
CHECKS = {"attendance": [("here", "here IN (0, 1)")], "penalties": [("points", "points > 0")]}
UNIQUE = {
    "attendance": [["night_id", "player_id"]],
    "player_codes": [["player_id", "system"], ["system", "code"]],
    "player_merges": [["player_id"]],
    "result_shares": [["game_id", "seat", "player_id"]],
}
INDEXES = {"penalties": [["game_id"]], "result_shares": [["night_id", "live", "player_id", "points"]]}


def upgrade() -> None:
    for table, columns in ADDED.items():
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind, nullable=True))
    for table, name in COUNTED:
        op.add_column(table, sa.Column(name, WHOLE, server_default=sa.text("0"), nullable=False))
    for table, own in NEW.items():
        _make(table, own)


def downgrade() -> None:
    for table in NEW:
        op.drop_table(table)
    for table, name in COUNTED:
        op.drop_column(table, name)
    for table, columns in ADDED.items():
        for name, _ in columns:
            op.drop_column(table, name)


def _make(table: str, own: list[tuple[str, Any, str | None]]) -> None:
    """A table of rows that are born in a unit of work and can be voided by a later one."""
    refers = [("journal_id", "journal.id"), ("voided_by", "journal.id")]
    refers += [(name, to) for name, _, to in own if to is not None]
    checks = [("live_is_one_or_null", "live = 1"), ("void_has_journal", "(live IS NULL) = (voided_by IS NOT NULL)")]
    op.create_table(
        table,
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        *(sa.Column(name, WHOLE, nullable=True) for name in ("live", "voided_by", "again_of")),
        *(sa.Column(name, kind, nullable=False) for name, kind, _ in own),
        *(sa.CheckConstraint(text, name=f"ck_{table}_{name}") for name, text in [*checks, *CHECKS.get(table, [])]),
        *(sa.ForeignKeyConstraint([name], [to], name=f"fk_{table}_{name}") for name, to in refers),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        *(
            sa.UniqueConstraint(*columns, "live", name=f"uq_{table}_{'_'.join(columns)}_live")
            for columns in UNIQUE.get(table, [])
        ),
        sqlite_strict=True,
    )
    for columns in [["journal_id"], *INDEXES.get(table, [])]:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns, unique=False)
