"""Prices as they are typed: 3/40, 5h, s5, mangan, 2yakuman; by value 7700, 1300/2600, 2000all."""

from typing import NamedTuple

from ledger.rules.facts import HanFu, LimitHand, Price, Score, Value, YakumanHand
from ledger.shapes.hand import Limit

LIMITS = {limit.value: limit for limit in Limit}
POINTS_FROM = 100
"""From here on a number is points, not han."""
_YAKUMAN = Limit.YAKUMAN.value
_MOST_DIGITS = 15


def number(text: str, digits: int = 6) -> int | None:
    """A whole number of at most six plain digits, or as many as are said."""
    return int(text) if len(text) <= digits and is_number(text) else None


def is_number(text: str) -> bool:
    """Whether a word is plain digits, however many."""
    return text.isascii() and text.isdigit()


def price_of(key: str) -> Price | None:
    """The price that a folded word says, or None; whether a hand can have it is for the rules to say."""
    if key in LIMITS:
        return YakumanHand(1) if key == _YAKUMAN else LimitHand(LIMITS[key])
    if key.endswith(_YAKUMAN):
        multiple = number(key.removesuffix(_YAKUMAN))
        return None if multiple is None else YakumanHand(multiple)
    if key.startswith("s"):
        score = number(key[1:])
        return None if score is None else Score(score)
    front, slash, back = key.partition("/")
    if slash:
        han, fu = number(front), number(back)
        return None if han is None or fu is None else HanFu(han, fu)
    han = number(key.removesuffix("an").removesuffix("h"))
    return HanFu(han) if han is not None and key.endswith(("h", "han")) else None


class TypedValue(NamedTuple):
    """A value as typed: everyone: with "all"; counters: what was said to come on top, None where nothing was."""

    value: Value
    everyone: bool = False
    counters: int | None = None


def value_of(key: str) -> TypedValue | None:
    """The value that a folded word says, or None: 7700, 1300/2600 in either order, 2000all, each perhaps with +300."""
    front, plus, added = key.partition("+")
    counters = number(added) if plus else None
    if plus and counters is None:
        return None
    one, slash, other = front.partition("/")
    points = [number(part.removesuffix("all"), _MOST_DIGITS) for part in (one, other)[: 2 if slash else 1]]
    if any(n is None or n < POINTS_FROM for n in points) or (slash and "all" in front):
        return None
    ordered = sorted(n for n in points if n is not None)
    return TypedValue(Value(*ordered), everyone=front.endswith("all"), counters=counters)


def value_text(value: Value, *, tsumo: bool, counters: int | None = None) -> str:
    """A value as it is typed; counters: what comes on top, said where a figure could be read with or without."""
    added = "" if counters is None else f"+{counters}"
    if value.dealer is not None:
        return f"{value.points}/{value.dealer}{added}"
    return f"{value.points}{'all' if tsumo else ''}{added}"


def price_text(price: Price, *, tsumo: bool = False) -> str:
    """A price as it is typed; by value, how it was won makes a difference."""
    match price:
        case Value():
            return value_text(price, tsumo=tsumo)
        case HanFu(han, None):
            return f"{han}h"
        case HanFu(han, fu):
            return f"{han}/{fu}"
        case Score(score):
            return f"s{score}"
        case LimitHand(limit):
            return limit.value
        case YakumanHand(multiple):
            return _YAKUMAN if multiple == 1 else f"{multiple}{_YAKUMAN}"
