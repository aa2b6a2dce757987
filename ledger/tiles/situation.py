"""Where a hand of tiles was won, and what it cannot say there."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.rules.fu import Shape
from ledger.rules.ruleset import Ruleset
from ledger.tiles.checks import WrongCircumstance
from ledger.tiles.hand import Flag, TileHand
from ledger.tiles.tile import Tile

ABSENT = range(1, 8)
"""The kinds that three players do not have: 2m to 8m."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Who won, and how; winds: 0 = East, 1 = South …; the seat wind East is the dealer's."""

    seat_wind: int
    round_wind: int
    tsumo: bool
    riichi: bool = False
    players: int = 4

    @property
    def dealer(self) -> bool:
        """Whether the winner deals."""
        return self.seat_wind == 0


def check_situation(hand: TileHand, situation: Situation, rules: Ruleset) -> None:
    """Refuses a hand that cannot be won so. Raises WrongCircumstance."""
    for problems in (
        _riichi_problems(hand, situation),
        _flag_problems(hand, situation),
        _tile_problems(hand, situation, rules),
    ):
        if problem := next(problems, None):
            raise WrongCircumstance(problem)


def _riichi_problems(hand: TileHand, situation: Situation) -> Iterator[str]:
    if situation.riichi:
        if opened := [meld for meld in hand.melds if meld.open]:
            yield f"riichi needs a closed hand, and {opened[0]} is open: leave riichi out, or type closed-kan for a kan"
        return
    for flag in (Flag.IPPATSU, Flag.DOUBLE_RIICHI):
        if flag in hand.flags:
            yield f"{flag} needs riichi: say that the winner was in riichi, or leave {flag} out"
    if hand.ura:
        yield "ura indicators count for riichi only: say that the winner was in riichi, or leave ura out"


def _flag_problems(hand: TileHand, situation: Situation) -> Iterator[str]:
    if Flag.ROBBING in hand.flags and situation.tsumo:
        yield "robbing is a ron on the tile of another's kan: with tsumo leave robbing out"
    if Flag.AFTER_KAN in hand.flags and not situation.tsumo:
        yield "after-kan is a tsumo on the tile after a kan: with ron leave after-kan out"
    if Flag.FIRST_TURN in hand.flags:
        if situation.riichi:
            yield "first-turn is a win before anybody could declare riichi: leave first-turn or riichi out"
        if situation.dealer and not situation.tsumo:
            yield "first-turn with ron is a win before the first draw, and the dealer draws first: leave it out"


def _tile_problems(hand: TileHand, situation: Situation, rules: Ruleset) -> Iterator[str]:
    seen = (*hand.tiles, *hand.indicators, *hand.ura)
    if not rules.red_fives and (reds := [tile for tile in seen if tile.red]):
        plain = Tile(reds[0].kind)
        yield f"{reds[0]} is a red five, and ruleset {rules.name} plays without them: type {plain}"
    if situation.players != 3:
        if hand.norths:
            yield f"north {hand.norths}: norths are laid aside with three players only, and here are four"
        return
    if absent := [tile for tile in seen if tile.kind in ABSENT]:
        yield f"{absent[0]}: with three players there are no 2m to 8m"
    if chi := [meld for meld in hand.melds if meld.shape is Shape.CHI]:
        yield f"{chi[0]}: with three players nobody calls chi"
