"""Further names of those seated are names in hand lines, too: in full, and where no name is."""

import pytest

from ledger.errors import LedgerError
from ledger.notation.refusals import UnknownPlayer
from ledger.notation.sheet import parse_sheet
from ledger.services import correct, players, results
from ledger.services.at_table import at_table, try_line
from ledger.services.choose import GameChoice
from ledger.services.count import Chips
from ledger.services.hands import replace_last_hand
from ledger.services.nights import Terms
from ledger.services.people import merge_players
from ledger.services.sheet import record_sheet
from ledger.services.substitute import substitute


@pytest.fixture
def at(club):
    for who, alias in (("John", "Big J"), ("Taro", "ron"), ("Ken", "Anna K"), ("Anna", "J")):
        players.alias_player(club.engine, club.request("player alias"), who, alias)
    club.start("Ken", "John", "Taro")
    return club


def line(club, text):
    return club.hand(text).hand.line


def test_a_line_names_by_them_and_is_written_with_the_shown_names(at):
    assert line(at, "big j ron Ken s5 riichi ｂｉｇ Ｊ") == "John ron Ken s5 riichi John"
    assert line(at, "Ken ron @ron s5") == "Ken ron Taro s5"
    assert line(at, "draw Anna K, Big J") == "draw Ken John"


def test_only_in_full_and_only_of_those_seated(at):
    with pytest.raises(LedgerError):
        at.hand("big ron Ken s5")
    with pytest.raises(UnknownPlayer):
        at.hand("Ken ron Anna s5")
    assert line(at, "J ron Ken s5") == "John ron Ken s5"  # Anna, who is called J, does not sit here
    with pytest.raises(LedgerError):
        at.hand("Ken ron ron s5")  # a word of the notation needs its @


def test_a_substitutes_further_names_count_from_there_on(at):
    at.hand("draw Big J")
    substitute(at.engine, at.request("game sub"), "Big J", "J")
    assert line(at, "J ron Ken s5") == "Anna ron Ken s5"
    with pytest.raises(UnknownPlayer):
        at.hand("Big J ron Ken s5")


RULES = """\
name = "ours"
extends = "standard"
tie_uma = "refuse"
tie_place = "refuse"
chombo = "penalty"
chombo_points = 20000
chip_value = 1000
leftover_sticks = "last_winner"
"""


def test_counted_scores_and_what_is_said_beside_them(club, tmp_path):
    for who, alias in (("John", "Big J"), ("Taro", "T A"), ("Ken", "Jo"), ("Anna", "K")):
        players.alias_player(club.engine, club.request("player alias"), who, alias)
    (tmp_path / "ours.toml").write_text(RULES, encoding="utf-8")
    club.start("Ken", "John", "Taro", "Anna", rules=str(tmp_path / "ours.toml"))
    club.add("Bo", "Cy", "Di")
    club.start("Bo", "Cy", "Di")
    counted = [("ＢＩＧ J", 38_000), ("@t a", 38_000), ("jo", 12_000), ("k", 10_000)]
    said = results.Count(
        sticks_left=1,
        last_winner="jo",
        ahead=("T A",),
        chips=(Chips("big j", 2), Chips("K", -2)),
        chombos=("K",),
        discrepancy="a stick was left",
        discrepancy_by="Jo",
    )
    scores = [results.FinalScore(*score) for score in counted]
    game = results.end_game(club.engine, club.request("game end"), scores=scores, count=said).answer
    assert game.number == 1, "the table where they sit"
    told = {one.player: (one.raw_score, one.place, one.leftover_sticks, one.chips) for one in game.results}
    assert told == {
        "Ken": (12_000, 3, 1_000, 0),
        "John": (38_000, 2, 0, 2),
        "Taro": (38_000, 1, 0, 0),
        "Anna": (10_000, 4, 0, -2),
    }
    assert [one.penalty < 0 for one in game.results] == [one.player == "Anna" for one in game.results]
    assert [one.discrepancy != 0 for one in game.results] == [one.player == "Ken" for one in game.results]
    scored = [results.FinalScore(*score) for score in (("Big J", 62_000), ("Ken", 62_000), ("T A", 11_000))]
    beside = results.Count(last_dealer="big j")
    again = results.record_result(club.engine, club.request("game result"), scored, beside).answer.game
    assert again.players == ("John", "Ken", "Taro")


def test_everywhere_a_line_is_read(at):
    at.hand("Ken ron John s5")
    assert try_line(at_table(at.engine, at.now), "Ken ron Big J s6").change == (12_200, -12_200, 0)
    fixed = correct.fix_hand(at.engine, at.request("hand fix"), 1, "Big J ron Ken s5").answer
    assert fixed.after.hands[0].line == "John ron Ken s5"
    replaced = replace_last_hand(at.engine, at.request("hand"), "draw Big J", GameChoice("1")).answer
    assert replaced.hand.line == "draw John"
    at.add("Bo", "Cy", "Di")
    at.start("Bo", "Cy", "Di")
    assert at.hand("Big J tsumo s5").game.number == 1, "the table where they sit"
    at.end("1")
    text = "night 2026-11-21\ngame Ken Big J, Taro\nBig J ron Ken s5\ndraw Xaver\ndraw Big J\n= Ken 1 John 2 Taro\n"
    with pytest.raises(LedgerError) as refusal:
        record_sheet(at.engine, at.request("sheet"), "x.txt", parse_sheet(text), Terms())
    assert [problem.line for problem in refusal.value.problems] == [4, 6]


def test_a_merged_name_that_goes_on_behind_the_name_is_read_whole(club):
    club.add("John B", "Ken Jo")
    for who, into in (("John B", "John"), ("Ken Jo", "Ken")):
        merge_players(club.engine, club.request("player merge"), who, into)
    club.start("Ken", "John", "Taro")
    assert line(club, "John B ron Ken Jo s5 riichi john b") == "John ron Ken s5 riichi John"
    assert line(club, "Ken Jo ron John s5") == "Ken ron John s5"
    assert line(club, "draw Ken Jo") == "draw Ken"
    assert line(club, "draw Ken, Jo") == "draw Ken John", "a comma divides two names"
