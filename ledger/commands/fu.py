"""ledger fu."""

from collections.abc import Sequence

import click

from ledger.commands.text import columns, say, say_json
from ledger.commands.which_rules import ruleset_meant
from ledger.errors import UsageError
from ledger.names import nearest
from ledger.rules.fu import Fu, FuHand, Meld, Pair, Shape, Wait, count_fu

EPILOG = """\b
Examples:
  ledger fu chi chi pon-terminal chi pair-dragon edge ron
  ledger fu chi-open kan-honour pon pon-won shanpon tsumo
  ledger fu chi chi chi chi tsumo               a pinfu
  ledger fu seven-pairs
"""
OTHER = ("ron", "tsumo", "rinshan", "seven-pairs")
MARKS = {"open": "open", "won": "won", "terminal": "outer", "honour": "outer"}


@click.command(epilog=EPILOG)
@click.argument("words", nargs=-1, required=True, metavar="PART…")
@click.option("--rules", metavar="NAME", default="standard", show_default=True, help="The ruleset, or its file.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def fu(words: Sequence[str], rules: str, as_json: bool) -> None:
    """Counts the fu of a hand from its parts, in any order.

    Four sets: chi, pon or kan, with -terminal or -honour for the outer tiles, -open when it
    was called, -won for the pon that the winning tile completed. One pair if it counts:
    pair-dragon, pair-own-wind, pair-round-wind, pair-double-wind. The wait: two-sided
    (else), shanpon, closed, edge, single. The way of winning: ron (else), tsumo, rinshan
    (tsumo on the tile after a kan).
    """
    counted = count_fu(hand_of([word.strip().casefold() for word in words]), ruleset_meant(rules))
    if as_json:
        say_json(counted)
    else:
        _say(counted)


def hand_of(words: Sequence[str]) -> FuHand:
    """The hand that the words say. Raises UsageError."""
    melds, pairs, waits = [], [], []
    for word in words:
        shape, *marks = word.split("-")
        if shape in tuple(Shape):
            melds.append(_meld(Shape(shape), marks, word))
        elif word in tuple(Pair):
            pairs.append(Pair(word))
        elif word in tuple(Wait):
            waits.append(Wait(word))
        elif word not in OTHER:
            known = (*Shape, *Pair, *Wait, *OTHER)
            close = nearest(word, map(str, known))
            raise UsageError(f"{word!r} is no part of a hand" + (f"; did you mean {close}?" if close else ""))
    if len(pairs) > 1 or len(waits) > 1 or {"ron", "tsumo"} <= set(words):
        raise UsageError("a hand has one pair, one wait, and one way of winning")
    if "seven-pairs" in words and (melds or pairs or waits):
        raise UsageError("seven pairs have no sets and always 25 fu: type seven-pairs alone")
    if "seven-pairs" not in words and not melds:
        raise UsageError("the sets are missing: type four of chi, pon and kan, as in chi chi pon-terminal chi")
    tsumo = "tsumo" in words or "rinshan" in words
    pair, wait = (*pairs, Pair.PLAIN)[0], (*waits, Wait.TWO_SIDED)[0]
    return FuHand(tuple(melds), pair, wait, tsumo=tsumo, rinshan="rinshan" in words)


def _meld(shape: Shape, marks: Sequence[str], word: str) -> Meld:
    wrong = [mark for mark in marks if mark not in (*MARKS, "simple", "closed")]
    if wrong or (shape is Shape.CHI and {"terminal", "honour"} & set(marks)):
        raise UsageError(
            f"{word!r}: a set is chi, pon or kan, with -open or -won, and pon and kan with -terminal or -honour"
        )
    said = {MARKS[mark] for mark in marks if mark in MARKS}
    return Meld(shape, outer="outer" in said, open="open" in said, won="won" in said)


def _say(counted: Fu) -> None:
    rows = [(part.what, str(part.fu)) for part in counted.parts]
    rows.append(("sum", str(counted.raw)))
    say(columns(rows))
    say(f"{counted.rounded} fu")
