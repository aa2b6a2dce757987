"""Prices by value: what is paid for the hand itself, as people say it at the table.

A value is accepted if some hand can have it. All possible values are worked out from the
prices of the ruleset, so there is no second table.
"""

from collections.abc import Iterator
from functools import lru_cache

from ledger.errors import LedgerError, listing
from ledger.rules.facts import HanFu, Price, Score, Value, YakumanHand
from ledger.rules.points import (
    LOWEST_SCORE,
    MOST_FU,
    MOST_HAN,
    MOST_HAN_WITHOUT_LIMITS,
    Base,
    CannotOccur,
    base_points,
    most_yakuman,
    ron_points,
    tsumo_points,
)
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Table


class AmbiguousValue(LedgerError):
    """A value that may or may not hold the counters on the table."""


def base_of(price: Price, rules: Ruleset, *, ron: bool, dealer_wins: bool) -> Base:
    """The base points of any price. Raises CannotOccur, for a value with the nearest that can, or WrongMethod."""
    if not isinstance(price, Value):
        return base_points(price, rules, ron=ron)
    known = possible_values(rules, ron, dealer_wins)
    if price not in known:
        who = "the dealer" if dealer_wins else "a non-dealer"
        raise CannotOccur(
            f"{value_text(price, ron=ron)} is nothing that {who} can win by {'ron' if ron else 'tsumo'} under ruleset "
            f"{rules.name}; nearest: {listing((value_text(v, ron=ron) for v in _nearest(price, known)), 'or')}"
        )
    return known[price]


def value_text(value: Value, *, ron: bool) -> str:
    """A value as it is said: 7,700 by ron, 2,000 all or 1,300/2,600 by tsumo."""
    if value.dealer is not None:
        return f"{value.points:,}/{value.dealer:,}"
    return f"{value.points:,}" if ron else f"{value.points:,} all"


@lru_cache
def possible_values(rules: Ruleset, ron: bool, dealer_wins: bool) -> dict[Value, Base]:
    """All values that a hand can have, from the cheapest up, each with its base points."""
    bases = sorted(set(_bases(rules, ron=ron)), key=lambda base: (base.points, base.limit is None, base.multiple))
    known: dict[Value, Base] = {}
    for base in bases:
        known.setdefault(_value(base, rules, ron=ron, dealer_wins=dealer_wins), base)
    return known


def _bases(rules: Ruleset, *, ron: bool) -> Iterator[Base]:
    for price in _prices(rules):
        try:
            yield base_points(price, rules, ron=ron)
        except CannotOccur:
            continue


def _prices(rules: Ruleset) -> Iterator[Price]:
    if rules.method == "dutch":
        yield from map(Score, range(LOWEST_SCORE, MOST_HAN + 3))
    else:
        most = MOST_HAN_WITHOUT_LIMITS if rules.limits == "none" else MOST_HAN
        for han in range(1, most + 1):
            for fu in (20, 25, *range(30, MOST_FU + 1, 10)):
                yield HanFu(han, fu)
    yield from map(YakumanHand, range(1, most_yakuman(rules) + 1))


def _value(base: Base, rules: Ruleset, *, ron: bool, dealer_wins: bool) -> Value:
    if ron:
        return Value(ron_points(base, rules, dealer_wins=dealer_wins))
    each = tsumo_points(base, rules, dealer_wins=dealer_wins, dealer_pays=False)
    return Value(each) if dealer_wins else Value(each, tsumo_points(base, rules, dealer_wins=False, dealer_pays=True))


def _nearest(price: Value, known: dict[Value, Base]) -> list[Value]:
    """The next possible values below and above; those of the same kind, all or each and dealer."""
    below = [value for value in known if _size(value) < _size(price)]
    above = [value for value in known if _size(value) > _size(price)]
    return [*below[-1:], *above[:1]]


def _size(value: Value) -> int:
    """What orders values of one kind."""
    return value.points * 2 if value.dealer is None else value.points + value.dealer


def check_value(price: Value, winner: int, table: Table, rules: Ruleset, *, ron: bool, counters: int | None) -> None:
    """Refuses a typed value that no hand has, or that may hold the counters of the table.

    counters: what was said to come on top for counters, from one payer; None where nothing was said.
    Raises CannotOccur or AmbiguousValue.
    """
    dealer_wins = winner == table.dealer
    if not ron and dealer_wins != (price.dealer is None):
        typed = f"{price.points:,}" if price.dealer is None else value_text(price, ron=ron)
        raise CannotOccur(
            f"{typed}: the dealer wins, and all pay the same: type it as in 2000all"
            if dealer_wins
            else f"{typed}: a non-dealer's tsumo has two values, what the others and what the dealer pay: "
            "type it as in 1300/2600"
        )
    each = _counters(table, rules, ron=ron)
    if counters is not None and counters != each:
        raise CannotOccur(
            f"+{counters}: the counters at {table.position} are {each:,}{'' if ron else ' from each payer'}"
        )
    less = _less(price, each)
    if each and counters is None and less in (known := possible_values(rules, ron, dealer_wins)):
        bare, whole = _typed(less, ron=ron), _typed(price, ron=ron)
        if price in known:
            raise AmbiguousValue(
                f"{whole} at {table.position} could be the hand alone, or {bare} and its counters: "
                f"type {whole}+{each} or {bare}+{each}"
            )
        raise CannotOccur(f"{whole} is {bare} and the counters: type {bare} (counters and sticks are added)")
    base_of(price, rules, ron=ron, dealer_wins=dealer_wins)


def counters_to_say(price: Value, winner: int, table: Table, rules: Ruleset, *, ron: bool) -> int | None:
    """The counters that a line has to say beside a value, because it could be read as holding them; else None."""
    each = _counters(table, rules, ron=ron)
    ambiguous = each and _less(price, each) in possible_values(rules, ron, winner == table.dealer)
    return each if ambiguous else None


def _counters(table: Table, rules: Ruleset, *, ron: bool) -> int:
    return (rules.honba_ron if ron else rules.honba_tsumo) * table.honba


def _less(price: Value, each: int) -> Value:
    return Value(price.points - each, None if price.dealer is None else price.dealer - each)


def _typed(value: Value, *, ron: bool) -> str:
    """A value as the notation has it."""
    return value_text(value, ron=ron).replace(",", "").replace(" ", "")
