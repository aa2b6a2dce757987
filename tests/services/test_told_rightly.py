"""What is told of games: by whom a seat is found, whose a result is, and what was never played."""

from datetime import date

import pytest

from ledger.services import results, seasons
from ledger.services.choose import ANY_GAME, ClosedSeasonWouldChange, GameChoice
from ledger.services.games import GameOptions
from ledger.services.log import log_lines
from ledger.services.nights import show_night
from ledger.services.penalties import penalise
from ledger.services.results import Count, FinalScore
from ledger.services.seasons import Asked
from ledger.services.undo import undo_unit
from ledger.store.journal import units_backwards

EARLIER, TONIGHT = date(2026, 11, 13), date(2026, 11, 20)


@pytest.fixture
def game(club):
    """Ken, the dealer, has won 12,000 from John; Bo came for Ken, whose the result stays."""
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Bo")
    return club


def test_whoever_sat_there_before_finds_the_seat(game):
    penalise(game.engine, game.request("game penalty"), "Ken", 1000, "late", ANY_GAME)
    scores = [FinalScore("Ken", 58_000), FinalScore("John", 33_000), FinalScore("Taro", 45_000)]
    count = Count(discrepancy="a stick", discrepancy_by="Bo")
    view = results.end_game(game.engine, game.request("game end"), ANY_GAME, scores, count).answer
    assert [(penalty.player, penalty.points) for penalty in view.penalties] == [("Ken", 1000)]
    assert (view.discrepancy.points, view.discrepancy.by) == (1000, ("Ken",))  # his is the result
    ken = next(result for result in view.results if result.seat == 0)
    assert (ken.player, ken.discrepancy) == ("Ken", -1000)


def test_a_name_in_full_goes_before_the_beginning_of_one(game):
    game.add("Kenji")
    game.sub("Bo", "Kenji")
    game.sub("Taro", "Ken")
    penalise(game.engine, game.request("game penalty"), "ken", 1000, "late", ANY_GAME)
    assert [penalty.seat for penalty in game.game().penalties] == [2]


def test_whose_the_result_was_before_is_known_through_a_chain(game):
    game.hand("draw none")
    game.sub("Bo", "Anna", result="split")
    assert [(sub.left, sub.came, sub.owner) for sub in game.game().substitutes] == [
        *(("Ken", "Bo", "Ken"), ("Bo", "Anna", "Ken")),
    ]


def test_who_waits_for_a_hand_that_was_undone_is_not_told_as_there(game):
    game.undo()
    undone = game.game()
    assert (undone.substitutes, undone.players) == ((), ("Ken", "John", "Taro"))
    assert show_night(game.engine, game.now, TONIGHT).here == ("Ken", "John", "Taro")
    game.hand("Ken ron John mangan")
    game.sub("John", "Anna")
    game.hand("draw none")
    assert game.undo().answer.game.players == ("Bo", "Anna", "Taro")  # who plays the next hand


def test_final_scores_of_another_night_do_not_mind_a_game_of_tonight(club):
    club.start("Ken", "John", "Taro")
    club.result(options=GameOptions(held_on=EARLIER), Ken=60_000, John=45_000, Taro=30_000)
    with pytest.raises(results.HasOpenGame):
        club.result(Ken=60_000, John=45_000, Taro=30_000)


def test_the_log_tells_of_a_voided_game_by_its_number(club):
    club.result(Ken=60_000, John=45_000, Taro=30_000)
    club.void("1")
    told = log_lines(club.engine, club.now, choice=GameChoice("1"))
    assert [line.typed.split()[0:2] for line in told] == [["game", "result"], ["game", "void"]]


@pytest.mark.parametrize("what", ["settle", "night reopen"])
def test_no_settlement_of_a_closed_season_is_taken_back_or_comes_back(club, what):
    club.result(options=GameOptions(held_on=EARLIER), Ken=60_000, John=45_000, Taro=30_000)
    club.settle(EARLIER)
    if what == "night reopen":
        club.reopen_night(EARLIER)
    number = club.ask(lambda connection: next(units_backwards(connection)).id)
    begun = Asked(name="Autumn", since=EARLIER)
    seasons.start_season(club.engine, club.request("season start"), begun)
    seasons.close_season(club.engine, club.request("season close"), "Autumn", unsettled=True)
    before = club.rows()
    with pytest.raises(ClosedSeasonWouldChange):
        undo_unit(club.engine, club.request("undo", unit=number), number)
    assert club.rows() == before
