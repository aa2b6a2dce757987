"""ledger season."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.standings import said_of, say_standings
from ledger.commands.text import columns, note, say, say_if_repeated, say_json
from ledger.errors import UsageError, counted, listing

if TYPE_CHECKING:
    from ledger.services.seasons import Asked, SeasonShown
    from ledger.shapes.game import Money
    from ledger.shapes.season import SeasonView

T = TypeVar("T")

EPILOG = """\b
Examples:
  ledger season start Autumn --from 2026-09-01 --to 2026-12-31
  ledger season list
  ledger season show Autumn
"""
SECTIONS = {
    "Commands": {
        "start": Entry("season:start", "Begin a season"),
        "set": Entry("season:set_", "Change its name, days, rules, rate or ranking"),
        "close": Entry("season:close", "Close it: its nights are locked, its table is kept"),
        "reopen": Entry("season:reopen", "Open a closed season again"),
        "list": Entry("season:list_", "List all seasons"),
        "show": Entry("season:show", "Show a season: its nights, and how all stand"),
        "night": Entry("season:night", "Say of which season a night is, whatever its date"),
    }
}
UNDO = "To take it back: ledger undo"
REASON = click.option("--reason", metavar="TEXT", help="Why; it is kept in the journal.")
NAME = click.argument("name", metavar="NAME")


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def season() -> None:
    """Seasons: a night belongs to the one of its date, of several to the one that began last."""


def _terms(command: Callable[..., T]) -> Callable[..., T]:
    """The options that say what a season has."""
    for option in (
        click.option("--least-games", type=click.IntRange(0, 9999), metavar="N", help="Fewer give no rank."),
        click.option(
            "--ranking", metavar="ORDER", help="What standings go by: points, average, best:8, … (standings)."
        ),
        click.option("--rate", metavar="AMOUNT", help="What 1,000 points are worth at its nights."),
        click.option("--currency", metavar="CODE", help="The currency of its nights."),
        click.option("--rules", metavar="NAME", help="The ruleset, or its file, of its nights."),
        click.option("--to", "until", metavar="DATE", help="Its last day."),
    ):
        command = option(command)
    return command


def _asked(usual: "Money | None", said: dict[str, Any], **more: Any) -> "Asked":
    from ledger.commands.money import money_from  # noqa: PLC0415
    from ledger.services.seasons import Asked  # noqa: PLC0415

    return Asked(
        since=day(said["since"]),
        until=day(said["until"]),
        rules=said["rules"],
        money=money_from(said["currency"], said["rate"], usual if said["rate"] and not said["currency"] else None),
        ranking=said["ranking"],
        least_games=said["least_games"],
        **more,
    )


@click.command(
    epilog="\b\nExamples:\n  ledger season start Autumn --from 2026-09-01 --to 2026-12-31\n"
    "  ledger season start Cup --from 2026-11-01 --ranking best:8 --least-games 4\n"
)
@NAME
@click.option("--from", "since", metavar="DATE", required=True, help="Its first day.")
@_terms
@with_desk
def start(desk: Desk, /, name: str, **said: Any) -> None:
    """Begins a season. Nights of its days are its own, until another season begins."""
    from ledger.services.club import usual_money  # noqa: PLC0415
    from ledger.services.seasons import start_season  # noqa: PLC0415

    engine = desk.engine()
    done = start_season(
        engine, desk.request("season start", names=[name], **_typed(said)), _asked(usual_money(engine), said, name=name)
    )
    say_if_repeated(done)
    _say_season(done.answer)
    say(UNDO)


@click.command(
    "set",
    epilog="\b\nExamples:\n  ledger season set Autumn --to 2026-12-20\n"
    "  ledger season set Autumn --name 'Autumn 2026'\n",
)
@NAME
@click.option("--name", "new", metavar="NAME", help="Another name.")
@click.option("--from", "since", metavar="DATE", help="Its first day.")
@_terms
@click.option("--endless", is_flag=True, help="Without a last day.")
@click.option("--as-usual", is_flag=True, help="With the club's rules and rate.")
@with_desk
def set_(desk: Desk, /, name: str, new: str | None, endless: bool, as_usual: bool, **said: Any) -> None:
    """Changes what a season has; what is not given stays. Nights that are open already keep their rules and rate."""
    from ledger.services.seasons import set_season, usual_money_of  # noqa: PLC0415

    if not (new or endless or as_usual or any(value is not None for value in said.values())):
        raise UsageError("what should change? See  ledger season set --help")
    if endless and said["until"]:
        raise UsageError("--endless goes without --to")
    engine = desk.engine()
    asked = _asked(usual_money_of(engine, name), said, name=new, endless=endless, as_usual=as_usual)
    request = desk.request("season set", names=[name], name=new, endless=endless, as_usual=as_usual, **_typed(said))
    done = set_season(engine, request, name, asked)
    say_if_repeated(done)
    _say_season(done.answer)
    say(UNDO)


@click.command(epilog="\b\nExample:\n  ledger season close Autumn\n")
@NAME
@click.option("--unsettled", is_flag=True, help="Although nights of it are not settled: they stay so.")
@with_desk
def close(desk: Desk, name: str, unsettled: bool) -> None:
    """Closes a season: its games and settlements are locked, and its final table is kept as it is now.

    What is owed from it can still be paid. A season without a last day ends with its last night.
    """
    from ledger.services.seasons import close_season  # noqa: PLC0415

    request = desk.request("season close", names=[name], unsettled=unsettled)
    done = close_season(desk.engine(), request, name, unsettled=unsettled)
    say_if_repeated(done)
    _say_shown(done.answer)
    say(UNDO)


@click.command(epilog="\b\nExample:\n  ledger season reopen Autumn --reason 'a game was missing'\n")
@NAME
@REASON
@with_desk
def reopen(desk: Desk, name: str, reason: str | None) -> None:
    """Opens a closed season again; its table is worked out anew when it is closed next."""
    from ledger.services.seasons import reopen_season  # noqa: PLC0415

    if not reason or not reason.strip():
        raise UsageError('why? A season is opened again with  --reason "…"')
    done = reopen_season(desk.engine(), desk.request("season reopen", names=[name], reason=reason), name)
    say_if_repeated(done)
    _say_season(done.answer)
    say(UNDO)


@click.command("list", epilog="\b\nExample:\n  ledger season list\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, as_json: bool) -> None:
    """Lists all seasons, by the day they began."""
    from ledger.services.seasons import list_seasons  # noqa: PLC0415

    every = list_seasons(desk.engine())
    if as_json:
        say_json(every)
        return
    if not every:
        note("no seasons yet; begin one with  ledger season start NAME --from DATE")
        return
    rows = [("", "from", "to", "nights", "games", "")]
    rows += [
        (s.name, str(s.since), str(s.until or ""), str(s.nights), str(s.games), "closed" if s.closed else "open")
        for s in every
    ]
    say(columns(rows, left=(0, 5)))


@click.command(epilog="\b\nExample:\n  ledger season show Autumn\n")
@NAME
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def show(desk: Desk, name: str, as_json: bool) -> None:
    """Shows a season: what it has, its nights, and how all stand; of a closed one the table that was kept."""
    from ledger.services.seasons import show_season  # noqa: PLC0415

    shown = show_season(desk.engine(), name)
    if as_json:
        say_json(shown)
    else:
        _say_shown(shown)


@click.command(
    epilog="\b\nExamples:\n  ledger season night 2026-11-20 Cup\n  ledger season night 2026-11-20 --none\n"
    "  ledger season night 2026-11-20 --by-date\n"
)
@click.argument("held_on", metavar="DATE")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--none", "of_none", is_flag=True, help="Of no season.")
@click.option("--by-date", is_flag=True, help="As its date says, again.")
@with_desk
def night(desk: Desk, held_on: str, name: str | None, of_none: bool, by_date: bool) -> None:
    """Says of which season a night is, whatever its date."""
    from ledger.services.seasons import choose_season  # noqa: PLC0415

    if sum((name is not None, of_none, by_date)) != 1:
        raise UsageError("of which season? Its name, or --none, or --by-date")
    typed = {"date": held_on, "none": of_none, "by_date": by_date}
    request = desk.request("season night", names=[name] if name else [], **typed)
    done = choose_season(desk.engine(), request, day(held_on), name, by_date=by_date)
    say_if_repeated(done)
    whose = "as its date says" if by_date else "of no season" if name is None else f"of season {name}"
    say(f"The night of {done.answer.held_on} is {whose}.")
    say(UNDO)


def _typed(said: dict[str, Any]) -> dict[str, Any]:
    """Options as the journal keeps them."""
    names = {"since": "from", "until": "to"}
    return {names.get(key, key): value for key, value in said.items()}


def _say_season(season: "SeasonView") -> None:
    """A season in a few lines."""
    until = f"to {season.until}" if season.until else "on"
    state = "closed" if season.closed else "open"
    say(f"Season {season.name}, from {season.since} {until}, {state}: {_held(season)}")
    usual = [f"rules {season.rules}"] if season.rules else []
    if season.money:
        from ledger.commands.money import rate_text  # noqa: PLC0415

        usual.append(rate_text(season.money))
    least = f", at least {counted(season.least_games, 'game')}" if season.least_games else ""
    say(f"  standings by {said_of(season.ranking)}{least}{'; ' if usual else ''}{', '.join(usual)}")


def _held(season: "SeasonView") -> str:
    return f"{counted(season.nights, 'night')}, {counted(season.games, 'game')}"


def _say_shown(shown: "SeasonShown") -> None:
    _say_season(shown.season)
    if shown.nights:
        say(f"  nights: {listing(list(map(str, shown.nights)))}")
    if shown.table.tables:
        say("The table that was kept:" if shown.season.closed else "How all stand now:")
        say_standings(shown.table)
