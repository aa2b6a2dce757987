"""Canonical lines: as they read, and that they read back as the same facts, whatever the players are called."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.names import clean_name, name_key
from ledger.notation.format import format_hand
from ledger.notation.normal import normal_form
from ledger.notation.parse import parse_hand
from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    LimitHand,
    Price,
    Ron,
    Score,
    Tsumo,
    Value,
    Win,
    YakumanHand,
)
from ledger.rules.points import base_points
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Abort, Limit

NAMES = ("Ken", "John", "Taro", "Mia")
SPACED = ("Ken", "John", "Taro", "Anne Marie")
KEN_3_40 = Win(0, HanFu(3, 40))
TARO_5H = Win(2, HanFu(5))


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (Ron(1, (KEN_3_40,)), "Ken ron John 3/40"),
        (Ron(1, (KEN_3_40,), (0,)), "Ken ron John 3/40 riichi Ken"),
        (
            Ron(1, (KEN_3_40, TARO_5H), (2, 0), on_riichi=True),
            "Taro ron John 5h, Ken ron John 3/40 riichi Ken Taro on-riichi",
        ),
        (Ron(3, (TARO_5H, KEN_3_40)), "Ken ron Mia 3/40, Taro ron Mia 5h"),
        (Ron(1, (Win(0, LimitHand(Limit.SANBAIMAN)),)), "Ken ron John sanbaiman"),
        (Tsumo(Win(0, YakumanHand(2))), "Ken tsumo 2yakuman"),
        (Tsumo(Win(0, YakumanHand(1)), (3, 1)), "Ken tsumo yakuman riichi John Mia"),
        (Tsumo(Win(0, LimitHand(Limit.YAKUMAN))), "Ken tsumo yakuman"),
        (ExhaustiveDraw(), "draw none"),
        (ExhaustiveDraw((0, 1, 2, 3)), "draw all"),
        (ExhaustiveDraw((2, 0), (0,)), "draw Ken Taro riichi Ken"),
    ],
)
def test_canonical_lines(facts: Facts, line: str, standard: Ruleset) -> None:
    assert format_hand(facts, NAMES, standard) == line


def test_three_players_and_a_dutch_score(dutch: Ruleset) -> None:
    names = NAMES[:3]
    assert format_hand(ExhaustiveDraw((0, 1, 2)), names, dutch) == "draw all"
    assert format_hand(Ron(1, (Win(0, Score(5)),)), names, dutch) == "Ken ron John s5"


def test_lists_have_commas_where_a_name_has_a_space(standard: Ruleset) -> None:
    facts = ExhaustiveDraw((0, 2), (0, 2))
    assert format_hand(facts, SPACED, standard) == "draw Ken, Taro riichi Ken, Taro"
    assert format_hand(ExhaustiveDraw((0, 3), (3,)), SPACED, standard) == "draw Ken, Anne Marie riichi Anne Marie"


def test_names_of_the_notation_are_marked(standard: Ruleset) -> None:
    names = ("Ron", "All", "Ronald", "John 2")
    assert format_hand(ExhaustiveDraw((1,)), names, standard) == "draw @All"
    assert format_hand(Ron(1, (KEN_3_40, TARO_5H)), names, standard) == "Ronald ron @All 5h, @Ron ron @All 3/40"
    # A longer name that begins the same would swallow what follows, so a comma ends the shorter one.
    names = ("Ron", "Ron riichi John", "s5", "s5 5h")
    assert format_hand(ExhaustiveDraw((2, 0), (0,)), names, standard) == "draw @Ron, @s5, riichi @Ron"
    assert format_hand(Ron(2, (KEN_3_40,)), names, standard) == "@Ron, ron @s5, 3/40"
    assert format_hand(Ron(2, (KEN_3_40,), (1,)), names, standard) == "@Ron, ron @s5, 3/40 riichi @Ron riichi John"


def test_the_normal_form_has_winners_in_turn_order_and_seats_ascending() -> None:
    wins = (Win(0, HanFu(5)), Win(1, HanFu(6)), Win(3, HanFu(7)))
    assert normal_form(Ron(2, wins, (3, 0)), preset("standard")) == Ron(2, (wins[2], wins[0], wins[1]), (0, 3))
    assert normal_form(Ron(0, wins[1:], on_riichi=True), preset("standard")) == Ron(0, wins[1:], on_riichi=True)
    assert normal_form(Tsumo(wins[0], (2, 1)), preset("standard")) == Tsumo(wins[0], (1, 2))
    assert normal_form(ExhaustiveDraw((3, 1, 0), (3, 0)), preset("standard")) == ExhaustiveDraw((0, 1, 3), (0, 3))


# Round trip: all facts, by every preset, with names made to be misread.

RULES = (
    preset("standard"),
    preset("dutch"),
    preset("dutch-4p"),
    preset("tenhou"),
    preset("mahjong-soul"),
    preset("mahjong-soul-3p"),
)
NASTY_WORDS = (
    "Ron", "ron", "All", "none", "riichi", "Riichi", "on-riichi", "draw", "tsumo", "mangan", "yakuman", "2yakuman",
    "s5", "5h", "3/40", "5", "7700", "Ken", "Kenneth", "John", "Anne", "Marie", "Mar", "@Ken", "田中さん", "O'Brien",
    "Zoë",
    "abort", "four-winds", "chombo", "Dora", "dora 2", "pao", "nagashi", "234m", "win", "3s", "2000all",
    "🐉", "ß", "ＳＳ", "ｒｏｎ", "\u0308x", "\u00a8",
)  # fmt: skip


def usable(name: str) -> bool:
    """Whether the ledger takes such a name."""
    try:
        clean_name(name)
    except LedgerError:
        return False
    return True


nasty_names = st.lists(st.sampled_from(NASTY_WORDS), min_size=1, max_size=4).map(" ".join).filter(usable)
any_names = (nasty_names | st.text(min_size=1, max_size=6).filter(usable)).map(clean_name)


def legal_prices(rules: Ruleset, *, ron: bool) -> list[Price]:
    """Every kind of price that a hand can have under these rules, at its edges."""
    prices: list[Price] = [HanFu(han, fu) for han in (1, 2, 3, 4, 5, 13, 99) for fu in (None, 20, 25, 30, 110)]
    prices += [Score(score) for score in (3, 5, 16, 101)]
    prices += [LimitHand(limit) for limit in Limit]
    prices += [YakumanHand(multiple) for multiple in range(1, 7)]
    prices += [Value(7_700), Value(1_000)] if ron else [Value(2_000), Value(1_300, 2_600)]
    return [price for price in prices if isinstance(price, Value) or can_be(price, rules, ron=ron)]


def can_be(price: Price, rules: Ruleset, *, ron: bool) -> bool:
    try:
        base_points(price, rules, ron=ron)
    except LedgerError:
        return False
    return True


PRICES = {(rules.name, ron): legal_prices(rules, ron=ron) for rules in RULES for ron in (True, False)}


@st.composite
def hands(draw: st.DrawFn, rules: Ruleset) -> Facts:
    def some(seats: Sequence[int], least: int = 0) -> tuple[int, ...]:
        return tuple(draw(st.permutations(seats)))[: draw(st.integers(least, len(seats)))]

    seats = range(rules.players)
    kind = draw(st.sampled_from((Ron, Tsumo, ExhaustiveDraw, AbortiveDraw, Chombo)))
    if kind is ExhaustiveDraw:
        tenpai = some(seats)
        return ExhaustiveDraw(tenpai, some(tenpai), some(seats))
    if kind is AbortiveDraw:
        abort = draw(st.sampled_from([k for k in Abort if k is not Abort.FOUR_RIICHI or rules.players == 4]))
        return AbortiveDraw(abort, tuple(seats) if abort is Abort.FOUR_RIICHI else some(seats))
    first = draw(st.sampled_from(seats))
    if kind is Chombo:
        return Chombo(first, some(seats))
    prices = st.sampled_from(PRICES[rules.name, kind is Ron])

    def win(seat: int) -> Win:
        price = draw(prices)
        liable = None
        if draw(st.booleans()):
            multiple = draw(st.integers(1, price.multiple)) if isinstance(price, YakumanHand) else None
            liable = Liability(draw(st.sampled_from([other for other in seats if other != seat])), multiple)
        most = price.han - 1 if isinstance(price, HanFu) else price.score - 3 if isinstance(price, Score) else 12
        yaku = draw(st.lists(st.sampled_from(("pinfu", "tanyao", "red-dragon")), max_size=2, unique=True))
        return Win(seat, price, liable, yaku=tuple(yaku), dora=draw(st.none() | st.integers(0, min(most, 12))))

    if kind is Tsumo:
        return Tsumo(win(first), some(seats))
    others = [seat for seat in seats if seat != first]
    on_riichi = draw(st.booleans())
    wins = tuple(win(seat) for seat in some(others, 1))
    return Ron(first, wins, some(others if on_riichi else seats), on_riichi)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Facts, list[str], Ruleset]:
    rules = draw(st.sampled_from(RULES))
    names = draw(st.lists(any_names, min_size=rules.players, max_size=rules.players, unique_by=name_key))
    if draw(st.booleans()):  # a name that begins with another one and runs on through the notation
        longer = f"{names[0]} {draw(nasty_names)}"
        if name_key(longer) not in map(name_key, names):
            names[-1] = longer
    return draw(hands(rules)), names, rules


@given(tables())
@settings(max_examples=800, deadline=None)
def test_a_canonical_line_reads_back_as_the_same_facts(table: tuple[Facts, list[str], Ruleset]) -> None:
    facts, names, rules = table
    line = format_hand(facts, names, rules)
    normal = normal_form(facts, rules)
    assert parse_hand(line, names, rules) == normal
    assert format_hand(normal, names, rules) == line


def test_every_kind_of_price_takes_part_in_the_round_trip() -> None:
    assert {type(price) for price in PRICES["standard", True]} == {HanFu, LimitHand, YakumanHand, Value}
    assert {type(price) for price in PRICES["dutch", True]} == {HanFu, Score, LimitHand, YakumanHand, Value}
    assert HanFu(2, 20) in PRICES["standard", False]
    assert HanFu(2, 20) not in PRICES["standard", True]
