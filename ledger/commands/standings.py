"""ledger standings."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.text import columns, note, say, say_json, signed


@click.command(epilog="\b\nExamples:\n  ledger standings\n  ledger standings --json\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def standings(desk: Desk, as_json: bool) -> None:
    """Shows how everyone stands: the points of all finished games."""
    from ledger.services.standings import standings as service  # noqa: PLC0415

    lines = service(desk.engine())
    if as_json:
        say_json(lines)
        return
    if not lines:
        note("no finished game yet")
        return
    rows = [("", "", "games", "points", "average place", "firsts")]
    rows += [
        (str(s.rank), s.player, str(s.games), signed(s.points), _average(s.average_place), str(s.firsts)) for s in lines
    ]
    say(columns(rows, left=(1,)))


def _average(place: float | None) -> str:
    """An average place; somebody with parts of others' results only has none."""
    return "-" if place is None else f"{place:.2f}"
