"""What a winning hand is worth, before honba and riichi sticks.

Every ruleset of the four sources comes down to base points: the discarder pays 4 times
the base (6 times to the dealer), a tsumo costs each player the base (twice where the
dealer wins or pays), and each payment is rounded up to the next hundred. The Dutch table
is the same with a base of 250, 500 and 1,000 for the scores 3, 4 and 5.
"""

from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.facts import HanFu, LimitHand, Price, Score, Value, YakumanHand
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit


class CannotOccur(LedgerError):
    """A price that no hand can have under the rules."""


class WrongMethod(LedgerError):
    """A price in the units of another scoring method."""


class Base(NamedTuple):
    """Base points of a hand, with the limit it reaches if any and how many yakuman it counts as."""

    points: int
    limit: Limit | None = None
    multiple: int = 1


LIMIT_BASE = {
    Limit.MANGAN: 2000,
    Limit.HANEMAN: 3000,
    Limit.BAIMAN: 4000,
    Limit.SANBAIMAN: 6000,
    Limit.YAKUMAN: 8000,
}
KIRIAGE = ((4, 30), (3, 60))
"""Han and fu just below mangan (7,700 and 11,600), which some rules round up to it."""
HAN_LIMITS = (
    (Limit.MANGAN, 5, 5),
    (Limit.HANEMAN, 6, 7),
    (Limit.BAIMAN, 8, 10),
    (Limit.SANBAIMAN, 11, 12),
)
"""The limits by han: the first and the last that reach each; beyond them counted_limit says."""
SCORE_LIMITS = (
    (Limit.MANGAN, 6, 7),
    (Limit.HANEMAN, 8, 9),
    (Limit.BAIMAN, 10, 12),
    (Limit.SANBAIMAN, 13, 15),
)
"""The limits by Dutch score, as the rows of its table."""
HAN_OF_YAKUMAN = 13
"""So many han count as a yakuman, and twice as many as two where the rules stack them."""
LOWEST_SCORE = 3
MOST_HAN = 99
MOST_HAN_WITHOUT_LIMITS = 40  # each han doubles the points, and both databases keep 64 bits
MOST_FU = 170  # four closed quads of terminals or honours and the rest come to 164
MOST_DUTCH_YAKUMAN = 3  # the last row of the Dutch table


def base_points(price: Price, rules: Ruleset, *, ron: bool) -> Base:
    """The base points of a price. Raises CannotOccur or WrongMethod.

    A price by value means other base points for the dealer: see values.base_of.
    """
    match price:
        case Value():
            raise TypeError("the base points of a value depend on who deals")
        case YakumanHand(multiple):
            most = most_yakuman(rules)
            if not 1 <= multiple <= most:
                raise CannotOccur(f"{multiple} yakuman at once: ruleset {rules.name} counts from 1 to {most}")
            return Base(LIMIT_BASE[Limit.YAKUMAN] * multiple, Limit.YAKUMAN, multiple)
        case LimitHand(limit):
            if rules.limits == "none":
                raise WrongMethod(f"ruleset {rules.name} has no limits: type han and fu, as in 6/30")
            return Base(LIMIT_BASE[limit], limit)
        case Score(score):
            if rules.method != "dutch":
                raise WrongMethod(
                    f"s{score} is a Dutch score, and ruleset {rules.name} counts han and fu: type 3/40 (han/fu) or 5h"
                )
            return _base_of_score(score, rules)
        case HanFu(han, fu):
            return (
                _base_of_dutch_han(han, fu, rules) if rules.method == "dutch" else _base_of_han_fu(han, fu, rules, ron)
            )


def most_yakuman(rules: Ruleset) -> int:
    """How many yakuman one hand counts at most; the Dutch table has no row beyond three."""
    return min(rules.most_yakuman, MOST_DUTCH_YAKUMAN) if rules.method == "dutch" else rules.most_yakuman


def ron_points(base: Base, rules: Ruleset, *, dealer_wins: bool) -> int:
    """What the discarder pays for the hand itself."""
    return _round_up(base.points * (6 if dealer_wins else 4), rules.payment_unit)


def tsumo_points(base: Base, rules: Ruleset, *, dealer_wins: bool, dealer_pays: bool) -> int:
    """What one player pays for the hand itself; of three, nobody pays the missing seat's part, or two share it."""
    points = _round_up(base.points * (2 if dealer_wins or dealer_pays else 1))
    if rules.players == 3 and rules.tsumo_of_three == "bisection":
        missing = _round_up(base.points * (2 if dealer_wins else 1))
        points += _round_up(missing, 200) // 2
    return _round_up(points, rules.payment_unit)


def _round_up(points: int, unit: int = 100) -> int:
    return -(-points // unit) * unit


def _base_of_score(score: int, rules: Ruleset) -> Base:
    if not LOWEST_SCORE <= score <= MOST_HAN + 2:
        bound = f"the lowest is s{LOWEST_SCORE}" if score < LOWEST_SCORE else f"s{MOST_HAN + 2} is the most"
        raise CannotOccur(f"s{score}: a Dutch score is han with dora plus 2, so {bound}")
    if score <= 5:
        return Base(250 << (score - LOWEST_SCORE))
    return _limit_reached(score, SCORE_LIMITS, rules, score - 2)


def _base_of_dutch_han(han: int, fu: int | None, rules: Ruleset) -> Base:
    if fu is not None:
        raise WrongMethod(
            f"{han}/{fu} is han and fu, and ruleset {rules.name} has no fu: type {_both_meanings(han, rules)}"
        )
    if not 1 <= han <= MOST_HAN:
        raise CannotOccur(f"{han} han: a winning hand has from 1 to {MOST_HAN}")
    return _base_of_score(han + 2, rules)


def _both_meanings(number: int, rules: Ruleset) -> str:
    """What a bare number could mean in a Dutch game, with the two values for a non-dealer's ron."""
    meanings = []
    for typed, meaning, score in (
        (f"s{number}", f"score {number}", number),
        (f"{number}h", f"{number} han", number + 2),
    ):
        if LOWEST_SCORE <= score <= MOST_HAN + 2:
            worth = ron_points(_base_of_score(score, rules), rules, dealer_wins=False)
            meanings.append(f"{typed} for {meaning} (worth {worth:,} by ron to a non-dealer)")
    return " or ".join(meanings) or "s3 or more for the score, 1h or more for the han"


def ambiguous_number(number: int, rules: Ruleset) -> LedgerError:
    """The refusal of a bare number as a price: it could be a score, or han."""
    if rules.method == "dutch":
        return WrongMethod(f"{number} alone could be the score or the han: type {_both_meanings(number, rules)}")
    if number == 25 or (number >= 20 and number % 10 == 0):
        return WrongMethod(f"{number} alone is no price: type the han before the fu, as in 3/{number}")
    return WrongMethod(
        f"{number} alone is no price: type {number}/30 for {number} han 30 fu, or 5h where fu does not matter"
    )


def _base_of_han_fu(han: int, fu: int | None, rules: Ruleset, ron: bool) -> Base:
    most = MOST_HAN_WITHOUT_LIMITS if rules.limits == "none" else MOST_HAN
    if not 1 <= han <= most:
        raise CannotOccur(f"{han} han: a winning hand has from 1 to {most}")
    if fu is not None:
        _check_fu(han, fu, rules, ron)
    if han < 5 or rules.limits == "none":
        if fu is None:
            raise WrongMethod(f"{han} han needs its fu: type {han}/30 for {han} han 30 fu")
        points = fu << (2 + han)
        if rules.limits == "none":
            return Base(points)
        full = points >= LIMIT_BASE[Limit.MANGAN] or (rules.kiriage and (han, fu) in KIRIAGE)
        return _limit(Limit.MANGAN) if full else Base(points)
    return _limit_reached(han, HAN_LIMITS, rules, han)


def _check_fu(han: int, fu: int, rules: Ruleset, ron: bool) -> None:
    """Refuses the combinations that the sources' tables leave empty, with the reason."""
    price = f"{han} han {fu} fu"
    if fu != 25 and (fu % 10 or not 20 <= fu <= MOST_FU):
        raise CannotOccur(f"{price} cannot occur: fu is 20, 25, or a multiple of ten up to {MOST_FU}")
    if fu == 20 and han == 1:
        raise CannotOccur(f"{price} cannot occur: 20 fu is pinfu with tsumo, which is 2 han already")
    if fu == 20 and ron and rules.minimum_fu_on_ron > 20:
        raise CannotOccur(
            f"{price} cannot occur on ron: 20 fu is pinfu with tsumo only; a ron has at least 30 fu (seven pairs 25)"
        )
    if fu == 25 and han == 1:
        raise CannotOccur(f"{price} cannot occur: 25 fu is seven pairs, which is 2 han already")
    if fu == 25 and han == 2 and not ron:
        raise CannotOccur(f"{price} cannot occur on tsumo: seven pairs with a closed tsumo is 3 han already")


def _limit_reached(number: int, limits: tuple[tuple[Limit, int, int], ...], rules: Ruleset, han: int) -> Base:
    """The limit that a number of han, or a Dutch score, reaches; han: the same in han."""
    for limit, _, last in limits:
        if number <= last:
            return _limit(limit)
    if rules.counted_limit != "stacking":
        return _limit(Limit(rules.counted_limit))
    multiple = min(max(1, han // HAN_OF_YAKUMAN), rules.most_yakuman)
    return Base(LIMIT_BASE[Limit.YAKUMAN] * multiple, Limit.YAKUMAN, multiple)


def _limit(limit: Limit) -> Base:
    return Base(LIMIT_BASE[limit], limit)
