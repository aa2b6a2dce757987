"""Prices as they are typed: 3/40, 5h, s5, mangan, 2yakuman."""

from ledger.rules.facts import HanFu, LimitHand, Price, Score, YakumanHand
from ledger.shapes.hand import Limit

LIMITS = {limit.value: limit for limit in Limit}
POINTS_FROM = 100
"""From here on a number is points, not han."""
_YAKUMAN = Limit.YAKUMAN.value


def number(text: str) -> int | None:
    """A whole number of at most six plain digits."""
    return int(text) if len(text) <= 6 and is_number(text) else None


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


def price_text(price: Price) -> str:
    """A price as it is typed."""
    match price:
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
