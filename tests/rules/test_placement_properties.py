"""What holds for the result of every game."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.presets import preset
from ledger.rules.placement import placement
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd

STANDARD = preset("standard")
RULESETS = [
    STANDARD,
    preset("dutch"),
    preset("dutch-4p"),
    replace(STANDARD, start_points=25_000, uma=(20_000, 10_000, -10_000, -20_000)),
    replace(STANDARD, uma=(12_300, 100, -4_200, -8_200)),
]


@st.composite
def ended(draw: st.DrawFn, rulesets: list[Ruleset] = RULESETS) -> tuple[Ruleset, tuple[int, ...], int]:
    """A ruleset, scores that add up with the sticks left, and those sticks; ties are common."""
    rules = draw(st.sampled_from(rulesets))
    sticks = draw(st.integers(0, 4))
    level = rules.start_points
    near = st.sampled_from([level, level + 100, level + 8_000, level - 8_000])
    score = near | st.integers(-300, 1_500).map(lambda hundreds: hundreds * 100)
    scores = [draw(score) for _ in range(rules.players - 1)]
    scores.append(level * rules.players - 1_000 * sticks - sum(scores))
    return rules, tuple(draw(st.permutations(scores))), sticks


@given(ended(), st.integers(0, 2))
def test_points_sum_to_zero(game: tuple[Ruleset, tuple[int, ...], int], last_dealer: int) -> None:
    rules, scores, sticks = game
    results = placement(scores, rules, AtTheEnd(sticks, last_dealer))
    assert sum(seat.points for seat in results) == 0
    assert sum(seat.uma for seat in results) == 0
    assert sum(seat.leftover_sticks for seat in results) == 1_000 * sticks
    assert sum(seat.bonus for seat in results) == (rules.target_points - rules.start_points) * rules.players


@given(ended(), st.integers(0, 2))
def test_a_higher_score_is_a_better_place_and_no_fewer_points(
    game: tuple[Ruleset, tuple[int, ...], int], last_dealer: int
) -> None:
    rules, scores, sticks = game
    results = placement(scores, rules, AtTheEnd(sticks, last_dealer))
    for one in results:
        for other in results:
            if one.raw_score > other.raw_score:
                assert one.place < other.place
                assert one.points - other.points >= one.raw_score - other.raw_score
    assert min(seat.place for seat in results) == 1


@given(ended(), st.integers(0, 2))
def test_bonus_and_leftover_sticks_go_to_the_highest_only(
    game: tuple[Ruleset, tuple[int, ...], int], last_dealer: int
) -> None:
    rules, scores, sticks = game
    for seat in placement(scores, rules, AtTheEnd(sticks, last_dealer)):
        if seat.raw_score < max(scores):
            assert (seat.bonus, seat.leftover_sticks) == (0, 0)


@given(ended([STANDARD]), st.permutations(range(4)))
def test_seating_does_not_matter_where_ties_are_shared(
    game: tuple[Ruleset, tuple[int, ...], int], order: list[int]
) -> None:
    rules, scores, sticks = game
    assume(sticks * 1_000 % scores.count(max(scores)) == 0)  # an odd point goes by seat
    seated = placement(scores, rules, AtTheEnd(sticks, None))
    otherwise = placement(tuple(scores[seat] for seat in order), rules, AtTheEnd(sticks, None))
    assert [seat[1:] for seat in otherwise] == [seated[seat][1:] for seat in order]


@given(ended([preset("dutch"), preset("dutch-4p")]), st.integers(0, 2), st.integers(1, 3))
def test_rotating_everyone_rotates_the_result_only(
    game: tuple[Ruleset, tuple[int, ...], int], last_dealer: int, turn: int
) -> None:
    rules, scores, sticks = game
    players = rules.players
    turned = tuple(scores[(seat - turn) % players] for seat in range(players))
    before = placement(scores, rules, AtTheEnd(sticks, last_dealer))
    after = placement(turned, rules, AtTheEnd(sticks, (last_dealer + turn) % players))
    assert [seat[1:] for seat in after] == [before[(seat - turn) % players][1:] for seat in range(players)]
