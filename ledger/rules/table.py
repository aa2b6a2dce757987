"""The table from hand to hand: who deals next, the counters, and when the game is over."""

from ledger.rules.facts import ExhaustiveDraw, Facts, Ron, Tsumo
from ledger.rules.payments import change, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Payment, Table


def first_table(rules: Ruleset) -> Table:
    """The table before the first hand: East 1, everyone with the start points."""
    return Table(round_wind=0, dealer=0, honba=0, sticks=0, scores=(rules.start_points,) * rules.players)


def next_table(table: Table, facts: Facts, paid: tuple[Payment, ...], rules: Ruleset) -> Table:
    """The table after a hand with these facts and payments."""
    scores = tuple(s + c for s, c in zip(table.scores, change(paid, table.players), strict=True))
    stays = dealer_stays(facts, table.dealer)
    honba = table.honba + 1 if stays or isinstance(facts, ExhaustiveDraw) else 0
    sticks = sticks_after(paid, table.sticks)
    if stays:
        return Table(table.round_wind, table.dealer, honba, sticks, scores)
    dealer = (table.dealer + 1) % table.players
    round_wind = table.round_wind + (dealer == 0)
    if round_wind == rules.rounds:
        # Nothing follows the last hand: the place in the rounds stays where it was played.
        return Table(table.round_wind, table.dealer, honba, sticks, scores, over=True)
    return Table(round_wind, dealer, honba, sticks, scores)


def dealer_stays(facts: Facts, dealer: int) -> bool:
    """The dealer deals again after winning, alone or with others, and when tenpai at a draw."""
    match facts:
        case Ron():
            return any(w.winner == dealer for w in facts.wins)
        case Tsumo():
            return facts.win.winner == dealer
        case ExhaustiveDraw():
            return dealer in facts.tenpai
