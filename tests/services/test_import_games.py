"""Games from elsewhere: all of them or nothing, nobody twice, and each hand held against what the source booked."""

from datetime import UTC, date, datetime

import pytest

from ledger.importers.found import Found, FoundGame, FoundHand, FoundPenalty, FoundTable, Place, Problem
from ledger.rules.facts import ExhaustiveDraw, HanFu, Ron, Tsumo, Win
from ledger.services import people, players, regame
from ledger.services.choose import GameChoice
from ledger.services.games import GameOptions, start_game
from ledger.services.import_games import How, ImportProblems, NothingFound, import_games
from ledger.services.import_people import NamesUnknown, NoSuchName, WhoIsWho
from ledger.services.nights import Terms, list_nights
from ledger.services.people import Told
from ledger.services.undo import undo_unit

PLAYED = datetime(2026, 10, 2, 20, 0, tzinfo=UTC)
FOUR = ("ken_87", "john", "Taro", "anna")
RON = Ron(1, (Win(0, HanFu(3, 40)),), riichi=(0,))
WON = FoundHand(Place("log", inside="hand 1"), RON, (7_700, -7_700, 0, 0), FoundTable(0, 0, 0, 0))
DRAWN = FoundHand(Place("log", inside="hand 2"), ExhaustiveDraw((2,)), (-1_000, -1_000, 3_000, -1_000))
LOG = FoundGame(
    "tenhou:1",
    Place("log"),
    FOUR,
    "standard",
    None,
    PLAYED,
    (WON, DRAWN),
    (36_700, 21_300, 33_000, 29_000),
    ended=False,
)
COUNTED = FoundGame("csv:1", Place("old.csv", 2), FOUR, "standard", date(2026, 10, 2), scores=(30_000,) * 4)
KEN = WhoIsWho({"ken_87": "Ken"})


def found(*games, system="tenhou", problems=()):
    return Found(games, problems, system)


def bring(club, source, how=None, uid=None):
    return import_games(club.engine, club.request("import tenhou", uid, names=["log"]), source, how or How(KEN))


def refused(club, error, source, how=None):
    before = club.rows()
    with pytest.raises(error) as refusal:
        bring(club, source, how)
    assert club.rows() == before
    return refusal.value


def test_a_log_becomes_a_game_with_its_hands(club):
    done = bring(club, found(LOG)).answer
    assert (done.nights, done.added, done.known) == ((date(2026, 10, 2),), (), 0)
    assert [(one.name, one.player) for one in done.meant] == [("ken_87", "Ken")]
    (game,) = done.games
    assert (game.number, game.players, game.hands) == (1, ("Ken", "John", "Taro", "Anna"), 2)
    assert game.scores == (36_700, 21_300, 33_000, 29_000)
    view = club.game("1", date(2026, 10, 2))
    assert [hand.position for hand in view.hands] == ["E1.0", "E1.1"]
    assert view.rules == "standard"


def test_its_night_is_for_points_only_and_is_not_tonight(club):
    bring(club, found(LOG))
    assert [(night.held_on, night.money) for night in list_nights(club.engine)] == [(date(2026, 10, 2), None)]
    started = start_game(club.engine, club.request("game start"), ["Ken", "John", "Taro"], GameOptions()).answer
    assert (started.game.night, started.forgotten) == (date(2026, 11, 20), ()), "nobody forgot to settle it"
    club.void()
    later = LOG._replace(key="tenhou:2", played_at=PLAYED.replace(day=9))
    bring(club, found(later), How(terms=Terms()))
    assert list_nights(club.engine)[1].money is not None, "unless it is asked for"


def test_the_same_game_again_is_left_as_it_is_and_a_repeat_is_answered(club):
    first = bring(club, found(LOG), uid="once")
    before = club.rows()
    assert bring(club, found(LOG), uid="once").repeated
    assert bring(club, found(LOG), uid="once").answer.games == first.answer.games
    assert club.rows() == before
    second = LOG._replace(key="tenhou:2", hands=(WON,), scores=(37_700, 22_300, 30_000, 30_000))
    done = bring(club, found(LOG, second, LOG), How()).answer
    assert ([game.number for game in done.games], done.known) == ([2], 2)


def test_a_name_that_was_said_once_is_known_the_next_time(club):
    bring(club, found(LOG))
    assert ("tenhou", "ken_87") in [(c.system, c.code) for c in people.show_player(club.engine, "Ken").codes]
    two = LOG._replace(key="tenhou:2", players=("KEN_87", "john", "Taro", "anna"))
    assert bring(club, found(two), How()).answer.games[0].players[0] == "Ken"
    # Of a spreadsheet it is a further name.
    sheet = COUNTED._replace(players=("Kenny", "John", "Taro", "Anna"))
    bring(club, found(sheet, system=None), How(WhoIsWho({"Kenny": "Ken"})))
    assert "kenny" in people.show_player(club.engine, "Ken").also
    assert bring(club, found(sheet._replace(key="csv:2"), system=None), How()).answer.games[0].players[0] == "Ken"


def test_what_every_guest_is_called_is_not_kept(club):
    guests = LOG._replace(players=("NoName", "NoName #2", "Taro", "anna"))
    who = WhoIsWho({"NoName": "Ken", "NoName #2": "John"})
    bring(club, found(guests), How(who))
    view = people.show_player(club.engine, "Ken")
    assert (view.codes, view.also) == ((), ())
    refused(club, NamesUnknown, found(guests._replace(key="tenhou:2")), How())


def test_somebody_with_another_name_there_is_found_by_it_as_a_further_name(club):
    people.set_player(club.engine, club.request("player set"), "Ken", Told(codes=(("tenhou", "old"),)))
    bring(club, found(LOG))
    view = people.show_player(club.engine, "Ken")
    assert [(c.system, c.code) for c in view.codes] == [("tenhou", "old")]
    assert "ken_87" in view.also


def test_unknown_names_are_all_listed_and_may_be_added(club):
    strangers = LOG._replace(players=("ken_87", "Zoë", "Taro", "田中さん"))
    refusal = refused(club, NamesUnknown, found(strangers), How())
    assert refusal.details == ("ken_87", "Zoë", "田中さん")
    assert "3 of the names are of nobody here (tenhou names)" in str(refusal)
    done = bring(club, found(strangers), How(WhoIsWho(add=True, guests=True))).answer
    assert done.added == ("ken_87", "Zoë", "田中さん")
    assert [who.name for who in players.list_players(club.engine) if who.guest] == ["ken_87", "Zoë", "田中さん"]
    refused(club, NoSuchName, found(LOG._replace(key="tenhou:2")), How(WhoIsWho({"Bo": "Ken"})))


def test_a_number_of_a_league_goes_before_a_name(club):
    people.set_player(club.engine, club.request("player set"), "Taro", Told(codes=(("ema", "07000012"),)))
    codes = {"ken_87": (("ema", "07000012"),)}
    sheet = COUNTED._replace(players=("ken_87", "John", "Anna", "Bo"))
    source = Found((sheet,), codes=codes)
    done = bring(club, source, How(WhoIsWho(add=True))).answer
    assert (done.games[0].players, done.added) == (("Taro", "John", "Anna", "Bo"), ("Bo",))


WRONG = [
    ({"hands": (WON._replace(changes=(8_000, -8_000, 0, 0)), DRAWN)}, "books ken_87 +8,000 and not +7,700, john"),
    (
        {"hands": (WON, DRAWN._replace(before=FoundTable(0, 1, 0, 0)))},
        "has E2.0 with 0 riichi sticks here; under ruleset standard it is E1.1 with",
    ),
    ({"ended": True}, "the source ends here, and under ruleset standard the game goes on"),
    ({"scores": (36_700, 21_300, 33_000, 30_000)}, "gives anna a final score of 30,000, and it is 29,000"),
    ({"points": (1, 2, 3, 4)}, "gives ken_87 points of 1, and it is "),
    ({"players": FOUR[:3]}, "ruleset standard seats 4 players, and 3 are named"),
    ({"players": ("ken_87", "Ken", "Taro", "anna")}, "ken_87 and Ken are both Ken"),
    ({"rules": "nonsense"}, "nonsense"),
    (
        {"hands": (), "scores": (30_000, 30_000, 30_000, 31_000)},
        "add up to 121,000, which is 1,000 too much: 4 × 30,000 is 120,000",
    ),
    (
        {"hands": (FoundHand(Place("log", inside="hand 1"), Tsumo(Win(2, HanFu(0, 30)))),)},
        "log (hand 1)",
    ),
]


def test_what_is_not_as_the_rules_say_is_a_problem_with_both_figures(club):
    for change, says in WRONG:
        refusal = refused(club, ImportProblems, found(LOG._replace(**change)))
        assert says in "\n".join(refusal.details)
        assert refusal.details[0].startswith("log")


def test_all_problems_are_listed_together(club):
    wrong = LOG._replace(key="tenhou:2", place=Place("log2"), scores=(0, 0, 0, 0))
    readers = Problem(Place("log3", 4, 7), "no number: 12k")
    refusal = refused(club, ImportProblems, found(wrong, LOG, wrong._replace(key="3"), problems=(readers,)))
    assert str(refusal) == "nothing was imported: 9 problems"
    assert refusal.details[0] == "log3:4:7: no number: 12k"
    refusal = refused(club, ImportProblems, found(LOG, problems=(readers,)), How())
    assert [text[:4] for text in refusal.details] == ["log3", "log:"], "and names that nobody has"
    assert isinstance(refused(club, NothingFound, found()), NothingFound)


def test_a_settled_night_and_its_like_are_named(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.settle()
    refusal = refused(club, ImportProblems, found(LOG._replace(played_at=club.now)))
    assert "the night of 2026-11-20 is settled and locked" in refusal.details[0]


def test_counted_scores_penalties_chips_and_reasons_come_along(club):
    odd = COUNTED._replace(
        scores=(50_000, 30_000, 20_000, 19_000),
        discrepancy="a stick was left",
        penalties=(FoundPenalty(0, 5_000, "late"),),
    )
    bring(club, found(odd))
    view = club.game("1", date(2026, 10, 2))
    assert (view.discrepancy.points, view.discrepancy.reason) == (-1_000, "a stick was left")
    assert [(line.player, line.points, line.reason) for line in view.penalties] == [("Ken", 5_000, "late")]
    assert view.results[0].referee == -5_000


def test_what_a_source_writes_beside_scores_is_cleaned(club):
    odd = COUNTED._replace(label="3", penalties=(FoundPenalty(0, 5_000, "  too \u200blate "),))
    bring(club, found(odd))
    view = club.game("t3", date(2026, 10, 2))
    assert (view.label, view.penalties[0].reason) == ("t3", "too late")
    wrong = COUNTED._replace(key="2", label="\x1b[1m")
    assert "a table's label cannot contain" in refused(club, ImportProblems, found(wrong)).details[0]


def test_games_are_recorded_by_night_and_time_whatever_their_order(club):
    late = LOG._replace(key="late", played_at=PLAYED.replace(hour=22))
    next_night = LOG._replace(key="next", played_at=PLAYED.replace(day=3))
    done = bring(club, found(next_night, late, LOG)).answer
    assert [(game.held_on.day, game.number) for game in done.games] == [(2, 1), (2, 2), (3, 1)]


def test_an_import_goes_back_as_a_whole_and_can_come_again(club):
    strangers = LOG._replace(players=("ken_87", "Zoë", "Taro", "anna"))
    before = [list_nights(club.engine), players.list_players(club.engine)]
    unit = bring(club, found(strangers), How(WhoIsWho({"ken_87": "Ken"}, add=True))).unit
    undo_unit(club.engine, club.request("undo", unit=unit), unit)
    assert [list_nights(club.engine), players.list_players(club.engine)] == before
    done = bring(club, found(strangers), How(WhoIsWho({"ken_87": "Ken"}, add=True))).answer
    assert (len(done.games), done.known, done.added) == (1, 0, ("Zoë",))


def test_a_game_keeps_its_source_when_its_rules_are_corrected(club):
    bring(club, found(LOG))
    choice = GameChoice("1", date(2026, 10, 2))
    shown = regame.change_rules(club.engine, club.request("game rules"), choice, "ema-2025").answer
    regame.change_rules(club.engine, club.request("game rules"), choice, "ema-2025", shown=shown)
    assert bring(club, found(LOG), How()).answer.known == 1


def test_a_check_records_nothing_and_says_the_same(club):
    before = club.rows()
    done = bring(club, found(LOG), How(KEN, only_check=True))
    assert club.rows() == before
    assert done.unit == 0
    assert bring(club, found(LOG)).answer == done.answer
