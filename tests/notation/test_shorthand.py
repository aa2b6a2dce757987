"""What people at a table also write: seat winds, the place in the game, riichi in front, tenpai, yaku, notes."""

from dataclasses import replace

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.notation.format import format_hand
from ledger.notation.parse import AmbiguousPlayer, ParseError, UnknownPlayer, parse_hand, parse_line
from ledger.notation.winning import YakuNeedsRiichi
from ledger.presets import preset
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, HanFu, Ron, Tsumo, Value, Win
from ledger.rules.points import CannotOccur
from ledger.rules.table import first_table
from ledger.shapes.hand import Abort

NAMES = ("Ken", "John", "Taro", "Anna")
RULES = preset("mahjong-soul")
AT = replace(first_table(RULES), dealer=1, honba=2)  # E2.2: John is East, Taro South, Anna West, Ken North
KEN, JOHN, TARO, ANNA = range(4)


def read(line: str, names: tuple[str, ...] = NAMES) -> Facts:
    facts = parse_hand(line, names, RULES, table=AT)
    again = format_hand(facts, names, RULES, AT)
    assert parse_hand(again, names, RULES, table=AT) == facts, again
    return facts


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("N ron E 3/40", "Ken ron John 3/40"),
        ("w tsumo mangan riichi", "Anna tsumo mangan riichi"),
        ("draw E s", "draw John Taro"),
        ("e2.2 Ken ron John 3/40", "Ken ron John 3/40"),
        ("E2 Ken ron John 3/40", "Ken ron John 3/40"),
        ("Ken riichi Ken ron John 3/40", "Ken ron John 3/40 riichi Ken"),
        ("e2.2 Ken riichi Taro riichi draw Ken Anna", "draw Ken Anna Taro riichi Ken Taro"),
        ("Ken Taro riichi abort four-winds", "abort four-winds riichi Ken Taro"),
        ("Ken riichi Taro ron John 3/40 riichi Taro", "Taro ron John 3/40 riichi Ken Taro"),
        ("draw tenpai Ken Taro", "draw Ken Taro"),
        ("draw Ken tenpai Taro tenpai", "draw Ken Taro"),
        ("Ken ron John 8000 + 600", "Ken ron John 8000+600"),
        ("Ken ron John 8000 +600", "Ken ron John 8000+600"),
        ("Ken tsumo 500/1000 all", "Ken tsumo 500/1000"),
        ("Ken tsumo 500/1000 all +200", "Ken tsumo 500/1000+200"),
        ("John tsumo 4000 all + 200", "John tsumo 4000all"),
        ("Ken ron John 5,200", "Ken ron John 5200"),
        ("Ken tsumo 1,300/2,600", "Ken tsumo 1300/2600"),
        ("Ken ron John 3/40 yaku tanyao+chun", "Ken ron John 3/40 yaku tanyao+red-dragon"),
    ],
)
def test_the_same_said_otherwise(line: str, same: str) -> None:
    assert read(line) == read(same)


def test_a_wind_that_begins_somebody_elses_name_is_asked_about() -> None:
    names = ("Ken", "John", "Emma", "Anna")
    with pytest.raises(AmbiguousPlayer, match=r'"E" could be John \(E\) or Emma: type more of the name'):
        read("E tsumo mangan", names)
    assert read("@E tsumo mangan", names) == Tsumo(Win(2, read("Em tsumo mangan", names).win.price))  # type: ignore[union-attr]
    assert read("Ken ron E 3/40", ("Ken", "Emil", "Taro", "Anna")) == Ron(1, (Win(0, HanFu(3, 40)),))
    assert read("E ron Ken 3/40", ("Ken", "John", "E", "Anna")) == Ron(0, (Win(2, HanFu(3, 40)),))


def test_three_players_have_no_north() -> None:
    rules = preset("tenhou-3p")
    with pytest.raises(UnknownPlayer):
        parse_hand("N tsumo mangan", NAMES[:3], rules, table=first_table(rules))
    west = parse_hand("W tsumo mangan", NAMES[:3], rules, table=first_table(rules))
    assert west == parse_hand("Taro tsumo mangan", NAMES[:3], rules, table=first_table(rules))


@pytest.mark.parametrize("position", ["e2.1", "e2.3", "e1.2", "s2.2", "E3"])
def test_another_place_in_the_game_is_refused(position: str) -> None:
    with pytest.raises(ParseError, match=rf'word 1: "{position}": the table stands at E2.2'):
        read(f"{position} Ken ron John 3/40")


def test_a_player_may_be_called_like_a_place() -> None:
    names = ("E1", "John", "Taro", "Anna")
    assert read("E1 ron John 3/40", names) == Ron(1, (Win(0, HanFu(3, 40)),))


def test_a_note_is_kept_as_it_was_typed_and_may_hold_anything() -> None:
    for note in ('so, früh; "wow" riichi ron 3/40', "一番！", "note", "a note: note"):
        for quoted in (f'"{note}"', note, f"“{note}”"):
            facts = read(f"Ken ron John 3/40 riichi note {quoted}")
            assert facts == Ron(JOHN, (Win(KEN, HanFu(3, 40)),), (KEN,), note=note), quoted
    for line, facts in (
        ("draw none note x", ExhaustiveDraw(note="x")),
        ("abort four-kans note x", AbortiveDraw(Abort.FOUR_KANS, note="x")),
        ("chombo Ken note x", Chombo(KEN, note="x")),
        ("Ken tsumo mangan note  x   y ", Tsumo(read("Ken tsumo mangan").win, note="x y")),  # type: ignore[union-attr]
    ):
        assert read(line) == facts


def test_a_player_called_note_is_said_with_the_mark() -> None:
    names = ("Ken", "Note", "Taro", "Anna")
    facts = read("draw Ken @Note note Note was asleep", names)
    assert facts == ExhaustiveDraw((0, 1), note="Note was asleep")


def test_yaku_are_noted_by_their_names_and_those_of_riichi_need_one() -> None:
    facts = read("Ken ron John 4/30 dora 1 yaku Riichi+ippatsu+pinfu riichi")
    assert facts == Ron(JOHN, (Win(KEN, HanFu(4, 30), yaku=("riichi", "ippatsu", "pinfu"), dora=1),), (KEN,))
    for line in ("Ken ron John 3/40 yaku riichi", "Ken ron John 3/40 yaku ippatsu riichi Taro"):
        with pytest.raises(YakuNeedsRiichi, match="needs the winner's riichi"):
            read(line)


def test_a_riichi_player_who_is_not_named_as_tenpai_is_spoken_of() -> None:
    said = parse_line("draw Ken riichi Taro", NAMES, RULES, table=AT)
    assert said.facts == ExhaustiveDraw((KEN, TARO), (TARO,))
    assert said.remarks == ("Taro was in riichi, so counts as tenpai",)
    assert parse_line("draw Ken Taro riichi Taro", NAMES, RULES, table=AT).remarks == ()
    assert parse_line("draw all riichi Taro", NAMES, RULES, table=AT).remarks == ()


WRONG = [
    ("chombo", 'expected who is at fault after "chombo" (the line ends there), as in: chombo Ken'),
    ("Ken riichi", 'expected the winner after "riichi" (the line ends there)'),
    ("Ken riichi Ken riichi Ken ron John 3/40", "Ken is in riichi already"),
    ("Bob riichi Ken ron John 3/40", 'no player "Bob"'),
    ("Ken riichi Ken ron John 3/40 riichi Ken", "Ken is named twice"),
    ("Ken ron John 3/40 yaku", 'expected yaku after "yaku"'),
    ("Ken ron John 3/40 yaku blah", "as in: yaku riichi+ippatsu; known: riichi, double-riichi, ippatsu"),
    ("Ken ron John 3/40 yaku pinfuu", "joined by +, as in: yaku riichi+ippatsu; did you mean pinfu?"),
    ("Ken ron John 3/40 yaku pinfu yaku tanyao", "this was said before"),
    ("draw none yaku pinfu", "this is for a win"),
    ("Ken ron John 3/40 note", 'expected the note after "note"'),
    ('Ken ron John 3/40 note ""', "expected the note"),
    ("Ken ron John 3/40 dora 3", "dora 3: of 3 han one at least is a yaku"),
    ("Ken ron John 8000 + x", "expected riichi, on-riichi, pao, dora, yaku, note or the end"),
    ("Ken ron John 8000 + 300", "+300: the counters at E2.2 are 600"),
    ("tenpai Ken", "expected the winner"),
    ("Ken ron John 234m456p22678s33s wim 3s", "did you mean win?"),
]


@pytest.mark.parametrize(("line", "message"), WRONG, ids=[line for line, _ in WRONG])
def test_what_is_refused(line: str, message: str) -> None:
    with pytest.raises(LedgerError) as refusal:
        read(line)
    assert message in str(refusal.value)


@pytest.mark.parametrize("note", ["a\x07b", "x" * 501])
def test_notes_that_cannot_be_kept(note: str) -> None:
    with pytest.raises(UsageError, match=r"a note (cannot contain|has at most 500)"):
        read(f"draw none note {note}")


def test_of_two_winners_only_the_one_who_gets_the_counters_is_asked_about_them() -> None:
    """From John the next in turn is Taro: at two counters 1,600 could be 1,000 and 600, for Taro only."""
    facts = read("Taro ron John 5200, Ken ron John 1600")
    assert facts == Ron(JOHN, (Win(TARO, Value(5_200)), Win(KEN, Value(1_600))))
    assert format_hand(facts, NAMES, RULES, AT) == "Taro ron John 5200, Ken ron John 1600"
    with pytest.raises(LedgerError, match=r"type 1600\+600 or 1000\+600"):
        read("Taro ron John 1600, Ken ron John 7700")
    each = replace(RULES, multi_ron_honba="each")
    with pytest.raises(LedgerError, match=r"type 1600\+600"):
        parse_hand("Taro ron John 5200, Ken ron John 1600", NAMES, each, table=AT)


def test_pao_of_tiles_is_for_what_the_tiles_show() -> None:
    both = read("Ken tsumo 1112z win 2z pon 555z pon 666z pon 777z pao Taro")
    assert format_hand(both, NAMES, RULES, AT).endswith("pao Taro yakuman")
    with pytest.raises(LedgerError, match="makes somebody liable only for daisangen or daisuushii"):
        read("Ken ron John 19m19p19s1234567z win 1z pao Taro")
    kan = replace(RULES, pao=("open-kan",))
    line = "Ken tsumo 22m345s55p win 5p pon 777z kan 3333p after-kan pao Taro"
    assert parse_hand(line, NAMES, kan, table=AT)
    for wrong in (line.replace(" after-kan", ""), line.replace("tsumo", "ron John").replace(" after-kan", "")):
        with pytest.raises(LedgerError, match="these tiles are no such hand"):
            parse_hand(wrong, NAMES, kan, table=AT)


def test_a_player_called_like_a_word_of_tiles_is_said_with_the_mark() -> None:
    names = ("Kan", "John", "Win", "North")
    facts = read("@Kan ron John 234m456p22678s33s win 3s riichi @Kan @North", names)
    assert isinstance(facts, Ron)
    assert facts.riichi == (0, 3)


def test_a_value_is_checked_at_the_table_only() -> None:
    with pytest.raises(CannotOccur):
        read("Ken ron John 7800")
    assert parse_hand("Ken ron John 7800", NAMES, RULES) == Ron(JOHN, (Win(KEN, Value(7_800)),))
