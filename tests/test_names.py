"""Names of people: compared however they are typed, and cleaned before they are stored."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.errors import UsageError
from ledger.names import clean_name, did_you_mean, name_key, nearest, unusable_character

USABLE = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Ken", "ken"),
        ("KEN", "ken"),
        ("Ｋｅｎ", "ken"),
        ("  Ken  ", "ken"),
        ("Anna \t  Maria", "anna maria"),
        ("Anna\u00a0Maria", "anna maria"),
        ("Anna\u3000Maria", "anna maria"),
        ("Groß", "gross"),
        ("GROẞ", "gross"),
        ("René", "rené"),
        ("Rene\u0301", "rené"),
        ("ｹﾝ", "ケン"),
        ("ﾀﾞｲ", "ダイ"),
        ("田中さん", "田中さん"),
        ("Σοφός", "σοφόσ"),
        ("İlke", "i\u0307lke"),
        ("ﬁona", "fiona"),
        ("Ken②", "ken2"),
        ("", ""),
        (" \u3000", ""),
    ],
)
def test_the_key_is_the_same_however_a_name_is_typed(typed: str, key: str) -> None:
    assert name_key(typed) == key


@pytest.mark.parametrize(("one", "other"), [("Rene", "René"), ("Ken", "Kenn"), ("AnnaMaria", "Anna Maria")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text())
@example("\u1fb3\u0345")
@example("\u0345α")
@example("\u00a8")
@example("İ\u0307 ẞ")
def test_the_key_of_a_key_is_itself(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key


@given(USABLE)
def test_case_width_and_spaces_around_do_not_matter(name: str) -> None:
    assert name_key(f"\u3000{name}  ") == name_key(name)
    assert name_key(name.casefold()) == name_key(name)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ken", "Ken"),
        ("  Ken  ", "Ken"),
        ("Anna\t Maria", "Anna Maria"),
        ("Anna\nMaria", "Anna Maria"),
        ("Rene\u0301", "René"),
        ("田中さん", "田中さん"),
        ("Ｋｅｎ", "Ｋｅｎ"),
        ("Groß", "Groß"),
        ("O'Neil", "O'Neil"),
        ("Ken@home", "Ken@home"),
        ("Anne-Marie", "Anne-Marie"),
        ("Ke\u00adn\u200b Jr \ufeff", "Ken Jr"),
        ("می\u200cنا", "می\u200cنا"),
        ("x" * 60, "x" * 60),
        ("🀄", "🀄"),
    ],
)
def test_a_name_is_shown_as_typed_but_for_its_spaces(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "cannot be blank"),
        ("   ", "cannot be blank"),
        ("\t\n", "cannot be blank"),
        ("\u3000", "cannot be blank"),
        ("\u200b", "cannot be blank"),
        ("\u200d \u00ad", "cannot be blank"),
        ("\u0301", "cannot be blank"),
        ("Ken\x00", "the character U\\+0000"),
        ("\x07Ken", "the character U\\+0007"),
        ("Ke\x1bn", "the character U\\+001B"),
        ("Ken\x7f", "the character U\\+007F"),
        ("Ken\x9f", "the character U\\+009F"),
        ("Ken\ud800", "the character U\\+D800"),
        ("\udfffKen", "the character U\\+DFFF"),
        ("Ken\u200e", "the character U\\+200E"),
        ("\u202eneK", "the character U\\+202E"),
        ("Ken\u2066", "the character U\\+2066"),
        ("Ken,", "cannot contain a comma"),
        ("Ken, John", "cannot contain a comma"),
        ("@Ken", "or begin with @"),
        ("  @Ken", "or begin with @"),
        ("-Ken", "cannot begin with -"),
        ("x" * 61, "at most 60 characters, got 61"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(UsageError, match=f"^a name .*{reason}"):
        clean_name(typed)


@pytest.mark.parametrize("typed", ["Ken，John", "Ken﹐", "＠Ken", "﹫Ken"])
def test_a_wide_comma_or_at_sign_is_refused_like_a_plain_one(typed: str) -> None:
    with pytest.raises(UsageError, match="cannot contain a comma or begin with @"):
        clean_name(typed)


def test_a_refusal_says_what_the_name_was_for() -> None:
    with pytest.raises(UsageError, match=r"^a season cannot be blank$"):
        clean_name(" ", "a season")


@given(st.text(max_size=30))
def test_a_cleaned_name_is_clean_and_keeps_its_key(name: str) -> None:
    try:
        shown = clean_name(name)
    except UsageError:
        return
    assert clean_name(shown) == shown
    assert name_key(shown) == name_key(name)
    assert shown == shown.strip() != ""
    assert unusable_character(shown) is None


@pytest.mark.parametrize("text", ["", "Ken", "René 田中さん", "می\u200cنا", "🀄"])
def test_ordinary_text_has_no_unusable_character(text: str) -> None:
    assert unusable_character(text) is None


def test_the_first_unusable_character_is_described() -> None:
    assert unusable_character("a\nb\x00") == "the character U+000A (control and direction marks are refused)"


@pytest.mark.parametrize(
    ("typed", "near"),
    [("Johm", "John"), ("jonh", "John"), ("TARO", "Taro"), ("ＫＥＮ", "Ken"), ("Kne", "Ken"), ("Zbigniew", None)],
)
def test_the_nearest_of_known_names(typed: str, near: str | None) -> None:
    assert nearest(typed, ["Ken", "John", "Taro"]) == near


def test_a_near_name_is_suggested_else_a_few_are_listed() -> None:
    assert did_you_mean("Johm", ["Ken", "John"]) == "; did you mean John?"
    assert did_you_mean("Zbigniew", ["Ken", "John"]) == "; known: Ken, John"
    assert did_you_mean("Zbigniew", ["Ken"]) == "; known: Ken"
    assert did_you_mean("Zbigniew", []) == ""
    many = [f"Ken{number}" for number in range(13)]
    assert did_you_mean("Zbigniew", many[:12]).endswith(", Ken11")
    assert did_you_mean("Zbigniew", many) == ""
