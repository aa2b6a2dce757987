"""What a sheet says beside hands: who came for whom, penalties, who is here, lines of money and fees."""

from contextlib import closing
from datetime import date

import pytest

from ledger.commands.money import amount_minor, plain_amount, rate_amount
from ledger.commands.night import terms_of
from ledger.notation.sheet import parse_sheet
from ledger.services.nights import show_night
from ledger.services.settle import preview
from ledger.services.sheet import How, SheetRefused, record_sheet
from ledger.services.sheet_text import sheet_of_night
from ledger.services.undo import undo_last

TONIGHT = date(2026, 11, 20)
SHEET = """\
night 2026-11-20 rules dutch rate 0.50 EUR
id n1
players Ken, John, Taro, Anna, Player 2, Sub, Here, At, Penalty
here Sub, Here
left Here

game Ken, John, Taro
e1.0 Ken ron John s5
e1.1 draw Ken
sub Ken, Player 2 result split
e1.2 Player 2 ron John s5
sub John, @At
sub Player 2, Ken result finisher
= Ken 59400 At 31600 Taro 44000
end
penalty At 1000 late, twice
penalty Ken 20000 \\#1
result Ken 88000 John -15000 Penalty 62000
penalty John 5 x
line Anna=24.00, Ken=-8.00, John=-8.00, Player 2=-8.00 pizza: with \\#1, cheese
line Ken=5.00, box=-5.00 prize
fee 0.25 per game
fee 1.25 per head
"""


def amount(text, currency):
    return amount_minor(text, currency, "en")


def record(club, text, **how):
    sheet = parse_sheet(text)
    terms = terms_of(club.engine, sheet.rules, sheet.currency, sheet.rate)
    return record_sheet(club.engine, club.request("sheet"), "x.txt", sheet, terms, How(amount=amount, **how))


def written(club):
    sheet = sheet_of_night(club.engine, club.now, TONIGHT, plain_amount)
    first = f"night {sheet.held_on} rules {sheet.rules} rate {rate_amount(sheet.money)} {sheet.money.currency}"
    return "\n".join([first, f"id {sheet.uid}", *sheet.lines, ""])


def refused(club, text, *problems, **how):
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        record(club, text, **how)
    assert club.rows() == before
    found = refusal.value.problems
    assert [line for line, _ in found] == [line for line, _ in problems], found
    for (_, message), (_, part) in zip(found, problems, strict=True):
        assert part in message


def shown(club):
    night = show_night(club.engine, club.now, TONIGHT)
    return night, preview(club.engine, club.request("settle preview"), TONIGHT)


def test_it_is_recorded_and_written_the_same(club, new_club, places):
    record(club, SHEET)
    night, money = shown(club)
    game, scores = night.games
    assert [(s.from_hand, s.left, s.came, s.credit.value) for s in game.substitutes] == [
        (3, "Ken", "Player 2", "split"),
        (4, "Player 2", "Ken", "finisher"),
        (4, "John", "At", "starter"),
    ]
    assert [(p.player, p.points, p.reason) for p in game.penalties] == [
        ("John", 1_000, "late, twice"),  # his is the result of the seat in which At sits
        ("Ken", 20_000, "#1"),
    ]
    assert [(p.player, p.points) for p in scores.penalties] == [("John", 5)]
    assert (night.left, "Sub" in night.here) == (("Here",), True)
    assert sum(who.amount_minor for who in money.players) == 0
    text = written(club)
    with closing(new_club(places.fresh(), rules="standard")) as other:
        record(other, text)
        assert written(other) == text
        there = shown(other)
        assert there == (night, money)
        before = other.rows()
        assert record(other, text).repeated
        assert other.rows() == before


def test_added_lines_are_recorded_and_all_of_it_is_taken_back(club):
    short = SHEET[: SHEET.index("penalty Ken 20000")]
    record(club, short)
    before = shown(club)
    record(club, SHEET)
    assert shown(club) != before
    undo_last(club.engine, "tester", lambda unit: club.request("undo", unit=unit))
    assert shown(club) == before


@pytest.mark.in_files
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("sub Ken, Player 2 result split\n", "", 10, "is recorded with Player 2 for Ken from hand 3 on"),
        (
            "sub John, @At\n",
            "",
            16,
            "is recorded with At for John from hand 4 on: write  sub John, At  above that hand",
        ),
        (
            "result split",
            "result starter",
            10,
            "game 1 is recorded with Player 2 for Ken from hand 3 on, result split; to change that, add --replace",
        ),
        ("1000 late, twice", "2000 late", 16, "the penalties of game 1 are recorded as  1,000 off At (late, twice); "),
        ("penalty John 5 x\n", "", 18, "the penalties of game 2 are recorded as  5 off John (x)"),
        (
            "Ken=5.00, box=-5.00",
            "Ken=6.00, box=-6.00",
            20,
            "recorded with  pizza: with #1, cheese, prize; to change that",
        ),
        ("line Ken=5.00, box=-5.00 prize\n", "", 20, "the night is recorded with  pizza: with #1, cheese, prize"),
        ("fee 0.25", "fee 0.50", 20, "the fee per game is recorded otherwise; to change it, add --replace"),
        ("fee 1.25 per head\n", "", 20, "the fee per head is recorded otherwise"),
    ],
)
def test_what_is_written_otherwise_is_refused_and_recorded_with_replace(club, old, new, line, message):
    record(club, SHEET)
    changed = SHEET.replace(old, new, 1)
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        record(club, changed)
    assert club.rows() == before
    assert (line, True) in [(number, message in text) for number, text in refusal.value.problems], (
        refusal.value.problems
    )
    if "Player 2 ron" in changed and "sub Ken, Player 2" not in changed:
        return  # the line below names somebody who does not sit there then
    if "sub John, @At" not in changed:
        changed = changed.replace("At 31600", "John 31600").replace("penalty At", "penalty John")
    record(club, changed, replace=True)
    assert record(club, changed).repeated


def test_everything_wrong_is_said_together(club):
    refused(
        club,
        "night 2026-11-20\nhere Xaver\nleft Yuri\nhere\nline Ken=5\nline Zeno=5, Ken=-5 x\nline Ken=5 x\n"
        "line Ken=1.000 x\n"
        "fee x\nfee\nsub Ken, John\ngame Ken John Taro\nsub Ken Anna\ndraw none\nsub Ken Bo\n"
        "penalty Ken late\npenalty\n"
        "penalty Bob 5 x\nsub Ken, Anna result x\n",
        *((2, "Xaver"), (3, "Yuri"), (4, "who came?"), (5, "a line has amounts and a title"), (6, "Zeno")),
        *((7, "add up to 0"), (8, "could be read in two ways"), (9, "'x' is no amount"), (10, "a fee has an amount")),
        *((11, "no game begins"), (13, "game 1 has no hands before that"), (15, "Bo"), (16, "a penalty has a name")),
        *((17, "a penalty has a name"), (19, "result")),
    )
    refused(club, "night 2026-11-20 rate 0\nline Ken=5, John=-5 x\n", (2, "the night is for points only"))
