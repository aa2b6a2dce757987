"""ledger init."""

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import is_points_only, money_from, rate_text
from ledger.commands.text import say, say_if_repeated
from ledger.commands.which_rules import note_changed

EPILOG = """\b
Examples:
  ledger init --rules dutch-4p --currency EUR --rate 0.50
  ledger init --rules standard --rate 0        points only, no money
  ledger init --rate 1 --currency EUR          change a default later on
"""


@click.command(epilog=EPILOG)
@click.option("--rules", metavar="NAME", help="The ruleset (ledger rules list), or a file of your own.")
@click.option("--currency", metavar="CODE", help="The currency, as in EUR.")
@click.option("--rate", metavar="AMOUNT", help="What 1,000 points are worth; 0 for points only.")
@with_desk
def init(desk: Desk, rules: str | None, currency: str | None, rate: str | None) -> None:
    """Makes the club's ledger with its defaults; in an existing ledger, changes the defaults that are given."""
    from ledger.services import club  # noqa: PLC0415

    money = money_from(currency, rate, None)
    request = desk.request("init", rules=rules, currency=currency, rate=rate)
    engine, made, done = club.init(desk.place, request, rules=rules, money=money, points_only=is_points_only(rate))
    from ledger.store.places import shown  # noqa: PLC0415

    where = shown(desk.place)
    say_if_repeated(done)
    note_changed(engine, rules, done)
    say(f"Made a new ledger: {where}" if made else f"The ledger {where} is set up:")
    say(f"  rules {done.answer.rules}, {rate_text(done.answer.money)}")
    if made:
        say("Next: ledger player add NAME NAME …, then ledger game start NAME NAME NAME …")
    engine.dispose()
