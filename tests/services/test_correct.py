"""Corrections of what others follow: the rest is played again, in one unit, and all can be taken back."""

import pytest

from ledger.errors import LedgerError
from ledger.rules.ruleset import RulesetError
from ledger.services import correct, hands, regame, undo
from ledger.services.choose import ANY_GAME, GameChoice
from ledger.services.correct import ChangedMeanwhile, LaterHandDoesNotFit, NoSuchHand, NothingToChange
from ledger.services.games import GameOptions, SitsElsewhere, WrongNumberOfPlayers
from ledger.services.log import log_lines
from ledger.services.regame import HandDoesNotFit
from ledger.services.results import WrongTotal
from ledger.store import models as db

FOUR = ("Ken", "John", "Taro", "Anna")
LINES = ("Ken ron John 3/40", "draw Ken", "Taro tsumo mangan riichi", "John ron Anna 2/30")


@pytest.fixture
def game(club):
    """Four hands of Ken, John, Taro and Anna."""
    club.start(*FOUR, rules="mahjong-soul")
    for line in LINES:
        club.hand(line)
    return club


def lines(club, mark=None):
    return [hand.line for hand in club.game(mark).hands]


def positions(club):
    return [hand.position for hand in club.game().hands]


def fix(club, number, text, shown="look", uid=None):
    request = club.request("hand fix", uid, number=number, line=text)
    if shown == "look":
        shown = correct.fix_hand(club.engine, request, number, text).answer
    return correct.fix_hand(club.engine, request, number, text, ANY_GAME, shown)


def done(club, service, *arguments):
    """Does a correction after looking at it."""
    request = club.request("correction", what=repr(arguments))
    return service(club.engine, request, *arguments, shown=service(club.engine, request, *arguments).answer).answer


def take_back(club):
    request = club.request("undo", "take-back")
    return undo.undo_last(
        club.engine, "tester", lambda unit: request._replace(uid=f"undo-{club.asked}", arguments={"unit": unit})
    )


def live(club):
    """The live rows of every table that holds what was played, without their own numbers and units."""
    tables = (db.games, db.seats, db.hands, db.hand_seats, db.wins, db.payments, db.game_ends, db.results)
    passed_over = {"id", "journal_id", "voided_by", "again_of", "live"}

    def question(connection):
        found = {}
        ids = {}
        for table in tables:
            rows = connection.execute(table.select().where(table.c.live == 1).order_by(table.c.id)).mappings().all()
            ids[table.name] = {row["id"]: row.get("uid") for row in rows}
            found[table.name] = sorted(
                (
                    {
                        key: ids["games"].get(value, value)
                        if key == "game_id"
                        else ids["hands"].get(value, value)
                        if key == "hand_id"
                        else value
                        for key, value in row.items()
                        if key not in passed_over
                    }
                    for row in rows
                ),
                key=repr,
            )
        return found

    return club.ask(question)


def test_a_corrected_hand_moves_those_behind_it(game):
    answer = fix(game, 2, "draw Taro").answer
    assert [hand.line for hand in answer.before.hands][1] == "draw Ken"
    assert lines(game) == ["Ken ron John 3/40", "draw Taro", "Taro tsumo mangan riichi Taro", "John ron Anna 2/30"]
    assert positions(game) == ["E1.0", "E1.1", "E2.2", "E3.0"]
    # 7,700 from John; Taro 3,000; Taro's mangan at two counters, John deals: 4,200 and 2 x 2,200; 2,000 from Anna.
    assert game.game().table.scores == (29_500, 14_100, 36_600, 19_800)
    assert answer.after == game.game()


def test_looking_at_a_correction_changes_nothing(game):
    before = game.rows()
    shown = correct.fix_hand(game.engine, game.request("hand fix"), 2, "draw Taro").answer
    assert shown.after.table.scores == (29_500, 14_100, 36_600, 19_800)
    assert game.rows() == before


def test_one_unit_is_recorded_and_can_be_taken_back(game):
    before, units = live(game), len(game.rows()["journal"])
    fix(game, 1, "Ken ron John mangan")
    assert len(game.rows()["journal"]) == units + 1
    changed = live(game)
    assert changed != before
    take_back(game)
    assert live(game) == before


@pytest.mark.parametrize(
    ("service", "arguments"),
    [
        (correct.fix_hand, (2, "draw Taro")),
        (correct.insert_hand, (1, "abort four-winds riichi Ken")),
        (correct.insert_hand, (4, "chombo Anna")),
        (correct.remove_hand, (1,)),
        (correct.remove_hand, (4,)),
    ],
)
def test_every_correction_is_taken_back_as_if_it_had_not_been(game, service, arguments):
    before, shown = live(game), game.game()
    done(game, service, *arguments)
    assert live(game) != before
    take_back(game)
    assert (live(game), game.game()) == (before, shown)


def test_a_hand_keeps_its_id_and_a_new_one_gets_its_own(game):
    def uids():
        rows = game.ask(lambda c: c.execute(db.hands.select().where(db.hands.c.live == 1)).all())
        return [row.uid for row in sorted(rows, key=lambda row: row.seq)]

    before = uids()
    done(game, correct.insert_hand, 2, "draw none")
    assert [uid for uid in uids() if uid in before] == before
    assert len(set(uids())) == 5
    done(game, correct.remove_hand, 2)
    assert uids() == before


def test_a_hand_put_in_and_taken_out(game):
    done(game, correct.insert_hand, 2, "abort four-winds")
    assert lines(game)[:3] == ["Ken ron John 3/40", "abort four-winds", "draw Ken"]
    assert positions(game)[:4] == ["E1.0", "E1.1", "E1.2", "E1.3"]
    done(game, correct.remove_hand, 1)
    assert lines(game)[0] == "abort four-winds"
    assert [hand.seq for hand in game.game().hands] == [1, 2, 3, 4]


def test_a_later_hand_that_does_not_fit_is_named_and_nothing_is_changed(game):
    before = game.rows()
    with pytest.raises(LaterHandDoesNotFit, match=r"^hand 2 \(draw Ken\) does not fit any more: the game is over"):
        fix(game, 1, "Ken ron John yakuman")
    assert game.rows() == before


def test_a_correction_that_is_wrong_itself_is_said_as_such(game):
    for text, message in (("Ken ron John 1/20", "1 han 20 fu"), ("Bob ron Ken mangan", 'no player "Bob"')):
        with pytest.raises(LedgerError, match=message):
            fix(game, 2, text)
    with pytest.raises(LedgerError, match=r"stands at E1\.1"):
        fix(game, 2, "e2.0 draw Ken")


def test_what_there_is_nothing_to_correct_of(game):
    with pytest.raises(NoSuchHand, match="there is no hand 5: the game has 4 hands"):
        fix(game, 5, "draw none")
    with pytest.raises(NothingToChange):
        fix(game, 2, "draw Ken")


def test_what_is_done_is_what_was_shown(game):
    request = game.request("hand fix")
    shown = correct.fix_hand(game.engine, request, 2, "draw Taro").answer
    game.hand("draw none")
    before = game.rows()
    with pytest.raises(ChangedMeanwhile):
        correct.fix_hand(game.engine, request, 2, "draw Taro", ANY_GAME, shown)
    assert game.rows() == before


def test_the_same_request_again_is_answered_and_done_once(game):
    first = fix(game, 2, "draw Taro", uid="once")
    before = game.rows()
    again = correct.fix_hand(
        game.engine,
        game.request("hand fix", "once", number=2, line="draw Taro"),
        2,
        "draw Taro",
        ANY_GAME,
        first.answer,
    )
    assert again.repeated
    assert again.answer == first.answer
    assert game.rows() == before


def test_a_settled_night_is_locked(game):
    game.end()
    game.settle()
    with pytest.raises(LedgerError, match="settled"):
        fix(game, 2, "draw Taro")


def finished(club):
    """A game that its last hand ended: E1 to E4 without counters, one round."""
    club.start(*FOUR, rules="standard", rounds=1)
    for line in ("draw none", "John ron Ken 3/30", "Taro ron Ken 3/40", "Ken tsumo 4/30"):
        club.hand(line)
    # The first draw passes the deal: John deals, and wins; the third ends nothing yet.
    while club.game().ending is None:
        club.hand("Ken ron Anna 2/40" if club.game().table.honba else "Ken ron Anna 1/40")
    return club


def test_the_result_of_a_finished_game_follows(club):
    finished(club)
    before = club.game()
    fix(club, 3, "Taro ron Ken haneman")
    after = club.game()
    assert after.ending == before.ending
    assert [r.raw_score for r in after.results] == list(after.table.scores)
    assert [r.points for r in after.results] != [r.points for r in before.results]
    assert sum(r.points for r in after.results) == 0


def test_a_finished_game_that_goes_on_again_is_open_and_refused_if_its_people_play(club):
    finished(club)
    last = len(club.game().hands)
    club.start(*FOUR, rules="standard")
    with pytest.raises(SitsElsewhere):
        done(club, correct.remove_hand, last, GameChoice("1"))
    club.void("2")
    done(club, correct.remove_hand, last, GameChoice("1"))
    assert club.game("1").ending is None
    assert club.game("1").results == ()


def test_an_end_by_the_clock_and_counted_scores_stay(club):
    club.start(*FOUR, rules="standard")
    club.hand("Ken ron John 3/40")
    club.end()
    fix(club, 1, "Ken ron John mangan")
    game = club.game()
    assert (game.ending.value, [r.raw_score for r in game.results]) == ("clock", [42_000, 18_000, 30_000, 30_000])
    club.start(*FOUR, rules="standard")
    club.hand("Ken ron John 3/40")
    club.end("2", Ken=41_000, John=19_000, Taro=30_000, Anna=30_000)
    done(club, correct.fix_hand, 1, "Ken ron John mangan", GameChoice("2"))
    game = club.game("2")
    assert (game.ending.value, [r.raw_score for r in game.results]) == ("counted", [41_000, 19_000, 30_000, 30_000])


def test_only_final_scores_have_no_hands_to_correct(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    with pytest.raises(LedgerError, match="has no hands; to record it otherwise, void it first"):
        fix(club, 1, "draw none")


class TestSeats:
    def test_the_hands_stay_with_the_seats(self, game):
        before = live(game)
        answer = done(game, regame.change_seats, ("John", "Ken", "Taro", "Anna"), ANY_GAME)
        assert answer.before.players == FOUR
        assert game.game().players == ("John", "Ken", "Taro", "Anna")
        assert lines(game)[0] == "John ron Ken 3/40"
        assert game.game().table.scores == answer.before.table.scores
        take_back(game)
        assert live(game) == before

    def test_results_and_standings_follow(self, club):
        club.result(Ken=88_000, John=-15_000, Taro=62_000)
        done(club, regame.change_seats, ("John", "Ken", "Taro"), ANY_GAME)
        assert {r.player: r.raw_score for r in club.game().results} == {"John": 88_000, "Ken": -15_000, "Taro": 62_000}
        settled = {line.player: line.points for line in club.settle().answer.players}
        assert settled == {"John": 53_000, "Ken": -65_000, "Taro": 12_000}

    def test_who_sits_elsewhere_or_twice_or_too_few_is_refused(self, game):
        game.add("Bo", "Mia", "Zoë", "Max")
        game.start("Bo", "Mia", "Zoë", "Max", rules="standard")
        for names in (("Bo", "John", "Taro", "Anna"), ("Ken", "Ken", "Taro", "Anna"), ("Ken", "John", "Taro")):
            with pytest.raises(LedgerError):
                done(game, regame.change_seats, names, GameChoice("1"))
        with pytest.raises(NothingToChange):
            done(game, regame.change_seats, FOUR, GameChoice("1"))


class TestRules:
    def test_the_hands_are_played_again(self, club):
        club.start(*FOUR, rules="standard")
        club.hand("Ken ron John 4/30")
        before = live(club)
        done(club, regame.change_rules, ANY_GAME, "ema-2025")
        game = club.game()
        assert (game.rules, game.number, game.table.scores) == ("ema-2025", 1, (42_000, 18_000, 30_000, 30_000))
        club.hand("draw none")
        take_back(club)
        take_back(club)
        assert live(club) == before

    def test_final_scores_get_the_result_of_the_other_rules(self, club):
        scores = {"Ken": 45_000, "John": 35_000, "Taro": 25_000, "Anna": 15_000}
        club.result(options=GameOptions(rules="standard"), **scores)
        done(club, regame.change_rules, ANY_GAME, "jpml-a")
        assert [r.points for r in club.game().results] == [23_000, 9_000, -9_000, -23_000]
        with pytest.raises(WrongTotal):
            done(club, regame.change_rules, ANY_GAME, "tenhou")

    def test_a_hand_that_cannot_be_is_named(self, game):
        before = game.rows()
        with pytest.raises(HandDoesNotFit, match=r"hand 1 \(Ken ron John 3/40\) cannot be under ruleset dutch-4p"):
            done(game, regame.change_rules, ANY_GAME, "dutch-4p")
        with pytest.raises(WrongNumberOfPlayers):
            done(game, regame.change_rules, ANY_GAME, "dutch")
        assert game.rows() == before

    def test_a_shorter_or_longer_game(self, club):
        finished(club)
        done(club, regame.change_rules, ANY_GAME, None, 2)
        assert club.game().ending is None
        assert club.game().rules == "standard"
        done(club, regame.change_rules, ANY_GAME, None, 1)
        assert club.game().ending is not None
        with pytest.raises(RulesetError, match="together at most the four winds"):
            done(club, regame.change_rules, ANY_GAME, "tenhou", 4)


def test_east_only(club):
    club.start(*FOUR, rules="standard", rounds=1)
    for line in ("draw none", "draw Ken", "draw none --x".removesuffix(" --x"), "draw John"):
        club.hand(line)
    assert club.game().ending is not None
    assert [hand.position for hand in club.game().hands] == ["E1.0", "E2.1", "E3.2", "E4.3"]
    with pytest.raises(RulesetError):
        club.start(*FOUR, rules="tenhou", rounds=4)


def test_the_log_says_what_was_done_by_whom_and_what_it_replaced(game):
    fix(game, 4, "John ron Anna 3/30")
    game.void()
    told = log_lines(game.engine, game.now, last=2)
    assert [line.by for line in told] == ["tester", "tester"]
    fixed, voided = told
    assert fixed.typed == "hand fix 4 John ron Anna 3/30"
    assert fixed.recorded == ("game 1, hand 4: John ron Anna 3/30",)
    assert fixed.took_back == ("game 1, hand 4: John ron Anna 2/30",)
    assert voided.typed == "game void"
    assert voided.recorded == ()
    assert voided.took_back[0] == "game 1"
    assert len(voided.took_back) == 5


def test_the_log_says_who_sat_where_at_the_time(game):
    names = game.game().players
    line = log_lines(game.engine, game.now, last=1)[0].recorded
    done(game, regame.change_seats, tuple(reversed(names)), ANY_GAME)
    fix(game, 4, "John ron Anna 3/30")
    last, changed, fixed = log_lines(game.engine, game.now, last=3)
    assert last.recorded == line
    assert changed.recorded == (f"the seats of game 1: {', '.join(reversed(names))}",)
    assert changed.took_back == (f"the seats of game 1: {', '.join(names)}",)
    assert fixed.took_back[0] == "game 1, hand 4: Taro ron Ken 2/30"


def test_the_log_of_one_game_and_of_one_person(game):
    game.end()
    game.start("Ken", "John", "Taro", rules="dutch")
    game.hand("Ken ron John s5")
    first = log_lines(game.engine, game.now, choice=GameChoice("1"))
    assert [line.typed.split()[0] for line in first] == ["game", "hand", "hand", "hand", "hand", "game"]
    assert log_lines(game.engine, game.now, by="nobody") == ()
    assert len(log_lines(game.engine, game.now, by="TESTER", last=3)) == 3


def test_replacing_the_last_hand_is_one_unit(game):
    before = live(game)
    request = game.request("hand fix", line="John ron Anna 3/30")
    hands.replace_last_hand(game.engine, request, "John ron Anna 3/30")
    assert lines(game)[-1] == "John ron Anna 3/30"
    take_back(game)
    assert live(game) == before
