"""ledger score."""

import click

from ledger.commands.text import WholeNumber, points, say, say_json
from ledger.commands.which_rules import ruleset_meant
from ledger.errors import UsageError
from ledger.names import name_key
from ledger.notation.prices import price_of, price_text
from ledger.rules.facts import HanFu, Price, Score
from ledger.rules.points import ambiguous_number, base_points
from ledger.rules.ruleset import Ruleset
from ledger.rules.tables import paid_for

EPILOG = """\b
Examples:
  ledger score 3/40
  ledger score 3/40 --dealer --tsumo --honba 2
  ledger score s5 --tsumo              the Dutch table, three players
  ledger score haneman --rules dutch-4p
"""


@click.command(epilog=EPILOG)
@click.argument("price")
@click.option("--dealer", is_flag=True, help="The dealer wins.")
@click.option("--tsumo", is_flag=True, help="By tsumo; else by ron.")
@click.option("--honba", metavar="N", type=WholeNumber(0, 99), default=0, help="Counters on the table.")
@click.option(
    "--rules", metavar="NAME", help="The ruleset, or its file; else standard, and dutch for a score such as s5."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def score(price: str, dealer: bool, tsumo: bool, honba: int, rules: str | None, as_json: bool) -> None:
    """Says what a hand is worth: 3/40 (han/fu), 5h (han), s5 (Dutch score), mangan … yakuman, 2yakuman."""
    word = name_key(price)
    typed = price_of(word)
    ruleset = ruleset_meant(rules or ("dutch" if isinstance(typed, Score) else "standard"))
    if typed is None:
        if word.isascii() and word.isdigit() and len(word) <= 3:
            raise ambiguous_number(int(word), ruleset)
        raise UsageError(f"{price!r} is no price: type 3/40 (han/fu), 5h, s5, mangan … yakuman, or 2yakuman")
    limit_reached = base_points(typed, ruleset, ron=not tsumo).limit
    cell = paid_for(typed, ruleset, dealer=dealer, tsumo=tsumo, honba=honba)
    if not tsumo:
        paid = {"from_discarder": cell.ron}
    else:
        paid = {"from_each": cell.each} if dealer else {"from_dealer": cell.dealer, "from_other": cell.each}
    total = cell.ron + cell.dealer + cell.each * (ruleset.players - (1 if dealer else 2))
    if as_json:
        say_json({"rules": ruleset.name, "limit": limit_reached, **paid, "total": total})
        return
    who = ("dealer" if dealer else "non-dealer") + (" tsumo" if tsumo else " ron")
    limit = f", {limit_reached}" if limit_reached and not word.endswith(limit_reached) else ""
    say(f"{in_words(typed)}{limit}, {who}{f', {honba} honba' if honba else ''} (rules {ruleset.name}): {points(total)}")
    for payer, amount in paid.items():
        say(f"  {_payer(payer, ruleset)} {points(amount)}")


def _payer(key: str, rules: Ruleset) -> str:
    others = "each other player pays" if rules.players > 3 else "the other player pays"
    return {
        "from_each": "each player pays",
        "from_dealer": "the dealer pays",
        "from_other": others,
        "from_discarder": "the discarder pays",
    }[key]


def in_words(price: Price) -> str:
    """A price as a person says it."""
    match price:
        case HanFu(han, None):
            return f"{han} han"
        case HanFu(han, fu):
            return f"{han} han {fu} fu"
        case Score(number):
            return f"score {number}"
        case _:
            return price_text(price)
