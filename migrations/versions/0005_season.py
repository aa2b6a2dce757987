"""Seasons, which nights are theirs, their final tables, teams; and the rules of each result, to sum without games."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DAY = sa.Text().with_variant(sa.Date(), "postgresql")
SEASON = ("season_id", WHOLE, "seasons.id")
BORN = ("seasons", "teams")
"""New tables of things, which never change."""
NEW: dict[str, list[tuple[str, Any, str | None]]] = {
    "season_terms": [
        SEASON,
        ("name", sa.Text(), None),
        ("name_key", sa.Text(), None),
        ("since", DAY, None),
        ("until", DAY, None),
        ("rules", sa.Text(), None),
        ("currency", sa.Text(), None),
        ("rate_minor", WHOLE, None),
        ("rate_points", WHOLE, None),
        ("ranking", sa.Text(), None),
        ("least_games", WHOLE, None),
    ],
    "season_nights": [("night_id", WHOLE, "nights.id"), SEASON],
    "season_tables": [SEASON, ("content", sa.Text(), None)],
    "team_terms": [("team_id", WHOLE, "teams.id"), SEASON, ("name", sa.Text(), None), ("name_key", sa.Text(), None)],
    "team_members": [("team_id", WHOLE, "teams.id"), SEASON, ("player_id", WHOLE, "players.id")],
}
"""New tables whose rows can be voided: name, type and what each column refers to."""
MAY_BE_EMPTY = {
    "season_terms": ["until", "rules", "currency", "rate_minor", "rate_points"],
    "season_nights": ["season_id"],  # in none, by choice
}
CHECKS = {
    "season_terms": [
        ("money_is_whole", "(currency IS NULL) = (rate_minor IS NULL)"),
        ("least_games", "least_games >= 0"),
    ]
}
UNIQUE = {
    "season_terms": [["season_id"], ["name_key"]],
    "season_nights": [["night_id"]],
    "season_tables": [["season_id"]],
    "team_terms": [["team_id"], ["season_id", "name_key"]],
    "team_members": [["season_id", "player_id"]],
}
SUMS = ("night_id", "live", "player_id", "place", "points")
SUMS_BY_PLAYER = ("live", "player_id", "place", "ruleset_id", "points", "penalty", "referee")
SUMS_BY_RULES = ("night_id", "live", "ruleset_id", "player_id", "place", "points", "penalty", "referee")


def upgrade() -> None:
    for table in BORN:
        _make_born(table)
    for table, own in NEW.items():
        _make(table, own)
    op.add_column("results", sa.Column("ruleset_id", WHOLE, server_default=sa.text("0"), nullable=False))
    op.execute("UPDATE results SET ruleset_id = (SELECT ruleset_id FROM games WHERE games.id = results.game_id)")
    op.drop_index(f"ix_results_{'_'.join(SUMS)}", "results")
    op.create_index("ix_results_sums", "results", SUMS_BY_RULES, unique=False)
    op.create_index("ix_results_by_player", "results", SUMS_BY_PLAYER, unique=False)


def downgrade() -> None:
    op.drop_index("ix_results_by_player", "results")
    op.drop_index("ix_results_sums", "results")
    op.create_index(f"ix_results_{'_'.join(SUMS)}", "results", SUMS, unique=False)
    op.drop_column("results", "ruleset_id")
    for table in (*reversed(NEW), *BORN):
        op.drop_table(table)


def _make_born(table: str) -> None:
    """A table of things."""
    op.create_table(
        table,
        *(sa.Column(name, WHOLE, nullable=False) for name in ("id", "journal_id")),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name=f"fk_{table}_journal_id"),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.UniqueConstraint("uid", name=f"uq_{table}_uid"),
        sqlite_strict=True,
    )
    op.create_index(f"ix_{table}_journal_id", table, ["journal_id"], unique=False)


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
        *(sa.Column(name, kind, nullable=name in MAY_BE_EMPTY.get(table, [])) for name, kind, _ in own),
        *(sa.CheckConstraint(text, name=f"ck_{table}_{name}") for name, text in [*checks, *CHECKS.get(table, [])]),
        *(sa.ForeignKeyConstraint([name], [to], name=f"fk_{table}_{name}") for name, to in refers),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        *(
            sa.UniqueConstraint(*columns, "live", name=f"uq_{table}_{'_'.join(columns)}_live")
            for columns in UNIQUE.get(table, [])
        ),
        sqlite_strict=True,
    )
    op.create_index(f"ix_{table}_journal_id", table, ["journal_id"], unique=False)
