"""Money as people type and read it; everything inside is whole minor units."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from ledger.errors import UsageError
from ledger.names import did_you_mean
from ledger.shapes.game import Money

if TYPE_CHECKING:
    from ledger.store.unit import Engine

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


LOCALE = click.option(
    "--locale", metavar="CODE", envvar="LEDGER_LOCALE", help="How amounts are written and read: nl … (LEDGER_LOCALE)."
)
"""The option of a command that reads or writes amounts."""


def locale_named(code: str) -> str:
    """A locale as Babel names it. Raises UsageError for one that there is not."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415

    try:
        return str(Locale.parse(code.replace("-", "_")))
    except (UnknownLocaleError, ValueError) as error:
        raise UsageError(f"no locale {code!r}: as in en, nl or de_CH") from error


def locale_of(engine: "Engine", asked: str | None) -> str:
    """How amounts are written and read here: as asked, else as in the club."""
    from ledger.services.club import habits_of  # noqa: PLC0415

    return locale_named(asked) if asked else habits_of(engine).locale


def amount_in(text: str, locale: str) -> Callable[[str], int]:
    """Reads an amount once its currency is known; strictly, so that nothing is taken for a thousand times as much."""
    return lambda currency: amount_minor(text, currency, locale)


def amount_minor(text: str, currency: str, locale: str) -> int:
    """An amount as people type it, in minor units: 24, 24.00, 24,00, or with groups as the locale has them.

    A mark before as many digits as the currency has decimals is the decimal mark, whatever the
    locale; 1.000 could be one or a thousand, and is refused. Raises UsageError.
    """
    from babel.numbers import NumberFormatError, get_decimal_symbol, parse_decimal  # noqa: PLC0415

    places = digits(currency)
    sign, plain = (-1, text.strip()[1:]) if text.strip()[:1] in ("-", "\u2212") else (1, text.strip().removeprefix("+"))
    plain = plain.replace("\u00a0", " ").strip()
    if re.fullmatch("[0-9]{1,12}", plain):
        return sign * int(plain) * int(10**places)
    if places and places != 3 and (exact := re.fullmatch(rf"([0-9]{{1,12}})[.,]([0-9]{{{places}}})", plain)):
        return sign * int(f"{exact[1]}{exact[2]}")
    if places not in (0, 3) and re.fullmatch(r"[0-9]{1,3}[.,' ][0-9]{3}", plain):
        whole = plain.replace(plain[-4], "")
        raise UsageError(f"{text!r} could be read in two ways: write {whole}, or with {places} decimals")
    try:
        if not re.fullmatch(r"[0-9][0-9.,'\u2019\u202f ]*", plain):  # Babel reads 1e3 and infinity, too
            raise NumberFormatError(text)
        value = Fraction(parse_decimal(plain, locale=locale, strict=True))
    except (NumberFormatError, ValueError) as error:
        as_in = f"12{get_decimal_symbol(locale)}{'5' * places}" if places else "1250"
        raise UsageError(f"{text!r} is no amount of {currency}: as in {as_in}") from error
    minor = value * 10**places
    if minor.denominator != 1 or abs(minor) >= 10**14:
        raise UsageError(f"{text!r} is no amount of {currency}: it has {places} decimals")
    return sign * int(minor)


def is_points_only(rate: str | None) -> bool:
    """Whether --rate 0 was given: points, and no money anywhere."""
    return rate is not None and _rate(rate) == 0


def _rate(rate: str) -> Fraction:
    """What 1,000 points are worth: as typed, or as so much for so many points (1/30)."""
    if per := re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)/([0-9]{1,6})", rate):
        if not int(per[2]):
            raise UsageError(f"--rate {rate!r}: for how many points? As in 1/30")
        rate_per = Fraction(per[1]) * PER / int(per[2])
        if rate_per > MOST_RATE:
            raise UsageError(f"--rate {rate} is more than {MOST_RATE:,} for 1,000 points: is that meant?")
        return rate_per
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


def money_text(amount_minor: int | Fraction, currency: str, locale: str = "en") -> str:
    """An amount with its currency: €26.50; one between two minor units keeps its further digits.

    Digits without an end are rounded, which is said: ≈€1,766.6667.
    """
    from decimal import Decimal  # noqa: PLC0415

    from babel.numbers import format_currency  # noqa: PLC0415

    exact = Fraction(amount_minor) / 10 ** digits(currency)
    endless = not _ends(exact)
    shown = round(exact, digits(currency) + 2) if endless else exact
    decimal = Decimal(shown.numerator) / Decimal(shown.denominator)
    whole = Fraction(amount_minor).denominator == 1
    text = format_currency(decimal, currency, locale=locale, decimal_quantization=whole)
    return f"≈{text}" if endless else str(text)


def plain_amount(amount: int, currency: str) -> str:
    """An amount as it is typed, whatever the locale: -12.50."""
    places = digits(currency)
    text = f"{abs(amount):0{places + 1}}"
    return f"{'-' if amount < 0 else ''}{text[: len(text) - places]}{'.' if places else ''}{text[len(text) - places :]}"


def rate_amount(money: Money) -> str:
    """What 1,000 points are worth, as it is typed: 0.50."""
    exact = Fraction(money.rate_minor * PER, money.rate_points) / 10 ** digits(money.currency)
    if not _ends(exact):
        per = exact / PER
        return f"{per.numerator}/{per.denominator}"
    whole, rest = divmod(exact, 1)
    text, places = "", digits(money.currency)
    while rest or len(text) < places:
        digit, rest = divmod(rest * 10, 1)
        text += str(digit)
    return f"{whole}.{text}" if text else str(whole)


def _ends(number: Fraction) -> bool:
    """Whether a number has an end when it is written with decimals."""
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def amount_out(locale: str) -> Callable[[int, str], str]:
    """How amounts in minor units of a currency are written in a locale: what reads one is amount_in."""
    return lambda minor, currency: money_text(minor, currency, locale)


def rate_text(money: Money | None, locale: str = "en") -> str:
    """What points are worth, in words."""
    if money is None:
        return "points only"
    exact = Fraction(money.rate_minor * PER, money.rate_points)
    if not _ends(exact):
        per_point = exact / PER / 10 ** digits(money.currency)
        whole = per_point.numerator * 10 ** digits(money.currency)
        return f"{money_text(whole, money.currency, locale)} per {per_point.denominator:,} points"
    return f"{money_text(exact, money.currency, locale)} per 1,000 points"
