"""ledger score."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ledger.commands.text import WholeNumber, columns, points, say, say_json
from ledger.commands.which_rules import ruleset_meant
from ledger.errors import UsageError
from ledger.names import name_key
from ledger.notation.prices import POINTS_FROM, number, price_of, price_text, value_of
from ledger.notation.words import without_thousands
from ledger.rules.facts import HanFu, Price, Score, Value, YakumanHand
from ledger.rules.points import ambiguous_number
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import first_table
from ledger.rules.tables import paid_for
from ledger.rules.values import base_of, check_value
from ledger.rules.values import value_text as value_said
from ledger.shapes.hand import WINDS
from ledger.tiles.hand import Flag, is_tiles

if TYPE_CHECKING:
    from ledger.tiles.evaluate import Found

EPILOG = """\b
Examples:
  ledger score 3/40
  ledger score 3/40 --dealer --tsumo --honba 2
  ledger score s5 --tsumo              the Dutch table, three players
  ledger score 7700
  ledger score 1300/2600 --tsumo
  ledger score 123m 456p 789s 11z 23s --win 4s --riichi --tsumo --indicator 3m
  ledger score 22m345s55z --win 5z --pon 666z --pon 777z --rules ema-2025
"""
MARKED = ("win", "chi", "pon", "kan", "closed-kan", "indicator", "ura", "north")
"""The options that are words of a tile hand, each with what stands behind it."""


def tile_options(command: Any) -> Any:
    """What is said of a hand of tiles."""
    for flag in reversed(Flag):
        command = click.option(f"--{flag}", flag.name.lower(), is_flag=True, help=FLAGS[flag])(command)
    for name in reversed(MARKED):
        command = click.option(f"--{name}", metavar=MARKS[name][0], multiple=True, help=MARKS[name][1])(command)
    return command


FLAGS = {
    Flag.IPPATSU: "Within a go-round of riichi.",
    Flag.DOUBLE_RIICHI: "Riichi on the first discard (with --riichi).",
    Flag.LAST_TILE: "On the last tile of the wall, or the last discard.",
    Flag.AFTER_KAN: "Tsumo on the tile after a kan.",
    Flag.ROBBING: "Ron on the tile of another's kan.",
    Flag.FIRST_TURN: "Before anybody called, on the first draw.",
}
MARKS = {
    "win": ("TILE", "The winning tile."),
    "chi": ("TILES", "A called sequence."),
    "pon": ("TILES", "A called triplet."),
    "kan": ("TILES", "An open kan."),
    "closed-kan": ("TILES", "A closed kan."),
    "indicator": ("TILES", "Dora indicators."),
    "ura": ("TILES", "Ura-dora indicators."),
    "north": ("N", "Norths laid aside, with three players."),
}


@click.command(epilog=EPILOG)
@click.argument("words", nargs=-1, required=True, metavar="PRICE|TILES…")
@click.option("--dealer", is_flag=True, help="The dealer wins.")
@click.option("--tsumo", is_flag=True, help="By tsumo; else by ron.")
@click.option("--honba", metavar="N", type=WholeNumber(0, 99), default=0, help="Counters on the table.")
@click.option(
    "--rules", metavar="NAME", help="The ruleset, or its file; else standard, and dutch for a score such as s5."
)
@click.option("--riichi", is_flag=True, help="For tiles: the winner was in riichi.")
@click.option(
    "--seat", metavar="E|S|W|N", type=click.Choice(list(WINDS)), help="For tiles: the winner's wind; E is the dealer."
)
@click.option(
    "--round",
    "round_wind",
    metavar="E|S|W|N",
    type=click.Choice(list(WINDS)),
    help="For tiles: the round's wind, else E.",
)
@tile_options
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def score(
    words: Sequence[str],
    dealer: bool,
    tsumo: bool,
    honba: int,
    rules: str | None,
    as_json: bool,
    **of_tiles: Any,
) -> None:
    """Says what a hand is worth.

    By its price: 3/40 (han/fu), 5h (han), s5 (Dutch score), mangan … yakuman, 2yakuman. By its
    value without counters: 7700, 1300/2600, 2000all. By its tiles: 1-9 with m, p, s for the
    suits, z for winds and dragons (1z East … 7z red dragon), 0 for a red five.
    """
    folded = without_thousands(name_key(" ".join(words))).split()
    if is_tiles(folded[0]) and value_of(folded[0]) is None:
        _score_tiles(folded, _Asked(dealer, tsumo, honba, as_json), rules, of_tiles)
        return
    if given := [name for name, value in of_tiles.items() if value]:
        option = given[0].removesuffix("_wind").replace("_", "-")
        raise UsageError(f"--{option} goes with tiles, as in: ledger score 234m456p22678s33s --win 3s")
    ruleset = ruleset_meant(rules or ("dutch" if isinstance(price_of(folded[0]), Score) else "standard"))
    asked = _Asked(dealer, tsumo, honba, as_json)
    price = _price("".join(folded) if folded[1:] == ["all"] else " ".join(folded), words, asked, ruleset)
    _say_paid(price, in_words(price, tsumo=tsumo), asked, ruleset)


class _Asked(NamedTuple):
    """How the hand was won, and how to answer."""

    dealer: bool
    tsumo: bool
    honba: int
    as_json: bool


def _price(word: str, typed: Sequence[str], asked: _Asked, rules: Ruleset) -> Price:
    if value := value_of(word):
        if not asked.tsumo and (value.everyone or value.value.dealer is not None):
            raise UsageError(f"{' '.join(typed)} is what a tsumo pays: add --tsumo")
        winner = 0 if asked.dealer else 1
        check_value(value.value, winner, first_table(rules), rules, ron=not asked.tsumo, counters=value.counters)
        return value.value
    if (bare := number(word)) is not None and bare < POINTS_FROM:
        raise ambiguous_number(bare, rules)
    price = price_of(word)
    if price is None:
        raise UsageError(
            f"{' '.join(typed)!r} is no price: type 3/40 (han/fu), 5h, s5, mangan … yakuman, 2yakuman, "
            "a value such as 7700, or tiles"
        )
    return price


def _score_tiles(words: list[str], asked: _Asked, rules: str | None, of_tiles: dict[str, Any]) -> None:
    from ledger.tiles.evaluate import evaluate  # noqa: PLC0415
    from ledger.tiles.hand import parse_tile_hand, tile_hand_text  # noqa: PLC0415
    from ledger.tiles.situation import Situation  # noqa: PLC0415

    seat = of_tiles["seat"] or ("E" if asked.dealer else "S")
    if asked.dealer and seat != "E":
        raise UsageError("the dealer's wind is E: leave out --dealer or --seat")
    ruleset = ruleset_meant(rules or "standard")
    for name in MARKED:
        for typed in of_tiles[name.replace("-", "_")]:
            words += [name, *name_key(typed).split()]
    words += [flag for flag in Flag if of_tiles[flag.name.lower()]]
    hand = parse_tile_hand(words)
    situation = Situation(
        seat_wind=WINDS.index(seat),
        round_wind=WINDS.index(of_tiles["round_wind"] or "E"),
        tsumo=asked.tsumo,
        riichi=of_tiles["riichi"],
        players=ruleset.players,
    )
    found = evaluate(hand, situation, ruleset)
    asked = asked._replace(dealer=situation.dealer)
    if not asked.as_json:
        say(tile_hand_text(hand))
        _say_found(found)
    _say_paid(found.price, in_words(found.price), asked, ruleset, found)


def _say_found(found: "Found") -> None:
    """The yaku, the dora and the fu of a hand."""
    unit = "yakuman" if isinstance(found.price, YakumanHand) else "han"
    rows = [(yaku.name, str(yaku.han), unit) for yaku in found.yaku]
    if found.dora:
        rows.append(("dora", str(found.dora), unit))
    say(columns(rows, left=(0, 2)))
    if found.fu:
        so = f", so {found.fu.rounded}" if found.fu.raw != found.fu.rounded else ""
        rows = [(part.what, str(part.fu), "fu") for part in found.fu.parts]
        say(columns([*rows, ("sum", f"{found.fu.raw}", f"fu{so}")], left=(0, 2)))


def _as_json(found: "Found") -> dict[str, Any]:
    """What was found in tiles, by name."""
    price, fu = found.price, found.fu
    return {
        "yaku": [yaku._asdict() for yaku in found.yaku],
        "dora": found.dora,
        "han": price.han if isinstance(price, HanFu) else None,
        "fu": fu.rounded if fu else None,
        "fu_raw": fu.raw if fu else None,
        "fu_parts": [part._asdict() for part in fu.parts] if fu else [],
    }


def _say_paid(price: Price, said: str, asked: _Asked, rules: Ruleset, found: "Found | None" = None) -> None:
    """What a hand is paid, by whom."""
    dealer, tsumo, honba, as_json = asked
    base = base_of(price, rules, ron=not tsumo, dealer_wins=dealer)
    cell = paid_for(price, rules, dealer=dealer, tsumo=tsumo, honba=honba)
    if not tsumo:
        paid = {"from_discarder": cell.ron}
    else:
        paid = {"from_each": cell.each} if dealer else {"from_dealer": cell.dealer, "from_other": cell.each}
    total = cell.ron + cell.dealer + cell.each * (rules.players - (1 if dealer else 2))
    if as_json:
        by_tiles = {} if found is None else _as_json(found)
        say_json({"rules": rules.name, "limit": base.limit, **by_tiles, **paid, "total": total})
        return
    who = ("dealer" if dealer else "non-dealer") + (" tsumo" if tsumo else " ron")
    limit = f", {base.limit}" if base.limit and not said.endswith(base.limit) else ""
    say(f"{said}{limit}, {who}{f', {honba} honba' if honba else ''} (rules {rules.name}): {points(total)}")
    for payer, amount in paid.items():
        say(f"  {_payer(payer, rules)} {points(amount)}")


def _payer(key: str, rules: Ruleset) -> str:
    others = "each other player pays" if rules.players > 3 else "the other player pays"
    return {
        "from_each": "each player pays",
        "from_dealer": "the dealer pays",
        "from_other": others,
        "from_discarder": "the discarder pays",
    }[key]


def in_words(price: Price, *, tsumo: bool = False) -> str:
    """A price as a person says it."""
    match price:
        case HanFu(han, None):
            return f"{han} han"
        case HanFu(han, fu):
            return f"{han} han {fu} fu"
        case Score(score_):
            return f"score {score_}"
        case Value():
            return value_said(price, ron=not tsumo)
        case _:
            return price_text(price)
