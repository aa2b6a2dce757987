"""Nights, settlements and standings."""

from datetime import date, timedelta

import pytest

from ledger.errors import LedgerError
from ledger.services.choose import NightIsSettled, NoSuchNight
from ledger.services.nights import NightHasOtherMoney, NightOpen, NotSettled, Terms, list_nights, show_night
from ledger.services.settle import NothingToSettle, StillOpen
from ledger.services.standings import standings
from ledger.shapes.game import Money

EXAMPLE = {"Ken": 88_000, "John": -15_000, "Taro": 62_000}


@pytest.mark.parametrize(
    ("money", "amounts"),
    [
        (Money("EUR", 50, 1000), {"Ken": 2650, "John": -3250, "Taro": 600}),
        (Money("EUR", 5, 1000), {"Ken": 265, "John": -325, "Taro": 60}),
    ],
    ids=["50 ct", "5 ct"],
)
def test_the_example_at_both_rates(places, new_club, money, amounts):
    club = new_club(places.fresh(), money=money)
    club.add("Ken", "John", "Taro")
    club.result(**EXAMPLE)
    done = club.settle()
    assert {line.player: line.amount_minor for line in done.answer.players} == amounts
    assert [(t.payer, t.payee, t.amount_minor) for t in done.answer.transfers] == [
        ("John", "Ken", amounts["Ken"]),
        ("John", "Taro", amounts["Taro"]),
    ]
    club.close()


def test_settling_again_shows_the_same_and_changes_no_money(club):
    club.result(**EXAMPLE)
    first = club.settle().answer
    rows = club.rows()
    assert club.settle().answer == first
    after = club.rows()
    assert {name: r for name, r in after.items() if name != "journal"} == {
        name: r for name, r in rows.items() if name != "journal"
    }


def test_a_repeated_settling_is_answered(club):
    club.result(**EXAMPLE)
    first = club.settle(uid="night")
    again = club.settle(uid="night")
    assert again.repeated
    assert again.answer == first.answer
    club.reopen_night()
    with pytest.raises(LedgerError, match="taken back or changed since"):
        club.settle(uid="night")


def test_an_unfinished_game_is_named(club):
    club.result(**EXAMPLE)
    club.start("Ken", "John", "Taro")
    before = club.rows()
    with pytest.raises(StillOpen, match=r"game 2 \(Ken, John and Taro\)"):
        club.settle()
    assert club.rows() == before


def test_a_night_without_games_is_not_settled(club):
    with pytest.raises(NoSuchNight):
        club.settle()
    club.open_night()
    with pytest.raises(NothingToSettle):
        club.settle()


def test_points_only_settles_without_money(places, new_club):
    club = new_club(places.fresh(), money=None)
    club.add("Ken", "John", "Taro")
    club.result(**EXAMPLE)
    answer = club.settle().answer
    assert answer.money is None
    assert answer.transfers == ()
    assert {line.player: line.points for line in answer.players} == {"Ken": 53_000, "Taro": 12_000, "John": -65_000}
    club.close()


def test_money_that_does_not_divide_is_rounded_on_the_nights_total(places, new_club):
    """One yen for 30,000 points: 1.77, -2.17 and 0.40 for one game, 3.53, -4.33 and 0.80 for two."""
    club = new_club(places.fresh(), money=Money("JPY", 1, 30_000))
    club.add("Ken", "John", "Taro")
    club.result(**EXAMPLE)
    assert {p.player: p.amount_minor for p in club.settle().answer.players} == {"Ken": 2, "John": -2, "Taro": 0}
    club.reopen_night()
    club.result(**EXAMPLE)
    assert {p.player: p.amount_minor for p in club.settle().answer.players} == {"Ken": 3, "John": -4, "Taro": 1}
    club.close()


def test_a_reopened_night_can_be_settled_anew_with_another_game(club):
    club.result(**EXAMPLE)
    club.settle()
    assert not club.reopen_night().settled
    club.result(Ken=30_000, John=75_000, Taro=30_000)
    answer = club.settle().answer
    assert {line.player: line.points for line in answer.players} == {"Ken": 33_000, "Taro": -8_000, "John": -25_000}
    club.reopen_night(date(2026, 11, 20))
    with pytest.raises(NotSettled):
        club.reopen_night(date(2026, 11, 20))


def test_a_night_can_have_rules_and_money_of_its_own(club):
    night = club.open_night(rules="standard", money=Money("USD", 100, 1000))
    assert (night.rules, night.money) == ("standard", Money("USD", 100, 1000))
    assert club.start("Ken", "John", "Taro", "Anna").game.rules == "standard"


def test_there_is_one_night_on_a_date(club):
    club.result(**EXAMPLE)
    with pytest.raises(NightOpen):
        club.open_night()
    club.settle()
    with pytest.raises(NightIsSettled, match="night reopen 2026-11-20"):
        club.open_night()


def test_an_open_night_can_be_given_a_rate(club):
    club.open_night(points_only=True)
    club.result(**EXAMPLE)
    assert club.open_night(money=Money("EUR", 100, 1000)).money == Money("EUR", 100, 1000)
    assert {p.player: p.amount_minor for p in club.settle().answer.players} == {
        "Ken": 5300,
        "John": -6500,
        "Taro": 1200,
    }


def test_a_game_can_set_the_rate_of_the_night_that_it_opens_and_no_other(club):
    club.start("Ken", "John", "Taro", terms=Terms(money=Money("USD", 10, 1000)))
    assert show_night(club.engine, club.now, None).money == Money("USD", 10, 1000)
    club.add("Bo", "Zoë")
    with pytest.raises(NightHasOtherMoney, match="ledger night open --date 2026-11-20"):
        club.start("Anna", "Bo", "Zoë", terms=Terms(points_only=True))


def test_a_game_after_midnight_belongs_to_the_evening(club):
    club.start("Ken", "John", "Taro")
    club.end(Ken=88_000, John=-15_000, Taro=62_000)
    club.now += timedelta(hours=6)
    started = club.start("Ken", "John", "Taro")
    assert not started.opened
    assert started.game.night == date(2026, 11, 20)


def test_a_week_later_a_new_night_opens_and_the_unsettled_one_is_named(club):
    club.result(**EXAMPLE)
    club.now += timedelta(days=7)
    started = club.start("Ken", "John", "Taro")
    assert started.opened
    assert started.forgotten == (date(2026, 11, 20),)
    assert [(n.held_on, n.games, n.open_games) for n in list_nights(club.engine)] == [
        (date(2026, 11, 20), 1, 0),
        (date(2026, 11, 27), 1, 1),
    ]
    assert club.settle(date(2026, 11, 20)).answer.held_on == date(2026, 11, 20)


def test_a_night_opened_for_an_earlier_date_takes_the_games_entered_now(club):
    club.open_night(date(2026, 11, 13))
    assert club.start("Ken", "John", "Taro").game.night == date(2026, 11, 13)


def test_standings_add_up_results_and_share_ranks(club):
    club.result(**EXAMPLE)
    club.result(Ken=15_000, John=100_000, Taro=20_000)
    lines = standings(club.engine).lines
    assert [(s.rank, s.player, s.games, s.points, s.firsts) for s in lines] == [
        (1, "Ken", 2, 18_000, 1),
        (2, "John", 2, 0, 1),
        (3, "Taro", 2, -18_000, 0),
    ]
    assert [s.average_place for s in lines] == [2.0, 2.0, 2.0]
    club.void("2")
    assert [s.points for s in standings(club.engine).lines] == [53_000, 12_000, -65_000]


def test_equal_points_share_a_rank(club):
    club.result(Ken=75_000, John=30_000, Taro=30_000)
    assert [(s.rank, s.player) for s in standings(club.engine).lines] == [(1, "Ken"), (2, "John"), (2, "Taro")]
