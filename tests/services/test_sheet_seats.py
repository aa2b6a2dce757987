"""Sheets in which people come for one another, leave and are punished: held against what is recorded."""

from datetime import date

import pytest

from ledger.services import attendance, penalties
from ledger.services.choose import ANY_GAME
from ledger.services.nights import show_night
from ledger.services.sheet import SheetRefused
from ledger.services.undo import undo_unit

TONIGHT = date(2026, 11, 20)
NIGHT = "night 2026-11-20\nid n1\nplayers Ken, John, Taro, Anna, Bo, Cy\n"
GAME = "game Ken John Taro\nKen ron John mangan\n"


@pytest.fixture
def table(club):
    """Ken, the dealer, wins 12,000 from John; Bo and Cy are in the club."""
    club.add("Bo", "Cy")
    club.sheet(f"{NIGHT}{GAME}")
    return club


def problems(club, text):
    """What is wrong with a sheet, by line; a refusal leaves every row as it was."""
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        club.sheet(text)
    assert club.rows() == before
    return [(problem.line, problem.message) for problem in refusal.value.problems]


def sat(club):
    return [(sub.from_hand, sub.left, sub.came) for sub in club.game().substitutes]


def join(club, *names):
    attendance.join_night(club.engine, club.request("night join"), names)


def leave(club, *names):
    return attendance.leave_night(club.engine, club.request("night leave"), names)


def here_and_left(club):
    night = show_night(club.engine, club.now, TONIGHT)
    return night.here, night.left


def test_for_whom_somebody_came_is_compared_too(table):
    table.sub("Ken", "Bo")
    table.hand("draw none")
    other = f"{NIGHT}{GAME}sub John Bo\ndraw none\n"
    there = "game 1 is recorded with Bo for Ken from hand 2 on; to change that, add --replace"
    assert problems(table, other) == [(6, there)]
    done = table.sheet(other, replace=True).answer
    assert done.changes == ("game 1 was recorded with Bo for Ken from hand 2 on",)
    assert (sat(table), table.game().players) == ([(2, "John", "Bo")], ("Ken", "Bo", "Taro"))
    assert table.sheet(other).repeated


def test_replacing_who_came_goes_past_those_who_came_later(table):
    table.sub("Ken", "Bo")
    table.hand("draw none")
    table.sub("Bo", "Ken")
    table.hand("draw none")
    other = f"{NIGHT}{GAME}sub John Bo\ndraw none\nsub Taro Cy\ndraw none\n"
    table.sheet(other, replace=True)
    assert sat(table) == [(2, "John", "Bo"), (3, "Taro", "Cy")]
    assert table.sheet(other).repeated
    fewer = f"{NIGHT}{GAME}sub Taro John\n"  # John sits there: nobody sits twice
    assert "John sits in game 1 already" in problems(table, fewer)[0][1]


def test_hands_that_are_taken_back_take_those_with_them_who_came_for_them(table):
    table.hand("draw none")
    table.sub("Ken", "Bo")
    table.hand("draw none")
    table.sheet(f"{NIGHT}{GAME}John tsumo mangan\n", replace=True)
    assert (sat(table), table.game().players) == ([], ("Ken", "John", "Taro"))


def test_whoever_waits_behind_hands_that_were_undone_stays_and_is_no_difference(table):
    table.hand("draw none")
    table.sub("Ken", "Bo")
    table.undo()
    sheet = table.written()
    assert "sub" not in sheet
    assert table.sheet(sheet).repeated
    more = f"{NIGHT}{GAME}draw none\n"
    there = "game 1 is recorded with Bo for Ken from hand 3 on"
    assert problems(table, more) == [(6, f"{there}: write  sub Ken, Bo  above that hand, or add --replace")]
    table.sheet(f"{more}sub Ken Bo\n")
    assert (sat(table), table.game().players) == ([(3, "Ken", "Bo")], ("Bo", "John", "Taro"))


def test_nobody_comes_for_themselves(table):
    table.hand("draw none")
    table.sub("Ken", "Bo")
    table.sub("Ken", "Bo", from_hand=2)
    assert sat(table) == [(2, "Ken", "Bo")]
    assert table.sheet(table.written()).repeated


def test_whoever_leaves_one_seat_for_another_is_written_in_that_order(table):
    table.sub("John", "Bo")
    table.sub("Ken", "John")
    table.hand("draw none")
    written = table.written()
    assert "sub John, Bo\nsub Ken, John\n" in written
    assert table.sheet(written).repeated
    assert sat(table) == [(2, "Ken", "John"), (2, "John", "Bo")]


def test_of_two_who_come_to_one_seat_for_one_hand_the_last_one_sits_there(table):
    text = f"{NIGHT}{GAME}sub Ken Bo\nsub Bo Cy\ndraw none\n"
    table.sheet(text)
    assert sat(table) == [(2, "Ken", "Cy")]
    assert table.sheet(text).repeated


def test_penalties_and_substitutes_of_any_name_and_reason_come_back(club):
    club.add("Player 2", "A=B", "Result")
    club.start("Player 2", "A=B", "Ken")
    club.hand("@Ken ron A=B mangan")
    club.sub("Ken", "Result", result="split")
    club.hand("draw none")
    said = [("A=B", "late, = 20 points"), ("Result", "= 20"), ("Player 2", "= 3 x"), ("Result", "phone, 20,000 late")]
    for name, reason in said:
        penalties.penalise(club.engine, club.request("game penalty"), name, 20_000, reason, ANY_GAME)
    written = club.written()
    assert "sub Ken, @Result result split\n" in written
    assert club.sheet(written).repeated
    club.sheet(written.replace("20000 phone", "2,000 no phone"), replace=True)
    assert [(penalty.points, penalty.reason) for penalty in club.game().penalties][-1] == (
        2000,
        "no phone, 20,000 late",
    )


def test_all_wrong_names_are_said_at_once(table):
    wrong = f"{NIGHT}{GAME}sub Zed Yu\n"
    assert [line for line, _ in problems(table, wrong)] == [6, 6]
    wrong = f"{NIGHT}{GAME}penalty Zed 100 late\npenalty Yu 100 late\npenalty Ken 2,000,000 late\n"
    assert [line for line, _ in problems(table, wrong)] == [6, 7, 8]


def test_whoever_played_and_left_is_recorded_at_once(club):
    club.add("Bo", "Cy")
    text = f"{NIGHT}here Cy\nleft Taro, Cy\n{GAME}end\n"
    club.sheet(text)
    assert here_and_left(club) == (("Ken", "John"), ("Taro", "Cy"))
    assert club.sheet(text).repeated


def test_who_came_or_left_and_is_not_in_the_sheet_is_said(table):
    join(table, "Cy", "Bo")
    leave(table, "Bo")
    assert problems(table, f"{NIGHT}{GAME}") == [
        (1, "the night is recorded with  here Cy: add that line, or take it back with --replace"),
        (1, "the night is recorded with  left Bo: add that line, or take it back with --replace"),
    ]
    done = table.sheet(f"{NIGHT}{GAME}", replace=True).answer
    assert done.changes == ("the night was recorded with  here Cy", "the night was recorded with  left Bo")
    assert here_and_left(table) == (("Ken", "John", "Taro"), ())


def test_the_order_is_that_of_coming_also_where_somebody_came_before_the_first_game(club):
    club.add("Bo", "Cy")
    join(club, "Cy")
    club.start("Ken", "John", "Taro")
    club.hand("draw none")
    club.sub("Ken", "Anna")
    club.end()
    club.start("Bo", "Anna", "John")
    assert here_and_left(club) == (("Cy", "Ken", "John", "Taro", "Anna", "Bo"), ())


def test_somebody_who_had_left_and_comes_for_another_is_here_again(table):
    join(table, "Bo")
    leave(table, "Bo")
    table.sub("Ken", "Bo")
    assert here_and_left(table) == (("Ken", "John", "Taro", "Bo"), ())
    table.take_back()
    assert here_and_left(table) == (("Ken", "John", "Taro"), ("Bo",))


def test_what_comes_back_keeps_its_time_and_its_order(table):
    join(table, "Bo", "Cy")
    leave(table, "Bo")
    join(table, "Bo")
    joined = table.ask(lambda connection: connection.exec_driver_sql("SELECT max(id) FROM journal").scalar())
    table.end()
    table.start("Bo", "Ken", "John")
    table.end(Bo=60_000, Ken=40_000, John=35_000)
    undo_unit(table.engine, table.request("undo", unit=joined), joined)
    assert here_and_left(table)[1] == ()  # Bo has played since
    leave(table, "Cy")
    table.take_back()
    assert here_and_left(table)[0] == ("Ken", "John", "Taro", "Cy", "Bo")
