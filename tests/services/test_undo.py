"""ledger undo: the last thing recorded is taken back, step by step, and everything is as before it."""

import pytest

from ledger.services import undo as undo_service
from ledger.services.standings import standings
from ledger.services.undo import NothingToUndo, RecordedMeanwhile, SomebodyElses, undo_last
from ledger.store.undo import voidable_tables


def undo(club, actor="tester", uid=None):
    club.asked += 1
    request = club.request("undo", uid or f"undo-{club.asked}")
    return undo_last(club.engine, actor, lambda unit: request._replace(arguments={"unit": unit})).answer


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
    assert standings(club.engine).lines == ()


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


def test_nothing_is_taken_back_where_something_was_recorded_meanwhile(club, monkeypatch):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    real = undo_service.run

    def late(*arguments):
        monkeypatch.setattr(undo_service, "run", real)
        club.hand("draw Ken")
        return real(*arguments)

    monkeypatch.setattr(undo_service, "run", late)
    with pytest.raises(RecordedMeanwhile):
        undo(club)
    assert [hand.line for hand in club.game().hands] == ["draw all", "draw Ken"]


def test_the_same_undo_twice_takes_one_thing_back(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    club.hand("draw Ken")
    first = undo(club, uid="mine")
    before = club.rows()
    assert undo(club, uid="mine") == first
    assert club.rows() == before
    assert len(club.game().hands) == 1
