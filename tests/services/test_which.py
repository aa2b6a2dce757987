"""Which night and which game is meant, when it is not said in full."""

from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.errors import LedgerError
from ledger.services import hands, results
from ledger.services.choose import GameChoice, NightIsSettled, NoSuchGame, WhichGame
from ledger.services.games import SitsElsewhere, TableTaken
from ledger.services.hands import GameOverAlready, GameWasEnded

FRIDAY = date(2026, 11, 20)
EXAMPLE = {"Ken": 88_000, "John": -15_000, "Taro": 62_000}


def at(club, day, hour, minute=0):
    club.now = datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def test_saturdays_game_is_not_fridays(club):
    club.result(**EXAMPLE)
    at(club, 21, 18)
    started = club.start("Ken", "John", "Taro")
    assert (started.game.night, started.opened, started.forgotten) == (date(2026, 11, 21), True, (FRIDAY,))


def test_after_midnight_it_is_still_the_same_evening(club):
    club.result(**EXAMPLE)
    at(club, 21, 0, 20)
    assert club.start("Ken", "John", "Taro").game.night == FRIDAY
    at(club, 21, 11, 57)
    club.hand("draw all")
    club.end()
    at(club, 21, 12)
    assert club.start("Ken", "John", "Taro").game.night == date(2026, 11, 21)


def test_a_first_game_after_midnight_belongs_to_the_evening_before(club):
    at(club, 21, 0, 30)
    assert club.start("Ken", "John", "Taro").game.night == FRIDAY


def test_a_game_after_settling_names_the_way_to_go_on(club):
    club.result(**EXAMPLE)
    at(club, 21, 0, 10)
    club.settle()
    with pytest.raises(NightIsSettled, match="ledger night reopen 2026-11-20"):
        club.start("Ken", "John", "Taro")
    at(club, 21, 19)
    assert club.start("Ken", "John", "Taro").game.night == date(2026, 11, 21)


def test_a_night_opened_ahead_takes_no_game_before_its_day(club):
    club.open_night(date(2026, 11, 27))
    started = club.start("Ken", "John", "Taro")
    assert (started.game.night, started.opened) == (FRIDAY, True)
    club.end(**EXAMPLE)
    assert club.settle().answer.held_on == FRIDAY


def test_a_night_with_nothing_but_void_games_is_not_waited_for(club):
    club.result(**EXAMPLE)
    club.void("1")
    at(club, 27, 19)
    assert club.start("Ken", "John", "Taro").forgotten == ()


@pytest.fixture
def two_nights(club):
    """Game 1 of Friday is still open a week later, when another game 1 has begun."""
    club.add("Bo", "Zoë", "Max")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    at(club, 27, 19)
    club.start("Anna", "Bo", "Zoë")
    return club


def test_a_number_means_the_game_of_the_current_night(two_nights):
    club = two_nights
    assert club.hand("draw none", "1").game.players[0] == "Anna"
    assert club.undo("1").answer.game.players[0] == "Anna"
    assert club.game("1").players[0] == "Anna"


def test_a_date_means_the_game_of_that_night(two_nights):
    club = two_nights
    friday = GameChoice("1", FRIDAY)
    assert hands.record_hand(club.engine, club.request("hand"), "draw none", friday).answer.game.night == FRIDAY
    assert hands.undo_hand(club.engine, club.request("hand undo"), friday).answer.game.night == FRIDAY
    assert results.end_game(club.engine, club.request("game end"), friday).answer.night == FRIDAY
    assert club.game().players[0] == "Anna"


def test_names_tell_which_of_two_nights_is_meant(two_nights):
    club = two_nights
    assert club.hand("Ken tsumo s5").game.night == FRIDAY
    assert club.hand("Zoë tsumo s5").game.night == date(2026, 11, 27)
    assert club.end(Ken=60_000, John=30_000, Taro=45_000).night == FRIDAY, "so do the names of counted scores"


def test_an_open_game_elsewhere_is_found_where_tonight_has_none_like_it(two_nights):
    club = two_nights
    club.void("1")
    assert club.game().night == FRIDAY
    assert club.hand("draw none").game.night == FRIDAY


def test_what_a_refusal_advises_does_what_it_says(two_nights):
    """The command in the message names Friday's game, not tonight's with the same number."""
    club = two_nights
    with pytest.raises(SitsElsewhere, match="ledger game end 1 --date 2026-11-20"):
        club.start("Ken", "Max", "Taro")
    with pytest.raises(LedgerError, match="ledger game end 1 --date 2026-11-20"):
        club.settle(FRIDAY)
    results.end_game(club.engine, club.request("game end"), GameChoice("1", FRIDAY))
    assert club.start("Ken", "Max", "Taro").game.number == 2
    assert club.settle(FRIDAY).answer.held_on == FRIDAY


def test_a_game_that_is_over_says_what_can_be_done(club):
    club.result(**EXAMPLE)
    with pytest.raises(GameOverAlready) as refusal:
        club.hand("draw none", "1")
    assert "reopen" not in str(refusal.value)
    with pytest.raises(GameWasEnded, match="void it with  ledger game void 1 --date 2026-11-20"):
        club.undo("1")
    with pytest.raises(LedgerError, match="is over already"):
        club.end("1", **EXAMPLE)


def test_a_label_is_found_however_it_is_typed_and_taken_by_one_open_game(club):
    club.add("Bo", "Zoë")
    club.start("Ken", "John", "Taro", label="Window")
    assert club.hand("draw all", "ｗindow").game.label == "Window"
    with pytest.raises(TableTaken):
        club.start("Anna", "Bo", "Zoë", label="WINDOW")
    club.end("window")
    club.start("Anna", "Bo", "Zoë", label="window")
    with pytest.raises(TableTaken):
        club.reopen_game("1")
    assert club.game("window").number == 2, "the open one"
    for label in ("5", "５"):
        with pytest.raises(LedgerError, match="number of a game"):
            club.start("Ken", "John", "Taro", label=label)


@pytest.mark.parametrize("mark", ["0000000012", "99999999999999999999", "9", "door", "", "１２"])
def test_a_mark_of_no_game_is_refused(club, mark):
    club.result(**EXAMPLE)
    with pytest.raises(NoSuchGame):
        club.game(mark)


def test_several_open_games_of_one_night_are_listed(club):
    club.add("Bo", "Zoë")
    club.start("Ken", "John", "Taro")
    club.start("Anna", "Bo", "Zoë")
    with pytest.raises(WhichGame, match=r"add --game NUMBER$"):
        club.undo()
    club.now += timedelta(days=7)
    with pytest.raises(WhichGame):
        club.undo()
