"""The table from hand to hand: who deals next, the counters, and when the game is over."""

from dataclasses import replace

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
    stays = dealer_stays(facts, table.dealer, rules)
    honba = table.honba + 1 if stays or isinstance(facts, ExhaustiveDraw) else 0
    here = replace(table, honba=honba, sticks=sticks_after(paid, table.sticks), scores=scores)
    dealer = table.dealer if stays else (table.dealer + 1) % table.players
    round_wind = table.round_wind + (not stays and dealer == 0)
    if _is_over(table, here, rules, stays=stays, round_wind=round_wind):
        # Nothing follows: the place in the rounds stays where the last hand was played.
        return replace(here, over=True)
    return replace(here, round_wind=round_wind, dealer=dealer)


def _is_over(table: Table, after: Table, rules: Ruleset, *, stays: bool, round_wind: int) -> bool:
    """Whether the game is over after a hand; round_wind: that of the hand that would follow."""
    if rules.bust != "none" and min(after.scores) < (1 if rules.bust == "zero_or_below" else 0):
        return True
    if stays:
        last = table.dealer == table.players - 1 and table.round_wind == rules.rounds - 1
        extended = table.round_wind >= rules.rounds
        return (last or extended) and rules.agari_yame == "automatic" and _leads_with_target(after, rules)
    if round_wind < rules.rounds:
        return False
    # All rounds are played, or the game is in its extension: the first to have the target ends it.
    return round_wind == rules.rounds + rules.extension_rounds or max(after.scores) >= rules.extension_target


def _leads_with_target(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer is first, ties going to the earlier seat, and has the points that the game is played for."""
    best = max(table.scores)
    return table.scores.index(best) == table.dealer and best >= rules.extension_target


def dealer_stays(facts: Facts, dealer: int, rules: Ruleset) -> bool:
    """The dealer deals again after winning, alone or with others, and when tenpai at a draw, as the rules have it."""
    if rules.dealer_repeat == "none":
        return False
    match facts:
        case Ron():
            return any(w.winner == dealer for w in facts.wins)
        case Tsumo():
            return facts.win.winner == dealer
        case ExhaustiveDraw():
            return rules.dealer_repeat == "win_or_tenpai" and dealer in facts.tenpai
