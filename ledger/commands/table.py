"""ledger table."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from ledger.commands.text import columns, markdown, points, say, say_json
from ledger.commands.which_rules import ruleset_meant
from ledger.rules.points import HAN_LIMITS
from ledger.rules.ruleset import Ruleset
from ledger.rules.tables import COLUMNS, Cell, DutchRow, HanFuTable, dutch_table, han_fu_tables
from ledger.shapes.hand import Limit

SPECIAL = {20: "20 fu (pinfu)", 25: "25 fu (7 pairs)"}


class Block(NamedTuple):
    """A table as text: a heading, rows of cells with the heads first, which columns are left, and notes below."""

    heading: str
    rows: Sequence[Sequence[str]]
    left: Sequence[int]
    notes: Sequence[str] = ()


@click.command(
    epilog="\b\nExamples:\n  ledger table --rules standard\n  ledger table --rules dutch\n"
    "  ledger table --rules polish --markdown\n"
)
@click.option("--rules", metavar="NAME", default="standard", show_default=True, help="The ruleset, or its file.")
@click.option("--markdown", "as_markdown", is_flag=True, help="As Markdown, for a club's web page.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def table(rules: str, as_markdown: bool, as_json: bool) -> None:
    """Prints the payment tables of a ruleset as their source does."""
    ruleset = ruleset_meant(rules)
    if as_json:
        say_json(dutch_table(ruleset) if ruleset.method == "dutch" else han_fu_tables(ruleset))
        return
    for number, block in enumerate(_blocks(ruleset)):
        if number and block.heading and not as_markdown:
            say()
        _say(block, as_markdown)


def _say(block: Block, as_markdown: bool) -> None:
    if as_markdown:
        say(f"{block.heading}\n\n{markdown(block.rows, left=block.left)}\n".lstrip())
    else:
        say("\n".join(filter(None, [block.heading, columns(block.rows, left=block.left)])))
    for note in block.notes:
        say(note)


def _blocks(rules: Ruleset) -> Iterator[Block]:
    if rules.method == "dutch":
        yield _dutch(dutch_table(rules), rules)
        return
    for one in han_fu_tables(rules):
        yield _han_fu(one)
        if one.limits:
            heads = _limit_names(rules)
            yield Block("", [heads, [_text(cell) for cell in one.limits]], left=())


def _dutch(rows: Sequence[DutchRow], rules: Ruleset) -> Block:
    payers = rules.players - 1
    heads = ["score", "", "ron", "ron by dealer", "tsumo", "tsumo by dealer"]
    lines = [
        (
            span(row.scores),
            row.name,
            points(row.ron),
            points(row.ron_dealer),
            f"{points(row.tsumo.each)} / {points(row.tsumo.dealer)}",
            f"{points(row.tsumo_dealer_each)} ({points(row.tsumo_dealer_each * payers)})",
        )
        for row in rows
    ]
    notes = (
        "A ron is paid by the discarder.",
        "A non-dealer's tsumo, a / b: each other non-dealer pays a, the dealer pays b.",
        f"A dealer's tsumo is paid by each of the {payers} others (in brackets: together).",
    )
    return Block(f"{rules.title}: score = han + dora + 2", [heads, *lines], left=(0, 1), notes=notes)


def span(numbers: Sequence[int] | None) -> str:
    """From the first to the last: "6-7"; nothing for what has no number."""
    if numbers is None:
        return ""
    first, last = numbers
    return str(first) if first == last else f"{first}-{last}"


def _han_fu(one: HanFuTable) -> Block:
    who = "Dealer" if one.dealer else "Non-dealer"
    how = "tsumo" if one.tsumo else "ron"
    paid = "The discarder pays this amount."
    if one.tsumo:
        paid = "Every player pays this amount." if one.dealer else "Each non-dealer pays / the dealer pays."
    rows: list[Sequence[str]] = [("", *(f"{han} han" for han in COLUMNS))]
    rows += [(SPECIAL.get(fu, f"{fu} fu"), *map(_text, cells)) for fu, cells in one.rows]
    return Block(f"{who}, {how}. {paid}", rows, left=(0,))


def _limit_names(rules: Ruleset) -> list[str]:
    """The limits with the han that reach them; the dearest two as the rules count thirteen han."""
    names = [f"{span(han)} {limit}" for limit, *han in HAN_LIMITS]
    _, first, last = HAN_LIMITS[-1]
    if rules.counted_limit != Limit.SANBAIMAN:
        return [*names, f"{last + 1}+ {Limit.YAKUMAN}"]
    return [*names[:-1], f"{first}+ {Limit.SANBAIMAN}", Limit.YAKUMAN]


def _text(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    if cell.ron:
        return points(cell.ron)
    return f"{points(cell.each)} / {points(cell.dealer)}" if cell.dealer else f"{points(cell.each)} all"
