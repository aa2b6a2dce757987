"""Every outcome: abortive draws, chombo, nagashi, liable players, prices by value and by tiles; what results add up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

ADDED = {
    "club_settings": [("day_starts", WHOLE), ("scores_in", WHOLE)],
    "games": [("rounds", WHOLE)],
    "hands": [("abort_kind", sa.Text()), ("chombo_seat", WHOLE), ("note", sa.Text())],
    "game_ends": [
        ("last_winner", WHOLE),
        ("ahead", sa.Text()),
        ("discrepancy_reason", sa.Text()),
        ("discrepancy_by", sa.Text()),
    ],
}
COUNTED = {
    "hand_seats": ["nagashi"],
    "results": ["penalty", "chips", "chip_points", "rounding", "discrepancy"],
    "game_ends": ["discrepancy"],
}
"""Numbers that earlier rows lack, and that are zero there."""
OF_A_WIN = [
    ("value", WHOLE),
    ("value_dealer", WHOLE),
    ("liable_seat", WHOLE),
    ("liable_yakuman", WHOLE),
    ("tiles", sa.Text()),
    ("yaku", sa.Text()),
    ("dora", WHOLE),
]
HAS_PRICE = "han IS NOT NULL OR score IS NOT NULL OR limit_name IS NOT NULL OR yakuman IS NOT NULL"
FIRST = ["id", "journal_id", "live", "voided_by", "again_of", "hand_id", "winner", "discarder"]
FIRST += ["han", "fu", "score", "limit_name", "yakuman"]


def upgrade() -> None:
    for table, columns in ADDED.items():
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind, nullable=True))
    for table, names in COUNTED.items():
        for name in names:
            op.add_column(table, sa.Column(name, WHOLE, server_default=sa.text("0"), nullable=False))
    has_price = f"{HAS_PRICE} OR value IS NOT NULL"
    if op.get_context().dialect.name == "sqlite":
        _make_wins_again(OF_A_WIN, has_price)
        return
    for name, kind in OF_A_WIN:
        op.add_column("wins", sa.Column(name, kind, nullable=True))
    _check_again(has_price)


def downgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        _make_wins_again([], HAS_PRICE)
    else:
        _check_again(HAS_PRICE)
        for name, _ in OF_A_WIN:
            op.drop_column("wins", name)
    for table, names in COUNTED.items():
        for name in names:
            op.drop_column(table, name)
    for table, columns in ADDED.items():
        for name, _ in columns:
            op.drop_column(table, name)


def _check_again(has_price: str) -> None:
    op.drop_constraint("ck_wins_has_price", "wins", type_="check")
    op.create_check_constraint("ck_wins_has_price", "wins", has_price)


def _make_wins_again(more: list[tuple[str, sa.types.TypeEngine[object]]], has_price: str) -> None:
    """SQLite cannot change a CHECK: the table is made anew, and its rows copied. Nothing refers to it."""
    op.drop_index("ix_wins_journal_id", "wins")
    op.rename_table("wins", "wins_before")
    op.create_table(
        "wins",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("hand_id", WHOLE, nullable=False),
        sa.Column("winner", WHOLE, nullable=False),
        sa.Column("discarder", WHOLE, nullable=True),
        sa.Column("han", WHOLE, nullable=True),
        sa.Column("fu", WHOLE, nullable=True),
        sa.Column("score", WHOLE, nullable=True),
        sa.Column("limit_name", sa.Text(), nullable=True),
        sa.Column("yakuman", WHOLE, nullable=True),
        *(sa.Column(name, kind, nullable=True) for name, kind in more),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_wins_void_has_journal"),
        sa.CheckConstraint(has_price, name="ck_wins_has_price"),
        sa.CheckConstraint("live = 1", name="ck_wins_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name="fk_wins_hand_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_wins_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_wins_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_wins"),
        sa.UniqueConstraint("hand_id", "winner", "live", name="uq_wins_hand_id_winner_live"),
        sqlite_strict=True,
    )
    # In the order of their ids: what was recorded first stays first.
    columns = ", ".join(FIRST)
    op.execute(f"INSERT INTO wins ({columns}) SELECT {columns} FROM wins_before ORDER BY id")  # noqa: S608
    op.drop_table("wins_before")
    op.create_index("ix_wins_journal_id", "wins", ["journal_id"], unique=False)
