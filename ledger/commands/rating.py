"""ledger rating."""

from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.scope import asked_of, games_of, nothing_yet, scope_text, scoped
from ledger.commands.text import columns, say, say_json, say_sheet

if TYPE_CHECKING:
    from ledger.shapes.standings import RatingLine, RatingTable

SYSTEMS = ("tenhou", "elo", "openskill")
CALLED = {"tenhou": "Tenhou R", "elo": "Elo, by pairs", "openskill": "OpenSkill (mu - 3 sigma)"}
EPILOG = """\b
Examples:
  ledger rating
  ledger rating --system openskill --ever
"""


@click.command(epilog=EPILOG)
@scoped
@click.option(
    "--system",
    type=click.Choice(SYSTEMS),
    default="tenhou",
    metavar="NAME",
    help="tenhou, elo or openskill; tenhou unless said.",
)
@click.option("--csv", "as_csv", is_flag=True, help="As CSV.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def rating(desk: Desk, /, system: str, as_csv: bool, as_json: bool, **said: Any) -> None:
    """Rates everybody by the places of their games, those of three and of four players apart.

    Ratings are worked out anew each time from the first game on, in the order the games were played: a game that is
    recorded late, corrected or voided gives what it would have given in its place.
    """
    from ledger.services.rating import ratings  # noqa: PLC0415

    found = ratings(desk.engine(), desk.at, asked_of(said), system)
    if as_json:
        say_json(found)
        return
    if as_csv:
        from ledger.services.export_league import ratings_sheet  # noqa: PLC0415

        say_sheet(ratings_sheet(found.tables))
        return
    if not found.tables:
        nothing_yet(found.scope)
        return
    say(f"{CALLED[system]}, {scope_text(found.scope)}")
    for table in found.tables:
        if len(found.tables) > 1:
            say(f"\n{games_of(table.players)}:")
        say(columns(_rows(table), left=(1,)))


def _rows(table: "RatingTable") -> list[list[str]]:
    uncertain = any(line.sigma is not None for line in table.lines)
    head = ["", "", "games", "rating", "best", *(["mu", "sigma"] if uncertain else [])]
    return [head, *(_row(line) for line in table.lines)]


def _row(line: "RatingLine") -> list[str]:
    """A rating; OpenSkill's are small numbers, and need two decimals more."""
    if line.mu is None or line.sigma is None:
        return [str(line.rank), line.player, str(line.games), f"{line.rating:,.1f}", f"{line.best:,.1f}"]
    numbers = (line.rating, line.best, line.mu, line.sigma)
    return [str(line.rank), line.player, str(line.games), *(f"{number:.2f}" for number in numbers)]
