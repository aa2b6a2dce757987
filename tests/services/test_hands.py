"""Recording hands: what is stored, which table a line belongs to, and what is refused."""

import pytest

from ledger.errors import LedgerError
from ledger.rules.payments import ImpossibleFacts
from ledger.rules.points import CannotOccur, WrongMethod
from ledger.services.choose import NobodyLikeThat, NoOpenGame, WhichGame
from ledger.services.hands import GameOverAlready, NoHandToUndo
from ledger.shapes.hand import Payment, Reason
from ledger.store import models as db
from ledger.store.errors import ChangedRequest
from ledger.store.load import payments_of

EVENING = (
    ("draw Taro", (44_000, 44_000, 47_000)),
    ("Ken ron John mangan riichi", (52_200, 35_800, 47_000)),
    ("Taro ron John s4 riichi", (52_200, 32_800, 50_000)),
    ("Taro tsumo baiman", (44_100, 24_700, 66_200)),
    ("Taro tsumo 1h", (43_400, 24_000, 67_600)),
    ("Ken ron Taro s5 riichi", (48_000, 24_000, 63_000)),
    ("Taro ron John s4", (48_000, 22_000, 65_000)),
    ("Ken tsumo s7 riichi Ken Taro", (55_000, 18_000, 62_000)),
    ("Ken ron John yakuman riichi John", (88_000, -15_000, 62_000)),
)


def test_the_evening_of_the_dutch_example_hand_by_hand(club):
    club.start("Ken", "John", "Taro")
    for line, scores in EVENING:
        assert club.hand(line).hand.scores == scores
    game = club.game()
    assert game.ending == "rules"
    assert [(r.player, r.raw_score, r.points) for r in game.results] == [
        ("Ken", 88_000, 53_000),
        ("John", -15_000, -65_000),
        ("Taro", 62_000, 12_000),
    ]
    with pytest.raises(GameOverAlready):
        club.hand("draw none")


def test_stored_payments_are_those_that_were_shown(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw none")
    shown = club.hand("Ken ron John s5 riichi Ken Taro").hand.payments
    assert shown == (
        Payment(0, None, 1000, Reason.RIICHI),
        Payment(2, None, 1000, Reason.RIICHI),
        Payment(1, 0, 4000, Reason.RON),
        Payment(1, 0, 200, Reason.HONBA),
        Payment(None, 0, 2000, Reason.STICKS),
    )

    def stored(connection):
        game_id = connection.execute(db.games.select()).one().id
        return list(payments_of(connection, [game_id]).values())[-1]

    assert tuple(club.ask(stored)) == shown


@pytest.mark.parametrize(
    ("line", "error", "part"),
    [
        ("Ken ron Ken s5", ImpossibleFacts, "winner cannot be the discarder"),
        ("Ken ron Jon s5", LedgerError, "did you mean John?"),
        ("Ken ron Anna s5", LedgerError, 'no player "Anna" at this table'),
        ("Ken ron John s2", CannotOccur, "the lowest is s3"),
        ("Ken ron John 5", WrongMethod, "s5 for score 5 (worth 4,000 by ron to a non-dealer) or 5h for 5 han"),
        ("Ken ron John 3/40", WrongMethod, "3h for 3 han"),
        ("Ken ron John s5 riichi Anna", LedgerError, 'no player "Anna" at this table'),
        ("", LedgerError, "a hand is missing"),
    ],
)
def test_a_bad_line_is_refused_and_nothing_changes(club, line, error, part):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    before = club.rows()
    with pytest.raises(error) as refusal:
        club.hand(line)
    assert part in str(refusal.value)
    assert club.rows() == before


def test_one_han_twenty_fu_is_refused_with_the_reason(places, new_club):
    club = new_club(places.fresh(), rules="standard")
    club.add("Ken", "John", "Taro", "Anna")
    club.start("Ken", "John", "Taro", "Anna")
    with pytest.raises(CannotOccur, match="1 han 20 fu cannot occur"):
        club.hand("Ken tsumo 1/20")
    assert club.hand("John tsumo 2/20").hand.change == (-700, 1500, -400, -400)
    club.close()


def test_a_hand_without_an_open_game_says_how_to_start_one(club):
    with pytest.raises(NoOpenGame, match="ledger game start"):
        club.hand("Ken tsumo s5")


def test_a_line_belongs_to_the_table_where_all_it_names_sit(club):
    club.add("Kees", "Zoë", "田中さん")
    club.start("Ken", "John", "Taro")
    club.start("Kees", "Zoë", "田中さん")
    assert club.hand("Zoë tsumo s5").game.number == 2
    assert club.hand("Ken ron John s5").game.number == 1
    assert club.hand("田中さん ron Zoë s3").game.number == 2
    assert club.hand("Ken tsumo s3").game.number == 1, "a name in full goes before the beginning of another"
    with pytest.raises(WhichGame, match="--game"):
        club.hand("Ke tsumo s3")
    with pytest.raises(WhichGame):
        club.hand("draw none")
    assert club.hand("draw none", "2").game.number == 2
    with pytest.raises(NobodyLikeThat, match="no open game seats everyone"):
        club.hand("Ken ron Zoë s3")
    with pytest.raises(LedgerError, match="expected ron or tsumo"):
        club.hand("Ken rom John s3")
    with pytest.raises(LedgerError, match="expected the winner"):
        club.hand("ron John s3")


def test_a_table_is_found_by_its_label(club):
    club.add("Kees", "Zoë", "Bo")
    club.start("Ken", "John", "Taro", label="window")
    club.start("Kees", "Zoë", "Bo", label="door")
    assert club.hand("draw none", "door").game.number == 2
    assert club.hand("draw none", "Window").game.number == 1


def test_undo_gives_the_table_before_the_hand_and_may_be_repeated(club):
    club.start("Ken", "John", "Taro")
    tables = [club.game().table]
    for line, _ in EVENING:
        tables.append(club.hand(line).game.table)
    for line, _ in reversed(EVENING):
        tables.pop()
        undone = club.undo().answer
        assert undone.hand.line.startswith(line.partition(" riichi")[0])
        assert club.game().table == tables[-1]
        assert not club.game().results
    with pytest.raises(NoHandToUndo):
        club.undo()


def test_a_game_replayed_after_undo_ends_the_same(club):
    club.start("Ken", "John", "Taro")
    for line, _ in EVENING:
        club.hand(line)
    first = club.game()
    club.undo()
    club.undo()
    for line, _ in EVENING[-2:]:
        club.hand(line)
    assert club.game() == first


def test_the_same_request_is_answered_and_not_applied_twice(club):
    club.start("Ken", "John", "Taro")
    first = club.hand_done("Ken ron John s5", uid="hand-1")
    club.hand("draw all")
    rows = club.rows()
    again = club.hand_done("Ken ron John s5", uid="hand-1")
    assert again.repeated
    assert not first.repeated
    assert again.answer == first.answer
    assert club.rows() == rows


def test_the_request_that_ended_the_game_is_answered_the_same(club):
    club.start("Ken", "John", "Taro")
    for line, _ in EVENING[:-1]:
        club.hand(line)
    first = club.hand_done(EVENING[-1][0], uid="last")
    assert club.hand_done(EVENING[-1][0], uid="last").answer == first.answer


def test_a_changed_request_under_a_used_id_is_refused(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5", uid="mine")
    before = club.rows()
    with pytest.raises(ChangedRequest, match="mine was already used"):
        club.hand("Ken ron John s6", uid="mine")
    assert club.rows() == before


def test_a_repeated_undo_takes_back_one_hand_only(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    club.hand("John ron Ken s4 riichi")
    first = club.undo(uid="oops")
    again = club.undo(uid="oops")
    assert again.repeated
    assert again.answer == first.answer
    assert len(club.game().hands) == 1


def test_an_undone_hand_asked_again_says_so(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5", uid="gone")
    club.undo()
    with pytest.raises(LedgerError, match="taken back or changed since"):
        club.hand("Ken ron John s5", uid="gone")


def test_what_was_paid_is_shown_as_it_was_paid_whatever_is_computed_now(club, monkeypatch):
    """A later version with another table must not move what was paid at the table."""
    club.start("Ken", "John", "Taro")
    before = club.hand("Ken ron John s5").game
    monkeypatch.setattr("ledger.rules.shares.ron_points", lambda base, rules, *, dealer_wins: 100)
    assert club.game().hands == before.hands
    assert club.game().table.scores == (51_000, 39_000, 45_000)
