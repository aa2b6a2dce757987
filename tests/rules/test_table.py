"""The table from hand to hand: dealer, counters, rounds, and the end of the game."""

from dataclasses import replace

import pytest

from ledger.presets import preset
from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, Ron, Score, Tsumo, Win
from ledger.rules.payments import ImpossibleFacts
from ledger.rules.replay import GameIsOver, replay, step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import dealer_stays, first_table
from ledger.shapes.hand import Table, position

STANDARD = preset("standard")
DUTCH = preset("dutch")
HAND = HanFu(1, 30)
NOBODY_TENPAI = ExhaustiveDraw()


def others_win(rules: Ruleset, hands: int) -> list[Facts]:
    """So many hands, each won by the seat after the dealer from the one before it."""
    price = Score(3) if rules.method == "dutch" else HAND
    dealers = [hand % rules.players for hand in range(hands)]
    return [Ron((dealer - 1) % rules.players, (Win((dealer + 1) % rules.players, price),)) for dealer in dealers]


def positions(facts: list[Facts], rules: Ruleset) -> list[str]:
    """The name of each hand played."""
    return [played.before.position for played in replay(facts, rules)]


def after(facts: Facts, *, dealer: int = 1, honba: int = 2, sticks: int = 1) -> Table:
    """The table after one hand of East."""
    return step(Table(0, dealer, honba, sticks, (30_000,) * 4), facts, STANDARD).after


def test_the_first_table_is_east_one_with_the_start_points() -> None:
    assert first_table(STANDARD) == Table(0, 0, 0, 0, (30_000, 30_000, 30_000, 30_000), over=False)
    assert first_table(DUTCH) == Table(0, 0, 0, 0, (45_000, 45_000, 45_000), over=False)
    assert first_table(DUTCH).position == "E1.0"


@pytest.mark.parametrize(
    ("place", "name"),
    [((0, 0, 0), "E1.0"), ((0, 3, 2), "E4.2"), ((1, 2, 1), "S3.1"), ((2, 0, 10), "W1.10"), ((3, 1, 0), "N2.0")],
)
def test_a_hand_has_the_name_that_players_say(place: tuple[int, int, int], name: str) -> None:
    assert position(*place) == name
    assert Table(*place, 0, (0,) * 4).position == name


@pytest.mark.parametrize(
    ("facts", "stays"),
    [
        (Ron(0, (Win(1, HAND),)), True),
        (Ron(0, (Win(2, HAND),)), False),
        (Ron(1, (Win(2, HAND),)), False),
        (Ron(0, (Win(2, HAND), Win(1, HAND))), True),
        (Ron(0, (Win(2, HAND), Win(3, HAND))), False),
        (Tsumo(Win(1, HAND)), True),
        (Tsumo(Win(3, HAND)), False),
        (ExhaustiveDraw((1, 2)), True),
        (ExhaustiveDraw((0, 1, 2, 3)), True),
        (ExhaustiveDraw((0, 2)), False),
        (NOBODY_TENPAI, False),
    ],
)
def test_the_dealer_stays_on_a_win_or_tenpai(facts: Facts, stays: bool) -> None:
    assert dealer_stays(facts, 1, preset("standard")) is stays
    assert after(facts).dealer == (1 if stays else 2)


@pytest.mark.parametrize(
    ("facts", "honba"),
    [
        (Ron(0, (Win(1, HAND),)), 3),
        (Tsumo(Win(1, HAND)), 3),
        (Ron(0, (Win(2, HAND), Win(1, HAND))), 3),
        (ExhaustiveDraw((1,)), 3),
        (ExhaustiveDraw((2,)), 3),
        (NOBODY_TENPAI, 3),
        (Ron(0, (Win(2, HAND),)), 0),
        (Tsumo(Win(0, HAND)), 0),
    ],
)
def test_a_counter_is_added_when_the_dealer_stays_and_after_any_draw(facts: Facts, honba: int) -> None:
    assert after(facts).honba == honba


def test_riichi_sticks_wait_in_the_pot_for_the_next_winner() -> None:
    facts: list[Facts] = [
        ExhaustiveDraw((1, 2), riichi=(2,)),
        ExhaustiveDraw((2, 3), riichi=(2, 3)),
        Ron(0, (Win(3, HAND),), riichi=(1,)),
    ]
    steps = replay(facts, STANDARD)
    assert [played.after.sticks for played in steps] == [1, 3, 0]
    # 1,500 each way at both draws, sticks at once; then 1,000 + 600 for two counters and four sticks for seat 3.
    assert steps[1].after.scores == (27_000, 30_000, 31_000, 29_000)
    assert steps[2].after.scores == (25_400, 29_000, 31_000, 34_600)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (STANDARD, ["E1.0", "E2.0", "E3.0", "E4.0", "S1.0", "S2.0", "S3.0", "S4.0"]),
        (preset("dutch-4p"), ["E1.0", "E2.0", "E3.0", "E4.0", "S1.0", "S2.0", "S3.0", "S4.0"]),
        (DUTCH, ["E1.0", "E2.0", "E3.0", "S1.0", "S2.0", "S3.0"]),
        (replace(STANDARD, rounds=1), ["E1.0", "E2.0", "E3.0", "E4.0"]),
        (replace(DUTCH, rounds=3), ["E1.0", "E2.0", "E3.0", "S1.0", "S2.0", "S3.0", "W1.0", "W2.0", "W3.0"]),
    ],
)
def test_a_game_has_each_dealership_once_and_ends_after_the_last(rules: Ruleset, names: list[str]) -> None:
    facts = others_win(rules, len(names))
    assert positions(facts, rules) == names
    assert [played.after.over for played in replay(facts, rules)] == [False] * (len(names) - 1) + [True]
    with pytest.raises(GameIsOver, match=f"the game is over: {names[-1]} was its last hand"):
        replay([*facts, NOBODY_TENPAI], rules)


def test_draws_carry_the_counter_through_the_round_change_to_the_end() -> None:
    steps = replay([NOBODY_TENPAI] * 6, DUTCH)
    assert [played.before.position for played in steps] == ["E1.0", "E2.1", "E3.2", "S1.3", "S2.4", "S3.5"]
    assert steps[-1].after.over
    assert steps[-1].after.scores == (45_000, 45_000, 45_000)


@pytest.mark.parametrize(
    ("repeat", "position_after"),
    [(Tsumo(Win(3, HAND)), "S4.1"), (Ron(0, (Win(3, HAND),)), "S4.1"), (ExhaustiveDraw((3,)), "S4.1")],
)
def test_a_dealer_repeat_in_the_last_hand_goes_on(repeat: Facts, position_after: str) -> None:
    start = others_win(STANDARD, 7)
    steps = replay([*start, repeat], STANDARD)
    assert steps[-1].before.position == "S4.0"
    assert not steps[-1].after.over
    assert steps[-1].after.position == position_after
    last = replay([*start, repeat, NOBODY_TENPAI], STANDARD)[-1]
    assert last.after.over


def test_nothing_can_be_played_at_a_table_that_is_over() -> None:
    table = Table(1, 3, 2, 1, (30_000,) * 4, over=True)
    with pytest.raises(GameIsOver, match=r"S4\.2 was its last hand"):
        step(table, Tsumo(Win(0, HAND)), STANDARD)


def test_the_sticks_of_the_last_draw_are_left_in_the_pot() -> None:
    table = Table(1, 3, 0, 2, (29_000, 29_000, 30_000, 30_000))
    end = step(table, ExhaustiveDraw((1,), riichi=(1,)), STANDARD).after
    assert end == Table(1, 3, 1, 3, (28_000, 31_000, 29_000, 29_000), over=True)


def test_a_replay_is_a_chain_from_the_first_table() -> None:
    facts = others_win(DUTCH, 4)
    steps = replay(facts, DUTCH)
    assert [played.facts for played in steps] == facts
    assert steps[0].before == first_table(DUTCH)
    assert [played.after for played in steps[:-1]] == [played.before for played in steps[1:]]
    # Seats 1, 2, 0, 1 win 1,000 each from seats 2, 0, 1, 2.
    assert steps[-1].after.scores == (45_000, 46_000, 44_000)


def test_a_replay_of_nothing_has_no_steps() -> None:
    assert replay([], STANDARD) == []


def test_a_game_goes_on_below_zero() -> None:
    table = Table(0, 0, 0, 0, (1_000, 39_000, 40_000, 40_000))
    end = step(table, Ron(0, (Win(1, HanFu(5)),), riichi=(0,)), STANDARD).after
    assert end.scores == (-8_000, 48_000, 40_000, 40_000)
    assert not end.over


def test_a_replay_refuses_facts_that_cannot_be() -> None:
    with pytest.raises(ImpossibleFacts, match="outside 0 to 2"):
        replay([Tsumo(Win(0, Score(3))), Tsumo(Win(3, Score(3)))], DUTCH)
