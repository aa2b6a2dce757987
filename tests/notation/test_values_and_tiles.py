"""Prices by value and by tiles in a line, at a table."""

from dataclasses import replace

import pytest

from ledger.errors import LedgerError
from ledger.notation.format import format_hand
from ledger.notation.parse import ParseError, parse_hand
from ledger.notation.winning import TilesNeedTable
from ledger.presets import preset
from ledger.rules.facts import Facts, HanFu, Liability, Ron, Tsumo, Value, Win, YakumanHand
from ledger.rules.payments import change, payments
from ledger.rules.points import CannotOccur, WrongMethod
from ledger.rules.table import first_table
from ledger.rules.values import AmbiguousValue
from ledger.shapes.hand import Table
from ledger.tiles.tile import TileError

NAMES = ("Ken", "John", "Taro", "Anna")
RULES = replace(preset("tenhou"), multi_ron="all")
AT = first_table(RULES)
ONE_COUNTER = replace(AT, honba=1)


def read(line: str, table: Table = AT) -> Facts:
    facts = parse_hand(line, NAMES, RULES, table=table)
    again = format_hand(facts, NAMES, RULES, table)
    assert parse_hand(again, NAMES, RULES, table=table) == facts, again
    return facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("John ron Ken 7700", Ron(0, (Win(1, Value(7_700)),))),
        ("John tsumo 1300/2600", Tsumo(Win(1, Value(1_300, 2_600)))),
        ("John tsumo 2600/1300", Tsumo(Win(1, Value(1_300, 2_600)))),
        ("Ken tsumo 2000all", Tsumo(Win(0, Value(2_000)))),
        ("Ken tsumo 2000 ALL riichi", Tsumo(Win(0, Value(2_000)), (0,))),
        ("John ron Ken 1000, Taro 8000 riichi Taro", Ron(0, (Win(1, Value(1_000)), Win(2, Value(8_000))), (2,))),
    ],
)
def test_values(line: str, facts: Facts) -> None:
    assert read(line) == facts


def test_a_value_beside_its_counters_is_said_again_with_them() -> None:
    with pytest.raises(AmbiguousValue, match=r"type 1300\+300 or 1000\+300"):
        read("John ron Ken 1300", ONE_COUNTER)
    facts = read("John ron Ken 1300+300", ONE_COUNTER)
    assert facts == Ron(0, (Win(1, Value(1_300)),))
    assert format_hand(facts, NAMES, RULES, ONE_COUNTER) == "John ron Ken 1300+300"
    assert format_hand(facts, NAMES, RULES) == "John ron Ken 1300"
    assert read("John ron Ken 1000+300", ONE_COUNTER) == Ron(0, (Win(1, Value(1_000)),))
    assert format_hand(read("Ken tsumo 2000all+100", ONE_COUNTER), NAMES, RULES, ONE_COUNTER) == "Ken tsumo 2000all"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("John ron Ken 7800", "nearest: 7,700 or 8,000"),
        ("John ron Ken 1300/2600", 'word 4: "1300/2600": a ron has one value'),
        ("John ron Ken 2000all", "a ron has one value, what the discarder pays"),
        ("John tsumo 8000", 'word 3: "8000": by tsumo, type what each pays: 1300/2600, or 2000all for the dealer'),
        ("John tsumo 2000all", "a non-dealer's tsumo has two values"),
        ("Ken tsumo 1300/2600", "the dealer wins, and all pay the same"),
        ("John ron Ken 7700+", 'expected a price such as 3/40, 5h or mangan after "Ken"'),
        ("John ron Ken 7700+x", "expected a price"),
        ("John tsumo 2000all/4000", "expected a price"),
        ("John ron Ken 99", "99 alone is no price"),
    ],
)
def test_values_that_are_refused(line: str, message: str) -> None:
    with pytest.raises(LedgerError) as refusal:
        read(line)
    assert message in str(refusal.value)


def test_without_the_table_a_value_is_taken_as_it_is_said() -> None:
    assert parse_hand("John ron Ken 7801", NAMES, RULES) == Ron(0, (Win(1, Value(7_801)),))


TILES = "234m456p22678s33s win 3s"


def test_a_hand_of_tiles_is_priced_at_its_table() -> None:
    """Tanyao only: closed ron, a simple triplet won by ron 2: 20 + 10 + 2 = 32, so 40 fu."""
    facts = read(f"John ron Ken {TILES}")
    assert facts == Ron(
        0, (Win(1, HanFu(1, 40), tiles=TILES.replace("22678s33s", "2233678s"), yaku=("tanyao",), dora=0),)
    )
    assert change(payments(facts, AT, RULES), 4) == (-1_300, 1_300, 0, 0)


def test_riichi_winds_and_the_way_of_winning_come_from_the_line_and_the_table() -> None:
    riichi = read(f"John tsumo {TILES} riichi ippatsu indicator 1s ura 5p")
    assert isinstance(riichi, Tsumo)
    # Riichi, ippatsu, tsumo, tanyao and the three dora 2s … 22s are two, and no 6p counts: one more of ura.
    assert riichi.win.yaku == ("riichi", "ippatsu", "menzen-tsumo", "tanyao")
    assert riichi.win.dora == 3
    assert riichi.win.price == HanFu(7, 30)
    assert riichi.riichi == (1,)
    east = "123m456p789s11z23s win 4s"
    with pytest.raises(TileError, match="yaku"):
        read(f"John ron Ken {east}")
    pair = read(f"John ron Ken {east} riichi John")
    assert isinstance(pair, Ron)
    assert pair.wins[0].price == HanFu(1, 40)  # the pair is the round's wind, so no pinfu: 20 + 10 + 2
    south = read(f"John ron Ken {east} riichi John", replace(AT, round_wind=1, dealer=2))
    assert isinstance(south, Ron)
    assert south.wins[0].price == HanFu(2, 30)  # a pinfu: East is neither's wind


def test_of_several_winners_each_may_say_tiles() -> None:
    line = f"John ron Ken {TILES}, Taro mangan, Anna ron Ken 777z234m456p22678s win 9s riichi Taro"
    with pytest.raises(TileError, match=r"13|14"):
        read(line)
    facts = read("John ron Ken " + TILES + ", Taro mangan, Anna ron Ken 777z234m56p22678s win 7p riichi Taro Anna")
    assert isinstance(facts, Ron)
    assert [win.price for win in facts.wins][0::2] == [HanFu(1, 40), HanFu(2, 40)]
    assert facts.riichi == (2, 3)


def test_melds_kans_and_flags_go_on_behind_the_tiles_and_riichi() -> None:
    facts = read("John tsumo 22m345s55p win 5p pon 777z kan 3333p after-kan indicator 2p 4p")
    assert isinstance(facts, Tsumo)
    assert set(facts.win.yaku) == {"rinshan", "red-dragon"}
    assert facts.win.dora == 4 + 3


def test_pao_goes_with_a_yakuman_of_tiles() -> None:
    facts = read("John tsumo 22m345s55z win 5z pon 666z pon 777z pao Taro")
    assert isinstance(facts, Tsumo)
    assert facts.win.price == YakumanHand(1)
    assert facts.win.liable == Liability(2)


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        (f"John ron Ken {TILES} dora 2", WrongMethod, "dora are counted from the tiles"),
        ("John ron Ken 234m456p22678s33s", TileError, "win"),
        ("John ron Ken 234m456p22678s33s win", LedgerError, "win"),
        (f"John ron Ken {TILES} ippatsu", TileError, "riichi"),
        (f"John tsumo {TILES} robbing", TileError, "robbing"),
        (f"John ron Ken {TILES} north 1", TileError, "three players"),
        (f"John ron Ken {TILES} Taro", ParseError, "expected riichi, on-riichi, pao, dora, yaku, note or the end"),
        ("John ron Ken 22222m456p678s33s win 3s", TileError, "2m"),
    ],
)
def test_tiles_that_are_refused(line: str, error: type[LedgerError], message: str) -> None:
    with pytest.raises(error, match=message):
        read(line)


def test_tiles_need_a_table() -> None:
    with pytest.raises(TilesNeedTable):
        parse_hand(f"John ron Ken {TILES}", NAMES, RULES)


def test_what_cannot_occur_is_refused_before_the_table_is_known() -> None:
    with pytest.raises(CannotOccur):
        parse_hand("John ron Ken 2/20", NAMES, RULES)
