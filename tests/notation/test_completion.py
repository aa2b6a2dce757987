"""What may come next in a line that is being typed."""

from dataclasses import replace

import pytest

from ledger.errors import LedgerError
from ledger.notation.completion import Completing
from ledger.notation.parse import parse_hand
from ledger.presets import preset
from ledger.rules.table import first_table

COMMANDS = ("undo", "fix", "show", "end", "games", "help", "quit")
NAMES = ("Ken", "John", "Taro", "Anna")
STANDARD = preset("standard")


def completing(names=NAMES, rules=STANDARD, dealer=0):
    return Completing(names, rules, replace(first_table(rules), dealer=dealer), COMMANDS)


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("k", "Ken "),
        ("Ken ", "Ken ron "),
        ("Ken", "Ken ron "),
        ("n", "n ron "),
        ("n t", "n tsumo "),
        ("Ken ron j", "Ken ron John "),
        ("Ken ron John ", "Ken ron John "),
        ("Ken ron John 3", "Ken ron John 3/30 "),
        ("Ken ron John 3/4", "Ken ron John 3/40 "),
        ("Ken ron John 3/40", "Ken ron John 3/40 riichi "),
        ("Ken ron John 3/40 riichi ", "Ken ron John 3/40 riichi "),
        ("Ken ron John 3/40 on", "Ken ron John 3/40 on-riichi "),
        ("Ken ron John 3/40, T", "Ken ron John 3/40, Taro "),
        ("Ken ron John hane", "Ken ron John haneman "),
        ("Ken tsumo yakuman p", "Ken tsumo yakuman pao "),
        ("Ken ron John 3/40 yaku riichi+ipp", "Ken ron John 3/40 yaku riichi+ippatsu "),
        ("d", "draw "),
        ("draw no", "draw none "),
        ("draw al", "draw all "),
        ("draw Ken n", "draw Ken n "),
        ("ab", "abort "),
        ("abort n", "abort nine-terminals "),
        ("abort f", "abort four-"),
        ("ch", "chombo "),
        ("u", "undo "),
        ("f", "fix "),
        ("en", "end "),
        ("e1.0 k", "e1.0 Ken "),
        ("", ""),
        ("xyz", "xyz"),
        ('Ken ron John 3/40 note "ri', 'Ken ron John 3/40 note "ri'),
    ],
)
def test_tab_brings_what_is_likeliest(typed, after):
    assert completing().at(typed).tab == after


def test_nobody_is_offered_as_the_discarder_of_an_own_win():
    assert [c.text for c in completing().at("Ken ron ").candidates] == ["John", "Taro", "Anna"]
    assert [c.text for c in completing().at("draw Ken ").candidates][:3] == ["John", "Taro", "Anna"]


def test_who_and_how_much_are_never_offered_before_something_of_it_is_typed():
    for typed in ("", "Ken ron ", "Ken ron John ", "Ken tsumo ", "draw ", "Ken ron John 3/40 riichi ", "chombo "):
        assert completing().at(typed).accepted is None


def test_names_that_begin_alike_are_completed_as_far_as_they_go():
    two = completing(("Taro", "Tarako", "Ken", "Anna"))
    assert two.at("t").tab == "Tar"
    assert two.at("tar").tab == "tar"
    assert two.at("tara").tab == "Tarako "
    assert two.at("tara").ghost == "ko "


def test_names_of_several_words_scripts_and_words_of_the_notation():
    other = completing(("Anne Marie", "田中さん", "Ron", "O'Brien"))
    assert other.at("anne m").tab == "Anne Marie "
    assert other.at("田").tab == "田中さん "
    assert other.at("田 ron o").tab == "田 ron O'Brien "
    assert other.at("ro").tab == "@Ron "
    assert other.at("ro").ghost == ""
    assert other.at("anne ron @r").tab == "anne ron @Ron "


def test_prices_are_those_of_the_rules():
    dutch = Completing(NAMES[:3], preset("dutch"), first_table(preset("dutch")))
    prices = [c.text for c in dutch.at("Ken ron John ").candidates]
    assert prices[0] == "s3"
    assert "3/40" not in prices
    assert "1/20" not in [c.text for c in completing().at("Ken ron John 1").candidates]
    assert "undo" not in [c.text for c in dutch.at("").candidates]


def test_everything_offered_can_stand_there():
    """From the beginning of a line on, whatever is taken leads to a line that is a hand or can become one."""
    here, seen, hands = completing(), {""}, 0
    for _ in range(4):
        for text in sorted(seen):
            more = [c for c in here.at(text).candidates if c.text not in ("note", *COMMANDS)]
            seen |= {f"{text[: c.start]}{c.text} " for c in more[:2] + more[-2:]}
    for text in seen:
        try:
            parse_hand(text, NAMES, STANDARD, table=first_table(STANDARD))
            hands += 1
        except LedgerError:
            assert here.at(text).candidates or text.split()[-1] in ("dora", "none", "all"), text
    assert hands > 10


def test_a_line_without_end_is_not_completed():
    assert completing().at("Ken ron " * 100).candidates == ()
