"""The same request again, also after something else has happened: the same answer, or a word that it changed."""

from datetime import timedelta

import pytest

from ledger.services import games, results
from ledger.services.choose import GameChoice
from ledger.store.recorded import ChangedSince

EXAMPLE = {"Ken": 88_000, "John": -15_000, "Taro": 62_000}


def is_refused_and_writes_nothing(club, call):
    before = club.rows()
    with pytest.raises(ChangedSince, match="taken back or changed since"):
        call()
    assert club.rows() == before


def answers_the_same_and_writes_nothing(club, call, first):
    before = club.rows()
    again = call()
    assert again.repeated
    assert again.answer == first.answer
    assert club.rows() == before


def test_a_hand_after_the_game_was_ended_is_answered_as_it_was(club):
    club.start("Ken", "John", "Taro")
    first = club.hand_done("Ken ron John s5", uid="x")
    club.end()
    answers_the_same_and_writes_nothing(club, lambda: club.hand_done("Ken ron John s5", uid="x"), first)


def test_an_undo_after_more_hands_is_answered_as_it_was(club):
    club.start("Ken", "John", "Taro")
    for line in ("draw all", "draw Ken", "draw John"):
        club.hand(line)
    first = club.undo(uid="x")
    club.hand("draw none")
    answers_the_same_and_writes_nothing(club, lambda: club.undo(uid="x"), first)


def test_an_undo_below_which_hands_went_too_is_refused(club):
    club.start("Ken", "John", "Taro")
    for line in ("draw all", "draw Ken", "draw John"):
        club.hand(line)
    club.undo(uid="x")
    club.undo()
    is_refused_and_writes_nothing(club, lambda: club.undo(uid="x"))


def test_an_undo_in_a_game_that_was_voided_is_refused(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    club.undo(uid="x")
    club.void("1")
    is_refused_and_writes_nothing(club, lambda: club.undo(uid="x"))


def test_a_reopening_of_a_game_that_was_voided_is_refused(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    club.end()
    club.reopen_game(uid="x")
    club.void("1")
    is_refused_and_writes_nothing(club, lambda: club.reopen_game(uid="x"))


def test_an_end_that_was_taken_back_is_refused(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    request = club.request("game end", "x")
    results.end_game(club.engine, request)
    club.reopen_game()
    is_refused_and_writes_nothing(club, lambda: results.end_game(club.engine, request))


def test_a_start_and_a_result_are_answered_until_they_are_voided(club):
    started = club.request("game start", "x")
    first = games.start_game(club.engine, started, ["Ken", "John", "Taro"])
    again = games.start_game(club.engine, started, ["Ken", "John", "Taro"])
    assert (again.answer, again.repeated) == (first.answer, True)
    club.void("1")
    is_refused_and_writes_nothing(club, lambda: games.start_game(club.engine, started, ["Ken", "John", "Taro"]))
    counted = [results.FinalScore(name, points) for name, points in EXAMPLE.items()]
    recorded = club.request("game result", "y")
    first = results.record_result(club.engine, recorded, counted)
    answers_the_same_and_writes_nothing(club, lambda: results.record_result(club.engine, recorded, counted), first)


def test_a_reopening_of_a_night_is_answered_for_that_night_a_week_later(club):
    club.result(**EXAMPLE)
    club.settle()
    first = club.reopen_night(uid="x")
    club.now += timedelta(days=7)
    club.result(**EXAMPLE)
    club.settle()
    assert club.reopen_night(uid="x") == first


def test_a_settling_is_answered_with_its_own_settlement_only(club):
    club.result(**EXAMPLE)
    club.settle(uid="x")
    club.reopen_night()
    club.result(Ken=45_000, John=30_000, Taro=60_000)
    club.settle()
    is_refused_and_writes_nothing(club, lambda: club.settle(uid="x"))


def test_settling_a_settled_night_records_nothing(club):
    club.result(**EXAMPLE)
    first = club.settle()
    answers_the_same_and_writes_nothing(club, club.settle, first)


def test_a_void_is_answered_after_another_game_was_played(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw all")
    first = club.void("1", uid="x")
    club.start("Ken", "John", "Taro")
    answers_the_same_and_writes_nothing(club, lambda: club.void("1", uid="x"), first)
    assert club.game("2").number == 2
    assert games.show_game(club.engine, club.now, GameChoice("2")).hands == ()
