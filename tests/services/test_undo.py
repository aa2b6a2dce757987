"""ledger undo: the last thing recorded is taken back, step by step, and everything is as before it."""

import pytest

from ledger.services.standings import standings
from ledger.services.undo import NothingToUndo, RecordedMeanwhile, SomebodyElses, last_deed, undo_deed
from ledger.store.undo import voidable_tables


def undo(club, actor="tester"):
    deed = last_deed(club.engine, actor)
    return undo_deed(club.engine, club.request("undo", unit=deed.unit), deed).answer


def state(club):
    """What anybody can see: the live rows, without the columns that number them."""
    ids = ("id", "journal_id", "live", "voided_by", "again_of")

    def question(connection):
        return {
            table.name: sorted(
                str({k: v for k, v in row._mapping.items() if k not in ids and not k.endswith("_id")})
                for row in connection.execute(table.select().where(table.c.live == 1))
            )
            for table in voidable_tables()
        }

    return club.ask(question)


def test_every_step_of_an_evening_is_taken_back_to_the_state_before_it(club):
    steps = [
        lambda: club.open_night(rules="dutch-4p"),
        lambda: club.open_night(points_only=True),
        lambda: club.start("Ken", "John", "Taro", rules="dutch"),
        lambda: club.hand("Ken ron John s5 riichi"),
        lambda: club.hand("draw Taro"),
        club.undo,
        club.end,
        club.reopen_game,
        lambda: club.hand("Taro tsumo mangan"),
        lambda: club.void("1"),
        lambda: club.add("Bo", "Zoë"),
        lambda: club.start("Ken", "John", "Bo", rules="dutch"),
        lambda: club.end(Ken=88_000, John=-15_000, Bo=62_000),
        club.settle,
        club.reopen_night,
        club.settle,
    ]
    states = []
    for step in steps:
        states.append(state(club))
        step()
    for before in reversed(states):
        undo(club)
        assert state(club) == before
    assert undo(club).text == "player add"
    with pytest.raises(NothingToUndo):
        undo(club)
    assert standings(club.engine) == ()


def test_work_goes_on_after_undo_and_is_undone_in_its_turn(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    club.hand("draw Ken")
    undo(club)
    club.hand("Ken tsumo s5")
    assert undo(club).text == "hand Ken tsumo s5"
    assert undo(club).text == "hand draw all"
    assert club.game().hands == ()


def test_what_somebody_else_recorded_is_only_named(club):
    club.start("Ken", "John", "Taro")
    before = club.rows()
    with pytest.raises(SomebodyElses, match=r"recorded by tester: game start.*--by tester"):
        undo(club, actor="anna")
    assert club.rows() == before


def test_nothing_is_taken_back_where_something_was_recorded_meanwhile(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    deed = last_deed(club.engine, "tester")
    club.hand("draw Ken")
    before = club.rows()
    with pytest.raises(RecordedMeanwhile):
        undo_deed(club.engine, club.request("undo", unit=deed.unit), deed)
    assert club.rows() == before


def test_the_same_undo_twice_takes_one_thing_back(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    club.hand("draw Ken")
    deed = last_deed(club.engine, "tester")
    request = club.request("undo", unit=deed.unit)
    assert not undo_deed(club.engine, request, deed).repeated
    assert undo_deed(club.engine, request, deed).repeated
    assert len(club.game().hands) == 1
