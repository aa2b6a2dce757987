"""Amounts as people type and read them: strictly, so that nothing is a thousand times what was meant."""

from fractions import Fraction

import pytest

from ledger.commands.money import amount_minor, locale_named, money_from, money_text, rate_amount, rate_text
from ledger.errors import UsageError
from ledger.shapes.game import Money


@pytest.mark.parametrize(
    ("text", "currency", "locale", "minor"),
    [
        ("24", "EUR", "en", 2_400),
        ("24.00", "EUR", "en", 2_400),
        ("24,00", "EUR", "en", 2_400),
        ("24.00", "EUR", "nl", 2_400),
        ("0.05", "EUR", "nl", 5),
        (" 24,50 ", "EUR", "nl", 2_450),
        ("1,234.56", "EUR", "en", 123_456),
        ("1.234,56", "EUR", "nl", 123_456),
        ("1234", "EUR", "en", 123_400),
        ("-5.00", "EUR", "en", -500),
        ("−5", "EUR", "en", -500),
        ("+5", "EUR", "en", 500),
        ("2.5", "EUR", "en", 250),
        ("2,5", "EUR", "nl", 250),
        ("1500", "JPY", "en", 1_500),
        ("1,500", "JPY", "en", 1_500),
        ("1.500", "JPY", "nl", 1_500),
        ("1.250", "KWD", "en", 1_250),
        ("3", "KWD", "en", 3_000),
    ],
)
def test_what_is_read(text, currency, locale, minor):
    assert amount_minor(text, currency, locale) == minor


@pytest.mark.parametrize(
    ("text", "currency", "locale", "message"),
    [
        ("1.000", "EUR", "en", "'1.000' could be read in two ways: write 1000, or with 2 decimals"),
        ("1,000", "EUR", "en", "'1,000' could be read in two ways: write 1000, or with 2 decimals"),
        ("1.000", "EUR", "nl", "could be read in two ways"),
        ("12.3456", "EUR", "en", "it has 2 decimals"),
        ("1,23,456", "EUR", "en", "'1,23,456' is no amount of EUR: as in 12.55"),
        ("1.234,56", "EUR", "en", "is no amount of EUR"),
        ("five", "EUR", "nl", "'five' is no amount of EUR: as in 12,55"),
        ("", "EUR", "en", "is no amount of EUR"),
        ("1e3", "EUR", "en", "is no amount of EUR"),
        ("١٢", "EUR", "en", "is no amount of EUR"),
        ("--5", "EUR", "en", "is no amount of EUR"),
        ("€5", "EUR", "en", "is no amount of EUR"),
        ("1.5", "JPY", "en", "it has 0 decimals"),
        ("five", "JPY", "en", "as in 1250"),
        ("9" * 13, "EUR", "en", "is no amount of EUR"),
        ("NaN", "EUR", "en", "is no amount of EUR"),
        ("inf", "EUR", "en", "is no amount of EUR"),
    ],
)
def test_what_is_refused(text, currency, locale, message):
    with pytest.raises(UsageError) as refusal:
        amount_minor(text, currency, locale)
    assert message in str(refusal.value)


def test_amounts_are_written_as_in_the_locale():
    assert money_text(123_456, "EUR") == "€1,234.56"
    assert money_text(-123_456, "EUR", "nl").replace("\xa0", " ") == "€ -1.234,56"
    assert money_text(1_500, "JPY") == "¥1,500"
    assert money_text(1_250, "KWD").replace("\xa0", "") == "KWD1.250"
    assert money_text(Fraction(335, 2), "EUR") == "€1.675"
    assert money_text(Fraction(530_000, 3), "EUR") == "≈€1,766.6667"
    assert money_text(Fraction(-650_000, 3), "EUR", "nl").replace("\xa0", " ") == "≈€ -2.166,6667"
    assert money_text(Fraction(-65, 30), "JPY") == "≈-¥2.17"


def test_a_rate_of_so_much_for_so_many_points():
    money = money_from("EUR", "1/30", None)
    assert money is not None
    assert Fraction(money.rate_minor, money.rate_points) == Fraction(100, 30)
    assert rate_text(money) == "€1.00 per 30 points"
    assert money_from("EUR", rate_amount(money), None) == money
    assert rate_text(money_from("EUR", "1/1000", None)) == "€1.00 per 1,000 points"
    assert rate_text(Money("JPY", 1, 7)) == "¥1 per 7 points"
    for wrong in ("1/0", "1/", "/30", "1/30/2", "99999/1"):
        with pytest.raises(UsageError, match="--rate"):
            money_from("EUR", wrong, None)


def test_locales():
    assert locale_named("nl") == "nl"
    assert locale_named("de-CH") == "de_CH"
    for wrong in ("xx", "nl_XX_y", "", "n" * 50):
        with pytest.raises(UsageError, match="no locale"):
            locale_named(wrong)
