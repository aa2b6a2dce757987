"""A hand-over in the middle of a game when the game is corrected: hands, seats, rules, its end, and undo."""

import pytest

from ledger.errors import UsageError
from ledger.notation.refusals import UnknownPlayer
from ledger.services import correct, regame
from ledger.services import substitute as service
from ledger.services.choose import ANY_GAME
from ledger.services.regame import CameLater
from ledger.services.standings import standings
from ledger.services.substitute import Handover
from ledger.shapes.game import Credit, Ending, ShareLine


def sub(club, left, came, from_hand=None, result="starter"):
    handover = Handover(from_hand, Credit(result))
    request = club.request("game sub", names=[left, came], result=result, **{"from": from_hand})
    return service.substitute(club.engine, request, left, came, ANY_GAME, handover).answer


def done(club, what, *arguments):
    """Does a correction after looking at it."""
    request = club.request("correction", what=repr(arguments))
    shown = what(club.engine, request, *arguments).answer
    return what(club.engine, request, *arguments, shown=shown).answer


def lines(club):
    return [hand.line for hand in club.game().hands]


def points(club):
    return {line.player: line.points for line in standings(club.engine).lines}


def subs(club):
    return [(s.from_hand, s.left, s.came, s.credit.value) for s in club.game().substitutes]


@pytest.fixture
def table(club):
    """Ken, the dealer, wins 12,000 from John; Bo is there, too."""
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    return club


@pytest.fixture
def game(table):
    """Three hands; Anna came for Ken in the last one, and keeps what is from then on."""
    table.hand("draw Ken")
    sub(table, "Ken", "Anna", result="split")
    table.hand("Taro ron Anna s4")
    return table


class TestFrom:
    def test_an_earlier_hand_of_an_open_game(self, table):
        table.hand("draw Ken")
        table.hand("draw none")
        sub(table, "Ken", "Anna", 2)
        assert lines(table) == ["Ken ron John mangan", "draw Anna", "draw none"]
        assert table.game().players == ("Anna", "John", "Taro")

    @pytest.mark.parametrize(("hand", "share"), [(2, 12_000), (3, 9_800)])
    def test_a_game_that_is_over_ends_again_with_all_as_it_was(self, table, hand, share):
        table.hand("Taro ron Ken s4")
        table.hand("draw none")
        before = table.end()
        units = len(table.rows()["journal"])
        sub(table, "Ken", "Anna", hand, "split")
        after = table.game()
        assert len(table.rows()["journal"]) == units + 1
        assert after.ending is before.ending is Ending.CLOCK
        assert [r.points for r in after.results] == [r.points for r in before.results]
        assert points(table) == {"Ken": share, "Anna": 19_800 - share, "John": -17_000, "Taro": -2_800}

    def test_a_game_that_is_over_needs_a_hand(self, table):
        table.hand("draw none")
        table.end()
        before = table.rows()
        with pytest.raises(UsageError, match="game 1 is over: say from which hand on, as in --from 2"):
            sub(table, "Ken", "Anna")
        assert table.rows() == before

    def test_a_game_over_by_its_last_hand(self, club):
        club.start("Ken", "John", "Taro", rounds=1)
        for line in ("draw none", "draw Taro", "draw none"):
            club.hand(line)
        assert club.game().ending is Ending.RULES
        sub(club, "Taro", "Anna", 3, "finisher")
        assert club.game().ending is Ending.RULES
        assert lines(club) == ["draw none", "draw Taro", "draw none"]
        assert points(club) == {"Anna": 12_000, "Ken": -6_000, "John": -6_000}

    def test_counted_scores_stay_as_they_were_counted(self, table):
        table.hand("draw none")
        table.end(Ken=60_000, John=30_000, Taro=45_000)
        sub(table, "Ken", "Anna", 2, "split")
        assert table.game().ending is Ending.COUNTED
        assert [r.raw_score for r in table.game().results] == [60_000, 30_000, 45_000]
        assert points(table) == {"Ken": 12_000, "Anna": 13_000, "John": -20_000, "Taro": -5_000}


class TestHands:
    def test_the_hand_over_goes_back_hand_by_hand(self, game):
        game.undo()
        assert (lines(game), game.game().players[0]) == (["Ken ron John mangan", "draw Ken"], "Anna")
        game.undo()
        assert (lines(game), game.game().players[0]) == (["Ken ron John mangan"], "Ken")
        game.hand("Ken tsumo s5")
        assert lines(game) == ["Ken ron John mangan", "Ken tsumo s5"]

    def test_a_corrected_hand_before_it_is_said_with_the_old_name_and_moves_the_split(self, game):
        game.end()
        assert points(game) == {"Ken": 14_000, "Anna": 7_600, "John": -18_000, "Taro": -3_600}
        with pytest.raises(UnknownPlayer, match='no player "Anna" at this table; seated: Ken, John, Taro'):
            done(game, correct.fix_hand, 1, "Anna ron John mangan")
        done(game, correct.fix_hand, 1, "Ken ron John haneman")
        assert game.game().ending is Ending.CLOCK
        assert points(game) == {"Ken": 20_000, "Anna": 7_600, "John": -24_000, "Taro": -3_600}

    def test_a_corrected_hand_behind_it_is_said_with_the_new_name(self, game):
        with pytest.raises(UnknownPlayer, match='no player "Ken" at this table; seated: Anna, John, Taro'):
            done(game, correct.fix_hand, 3, "Taro ron Ken s5")
        done(game, correct.fix_hand, 3, "Anna ron Taro s4")
        game.end()
        assert lines(game) == ["Ken ron John mangan", "draw Ken", "Anna ron Taro s4"]
        # 3,000 and two counters for Anna, who deals; then the bonus less what all owe.
        assert points(game)["Ken"] == 14_000
        assert points(game)["Anna"] == 3_400 + 10_000

    def test_a_hand_put_in_before_it_moves_it(self, game):
        game.end()
        done(game, correct.insert_hand, 1, "draw Ken Taro")
        assert subs(game) == [(4, "Ken", "Anna", "split")]
        assert lines(game) == ["draw Ken Taro", "Ken ron John mangan", "draw Ken", "Taro ron Anna s4"]
        assert points(game)["Ken"] == 1_000 + 12_200 + 2_000

    def test_a_hand_put_in_behind_it_does_not(self, game):
        game.hand("draw none")
        done(game, correct.insert_hand, 4, "John ron Anna s4")
        assert subs(game) == [(3, "Ken", "Anna", "split")]
        assert lines(game)[3] == "John ron Anna s4"

    def test_a_hand_taken_out_before_it_moves_it(self, game):
        game.end()
        done(game, correct.remove_hand, 1)
        assert subs(game) == [(2, "Ken", "Anna", "split")]
        assert lines(game) == ["draw Ken", "Taro ron Anna s4"]
        assert points(game)["Ken"] == 2_000

    def test_without_any_hand_of_their_own_who_left_was_not_there(self, table):
        sub(table, "Ken", "Anna", result="split")
        table.hand("draw Anna")
        table.end()
        done(table, correct.remove_hand, 1)
        assert (subs(table), lines(table), table.game().shares) == ([], ["draw Anna"], ())
        assert points(table) == {"Anna": 12_000, "John": -6_000, "Taro": -6_000}

    def test_without_any_hand_of_their_own_who_came_between_was_not_there(self, table):
        sub(table, "Ken", "Anna", result="split")
        table.hand("draw Anna")
        sub(table, "Anna", "Bo", result="split")
        table.hand("draw none")
        table.end()
        done(table, correct.remove_hand, 2)
        assert subs(table) == [(2, "Ken", "Bo", "split")]
        assert points(table) == {"Ken": 12_000, "Bo": 10_000, "John": -17_000, "Taro": -5_000}

    def test_every_correction_is_taken_back_with_the_hand_over_where_it_was(self, game, reports):
        game.end()
        before = reports(game)
        for what, *arguments in (
            (correct.fix_hand, 1, "Ken ron John haneman"),
            (correct.insert_hand, 1, "draw Ken Taro"),
            (correct.remove_hand, 1),
            (correct.remove_hand, 3),
            (regame.change_seats, ("Ken", "Taro", "John"), ANY_GAME),
            (regame.change_rules, ANY_GAME, None, 1),
        ):
            shown = done(game, what, *arguments)
            assert shown.after == game.game() != shown.before
            game.take_back()
            assert reports(game) == before


class TestWholeGame:
    def test_seats_change_below_it(self, game):
        game.end()
        done(game, regame.change_seats, ("Ken", "Taro", "John"), ANY_GAME)
        assert subs(game) == [(3, "Ken", "Anna", "split")]
        assert lines(game) == ["Ken ron Taro mangan", "draw Ken", "John ron Anna s4"]
        assert points(game) == {"Ken": 14_000, "Anna": 7_600, "Taro": -18_000, "John": -3_600}
        done(game, regame.change_seats, ("Bo", "Taro", "John"), ANY_GAME)
        assert subs(game) == [(3, "Bo", "Anna", "split")]
        assert points(game)["Bo"] == 14_000

    def test_who_came_later_did_not_sit_there_from_the_start(self, game):
        before = game.rows()
        with pytest.raises(CameLater, match="Anna came in hand 3 of this game"):
            done(game, regame.change_seats, ("Ken", "Anna", "John"), ANY_GAME)
        assert game.rows() == before

    def test_a_void_game_has_no_shares(self, game, reports):
        game.end()
        before = reports(game)
        game.void()
        assert points(game) == {}
        game.take_back()
        assert reports(game) == before

    def test_a_reopened_game_goes_on_and_shares_when_it_ends(self, game):
        game.end()
        game.reopen_game()
        assert (game.game().results, game.game().shares, points(game)) == ((), (), {})
        assert subs(game) == [(3, "Ken", "Anna", "split")]
        game.hand("draw Anna")
        game.end()
        assert game.game().shares == (ShareLine(0, "Ken", 14_000), ShareLine(0, "Anna", -14_000))
        assert points(game) == {"Ken": 14_000, "Anna": 9_600, "John": -19_000, "Taro": -4_600}
