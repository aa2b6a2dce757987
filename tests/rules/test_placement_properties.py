"""What holds for the result of every game."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.presets import preset
from ledger.rules.placement import placement
from ledger.rules.ruleset import Ruleset
from ledger.rules.ruleset_keys import CHOICES
from ledger.rules.ties import AtTheEnd

STANDARD = preset("standard")
RULESETS = [
    STANDARD,
    preset("dutch"),
    preset("dutch-4p"),
    replace(STANDARD, start_points=25_000, uma=(20_000, 10_000, -10_000, -20_000)),
    replace(STANDARD, uma=(12_300, 100, -4_200, -8_200)),
]
WAYS = {key: st.sampled_from(CHOICES[key]) for key in ("tie_bonus", "tie_uma", "tie_place", "share_rest")}
WAYS |= {key: st.sampled_from(CHOICES[key]) for key in ("leftover_sticks", "rounding", "rounding_of")}


@st.composite
def any_end(draw: st.DrawFn) -> tuple[Ruleset, tuple[int, ...], AtTheEnd]:
    """Any rules for the end of a game, scores with many ties, and everything else that may be needed."""
    start, target = draw(st.sampled_from([(25_000, 30_000), (30_000, 30_000), (25_000, 25_000)]))
    falling = st.lists(st.integers(-200, 200), min_size=4, max_size=4).map(lambda uma: sorted(uma, reverse=True))
    uma = [100 * points for points in draw(falling)]
    uma = [points - sum(uma) // 4 for points in uma]
    rules = replace(
        STANDARD,
        start_points=start,
        target_points=target,
        share_unit=draw(st.sampled_from([1, 100])),
        chip_value=500,
        chombo="penalty",
        chombo_points=20_000,
        **draw(st.sampled_from([{"uma": tuple(uma)}, {"uma": (), "uma_by_floating": (tuple(uma),) * 5}])),
        **draw(st.fixed_dictionaries(WAYS)),
    )
    sticks = draw(st.integers(0, 4))
    scores = [start + 100 * draw(st.sampled_from([0, 5, -5, 80]) | st.integers(-300, 300)) for _ in range(3)]
    scores.append(4 * start - 1_000 * sticks - sum(scores))
    chips = draw(st.lists(st.integers(-9, 9), min_size=3, max_size=3))
    end = AtTheEnd(
        sticks_left=sticks,
        last_dealer=draw(st.integers(0, 3)),
        last_winner=draw(st.integers(0, 3)),
        ahead=tuple(draw(st.permutations(range(4)))),
        chombos=tuple(draw(st.lists(st.integers(0, 2), min_size=4, max_size=4))),
        chips=(*chips, -sum(chips)),
    )
    return rules, tuple(draw(st.permutations(scores))), end


@given(any_end())
def test_what_is_missing_from_the_sum_is_what_somebody_took_off_or_nobody_got(
    game: tuple[Ruleset, tuple[int, ...], AtTheEnd],
) -> None:
    rules, scores, end = game
    results = placement(scores, rules, end)
    lost_sticks = 1_000 * end.sticks_left - sum(seat.leftover_sticks for seat in results)
    lost_shares = rules.winner_bonus - sum(seat.bonus for seat in results) - sum(seat.uma for seat in results)
    penalties = 20_000 * sum(end.chombos)
    assert sum(seat.points for seat in results) == -(lost_sticks + lost_shares + penalties)
    assert lost_sticks >= 0
    assert lost_shares >= 0
    if rules.leftover_sticks != "lost" and rules.share_rest != "lost":
        assert lost_sticks == lost_shares == 0
    assert sum(seat.rounding for seat in results) == sum(seat.chip_points for seat in results) == 0


@given(any_end())
def test_the_parts_of_a_result_add_up_to_it(game: tuple[Ruleset, tuple[int, ...], AtTheEnd]) -> None:
    rules, scores, end = game
    for seat in placement(scores, rules, end):
        added = seat.leftover_sticks + seat.uma + seat.bonus + seat.chip_points + seat.rounding + seat.penalty
        assert seat.points == seat.raw_score + added - rules.target_points
        assert seat.penalty == -20_000 * end.chombos[seat.seat]


@given(any_end())
def test_places_come_from_the_counted_scores_only(game: tuple[Ruleset, tuple[int, ...], AtTheEnd]) -> None:
    rules, scores, end = game
    results = placement(scores, rules, end)
    for one in results:
        for other in results:
            if one.raw_score > other.raw_score:
                assert one.place < other.place
                assert one.uma >= other.uma
    plain = replace(rules, rounding="none", leftover_sticks="lost", chombo="none", chombo_points=0, chip_value=0)
    bare = placement(scores, plain, end._replace(sticks_left=0))
    assert [seat.place for seat in bare] == [seat.place for seat in results]


@given(any_end())
def test_below_first_place_every_score_is_rounded_to_whole_thousands(
    game: tuple[Ruleset, tuple[int, ...], AtTheEnd],
) -> None:
    rules, scores, end = game
    assume(rules.rounding != "none")
    results = placement(scores, rules, end)
    rest = next(seat.seat for seat in results if seat.place == 1)
    for seat in results:
        if seat.seat != rest:
            assert (seat.raw_score + seat.leftover_sticks + seat.rounding) % 1_000 == 0
            assert -1_000 < seat.rounding < 1_000


@given(any_end(), st.permutations(range(4)))
def test_seating_does_not_matter_without_a_tie(
    game: tuple[Ruleset, tuple[int, ...], AtTheEnd], order: list[int]
) -> None:
    rules, scores, end = game
    assume(len(set(scores)) == 4)
    seated = placement(scores, rules, end)
    turned = AtTheEnd(
        end.sticks_left,
        order.index(end.last_dealer),
        order.index(end.last_winner),
        chombos=tuple(end.chombos[seat] for seat in order),
        chips=tuple(end.chips[seat] for seat in order),
    )
    otherwise = placement(tuple(scores[seat] for seat in order), rules, turned)
    assert [seat[1:] for seat in otherwise] == [seated[seat][1:] for seat in order]


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
