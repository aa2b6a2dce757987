"""The stored model: the journal, people, nights, games with their hands, and the money of a night.

Things (players, nights) never change; what can change about them is a row of terms.
Everything else is a row that can be voided and recorded again, never updated or deleted.
Points and money are whole numbers; seats are 0-3; NULL as payer or payee is the pot of
riichi sticks in payments, and the club's cash box in money.
"""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ledger.store.base import STRICT, Base, Born, Voidable, fk, voidable


class Journal(Base):
    """One row for each unit of work: who did what, when, with which program. Never updated."""

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("uid"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]  # the caller's request id: the same request is never applied twice
    recorded_at: Mapped[datetime]
    actor: Mapped[str]
    tool: Mapped[str]
    command: Mapped[str]
    arguments: Mapped[str]  # canonical JSON


class ClubSettings(Voidable, Base):
    """The club's defaults; one live row."""

    __tablename__ = "club_settings"
    __table_args__ = (
        UniqueConstraint("live"),
        *voidable(),
        CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    rules: Mapped[str]
    currency: Mapped[str | None]
    rate_minor: Mapped[int | None]  # minor units of the currency …
    rate_points: Mapped[int | None]  # … for this many points


class Player(Born, Base):
    """A person; what is known of the person is in the terms and names."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("uid"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]


class PlayerTerms(Voidable, Base):
    """How a person is shown."""

    __tablename__ = "player_terms"
    __table_args__ = (*voidable("player_id"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = fk("players.id")
    shown_name: Mapped[str]


class PlayerName(Voidable, Base):
    """A name by which a person is found; a live name means one person."""

    __tablename__ = "player_names"
    __table_args__ = (*voidable("name_key"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = fk("players.id")
    name_key: Mapped[str]


class Night(Born, Base):
    """One club meeting."""

    __tablename__ = "nights"
    __table_args__ = (UniqueConstraint("uid"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]


class NightTerms(Voidable, Base):
    """A night's date, rules and money; no currency means points only."""

    __tablename__ = "night_terms"
    __table_args__ = (
        *voidable("night_id"),
        CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
        Index(None, "held_on"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = fk("nights.id")
    held_on: Mapped[date]
    rules: Mapped[str]
    currency: Mapped[str | None]
    rate_minor: Mapped[int | None]
    rate_points: Mapped[int | None]


class StoredRuleset(Born, Base):
    """A ruleset by its content; never voided, shared by all games played under exactly these rules."""

    __tablename__ = "rulesets"
    __table_args__ = (UniqueConstraint("sha256"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    sha256: Mapped[str]
    name: Mapped[str]
    content: Mapped[str]


class Game(Voidable, Base):
    """A game at a table; it is over when it has a live end."""

    __tablename__ = "games"
    __table_args__ = (*voidable("uid", "night_id number"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]
    night_id: Mapped[int] = fk("nights.id")
    number: Mapped[int]  # within the night; a void game keeps its number
    label: Mapped[str | None]  # of the table it is played at
    ruleset_id: Mapped[int] = fk("rulesets.id")
    played_at: Mapped[datetime]


class Seat(Voidable, Base):
    """Who sat where, from which hand on; everything else in a game refers to the seat."""

    __tablename__ = "seats"
    __table_args__ = (*voidable("game_id seat from_hand"), Index(None, "player_id"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = fk("games.id")
    seat: Mapped[int]
    from_hand: Mapped[int]
    to_hand: Mapped[int | None]
    player_id: Mapped[int] = fk("players.id")


class Hand(Voidable, Base):
    """A hand: the table it was played at, and its outcome."""

    __tablename__ = "hands"
    __table_args__ = (*voidable("uid", "game_id seq"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]
    game_id: Mapped[int] = fk("games.id")
    seq: Mapped[int]  # 1, 2, 3 … within the game
    round_wind: Mapped[int]
    dealer: Mapped[int]
    honba: Mapped[int]
    sticks_before: Mapped[int]
    outcome: Mapped[str]


class HandSeat(Voidable, Base):
    """What a seat did in a hand; riichi 1 = declared, 2 = declared but not deposited."""

    __tablename__ = "hand_seats"
    __table_args__ = (
        *voidable("hand_id seat"),
        CheckConstraint("riichi IN (0, 1, 2)", name="riichi"),
        CheckConstraint("tenpai IN (0, 1)", name="tenpai"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    hand_id: Mapped[int] = fk("hands.id")
    seat: Mapped[int]
    riichi: Mapped[int]
    tenpai: Mapped[int]


class HandWin(Voidable, Base):
    """A winning hand as it was announced: exactly the price that was typed."""

    __tablename__ = "wins"
    __table_args__ = (
        *voidable("hand_id winner"),
        CheckConstraint(
            "han IS NOT NULL OR score IS NOT NULL OR limit_name IS NOT NULL OR yakuman IS NOT NULL", name="has_price"
        ),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    hand_id: Mapped[int] = fk("hands.id")
    winner: Mapped[int]
    discarder: Mapped[int | None]
    han: Mapped[int | None]
    fu: Mapped[int | None]
    score: Mapped[int | None]
    limit_name: Mapped[str | None]
    yakuman: Mapped[int | None]


class HandPayment(Voidable, Base):
    """Points that one seat paid another, or the pot, as computed when the hand was recorded."""

    __tablename__ = "payments"
    __table_args__ = (
        *voidable("hand_id line"),
        CheckConstraint("points > 0", name="points"),
        CheckConstraint("payer IS NOT NULL OR payee IS NOT NULL", name="somebody"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    hand_id: Mapped[int] = fk("hands.id")
    line: Mapped[int]
    payer: Mapped[int | None]
    payee: Mapped[int | None]
    points: Mapped[int]
    reason: Mapped[str]


class GameEnd(Voidable, Base):
    """How a game ended, and what its placement needed beyond the scores."""

    __tablename__ = "game_ends"
    __table_args__ = (*voidable("game_id"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = fk("games.id")
    how: Mapped[str]  # "rules", "clock", "counted" or "scores": see ledger.shapes.game.Ending
    sticks_left: Mapped[int]
    last_dealer: Mapped[int | None]


class Result(Voidable, Base):
    """A seat's result of a game, also where only final scores were kept."""

    __tablename__ = "results"
    __table_args__ = (
        *voidable("game_id seat"),
        Index(None, "night_id", "live", "player_id", "place", "points"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = fk("games.id")
    night_id: Mapped[int] = fk("nights.id")
    seat: Mapped[int]
    player_id: Mapped[int] = fk("players.id")
    place: Mapped[int]
    raw_score: Mapped[int]
    leftover_sticks: Mapped[int]
    uma: Mapped[int]
    bonus: Mapped[int]
    points: Mapped[int]


class Settlement(Voidable, Base):
    """A night's results turned into money; a night with a live one is settled and locked."""

    __tablename__ = "settlements"
    __table_args__ = (
        *voidable("uid", "night_id"),
        CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str]
    night_id: Mapped[int] = fk("nights.id")
    currency: Mapped[str | None]
    rate_minor: Mapped[int | None]
    rate_points: Mapped[int | None]


class SettlementLine(Voidable, Base):
    """What somebody gets (or owes, negative) in a settlement; each entry sums to zero."""

    __tablename__ = "settlement_lines"
    __table_args__ = (*voidable("settlement_id line"), STRICT)
    id: Mapped[int] = mapped_column(primary_key=True)
    settlement_id: Mapped[int] = fk("settlements.id")
    line: Mapped[int]
    entry: Mapped[int]
    kind: Mapped[str]  # "games": the points of the night's games
    player_id: Mapped[int | None] = fk("players.id")
    quantity: Mapped[int]  # points
    amount_minor: Mapped[int]


class PlannedTransfer(Voidable, Base):
    """Money that one person should hand another."""

    __tablename__ = "planned_transfers"
    __table_args__ = (
        *voidable("settlement_id line"),
        CheckConstraint("amount_minor > 0", name="amount"),
        STRICT,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    settlement_id: Mapped[int] = fk("settlements.id")
    line: Mapped[int]
    payer_id: Mapped[int | None] = fk("players.id")
    payee_id: Mapped[int | None] = fk("players.id")
    amount_minor: Mapped[int]
