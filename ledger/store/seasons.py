"""Seasons, and which nights are theirs."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Select, or_, select

from ledger.errors import LedgerError, listing, quoted
from ledger.names import did_you_mean, name_key
from ledger.shapes.game import Money
from ledger.shapes.season import Period
from ledger.store import models as db
from ledger.store.nights import money_of


class StoredSeason(NamedTuple):
    """A season with its terms, and whether it is closed; money: None where the club's counts."""

    id: int
    name: str
    period: Period
    rules: str | None
    money: Money | None
    ranking: str
    least_games: int
    closed: bool


class NoSuchSeason(LedgerError):
    """A name that no season has."""

    def __init__(self, typed: str, known: Sequence[str]) -> None:
        there = f"; there are {listing(known)}" if known else " (begin one: ledger season start NAME --from DATE)"
        super().__init__(f"no season {quoted(typed)}{did_you_mean(typed, known)}{there}")


def seasons(connection: Connection) -> list[StoredSeason]:
    """All seasons, by the day they began."""
    c, closed = db.season_terms.c, db.season_tables.c
    rows = connection.execute(
        select(
            *(c.season_id, c.name, c.since, c.until, c.rules, c.currency, c.rate_minor, c.rate_points),
            *(c.ranking, c.least_games, closed.id),
        )
        .outerjoin(db.season_tables, (closed.season_id == c.season_id) & (closed.live == 1))
        .where(c.live == 1)
        .order_by(c.since, c.season_id)
    )
    return [
        StoredSeason(season, name, Period(since, until), rules, money_of(*money), ranking, least, table is not None)
        for season, name, since, until, rules, *money, ranking, least, table in rows
    ]


def season_named(connection: Connection, typed: str) -> StoredSeason:
    """The season of a name, or of the beginning of a single one. Raises NoSuchSeason."""
    every, key = seasons(connection), name_key(typed)
    found = [s for s in every if name_key(s.name) == key] or [s for s in every if name_key(s.name).startswith(key)]
    if len(found) != 1 or not key:
        raise NoSuchSeason(typed, [season.name for season in every])
    return found[0]


def season_on(every: Sequence[StoredSeason], day: date) -> StoredSeason | None:
    """The season that a day belongs to: of several, the one that began last."""
    there = [s for s in every if _begins(s) <= day and (s.period.until is None or day <= s.period.until)]
    return there[-1] if there else None


def _begins(season: StoredSeason) -> date:
    return season.period.since or date.min


def periods_of(season: StoredSeason, every: Sequence[StoredSeason]) -> list[Period]:
    """The days that are a season's, less those of the seasons that began later."""
    free = [season.period]
    for other in every[[s.id for s in every].index(season.id) + 1 :]:
        free = [part for period in free for part in _less(period, other.period)]
    return free


def _less(period: Period, other: Period) -> list[Period]:
    """What is left of a period without another that begins no earlier."""
    begins, ends = other.since or date.min, other.until
    if period.until is not None and period.until < begins:
        return [period]
    before = [Period(period.since, begins - timedelta(days=1))] if (period.since or date.min) < begins else []
    goes_on = ends is not None and (period.until is None or ends < period.until)
    return before + (
        [Period(max(ends + timedelta(days=1), period.since or date.min), period.until)] if goes_on and ends else []
    )


def nights_in(period: Period) -> Select[int]:
    """The ids of the nights that were held in a period."""
    c = db.night_terms.c
    query = select(c.night_id).where(c.live == 1)
    if period.since is not None:
        query = query.where(c.held_on >= period.since)
    return query if period.until is None else query.where(c.held_on <= period.until)


def nights_of(season: StoredSeason, every: Sequence[StoredSeason]) -> Select[int]:
    """The ids of a season's nights: by their date, unless another season was chosen for them, or by choice."""
    c, chosen = db.night_terms.c, db.season_nights.c
    by_choice = select(chosen.night_id).where(chosen.live == 1)
    own = by_choice.where(chosen.season_id == season.id)
    by_date = or_(*(c.night_id.in_(nights_in(period)) for period in periods_of(season, every)), c.night_id.in_(own))
    theirs = (c.night_id.not_in(by_choice) & by_date) | c.night_id.in_(own)
    return select(c.night_id).where(c.live == 1, theirs)


def season_of_night(connection: Connection, night_id: int, held_on: date) -> StoredSeason | None:
    """The season of a night, by choice or by its date."""
    every, c = seasons(connection), db.season_nights.c
    row = connection.execute(select(c.season_id).where(c.night_id == night_id, c.live == 1)).one_or_none()
    if row is None:
        return season_on(every, held_on)
    return next((season for season in every if season.id == row.season_id), None)
