"""Amounts of money as decimal numbers."""

from decimal import Decimal


def decimals_of(currency: str) -> int:
    """How many decimals a currency has: JPY 0, EUR 2, KWD 3."""
    from babel.numbers import get_currency_precision  # noqa: PLC0415 - only needed for money

    return get_currency_precision(currency)


def in_units(amount_minor: int, currency: str) -> Decimal:
    """An amount in minor units as a number of the currency's units, with all its decimals."""
    return Decimal(amount_minor).scaleb(-decimals_of(currency))
