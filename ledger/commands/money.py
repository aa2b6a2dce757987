"""Money as people type and read it; everything inside is whole minor units."""

from fractions import Fraction

from ledger.errors import UsageError
from ledger.names import did_you_mean
from ledger.shapes.game import Money

PER = 1000
"""A rate is typed for so many points."""
MOST_RATE = 1_000_000
"""No currency of the world needs more for 1,000 points."""


class CurrencyUnknown(UsageError):
    """A rate that nobody said the currency of."""

    def __init__(self) -> None:
        super().__init__("--rate needs --currency, as in --currency EUR --rate 0.50 (per 1,000 points)")


def money_from(currency: str | None, rate: str | None, usual: Money | None) -> Money | None:
    """The money that --currency and --rate say; None where neither is given, or the rate is 0.

    usual: the club's own money, whose currency a rate alone refers to.
    """
    if rate is None and currency is None:
        return None
    if rate is None:
        raise UsageError("--currency needs --rate: what 1,000 points are worth, as in --currency EUR --rate 0.50")
    value = _rate(rate)
    if currency:
        digits(currency.upper())
    if value == 0:
        return None
    code = (currency or (usual.currency if usual else "")).upper()
    if not code:
        raise CurrencyUnknown
    minor = value * 10 ** digits(code)
    if minor.denominator == 1:
        return Money(code, int(minor), PER)
    return Money(code, minor.numerator, PER * minor.denominator)


def is_points_only(rate: str | None) -> bool:
    """Whether --rate 0 was given: points, and no money anywhere."""
    return rate is not None and _rate(rate) == 0


def _rate(rate: str) -> Fraction:
    plain = rate.replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit()) or len(rate) > 12:
        raise UsageError(f"--rate {rate!r} is no amount: type what 1,000 points are worth, as in 0.50, or 0 for none")
    if Fraction(rate) > MOST_RATE:
        raise UsageError(f"--rate {rate} is more than {MOST_RATE:,} for 1,000 points: is that meant?")
    return Fraction(rate)


def digits(currency: str) -> int:
    """How many decimals a currency has (EUR 2, JPY 0). Raises UsageError for one that does not exist."""
    from babel import Locale  # noqa: PLC0415
    from babel.numbers import get_currency_precision  # noqa: PLC0415

    known = Locale("en").currencies
    if currency not in known:
        close = did_you_mean(currency, sorted(known)) or "; known are EUR, USD, JPY and the other codes of ISO 4217"
        raise UsageError(f"no currency {currency!r}{close}")
    return get_currency_precision(currency)


def money_text(amount_minor: int | Fraction, currency: str) -> str:
    """An amount with its currency: €26.50; an amount between two minor units keeps its further digits."""
    from decimal import Decimal  # noqa: PLC0415

    from babel.numbers import format_currency  # noqa: PLC0415

    exact = Fraction(amount_minor) / 10 ** digits(currency)
    decimal = Decimal(exact.numerator) / Decimal(exact.denominator)
    whole = Fraction(amount_minor).denominator == 1
    return str(format_currency(decimal, currency, locale="en", decimal_quantization=whole))


def rate_amount(money: Money) -> str:
    """What 1,000 points are worth, as it is typed: 0.50."""
    exact = Fraction(money.rate_minor * PER, money.rate_points) / 10 ** digits(money.currency)
    whole, rest = divmod(exact, 1)
    text, places = "", digits(money.currency)
    while rest or len(text) < places:
        digit, rest = divmod(rest * 10, 1)
        text += str(digit)
    return f"{whole}.{text}" if text else str(whole)


def rate_text(money: Money | None) -> str:
    """What points are worth, in words."""
    if money is None:
        return "points only"
    return f"{money_text(Fraction(money.rate_minor * PER, money.rate_points), money.currency)} per 1,000 points"
