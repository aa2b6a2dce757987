"""Lines for what is no plain ron, tsumo or draw: broken-off hands, chombo, nagashi, pao, dora noted."""

import pytest

from ledger.errors import LedgerError
from ledger.notation.format import format_hand
from ledger.notation.parse import DrawNeedsTenpai, ParseError, UnknownPlayer, parse_hand
from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    Ron,
    Tsumo,
    Win,
    YakumanHand,
)
from ledger.rules.payments import ImpossibleFacts
from ledger.shapes.hand import Abort

NAMES = ("Ken", "John", "Taro", "Anne Marie")
RULES = preset("mahjong-soul")
WHOLE = preset("tenhou")
KEN, JOHN, TARO, ANNE = range(4)


@pytest.mark.parametrize(
    ("line", "facts", "canonical"),
    [
        ("abort nine-terminals", AbortiveDraw(Abort.NINE_TERMINALS), None),
        ("ABORT Nine Terminals", AbortiveDraw(Abort.NINE_TERMINALS), "abort nine-terminals"),
        (
            "abort four-winds riichi Taro Ken",
            AbortiveDraw(Abort.FOUR_WINDS, (KEN, TARO)),
            "abort four-winds riichi Ken, Taro",
        ),
        ("abort nine", AbortiveDraw(Abort.NINE_TERMINALS), "abort nine-terminals"),
        ("abort triple riichi Ken", AbortiveDraw(Abort.TRIPLE_RON, (KEN,)), "abort triple-ron riichi Ken"),
        ("abort four-riichi", AbortiveDraw(Abort.FOUR_RIICHI, (0, 1, 2, 3)), None),
        (
            "abort four-riichi riichi Anne Taro John Ken",
            AbortiveDraw(Abort.FOUR_RIICHI, (0, 1, 2, 3)),
            "abort four-riichi",
        ),
        ("abort four kans", AbortiveDraw(Abort.FOUR_KANS), "abort four-kans"),
        ("abort triple-ron riichi ken", AbortiveDraw(Abort.TRIPLE_RON, (KEN,)), "abort triple-ron riichi Ken"),
        ("chombo Ken", Chombo(KEN), None),
        ("chombo anne riichi Taro", Chombo(ANNE, (TARO,)), "chombo Anne Marie riichi Taro"),
        ("draw Taro nagashi Ken", ExhaustiveDraw((TARO,), (), (KEN,)), None),
        ("draw none nagashi Taro Ken", ExhaustiveDraw((), (), (KEN, TARO)), "draw none nagashi Ken, Taro"),
        (
            "draw Taro nagashi Ken riichi John",
            ExhaustiveDraw((JOHN, TARO), (JOHN,), (KEN,)),
            "draw John, Taro nagashi Ken riichi John",
        ),
        ("draw all nagashi Ken", ExhaustiveDraw((0, 1, 2, 3), (), (KEN,)), None),
        ("Ken tsumo yakuman pao John", Tsumo(Win(KEN, YakumanHand(), Liability(JOHN))), None),
        (
            "Ken ron Taro yakuman pao John riichi",
            Ron(TARO, (Win(KEN, YakumanHand(), Liability(JOHN)),), (KEN,)),
            "Ken ron Taro yakuman pao John riichi Ken",
        ),
        (
            "Ken ron Taro yakuman riichi pao John",
            Ron(TARO, (Win(KEN, YakumanHand(), Liability(JOHN)),), (KEN,)),
            "Ken ron Taro yakuman pao John riichi Ken",
        ),
        ("Ken tsumo 2yakuman pao John yakuman", Tsumo(Win(KEN, YakumanHand(2), Liability(JOHN, 1))), None),
        ("Ken tsumo 2yakuman pao John 2yakuman", Tsumo(Win(KEN, YakumanHand(2), Liability(JOHN))), None),
        (
            "Ken tsumo yakuman pao John yakuman",
            Tsumo(Win(KEN, YakumanHand(), Liability(JOHN))),
            "Ken tsumo yakuman pao John",
        ),
        ("Ken ron John 3/40 dora 2", Ron(JOHN, (Win(KEN, HanFu(3, 40), dora=2),)), None),
        (
            "Ken ron John 3/40 dora 0 riichi",
            Ron(JOHN, (Win(KEN, HanFu(3, 40), dora=0),), (KEN,)),
            "Ken ron John 3/40 dora 0 riichi Ken",
        ),
        (
            "Ken ron John 3/40 riichi Ken Taro dora 2, Taro ron John 5h dora 1",
            Ron(JOHN, (Win(TARO, HanFu(5), dora=1), Win(KEN, HanFu(3, 40), dora=2)), (KEN, TARO)),
            "Taro ron John 5h dora 1, Ken ron John 3/40 dora 2 riichi Ken, Taro",
        ),
        (
            "Ken ron John yakuman pao Taro, Anne ron John mangan",
            None,
            "Anne Marie ron John mangan, Ken ron John yakuman pao Taro",
        ),
    ],
)
def test_a_line_says_these_facts_and_is_said_again(line: str, facts: Facts | None, canonical: str | None) -> None:
    read = parse_hand(line, NAMES, RULES)
    assert facts is None or read == facts
    again = format_hand(read, NAMES, RULES)
    assert again == (canonical or line)
    assert parse_hand(again, NAMES, RULES) == read


def test_where_the_whole_hand_is_covered_nothing_is_asked_about_parts() -> None:
    whole = Tsumo(Win(KEN, YakumanHand(2), Liability(JOHN)))
    assert parse_hand("Ken tsumo 2yakuman pao John", NAMES, WHOLE) == whole
    assert parse_hand("Ken tsumo 2yakuman pao John yakuman", NAMES, WHOLE) == whole
    assert format_hand(whole, NAMES, WHOLE) == "Ken tsumo 2yakuman pao John"


def test_a_player_called_dora_is_not_mistaken_for_the_note() -> None:
    names = ("Ken", "Dora", "Riichi", "Pao")
    assert parse_hand("Ken ron Dora 3/40 dora 2", names, RULES) == Ron(1, (Win(0, HanFu(3, 40), dora=2),))
    assert parse_hand("draw Ken Dora", names, RULES) == ExhaustiveDraw((0, 1))
    assert parse_hand("draw Ken Dora riichi Dora", names, RULES) == ExhaustiveDraw((0, 1), (1,))
    line = format_hand(Tsumo(Win(0, YakumanHand(), Liability(3)), (2,)), names, RULES)
    assert line == "Ken tsumo yakuman pao @Pao riichi @Riichi"
    assert parse_hand(line, names, RULES) == Tsumo(Win(0, YakumanHand(), Liability(3)), (2,))


WRONG = [
    ("abort", 'expected why the hand was broken off after "abort" (the line ends there), one of nine-terminals, '),
    ("abort nime-terminal", "did you mean nine-terminals?"),
    ("abort four", "one of four-winds, four-riichi or four-kans"),
    ("abort four-winds riichi", "expected the names of those in riichi"),
    ("abort four-winds Ken", 'expected riichi, note or the end after "four-winds" (word 3: "Ken")'),
    ("abort four-riichi riichi Ken John", "all four are in riichi"),
    ("abort four-winds on-riichi", "this is for a ron"),
    ("abort four-winds pao Ken", 'word 3: "pao": this is for a win'),
    ("abort four-winds dora 2", 'word 3: "dora": this is for a win'),
    ("chombo", "expected who is at fault"),
    ("chombo Ken John", 'word 3: "John"'),
    ("chombo Ken riichi", "expected the names of those in riichi"),
    ("draw none nagashi", 'expected whose discards they were after "nagashi"'),
    ("draw none nagashi Ken Ken", "Ken is named twice"),
    ("draw none riichi nagashi Ken", "this is for a draw, and comes before riichi: draw Taro nagashi Ken"),
    ("Ken ron John 3/40 nagashi Ken", "this is for a draw"),
    ("Ken tsumo yakuman pao", 'expected the liable player after "pao"'),
    ("Ken tsumo yakuman pao Ken", "nobody is liable for their own hand"),
    ("Ken tsumo yakuman pao John pao Taro", "this was said before"),
    ("Ken tsumo 2yakuman pao John", "expected for how many of the yakuman"),
    ("Ken tsumo 2yakuman pao John", "as in: pao John yakuman, or pao John 2yakuman"),
    ("Ken ron John 3/40 dora", 'expected how many of the han are dora after "dora"'),
    ("Ken ron John 3/40 dora two", "as in: Ken ron John 3/40 dora 2"),
    ("Ken ron John 3/40 dora 2 dora 1", "this was said before"),
    ("Ken ron John 3/40 dora, 2", "expected how many of the han are dora"),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_answered_with_what_belongs_there(line: str, message: str) -> None:
    with pytest.raises(LedgerError) as refusal:
        parse_hand(line, NAMES, RULES)
    assert message in str(refusal.value)
    assert isinstance(refusal.value, ParseError | ImpossibleFacts)


def test_a_draw_with_nagashi_asks_who_was_tenpai_and_keeps_what_was_said() -> None:
    with pytest.raises(DrawNeedsTenpai) as refusal:
        parse_hand("draw nagashi Ken riichi Taro", NAMES, RULES)
    assert refusal.value.rest == "nagashi Ken riichi Taro"
    assert parse_hand(f"draw none {'nagashi Ken'}", NAMES, RULES) == ExhaustiveDraw((), (), (KEN,))


def test_a_liable_player_who_does_not_sit_here_is_named() -> None:
    with pytest.raises(UnknownPlayer, match='no player "Bob"'):
        parse_hand("Ken tsumo yakuman pao Bob", NAMES, RULES)
