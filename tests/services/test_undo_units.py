"""ledger undo N: one earlier unit goes back if nothing builds on it, and a taking back, too; all is as it was."""

import re
from datetime import date, timedelta

import pytest

from ledger.services import correct, penalties, people, players, regame, substitute
from ledger.services.attendance import join_night, leave_night
from ledger.services.charges import Shared, add_line, set_fee
from ledger.services.choose import CarriedOn, GameChoice, NightIsSettled
from ledger.services.games import GameOptions
from ledger.services.people import Told
from ledger.services.settle import How, settle
from ledger.services.undo import (
    BuiltOn,
    CannotComeBack,
    NoSuchUnit,
    SomebodyElses,
    TakenBackAlready,
    undo_last,
    undo_unit,
)
from ledger.store import models as db

FIRST = GameChoice("1")
EVENING = date(2026, 11, 20)


def units(club):
    return club.ask(lambda c: sorted(c.execute(db.journal.select().with_only_columns(db.journal.c.id)).scalars()))


def did(club, step):
    """Does something, and returns the number of its unit."""
    step(club)
    return units(club)[-1]


def back(club, unit, actor="tester", uid=None):
    request = club.request("undo", uid, unit=unit)._replace(actor=actor)
    return undo_unit(club.engine, request, unit)


def refused(club, unit, error, match, actor="tester"):
    before = club.rows()
    with pytest.raises(error, match=match):
        back(club, unit, actor)
    assert club.rows() == before


def asked(service, command, *arguments):
    return lambda club: service(club.engine, club.request(command), *arguments)


def shown_first(service, *arguments):
    """A correction after looking at it."""

    def step(club):
        request = club.request("correction")
        service(club.engine, request, *arguments, shown=service(club.engine, request, *arguments).answer)

    return step


@pytest.fixture
def evening(club):
    """Game 1 of Ken, John and Taro with a hand, and game 2 of Bo, Cy and Di with none; Zora came with nobody."""
    club.add("Bo", "Cy", "Di", "Zora")
    club.start("Ken", "John", "Taro")
    club.hand("draw Ken")
    club.start("Bo", "Cy", "Di", label="window")
    return club


IN_THE_GAME = {
    "hand": lambda club: club.hand("Ken ron John s5"),
    "hand undo": lambda club: club.undo("1"),
    "game end": lambda club: club.end("1"),
    "game void": lambda club: club.void("1"),
    "correction": shown_first(correct.fix_hand, 1, "draw John", FIRST),
    "correction (seats)": shown_first(regame.change_seats, ("John", "Ken", "Taro"), FIRST),
    "correction (rules)": shown_first(regame.change_rules, FIRST, "dutch", 3),
    "game sub": asked(substitute.substitute, "game sub", "Ken", "Anna", FIRST),
    "game penalty": asked(penalties.penalise, "game penalty", "Ken", 1000, "late", FIRST),
}


def test_what_came_later_in_the_same_game_is_named_and_goes_back_first(evening, reports):
    before = reports(evening)
    for command, step in IN_THE_GAME.items():
        hand = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
        held = evening.game("1")
        later = did(evening, step)
        name = command.partition(" (")[0]
        refused(evening, hand, BuiltOn, rf"unit {later} \({name}.*\) builds on it.* first: ledger undo {later}\b")
        back(evening, later)
        assert evening.game("1") == held, command
        back(evening, hand)
        assert reports(evening) == before, command


ELSEWHERE = {
    "another game": lambda club: club.hand("Bo ron Cy s5"),
    "another end": lambda club: club.void("window"),
    "another night": lambda club: club.result(Ken=88_000, John=-15_000, Anna=62_000),
    "a rate": lambda club: club.open_night(rules="dutch-4p"),
    "people": lambda club: club.add("Zoë"),
    "a name": asked(players.rename_player, "player rename", "Ken", "田中さん"),
    "details": asked(people.set_player, "player guest", "Ken", Told(guest=True, codes=(("tenhou", "ken"),))),
    "a merge": asked(people.merge_players, "player merge", "Anna", "Ken"),
    "who is here": asked(join_night, "night join", ("Zora",)),
    "who left": asked(leave_night, "night leave", ("Anna",)),
}


def test_what_came_later_elsewhere_stays(evening, reports):
    join_night(evening.engine, evening.request("night join"), ("Anna",))
    before = reports(evening)
    for other, step in ELSEWHERE.items():
        hand = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
        later = did(evening, step)
        assert later > hand, f"{other} did something"
        assert back(evening, hand).answer.text == "hand Taro tsumo s5 riichi --game 1"
        back(evening, later)
        assert reports(evening) == before, other


def test_the_refusals_lead_to_where_it_goes_back(evening, reports):
    before = reports(evening)
    first = did(evening, lambda club: club.hand("Taro tsumo s5", "1"))
    for line in ("draw Ken", "Ken ron John s5"):
        evening.hand(line, "1")
    evening.end("1")
    penalties.penalise(evening.engine, evening.request("game penalty"), "Ken", 1000, "late", FIRST)
    gone = []
    while first not in gone:
        unit = first
        while True:
            try:
                back(evening, unit)
            except BuiltOn as refusal:
                unit = int(re.search(r"ledger undo (\d+)", str(refusal))[1])
            else:
                gone.append(unit)
                break
    assert gone == [first + 4, first + 3, first + 2, first + 1, first]
    assert reports(evening) == before


def test_a_taking_back_is_taken_back_again_and_again(evening, reports):
    without = reports(evening)
    hand = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
    held = reports(evening)
    gone = back(evening, hand).unit
    refused(evening, hand, TakenBackAlready, "hand Taro tsumo s5 riichi --game 1 is taken back already")
    again = back(evening, gone)
    assert (again.answer.text, reports(evening)) == (f"undo {hand}", held)
    refused(evening, gone, TakenBackAlready, f"undo {hand} is taken back already")
    gone_again = back(evening, again.unit).unit
    assert reports(evening) == without
    refused(evening, hand, TakenBackAlready, "taken back already")
    back(evening, gone_again)
    assert reports(evening) == held
    back(evening, hand)
    assert reports(evening) == without, "by its own number, too"


def test_what_was_taken_back_does_not_come_back_behind_something_else(evening):
    hand = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
    gone = back(evening, hand).unit
    other = did(evening, lambda club: club.hand("draw none", "1"))
    refused(evening, gone, BuiltOn, rf"undo {hand} cannot be taken back: unit {other} \(hand draw none.*\) builds on")
    back(evening, other)
    back(evening, gone)
    assert [hand.line for hand in evening.game("1").hands] == ["draw Ken", "Taro tsumo s5 riichi Taro"]


def test_what_was_taken_back_comes_back_in_its_order(evening, reports):
    first = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
    second = did(evening, lambda club: club.hand("draw none", "1"))
    both = reports(evening)
    second_gone = back(evening, second).unit
    first_gone = back(evening, first).unit
    refused(evening, second_gone, BuiltOn, rf"unit {first_gone} \(undo {first}\) builds on it")
    back(evening, first_gone)
    back(evening, second_gone)
    assert reports(evening) == both


def test_plain_undo_goes_on_behind_a_taking_back_that_was_taken_back(evening, reports):
    def last():
        request = evening.request("undo")
        asked = lambda unit: request._replace(arguments={"unit": unit})  # noqa: E731
        return undo_last(evening.engine, "tester", asked).answer

    without = reports(evening)
    renamed = did(evening, asked(players.rename_player, "player rename", "Ken", "Kenny"))
    held = reports(evening)
    gone = did(evening, lambda _: last())
    for _ in range(2):  # back and forth: what is there is taken back by what brought it
        assert reports(evening) == without
        again = back(evening, gone).unit
        assert reports(evening) == held
        assert last().unit == again
        gone = units(evening)[-1]
    assert reports(evening) == without
    assert last().unit == renamed - 1


def test_a_settlement_that_a_later_one_carries_stays(club):
    later = EVENING + timedelta(days=7)
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    first = did(club, lambda club: club.settle())
    club.open_night(later)
    club.result(Ken=88_000, John=-15_000, Taro=62_000, options=GameOptions(held_on=later))
    carrying = did(club, lambda club: settle(club.engine, club.request("settle"), later, How(carry=True)))
    refused(club, first, CarriedOn, "from the night of 2026-11-20 is in the settlement of 2026-11-27: open that one")
    back(club, carrying)
    back(club, first)


def test_a_name_that_somebody_has_by_now_does_not_come_back(club):
    renamed = did(club, asked(players.rename_player, "player rename", "Ken", "Kenny"))
    added = did(club, lambda club: club.add("Ken"))
    refused(
        club,
        renamed,
        BuiltOn,
        rf"player rename cannot.* unit {added} \(player add\) builds on it.*: ledger undo {added}$",
    )
    back(club, added)
    back(club, renamed)
    assert "Ken" in [one.name for one in players.list_players(club.engine)]


def test_a_settled_night_is_locked_until_it_is_opened_again(evening, reports):
    evening.void("window")
    there = units(evening)[-1]
    hand = did(evening, lambda club: club.hand("Taro tsumo s5 riichi", "1"))
    before = reports(evening)
    end = did(evening, lambda club: club.end("1"))
    join = did(evening, asked(join_night, "night join", ("Anna",)))
    terms = did(evening, lambda club: club.open_night(rules="dutch-4p"))
    evening.settle()
    for unit in (terms, join, end, there):
        refused(evening, unit, NightIsSettled, "the night of 2026-11-20 is settled and locked: open it again")
    refused(evening, hand, NightIsSettled, "settled and locked")  # though the end builds on it, too
    evening.reopen_night()
    for unit in (terms, join, end):
        back(evening, unit)
    assert reports(evening) == before


def test_lines_and_fees_of_a_settled_night_are_locked(club, reports):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    before = reports(club)
    shared = Shared(lambda _: 300, "Ken", ("Ken", "John", "Taro"))
    line = did(club, asked(add_line, "night line", "pizza", shared, None, lambda minor, _: str(minor)))
    fee = did(club, asked(set_fee, "night fee", "head", lambda _: 250, None))
    club.settle()
    for unit in (fee, line):
        refused(club, unit, NightIsSettled, "the night of 2026-11-20 is settled and locked")
    club.reopen_night()
    back(club, line)
    back(club, fee)
    assert reports(club) == before


def test_a_settlement_and_its_opening_go_back_by_their_numbers(club, reports):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    before = reports(club)
    settle = did(club, lambda club: club.settle())
    settled = reports(club)
    reopen = did(club, lambda club: club.reopen_night())
    assert reports(club) == before
    refused(club, settle, BuiltOn, rf"unit {reopen} \(night reopen\) builds on it; .*: ledger undo {reopen}$")
    game = did(club, lambda club: club.start("Ken", "John", "Taro"))
    back(club, game)
    back(club, reopen)
    assert reports(club) == settled
    back(club, settle)
    assert reports(club) == before


def test_a_night_stays_settled_anew_once_its_games_changed(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.settle()
    reopen = did(club, lambda club: club.reopen_night())
    void = did(club, lambda club: club.void("1"))
    refused(club, reopen, BuiltOn, rf"night reopen cannot be taken back: unit {void} \(game void")


def test_who_and_where_something_was_played_stays_while_it_is_there(club):
    add = did(club, lambda club: club.add("Bo", "Cy", "Di"))
    start = did(club, lambda club: club.start("Ken", "John", "Taro"))
    other = did(club, lambda club: club.start("Bo", "Cy", "Di", label="window"))
    refused(club, add, BuiltOn, rf"player add cannot .* unit {other} \(game start\) builds on it")
    refused(club, start, BuiltOn, rf"unit {other} \(game start\) builds on it")  # it opened the night
    back(club, other)
    back(club, start)
    back(club, add)
    assert [one.name for one in players.list_players(club.engine)] == ["Anna", "John", "Ken", "Taro"]


def test_what_is_no_unit_and_what_is_for_good_is_refused(evening):
    for number in (0, units(evening)[-1] + 1, 10**9):
        refused(evening, number, NoSuchUnit, f"there is no unit {number} to take back: ledger log lists them")
    refused(evening, units(evening)[0], CannotComeBack, "^init cannot be taken back: a ledger stays set up$")


def test_somebody_elses_is_named_and_goes_back_by_them(evening):
    hand = did(evening, lambda club: club.hand("draw none", "1"))
    match = rf"^unit {hand} was recorded by tester: hand draw none --game 1\. To take theirs back, add --by tester$"
    refused(evening, hand, SomebodyElses, match, actor="anna")
    gone = back(evening, hand).unit
    refused(evening, gone, SomebodyElses, f"recorded by tester: undo {hand}", actor="anna")
    assert len(evening.game("1").hands) == 1


def test_the_same_undo_twice_is_one(evening):
    hand = did(evening, lambda club: club.hand("draw none", "1"))
    first = back(evening, hand, uid="mine")
    before = evening.rows()
    assert back(evening, hand, uid="mine") == (first.answer, first.unit, True)
    assert evening.rows() == before
    refused(evening, hand, TakenBackAlready, "taken back already")
