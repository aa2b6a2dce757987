"""ledger standings."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.scope import asked_of, games_of, nothing_yet, scope_text, scoped
from ledger.commands.text import columns, say, say_json, say_sheet, signed
from ledger.errors import counted, listing

if TYPE_CHECKING:
    from ledger.shapes.standings import Standings, StandingsLine, StandingsTable

EPILOG = """\b
Examples:
  ledger standings
  ledger standings --month 2026-11 --order average --least-games 5
  ledger standings --last 90d --order best:8 --guests
  ledger standings --ever --all --json
"""


@click.command(epilog=EPILOG)
@scoped
@click.option(
    "--order",
    metavar="ORDER",
    help="What they go by: points, average, place, top, money, rating, best:N or drop:N.",
)
@click.option("--least-games", type=click.IntRange(0, 9999), default=0, metavar="N", help="Fewer give no rank.")
@click.option("--all", "together", is_flag=True, help="Games of three and of four in one table.")
@click.option("--guests", is_flag=True, help="With guests.")
@click.option("--anonymous", is_flag=True, help="Without names.")
@click.option("--csv", "as_csv", is_flag=True, help="As CSV.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def standings(desk: Desk, /, **said: Any) -> None:
    """Shows how everyone stands, games of three and of four players apart: of the season of today, or of all games.

    Orders: points; average (points per game); place (average place); top (how often first); money (of settled
    nights); rating; best:8 (the eight best games), drop:2 (all but the two worst). A season has its own, and so many
    games that a rank needs. "moved" is by how many ranks up since the last night.
    """
    from ledger.services.standings import how_all_stand  # noqa: PLC0415
    from ledger.shapes.standings import Ranking  # noqa: PLC0415

    ranking = Ranking(
        least_games=said["least_games"],
        guests=said["guests"],
        together=said["together"],
        anonymous=said["anonymous"],
    )
    found = how_all_stand(desk.engine(), desk.at, asked_of(said), ranking, said["order"])
    if said["as_json"]:
        say_json(found)
        return
    if said["as_csv"]:
        from ledger.services.export_league import standings_sheet  # noqa: PLC0415

        say_sheet(standings_sheet(found.standings))
        return
    if not found.standings.tables:
        nothing_yet(found.scope)
        return
    say(f"Standings by {said_of(found.standings.order)}, {scope_text(found.scope)}")
    say_standings(found.standings)


def say_standings(standings: "Standings") -> None:
    """The tables of standings, and since when somebody moved."""
    for table in standings.tables:
        _say_table(table, standings, heading=len(standings.tables) > 1)
    dates = sorted({table.last_night for table in standings.tables if table.last_night and _anybody_moved(table)})
    if dates:
        say(f"moved: ranks up (+) or down since before {listing(list(map(str, dates)))}")


ORDERS = {
    "average": "points per game",
    "place": "average place",
    "top": "share of first places",
    "best": "the {} best games",
    "drop": "points less the {} worst games",
}


def said_of(order: str) -> str:
    """What standings go by, in words."""
    kind, _, number = order.partition(":")
    return ORDERS.get(kind, kind).format(number)


def _say_table(table: "StandingsTable", standings: "Standings", *, heading: bool) -> None:
    if heading:
        say()
        say(f"{games_of(table.players)}:")
    shown = shown_columns(table, standings)
    head = [title for title, _ in shown]
    rows = [[cell(line) for _, cell in shown] for line in (*table.lines, *table.below)]
    text = columns([head, *rows], left=(1,)).splitlines()
    say("\n".join(text[: 1 + len(table.lines)]))
    if table.below:
        say(f"With fewer than {counted(standings.least_games, 'game')}:")
        say("\n".join(text[1 + len(table.lines) :]))


def shown_columns(
    table: "StandingsTable", standings: "Standings"
) -> list[tuple[str, "Callable[[StandingsLine], str]"]]:
    """The columns of standings, each with its head: what they go by where that is not there anyway."""
    every = (*table.lines, *table.below)
    places = max((place for line in every for place, often in enumerate(line.places, start=1) if often), default=1)
    shown: list[tuple[str, Callable[[StandingsLine], str]]] = [
        ("", lambda line: "" if line.rank is None else str(line.rank)),
        ("", lambda line: line.player),
        ("games", lambda line: str(line.games)),
        ("points", lambda line: signed(line.points)),
        ("average place", lambda line: _quotient(line.average_place)),
        ("places", lambda line: "-".join(map(str, line.places[:places]))),
    ]
    if any(line.penalties for line in every):
        shown.append(("penalties", lambda line: signed(line.penalties)))
    if standings.order not in ("points", "place"):
        head, cell = _value_of(standings)
        shown.append((head, lambda line: "-" if line.value is None else cell(line.value)))
    if _anybody_moved(table):
        shown.append(("moved", _moved))
    return shown


def _value_of(standings: "Standings") -> "tuple[str, Callable[[float], str]]":
    """What standings go by: its head, and how it is written."""
    kind, _, number = standings.order.partition(":")
    match kind:
        case "average":
            return "per game", lambda value: signed(round(value))
        case "top":
            return "first", lambda value: f"{value:.1%}"
        case "money":
            from ledger.commands.money import money_text  # noqa: PLC0415 - Babel is only needed for money

            currency = standings.currency or ""
            return "money", lambda value: money_text(int(value), currency)
        case "rating":
            return "rating", lambda value: f"{value:,.1f}"
        case "best":
            return f"best {number}", lambda value: signed(int(value))
        case _:
            return f"less {number} worst", lambda value: signed(int(value))


def _anybody_moved(table: "StandingsTable") -> bool:
    """Whether somebody had a rank before the last night."""
    return any(line.moved is not None for line in table.lines)


def _moved(line: "StandingsLine") -> str:
    if line.moved is None:
        return "new" if line.rank is not None else ""
    return f"{line.moved:+}" if line.moved else "="


def _quotient(number: float | None) -> str:
    """An average; somebody with parts of others' results only has none."""
    return "-" if number is None else f"{number:.2f}"
