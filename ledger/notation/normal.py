"""The one form of facts that say the same."""

from dataclasses import replace

from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    Liability,
    LimitHand,
    Price,
    Ron,
    Tsumo,
    Win,
    YakumanHand,
)
from ledger.rules.ruleset import Ruleset
from ledger.rules.turns import turn_order
from ledger.shapes.hand import Limit


def normal_form(facts: Facts, rules: Ruleset) -> Facts:
    """The same facts with winners in turn order from the discarder and other seats ascending."""
    riichi = tuple(sorted(facts.riichi))
    match facts:
        case Ron(discarder, wins):
            by_winner = {win.winner: _win(win, rules) for win in wins}
            winners = turn_order(tuple(by_winner), discarder, rules.players)
            return replace(facts, wins=tuple(by_winner[seat] for seat in winners), riichi=riichi)
        case Tsumo(win):
            return replace(facts, win=_win(win, rules), riichi=riichi)
        case ExhaustiveDraw(tenpai, _, nagashi):
            return replace(facts, tenpai=tuple(sorted(tenpai)), riichi=riichi, nagashi=tuple(sorted(nagashi)))
        case AbortiveDraw() | Chombo():
            return replace(facts, riichi=riichi)


def _win(win: Win, rules: Ruleset) -> Win:
    price = _price(win.price)
    return replace(win, price=price, liable=_liable(win.liable, price, rules) if win.liable else None)


def _price(price: Price) -> Price:
    return YakumanHand(1) if price == LimitHand(Limit.YAKUMAN) else price


def _liable(liable: Liability, price: Price, rules: Ruleset) -> Liability:
    """Liable for all yakuman of a hand, or under rules that know nothing less, is liable for the whole hand."""
    whole = rules.pao_covers == "hand" or not isinstance(price, YakumanHand) or liable.multiple == price.multiple
    return Liability(liable.seat, None if whole else liable.multiple)
