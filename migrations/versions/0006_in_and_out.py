"""What comes from elsewhere: the unit that brought it, the source of a game, and how a source's files are read."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("journal", sa.Column("brought_by", WHOLE, nullable=True))
    op.create_index("ix_journal_brought_by", "journal", ["brought_by"], unique=False)
    op.add_column("games", sa.Column("source_key", sa.Text(), nullable=True))
    op.create_index("uq_games_source_key", "games", ["source_key", "live"], unique=True)
    op.create_table(
        "import_maps",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        *(sa.Column(name, WHOLE, nullable=True) for name in ("live", "voided_by", "again_of")),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("name", "name_key", "content")),
        sa.CheckConstraint("live = 1", name="ck_import_maps_live_is_one_or_null"),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_import_maps_void_has_journal"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_import_maps_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_import_maps_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_import_maps"),
        sa.UniqueConstraint("name_key", "live", name="uq_import_maps_name_key_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_import_maps_journal_id", "import_maps", ["journal_id"], unique=False)


def downgrade() -> None:
    op.drop_table("import_maps")
    op.drop_index("uq_games_source_key", "games")
    op.drop_column("games", "source_key")
    op.drop_index("ix_journal_brought_by", "journal")
    op.drop_column("journal", "brought_by")
