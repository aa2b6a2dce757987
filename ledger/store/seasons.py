"""Seasons, and which nights are theirs."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Select, func, or_, select

from ledger.errors import LedgerError, quoted
from ledger.names import did_you_mean, name_key
from ledger.shapes.game import Money
from ledger.shapes.season import Period
from ledger.store import models as db
from ledger.store.nights import money_columns, money_of
from ledger.store.undo import void_rows
from ledger.store.unit import insert_one


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

    @property
    def terms(self) -> "SeasonTerms":
        """What is known of it."""
        return SeasonTerms(self.name, self.period, self.rules, self.money, self.ranking, self.least_games)


class SeasonTerms(NamedTuple):
    """What is known of a season beside its nights."""

    name: str
    period: Period
    rules: str | None = None
    money: Money | None = None
    ranking: str = "points"
    least_games: int = 0


class NoSuchSeason(LedgerError):
    """A name that no season has."""

    def __init__(self, typed: str, known: Sequence[str]) -> None:
        hint = did_you_mean(typed, known) if known else " (begin one: ledger season start NAME --from DATE)"
        super().__init__(f"no season {quoted(typed)}{hint}")


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


def nights_of_season(connection: Connection, season: StoredSeason) -> tuple[int, ...]:
    """The ids of a season's nights."""
    return tuple(sorted(connection.execute(nights_of(season, seasons(connection))).scalars()))


def season_of_night(connection: Connection, night_id: int, held_on: date) -> StoredSeason | None:
    """The season of a night, by choice or by its date."""
    every, c = seasons(connection), db.season_nights.c
    row = connection.execute(select(c.season_id).where(c.night_id == night_id, c.live == 1)).one_or_none()
    if row is None:
        return season_on(every, held_on)
    return next((season for season in every if season.id == row.season_id), None)


def save_season(connection: Connection, unit: int, uid: str, terms: SeasonTerms) -> int:
    """A new season; returns its id."""
    season = insert_one(connection, db.seasons, {"uid": uid, "journal_id": unit})
    save_season_terms(connection, unit, season, terms)
    return season


def save_season_terms(connection: Connection, unit: int, season_id: int, terms: SeasonTerms) -> None:
    """A season's terms from now on, in place of those it had."""
    void_rows(connection, db.season_terms, db.season_terms.c.season_id == season_id, unit)
    row = {
        "season_id": season_id,
        "name": terms.name,
        "name_key": name_key(terms.name),
        "since": terms.period.since,
        "until": terms.period.until,
        "rules": terms.rules,
        "ranking": terms.ranking,
        "least_games": terms.least_games,
        "journal_id": unit,
    }
    insert_one(connection, db.season_terms, row | money_columns(terms.money))


def save_choice(connection: Connection, unit: int, night_id: int, season_id: int | None) -> None:
    """Says that a night is a season's, or of none, whatever its date."""
    void_choice(connection, unit, night_id)
    insert_one(connection, db.season_nights, {"night_id": night_id, "season_id": season_id, "journal_id": unit})


def void_choice(connection: Connection, unit: int, night_id: int) -> int:
    """A night's season goes by its date again; returns how many choices that took back."""
    return void_rows(connection, db.season_nights, db.season_nights.c.night_id == night_id, unit)


def save_table(connection: Connection, unit: int, season_id: int, content: str) -> None:
    """Closes a season, with its final table."""
    insert_one(connection, db.season_tables, {"season_id": season_id, "content": content, "journal_id": unit})


def void_table(connection: Connection, unit: int, season_id: int) -> None:
    """Opens a season again."""
    void_rows(connection, db.season_tables, db.season_tables.c.season_id == season_id, unit)


def final_table(connection: Connection, season_id: int) -> str | None:
    """The final table of a closed season, as JSON."""
    c = db.season_tables.c
    return connection.execute(select(c.content).where(c.season_id == season_id, c.live == 1)).scalar_one_or_none()


def season_said_by(connection: Connection, unit: int) -> int | None:
    """The season that a unit recorded, changed, closed or opened again."""
    for table in (db.season_terms, db.season_tables):
        mine = or_(table.c.journal_id == unit, table.c.voided_by == unit)
        found = connection.execute(select(table.c.season_id).where(mine).order_by(table.c.id.desc())).scalars().first()
        if found is not None:
            return found
    return None


class Locked(NamedTuple):
    """What a closed season keeps as it is: its nights, those of them that are settled, its terms, its teams.

    teams: names by id, and who plays for which, by player row: a rename or a merge of people changes none of it.
    """

    nights: frozenset[int]
    settled: frozenset[int]
    terms: SeasonTerms
    teams: frozenset[tuple[int, str | int]]


def locked_by_closing(connection: Connection) -> dict[int, Locked]:
    """What each closed season keeps as it is."""
    every, s = seasons(connection), db.settlements.c
    return {
        season.id: Locked(
            frozenset(connection.execute(own).scalars()),
            frozenset(connection.execute(select(s.night_id).where(s.live == 1, s.night_id.in_(own))).scalars()),
            season.terms,
            _teams_of(connection, season.id),
        )
        for season in every
        if season.closed
        for own in (nights_of(season, every),)
    }


def _teams_of(connection: Connection, season_id: int) -> frozenset[tuple[int, str | int]]:
    t, m = db.team_terms.c, db.team_members.c
    named = connection.execute(select(t.team_id, t.name).where(t.season_id == season_id, t.live == 1)).all()
    members = connection.execute(select(m.team_id, m.player_id).where(m.season_id == season_id, m.live == 1)).all()
    return frozenset({*((team, name) for team, name in named), *((team, player) for team, player in members)})


def games_of(connection: Connection, season: StoredSeason) -> tuple[int, int]:
    """How many nights and games a season has."""
    own = nights_of(season, seasons(connection))
    c = db.games.c
    nights = select(func.count()).select_from(own.subquery())
    games = select(func.count()).where(c.live == 1, c.night_id.in_(own))
    return connection.execute(nights).scalar_one(), connection.execute(games).scalar_one()
