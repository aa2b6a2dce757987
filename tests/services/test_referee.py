"""What a referee takes off a result: after everything else, for a reason, and for nobody."""

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.notation.refusals import UnknownPlayer
from ledger.services import correct, penalties, regame, substitute, undo
from ledger.services.choose import ANY_GAME, GameChoice, NightIsSettled, NoOpenGame
from ledger.services.games import GameOptions
from ledger.services.log import log_lines
from ledger.services.penalties import NoPenalty
from ledger.services.standings import standings
from ledger.services.substitute import Handover
from ledger.shapes.game import Credit, Ending, Money, PenaltyLine

FOUR = ("Ken", "John", "Taro", "Anna")
STANDARD = {"Ken": 45_000, "John": 35_000, "Taro": 25_000, "Anna": 15_000}


def penalise(club, name, number, reason="late", mark=None, uid=None):
    request = club.request("game penalty", uid, names=[name], points=number, reason=reason)
    return penalties.penalise(club.engine, request, name, number, reason, GameChoice(mark))


def forgive(club, name, mark=None, uid=None):
    request = club.request("game penalty", uid, names=[name], take_back=True)
    return penalties.forgive(club.engine, request, name, GameChoice(mark))


def done(club, what, *arguments):
    """Does a correction after looking at it."""
    request = club.request("correction", what=repr(arguments))
    shown = what(club.engine, request, *arguments).answer
    return what(club.engine, request, *arguments, shown=shown).answer


def take_back(club):
    request = club.request("undo")
    undo.undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))


def taken(club, mark=None):
    return [(line.seat, line.player, line.points, line.reason) for line in club.game(mark).penalties]


def results(game):
    return [(result.points, result.place, result.referee) for result in game.results]


@pytest.fixture
def game(club):
    """Ken has 57,000, John 33,000 and Taro 45,000: +22,000, -17,000 and -5,000 when it ends."""
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    return club


def test_while_the_game_is_open_it_waits_for_the_end(game):
    shown = penalise(game, "Ken", 20_000, "late, and the phone rang").answer
    assert shown.penalties == (PenaltyLine(0, "Ken", 20_000, "late, and the phone rang"),)
    assert (shown.ending, shown.results, shown.table.scores) == (None, (), (57_000, 33_000, 45_000))
    assert results(game.end()) == [(2_000, 1, -20_000), (-17_000, 3, 0), (-5_000, 2, 0)]


def test_once_the_game_is_over_it_ends_again_with_less_for_one(game):
    before = game.end()
    after = penalise(game, "Taro", 20_000).answer
    assert (after.ending, after.table) == (before.ending, before.table)
    assert results(after) == [(22_000, 1, 0), (-17_000, 3, 0), (-25_000, 2, -20_000)]
    sums = {line.player: line.points for line in standings(game.engine).lines}
    assert sums == {"Ken": 22_000, "John": -17_000, "Taro": -25_000}


def test_places_bonus_and_uma_go_by_the_scores_as_if_there_were_none(club):
    game = club.result(options=GameOptions(rules="m-league"), Ken=40_000, John=30_000, Taro=20_000, Anna=10_000)
    after = penalise(club, "Ken", 1_000_000, "hit the table").answer
    for was, now in zip(game.results, after.results, strict=True):
        off = 1_000_000 if was.player == "Ken" else 0
        assert (now.place, now.uma, now.bonus, now.rounding) == (was.place, was.uma, was.bonus, was.rounding)
        assert (now.raw_score, now.penalty, now.referee, now.points) == (was.raw_score, 0, -off, was.points - off)


def test_counted_scores_and_final_scores_keep_how_the_game_ended(game):
    game.end(Ken=60_000, John=30_000, Taro=45_000)
    assert results(penalise(game, "John", 500).answer) == [(25_000, 1, 0), (-20_500, 3, -500), (-5_000, 2, 0)]
    assert game.game().ending is Ending.COUNTED
    game.result(options=GameOptions(rules="standard"), **STANDARD)
    shown = penalise(game, "Anna", 500, mark="2").answer
    assert results(shown) == [(30_000, 1, 0), (10_000, 2, 0), (-10_000, 3, 0), (-30_500, 4, -500)]
    assert shown.ending is Ending.SCORES


def test_several_add_up_and_are_forgiven_together(game):
    penalise(game, "Ken", 1_000, "late")
    penalise(game, "John", 300, "phone")
    penalise(game, "ken", 1, "phone")
    game.end()
    assert taken(game) == [(0, "Ken", 1_000, "late"), (1, "John", 300, "phone"), (0, "Ken", 1, "phone")]
    assert results(game.game()) == [(20_999, 1, -1_001), (-17_300, 3, -300), (-5_000, 2, 0)]
    assert results(forgive(game, "Ken").answer) == [(22_000, 1, 0), (-17_300, 3, -300), (-5_000, 2, 0)]
    assert taken(game) == [(1, "John", 300, "phone")]
    before = game.rows()
    with pytest.raises(NoPenalty, match="Ken has no penalty in game 1"):
        forgive(game, "Ken")
    assert game.rows() == before


def test_a_chombo_in_the_rules_is_beside_it(club):
    club.start(*FOUR, rules="ema-2016")
    club.hand("draw Ken")
    club.hand("chombo Ken")
    club.end()
    after = penalise(club, "Ken", 5_000).answer.results[0]
    assert (after.penalty, after.referee, after.points) == (-20_000, -5_000, 3_000 + 15_000 - 20_000 - 5_000)


@pytest.mark.parametrize(
    ("rate", "points", "money"),
    [
        (Money("EUR", 33, 1000), 20_000, {"Ken": 66, "Taro": -165, "John": -561, None: 660}),
        (Money("JPY", 100, 1000), 300, {"Ken": 2_170, "Taro": -500, "John": -1_700, None: 30}),
    ],
)
def test_nobody_gets_it_so_the_cash_box_does(club, rate, points, money):
    club.open_night(money=rate)
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    penalise(club, "Ken", points)
    club.end()
    settled = club.settle().answer
    assert {line.player: line.amount_minor for line in settled.players} == money
    sums = {line.player: line.points for line in settled.players}
    assert sums == {"Ken": 22_000 - points, "Taro": -5_000, "John": -17_000, None: points}
    paid = dict.fromkeys(money, 0)
    for transfer in settled.transfers:
        paid[transfer.payee] += transfer.amount_minor
        paid[transfer.payer] -= transfer.amount_minor
    assert paid == money


def test_less_than_a_cent_for_the_cash_box_is_rounded_with_the_others(game):
    penalise(game, "Ken", 1)
    game.end()
    amounts = [line.amount_minor for line in game.settle().answer.players]
    assert amounts == [1_100, -250, -850, 0]


def test_it_is_taken_off_what_is_of_who_came_where_a_result_is_split(game):
    request = game.request("game sub")
    substitute.substitute(game.engine, request, "Ken", "Anna", ANY_GAME, Handover(None, Credit.SPLIT))
    game.hand("draw none")
    penalise(game, "Anna", 3_000)
    game.end()
    # 12,000 had been won when Anna came.
    sums = {line.player: line.points for line in game.settle().answer.players}
    assert sums == {"Ken": 12_000, "Anna": 7_000, "Taro": -5_000, "John": -17_000, None: 3_000}


class TestSurvives:
    def test_hands_taken_back_corrected_put_in_and_taken_out(self, game):
        game.hand("draw none")
        game.end()
        penalise(game, "Ken", 20_000)
        done(game, correct.fix_hand, 1, "Ken ron John haneman")
        assert results(game.game())[0] == (8_000, 1, -20_000)
        done(game, correct.insert_hand, 2, "draw all")
        done(game, correct.remove_hand, 1)
        assert results(game.game())[0] == (-10_000, 1, -20_000)
        game.reopen_game()
        game.undo()
        assert taken(game) == [(0, "Ken", 20_000, "late")]
        assert results(game.end())[0][2] == -20_000

    def test_the_last_hand_of_a_game_that_ended_with_it(self, club):
        club.start("Ken", "John", "Taro", rounds=1)
        for line in ("draw none", "draw none", "draw none"):
            club.hand(line)
        penalise(club, "John", 700)
        club.undo()
        assert (club.game().ending, taken(club)) == (None, [(1, "John", 700, "late")])
        club.hand("draw none")
        assert club.game().ending is Ending.RULES
        assert results(club.game())[1][2] == -700

    def test_seats_and_rules_that_were_said_wrongly(self, club):
        club.result(options=GameOptions(rules="standard"), **STANDARD)
        penalise(club, "Ken", 1_000, "late")
        penalise(club, "Anna", 1, "phone")
        done(club, regame.change_rules, ANY_GAME, "jpml-a")
        assert taken(club) == [(0, "Ken", 1_000, "late"), (3, "Anna", 1, "phone")]
        assert results(club.game()) == [(22_000, 1, -1_000), (9_000, 2, 0), (-9_000, 3, 0), (-23_001, 4, -1)]
        done(club, regame.change_seats, ("John", "Ken", "Taro", "Anna"), ANY_GAME)
        assert taken(club)[0] == (0, "John", 1_000, "late")


REFUSED = {
    "nothing": ("Ken", 0, "late", UsageError, "1 to 1,000,000 points off, got 0"),
    "a gift": ("Ken", -1, "late", UsageError, "got -1"),
    "too much": ("Ken", 1_000_001, "late", UsageError, "got 1,000,001"),
    "no reason": ("Ken", 1_000, "  ", UsageError, "why"),
    "an unseen reason": ("Ken", 1_000, "a\x07b", UsageError, r"U\+0007"),
    "somebody unknown": ("Zed", 1_000, "late", UnknownPlayer, "seated: Ken, John, Taro"),
    "somebody who does not play": ("Anna", 1_000, "late", UnknownPlayer, 'no player "Anna" at this table'),
}


def test_what_cannot_be_taken_off_is_refused(game):
    before = game.rows()
    for what, (name, number, reason, error, match) in REFUSED.items():
        with pytest.raises(error, match=match):
            penalise(game, name, number, reason)
        assert game.rows() == before, what
    with pytest.raises(UnknownPlayer):
        forgive(game, "Anna")
    assert game.rows() == before


def test_there_has_to_be_a_game_of_a_night_that_is_not_settled(club):
    with pytest.raises(NoOpenGame):
        penalise(club, "Ken", 1_000)
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    penalise(club, "Ken", 1_000)
    club.settle()
    before = club.rows()
    for ask in (lambda: penalise(club, "Ken", 1_000), lambda: forgive(club, "Ken")):
        with pytest.raises(NightIsSettled):
            ask()
    assert club.rows() == before
    club.reopen_night()
    forgive(club, "Ken")
    assert taken(club) == []


def test_undo_takes_it_back_and_brings_back_what_was_forgiven(game, reports):
    game.end()
    none = reports(game)
    penalise(game, "Ken", 20_000)
    one = reports(game)
    penalise(game, "Ken", 300, "phone")
    two = reports(game)
    forgive(game, "Ken")
    assert reports(game) == none
    for before in (two, one, none):
        take_back(game)
        assert reports(game) == before


def test_the_same_request_again_is_answered_and_done_once(game):
    game.end()
    first = penalise(game, "Ken", 20_000, uid="once")
    before = game.rows()
    again = penalise(game, "Ken", 20_000, uid="once")
    assert (again.repeated, again.answer) == (True, first.answer)
    assert game.rows() == before
    with pytest.raises(LedgerError):
        penalise(game, "Ken", 20_001, uid="once")
    assert game.rows() == before


def test_the_log_says_it(game):
    penalise(game, "Ken", 20_000)
    forgive(game, "Ken")
    penalised, forgiven = log_lines(game.engine, game.now, last=2)
    assert (penalised.recorded, penalised.took_back) == (("penalty in game 1",), ())
    assert (forgiven.recorded, forgiven.took_back) == ((), ("penalty in game 1",))
    assert penalised.reason == "late"
