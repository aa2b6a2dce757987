"""Lines and what they say; the facts are worked out by hand."""

import pytest

from ledger.errors import LedgerError
from ledger.notation.parse import (
    RESERVED,
    AmbiguousPlayer,
    DrawNeedsTenpai,
    ParseError,
    UnknownPlayer,
    looks_like_notation,
    match_name,
    parse_hand,
)
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, LimitHand, Price, Ron, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import ImpossibleFacts
from ledger.rules.points import CannotOccur, WrongMethod
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Limit

NAMES = ("Ken", "John", "Taro", "Anne Marie")
THREE = ("Ken", "John", "Taro")
KEN_3_40 = Win(0, HanFu(3, 40))
TARO_5H = Win(2, HanFu(5))


def ron(*wins: Win, riichi: tuple[int, ...] = (), on_riichi: bool = False) -> Ron:
    return Ron(1, wins, riichi, on_riichi)


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Ken ron John 3/40", ron(KEN_3_40)),
        ("  ken  RON\tjohn   3/40 ", ron(KEN_3_40)),
        ("Ｋｅｎ ｒｏｎ Ｊｏｈｎ ３／４０", ron(KEN_3_40)),
        ("Ken ron John 3/40 riichi", ron(KEN_3_40, riichi=(0,))),
        ("Ken ron John 3/40, riichi", ron(KEN_3_40, riichi=(0,))),
        ("Ken ron John 3/40 RIICHI Taro", ron(KEN_3_40, riichi=(2,))),
        ("Ken ron John 3/40 riichi Taro Ken", ron(KEN_3_40, riichi=(0, 2))),
        ("Ken ron John 3/40 riichi Taro,Ken", ron(KEN_3_40, riichi=(0, 2))),
        ("Ken ron John 3/40 riichi Taro , Ken", ron(KEN_3_40, riichi=(0, 2))),
        ("Ken ron John 3/40 on-riichi", ron(KEN_3_40, on_riichi=True)),
        ("Ken ron John 3/40 on-riichi riichi", ron(KEN_3_40, riichi=(0,), on_riichi=True)),
        ("Ken ron John 3/40 riichi on-riichi", ron(KEN_3_40, riichi=(0,), on_riichi=True)),
        ("Ken ron John 3/40 riichi Taro On-Riichi", ron(KEN_3_40, riichi=(2,), on_riichi=True)),
        ("Ken, ron John, 3/40", ron(KEN_3_40)),
        ("Ken tsumo 2yakuman", Tsumo(Win(0, YakumanHand(2)))),
        ("Ken tsumo 5h riichi", Tsumo(Win(0, HanFu(5)), (0,))),
        ("Anne Marie tsumo 4/20 riichi Taro", Tsumo(Win(3, HanFu(4, 20)), (2,))),
    ],
)
def test_one_win(line: str, facts: Facts, standard: Ruleset) -> None:
    assert parse_hand(line, NAMES, standard) == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        # In turn order from John (seat 1): Taro (2), then Ken (0), however typed.
        ("Ken ron John 3/40, Taro ron John 5h", ron(TARO_5H, KEN_3_40)),
        ("Ken ron John 3/40, Taro 5h", ron(TARO_5H, KEN_3_40)),
        ("Taro ron John 5h,Ken 3/40", ron(TARO_5H, KEN_3_40)),
        ("Ken ron John 3/40, Taro, 5h", ron(TARO_5H, KEN_3_40)),
        (
            "Ken ron John 3/40, Taro 5h, Anne Marie ron John mangan",
            ron(TARO_5H, Win(3, LimitHand(Limit.MANGAN)), KEN_3_40),
        ),
        ("Ken ron John 3/40 riichi, Taro 5h", ron(TARO_5H, KEN_3_40, riichi=(0,))),
        ("Ken ron John 3/40, riichi, Taro 5h", ron(TARO_5H, KEN_3_40, riichi=(0,))),
        ("Ken ron John 3/40 riichi, Taro 5h riichi Taro", ron(TARO_5H, KEN_3_40, riichi=(0, 2))),
        ("Ken ron John 3/40, Taro 5h riichi Taro, Ken", ron(TARO_5H, KEN_3_40, riichi=(0, 2))),
        ("Ken ron John 3/40, Taro 5h riichi, Anne 6h", ron(TARO_5H, Win(3, HanFu(6)), KEN_3_40, riichi=(2,))),
        ("Ken ron John 3/40, Taro 5h on-riichi", ron(TARO_5H, KEN_3_40, on_riichi=True)),
    ],
)
def test_two_and_three_wins(line: str, facts: Facts, standard: Ruleset) -> None:
    assert parse_hand(line, NAMES, standard) == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("draw none", ExhaustiveDraw()),
        ("DRAW ALL", ExhaustiveDraw((0, 1, 2, 3))),
        ("draw Ken", ExhaustiveDraw((0,))),
        ("draw Taro Ken", ExhaustiveDraw((0, 2))),
        ("draw Taro, Ken riichi Ken", ExhaustiveDraw((0, 2), (0,))),
        ("draw Ken riichi Taro", ExhaustiveDraw((0, 2), (2,))),
        ("draw all riichi Taro John", ExhaustiveDraw((0, 1, 2, 3), (1, 2))),
        ("draw Ken John Taro Anne Marie", ExhaustiveDraw((0, 1, 2, 3))),
    ],
)
def test_draws(line: str, facts: Facts, standard: Ruleset) -> None:
    assert parse_hand(line, NAMES, standard) == facts


def test_all_are_three_at_a_table_of_three(dutch: Ruleset) -> None:
    assert parse_hand("draw all", THREE, dutch) == ExhaustiveDraw((0, 1, 2))


@pytest.mark.parametrize(
    ("typed", "price"),
    [
        ("3/40", HanFu(3, 40)),
        ("03/040", HanFu(3, 40)),
        ("13/30", HanFu(13, 30)),
        ("3/110", HanFu(3, 110)),
        ("5h", HanFu(5)),
        ("5han", HanFu(5)),
        ("12H", HanFu(12)),
        ("mangan", LimitHand(Limit.MANGAN)),
        ("Haneman", LimitHand(Limit.HANEMAN)),
        ("baiman", LimitHand(Limit.BAIMAN)),
        ("sanbaiman", LimitHand(Limit.SANBAIMAN)),
        ("yakuman", YakumanHand(1)),
        ("1yakuman", YakumanHand(1)),
        ("6yakuman", YakumanHand(6)),
    ],
)
def test_prices(typed: str, price: Price, standard: Ruleset) -> None:
    assert parse_hand(f"Ken ron John {typed}", NAMES, standard) == ron(Win(0, price))


@pytest.mark.parametrize(
    ("typed", "price"),
    [("s5", Score(5)), ("S12", Score(12)), ("5h", HanFu(5)), ("mangan", LimitHand(Limit.MANGAN))],
)
def test_dutch_prices(typed: str, price: Price, dutch: Ruleset) -> None:
    assert parse_hand(f"Ken ron John {typed}", THREE, dutch) == ron(Win(0, price))


def test_a_dutch_game_refuses_fu_with_both_meanings_and_their_values(dutch: Ruleset) -> None:
    with pytest.raises(WrongMethod) as refusal:
        parse_hand("Ken ron John 3/40", THREE, dutch)
    # Score 3: base 250, ron to a non-dealer 4 x 250. 3 han is score 5: base 1,000.
    assert "s3 for score 3 (worth 1,000" in str(refusal.value)
    assert "3h for 3 han (worth 4,000" in str(refusal.value)


def test_a_bare_number_is_refused_with_what_it_could_mean(dutch: Ruleset, standard: Ruleset) -> None:
    with pytest.raises(WrongMethod, match=r"s5 for score 5 .* or 5h for 5 han"):
        parse_hand("Ken ron John 5", THREE, dutch)
    with pytest.raises(WrongMethod, match="5/30 for 5 han 30 fu, or 5h"):
        parse_hand("Ken ron John 5 han", THREE, standard)


def test_a_price_that_no_hand_can_have_is_refused_while_reading(standard: Ruleset) -> None:
    for line in ("Ken ron John 2/20", "Ken tsumo 2/25", "Ken ron John 3/35", "Ken ron John 0h", "Ken tsumo 7yakuman"):
        with pytest.raises(CannotOccur):
            parse_hand(line, NAMES, standard)
    assert parse_hand("Ken tsumo 2/20", NAMES, standard) == Tsumo(Win(0, HanFu(2, 20)))
    with pytest.raises(WrongMethod, match="Dutch score"):
        parse_hand("Ken ron John s5", NAMES, standard)


@pytest.mark.parametrize("typed", ["1" * 16, "9" * 5000])
def test_a_price_beyond_all_bounds_is_refused(typed: str, standard: Ruleset) -> None:
    with pytest.raises(ParseError, match=r"expected a price .* no hand is worth so much") as refusal:
        parse_hand(f"Ken ron John {typed}", NAMES, standard)
    assert refusal.value.word == 4


WRONG_LINES = [
    ("", "a hand is missing: type what happened, as in: Ken ron John 3/40"),
    (" , ", "a hand is missing"),
    ("Ken", 'expected ron or tsumo after "Ken" (the line ends there), as in: Ken ron John 3/40'),
    ("Ken rom John 3/40", 'expected ron or tsumo after "Ken" (word 2: "rom"), as in: Ken ron John 3/40'),
    ("Ken 3/40", 'expected ron or tsumo after "Ken" (word 2: "3/40")'),
    ("ron John 3/40", 'expected the winner at the beginning (word 1: "ron")'),
    ("Ken ron 3/40", 'expected the discarder after "ron" (word 3: "3/40")'),
    ("Ken ron", 'expected the discarder after "ron" (the line ends there)'),
    ("Ken ron @", 'expected the discarder after "@" (the line ends there)'),
    ("Ken ron @, John 3/40", 'expected the discarder after "@" (word 4: "John")'),
    ("Ken ron John", 'expected a price such as 3/40, 5h or mangan after "John" (the line ends there)'),
    ("Ken tsumo riichi", 'expected a price such as 3/40, 5h or mangan after "tsumo" (word 3: "riichi")'),
    ("Ken ron John 3h40", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "3h40")'),
    ("Ken ron John 3/", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "3/")'),
    ("Ken ron John 3/40/5", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "3/40/5")'),
    ("Ken ron John 1234567/40", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "1234567/40")'),
    ("Ken ron John 5an", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "5an")'),
    ("Ken ron John -5", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "-5")'),
    ("Ken ron John 3/٤٠", 'expected a price such as 3/40, 5h or mangan after "John" (word 4: "3/٤٠")'),
    (
        "Ken ron John 3/40 5h",
        'expected riichi, on-riichi, pao, dora, yaku, note or the end after "3/40" (word 5: "5h")',
    ),
    ("Ken ron John 3/40 Taro 5h", 'after "3/40" (word 5: "Taro"), and a comma before the next winner'),
    ("Ken ron John 3/40 and more", 'after "3/40" (word 5: "and")'),
    ("Ken ron John 3/40,", "the line ends with a comma"),
    ("draw Ken,", "the line ends with a comma"),
    ("draw,", "the line ends with a comma"),
    ("Ken ron John 3/40, 5h", 'expected the next winner after "3/40" (word 5: "5h")'),
    ("Ken ron John 3/40, Ken 5h", 'word 5: "Ken": Ken has won already in this line'),
    ("Ken ron John 3/40, Taro ron Anne 5h", 'word 7: "Anne": all win by the same discard, here John\'s'),
    ("Ken ron John 3/40, Taro tsumo 5h", 'expected ron after "Taro" (word 6: "tsumo"), because a tsumo has one winner'),
    ("Ken tsumo 3/40, Taro 5h", 'expected the end after "3/40" (word 4: "Taro"), because a tsumo has one winner'),
    ("Ken tsumo 3/40 Taro", 'expected riichi, pao, dora, yaku, note or the end after "3/40" (word 4: "Taro")'),
    ("Ken tsumo 3/40 on-riichi", 'word 4: "on-riichi": this is for a ron'),
    ("draw Ken on-riichi", 'word 3: "on-riichi": this is for a ron'),
    ("draw on-riichi", 'word 2: "on-riichi": this is for a ron'),
    ("Ken ron John 3/40 on-riichi on-riichi", 'word 6: "on-riichi": this was said before'),
    ("Ken ron John 3/40 riichi riichi Taro", 'word 6: "riichi": this was said before'),
    ("Ken ron John 3/40, Taro 5h riichi", "expected the names of those in riichi"),
    ("Ken ron John 3/40 riichi, Taro 5h riichi on-riichi", "because there is more than one winner"),
    ("Ken ron John 3/40 riichi Ken, Taro 5h", "riichi takes names and comes after the last win"),
    ("Ken ron John 3/40 riichi none", 'after "riichi" (word 6: "none")'),
    ("Ken ron John 3/40 riichi Ken Ken", 'word 7: "Ken": Ken is named twice'),
    ("Ken ron John 3/40 riichi, Taro 5h riichi Ken", 'word 9: "Ken": Ken is named twice'),
    ("draw Ken ken", 'word 3: "ken": Ken is named twice'),
    ("draw Ken riichi", 'expected the names of those in riichi after "riichi" (the line ends there)'),
    ("draw none Ken", 'expected riichi, note or the end after "none" (word 3: "Ken")'),
    ("draw none riichi Ken", "draw none with a riichi contradicts itself"),
    ("draw none all", 'after "none" (word 3: "all")'),
    ("draw Ken 3/40", 'expected a player or the end after "Ken" (word 3: "3/40")'),
]


@pytest.mark.parametrize(("line", "message"), WRONG_LINES, ids=[line or "empty" for line, _ in WRONG_LINES])
def test_a_wrong_line_is_refused_where_it_goes_wrong(line: str, message: str, standard: Ruleset) -> None:
    with pytest.raises(ParseError) as refusal:
        parse_hand(line, NAMES, standard)
    assert message in str(refusal.value)
    assert refusal.value.exit_code == 2
    if "(word " in message:
        assert f"(word {refusal.value.word}: " in message


def test_a_dutch_game_is_shown_dutch_examples(dutch: Ruleset) -> None:
    with pytest.raises(ParseError, match=r"such as s5, 5h or mangan .*, as in: Ken ron John s5$"):
        parse_hand("Ken tsumo", THREE, dutch)


@pytest.mark.parametrize(
    "line", ["Ken ron Ken 3/40", "Ken ron John 3/40, John 5h", "Ken ron John 5h riichi John on-riichi"]
)
def test_facts_that_contradict_each_other_are_refused_by_the_rules(line: str, standard: Ruleset) -> None:
    with pytest.raises(ImpossibleFacts):
        parse_hand(line, NAMES, standard)


@pytest.mark.parametrize(
    ("line", "rest", "riichi"),
    [
        ("draw", "", ()),
        ("draw riichi Ken, Taro", "riichi Ken, Taro", (0, 2)),
        ("DRAW riichi Anne Marie", "riichi Anne Marie", (3,)),
    ],
)
def test_a_draw_asks_for_the_tenpai_and_keeps_the_rest(
    line: str, rest: str, riichi: tuple[int, ...], standard: Ruleset
) -> None:
    with pytest.raises(DrawNeedsTenpai, match="draw none, draw all") as question:
        parse_hand(line, NAMES, standard)
    assert question.value.exit_code == 2
    assert question.value.rest == rest
    answered = parse_hand(f"draw all {question.value.rest}", NAMES, standard)
    assert answered == ExhaustiveDraw((0, 1, 2, 3), riichi)


def winner(line: str, names: tuple[str, ...], rules: Ruleset) -> int:
    facts = parse_hand(line, names, rules)
    return facts.win.winner if isinstance(facts, Tsumo) else facts.wins[0].winner if isinstance(facts, Ron) else -1


def test_an_equal_name_comes_before_the_beginning_of_one(standard: Ruleset) -> None:
    names = ("Anne Marie", "Anne", "Kenneth", "Taro")
    assert winner("Anne tsumo 3/40", names, standard) == 1
    assert winner("anne marie tsumo 3/40", names, standard) == 0
    assert winner("Anne M tsumo 3/40", ("Anne Marie", "Annette", "Ken", "Taro"), standard) == 0
    assert winner("Ken tsumo 3/40", names, standard) == 2
    assert winner("k tsumo 3/40", names, standard) == 2
    assert parse_hand("draw Anne Marie", names, standard) == ExhaustiveDraw((0,))
    assert parse_hand("draw Anne, Ken", names, standard) == ExhaustiveDraw((1, 2))
    assert parse_hand("draw Anne Ken", names, standard) == ExhaustiveDraw((1, 2))


def test_a_comma_ends_a_name(standard: Ruleset) -> None:
    names = ("Anne Marie", "Anne", "Marie", "Taro")
    assert parse_hand("draw Anne Marie", names, standard) == ExhaustiveDraw((0,))
    assert parse_hand("draw Anne, Marie", names, standard) == ExhaustiveDraw((1, 2))
    with pytest.raises(ParseError, match=r'expected a price .* after "2"'):
        parse_hand("Ken ron John 2", ("Ken", "John", "John 2", "Taro"), standard)
    with pytest.raises(WrongMethod, match="2 alone is no price"):
        parse_hand("Ken ron John, 2", ("Ken", "John", "John 2", "Taro"), standard)


def test_a_name_does_not_run_on_through_keywords_and_prices(standard: Ruleset) -> None:
    names = ("Ken", "Ken ron John", "John", "John 3/40")
    assert parse_hand("Ken ron John 3/40", names, standard) == Ron(2, (KEN_3_40,))
    assert parse_hand("@Ken ron John ron John 3/40", names, standard) == Ron(2, (Win(1, HanFu(3, 40)),))
    assert parse_hand("Ken ron @John 3/40, 5h", names, standard) == Ron(3, (Win(0, HanFu(5)),))
    assert parse_hand("Ken ron John 3/40", ("Ken Ronald", "John", "Taro", "Mia"), standard) == ron(KEN_3_40)
    # Where no shorter name is equal, the longer one is meant.
    assert winner("Ken ron John tsumo 3/40", ("John", "Ken ron John", "Mia", "Taro"), standard) == 1


def test_a_player_called_like_a_keyword(standard: Ruleset) -> None:
    names = ("Ron", "All", "Riichi", "Draw")
    assert parse_hand("Ron ron All 3/40", names, standard) == ron(KEN_3_40)
    assert parse_hand("draw all", names, standard) == ExhaustiveDraw((0, 1, 2, 3))
    assert parse_hand("draw @All", names, standard) == ExhaustiveDraw((1,))
    assert parse_hand("draw @ All", names, standard) == ExhaustiveDraw((1,))
    assert parse_hand("draw Ron All", names, standard) == ExhaustiveDraw((0, 1))
    assert parse_hand("draw Ron @riichi", names, standard) == ExhaustiveDraw((0, 2))
    assert parse_hand("draw @Ri", names, standard) == ExhaustiveDraw((2,))
    assert winner("@Draw tsumo 3/40", names, standard) == 3
    assert parse_hand("Ron ron All 3/40 riichi @Riichi Draw", names, standard) == ron(KEN_3_40, riichi=(2, 3))
    assert parse_hand("Ron ron All 3/40, @Riichi 5h", names, standard) == ron(TARO_5H, KEN_3_40)


def test_none_and_all_abbreviate_nobody(standard: Ruleset) -> None:
    names = ("Allan", "John", "Ronald", "Ken")
    assert parse_hand("draw all", names, standard) == ExhaustiveDraw((0, 1, 2, 3))
    with pytest.raises(ParseError, match='word 3: "all"'):
        parse_hand("draw Ken all", names, standard)
    assert parse_hand("draw Ken @all", names, standard) == ExhaustiveDraw((0, 3))
    assert winner("Ron ron John 3/40", names, standard) == 2


def test_an_unknown_name_is_refused_with_the_nearest(standard: Ruleset) -> None:
    with pytest.raises(UnknownPlayer) as refusal:
        parse_hand("Ken ron Jon 3/40", THREE, standard)
    assert str(refusal.value) == 'no player "Jon" at this table; did you mean John? Seated: Ken, John, Taro'
    assert (refusal.value.typed, refusal.value.exit_code) == ("Jon", 1)
    with pytest.raises(UnknownPlayer, match=r'^no player "Xyz" at this table; seated: Ken, John, Taro$'):
        parse_hand("draw Xyz Ken", THREE, standard)
    with pytest.raises(UnknownPlayer, match="did you mean Anne Marie") as refusal:
        parse_hand("Ken ron Ana Marie 3/40", NAMES, standard)
    assert refusal.value.typed == "Ana Marie"
    for forced in ("Kim", "5h"):
        with pytest.raises(UnknownPlayer, match=f'"{forced}"'):
            parse_hand(f"@{forced} ron John 3/40", NAMES, standard)
    with pytest.raises(UnknownPlayer) as refusal:
        parse_hand("Amn ron John 3/40", ("Ann Aron", "John", "Taro", "Ken"), standard)
    assert refusal.value.typed == "Amn"


def test_a_beginning_of_several_names_is_refused_with_all_of_them(standard: Ruleset) -> None:
    names = ("Joanna", "John", "Taro", "Joe M")
    with pytest.raises(AmbiguousPlayer) as refusal:
        parse_hand("draw Jo Taro", names, standard)
    assert str(refusal.value) == '"Jo" could be Joanna, John or Joe M: type more of the name'
    assert (refusal.value.typed, refusal.value.candidates) == ("Jo", ("Joanna", "John", "Joe M"))
    assert refusal.value.exit_code == 1


def test_only_names_in_full_if_asked_for(standard: Ruleset) -> None:
    names = ("Ronald", "John", "Joanna", "Anne Marie")
    assert parse_hand("anne  marie ron JOHN 5h", names, standard, exact=True) == ron(Win(3, HanFu(5)))
    for line, typed in [("Jo ron John 5h", "Jo"), ("Ron ron John 5h", "Ron"), ("draw John anne m", "anne m")]:
        with pytest.raises(UnknownPlayer) as refusal:
            parse_hand(line, names, standard, exact=True)
        assert refusal.value.typed == typed


def test_a_message_shows_no_control_characters_and_stays_short(standard: Ruleset) -> None:
    with pytest.raises(LedgerError) as refusal:
        parse_hand(f"Ken ron \x1b[31m\udc80{'x' * 1000} 3/40", THREE, standard)
    assert '"\ufffd[31m\ufffdxxx' in str(refusal.value)
    assert len(str(refusal.value)) < 200
    with pytest.raises(ParseError) as refusal:
        parse_hand(f"Ken {'x' * 61}", THREE, standard)
    assert f'(word 2: "{"x" * 60}…")' in str(refusal.value)


def test_one_name_on_its_own() -> None:
    names = ("Ken", "Kenneth", "Anne Marie", "Zoë", "田中さん", "Straße")
    for typed, index in [
        ("ken", 0), ("KENN", 1), ("anne", 2), (" Anne   marie ", 2), ("anne m", 2), ("zoë", 3), ("ZOE\u0308", 3),
        ("田中", 4), ("STRASSE", 5), ("@Ken", 0), ("@ann", 2), ("Ｋｅｎ", 0),
    ]:  # fmt: skip
        assert match_name(typed, names) == index, typed
    with pytest.raises(AmbiguousPlayer) as ambiguous:
        match_name("ke", names)
    assert ambiguous.value.candidates == ("Ken", "Kenneth")
    for typed in ("", " ", "@", "Kem", "marie", "@@Ken"):
        with pytest.raises(UnknownPlayer):
            match_name(typed, names)
    with pytest.raises(UnknownPlayer) as unknown:
        match_name("@Kem", names)
    assert unknown.value.typed == "Kem"
    with pytest.raises(UnknownPlayer, match="seated: nobody"):
        match_name("Ken", ())


def test_names_that_are_words_of_the_notation_are_recognised() -> None:
    for name in (
        "Riichi", "RON", "tsumo", "draw", "none", "All", "mangan", "yakuman", "2yakuman", "s5", "5h", "5han", "3/40",
        "on-riichi", "ｒｏｎ", "Ken ron John", "Max Mangan", "Draw Ken", "5", "7700",
    ):  # fmt: skip
        assert looks_like_notation(name), name
    for name in (
        "Ken",
        "Ronald",
        "John 2",
        "Paul All",
        "Sam",
        "h",
        "s",
        "han",
        "O'Brien",
        "3/",
        "田中さん",
        "🐉",
        "",
        "riichi-san",
    ):
        assert not looks_like_notation(name), name
    assert {"riichi", "ron", "tsumo", "draw", "none", "all", "mangan", "sanbaiman", "on-riichi"} <= RESERVED
    assert all(map(looks_like_notation, RESERVED))


def test_characters_that_nobody_sees_are_passed_over(standard: Ruleset) -> None:
    names = ["Ken", "John", "Taro", "Anna"]
    assert parse_hand("Ke\u00adn \u200b ron John\ufeff 3/40 \u2060", names, standard) == parse_hand(
        "Ken ron John 3/40", names, standard
    )
