"""The options that say which games a report counts."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.day import day
from ledger.commands.text import note
from ledger.errors import UsageError, quoted

if TYPE_CHECKING:
    from ledger.services.scope import Asked
    from ledger.shapes.season import Scope

T = TypeVar("T")

ALL = "all games"
DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
SEASON = click.option("--season", metavar="NAME", help="A season, where it is not the one of today.")
FROM = click.option("--from", "since", metavar="DATE", help="From this day on.")
TO = click.option("--to", "until", metavar="DATE", help="Up to this day.")
LAST = click.option("--last", metavar="TIME", help="The last days, weeks, months or years: 30d, 6w, 3m, 1y.")
MONTH = click.option("--month", metavar="MONTH", help="A month, as in 2026-11.")
EVER = click.option("--ever", is_flag=True, help="All that was ever played.")
RULES = click.option("--rules", metavar="NAME", help="Games by this ruleset only.")
PLAYERS = click.option(
    "--players", type=click.Choice(["3", "4"]), metavar="N", help="Games of three, or of four, only."
)


def scoped(command: Callable[..., T]) -> Callable[..., T]:
    """The options that say which games count."""
    for option in (PLAYERS, RULES, EVER, MONTH, LAST, TO, FROM, SEASON):
        command = option(command)
    return command


def asked_of(options: dict[str, Any]) -> "Asked":
    """What was asked, taken out of a command's options. Raises UsageError."""
    from ledger.services.scope import Asked  # noqa: PLC0415

    since, until = day(options.pop("since")), day(options.pop("until"))
    month, last = options.pop("month"), options.pop("last")
    if month is not None:
        if since or until or last:
            raise UsageError("--month goes without --from, --to and --last")
        since, until = _month(month)
    players = options.pop("players")
    return Asked(
        season=options.pop("season"),
        since=since,
        until=until,
        last_days=None if last is None else _days(last),
        ever=options.pop("ever"),
        rules=options.pop("rules"),
        players=None if players is None else int(players),
    )


def _month(text: str) -> tuple[date, date]:
    """The first and the last day of a month."""
    said = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", text)
    if said is None or said[1] == "0000":
        raise UsageError(f"--month {quoted(text)} is no month: write year-month, as in 2026-11")
    year, month = int(said[1]), int(said[2])
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _days(text: str) -> int:
    said = re.fullmatch(r"([0-9]{1,4})([dwmy])", text.casefold())
    days = int(said[1]) * DAYS[said[2]] if said else 0
    if said is None or not 0 < days <= 36500:
        raise UsageError(f"--last {quoted(text)}: how long? As in 30d, 6w, 3m or 1y")
    return days


def scope_text(scope: "Scope") -> str:
    """Which games count, in words: "season Autumn", "from 2026-11-01 to 2026-11-30, rules dutch"."""
    since, until = scope.period
    parts = [f"season {scope.season}"] if scope.season else []
    days = [f"from {since}"] if since else []
    days += [f"to {until}"] if until else []
    parts += [" ".join(days)] if days else []
    parts += [f"rules {scope.rules}"] if scope.rules else []
    parts += [f"games of {scope.players}"] if scope.players else []
    return ", ".join(parts) or ALL


def games_of(players: int | None) -> str:
    """Which games a table is of."""
    return {3: "Games of three", 4: "Games of four"}.get(players or 0, "All games")


def nothing_yet(scope: "Scope") -> None:
    """Says that there is nothing to show."""
    text = scope_text(scope)
    note("no finished game yet" if text == ALL else f"no finished game ({text})")
