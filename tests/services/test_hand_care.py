"""Hands that are looked at first, typed twice, typed by two people, or put in place of the last one."""

from datetime import timedelta

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.services.choose import GameChoice, NightIsSettled
from ledger.services.hands import (
    Care,
    GameWasEnded,
    HandMissing,
    NoHandToUndo,
    OtherHandThere,
    SameHandAgain,
    record_hand,
    replace_last_hand,
)
from ledger.services.undo import undo_last
from ledger.shapes.game import Ending
from ledger.store import models as db
from ledger.store.recorded import ChangedSince
from ledger.store.unit import Request


class Table:
    """A game of Ken, John and Taro, with hands at seconds that the test says."""

    def __init__(self, club):
        self.club = club
        club.start("Ken", "John", "Taro")
        self.begun = club.now
        self.asked = 0

    def hand(self, line, seconds=0.0, by="tester", uid=None, **care):
        self.asked += 1
        at = self.begun + timedelta(seconds=seconds)
        request = Request(uid or f"hand-{self.asked}", by, at, "test", "hand", {"line": line})
        return record_hand(self.club.engine, request, line, care=Care(**care))

    def replace(self, line, uid=None, **how):
        return replace_last_hand(self.club.engine, self.club.request("hand fix", uid, line=line), line, **how)

    def refused(self, error, call):
        """A refusal leaves every row as it was; its message."""
        before = self.club.rows()
        with pytest.raises(error) as refusal:
            call()
        assert self.club.rows() == before
        return str(refusal.value)

    @property
    def lines(self):
        return [hand.line for hand in self.club.game().hands]


@pytest.fixture
def table(club):
    return Table(club)


def test_a_preview_writes_nothing_and_answers_as_the_recording_does(table):
    for number, line in enumerate(("draw Taro", "Ken ron John s5 riichi", "John tsumo mangan riichi Ken, John")):
        before = table.club.rows()
        preview = table.hand(line, number, preview=True)
        assert (preview.unit, preview.repeated) == (0, False)
        assert table.club.rows() == before
        assert table.hand(line, number).answer == preview.answer


def test_a_preview_of_the_last_hand_shows_the_end(table):
    for number, line in enumerate(("John ron Ken s3", "Taro ron John s3", "Ken ron Taro s3") * 2):
        before = table.club.rows()
        preview = table.hand(line, number, preview=True)
        assert table.club.rows() == before
        assert table.hand(line, number).answer == preview.answer
    assert preview.answer.game.ending is Ending.RULES
    assert len(preview.answer.game.results) == 3


def test_a_preview_refuses_what_the_recording_refuses(table):
    table.hand("draw Taro")
    for line, error in (("Ken ron Xaver s5", LedgerError), ("draw", UsageError), ("draw Taro", SameHandAgain)):
        seen = table.refused(error, lambda line=line: table.hand(line, 1, preview=True))
        assert table.refused(error, lambda line=line: table.hand(line, 1)) == seen
    assert table.refused(OtherHandThere, lambda: table.hand("draw none", 1, after=0, preview=True))


@pytest.mark.parametrize("seconds", [0, 1, 59.999, -59.999])
def test_an_equal_hand_within_a_minute_is_refused(table, seconds):
    table.hand("draw Taro", 100)
    message = table.refused(SameHandAgain, lambda: table.hand("DRAW T", 100 + seconds))
    assert message == (
        "hand 1 was just recorded with the same line (draw Taro): if it really happened twice, add --again"
    )
    table.refused(SameHandAgain, lambda: table.hand("draw Taro", 100 + seconds, by="another", after=1))
    table.hand("draw Taro", 100 + seconds, again=True)
    assert table.lines == ["draw Taro", "draw Taro"]


@pytest.mark.parametrize("seconds", [60, 61, 86_400, -60])
def test_an_equal_hand_later_is_another(table, seconds):
    table.hand("draw Taro", 100)
    table.hand("draw Taro", 100 + seconds)
    assert len(table.lines) == 2


def test_another_hand_in_between_or_another_line_is_no_equal_hand(table):
    table.hand("draw Taro")
    table.hand("draw Taro riichi Taro", 1)
    table.hand("draw Taro", 2)
    table.hand('draw Taro note "again"', 3)
    assert len(table.lines) == 4


def test_an_equal_hand_at_another_table_is_another(table, club):
    club.add("Bo", "Cy", "Di")
    club.start("Bo", "Cy", "Di", label="window")
    table.hand("draw Ken")
    request = Request("other", "tester", table.begun, "test", "hand", {})
    record_hand(club.engine, request, "draw none", GameChoice("window"))
    table.refused(
        SameHandAgain,
        lambda: record_hand(club.engine, request._replace(uid="o2"), "draw none", GameChoice("window")),
    )


def test_a_repeated_request_is_no_equal_hand(table):
    first = table.hand("draw Taro", uid="same")
    before = table.club.rows()
    again = table.hand("draw Taro", 1, uid="same")
    assert (again.repeated, again.answer) == (True, first.answer)
    assert table.club.rows() == before


def test_a_hand_that_was_taken_back_may_be_typed_again_at_once(table, club):
    table.hand("draw Taro", 100)
    club.undo()
    table.hand("draw Taro", 101)
    assert table.lines == ["draw Taro"]


def test_a_hand_that_is_to_follow_another(table):
    table.hand("draw Taro", by="Ken", after=0)
    table.hand("Ken ron John s5", by="Anna", after=1)
    there = table.refused(OtherHandThere, lambda: table.hand("draw none", 1, after=0))
    assert there == "hand 1 is there already, recorded by Ken: draw Taro"
    there = table.refused(OtherHandThere, lambda: table.hand("Ken ron John s5", 1, after=1, again=True))
    assert there == "hand 2 is there already, recorded by Anna: Ken ron John s5"
    missing = table.refused(HandMissing, lambda: table.hand("draw none", 1, after=3))
    assert missing == "--after 3: the game has 2 hands so far, so some are missing"
    table.hand("draw none", after=2)
    assert len(table.lines) == 3
    # What is there already is said before what is wrong with the line.
    assert "recorded by Ken" in table.refused(OtherHandThere, lambda: table.hand("Ken rom John", after=0))


def test_the_last_hand_is_replaced_in_one_unit_and_undo_brings_it_back(table, club):
    table.hand("draw Taro")
    table.hand("Ken ron John s5", 1)
    units = len(club.rows()["journal"])
    before = club.rows()
    preview = table.replace("Ken ron John s6 riichi", preview=True)
    assert club.rows() == before
    done = table.replace("Ken ron John s6 riichi", "fix")
    assert done.answer == preview.answer
    assert (done.answer.hand.seq, done.answer.hand.line) == (2, "Ken ron John s6 riichi Ken")
    assert table.lines == ["draw Taro", "Ken ron John s6 riichi Ken"]
    rows = club.rows()
    assert len(rows["journal"]) == units + 1
    assert len(rows["hands"]) == 3
    again = table.replace("Ken ron John s6 riichi", "fix")
    assert (again.repeated, again.answer) == (True, done.answer)
    assert club.rows() == rows
    request = club.request("undo")
    undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))
    assert table.lines == ["draw Taro", "Ken ron John s5"]
    with pytest.raises(ChangedSince):
        table.replace("Ken ron John s6 riichi", "fix")
    assert table.lines == ["draw Taro", "Ken ron John s5"]


def test_the_last_hand_of_a_game_is_replaced_and_the_game_goes_on_or_ends_otherwise(table, club):
    for number, line in enumerate(("John ron Ken s3", "Taro ron John s3", "Ken ron Taro s3") * 2):
        table.hand(line, number)
    old = club.game()
    assert old.ending is Ending.RULES
    other = table.replace("Ken ron John s5").answer.game
    assert other.ending is Ending.RULES
    assert [r.raw_score for r in other.results] == list(other.hands[-1].scores)
    goes_on = table.replace("Taro ron Ken s3").answer.game
    assert goes_on.ending is None
    assert goes_on.results == ()
    live = club.ask(lambda c: c.execute(db.game_ends.select().where(db.game_ends.c.live == 1)).all())
    assert live == []
    table.replace("Ken ron Taro s3")
    assert club.game() == old


def test_refusals_of_a_replacement_leave_everything(table, club):
    table.refused(NoHandToUndo, lambda: table.replace("draw none"))
    table.hand("draw Taro")
    table.refused(LedgerError, lambda: table.replace("Ken ron Xaver s5"))
    table.refused(UsageError, lambda: table.replace("Ken ron"))
    table.refused(LedgerError, lambda: table.replace("Ken ron John 3/40"))
    table.refused(LedgerError, lambda: table.replace("e2.1 draw none"))  # the last hand is e1.0
    table.replace("e1.0 draw none")
    club.end()
    table.refused(GameWasEnded, lambda: table.replace("draw all"))
    club.settle()
    table.refused(NightIsSettled, lambda: table.replace("draw all"))
