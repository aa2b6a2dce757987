"""Somebody who comes for another in the middle of a game: who sat where, and whose the result is."""

from collections import Counter

import pytest

from ledger.errors import LedgerError, UsageError
from ledger.notation.refusals import UnknownPlayer
from ledger.services import substitute as service
from ledger.services.choose import GameChoice, NightIsSettled
from ledger.services.games import SitsElsewhere
from ledger.services.hands import OnlyScores
from ledger.services.standings import standings
from ledger.services.substitute import Handover, NoHandYet, SitsThere
from ledger.shapes.game import Credit, ShareLine, SubstituteLine
from ledger.store.people import UnknownPerson


def sub(club, left, came, from_hand=None, result="starter", mark=None, uid=None):
    handover = Handover(from_hand, Credit(result))
    request = club.request("game sub", uid, names=[left, came], result=result, **{"from": from_hand})
    return service.substitute(club.engine, request, left, came, GameChoice(mark), handover)


def lines(club, mark=None):
    return [hand.line for hand in club.game(mark).hands]


def points(club):
    return {line.player: line.points for line in standings(club.engine).lines}


def subs(club, mark=None):
    return [(s.from_hand, s.left, s.came, s.credit.value) for s in club.game(mark).substitutes]


@pytest.fixture
def table(club):
    """Ken, the dealer, wins 12,000 from John; Bo is there, too."""
    club.add("Bo")
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John mangan")
    return club


@pytest.fixture
def game(table):
    """Anna came for Ken in hand 2, lost 2,200 of the 57,000, and the game is still open."""
    sub(table, "Ken", "Anna", result="split")
    table.hand("Taro ron Anna s4")
    return table


@pytest.mark.parametrize(
    ("result", "ken", "anna"), [("starter", 19_800, None), ("finisher", None, 19_800), ("split", 12_000, 7_800)]
)
def test_the_result_is_of_who_it_was_said(table, result, ken, anna):
    sub(table, "Ken", "Anna", result=result)
    table.hand("Taro ron Anna s4")
    table.end()
    # 54,800 less 50,000 and the bonus of 15,000 are 19,800; 12,000 of that was won before Anna came.
    expected = {"Ken": ken, "Anna": anna, "Taro": -2_800, "John": -17_000}
    expected = {name: number for name, number in expected.items() if number is not None}
    assert points(table) == expected
    owner = "Ken" if result == "starter" else "Anna"
    assert [(r.player, r.points, r.place) for r in table.game().results] == [
        *((owner, 19_800, 1), ("John", -17_000, 3), ("Taro", -2_800, 2)),
    ]
    assert subs(table) == [(2, "Ken", "Anna", result)]
    settled = table.settle().answer
    assert {line.player: line.points for line in settled.players} == expected
    # 50 ct for 1,000 points.
    assert {line.player: line.amount_minor for line in settled.players} == {n: p // 20 for n, p in expected.items()}


def test_a_split_is_shown_as_two_shares_that_cancel_out(game):
    game.end()
    assert game.game().shares == (ShareLine(0, "Ken", 12_000), ShareLine(0, "Anna", -12_000))
    assert game.game().substitutes == (SubstituteLine(0, 2, "Ken", "Anna", Credit.SPLIT, "Ken"),)
    whole = {line.player: line for line in standings(game.engine).lines}
    assert (whole["Anna"].games, whole["Anna"].firsts, whole["Anna"].average_place) == (1, 1, 1.0)
    assert (whole["Ken"].games, whole["Ken"].firsts, whole["Ken"].average_place) == (0, 0, None)
    assert [(line.rank, line.player) for line in standings(game.engine).lines] == [
        *((1, "Ken"), (2, "Anna"), (3, "Taro"), (4, "John")),
    ]


def test_without_the_end_nobody_has_a_share(game):
    assert (game.game().shares, game.game().results, points(game)) == ((), (), {})


def test_each_hand_is_of_who_sat_there(game):
    assert lines(game) == ["Ken ron John mangan", "Taro ron Anna s4"]
    assert game.game().players == ("Anna", "John", "Taro")
    before = game.rows()
    with pytest.raises(UnknownPlayer, match='no player "Ken" at this table; seated: Anna, John, Taro'):
        game.hand("draw Ken")
    assert game.rows() == before
    game.hand("draw Anna")
    assert lines(game)[2:] == ["draw Anna"]


def test_who_left_may_play_elsewhere_and_who_came_may_not(game):
    game.add("Cy")
    with pytest.raises(SitsElsewhere, match="Anna sits in game 1"):
        game.start("Anna", "Bo", "Cy")
    assert game.start("Ken", "Bo", "Cy").game.number == 2


CHAINS = {
    # the second substitute comes in hand 3, at 54,800; what remains is 19,800 - 9,800
    ("split", "split"): {"Ken": 12_000, "Anna": -2_200, "Bo": 10_000},
    ("starter", "split"): {"Ken": 9_800, "Bo": 10_000},
    ("finisher", "split"): {"Anna": 9_800, "Bo": 10_000},
    ("split", "starter"): {"Ken": 12_000, "Anna": 7_800},
    ("split", "finisher"): {"Ken": 12_000, "Bo": 7_800},
    ("starter", "starter"): {"Ken": 19_800},
    ("starter", "finisher"): {"Bo": 19_800},
    ("finisher", "starter"): {"Anna": 19_800},
}


def owed(game):
    """What each has of a game: results, and the shares in them."""
    has = Counter()
    for line in (*game.results, *game.shares):
        has[line.player] += line.points
    return {name: number for name, number in has.items() if number}


def test_several_came_to_one_seat(club):
    club.add("Bo")
    for number, (first, second) in enumerate(CHAINS, start=1):
        club.start("Ken", "John", "Taro")
        club.hand("Ken ron John mangan")
        sub(club, "Ken", "Anna", result=first)
        club.hand("Taro ron Anna s4")
        sub(club, "Anna", "Bo", result=second)
        club.hand("draw none")
        ended = club.end()
        assert [hand.line for hand in ended.hands] == ["Ken ron John mangan", "Taro ron Anna s4", "draw none"]
        assert subs(club, str(number)) == [(2, "Ken", "Anna", first), (3, "Anna", "Bo", second)]
        assert owed(ended) == {**CHAINS[first, second], "John": -17_000, "Taro": -2_800}
    assert points(club) == {"Ken": 65_600, "Anna": 35_200, "Bo": 57_600, "Taro": -22_400, "John": -136_000}


def test_who_comes_back_has_what_others_did_not_win_or_lose_meanwhile(game):
    sub(game, "Anna", "Ken", result="split")
    game.hand("draw Ken")
    game.end()
    # Ken wins 2,000 more: 56,800 less 50,000 and the bonus.
    assert points(game) == {"Ken": 21_800 + 2_200, "Anna": -2_200, "John": -18_000, "Taro": -3_800}
    assert game.game().shares == (ShareLine(0, "Anna", -2_200), ShareLine(0, "Ken", 2_200))
    assert {line.player: line.games for line in standings(game.engine).lines} == {
        "Ken": 1,
        "Anna": 0,
        "John": 1,
        "Taro": 1,
    }


def test_two_seats_change_hands_in_one_game(table):
    sub(table, "Ken", "Anna", result="split")
    sub(table, "John", "Bo", result="split")
    table.hand("Bo ron Anna s4")
    table.end()
    # 2,000 and the counter's 200.
    assert points(table) == {"Ken": 12_000, "Anna": 7_800, "John": -12_000, "Bo": -2_800, "Taro": -5_000}
    assert lines(table) == ["Ken ron John mangan", "Bo ron Anna s4"]


def test_scores_are_counted_in_the_names_of_those_who_sit_there_now(game):
    with pytest.raises(UnknownPlayer):
        game.end(Ken=60_000, John=30_000, Taro=45_000)
    game.end(Taro=45_000, Anna=60_000, John=30_000)
    assert points(game) == {"Ken": 12_000, "Anna": 13_000, "John": -20_000, "Taro": -5_000}


def test_a_mistaken_substitute_is_replaced_at_the_same_hand(table):
    sub(table, "Ken", "Bo")
    sub(table, "Bo", "Anna", 2, "split")
    assert subs(table) == [(2, "Ken", "Anna", "split")]
    sub(table, "Ken", "Bo", 2, "finisher")
    assert subs(table) == [(2, "Ken", "Bo", "finisher")]


def test_the_one_who_left_in_place_of_the_substitute_takes_it_back(table, reports):
    before = reports(table)
    sub(table, "Ken", "Anna", result="split")
    assert reports(table) != before
    sub(table, "Anna", "Ken")
    assert subs(table) == []
    assert reports(table) == before


REFUSED = {
    "somebody unknown comes": ("Ken", "Zed", None, UnknownPerson, 'no player "Zed" in this ledger'),
    "somebody unknown leaves": ("Zed", "Anna", None, UnknownPlayer, 'no player "Zed" at this table'),
    "somebody leaves who does not sit there": ("Bo", "Anna", None, UnknownPlayer, 'no player "Bo" at this table'),
    "somebody comes who sits there": ("Ken", "John", None, SitsThere, "John sits in game 1 already"),
    "somebody comes for themselves": ("Ken", "Ken", None, SitsThere, "Ken sits in game 1 already"),
    "somebody comes who sat there then": ("John", "Ken", 2, SitsThere, "Ken sits in game 1 already"),
    "from the first hand": ("Ken", "Anna", 1, NoHandYet, "ledger game seats NAME"),
    "from behind the next hand": ("Ken", "Anna", 4, UsageError, "so it can be 2 to 3"),
    "somebody comes who plays elsewhere": ("Ken", "Dee", None, SitsElsewhere, r"Dee sits in game 2 .* still open"),
}


def test_a_substitute_that_cannot_be_is_refused(table):
    table.hand("draw none")
    table.add("Cy", "Dee", "Ed")
    table.start("Cy", "Dee", "Ed")
    before = table.rows()
    for what, (left, came, from_hand, error, match) in REFUSED.items():
        with pytest.raises(error, match=match):
            sub(table, left, came, from_hand, mark="1")
        assert table.rows() == before, what


def test_a_game_without_hands_or_with_final_scores_only_or_settled_is_refused(club):
    club.start("Ken", "John", "Taro")
    for hand in (None, 1, 2):
        with pytest.raises(NoHandYet, match="game 1 has no hands before that"):
            sub(club, "Ken", "Anna", hand)
    club.void()
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    for hand in (None, 1, 2):
        with pytest.raises(OnlyScores, match="from its final scores and has no hands"):
            sub(club, "Ken", "Anna", hand)
    club.start("Ken", "John", "Taro")
    club.hand("draw Ken")
    club.end()
    club.settle()
    before = club.rows()
    with pytest.raises(NightIsSettled):
        sub(club, "Ken", "Anna", 2, mark="3")
    assert club.rows() == before


def test_the_same_request_again_is_answered_and_done_once(table):
    first = sub(table, "Ken", "Anna", result="split", uid="once")
    before = table.rows()
    again = sub(table, "Ken", "Anna", result="split", uid="once")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.answer == first.answer
    assert table.rows() == before
    with pytest.raises(LedgerError):
        sub(table, "Ken", "Bo", result="split", uid="once")
    assert table.rows() == before


@pytest.mark.parametrize("over", [False, True])
def test_undo_takes_a_substitute_back_as_if_nobody_had_come(table, reports, over):
    table.hand("draw none")
    if over:
        table.end()
    before = reports(table)
    sub(table, "Ken", "Anna", 2, "split")
    assert reports(table) != before
    table.take_back()
    assert reports(table) == before
