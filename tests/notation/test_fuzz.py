"""Whatever is typed, the answer is facts or a refusal that can be printed; never another error."""

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.notation.format import format_hand
from ledger.notation.parse import looks_like_notation, match_name, parse_hand
from ledger.presets import preset
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Ron, Tsumo
from ledger.rules.payments import check_facts
from ledger.rules.ruleset import Ruleset

PLAIN = ("Ken", "Kenneth", "Anne Marie", "Taro")
NASTY = ("Ron", "riichi", "3/40 none", "Ron ron Ron")
TABLES = [
    (names[: rules.players], rules)
    for names in (PLAIN, NASTY)
    for rules in (preset("standard"), preset("dutch"), preset("dutch-4p"), preset("mahjong-soul"))
]
DIGITS = "0123456789٤५๗²①⑳½Ⅷ௧𝟛〇"

prices = st.one_of(
    st.sampled_from(
        (
            "3/40",
            "5h",
            "5han",
            "s5",
            "mangan",
            "yakuman",
            "2yakuman",
            "3",
            "7700",
            "700/1300",
            "3/40/2",
            "2000all",
            "7700+300",
        )
    ),
    st.text(DIGITS, min_size=1, max_size=9),
    st.tuples(
        st.text(DIGITS, max_size=8), st.sampled_from(("/", "h", "han", "yakuman", "s")), st.text(DIGITS, max_size=8)
    ).map("".join),
)
words = st.one_of(
    st.sampled_from(("ron", "tsumo", "draw", "none", "all", "riichi", "on-riichi", ",", "@", "@@", "/", "h", "s")),
    st.sampled_from(("abort", "four-winds", "four", "riichi", "chombo", "nagashi", "pao", "dora", "2", "234m", "win")),
    st.sampled_from(("Ken", "ken,", "K", "Anne", "Marie", "anne m", "Taro", "@Ken", "@Ron", "@riichi", "nobody")),
    prices,
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=4),
)
shaped = st.tuples(
    st.sampled_from(("Ken", "@Ken", "K", "Ron", "anne m", "draw")),
    st.sampled_from(("ron", "RON", "tsumo", "none", "all", "rom", ",")),
    st.sampled_from(("Taro", "Anne Marie", "@riichi", "Ken", "")),
    prices,
    st.lists(words, max_size=5).map(" ".join),
).map(" ".join)
VALID = (
    "Ken ron Taro 5h, Anne Marie 5h riichi Ken, Anne on-riichi",
    "Ken tsumo mangan riichi Anne Taro",
    "draw Ken, Taro nagashi Ken riichi Taro",
    "abort four-winds riichi Ken, Taro",
    "chombo Ken riichi Taro",
    "Ken tsumo 2yakuman pao Taro yakuman dora 2 riichi Ken",
    "Ken ron Taro 7700, Anne Marie 2000 dora 1",
    "Ken tsumo 1300/2600",
    "@Ron ron @riichi yakuman, @3/40 none 5h riichi @Ron ron Ron, @riichi",
)


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A right line with a few words left out, put in or replaced."""
    parts = draw(st.sampled_from(VALID)).split()
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(parts)))
        parts[at : at + draw(st.integers(0, 1))] = draw(st.lists(words, max_size=1))
    return " ".join(parts)


lines = st.one_of(
    edited(), shaped, st.lists(words, max_size=12).map(" ".join), st.text(st.characters(exclude_categories=()))
)


def outcome(line: str, names: tuple[str, ...], rules: Ruleset) -> Facts | LedgerError:
    try:
        return parse_hand(line, names, rules)
    except LedgerError as refusal:
        return refusal


def found(typed: str, names: tuple[str, ...]) -> int | LedgerError:
    try:
        return match_name(typed, names)
    except LedgerError as refusal:
        return refusal


def printable(refusal: LedgerError) -> bool:
    """Whether a refusal can be shown: short, not empty, nothing that a terminal would act on or could not encode."""
    message = str(refusal)
    return 0 < len(message) < 600 and not any(unicodedata.category(c) in ("Cc", "Cs") for c in message)


@given(lines, st.sampled_from(TABLES))
@example("9" * 100_000, TABLES[0])
@example("Ken ron Taro " + "9" * 100_000, TABLES[0])
@example("Ken ron Taro s" + "9" * 100_000, TABLES[1])
@example("Ken " * 50_000, TABLES[0])
@example("draw " + "riichi " * 50_000, TABLES[0])
@example("," * 50_000, TABLES[0])
@settings(max_examples=2000, deadline=None)
def test_any_line_is_facts_or_a_refusal(line: str, table: tuple[tuple[str, ...], Ruleset]) -> None:
    names, rules = table
    facts = outcome(line, names, rules)
    if isinstance(facts, LedgerError):
        assert printable(facts)
    else:
        check_facts(facts, rules.players)
        assert parse_hand(format_hand(facts, names, rules), names, rules) == facts


@given(st.one_of(words, st.text(st.characters(exclude_categories=()))), st.sampled_from((PLAIN, NASTY, ())))
@settings(max_examples=500, deadline=None)
def test_any_name_is_found_or_refused(typed: str, names: tuple[str, ...]) -> None:
    assert looks_like_notation(typed) in (True, False)
    index = found(typed, names)
    assert printable(index) if isinstance(index, LedgerError) else 0 <= index < len(names)


def test_the_edited_lines_are_right_before_they_are_edited() -> None:
    *plain, nasty = VALID
    kinds = [type(outcome(line, PLAIN, preset("mahjong-soul"))) for line in plain]
    assert kinds == [Ron, Tsumo, ExhaustiveDraw, AbortiveDraw, Chombo, Tsumo, Ron, Tsumo]
    assert type(outcome(nasty, NASTY, preset("standard"))) is Ron
