"""Sheets with people who come and go: substitutes, penalties, who is here and who has left."""

from contextlib import closing
from dataclasses import fields
from datetime import date

import pytest

from ledger.services import attendance, penalties
from ledger.services.choose import NightIsSettled
from ledger.services.games import GameOptions
from ledger.services.nights import show_night
from ledger.services.undo import undo_last
from ledger.shapes.game import NightView

TONIGHT = date(2026, 11, 20)
NIGHT = "night 2026-11-20\nid n1\nplayers Ken, John, Taro, Anna, Bo, Cy\n"
SHEET = f"""{NIGHT}here Cy
game Ken John Taro
Ken ron John mangan
sub Ken Bo result split
draw Bo
draw none
end
penalty Bo 1000 late
penalty John 300 phone
"""
ODD = ("Player 2", "Sub", "Here", "Left", "Penalty", "A=B", "7", "Ken #1", "Ron", "Anne Marie", "Split", "田中さん")


def same_again(club, text, *ways):
    """The same sheet again writes no row, in whatever way it is asked."""
    before = club.rows()
    for how in ways or ({},):
        assert club.sheet(text, **how).repeated
    assert club.rows() == before


def night(club):
    return show_night(club.engine, club.now, TONIGHT)


def penalise(club, name, points, reason):
    penalties.penalise(club.engine, club.request("game penalty"), name, points, reason)


def same_night(club, other):
    """Two ledgers show the same night; in the list of those who are here, comers may stand in another order."""
    mine, theirs = night(club), night(other)
    for field in fields(NightView):
        if field.name not in ("here", "left", "sits_out"):
            assert getattr(mine, field.name) == getattr(theirs, field.name), field.name
    assert (set(mine.here), set(mine.left)) == (set(theirs.here), set(theirs.left))
    assert len(mine.sits_out) == len(theirs.sits_out)


def goes_round(club, other):
    """A night is the same when its sheet is recorded elsewhere, and again is no news here or there."""
    text = club.written()
    other.sheet(text)
    same_night(club, other)
    assert other.written().splitlines()[3:] == text.splitlines()[3:]
    same_again(club, text)
    same_again(other, text)


@pytest.fixture
def other(file_place, new_club):
    """An empty ledger in a file, wherever the first one is."""
    with closing(new_club(str(file_place))) as club:
        yield club


def test_the_lines_do_what_the_commands_do(club, other):
    other.sheet(SHEET)
    club.add("Bo", "Cy")
    attendance.join_night(club.engine, club.request("night join"), ["Cy"])
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Bo", "split")
    club.hand("draw Bo")
    club.hand("draw none")
    club.end()
    penalise(club, "Bo", 1_000, "late")
    penalise(club, "John", 300, "phone")
    same_night(club, other)
    game = night(other).games[0]
    # 59,000 less 50,000, and the bonus, of which 12,000 had been won when Bo came.
    assert [(line.player, line.points) for line in game.results] == [
        *(("Bo", 23_000), ("John", -18_300), ("Taro", -6_000)),
    ]
    assert [(share.player, share.points) for share in game.shares] == [("Ken", 12_000), ("Bo", -12_000)]
    assert set(night(other).here) == {"Ken", "John", "Taro", "Bo", "Cy"}


@pytest.mark.parametrize(("first", "second"), [("starter", "split"), ("split", "finisher"), ("finisher", "starter")])
def test_substitutes_go_round(club, other, first, second):
    club.add("Bo", "Cy")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Anna", first)
    club.sub("Taro", "Bo", second)
    club.hand("Bo ron Anna s5")
    club.sub("Anna", "Ken", second)
    club.hand("draw Ken")
    club.sub("John", "Anna", first)
    assert club.written().count("\nsub ") == 4
    goes_round(club, other)
    club.end()
    club.start("Bo", "Cy", "Taro")
    assert other.sheet(club.written()).answer.games[0].over
    same_night(club, other)


def test_odd_names_go_round(club, other):
    club.add(*ODD)
    one, two, three, *others = (f"@{name}" for name in ODD)
    while len(others) > 1:
        came, late, *others = others
        club.start(one, two, three)
        club.hand(f"{one} ron {two} s5")
        club.sub(two, came, "split")
        club.hand(f"{one} tsumo s5 riichi {came}")
        club.sub(one, late)
        for name in (late, came, three):
            penalise(club, name, 1_000, "3 times late, at #2 of 20 rules")
        club.end()
        one, two, three = two, late, came
    attendance.join_night(club.engine, club.request("night join"), others)
    goes_round(club, other)


def test_penalties_of_games_of_every_kind_go_round(club, other):
    club.result(options=GameOptions(rules="standard"), Ken=45_000, John=35_000, Taro=25_000, Anna=15_000)
    penalise(club, "Anna", 1, "late")
    penalise(club, "Ken", 1_000_000, "phone")
    penalise(club, "Anna", 20_000, "late again")
    for end in ({}, {"Ken": 50_000, "John": 45_000, "Taro": 40_000}):
        club.start("Ken", "John", "Taro")
        penalise(club, "Taro", 7, "x")
        club.hand("draw Ken")
        club.end(**end)
    club.start("Ken", "John", "Taro", rounds=1)
    for _ in range(3):
        club.hand("draw none")
    penalise(club, "John", 300, "discussing the hand")
    club.start("Ken", "John", "Taro")
    penalise(club, "John", 300, "while it is open")
    assert club.written().count("\npenalty ") == 7
    goes_round(club, other)


def test_who_is_here_and_who_has_left_goes_round(club, other):
    club.add("Bo", "Cy", "Here", "Anne Marie")
    attendance.join_night(club.engine, club.request("night join"), ["Bo", "Cy", "Here", "Anne Marie"])
    attendance.leave_night(club.engine, club.request("night leave"), ["Cy", "Anne Marie"])
    goes_round(club, other)
    club.start("Ken", "John", "Bo")
    other.sheet(club.written())
    same_night(club, other)
    assert set(night(other).left) == {"Cy", "Anne Marie"}


def test_lines_that_are_added_are_recorded(club):
    lines = SHEET.splitlines(keepends=True)
    text = "".join(lines[:3])
    for line in lines[3:]:
        text += line
        if line.startswith("game"):
            continue
        assert not club.sheet(text).repeated, line
        same_again(club, text)
    longer = text.replace("here Cy", "here Cy Anna\nleft Cy") + "penalty John 1 phone\n"
    club.sheet(longer)
    same_again(club, longer)
    assert (night(club).left, "Anna" in night(club).here) == (("Cy",), True)
    assert [(p.player, p.points) for p in night(club).games[0].penalties] == [("Bo", 1_000), ("John", 300), ("John", 1)]


def test_all_of_a_sheet_is_taken_back_at_once(club, reports):
    before = reports(club)
    club.sheet(SHEET)
    request = club.request("undo")
    undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))
    assert reports(club) == before
    assert not club.sheet(SHEET).repeated


def test_a_settled_night_takes_no_such_line_any_more(club):
    club.sheet(SHEET)
    club.settle()
    before = club.rows()
    for more in ("penalty John 1 x\n", "here Anna\n", "left Cy\n"):
        with pytest.raises(NightIsSettled):
            club.sheet(SHEET + more)
        assert club.rows() == before
    same_again(club, SHEET)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sub Ken Bo result split", "SUB ken,  bo RESULT Split"),
        ("penalty Bo 1000", "penalty b = 1000"),
        ("penalty Bo 1000", "penalty @Bo=1000"),
        ("penalty Bo 1000", "penalty Ken 1000"),
        ("here Cy", "here cy, Cy # and nobody else"),
    ],
)
def test_the_same_in_other_words_is_no_news(club, old, new):
    club.sheet(SHEET)
    assert old in SHEET
    same_again(club, SHEET.replace(old, new))
