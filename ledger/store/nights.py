"""Nights and the club's defaults."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, func, select, true

from ledger.shapes.game import Money
from ledger.store import models as db
from ledger.store.load import settled
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one


class Defaults(NamedTuple):
    """The club's defaults, or a night's: the ruleset's name, and money unless only points count."""

    rules: str
    money: Money | None


class Habits(NamedTuple):
    """What is usual in a club beside its rules: when its day starts, what counted scores are in, how amounts look."""

    day_starts: timedelta = timedelta(hours=12)
    scores_in: int = 1
    locale: str = "en"


class StoredNight(NamedTuple):
    """A night with its terms; imported: it was opened by an import, and not for something to come."""

    id: int
    held_on: date
    defaults: Defaults
    opened_at: datetime
    settled: bool
    imported: bool = False


def money_columns(money: Money | None) -> dict[str, str | int | None]:
    """The three columns of money, all NULL where only points count."""
    if money is None:
        return {"currency": None, "rate_minor": None, "rate_points": None}
    return {"currency": money.currency, "rate_minor": money.rate_minor, "rate_points": money.rate_points}


def money_of(currency: str | None, rate_minor: int | None, rate_points: int | None) -> Money | None:
    """Money from its three columns."""
    if currency is None or rate_minor is None or rate_points is None:
        return None
    return Money(currency, rate_minor, rate_points)


def club_defaults(connection: Connection) -> Defaults | None:
    """The club's defaults, None in a ledger that has none yet."""
    row = connection.execute(
        select(
            db.club_settings.c.rules,
            db.club_settings.c.currency,
            db.club_settings.c.rate_minor,
            db.club_settings.c.rate_points,
        ).where(db.club_settings.c.live == 1)
    ).one_or_none()
    return None if row is None else Defaults(row[0], money_of(*row[1:]))


def club_habits(connection: Connection) -> Habits:
    """The club's habits; a day begins at noon where nothing else is said: a sheet typed in the morning is last night's.

    Ledgers of the first version, which have nothing stored, went by six in the morning.
    """
    c = db.club_settings.c
    row = connection.execute(select(c.day_starts, c.scores_in, c.locale).where(c.live == 1)).one_or_none()
    usual = Habits()
    if row is None:
        return usual
    starts = timedelta(hours=6) if row.day_starts is None else timedelta(minutes=row.day_starts)
    return Habits(starts, row.scores_in or usual.scores_in, row.locale or usual.locale)


def save_defaults(connection: Connection, unit: int, defaults: Defaults, habits: Habits) -> None:
    """The club's defaults and habits from now on, in place of those it had."""
    void_rows(connection, db.club_settings, true(), unit)
    row = {"rules": defaults.rules, "journal_id": unit, **money_columns(defaults.money)}
    row |= {
        "day_starts": int(habits.day_starts.total_seconds()) // 60,
        "scores_in": habits.scores_in,
        "locale": habits.locale,
    }
    insert_one(connection, db.club_settings, row)


def save_night(connection: Connection, unit: int, uid: str, held_on: date, defaults: Defaults) -> int:
    """A new night; returns its id."""
    night = insert_one(connection, db.nights, {"uid": uid, "journal_id": unit})
    save_terms(connection, unit, night, held_on, defaults)
    return night


def save_terms(connection: Connection, unit: int, night_id: int, held_on: date, defaults: Defaults) -> None:
    """A night's terms from now on, in place of those it had."""
    void_rows(connection, db.night_terms, db.night_terms.c.night_id == night_id, unit)
    terms = {"night_id": night_id, "held_on": held_on, "rules": defaults.rules, "journal_id": unit}
    insert_one(connection, db.night_terms, terms | money_columns(defaults.money))


def nights(connection: Connection, *, held_on: date | None = None, night_id: int | None = None) -> list[StoredNight]:
    """All nights, or those of a date, by date and in the order they were opened; those of another ledger behind."""
    query = (
        select(
            db.night_terms.c.night_id,
            db.night_terms.c.held_on,
            db.night_terms.c.rules,
            db.night_terms.c.currency,
            db.night_terms.c.rate_minor,
            db.night_terms.c.rate_points,
            db.journal.c.recorded_at,
            settled(db.night_terms.c.night_id),
            db.journal.c.command,
            db.journal.c.brought_by,
        )
        .join(db.nights, db.nights.c.id == db.night_terms.c.night_id)
        .join(db.journal, db.journal.c.id == db.nights.c.journal_id)
        .where(db.night_terms.c.live == 1)
        .order_by(db.night_terms.c.held_on, db.journal.c.brought_by.is_not(None), db.night_terms.c.night_id)
    )
    if held_on is not None:
        query = query.where(db.night_terms.c.held_on == held_on)
    if night_id is not None:
        query = query.where(db.night_terms.c.night_id == night_id)
    return [
        StoredNight(
            night,
            on,
            Defaults(rules, money_of(currency, minor, points)),
            opened_at,
            bool(is_settled),
            brought_by is not None or command.startswith(IMPORT),
        )
        for night, on, rules, currency, minor, points, opened_at, is_settled, command, brought_by in connection.execute(
            query
        )
    ]


IMPORT = "import "
"""What the commands that import begin with."""


ENTERED_LATE = timedelta(hours=24)
"""For so long after a night was opened for an earlier date, games are taken to be that night's."""


def day_of(moment: datetime, starts: timedelta) -> date:
    """The day that a moment belongs to, in its own time zone; what is before it starts, to the evening before."""
    return (moment - starts).date()


def current_night(every: Sequence[StoredNight], now: datetime, starts: timedelta) -> StoredNight | None:
    """The night that a game recorded now belongs to: today's, else the one opened last for an earlier date."""
    today = day_of(now, starts)
    late = [
        night
        for night in every
        if not (night.settled or night.imported)
        and night.held_on < day_of(night.opened_at.astimezone(now.tzinfo), starts)
        and now - night.opened_at <= ENTERED_LATE
    ]
    return next((night for night in every if night.held_on == today), max(late, key=lambda n: n.id, default=None))


def games_per_night(connection: Connection) -> dict[int, tuple[int, int]]:
    """For each night, how many games it has, and how many of them are not over."""
    rows = connection.execute(
        select(db.games.c.night_id, func.count(db.games.c.id), func.count(db.game_ends.c.id))
        .outerjoin(db.game_ends, (db.game_ends.c.game_id == db.games.c.id) & (db.game_ends.c.live == 1))
        .where(db.games.c.live == 1)
        .group_by(db.games.c.night_id)
    )
    return {night: (games, games - over) for night, games, over in rows}


def next_game_number(connection: Connection, night_id: int) -> int:
    """The number of the night's next game; the number of a void game is not given again."""
    last = connection.execute(select(func.max(db.games.c.number)).where(db.games.c.night_id == night_id)).scalar()
    return (last or 0) + 1
