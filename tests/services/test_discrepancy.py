"""Scores that do not add up, sums and hundreds, and the hour at which a club's day begins."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import update

from ledger.errors import LedgerError
from ledger.notation.sheet import parse_sheet
from ledger.presets import preset
from ledger.rules.placement import placement
from ledger.rules.ties import AtTheEnd
from ledger.services import club as club_service
from ledger.services import results, undo
from ledger.services.choose import ANY_GAME
from ledger.services.club import HabitsAsked
from ledger.services.count import Count
from ledger.services.games import GameOptions
from ledger.services.nights import Terms
from ledger.services.results import AddsUp, FinalScore, WrongTotal
from ledger.services.sheet import record_sheet
from ledger.services.sheet_text import sheet_of_night
from ledger.store import models as db
from ledger.store.nights import club_habits
from ledger.store.people import NameOfTheBox
from ledger.store.unit import Request

FOUR = ("Ken", "John", "Taro", "Anna")
SHORT = (40_000, 30_000, 29_000, 20_000)


def record(club, scores, count=results.NOTHING_LEFT, unit=None, rules="standard"):
    counted = [FinalScore(name, points) for name, points in zip(FOUR, scores, strict=True)]
    request = club.request("game result")
    options = GameOptions(rules=rules)
    return results.record_result(club.engine, request, counted, count, options, unit).answer.game


def why(by="shared"):
    return Count(discrepancy="a stick was left", discrepancy_by=by)


def points(game):
    return [result.points for result in game.results]


def test_scores_that_do_not_add_up_are_refused_without_a_reason(club):
    before = club.rows()
    with pytest.raises(WrongTotal, match=r"1,000 too little.* to record them so, say why: --discrepancy"):
        record(club, SHORT)
    assert club.rows() == before


@pytest.mark.parametrize(
    ("by", "expected", "bearers"),
    [
        ("shared", [25_250, 5_250, -5_750, -24_750], FOUR),
        ("Taro", [25_000, 5_000, -5_000, -25_000], ("Taro",)),
        ("box", [25_000, 5_000, -6_000, -25_000], ()),
        ("BOX", [25_000, 5_000, -6_000, -25_000], ()),
    ],
)
def test_a_stick_that_is_missing(club, by, expected, bearers):
    game = record(club, SHORT, why(by))
    assert points(game) == expected
    assert game.discrepancy is not None
    assert (game.discrepancy.points, game.discrepancy.reason, game.discrepancy.by) == (
        -1_000, "a stick was left", bearers,
    )  # fmt: skip
    assert [result.raw_score for result in game.results] == list(SHORT)
    assert [result.place for result in game.results] == [1, 2, 3, 4]


def test_what_nobody_bears_goes_to_the_cash_box_and_the_money_clears(club):
    record(club, SHORT, why("box"))
    settled = club.settle().answer
    assert settled.players[-1].player is None
    assert (settled.players[-1].points, settled.players[-1].amount_minor) == (1_000, 50)
    assert sum(line.amount_minor for line in settled.players) == 0


def test_nobody_is_called_box_and_a_mark_says_that_a_player_is_meant(club):
    before = club.rows()
    with pytest.raises(NameOfTheBox, match="box is the club's cash box"):
        club.add("Box")
    assert club.rows() == before
    counted = [FinalScore(name, score) for name, score in zip(FOUR, SHORT, strict=True)]
    count = Count(discrepancy="x", discrepancy_by="@John")
    options = GameOptions(rules="standard")
    game = results.record_result(club.engine, club.request("game result"), counted, count, options)
    assert game.answer.game.discrepancy.by == ("John",)


def test_a_reason_for_scores_that_add_up_is_refused(club):
    before = club.rows()
    with pytest.raises(AddsUp):
        record(club, (40_000, 30_000, 30_000, 20_000), why())
    with pytest.raises(LedgerError, match='no player "Bob"'):
        record(club, SHORT, why("Bob"))
    assert club.rows() == before


def test_an_open_game_is_ended_with_counted_scores_that_do_not_add_up(club):
    club.start(*FOUR, rules="standard")
    counted = [FinalScore(name, score) for name, score in zip(FOUR, SHORT, strict=True)]
    game = results.end_game(club.engine, club.request("game end"), ANY_GAME, counted, why("Ken")).answer
    assert points(game) == [26_000, 5_000, -6_000, -25_000]
    undone = club.request("undo")
    undo.undo_last(club.engine, "tester", lambda unit: undone._replace(arguments={"unit": unit}))
    assert club.game().discrepancy is None


def test_an_odd_point_goes_by_seat_order():
    end = AtTheEnd(discrepancy=3, bearers=(0, 1, 2, 3))
    seats = placement((40_000, 30_000, 30_002, 20_001), preset("standard"), end)
    assert [seat.discrepancy for seat in seats] == [0, -1, -1, -1]
    assert sum(seat.points for seat in seats) == 0


def test_scores_in_hundreds_if_the_club_has_them_so(club):
    request = club.request("init")
    club_service.init(club.place, request, rules=None, money=None, habits=HabitsAsked(scores_in=100))[0].dispose()
    game = record(club, (400, 300, 300, 200))
    assert [result.raw_score for result in game.results] == [40_000, 30_000, 30_000, 20_000]
    again = record(club, (40_000, 30_000, 30_000, 20_000), unit=1)
    assert points(again) == points(game)
    club.start(*FOUR, rules="standard")
    counted = [FinalScore(name, score) for name, score in zip(FOUR, (400, 300, 300, 200), strict=True)]
    ended = results.end_game(club.engine, club.request("game end"), ANY_GAME, counted).answer
    assert points(ended) == points(game)


@pytest.mark.parametrize(
    ("starts", "hour", "night"),
    [
        *((None, 2, 20), (None, 11, 20), (None, 12, 21)),
        *((timedelta(hours=6), 5, 20), (timedelta(hours=6), 6, 21), (timedelta(0), 0, 21)),
    ],
)
def test_what_is_before_the_days_start_belongs_to_the_evening_before(club, starts, hour, night):
    asked = HabitsAsked(day_starts=starts)
    club_service.init(club.place, club.request("init"), rules=None, money=None, habits=asked)[0].dispose()
    at = datetime(2026, 11, 21, hour, 0, tzinfo=UTC)
    request = Request("late", "tester", at, "test", "game result", {})
    counted = [FinalScore(name, 30_000) for name in FOUR]
    done = results.record_result(club.engine, request, counted, results.NOTHING_LEFT, GameOptions(rules="standard"))
    assert done.answer.game.night == date(2026, 11, night)


def test_ledgers_of_the_first_version_go_on_with_six_in_the_morning(club):
    with club.engine.begin() as connection:
        connection.execute(update(db.club_settings).values(day_starts=None))
    assert club.ask(club_habits).day_starts == timedelta(hours=6)


def test_the_sheet_of_a_night_keeps_length_and_discrepancies(club, new_club, places):
    club.start(*FOUR, rules="standard", rounds=1)
    for line in ("draw none", "draw Ken", "draw none", "draw John"):
        club.hand(line)
    record(club, SHORT, Count(discrepancy='a stick, "lost" at chips #1', discrepancy_by="Taro"))
    record(club, SHORT, why("box"))
    record(club, SHORT, why())
    sheet = sheet_of_night(club.engine, club.now, None)
    assert sum("rounds 1" in line for line in sheet.lines) == 1
    said = [line.removesuffix(" rules standard").partition(" discrepancy ")[2] for line in sheet.lines]
    assert [text for text in said if text] == [
        'a stick, "lost" @at @chips \\#1 discrepancy-by @Taro',
        "a stick was left discrepancy-by box",
        "a stick was left",
    ]
    text = f"night {sheet.held_on} rules {sheet.rules}\nid {sheet.uid}\n" + "\n".join(sheet.lines)
    other = new_club(places.fresh())
    parsed = parse_sheet(text)
    record_sheet(other.engine, other.request("sheet"), "sheet", parsed, Terms(rules=sheet.rules))
    assert sheet_of_night(other.engine, other.now, None).lines == sheet.lines
    assert [points(game) for game in (other.game("2"), other.game("3"), other.game("4"))] == [
        points(game) for game in (club.game("2"), club.game("3"), club.game("4"))
    ]
    before = other.rows()
    again = record_sheet(other.engine, other.request("sheet"), "sheet", parsed, Terms(rules=sheet.rules))
    assert again.repeated
    assert other.rows() == before
    changed = parse_sheet(text.replace("discrepancy-by box", ""))
    with pytest.raises(LedgerError) as refusal:
        record_sheet(other.engine, other.request("sheet"), "sheet", changed, Terms(rules=sheet.rules))
    assert "game 3 is recorded as  result" in refusal.value.details[0]
