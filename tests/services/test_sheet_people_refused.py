"""Lines of people in a sheet that cannot be, or that are recorded otherwise: sub, penalty, here and left."""

from contextlib import closing
from datetime import date

import pytest

from ledger.services.nights import show_night
from ledger.services.sheet import SheetRefused
from ledger.services.undo import undo_last

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


def refused(club, text, *problems, **how):
    """A refusal leaves every row as it was; problems: line and part of the message of each, in order."""
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        club.sheet(text, **how)
    assert club.rows() == before
    found = refusal.value.problems
    assert [problem.line for problem in found] == [line for line, _ in problems], (text, found)
    for problem, (_, part) in zip(found, problems, strict=True):
        assert part in problem.message


@pytest.fixture
def other(file_place, new_club):
    """An empty ledger in a file."""
    with closing(new_club(str(file_place))) as club:
        yield club


def test_all_that_is_wrong_is_said_together(other):
    game = "game Ken John Taro\ndraw none\n"
    text = f"{NIGHT}here Zoe, Cy, Zed\nleft Yam\n{game}sub Ken Zac\ndraw Tarot\nend\n"
    text += f"{game}end\npenalty Zid 1 x\n{game}sub Ken\n"
    refused(
        other,
        text,
        *((4, 'no player "Zed"'), (4, 'no player "Zoe"'), (5, 'no player "Yam"'), (8, 'no player "Zac"')),
        (9, 'no player "Tarot" at this table; did you mean Taro?'),
        *((14, 'no player "Zid" at this table'), (17, "who comes for whom?")),
    )


WRONG = {
    "sub": "who comes for whom? Write both names, as in sub Ken Anna",
    "sub Ken": "who comes for whom?",
    "sub Ken Bo Cy": "who comes for whom?",
    "sub Ken Bo result": "what follows result?",
    "sub Ken Bo result all": 'result "all": whose it is, starter, finisher or split',
    "sub Ken Bo result split result split": "result is there twice",
    "sub Ken Zed": 'no player "Zed" in this ledger',
    "sub Anna Bo": 'no player "Anna" at this table; seated: Ken, John, Taro',
    "sub Ken John": "John sits in game 1 already",
    "end\nsub Ken Bo": "the game ended above",
    "penalty": "a penalty has a name, points and a reason, as in penalty Ken 20000 late",
    "penalty Ken": "a penalty has a name, points and a reason",
    "penalty Ken 100": "a penalty has a name, points and a reason",
    "penalty Ken late": "a penalty has a name, points and a reason",
    "penalty Ken 0 late": "a penalty takes 1 to 1,000,000 points off, got 0",
    "penalty Ken 1,000,001 late": "a penalty takes 1 to 1,000,000 points off, got 1,000,001",
    "penalty Ken -100 late": "a penalty has a name, points and a reason",
    "penalty Anna 100 late": 'no player "Anna" at this table; seated: Ken, John, Taro',
    "penalty Ken 100 " + "x" * 501: "at most 500 characters, got 501",
    "here": "who came? Write their names",
    "left": "who has left? Write their names",
    "here Zed": 'no player "Zed" in this ledger',
}


def test_lines_of_a_wrong_form_are_refused(other):
    for line, message in WRONG.items():
        text = f"{NIGHT}game Ken John Taro\ndraw none\n{line}\n"
        refused(other, text, (text.count("\n"), message))
    for line in ("sub Ken Bo", "penalty Ken 100 late"):
        refused(other, f"{NIGHT}{line}\n", (4, "no game begins before this line"))
    refused(other, f"{NIGHT}game Ken John Taro\nsub Ken Bo\n", (5, "has no hands before that"))
    refused(other, f"{NIGHT}result Ken 50000 John 45000 Taro 40000\nsub Ken Bo\n", (5, "is only its result"))


CHANGED = {
    "a substitute more": ("draw none", "sub John Anna\ndraw none", 9, "game 1 is recorded with nobody new in hand 3"),
    "a penalty that is more": ("Bo 1000", "Bo 2000", 11, "the penalties of game 1 are recorded as"),
    "a penalty of another, for another reason": (
        "John 300 phone",
        "Taro 300 late",
        11,
        "to change them, add --replace",
    ),
    "a penalty less": ("penalty Bo 1000 late\n", "", 11, "1,000 off Bo (late); 300 off John (phone)"),
    "a hand before": ("mangan", "haneman", 6, "hand 1 is recorded as  Ken ron John mangan"),
}


@pytest.mark.parametrize("what", CHANGED)
def test_what_is_recorded_otherwise_is_refused_and_done_with_replace(club, other, reports, what):
    old, new, line, message = CHANGED[what]
    club.sheet(SHEET)
    before = reports(club)
    text = SHEET.replace(old, new)
    refused(club, text, (line, message))
    done = club.sheet(text, replace=True)
    assert done.answer.changes or any(game.taken_back for game in done.answer.games)
    assert club.sheet(text).repeated
    other.sheet(text)
    assert show_night(club.engine, club.now, TONIGHT).games == show_night(other.engine, other.now, TONIGHT).games
    request = club.request("undo")
    undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))
    if "penalt" not in what:  # those that come back stand behind the others
        assert reports(club) == before


def test_a_substitute_who_is_not_in_the_sheet_is_refused_and_goes_with_replace(club):
    text = f"{NIGHT}game Ken John Taro\ndraw none\nsub John Bo\ndraw none\nend\n"
    club.sheet(text)
    without = text.replace("sub John Bo\n", "")
    said = "game 1 is recorded with Bo for John from hand 2 on: write  sub John, Bo  above that hand, or add --replace"
    refused(club, without, (6, said))
    done = club.sheet(without, replace=True)
    assert done.answer.changes == ("game 1 was recorded with Bo for John from hand 2 on",)
    assert (club.game().players, club.game().substitutes) == (("Ken", "John", "Taro"), ())
    assert club.sheet(without).repeated
