"""The table from hand to hand: who deals next, the counters, and when the game is over."""

from dataclasses import replace

from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, wins_of
from ledger.rules.payments import change, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Payment, Table


def first_table(rules: Ruleset) -> Table:
    """The table before the first hand: East 1, everyone with the start points."""
    return Table(round_wind=0, dealer=0, honba=0, sticks=0, scores=(rules.start_points,) * rules.players)


def next_table(table: Table, facts: Facts, paid: tuple[Payment, ...], rules: Ruleset) -> Table:
    """The table after a hand with these facts and payments."""
    scores = tuple(s + c for s, c in zip(table.scores, change(paid, table.players), strict=True))
    if isinstance(facts, Chombo):
        # The hand is played again: the deal, the counters and the pot stay as they were.
        return replace(table, scores=scores, over=rules.chombo_ends_game or _somebody_is_bust(scores, rules))
    stays = dealer_stays(facts, table.dealer, rules)
    honba = table.honba + 1 if stays or _adds_a_counter(facts, rules) else 0
    here = replace(table, honba=honba, sticks=sticks_after(paid, table.sticks), scores=scores)
    dealer = table.dealer if stays else (table.dealer + 1) % table.players
    round_wind = table.round_wind + (not stays and dealer == 0)
    over = _somebody_is_bust(scores, rules) or (
        _ends_by_the_dealer(here, facts, rules) if stays else _is_played_out(here, round_wind, rules)
    )
    # Nothing follows a game that is over: the place in the rounds stays where the last hand was played.
    return replace(here, over=True) if over else replace(here, round_wind=round_wind, dealer=dealer)


def dealer_may_end(before: Table, facts: Facts, after: Table, rules: Ruleset) -> bool:
    """Whether the dealer of this hand may end the game now, where the rules leave it to the dealer."""
    stays = dealer_stays(facts, before.dealer, rules)
    return rules.agari_yame == "asked" and not after.over and stays and _earned_the_end(after, facts, rules)


def _somebody_is_bust(scores: tuple[int, ...], rules: Ruleset) -> bool:
    return rules.bust != "none" and min(scores) < (1 if rules.bust == "zero_or_below" else 0)


def _ends_by_the_dealer(after: Table, facts: Facts, rules: Ruleset) -> bool:
    return rules.agari_yame == "automatic" and _earned_the_end(after, facts, rules)


def _earned_the_end(after: Table, facts: Facts, rules: Ruleset) -> bool:
    """Whether a dealer who stays in the last hand may end the game: by a win or tenpai, leading, with the target."""
    last = after.dealer == after.players - 1 and after.round_wind == rules.rounds - 1
    extended = after.round_wind >= rules.rounds
    return (last or extended) and not isinstance(facts, AbortiveDraw | Chombo) and _leads_with_target(after, rules)


def _is_played_out(after: Table, round_wind: int, rules: Ruleset) -> bool:
    """Whether no hand follows when the deal passes; round_wind: that of the hand that would follow."""
    if round_wind < rules.rounds:
        return False
    # All rounds are played, or the game is in its extension: the first to have the target ends it.
    return round_wind == rules.rounds + rules.extension_rounds or max(after.scores) >= rules.extension_target


def _leads_with_target(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer is first, ties going to the earlier seat, and has the points that the game is played for."""
    best = max(table.scores)
    return table.scores.index(best) == table.dealer and best >= rules.extension_target


def _adds_a_counter(facts: Facts, rules: Ruleset) -> bool:
    """Whether a counter is added though the deal passes: after every draw, but not after a nagashi that is a win."""
    match facts:
        case ExhaustiveDraw(_, _, nagashi):
            return not (nagashi and rules.nagashi == "win")
        case _:
            return isinstance(facts, AbortiveDraw)


def dealer_stays(facts: Facts, dealer: int, rules: Ruleset) -> bool:
    """Whether the dealer deals again.

    After winning, alone or with others, when tenpai at a draw, as the rules have it; after an
    abortive draw, but for those that pass the deal.
    """
    match facts:
        case Chombo():
            return True
        case AbortiveDraw(kind):
            return kind not in rules.abortive_passes
        case _ if rules.dealer_repeat == "none":
            return False
        case ExhaustiveDraw(_, _, nagashi) if nagashi and rules.nagashi == "win":
            return dealer in nagashi
        case ExhaustiveDraw(tenpai):
            return rules.dealer_repeat == "win_or_tenpai" and dealer in tenpai
        case _:
            return any(win.winner == dealer for win in wins_of(facts))
