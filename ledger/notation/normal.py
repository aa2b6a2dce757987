"""The one form of facts that say the same."""

from ledger.rules.facts import ExhaustiveDraw, Facts, LimitHand, Price, Ron, Tsumo, Win, YakumanHand
from ledger.rules.payments import turn_order
from ledger.shapes.hand import Limit


def normal_form(facts: Facts, players: int) -> Facts:
    """The same facts with winners in turn order from the discarder and other seats ascending."""
    riichi = tuple(sorted(facts.riichi))
    match facts:
        case Ron(discarder, wins, _, on_riichi):
            prices = {win.winner: _price(win.price) for win in wins}
            winners = turn_order(tuple(prices), discarder, players)
            return Ron(discarder, tuple(Win(seat, prices[seat]) for seat in winners), riichi, on_riichi)
        case Tsumo(Win(winner, price)):
            return Tsumo(Win(winner, _price(price)), riichi)
        case ExhaustiveDraw(tenpai):
            return ExhaustiveDraw(tuple(sorted(tenpai)), riichi)


def _price(price: Price) -> Price:
    return YakumanHand(1) if price == LimitHand(Limit.YAKUMAN) else price
