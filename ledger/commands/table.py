"""ledger table."""

from collections.abc import Sequence

import click

from ledger.commands.text import columns, points, say, say_json
from ledger.presets import preset
from ledger.rules.ruleset import Ruleset
from ledger.rules.tables import COLUMNS, Cell, DutchRow, HanFuTable, dutch_table, han_fu_tables
from ledger.shapes.hand import Limit

SPECIAL = {20: "20 fu (pinfu tsumo)", 25: "25 fu (seven pairs)"}


@click.command(epilog="\b\nExamples:\n  ledger table --rules standard\n  ledger table --rules dutch\n")
@click.option("--rules", metavar="NAME", default="standard", show_default=True, help="The ruleset.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def table(rules: str, as_json: bool) -> None:
    """Prints the payment tables of a ruleset as their source does."""
    ruleset = preset(rules)
    if ruleset.method == "dutch":
        rows = dutch_table(ruleset)
        if as_json:
            say_json(rows)
        else:
            _say_dutch(rows, ruleset)
        return
    tables = han_fu_tables(ruleset)
    if as_json:
        say_json(tables)
        return
    for number, one in enumerate(tables):
        if number:
            say()
        _say_han_fu(one)


def _say_dutch(rows: Sequence[DutchRow], rules: Ruleset) -> None:
    payers = rules.players - 1
    say(f"{rules.title}: score = han + dora + 2")
    head = [
        ("", "", "ron by a", "ron by the", "tsumo by a", "tsumo by the"),
        ("score", "", "non-dealer", "dealer", "non-dealer", "dealer"),
    ]
    lines = [
        (
            ""
            if row.scores is None
            else f"{row.scores[0]}" + (f"-{row.scores[1]}" if len(set(row.scores)) > 1 else ""),
            row.name,
            points(row.ron),
            points(row.ron_dealer),
            f"{points(row.tsumo.each)} / {points(row.tsumo.dealer)}",
            f"{points(row.tsumo_dealer_each)} ({points(row.tsumo_dealer_each * payers)})",
        )
        for row in rows
    ]
    say(columns([*head, *lines], left=(0, 1)))
    say("A ron is paid by the discarder.")
    say("A non-dealer's tsumo, a / b: each other non-dealer pays a, the dealer pays b.")
    say(f"A dealer's tsumo is paid by each of the {payers} others (in brackets: together).")


def _say_han_fu(one: HanFuTable) -> None:
    who = "Dealer" if one.dealer else "Non-dealer"
    how = "tsumo" if one.tsumo else "ron"
    paid = "The discarder pays this amount."
    if one.tsumo:
        paid = "Every player pays this amount." if one.dealer else "Each non-dealer pays / the dealer pays."
    say(f"{who}, {how}. {paid}")
    rows: list[Sequence[str]] = [("", *(f"{han} han" for han in COLUMNS))]
    rows += [(SPECIAL.get(fu, f"{fu} fu"), *map(_text, cells)) for fu, cells in one.rows]
    say(columns(rows))
    names = {Limit.YAKUMAN: "13+ yakuman", Limit.SANBAIMAN: "11-12 sanbaiman", Limit.BAIMAN: "8-10 baiman"}
    names |= {Limit.HANEMAN: "6-7 haneman", Limit.MANGAN: "5 mangan"}
    if not one.limits:
        return
    limits = [[names[limit] for limit in Limit], [_text(cell) for cell in one.limits]]
    say(columns(limits, left=()))


def _text(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    if cell.ron:
        return points(cell.ron)
    return f"{points(cell.each)} / {points(cell.dealer)}" if cell.dealer else f"{points(cell.each)} all"
