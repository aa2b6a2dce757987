"""Which games a report counts, from what was asked."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from ledger.errors import UsageError
from ledger.shapes.season import Period, Scope
from ledger.store.nights import club_habits, day_of
from ledger.store.reports.scope import table_sizes
from ledger.store.seasons import season_named, season_on, seasons
from ledger.store.unit import Connection


class Asked(NamedTuple):
    """What was asked of a report: a season, days (since and until counted), the last so many days, or ever.

    Of nothing of this, the season of today is meant, and all that was ever played where there is none.
    """

    season: str | None = None
    since: date | None = None
    until: date | None = None
    last_days: int | None = None
    ever: bool = False
    rules: str | None = None
    players: int | None = None


def scope_meant(connection: Connection, now: datetime, asked: Asked) -> Scope:
    """The games that are meant. Raises NoSuchSeason, or UsageError for what goes not together."""
    days = asked.since is not None or asked.until is not None
    if sum((asked.season is not None, days, asked.last_days is not None, asked.ever)) > 1:
        raise UsageError("one of --season, --from and --to, --last, --month, or --ever")
    if asked.since is not None and asked.until is not None and asked.until < asked.since:
        raise UsageError(f"nothing is from {asked.since} to {asked.until}")
    today = day_of(now, club_habits(connection).day_starts)
    if asked.season is not None:
        return Scope(season_named(connection, asked.season).name, Period(), asked.rules, asked.players)
    if asked.last_days is not None:
        period = Period(today - timedelta(days=asked.last_days - 1), today)
        return Scope(None, period, asked.rules, asked.players)
    if days or asked.ever:
        return Scope(None, Period(asked.since, asked.until), asked.rules, asked.players)
    current = season_on(seasons(connection), today)
    return Scope(None if current is None else current.name, Period(), asked.rules, asked.players)


def apart(connection: Connection, scope: Scope, *, together: bool) -> list[Scope]:
    """A scope for games of four and one for games of three, where both were played; or all together. Raises UsageError.

    Their points and places do not compare.
    """
    if together and scope.players is not None:
        raise UsageError("--all is for games of three and four together: it goes without --players")
    sizes = [] if together or scope.players is not None else table_sizes(connection, scope)
    return [scope._replace(players=size) for size in sizes] or [scope]
