"""Money beside the games: what is entered and carried, fees, money handed over, and how a plan was made."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ADDED: dict[str, list[tuple[str, sa.types.TypeEngine[Any]]]] = {
    "club_settings": [("locale", sa.Text())],
    "settlements": [("round_minor", WHOLE)],
    "planned_transfers": [("plan", sa.Text())],
    "settlement_lines": [("title", sa.Text())],
}
NIGHT, PLAYER = ("night_id", WHOLE, "nights.id"), ("player_id", WHOLE, "players.id")
NEW: dict[str, list[tuple[str, Any, str | None]]] = {
    "carried": [
        ("settlement_id", WHOLE, "settlements.id"),
        ("line", WHOLE, None),
        ("from_night_id", WHOLE, "nights.id"),
        PLAYER,
        ("amount_minor", WHOLE, None),
    ],
    "charges": [NIGHT, ("title", sa.Text(), None)],
    "charge_lines": [
        ("charge_id", WHOLE, "charges.id"),
        ("line", WHOLE, None),
        PLAYER,
        ("amount_minor", WHOLE, None),
    ],
    "fees": [NIGHT, ("per", sa.Text(), None), ("amount_minor", WHOLE, None)],
    "transfers": [
        ("uid", sa.Text(), None),
        NIGHT,
        ("currency", sa.Text(), None),
        ("payer_id", WHOLE, "players.id"),
        ("payee_id", WHOLE, "players.id"),
        ("amount_minor", WHOLE, None),
        ("paid_on", sa.Text().with_variant(sa.Date(), "postgresql"), None),
        ("note", sa.Text(), None),
    ],
}
"""New tables whose rows can be voided: name, type and what each column refers to."""
NOBODY = {"carried": ["player_id"], "charge_lines": ["player_id"], "transfers": ["payer_id", "payee_id", "note"]}
"""Columns that may be empty: nobody is the cash box."""
CHECKS = {
    "fees": [("amount", "amount_minor > 0")],
    "transfers": [
        ("amount", "amount_minor > 0"),
        ("somebody", "payer_id IS NOT NULL OR payee_id IS NOT NULL"),
    ],
}
UNIQUE = {
    "carried": [["settlement_id", "line"]],
    "charge_lines": [["charge_id", "line"]],
    "fees": [["night_id", "per"]],
    "transfers": [["uid"]],
}
INDEXES = {"carried": [["from_night_id"]], "charges": [["night_id"]], "transfers": [["night_id"]]}


def upgrade() -> None:
    for table, columns in ADDED.items():
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind, nullable=True))
    for table, own in NEW.items():
        _make(table, own)


def downgrade() -> None:
    for table in reversed(NEW):
        op.drop_table(table)
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
        *(sa.Column(name, kind, nullable=name in NOBODY.get(table, [])) for name, kind, _ in own),
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
