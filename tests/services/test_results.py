"""What ends a game beside its scores: ties, sticks that are left, chips and penalties, as stored and as shown."""

import pytest
from sqlalchemy import select

from ledger.notation.parse import UnknownPlayer
from ledger.rules.placement import ChipsDoNotBalance
from ledger.services import hands, results
from ledger.services.choose import ANY_GAME
from ledger.services.count import (
    Chips,
    Count,
    NamedTwice,
    NotInTheRules,
    NotTied,
    SticksNeedLastWinner,
    TieNeedsLastDealer,
    TieNeedsPlayers,
)
from ledger.services.games import GameOptions
from ledger.services.hands import NotTheLastHand
from ledger.services.results import FinalScore, WrongTotal
from ledger.services.standings import standings
from ledger.shapes.game import Money
from ledger.store import models as db

PLAYERS = ("Ken", "John", "Taro", "Anna")
EVEN = (30_000, 30_000, 30_000, 30_000)


@pytest.fixture
def ours(tmp_path):
    """Writes a ruleset that extends standard by some lines of TOML; its path."""

    def write(*lines, extends="standard", name="ours"):
        path = tmp_path / f"{name}.toml"
        path.write_text("\n".join([f'name = "{name}"', f'extends = "{extends}"', *lines, ""]), encoding="utf-8")
        return str(path)

    return write


def result(club, rules, scores, count=results.NOTHING_LEFT):
    counted = [FinalScore(name, points) for name, points in zip(PLAYERS, scores, strict=False)]
    request = club.request("game result")
    return results.record_result(club.engine, request, counted, count, GameOptions(rules=rules)).answer.game


def end(club, scores=(), count=results.NOTHING_LEFT):
    counted = [FinalScore(name, points) for name, points in zip(PLAYERS, scores, strict=False)]
    return results.end_game(club.engine, club.request("game end"), ANY_GAME, counted, count).answer


def column(game, name):
    return [getattr(line, name) for line in game.results]


def stored_end(club):
    """What the only live end of a game needed beyond its scores."""
    ends = db.game_ends.c
    columns = (ends.sticks_left, ends.last_dealer, ends.last_winner, ends.ahead)
    return club.ask(lambda connection: tuple(connection.execute(select(*columns).where(ends.live == 1)).one()))


def refused(club, error, call, *parts):
    before = club.rows()
    with pytest.raises(error) as refusal:
        call()
    for part in parts:
        assert part in str(refusal.value)
    assert club.rows() == before


def test_everything_of_a_result_is_stored_and_read_back(club, ours):
    rules = ours('chombo = "penalty"', "chombo_points = 20_000", "chip_value = 500", 'rounding = "half_up"')
    count = Count(1, chips=(Chips("ken", 3), Chips("Anna", -3)), chombos=("jo", "John"))
    game = result(club, rules, (44_200, 34_600, 25_500, 14_700), count)
    assert column(game, "rounding") == [-1_200, 400, 500, 300]
    assert column(game, "chips") == [3, 0, 0, -3]
    assert column(game, "chip_points") == [1_500, 0, 0, -1_500]
    assert column(game, "penalty") == [0, -40_000, 0, 0]
    assert column(game, "leftover_sticks") == [1_000, 0, 0, 0]
    assert column(game, "points") == [30_500, -30_000, -9_000, -31_500]
    assert column(game, "place") == [1, 2, 3, 4]
    assert sum(column(game, "points")) == -40_000
    assert club.game("1") == game
    assert {s.player: s.points for s in standings(club.engine).lines} == dict(
        zip(PLAYERS, [30_500, -30_000, -9_000, -31_500], strict=True)
    )


def test_a_tie_that_the_rules_leave_to_the_players(club, ours):
    rules = ours('tie_uma = "refuse"', 'tie_place = "refuse"')
    tied = (40_000, 20_000, 20_000, 40_000)
    refused(
        club,
        TieNeedsPlayers,
        lambda: result(club, rules, tied),
        "Ken and Anna tie for first, and ruleset ours leaves it to the players who is ahead: add --ahead NAME",
    )
    refused(
        club, TieNeedsPlayers, lambda: result(club, rules, tied, Count(ahead=("Anna",))), "John and Taro tie for third"
    )
    refused(club, TieNeedsPlayers, lambda: result(club, rules, EVEN), "add --ahead NAME --ahead NAME --ahead NAME, the")
    game = result(club, rules, tied, Count(ahead=("an", "Taro")))
    assert column(game, "place") == [2, 4, 3, 1]
    assert column(game, "uma") == [5_000, -15_000, -5_000, 15_000]
    assert stored_end(club) == (0, None, None, "3 2")


@pytest.mark.parametrize(
    ("lines", "scores", "ahead", "error", "part"),
    [
        ((), (40_000, 40_000, 20_000, 20_000), ("Ken",), NotTied, "ours says by itself what a tie is: leave out"),
        (('tie_uma = "refuse"',), (40_000, 40_000, 25_000, 15_000), ("Ken", "Taro"), NotTied, "Taro ties with nobody"),
        (('tie_uma = "refuse"',), EVEN, ("Ken", "John", "Ken"), NamedTwice, "Ken is named twice with --ahead"),
        (('tie_uma = "refuse"',), EVEN, ("Ken", "Jonn", "Taro"), UnknownPlayer, "did you mean John?"),
    ],
)
def test_a_word_on_who_is_ahead_that_decides_nothing(club, ours, lines, scores, ahead, error, part):
    rules = ours(*lines)
    refused(club, error, lambda: result(club, rules, scores, Count(ahead=ahead)), part)


def test_a_tie_for_another_place_may_need_the_last_dealer(club, ours):
    rules = ours('tie_uma = "last_dealer"')
    tied = (60_000, 20_000, 20_000, 20_000)
    part = "John, Taro and Anna tie for second, and that goes by who dealt last: add --last-dealer NAME"
    refused(club, TieNeedsLastDealer, lambda: result(club, rules, tied), part)
    game = result(club, rules, tied, Count(last_dealer="Taro"))
    assert column(game, "uma") == [15_000, -15_000, 5_000, -5_000]
    assert stored_end(club) == (0, 2, None, None)


def test_sticks_that_go_to_the_last_winner(club, ours):
    rules = ours('leftover_sticks = "last_winner"')
    scores = (44_000, 32_000, 24_000, 18_000)
    part = "under ruleset ours the sticks that are left go to who won last: add --last-winner NAME"
    refused(club, SticksNeedLastWinner, lambda: result(club, rules, scores, Count(2)), part)
    refused(club, WrongTotal, lambda: result(club, rules, scores, Count(1)), "if 2 riichi sticks stayed")
    game = result(club, rules, scores, Count(2, last_winner="Taro"))
    assert column(game, "leftover_sticks") == [0, 0, 2_000, 0]
    assert column(game, "points") == [29_000, 7_000, -9_000, -27_000]
    assert stored_end(club) == (2, None, 2, None)


@pytest.mark.parametrize(
    ("chips", "error", "part"),
    [
        ((Chips("Ken", 3), Chips("John", -2)), ChipsDoNotBalance, "the chips add up to +1"),
        ((Chips("Ken", 3), Chips("Ke", -3)), NamedTwice, "Ken is named twice with --chips"),
        ((Chips("Bob", 3), Chips("John", -3)), UnknownPlayer, "Bob"),
    ],
)
def test_chips_that_cannot_be(club, ours, chips, error, part):
    rules = ours("chip_value = 1_000")
    refused(club, error, lambda: result(club, rules, EVEN, Count(chips=chips)), part)


def test_rules_without_chips_or_penalties_refuse_them(club):
    chips = (Chips("Ken", 1), Chips("John", -1))
    refused(club, NotInTheRules, lambda: result(club, "standard", EVEN, Count(chips=chips)), "leave out --chips")
    fouls = ("Ken",)
    refused(club, NotInTheRules, lambda: result(club, "standard", EVEN, Count(chombos=fouls)), "leave out --chombo")


def test_a_game_ended_by_the_clock_knows_its_last_winner_and_penalties_from_its_hands(club, ours):
    lines = ('leftover_sticks = "last_winner"', 'chombo = "penalty"', "chombo_points = 20_000", "chip_value = 100")
    club.start(*PLAYERS, rules=ours(*lines))
    club.hand("Taro ron Ken 3/40")
    club.hand("chombo Anna")
    club.hand("draw John riichi John")
    refused(club, NamedTwice, lambda: end(club, count=Count(chips=(Chips("Ken", 1), Chips("Ken", -1)))))
    game = end(club, count=Count(chips=(Chips("Ken", 1), Chips("John", -1))))
    assert column(game, "raw_score") == [23_800, 32_000, 34_200, 29_000]
    assert column(game, "leftover_sticks") == [0, 0, 1_000, 0]
    assert column(game, "penalty") == [0, 0, 0, -20_000]
    assert column(game, "chip_points") == [100, -100, 0, 0]
    assert sum(column(game, "points")) == -20_000
    assert stored_end(club) == (1, 1, 2, None)


def test_of_two_winners_the_next_in_turn_after_the_discarder_won_last(club, ours):
    club.start(*PLAYERS, rules=ours('leftover_sticks = "last_winner"'))
    club.hand("Ken ron John 3/40, Anna ron John 3/40")
    club.hand("draw none")
    end(club)
    assert stored_end(club) == (0, 0, 3, None)


def test_where_nobody_won_the_last_winners_sticks_are_lost(club, ours):
    club.start(*PLAYERS, rules=ours('leftover_sticks = "last_winner"'))
    club.hand("draw John riichi John")
    game = end(club)
    assert column(game, "leftover_sticks") == [0, 0, 0, 0]
    assert sum(column(game, "points")) == -1_000
    assert stored_end(club) == (1, 0, None, None)


def test_counted_scores_keep_the_penalties_of_the_hands_that_were_recorded(club, ours):
    club.start(*PLAYERS, rules=ours('chombo = "penalty"', "chombo_points = 20_000"))
    club.hand("chombo Anna")
    game = end(club, EVEN, Count(chombos=("Ken",)))
    assert column(game, "penalty") == [-20_000, 0, 0, -20_000]


LAST = "draw none"


def to_the_last_hand(club, rules):
    """A game of one wind up to its last hand, with everyone where they began."""
    club.start(*PLAYERS, rules=rules)
    for _ in range(3):
        club.hand("draw none")


def record_last(club, said=results.NOTHING_LEFT, line=LAST, uid=None):
    return hands.record_hand(club.engine, club.request("hand", uid, line=line), line, ANY_GAME, said)


def test_a_hand_that_ends_a_game_with_a_tie_says_who_is_ahead(club, ours):
    to_the_last_hand(club, ours("rounds = 1", 'tie_place = "refuse"'))
    refused(club, TieNeedsPlayers, lambda: record_last(club), "Ken, John, Taro and Anna tie for first")
    said = Count(ahead=("Taro", "Ken", "Anna"))
    done = record_last(club, said, uid="mine")
    assert column(done.answer.game, "place") == [2, 4, 1, 3]
    assert stored_end(club) == (0, 3, None, "2 0 3")
    again = record_last(club, said, uid="mine")
    assert again.repeated
    assert again.answer.game.results == done.answer.game.results
    club.undo()
    assert club.game().ending is None
    assert column(record_last(club, Count(ahead=("Anna", "Ken", "John"))).answer.game, "place") == [2, 3, 4, 1]


def test_a_hand_that_ends_a_game_says_its_chips(club, ours):
    to_the_last_hand(club, ours("rounds = 1", "chip_value = 1_000"))
    game = record_last(club, Count(chips=(Chips("Ken", -2), Chips("Anna", 2)))).answer.game
    assert column(game, "chips") == [-2, 0, 0, 2]
    assert column(game, "points") == [-2_000, 0, 0, 2_000]


@pytest.mark.parametrize("said", [Count(ahead=("Ken",)), Count(chips=(Chips("Ken", 1), Chips("John", -1)))])
def test_what_belongs_to_the_last_hand_is_refused_before_it(club, ours, said):
    club.start(*PLAYERS, rules=ours('tie_place = "refuse"', "chip_value = 1"))
    refused(club, NotTheLastHand, lambda: record_last(club, said), "game 1 goes on after this hand")


def test_a_night_that_lost_points_settles_with_the_cash_box(club, ours):
    rules = ours('chombo = "penalty"', "chombo_points = 20_000", 'leftover_sticks = "lost"')
    result(club, rules, (44_000, 32_000, 24_000, 18_000), Count(2, chombos=("John",)))
    result(club, "standard", (20_000, 30_000, 50_000, 20_000))
    view = club.settle().answer
    assert [(p.player, p.points, p.amount_minor) for p in view.players] == [
        ("Taro", 24_000, 1_200),
        ("Ken", 9_000, 450),
        ("John", -8_000, -400),
        ("Anna", -47_000, -2_350),
        (None, 22_000, 1_100),
    ]
    assert [(t.payer, t.payee, t.amount_minor) for t in view.transfers] == [
        ("Anna", "Taro", 1_200),
        ("Anna", None, 1_100),
        ("John", "Ken", 400),
        ("Anna", "Ken", 50),
    ]
    lines = club.ask(
        lambda c: [
            tuple(row)
            for row in c.execute(
                select(
                    db.settlement_lines.c.player_id, db.settlement_lines.c.quantity, db.settlement_lines.c.amount_minor
                ).order_by(db.settlement_lines.c.line)
            )
        ]
    )
    assert lines[-1] == (None, 22_000, 1_100)
    assert sum(quantity for _, quantity, _ in lines) == sum(amount for *_, amount in lines) == 0
    assert {s.player: s.points for s in standings(club.engine).lines} == {
        "Taro": 24_000,
        "Ken": 9_000,
        "John": -8_000,
        "Anna": -47_000,
    }
    assert club.settle().answer == view
    club.reopen_night()
    assert club.settle().answer == view


def test_the_cash_box_takes_part_in_rounding(club, ours):
    rules = ours("share_unit = 100", 'share_rest = "lost"')
    club.open_night(money=Money("EUR", 1, 1_000))
    result(club, rules, (33_100, 33_100, 33_100, 19_700), Count(1))
    view = club.settle().answer
    assert [(p.player, p.points, p.amount_minor) for p in view.players] == [
        ("Ken", 8_400, 9),
        ("John", 8_400, 8),
        ("Taro", 8_400, 8),
        ("Anna", -25_300, -25),
        (None, 100, 0),
    ]


def test_a_night_in_points_only_keeps_the_cash_boxs_points_too(club, ours):
    club.open_night(points_only=True)
    result(club, ours('leftover_sticks = "lost"'), (44_000, 32_000, 24_000, 19_000), Count(1))
    view = club.settle().answer
    assert [(p.player, p.points, p.amount_minor) for p in view.players][-1] == (None, 1_000, 0)
    assert view.transfers == ()


def test_a_night_that_lost_nothing_has_no_cash_box(club):
    result(club, "standard", (44_000, 32_000, 24_000, 19_000), Count(1))
    assert None not in [p.player for p in club.settle().answer.players]
