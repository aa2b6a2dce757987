"""What a line says of a winning hand: its price, or its tiles, from which the price is found."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledger.errors import LedgerError
from ledger.notation.prices import TypedValue, is_number, number, price_of, price_text, value_of
from ledger.notation.words import Line
from ledger.rules.facts import Liability, Price, Win, YakumanHand
from ledger.rules.points import WrongMethod, ambiguous_number, base_points
from ledger.rules.ruleset import Ruleset
from ledger.rules.values import check_value
from ledger.shapes.hand import Table
from ledger.shapes.yaku import OF_RIICHI
from ledger.tiles.hand import WORDS, is_tiles, parse_tile_hand, tile_hand_text


class TilesNeedTable(LedgerError):
    """Tiles without the table: winds and the dealer decide what they are worth."""

    def __init__(self) -> None:
        super().__init__("a hand of tiles is worth what it is at its table: record it in a game")


class YakuNeedsRiichi(LedgerError):
    """A yaku of riichi without the riichi."""

    def __init__(self, yaku: str) -> None:
        super().__init__(f"yaku {yaku} needs the winner's riichi, whose stick is paid: type riichi at the end, too")


@dataclass(slots=True)
class SaidTiles:
    """The words of a hand of tiles, as far as they are read."""

    words: list[str] = field(default_factory=list)
    counting: bool = False

    def goes_on(self, line: Line) -> bool:
        """Whether the word to be read next belongs to the tiles."""
        if line.ended or line.comma:
            return False
        return is_tiles(line.key) or line.key in WORDS or (self.counting and is_number(line.key))

    def read(self, line: Line) -> bool:
        """Reads the next word if it belongs to the tiles."""
        if not self.goes_on(line):
            return False
        self.words.append(line.key)
        self.counting = line.key == "north"  # the one word that is followed by a number
        line.at += 1
        return True


@dataclass(slots=True)
class Said:
    """A win as it is said: who, and either a price or tiles."""

    winner: int
    price: "Price | TypedValue | SaidTiles"
    liable: Liability | None = None
    dora: int | None = None
    yaku: tuple[str, ...] = ()

    @property
    def tiles(self) -> SaidTiles | None:
        """The tiles, if it is said by tiles."""
        return self.price if isinstance(self.price, SaidTiles) else None

    def read_liable_part(self, line: Line, rules: Ruleset) -> None:
        """Reads for how many of several yakuman the liable player answers. Raises ParseError where that is open."""
        part = None if line.comma else price_of(line.key)
        if self.liable is not None and isinstance(part, YakumanHand):
            line.at += 1
            self.liable = Liability(self.liable.seat, part.multiple)
        elif isinstance(self.price, YakumanHand) and self.price.multiple > 1 and rules.pao_covers == "yakuman":
            raise line.expected(
                "for how many of the yakuman", f"as in: pao John yakuman, or pao John {price_text(self.price)}"
            )


def read_price(line: Line, rules: Ruleset, *, ron: bool) -> Price | TypedValue | SaidTiles:
    """Reads a price. Raises ParseError, or what the rules refuse."""
    key = line.key
    if is_tiles(key):
        return SaidTiles()
    prices = "s5, 5h or mangan" if rules.method == "dutch" else "3/40, 5h or mangan"
    if typed := value_of(key):
        return _read_value(line, typed, ron=ron)
    if is_number(key):
        bare = number(key)
        if bare is None:
            raise line.expected("a price", "and no hand is worth so much")
        raise ambiguous_number(bare, rules)
    price = price_of(key)
    if price is None:
        example = "s5" if rules.method == "dutch" else "3/40"
        raise line.expected(f"a price such as {prices}", f"as in: Ken ron John {example}")
    base_points(price, rules, ron=ron)
    line.at += 1
    return price


def _read_value(line: Line, typed: TypedValue, *, ron: bool) -> TypedValue:
    line.at += 1
    pair = typed.value.dealer is not None
    if typed.counters is None:
        typed = typed._replace(counters=_counters(line))
    if not ron and not typed.everyone and line.key == "all" and not line.comma:
        line.at += 1
        typed = typed._replace(everyone=not pair)  # "500/1000 all", as sheets have it, says no more than the pair
        typed = typed if typed.counters is not None else typed._replace(counters=_counters(line))
    if ron and (pair or typed.everyone):
        raise line.refused("a ron has one value, what the discarder pays, as in: Ken ron John 7700", back=1)
    if not ron and not pair and not typed.everyone:
        raise line.refused("by tsumo, type what each pays: 1300/2600, or 2000all for the dealer", back=1)
    return typed


def _counters(line: Line) -> int | None:
    """Reads counters that stand apart: + 300, or +300."""
    front, plus, joined = line.key.partition("+")
    apart = line.keys[line.at + 1 : line.at + 2] if line.key == "+" else [joined]
    if line.comma or front or not plus or not apart or (added := number(apart[0])) is None:
        return None
    line.at += 2 if line.key == "+" else 1
    return added


def win_of(said: Said, riichi: Sequence[int], table: Table | None, rules: Ruleset, *, ron: bool) -> Win:
    """The win, with its price found and checked. Raises TilesNeedTable, or what the rules or the tiles refuse."""
    match said.price:
        case SaidTiles(words):
            return _found(said, words, riichi, table, rules, ron=ron)
        case TypedValue(value, _, counters):
            if table is not None:
                check_value(value, said.winner, table, rules, ron=ron, counters=counters)
            price: Price = value
        case other:
            price = other
    if said.winner not in riichi and (needing := [yaku for yaku in said.yaku if yaku in OF_RIICHI]):
        raise YakuNeedsRiichi(needing[0])
    return Win(said.winner, price, said.liable, yaku=said.yaku, dora=said.dora)


def _found(
    said: Said, words: Sequence[str], riichi: Sequence[int], table: Table | None, rules: Ruleset, *, ron: bool
) -> Win:
    """The win with the price of its tiles."""
    from ledger.tiles.evaluate import evaluate  # noqa: PLC0415
    from ledger.tiles.situation import Situation  # noqa: PLC0415

    hand = parse_tile_hand(words)
    if table is None:
        raise TilesNeedTable
    if said.dora is not None:
        raise WrongMethod("dora are counted from the tiles: type the indicators, as in: indicator 3m")
    if said.yaku:
        raise WrongMethod("the yaku are found in the tiles: leave yaku out, and type ippatsu and the like as they are")
    situation = Situation(
        seat_wind=(said.winner - table.dealer) % table.players,
        round_wind=table.round_wind,
        tsumo=not ron,
        riichi=said.winner in riichi,
        players=table.players,
    )
    found = evaluate(hand, situation, rules)
    yaku = tuple(yaku.name for yaku in found.yaku)
    return Win(said.winner, found.price, said.liable, tile_hand_text(hand), yaku, found.dora)
