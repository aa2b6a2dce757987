"""What a line says of a winning hand: its price, or its tiles, from which the price is found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ledger.errors import LedgerError, listing
from ledger.notation.prices import TypedValue, is_number, number, price_of, price_text, value_of
from ledger.notation.words import Line
from ledger.rules.facts import HanFu, Liability, Price, Score, Win, YakumanHand
from ledger.rules.points import CannotOccur, WrongMethod, ambiguous_number, base_points
from ledger.rules.ruleset import Ruleset
from ledger.rules.shares import OPEN_KAN, WrongLiability
from ledger.rules.values import check_value
from ledger.shapes.hand import Table
from ledger.shapes.yaku import OF_RIICHI
from ledger.tiles.hand import WORDS, is_tiles, parse_tile_hand, tile_hand_text
from ledger.tiles.tile import TileSyntax

if TYPE_CHECKING:
    from ledger.tiles.evaluate import Found


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
    places: list[int] = field(default_factory=list)  # in the line, counted from 1
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
        self.places.append(line.at + 1)
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
        case SaidTiles() as tiles:
            return _found(said, tiles, riichi, table, rules, ron=ron)
        case TypedValue(value, _, counters):
            if table is not None:
                check_value(value, said.winner, table, rules, ron=ron, counters=counters)
            price: Price = value
        case other:
            price = other
    _check_dora(said.dora, price)
    if said.winner not in riichi and (needing := [yaku for yaku in said.yaku if yaku in OF_RIICHI]):
        raise YakuNeedsRiichi(needing[0])
    return Win(said.winner, price, said.liable, yaku=said.yaku, dora=said.dora)


def _check_dora(dora: int | None, price: Price) -> None:
    """Refuses more dora than han, of which one at least is a yaku. Raises CannotOccur."""
    han = price.han if isinstance(price, HanFu) else price.score - 2 if isinstance(price, Score) else None
    if dora and han is not None and dora >= han:
        raise CannotOccur(f"dora {dora}: of {han} han one at least is a yaku (han always include the dora)")


def _found(
    said: Said, tiles: SaidTiles, riichi: Sequence[int], table: Table | None, rules: Ruleset, *, ron: bool
) -> Win:
    """The win with the price of its tiles."""
    from ledger.tiles.evaluate import evaluate  # noqa: PLC0415
    from ledger.tiles.situation import Situation  # noqa: PLC0415

    try:
        hand = parse_tile_hand(tiles.words)
    except TileSyntax as error:
        raise TileSyntax(error.message, tiles.places[error.at - 1] if error.at else 0) from error
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
    liable = None if said.liable is None else _liable_for(said.liable, found, rules, ron=ron)
    return Win(said.winner, found.price, liable, tile_hand_text(hand), yaku, found.dora)


def _liable_for(liable: Liability, found: "Found", rules: Ruleset, *, ron: bool) -> Liability:
    """For how many yakuman the liable player answers, as the tiles show it. Raises WrongLiability."""
    if isinstance(found.price, YakumanHand):
        covered = sum(yaku.han for yaku in found.yaku if yaku.name in rules.pao)
        if covered:
            multiple = min(covered, found.price.multiple)
            return Liability(liable.seat, None if multiple == found.price.multiple else multiple)
    if OPEN_KAN in rules.pao and not ron and any(yaku.name == "rinshan" for yaku in found.yaku):
        return Liability(liable.seat)
    known = f"only for {listing(rules.pao, 'or')}" if rules.pao else "for nothing"
    raise WrongLiability(f"ruleset {rules.name} makes somebody liable {known}, and these tiles are no such hand")
