"""The first ledger: people, nights, games with their hands, results, and the money of a night."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "journal",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.UniqueConstraint("uid", name="uq_journal_uid"),
        sqlite_strict=True,
    )
    op.create_table(
        "club_settings",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("rate_minor", WHOLE, nullable=True),
        sa.Column("rate_points", WHOLE, nullable=True),
        sa.CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="ck_club_settings_money_is_whole"),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_club_settings_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_club_settings_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_club_settings_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_club_settings_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_club_settings"),
        sa.UniqueConstraint("live", name="uq_club_settings_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_club_settings_journal_id", "club_settings", ["journal_id"], unique=False)
    op.create_table(
        "nights",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_nights_journal_id"),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
        sa.UniqueConstraint("uid", name="uq_nights_uid"),
        sqlite_strict=True,
    )
    op.create_index("ix_nights_journal_id", "nights", ["journal_id"], unique=False)
    op.create_table(
        "players",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_players_journal_id"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("uid", name="uq_players_uid"),
        sqlite_strict=True,
    )
    op.create_index("ix_players_journal_id", "players", ["journal_id"], unique=False)
    op.create_table(
        "rulesets",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_rulesets_journal_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rulesets"),
        sa.UniqueConstraint("sha256", name="uq_rulesets_sha256"),
        sqlite_strict=True,
    )
    op.create_index("ix_rulesets_journal_id", "rulesets", ["journal_id"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("night_id", WHOLE, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("ruleset_id", WHOLE, nullable=False),
        sa.Column("played_at", TIME, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_games_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_games_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_games_journal_id"),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="fk_games_night_id"),
        sa.ForeignKeyConstraint(["ruleset_id"], ["rulesets.id"], name="fk_games_ruleset_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_games_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("night_id", "number", "live", name="uq_games_night_id_number_live"),
        sa.UniqueConstraint("uid", "live", name="uq_games_uid_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_games_journal_id", "games", ["journal_id"], unique=False)
    op.create_table(
        "night_terms",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("night_id", WHOLE, nullable=False),
        sa.Column("held_on", DAY, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("rate_minor", WHOLE, nullable=True),
        sa.Column("rate_points", WHOLE, nullable=True),
        sa.CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="ck_night_terms_money_is_whole"),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_night_terms_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_night_terms_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_night_terms_journal_id"),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="fk_night_terms_night_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_night_terms_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_night_terms"),
        sa.UniqueConstraint("night_id", "live", name="uq_night_terms_night_id_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_night_terms_held_on", "night_terms", ["held_on"], unique=False)
    op.create_index("ix_night_terms_journal_id", "night_terms", ["journal_id"], unique=False)
    op.create_table(
        "player_names",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("player_id", WHOLE, nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_player_names_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_player_names_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_player_names_journal_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_player_names_player_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_player_names_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_player_names"),
        sa.UniqueConstraint("name_key", "live", name="uq_player_names_name_key_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_player_names_journal_id", "player_names", ["journal_id"], unique=False)
    op.create_table(
        "player_terms",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("player_id", WHOLE, nullable=False),
        sa.Column("shown_name", sa.Text(), nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_player_terms_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_player_terms_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_player_terms_journal_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_player_terms_player_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_player_terms_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_player_terms"),
        sa.UniqueConstraint("player_id", "live", name="uq_player_terms_player_id_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_player_terms_journal_id", "player_terms", ["journal_id"], unique=False)
    op.create_table(
        "settlements",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("night_id", WHOLE, nullable=False),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("rate_minor", WHOLE, nullable=True),
        sa.Column("rate_points", WHOLE, nullable=True),
        sa.CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="ck_settlements_money_is_whole"),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_settlements_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_settlements_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_settlements_journal_id"),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="fk_settlements_night_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_settlements_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_settlements"),
        sa.UniqueConstraint("night_id", "live", name="uq_settlements_night_id_live"),
        sa.UniqueConstraint("uid", "live", name="uq_settlements_uid_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_settlements_journal_id", "settlements", ["journal_id"], unique=False)
    op.create_table(
        "game_ends",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("game_id", WHOLE, nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("sticks_left", WHOLE, nullable=False),
        sa.Column("last_dealer", WHOLE, nullable=True),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_game_ends_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_game_ends_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_ends_game_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_game_ends_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_game_ends_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_game_ends"),
        sa.UniqueConstraint("game_id", "live", name="uq_game_ends_game_id_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_game_ends_journal_id", "game_ends", ["journal_id"], unique=False)
    op.create_table(
        "hands",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("game_id", WHOLE, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("round_wind", WHOLE, nullable=False),
        sa.Column("dealer", WHOLE, nullable=False),
        sa.Column("honba", WHOLE, nullable=False),
        sa.Column("sticks_before", WHOLE, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_hands_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_hands_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_hands_game_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_hands_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_hands_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
        sa.UniqueConstraint("game_id", "seq", "live", name="uq_hands_game_id_seq_live"),
        sa.UniqueConstraint("uid", "live", name="uq_hands_uid_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_hands_journal_id", "hands", ["journal_id"], unique=False)
    op.create_table(
        "planned_transfers",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("settlement_id", WHOLE, nullable=False),
        sa.Column("line", WHOLE, nullable=False),
        sa.Column("payer_id", WHOLE, nullable=True),
        sa.Column("payee_id", WHOLE, nullable=True),
        sa.Column("amount_minor", WHOLE, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_planned_transfers_void_has_journal"),
        sa.CheckConstraint("amount_minor > 0", name="ck_planned_transfers_amount"),
        sa.CheckConstraint("live = 1", name="ck_planned_transfers_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_planned_transfers_journal_id"),
        sa.ForeignKeyConstraint(["payee_id"], ["players.id"], name="fk_planned_transfers_payee_id"),
        sa.ForeignKeyConstraint(["payer_id"], ["players.id"], name="fk_planned_transfers_payer_id"),
        sa.ForeignKeyConstraint(["settlement_id"], ["settlements.id"], name="fk_planned_transfers_settlement_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_planned_transfers_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_planned_transfers"),
        sa.UniqueConstraint("settlement_id", "line", "live", name="uq_planned_transfers_settlement_id_line_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_planned_transfers_journal_id", "planned_transfers", ["journal_id"], unique=False)
    op.create_table(
        "results",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("game_id", WHOLE, nullable=False),
        sa.Column("night_id", WHOLE, nullable=False),
        sa.Column("seat", WHOLE, nullable=False),
        sa.Column("player_id", WHOLE, nullable=False),
        sa.Column("place", WHOLE, nullable=False),
        sa.Column("raw_score", WHOLE, nullable=False),
        sa.Column("leftover_sticks", WHOLE, nullable=False),
        sa.Column("uma", WHOLE, nullable=False),
        sa.Column("bonus", WHOLE, nullable=False),
        sa.Column("points", WHOLE, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_results_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_results_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_results_journal_id"),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name="fk_results_night_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_results_player_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_results_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.UniqueConstraint("game_id", "seat", "live", name="uq_results_game_id_seat_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_results_journal_id", "results", ["journal_id"], unique=False)
    op.create_index(
        "ix_results_night_id_live_player_id_place_points",
        "results",
        ["night_id", "live", "player_id", "place", "points"],
        unique=False,
    )
    op.create_table(
        "seats",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("game_id", WHOLE, nullable=False),
        sa.Column("seat", WHOLE, nullable=False),
        sa.Column("from_hand", WHOLE, nullable=False),
        sa.Column("to_hand", WHOLE, nullable=True),
        sa.Column("player_id", WHOLE, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_seats_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_seats_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_seats_journal_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_seats_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("game_id", "seat", "from_hand", "live", name="uq_seats_game_id_seat_from_hand_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_seats_journal_id", "seats", ["journal_id"], unique=False)
    op.create_index("ix_seats_player_id", "seats", ["player_id"], unique=False)
    op.create_table(
        "settlement_lines",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("settlement_id", WHOLE, nullable=False),
        sa.Column("line", WHOLE, nullable=False),
        sa.Column("entry", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player_id", WHOLE, nullable=True),
        sa.Column("quantity", WHOLE, nullable=False),
        sa.Column("amount_minor", WHOLE, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_settlement_lines_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_settlement_lines_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_settlement_lines_journal_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_settlement_lines_player_id"),
        sa.ForeignKeyConstraint(["settlement_id"], ["settlements.id"], name="fk_settlement_lines_settlement_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_settlement_lines_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_settlement_lines"),
        sa.UniqueConstraint("settlement_id", "line", "live", name="uq_settlement_lines_settlement_id_line_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_settlement_lines_journal_id", "settlement_lines", ["journal_id"], unique=False)
    op.create_table(
        "hand_seats",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("hand_id", WHOLE, nullable=False),
        sa.Column("seat", WHOLE, nullable=False),
        sa.Column("riichi", WHOLE, nullable=False),
        sa.Column("tenpai", WHOLE, nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_hand_seats_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_hand_seats_live_is_one_or_null"),
        sa.CheckConstraint("riichi IN (0, 1, 2)", name="ck_hand_seats_riichi"),
        sa.CheckConstraint("tenpai IN (0, 1)", name="ck_hand_seats_tenpai"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name="fk_hand_seats_hand_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_hand_seats_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_hand_seats_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_hand_seats"),
        sa.UniqueConstraint("hand_id", "seat", "live", name="uq_hand_seats_hand_id_seat_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_hand_seats_journal_id", "hand_seats", ["journal_id"], unique=False)
    op.create_table(
        "payments",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("journal_id", WHOLE, nullable=False),
        sa.Column("live", WHOLE, nullable=True),
        sa.Column("voided_by", WHOLE, nullable=True),
        sa.Column("again_of", WHOLE, nullable=True),
        sa.Column("hand_id", WHOLE, nullable=False),
        sa.Column("line", WHOLE, nullable=False),
        sa.Column("payer", WHOLE, nullable=True),
        sa.Column("payee", WHOLE, nullable=True),
        sa.Column("points", WHOLE, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_payments_void_has_journal"),
        sa.CheckConstraint("live = 1", name="ck_payments_live_is_one_or_null"),
        sa.CheckConstraint("payer IS NOT NULL OR payee IS NOT NULL", name="ck_payments_somebody"),
        sa.CheckConstraint("points > 0", name="ck_payments_points"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name="fk_payments_hand_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_payments_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_payments_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_payments"),
        sa.UniqueConstraint("hand_id", "line", "live", name="uq_payments_hand_id_line_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_payments_journal_id", "payments", ["journal_id"], unique=False)
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
        sa.CheckConstraint("(live IS NULL) = (voided_by IS NOT NULL)", name="ck_wins_void_has_journal"),
        sa.CheckConstraint(
            "han IS NOT NULL OR score IS NOT NULL OR limit_name IS NOT NULL OR yakuman IS NOT NULL",
            name="ck_wins_has_price",
        ),
        sa.CheckConstraint("live = 1", name="ck_wins_live_is_one_or_null"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name="fk_wins_hand_id"),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name="fk_wins_journal_id"),
        sa.ForeignKeyConstraint(["voided_by"], ["journal.id"], name="fk_wins_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_wins"),
        sa.UniqueConstraint("hand_id", "winner", "live", name="uq_wins_hand_id_winner_live"),
        sqlite_strict=True,
    )
    op.create_index("ix_wins_journal_id", "wins", ["journal_id"], unique=False)


def downgrade() -> None:
    op.drop_table("wins")
    op.drop_table("payments")
    op.drop_table("hand_seats")
    op.drop_table("settlement_lines")
    op.drop_table("seats")
    op.drop_table("results")
    op.drop_table("planned_transfers")
    op.drop_table("hands")
    op.drop_table("game_ends")
    op.drop_table("settlements")
    op.drop_table("player_terms")
    op.drop_table("player_names")
    op.drop_table("night_terms")
    op.drop_table("games")
    op.drop_table("rulesets")
    op.drop_table("players")
    op.drop_table("nights")
    op.drop_table("club_settings")
    op.drop_table("journal")
