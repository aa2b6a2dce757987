"""Recording nights that were written as text: what is stored, what is refused with its line, what is changed."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from ledger.errors import LedgerError
from ledger.services.choose import NightIsSettled
from ledger.services.nights import show_night
from ledger.services.sheet import SheetRefused
from ledger.services.undo import undo_last
from ledger.shapes.game import Ending, Money
from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.errors import ChangedRequest
from ledger.store.recorded import ChangedSince

TONIGHT = date(2026, 11, 20)
NIGHT = "night 2026-11-20\nid n1\n"
SHEET = """\
night 2026-11-20 rules dutch rate 1 EUR
id n1
players Zoë, Ken, Anne Marie

game Ken John Taro at window
e1.0 draw Taro
e2.1 Ken ron John mangan riichi
= Ken 52200 John 35800 Taro 47000
end

game Zoë, John, Taro, Anne Marie rules standard
e1.0 Zoë ron John 3/40
end Zoë 37700 John 22300 Taro 30000 Anne 30000

result Ken 88000 John -15000 Taro 62000

game Ken, John, Taro
e1.0 Ken tsumo s5
"""


def refused(club, text, *problems, **how):
    """A refusal leaves every row as it was; problems: line and part of the message of each, in order."""
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        club.sheet(text, **how)
    assert club.rows() == before
    found = refusal.value.problems
    assert [problem.line for problem in found] == [line for line, _ in problems], found
    for problem, (_, part) in zip(found, problems, strict=True):
        assert part in problem.message
        assert f"night.txt:{problem.line}: {problem.message}" in refusal.value.details
    number = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    assert str(refusal.value) == f"{number} in night.txt, so nothing was recorded:"
    if "check" not in how:
        refused(club, text, *problems, check=True, **how)


def same_again(club, text):
    """The same sheet again writes no row."""
    before = club.rows()
    done = club.sheet(text)
    assert (done.repeated, done.unit) == (True, 0)
    assert club.rows() == before
    assert club.sheet(text, check=True).repeated
    assert club.sheet(text, replace=True).repeated
    assert club.rows() == before
    return done.answer


def night(club, held_on=TONIGHT):
    return show_night(club.engine, club.now, held_on)


def lines(club, held_on=TONIGHT):
    return [[hand.line for hand in game.hands] for game in night(club, held_on).games]


def live(club):
    """What is in force, without the numbers of rows and units."""
    aside = {"id", "journal_id", "voided_by", "again_of", "game_id", "hand_id", "night_id", "live"}

    def question(connection):
        return {
            table.name: sorted(
                repr([row[c.name] for c in table.c if c.name not in aside])
                for row in connection.execute(table.select().where(table.c.live == 1)).mappings()
            )
            for table in metadata.sorted_tables
            if "live" in table.c
        }

    return club.ask(question)


def count(club, table, *conditions):
    return club.ask(
        lambda connection: connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()
    )


def test_what_a_sheet_says_is_recorded(club):
    done = club.sheet(SHEET)
    assert done.answer.added_players == ("Zoë", "Anne Marie")
    assert (done.answer.held_on, done.answer.uid, done.repeated) == (TONIGHT, "n1", False)
    assert [(g.number, g.hands, g.added, g.taken_back, g.over) for g in done.answer.games] == [
        (1, 2, 2, 0, True),
        (2, 1, 1, 0, True),
        (3, 0, 0, 0, True),
        (4, 1, 1, 0, False),
    ]
    view = night(club)
    assert (view.rules, view.money) == ("dutch", Money("EUR", 100, 1000))
    assert [game.ending for game in view.games] == [Ending.CLOCK, Ending.COUNTED, Ending.SCORES, None]
    assert [game.label for game in view.games] == ["window", None, None, None]
    assert [game.rules for game in view.games] == ["dutch", "standard", "dutch", "dutch"]
    assert [game.players for game in view.games] == [
        ("Ken", "John", "Taro"),
        ("Zoë", "John", "Taro", "Anne Marie"),
        ("Ken", "John", "Taro"),
        ("Ken", "John", "Taro"),
    ]
    assert lines(club) == [
        ["draw Taro", "Ken ron John mangan riichi Ken"],
        ["Zoë ron John 3/40"],
        [],
        ["Ken tsumo s5"],
    ]
    assert [line.raw_score for line in view.games[2].results] == [88_000, -15_000, 62_000]
    assert len({row.journal_id for row in club.ask(lambda c: c.execute(select(db.hands.c.journal_id)).all())}) == 1


def test_the_same_sheet_again_adds_nothing(club):
    done = club.sheet(SHEET)
    again = same_again(club, SHEET)
    assert again.uid == done.answer.uid
    assert [(g.number, g.players, g.hands, g.over) for g in again.games] == [
        (g.number, g.players, g.hands, g.over) for g in done.answer.games
    ]
    assert all(game.added == 0 for game in again.games)
    same_again(club, club.written())


@pytest.mark.in_files
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rules dutch rate 1 EUR", ""),
        ("rules dutch rate 1 EUR", "rules DUTCH rate 1.00"),
        ("at window", "at   window # by the door"),
        ("rules standard", "rules Standard"),
        ("game Ken John Taro at", "game ken, JOHN, T at"),
        ("Ken ron John mangan riichi", "KEN RON J mangan   riichi ken"),
        ("e2.1 ", ""),
        ("= Ken 52200 John 35800 Taro 47000\n", ""),
        ("result Ken 88000 John -15000 Taro 62000", "scores in hundreds\nresult Ken=880, John=−150, Taro=620"),
        ("players Zoë, Ken, Anne Marie", "players ZOË, anne marie,"),
        ("\n", "\r\n"),
        ("Zoë", "Zoe\u0308"),
    ],
)
def test_a_sheet_that_says_the_same_in_other_words_adds_nothing(club, old, new):
    club.sheet(SHEET)
    assert old in SHEET
    same_again(club, SHEET.replace(old, new))


def test_labels_are_the_same_however_their_letters_are_composed(club):
    text = f"{NIGHT}game Ken John Taro at caf\u00e9 \uff03"
    club.sheet(text)
    same_again(club, text.replace("\u00e9", "e\u0301"))


def test_somebody_who_came_since_makes_no_name_of_a_recorded_game_doubtful(club):
    club.sheet(SHEET)
    club.add("Johanna", "Kendra", "Tarozo")
    same_again(club, SHEET.replace("game Ken John Taro at", "game Ken Joh Tar at"))


def test_people_are_added_only_if_they_are_new(club):
    club.add("Zoë")
    done = club.sheet(f"{NIGHT}players zoë, KEN, Bo, Bo, ＢＯ, Ｍia\ngame Zoë Bo Ken Mia rules standard")
    assert done.answer.added_players == ("Bo", "Ｍia")
    refused(club, f"{NIGHT}game Zoë Bo Ken Mya rules standard", (3, "did you mean Ｍia? (somebody new: write a line"))


def test_a_night_for_points_only_and_a_rate_of_its_own(club):
    club.sheet("night 2026-11-20 rate 0\ngame Ken John Taro")
    club.sheet("night 2026-11-19 rate 0.125\nresult Ken 46000 John 45000 Taro 44000")
    club.sheet("night 2026-11-18 rate 100 JPY rules standard\nresult Ken 30000 John 30000 Taro 30000 Anna 30000")
    assert night(club).money is None
    assert night(club, date(2026, 11, 19)).money == Money("EUR", 25, 2000)
    assert night(club, date(2026, 11, 18)).money == Money("JPY", 100, 1000)
    assert "rate 0\n" in club.written()
    assert "rate 0.125 EUR\n" in club.written(date(2026, 11, 19))


def test_all_endings(club):
    hands = "Ken ron John yakuman\n" * 5
    text = f"night 2026-11-20 rules m-league\nid n1\ngame Ken John Taro Anna\n{hands}end\n"
    club.sheet(text)
    assert night(club).games[0].ending is Ending.CLOCK
    three = NIGHT + "game Ken John Taro\n" + "John ron Ken s3\nTaro ron John s3\nKen ron Taro s3\n" * 2
    undo(club)
    club.sheet(three)
    assert night(club).games[0].ending is Ending.RULES
    same_again(club, three)
    same_again(club, f"{three}end\n")


def undo(club):
    request = club.request("undo")
    return undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit})).answer


def test_added_lines_are_recorded_and_nothing_else_changes(club):
    club.sheet(SHEET)
    before = club.rows()
    result = "players Bo\nresult Bo 45000 Ken 45000 Taro 45000 last-dealer Bo\n"
    longer = f"{SHEET}e1.1 draw Ken\n= Ken 51000 John 42000 Taro 42000\nend\n{result}"
    done = club.sheet(longer)
    assert done.answer.added_players == ("Bo",)
    assert [(g.hands, g.added, g.over) for g in done.answer.games[3:]] == [(2, 1, True), (0, 0, True)]
    after = club.rows()
    for table, rows in before.items():
        assert after[table][: len(rows)] == rows
    assert len(after["journal"]) == len(before["journal"]) + 1
    same_again(club, longer)


CHANGES = [
    ("draw Taro", "draw Ken", 6, "hand 1 is recorded as  draw Taro; to change it, add --replace"),
    ("mangan riichi", "mangan", 7, "hand 2 is recorded as  Ken ron John mangan riichi Ken; to change it"),
    ("Ken ron John mangan riichi", 'Ken ron John mangan riichi note "x"', 7, "hand 2 is recorded as"),
    ("at window", "at sofa", 5, "game 1 is recorded at window; to record it as it is written here, add --replace"),
    ("at window", "", 5, "game 1 is recorded at window"),
    ("game Ken John Taro at", "game John Ken Taro at", 5, "game 1 is recorded with Ken, John, Taro"),
    ("Anne Marie rules standard", "Anne Marie rules ema-2025", 11, "game 2 is recorded under rules standard"),
    ("Taro\ne1.0 Ken tsumo", "Taro at x\ne1.0 Ken tsumo", 17, "game 4 is recorded at no named table"),
    (
        "result Ken 88000 John -15000",
        "result Ken 87000 John -14000",
        15,
        "game 3 is recorded as  result Ken 88000 John -15000",
    ),
    ("result Ken 88000 John -15000 Taro 62000", "game Ken John Taro\nend", 15, "recorded from its final scores"),
    ("Zoë 37700 John 22300", "Zoë 37800 John 22200", 13, "the end of game 2 is recorded as  end Zoë 37700"),
    ("end Zoë 37700 John 22300 Taro 30000 Anne 30000", "end", 13, "the end of game 2 is recorded as  end Zoë 37700"),
    ("end\n", "", 8, "game 1 is recorded as ended: write  end  below its last hand"),
    ("end\n", "draw none\nend\n", 9, "the game is recorded as ended after hand 2"),
    ("e1.0 Ken tsumo s5\n", "", 17, "game 4 is recorded with 1 hand, and the sheet has 0"),
    ("rate 1 EUR", "rate 2 EUR", 1, "the night is recorded with another rate; to change it, add --replace"),
    ("rules dutch rate", "rules dutch-4p rate", 1, "the night is recorded with rules dutch; to change"),
    ("2026-11-20", "2026-11-19", 1, "the night is recorded with the date 2026-11-20"),
]


SAID_OF_CHANGES = [
    ("at window", "at sofa", "game 1 (Ken, John, Taro; 2 hands) is taken back"),
    ("at window", "at sofa", "game 3 (Ken, John, Taro; final scores) is taken back"),
    ("result Ken 88000 John -15000", "result Ken 87000 John -14000", "game 3 was recorded as  result Ken 88000"),
    ("Zoë 37700 John 22300", "Zoë 37800 John 22200", "the end of game 2 was recorded as  end Zoë 37700"),
    ("end\n", "", "game 1 was recorded with  end"),
    ("rate 1 EUR", "rate 2 EUR", "the night was recorded with another rate"),
]


@pytest.mark.in_files
@pytest.mark.parametrize(("old", "new", "message"), SAID_OF_CHANGES)
def test_what_replace_takes_back_is_said_before_and_after(club, old, new, message):
    club.sheet(SHEET)
    text = changed(old, new) if old != "end\n" else SHEET[: SHEET.index("end\n")]
    for check in (True, False):
        done = club.sheet(text, replace=True, check=check)
        assert any(change.startswith(message) for change in done.answer.changes), done.answer.changes
    assert club.sheet(text).answer.changes == ()


def test_a_game_that_the_sheet_has_no_more_is_named(club):
    club.sheet(SHEET)
    done = club.sheet(SHEET[: SHEET.index("game Ken, John, Taro\n")], replace=True)
    assert [change.partition(" (")[0] for change in done.answer.changes] == ["game 4"]


def changed(old, new):
    text = SHEET.replace(old, new, 1)
    assert text != SHEET
    return text.replace("= Ken 52200 John 35800 Taro 47000\n", "").replace("e2.1 ", "")


@pytest.mark.in_files
@pytest.mark.parametrize(("old", "new", "line", "message"), CHANGES)
def test_a_changed_line_is_refused_with_what_is_recorded(club, old, new, line, message):
    club.sheet(SHEET)
    before = club.rows()
    text = SHEET.replace(old, new, 1)
    with pytest.raises(SheetRefused) as refusal:
        club.sheet(text)
    assert any(message in problem.message and problem.line == line for problem in refusal.value.problems), (
        refusal.value.problems
    )
    assert club.rows() == before
    with pytest.raises(SheetRefused) as checked:
        club.sheet(text, check=True)
    assert checked.value.problems == refusal.value.problems
    assert club.rows() == before


BY_THEMSELVES_RIGHT = [
    pytest.param(old, new, id=message)
    for old, new, _, message in CHANGES
    if old != "end\n" and "Taro\nend" not in new and "dutch-4p" not in new
]


@pytest.mark.in_files
@pytest.mark.parametrize(("old", "new"), BY_THEMSELVES_RIGHT)
def test_with_replace_it_is_as_it_is_written(club, places, new_club, old, new):
    text = changed(old, new)
    club.sheet(SHEET)
    before = club.rows()
    state = live(club)
    done = club.sheet(text, replace=True)
    assert not done.repeated
    for table, rows in before.items():  # nothing is gone
        assert len(club.rows()[table]) >= len(rows)
    same_again(club, text)
    other = new_club(places.fresh())
    other.add("Ken", "John", "Taro", "Anna")
    other.sheet(text)
    held_on = TONIGHT if "2026-11-20" in text else date(2026, 11, 19)
    assert club.written(held_on) == other.written(held_on)
    other.close()
    undo(club)
    assert live(club) == state
    same_again(club, SHEET)


def test_what_is_missing_is_refused_and_taken_back_with_replace(club):
    club.sheet(SHEET)
    shorter = SHEET.partition("\nresult")[0] + "\n"
    refused(
        club,
        shorter,
        (1, "game 3 (Ken, John, Taro) of this night is recorded, and not in the sheet: add it, or take it back"),
        (1, "game 4 (Ken, John, Taro)"),
    )
    hands = count(club, db.hands)
    club.sheet(shorter, replace=True)
    assert len(night(club).games) == 2
    assert count(club, db.hands) == hands
    assert count(club, db.hands, db.hands.c.live == 1) == 3
    same_again(club, shorter)
    undo(club)
    same_again(club, SHEET)


def test_what_stands_beside_the_end_is_held_against_the_record(club, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(
        'name = "house"\nextends = "standard"\ntie_bonus = "refuse"\ntie_uma = "refuse"\nchip_value = 500\n'
        'chombo = "penalty"\nchombo_points = 20_000\n',
        encoding="utf-8",
    )
    head = f"night 2026-11-20 rules {house}\nid n1\n"
    even = "result Ken 30000 John 30000 Taro 40000 Anna 20000"
    beside = " ahead John chips Ken 2 Anna -2 chombo Taro"
    assert club.sheet(f"{head}{even}{beside}\n").answer.games[0].over
    same_again(club, f"{head}{even}{beside}\n")
    for other in (
        " ahead Ken chips Ken 2 Anna -2 chombo Taro",
        " ahead John chips Ken 1 Anna -1 chombo Taro",
        " ahead John chombo Taro",
        " ahead John chips Ken 2 Anna -2",
        " ahead John chips Ken 2 Anna -2 chombo Taro, Taro",
        " ahead John chips Ken 2 Anna -2 chombo Taro last-dealer Ken",
    ):
        refused(club, f"{head}{even}{other}\n", (3, "game 1 is recorded as  result Ken"))
        club.sheet(f"{head}{even}{other}\n", replace=True)
        same_again(club, f"{head}{even}{other}\n")
        club.sheet(f"{head}{even}{beside}\n", replace=True)


@pytest.mark.in_files
@pytest.mark.parametrize("hands", ["Ken tsumo 3/40\n", "Ken ron John yakuman\n" * 20])
def test_what_stands_beside_the_end_of_hands_is_held_against_the_record(club, tmp_path, hands):
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\nextends = "standard"\nchip_value = 500\nbust = "below_zero"\n', encoding="utf-8")
    text = f"night 2026-11-20 rules {house}\nid n1\ngame Ken John Taro Anna\nKen ron John yakuman\n"
    clock = "tsumo" in hands
    text = text.replace("Ken ron John yakuman\n", hands) if clock else text
    end = text.count("\n") + 1
    with_chips = f"{text}end chips Ken 2 Anna -2\n"
    club.sheet(with_chips)
    assert night(club).games[0].ending is (Ending.CLOCK if clock else Ending.RULES)
    assert [r.chips for r in night(club).games[0].results] == [2, 0, 0, -2]
    same_again(club, with_chips)
    same_again(club, club.written())
    for other in ("end\n", "end chips Ken 3 Anna -3\n"):
        refused(club, text + other, (end, "the end of game 1 is recorded as  end chips Ken 2"))
    refused(club, text, (end - 1, "recorded as ended" if clock else "recorded with more at its end, such as chips"))
    for other in ("end\n", "end chips Ken 3 Anna -3\n"):
        club.sheet(text + other, replace=True)
        same_again(club, text + other)
    if not clock:
        club.sheet(text, replace=True)
        same_again(club, text)
        assert [r.chips for r in night(club).games[0].results] == [0, 0, 0, 0]


def test_counted_scores_below_a_last_hand_are_held_against_it(club):
    three = NIGHT + "game Ken John Taro\n" + "John ron Ken s3\nTaro ron John s3\nKen ron Taro s3\n" * 2
    scores = [line.raw_score for line in club.sheet(three) and night(club).games[0].results]
    undo(club)
    end = three.count("\n") + 1
    right = "end " + " ".join(f"{n} {s}" for n, s in zip(("Ken", "John", "Taro"), scores, strict=True))
    refused(club, f"{three}end Ken 1 John 2 Taro 3\n", (end, "the scores after hand 6 are Ken "))
    club.sheet(f"{three}{right}\n")
    assert night(club).games[0].ending is Ending.RULES
    refused(club, f"{three}end Ken 1 John 2 Taro 3\n", (end, "the scores after hand 6 are Ken "))
    same_again(club, f"{three}{right}\n")
    same_again(club, three)


def test_a_settled_night(club):
    over = SHEET.replace("\ngame Ken, John, Taro\ne1.0 Ken tsumo s5\n", "")
    club.sheet(over)
    club.settle()
    same_again(club, over)
    before = club.rows()
    for text, how in (
        (f"{over}result Ken 46000 John 45000 Taro 44000\n", {}),
        (over.replace("rate 1", "rate 2"), {"replace": True}),
        (over.replace("mangan riichi", "mangan").replace("= Ken", "# Ken"), {"replace": True}),
        (over.replace("2026-11-20", "2026-11-21"), {"replace": True}),
    ):
        for check in ({}, {"check": True}):
            with pytest.raises(NightIsSettled):
                club.sheet(text, **how, **check)
            assert club.rows() == before
    refused(club, over.replace("mangan riichi", "mangan").replace("= Ken", "# Ken"), (7, "hand 2 is recorded as"))


def test_another_night_on_that_date(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    uid = re.search("^id (.*)$", club.written(), re.MULTILINE)[1]
    message = (
        "on 2026-11-20 another night is recorded already: write its sheet with  ledger night show 2026-11-20 --sheet  "
        f"and go on in that one (its id is {uid})"
    )
    for text in ("night 2026-11-20\ngame Ken John Taro\ndraw Taro\n", "\nnight 2026-11-20\nid other\n"):
        refused(club, text, (1 + text.startswith("\n"), message))
    club.sheet("night 2026-11-19\nid n2\nresult Ken 46000 John 45000 Taro 44000\n")
    refused(
        club,
        "night 2026-11-20\nid n2\nresult Ken 46000 John 45000 Taro 44000\n",
        (1, "on 2026-11-20 another night is recorded already"),
        replace=True,
    )


def test_a_night_that_was_opened_and_has_no_games_is_that_of_the_sheet(club):
    club.open_night(money=Money("EUR", 7, 1000))
    club.sheet("night 2026-11-20\ngame Ken John Taro\n")
    assert night(club).money == Money("EUR", 7, 1000)
    same_again(club, club.written())


def test_a_sheet_of_another_ledger_makes_the_night_with_its_id(club):
    club.sheet(SHEET.replace("id n1", "id of%20another/night"))
    assert "id of%20another/night\n" in club.written()
    same_again(club, club.written())


def test_a_check_writes_nothing(club):
    before = club.rows()
    done = club.sheet(SHEET, check=True)
    assert (done.unit, done.repeated, done.answer.added_players) == (0, False, ("Zoë", "Anne Marie"))
    assert [(g.hands, g.added, g.over) for g in done.answer.games] == [
        (2, 2, True),
        (1, 1, True),
        (0, 0, True),
        (1, 1, False),
    ]
    assert club.rows() == before
    assert club.sheet(SHEET).answer.games == done.answer.games


def test_scores_that_are_held_against_the_table(club):
    game = f"{NIGHT}game Ken John Taro\n"
    club.sheet(f"{game}= Taro 45000 John 45,000 Ken 45000\nscores in hundreds\n= T 450 J 450 K 450\n", check=True)
    refused(
        club,
        f"{game}= Ken 45000 John 44000 Taro 46000\nKen ron John s5\n= Ken 450 John 450\nscores in hundreds\n"
        "= Ken 490 John 410 Taro 451\n",
        (4, "the scores after hand 0 are John 45,000 (the sheet says 44,000), Taro 45,000 (the sheet says 46,000)"),
        (6, "the score of Taro is missing: name all of Ken, John and Taro"),
        (8, "the scores after hand 1 are Ken 51,000 (the sheet says 49,000), John 39,000"),
    )
    refused(club, f"{game}= Ken 45000 Jon 45000 Taro 45000\n", (4, "did you mean John?"))
    refused(club, f"{game}= Ken 45000 Ken 45000 Taro 45000\n", (4, "Ken is named twice"))


def test_after_a_wrong_hand_lines_are_read_for_their_words_only(club):
    game = f"{NIGHT}game Ken John Taro\n"
    refused(
        club,
        f"{game}Ken ron Xaver s5\n= Ken 1 John 2 Taro 3\ne4.7 John ron Taro s5\nJohn rom Taro s5\nS ron Ken s5\nend\n"
        "game John Ken Taro\ndraw none\n",
        (4, 'no player "Xaver" at this table; seated: Ken, John, Taro'),
        (7, "expected ron or tsumo"),
    )
    refused(club, f"{game}draw Xaver\nE ron Ken s3\nE ron John s3\n", (4, "Xaver"))  # who is E then?


def test_positions_are_held_against_the_table(club):
    game = f"{NIGHT}game Ken John Taro\n"
    refused(
        club,
        f"{game}e1.0 draw Taro\ne1.1 draw none\n",
        (5, 'word 1: "e1.1": the table stands at E2.1'),
    )
    refused(club, f"{game}E2 draw Taro\n", (4, "the table stands at E1.0"))
    club.sheet(f"{game}e1 draw Taro\ne2 draw none\n")


def test_a_game_above_that_is_not_over(club):
    refused(
        club,
        f"{NIGHT}game Ken John Taro\ndraw none\n\ngame Anna John Ken\nend\n",
        (6, "John and Ken sit in the game of line 3, which is still open: write  end  below its last hand"),
    )
    club.add("Bo", "Cy", "Di")
    text = f"{NIGHT}game Ken John Taro at x\ndraw none\ngame Bo Cy Di at X\n"
    refused(club, text, (5, "X is taken in the game of line 3, which is still open"))
    club.sheet(f"{NIGHT}game Ken John Taro at x\ndraw none\ngame Bo Cy Di at y\n")
    later = "night 2026-11-21\ngame Bo Cy Anna\n"
    refused(club, later, (2, "Bo sits in game 2 of 2026-11-20 (Bo, Cy and Di), which is still open"))


def test_a_game_that_replace_opens_again_must_be_over_before_the_next(club):
    text = f"{NIGHT}game Ken John Taro\ndraw none\nend\ngame Ken John Taro\ndraw none\n"
    club.sheet(text)
    refused(club, text.replace("end\n", "", 1), (5, "Ken, John and Taro sit in the game of line 3"), replace=True)


def test_problems_are_sorted_by_their_line(club):
    refused(
        club,
        "night 2026-11-20\nplayers Bo\ngame Ken John Xaver\ndraw none\nresult Ken 1 John 2 Taro 3\n"
        "game Bo Ken Bo\ngame Bo Ken\ngame Bo Ken John rules foo\n",
        (3, 'no player "Xaver" in this ledger; known: Anna, Bo, John, Ken, Taro (somebody new: write a line  players'),
        (5, "the scores add up to 6"),
        (6, "Bo is named twice"),
        (7, "ruleset dutch seats 3 players, and 2 are named"),
        (8, "no ruleset 'foo'"),
    )
    refused(club, "gaem\nnight 2026-11-20\n", (1, "no game begins before this line"))


def test_a_wrong_game_line_of_a_recorded_night_is_said(club):
    club.sheet(SHEET)
    refused(club, SHEET.replace("game Ken John Taro at", "game Ken John Xaver at"), (5, 'no player "Xaver"'))
    refused(club, SHEET.replace("Anne Marie rules standard", "Anne Marie rules foo"), (11, "no ruleset 'foo'"))
    refused(
        club,
        SHEET.replace("game Ken John Taro at", "game Ken John Xaver at"),
        (5, 'no player "Xaver"'),
        replace=True,
    )


def test_the_nights_own_line_is_named_where_it_is_wrong(club):
    refused(club, "\nnight 2026-11-20 rules foo\ngame Ken John Taro\n", (2, "no ruleset 'foo'"))


def test_ends_that_cannot_be(club):
    game = f"{NIGHT}game Ken John Taro\n"
    refused(club, f"{game}end\n", (4, "write  end NAME POINTS …, or leave the game out"))
    refused(club, f"{game}draw none\nend Ken 1 John 2 Taro 3\n", (5, "the scores add up to 6"))
    refused(club, f"{game}draw none\nend chips Ken 1 John -1\n", (5, "has no chips"))
    refused(club, f"{game}draw none\nend chombo Ken\n", (5, "takes nothing off a result for a chombo"))
    refused(club, f"{game}draw none\nend ahead Ken\n", (5, "says by itself what a tie is: leave out ahead"))
    tie = "last-dealer NAME"
    refused(club, f"{NIGHT}result Ken 45000 John 45000 Taro 45000\n", (3, f"goes by who dealt last: add {tie}"))
    refused(club, f"{NIGHT}result Ken 45000 John 45000 Xaver 45000\n", (3, 'no player "Xaver"'))
    refused(
        club,
        f"{NIGHT}result Ken 45000 John 45000 Taro 44000\n",
        (3, "1 riichi stick stayed on the table, add sticks-left 1"),
    )
    club.sheet(f"{NIGHT}result Ken 45000 John 45000 Taro 44000 sticks-left 1 last-winner Ken last-dealer Taro\n")
    same_again(club, f"{NIGHT}result Ken 45000 John 45000 Taro 44000 sticks-left 1 last-winner Ken last-dealer Taro\n")


def test_hands_after_the_last_one(club):
    three = NIGHT + "game Ken John Taro\n" + "John ron Ken s3\nTaro ron John s3\nKen ron Taro s3\n" * 2
    last = three.count("\n") + 1
    refused(club, f"{three}draw none\n", (last, "the game is over"))
    club.sheet(three)
    refused(club, f"{three}draw none\n", (last, "the game is over"))


@pytest.mark.parametrize("text", [SHEET, SHEET.replace("id n1\n", "")])
def test_a_repeated_request_is_answered_again_and_records_nothing_twice(club, text):
    first = club.sheet(text, "r1")
    before = club.rows()
    again = club.sheet(text, "r1")
    assert (again.repeated, again.unit) == (True, first.unit)
    assert (again.answer.uid, again.answer.held_on) == (first.answer.uid, first.answer.held_on)
    assert [(g.number, g.players, g.hands, g.over) for g in again.answer.games] == [
        (g.number, g.players, g.hands, g.over) for g in first.answer.games
    ]
    assert club.rows() == before
    with pytest.raises(ChangedRequest):
        club.hand("draw none", uid="r1")
    undo(club)
    before = club.rows()
    with pytest.raises(ChangedSince):
        club.sheet(text, "r1")
    assert club.rows() == before


def test_undo_takes_the_whole_sheet_back_and_it_can_be_recorded_again(club):
    state = live(club)
    everyone = count(club, db.players)
    club.sheet(SHEET)
    deed = undo(club)
    assert deed.text == "sheet"
    assert live(club) == state
    done = club.sheet(SHEET)
    assert not done.repeated
    assert done.answer.uid == "n1"
    assert [len(game) for game in lines(club)] == [2, 1, 0, 1]
    same_again(club, SHEET)
    undo(club)
    assert live(club) == state
    assert count(club, db.players) > everyone  # void, not gone


def test_what_was_recorded_at_the_table_is_changed_by_its_sheet(club):
    club.start("Ken", "John", "Taro", label="window")
    club.hand("draw Taro")
    club.hand("Ken ron John s5")
    text = club.written()
    refused(
        club,
        text.replace("Ken ron John s5", "Ken ron John s6").replace("= ", "# "),
        (7, "hand 2 is recorded as  Ken ron John s5; to"),
    )
    club.sheet(text.replace("Ken ron John s5", "Ken ron John s6").replace("= ", "# "), replace=True)
    assert lines(club) == [["draw Taro", "Ken ron John s6"]]
    assert (count(club, db.hands), count(club, db.hands, db.hands.c.live == 1)) == (3, 2)
    club.hand("draw none")
    assert len(lines(club)[0]) == 3


WORDS = st.sampled_from(
    (
        *("Ken", "John", "Xaver", "game", "end", "result", "=", "id n2", "night", "players Bo", "draw", "ron", "s5"),
        *("at", "rules", "chips Ken 3 John -3", "ahead Ken", "sticks-left 1", "9999999", "-1", ",", "#", "\n", "@"),
        *("scores in hundreds\n", "2026-11-19", "0001-01-01", "9999-12-31", "rate 0", "rules foo", "yakuman", "E"),
        *("riichi", "\x00", "3/40", "\nend\n", "\nplayers Bo, Cy, Di\ngame Bo Cy Di\n"),
    )
)


def answer(club, text, **how):
    """What a check answers; a refusal as what it says."""
    try:
        club.sheet(text, check=True, **how)
    except LedgerError as refusal:
        return refusal.exit_code, str(refusal), *refusal.details
    return 0, "nothing is wrong"


def test_any_edit_of_a_sheet_is_checked_or_refused(club):
    club.sheet(SHEET)
    before = club.rows()
    words = SHEET.split(" ")
    edits = st.lists(st.tuples(st.integers(0, len(words)), st.integers(0, 2), WORDS), min_size=1, max_size=4)

    @settings(max_examples=60)
    @given(edits, st.booleans())
    def property_(edits, replace):
        parts = list(words)
        for at, less, word in edits:
            parts[at : at + less] = [word]
        code, *said = answer(club, " ".join(parts), replace=replace)
        assert code in (0, 1, 2)
        assert all(text.isprintable() for text in said)

    property_()
    assert club.rows() == before
