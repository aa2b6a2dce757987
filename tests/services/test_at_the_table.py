"""Games as clubs play them: substitutes, penalties by a referee, and people who wait for their turn."""

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.services import correct, regame
from ledger.services.attendance import HereAlready, NotHere, join_night, leave_night
from ledger.services.choose import ANY_GAME, GameChoice, NightIsSettled
from ledger.services.games import SitsElsewhere
from ledger.services.hands import OnlyScores
from ledger.services.nights import show_night
from ledger.services.penalties import NoPenalty, forgive, penalise
from ledger.services.people import merge_players
from ledger.services.standings import standings
from ledger.services.substitute import Handover, NoHandYet, SitsThere, substitute
from ledger.services.undo import OneTwice, undo_last, undo_unit
from ledger.shapes.game import Credit, ShareLine, SubstituteLine
from ledger.store.journal import units_backwards


def sub(club, left, came, hand=None, credit=Credit.STARTER, mark=None):
    request = club.request("game sub")
    return substitute(club.engine, request, left, came, GameChoice(mark), Handover(hand, credit)).answer


def refused(club, error, call):
    before = club.rows()
    with pytest.raises(error):
        call()
    assert club.rows() == before


def points(club):
    return {line.player: (line.games, line.points) for line in standings(club.engine).lines}


def results(game):
    return {result.player: result.points for result in game.results}


@pytest.fixture
def begun(club):
    """Two hands, after which Ken has 53,000, John 38,000 and Taro 44,000."""
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    club.hand("draw Ken")
    return club


# What the dutch rules make of it: target 50,000, the winner gets 15,000.
@pytest.mark.parametrize(
    ("credit", "expected", "shares"),
    [
        (Credit.STARTER, {"Ken": 24_400, "Taro": -6_000, "John": -18_400}, ()),
        (Credit.FINISHER, {"Anna": 24_400, "Taro": -6_000, "John": -18_400}, ()),
        (
            Credit.SPLIT,
            {"Anna": 24_400, "Taro": -6_000, "John": -18_400},
            (ShareLine(0, "Ken", 8_000), ShareLine(0, "Anna", -8_000)),
        ),
    ],
)
def test_whose_the_result_is(begun, credit, expected, shares):
    view = sub(begun, "Ken", "Anna", credit=credit)
    assert view.substitutes == (SubstituteLine(0, 3, "Ken", "Anna", credit),)
    assert view.players == ("Anna", "John", "Taro")
    assert begun.hand("Anna ron John s5").hand.line == "Anna ron John s5"
    game = begun.end()
    assert [hand.line for hand in game.hands] == ["Ken ron John s5", "draw Ken", "Anna ron John s5"]
    assert (results(game), game.shares) == (expected, shares)
    if credit is Credit.SPLIT:  # the place, and with it the bonus, is hers
        assert points(begun)["Ken"] == (0, 8_000)
        assert points(begun)["Anna"] == (1, 16_400)
        money = {line.player: line.amount_minor for line in begun.settle().answer.players}
        assert money == {"Anna": 820, "Ken": 400, "Taro": -300, "John": -920}


def test_who_left_is_no_player_any_more_and_may_come_back(begun):
    sub(begun, "Ken", "Anna")
    refused(begun, LedgerError, lambda: begun.hand("Ken ron John s5"))
    begun.hand("Anna ron John s5")
    view = sub(begun, "Anna", "Ken")
    assert [(line.from_hand, line.came) for line in view.substitutes] == [(3, "Anna"), (4, "Ken")]
    begun.hand("Ken ron John s5")
    assert set(results(begun.end())) == {"Ken", "John", "Taro"}


def test_a_part_for_each_of_several(begun):
    sub(begun, "Ken", "Anna", credit=Credit.SPLIT)  # Ken +8,000
    begun.hand("Anna ron John s5")  # with two counters: +6,400
    begun.add("Bo")
    sub(begun, "Anna", "Bo", credit=Credit.SPLIT)
    begun.hand("John ron Bo s5")  # with three counters: -4,600
    game = begun.end()
    assert game.shares == (ShareLine(0, "Ken", 8_000), ShareLine(0, "Anna", 6_400), ShareLine(0, "Bo", -14_400))
    assert sum(points for _, points in points(begun).values()) == 0


def test_found_out_later_also_when_the_game_is_over(begun):
    before = begun.end()
    view = sub(begun, "Ken", "Anna", hand=2, credit=Credit.FINISHER)
    assert set(results(view)) == {"Anna", "John", "Taro"}
    assert [hand.line for hand in view.hands] == ["Ken ron John s5", "draw Anna"]
    assert view.ending is before.ending
    refused(begun, LedgerError, lambda: sub(begun, "Ken", "Anna", mark="1"))  # from which hand on?
    undo_last(begun.engine, "tester", lambda unit: begun.request("undo", unit=unit))
    assert begun.game() == before


def test_a_mistake_at_the_same_hand_is_replaced_or_taken_back(begun):
    begun.add("Bo")
    sub(begun, "Ken", "Bo")
    assert [line.came for line in sub(begun, "Bo", "Anna").substitutes] == ["Anna"]
    assert sub(begun, "Anna", "Ken").substitutes == ()


def test_what_cannot_be(begun):
    begun.add("Bo", "Cy", "Di")
    refused(begun, SitsThere, lambda: sub(begun, "Ken", "John"))
    refused(begun, SitsThere, lambda: sub(begun, "Ken", "Ken"))
    refused(begun, NoHandYet, lambda: sub(begun, "Ken", "Anna", hand=1))
    refused(begun, LedgerError, lambda: sub(begun, "Ken", "Anna", hand=4))
    refused(begun, LedgerError, lambda: sub(begun, "Xaver", "Anna"))
    refused(begun, LedgerError, lambda: sub(begun, "Ken", "Xaver"))
    begun.start("Bo", "Cy", "Di")
    refused(begun, SitsElsewhere, lambda: sub(begun, "Ken", "Bo", mark="1"))
    refused(begun, NoHandYet, lambda: sub(begun, "Bo", "Anna", mark="2"))
    begun.end("1")
    begun.void("2")
    begun.settle()
    refused(begun, NightIsSettled, lambda: sub(begun, "Ken", "Anna", hand=2, mark="1"))


def test_earlier_hands_that_are_put_in_or_taken_out_move_the_hand_over(begun):
    sub(begun, "Ken", "Anna")
    begun.hand("Anna ron John s5")
    insert = lambda shown: correct.insert_hand(  # noqa: E731
        begun.engine, begun.request("hand insert", "i"), 2, "draw none", ANY_GAME, shown
    )
    after = insert(insert(None).answer).answer.after
    assert (after.substitutes[0].from_hand, [hand.line for hand in after.hands][2:]) == (
        4,
        ["draw Ken", "Anna ron John s5"],
    )
    remove = lambda shown: correct.remove_hand(begun.engine, begun.request("hand remove", "r"), 1, ANY_GAME, shown)  # noqa: E731
    after = remove(remove(None).answer).answer.after
    assert after.substitutes[0].from_hand == 3
    begun.undo()
    begun.undo()
    assert begun.game().players == ("Ken", "John", "Taro"), "Anna comes with the hand after this one"
    begun.hand("draw Ken")
    assert begun.game().players == ("Anna", "John", "Taro")


def test_seats_and_rules_keep_who_came(begun):
    sub(begun, "Ken", "Anna")
    seats = lambda shown: regame.change_seats(  # noqa: E731
        begun.engine, begun.request("game seats", "s"), ["Taro", "John", "Ken"], ANY_GAME, shown
    )
    after = seats(seats(None).answer).answer.after
    assert after.players == ("Anna", "John", "Ken")
    rules = lambda shown: regame.change_rules(  # noqa: E731
        begun.engine, begun.request("game rules", "u"), ANY_GAME, None, 1, shown
    )
    penalise(begun.engine, begun.request("game penalty"), "John", 1_000, "late")
    after = rules(rules(None).answer).answer.after
    assert (after.substitutes[0].came, after.penalties[0].reason) == ("Anna", "late")


@pytest.mark.parametrize("when", ["open", "ended", "scores"])
def test_a_referee_takes_points_off_a_result_and_nobody_gets_them(club, when):
    if when == "scores":
        club.result(Ken=51_400, John=39_600, Taro=44_000)
    else:
        club.start("Ken", "John", "Taro")
        club.hand("Ken ron John s5")
        club.hand("Ken ron Taro 2h")
    if when == "ended":
        club.end()
    before = None if when == "open" else results(club.game())
    for number, reason in ((20_000, "late"), (1_500, "twice")):
        view = penalise(club.engine, club.request("game penalty"), "John", number, reason).answer
    assert [(p.player, p.points, p.reason) for p in view.penalties] == [
        ("John", 20_000, "late"),
        ("John", 1_500, "twice"),
    ]
    game = club.end() if when == "open" else view
    places = {result.player: result.place for result in game.results}
    assert sorted(places.values()) == [1, 2, 3]
    if before is not None:
        assert results(game) == before | {"John": before["John"] - 21_500}
    assert sum(results(game).values()) == -21_500
    box = next(line for line in club.settle().answer.players if line.player is None)
    assert (box.points, box.amount_minor) == (21_500, 1_075)
    refused(club, NightIsSettled, lambda: forgive(club.engine, club.request("game penalty"), "John"))
    club.reopen_night()
    assert forgive(club.engine, club.request("game penalty"), "John").answer.penalties == ()
    assert sum(results(club.game()).values()) == 0
    refused(club, NoPenalty, lambda: forgive(club.engine, club.request("game penalty"), "John"))
    for wrong in ((0, "x"), (-5, "x"), (10**7, "x"), (5, " ")):
        refused(club, LedgerError, lambda w=wrong: penalise(club.engine, club.request("game penalty"), "John", *w))


def names(club):
    night = show_night(club.engine, club.now, None)
    return night.here, night.left, night.sits_out


def test_five_take_turns_at_one_table_of_four(club):
    club.add("Bo")
    club.open_night(rules="standard")
    everyone = ["Ken", "John", "Taro", "Anna", "Bo"]
    join_night(club.engine, club.request("night join"), everyone)
    out = []
    for _ in range(10):
        (turn,) = names(club)[2]
        out.append(turn)
        club.start(*(name for name in everyone if name != turn))
        club.hand("draw none")
        club.end()
    assert out == ["Ken", "John", "Taro", "Anna", "Bo"] * 2


def test_who_comes_and_leaves(club):
    club.add("Bo")
    join = lambda *people: join_night(club.engine, club.request("night join"), people)  # noqa: E731
    leave = lambda *people: leave_night(club.engine, club.request("night leave"), people)  # noqa: E731
    join("Bo")
    refused(club, HereAlready, lambda: join("Anna", "Bo"))
    refused(club, NotHere, lambda: leave("Ken"))
    club.start("Ken", "John", "Taro")
    assert names(club) == (("Bo", "Ken", "John", "Taro"), (), ("Ken",))
    refused(club, HereAlready, lambda: join("Ken"))
    refused(club, SitsElsewhere, lambda: leave("Ken"))
    leave("Bo")
    assert names(club) == (("Ken", "John", "Taro"), ("Bo",), ())
    club.hand("draw none")
    club.end()
    leave("Ken")
    club.start("Bo", "John", "Taro")  # who plays is here again
    assert names(club) == (("John", "Taro", "Bo"), ("Ken",), ())
    club.void("2")
    club.settle()
    refused(club, NightIsSettled, lambda: join("Anna"))
    refused(club, NightIsSettled, lambda: leave("John"))


def test_who_comes_back_on_another_seat_blocks_no_undo(begun):
    begun.add("Bo")
    sub(begun, "Ken", "Bo")
    begun.hand("draw none")
    sub(begun, "John", "Ken")
    begun.hand("draw none")
    before = begun.game()
    begun.add("Cy")
    undo_last(begun.engine, "tester", lambda unit: begun.request("undo", unit=unit))
    assert begun.game() == before


def test_a_game_that_two_who_are_one_by_now_shared_does_not_come_back(begun):
    begun.void("1")
    voided = begun.ask(lambda connection: max(unit.id for unit in units_backwards(connection)))
    merge_players(begun.engine, begun.request("player merge"), "John", "Ken")
    refused(begun, OneTwice, lambda: undo_unit(begun.engine, begun.request("undo", unit=voided), voided))


def test_how_the_result_is_shared_can_be_said_anew(club):
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Bo")
    assert club.sub("Ken", "Bo", result="split").substitutes == (SubstituteLine(0, 2, "Ken", "Bo", Credit.SPLIT),)
    club.hand("draw none")
    club.sub("Ken", "Bo", result="finisher", from_hand=2)
    with pytest.raises(SitsThere):
        club.sub("John", "Bo", from_hand=3)
    club.sub("Bo", "Ken", from_hand=2)
    assert club.game().substitutes == ()


def test_a_penalty_is_said_of_whose_the_result_is(club):
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    club.sub("Ken", "Bo")
    penalise(club.engine, club.request("game penalty"), "Bo", 1000, "late", ANY_GAME)
    assert [penalty.player for penalty in club.game().penalties] == ["Bo"]
    club.end()
    assert [penalty.player for penalty in club.game().penalties] == ["Ken"]


def test_substitutes_need_hands(club):
    club.result(Ken=55_000, John=45_000, Taro=35_000)
    with pytest.raises(OnlyScores, match="was recorded from its final scores and has no hands"):
        club.sub("Ken", "Anna")
    club.start("Ken", "John", "Taro")
    club.hand("draw none")
    with pytest.raises(UsageError, match="--from 3: the game has 1 hand, so it can be 2"):
        club.sub("Ken", "Anna", from_hand=3)
