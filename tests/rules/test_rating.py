"""Ratings, worked out by hand from the formulas: Tenhou's manual, pairwise Elo, OpenSkill's Plackett-Luce."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.ratings import SYSTEMS, rate
from ledger.rules.rating import MILLION, RatedGame, Rating, elo, replayed, tenhou

FOUR = (1, 2, 3, 4)


def after(system: str, *places: tuple[int, ...]) -> list[float]:
    """What people 1, 2, … have after games with these places."""
    ratings = rate(system, [RatedGame(FOUR[: len(of_game)], of_game) for of_game in places])
    return [ratings[person][-1].rating.value for person in sorted(ratings)]


def settled(*values: int) -> list[Rating]:
    return [Rating(value * MILLION, games=400) for value in values]


def changes(system, places: tuple[int, ...], before: list[Rating]) -> list[float]:
    return [
        (new.millionths - old.millionths) / MILLION for new, old in zip(system(places, before), before, strict=True)
    ]


def test_tenhou_from_the_first_game() -> None:
    assert after("tenhou", (1, 2, 3, 4)) == [1530, 1510, 1490, 1470]
    assert after("tenhou", (2, 1, 3)) == [1500, 1530, 1470]
    # The mean stays 1500, and the second game counts 0.998: 1530 + 0.998 x (10 - 30/40), …
    assert after("tenhou", (1, 2, 3, 4), (2, 1, 3, 4)) == [1539.2315, 1539.6905, 1480.2695, 1440.8085]


@pytest.mark.parametrize(
    ("others", "change"), [((2100, 1900, 2000), -6), ((1500, 1500, 1400), -8), ((1500, 1900, 2100), -6.625)]
)
def test_tenhou_of_somebody_at_2000_who_is_last(others: tuple[int, ...], change: float) -> None:
    """After 400 games: 0.2 x (-30 + (mean - 2000) / 40), the means being 2000, 1600 and 1875."""
    assert changes(tenhou, (4, 1, 2, 3), settled(2000, *others))[0] == change


def test_tenhou_counts_a_game_less_and_less() -> None:
    level = [Rating(1500 * MILLION, games) for games in (0, 1, 399, 1000)]
    assert changes(tenhou, (1, 1, 1, 1), level) == [0, 0, 0, 0]
    assert changes(tenhou, (1, 2, 3, 4), level) == [30, 9.98, -2.02, -6]
    # Nobody is held up at 1500: 0.2 x (30 + (1300 - 1150) / 40)
    assert changes(tenhou, (1, 2, 3, 4), settled(1150, 1350, 1350, 1350))[0] == 6.75


@pytest.mark.parametrize(
    ("places", "bases"),
    [
        ((1, 1, 3, 4), [20, 20, -10, -30]),
        ((1, 2, 2, 4), [30, 0, 0, -30]),
        ((3, 1, 3, 2), [-20, 30, -20, 10]),
        ((1, 1, 1, 4), [10, 10, 10, -30]),
        ((2, 2, 1, 2), [-10, -10, 30, -10]),
        ((1, 1, 1, 1), [0, 0, 0, 0]),
        ((1, 1, 3), [15, 15, -30]),
        ((1, 2, 2), [30, -15, -15]),
    ],
)
def test_tenhou_shares_the_bases_of_a_tie(places: tuple[int, ...], bases: list[int]) -> None:
    assert after("tenhou", places) == [1500 + base for base in bases]


def test_elo_from_the_first_game() -> None:
    """Level: 32 / 2 for each one beaten, a third of it as there are three pairs."""
    third = 16 / 3
    assert after("elo", (1, 2, 3, 4)) == pytest.approx([1516, 1500 + third, 1500 - third, 1484], abs=2e-6)
    assert after("elo", (1, 2, 3)) == [1516, 1500, 1484]
    assert after("elo", (1, 2, 2, 4)) == pytest.approx([1516, 1500, 1500, 1484], abs=2e-6)
    assert after("elo", (1, 1, 1, 1)) == [1500] * 4


def test_elo_of_one_who_is_400_ahead() -> None:
    """Expected to win ten of eleven: a win brings 32/11, a tie 32 x (1/2 - 10/11), a loss -32 x 10/11."""
    won = changes(elo, (1, 2, 2), settled(1900, 1500, 1500))
    assert won == pytest.approx([32 / 11, -16 / 11, -16 / 11], abs=2e-6)
    assert changes(elo, (1, 1, 1), settled(1900, 1500, 1500))[0] == pytest.approx(32 * (0.5 - 10 / 11), abs=2e-6)
    assert changes(elo, (3, 1, 1), settled(1900, 1500, 1500))[0] == pytest.approx(-320 / 11, abs=2e-6)


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        # What each place of equal newcomers gets of sigma² / c: 1 - 1/4; 1 - 1/3 - 1/4; 1 - 1/2 - 1/3 - 1/4; …
        ((1, 2, 3, 4), (3 / 4, 5 / 12, -1 / 12, -13 / 12)),
        # Who ties for second: (1 - 1/3) / 2 - (1/3) / 2 - 1/4 each, and the last -1/4 - 1/6 - 1/6.
        ((1, 2, 2, 4), (3 / 4, -1 / 12, -1 / 12, -7 / 12)),
        ((1, 2, 3), (2 / 3, 1 / 6, -5 / 6)),
    ],
)
def test_openskill_of_newcomers(places: tuple[int, ...], shares: tuple[float, ...]) -> None:
    variance, beta_squared = (25 / 3) ** 2 + (25 / 300) ** 2, (25 / 6) ** 2
    c = sqrt(len(places) * (variance + beta_squared))
    ratings = rate("openskill", [RatedGame(FOUR[: len(places)], places)])
    mu = [ratings[person][0].rating.mu for person in FOUR[: len(places)]]
    assert [skill / MILLION for skill in mu] == pytest.approx([25 + variance / c * s for s in shares], abs=1e-6)


def test_openskill_shows_what_is_all_but_sure() -> None:
    first = rate("openskill", [RatedGame(FOUR, (1, 2, 3, 4))])[1][0].rating
    # c² = 4 x (69.451389 + 17.361111) = 347.25; 25 + 69.451389 / sqrt(347.25) x 3/4 = 27.795253
    # The first is compared once: sigma² x (1 - sigma³ / c³ x 1/4 x 3/4)
    sigma = sqrt(69.451389 * (1 - (69.451389 / 347.25) ** 1.5 * 3 / 16))
    assert (first.mu / MILLION, first.sigma / MILLION) == pytest.approx((27.795253, sigma), abs=1e-5)
    assert first.millionths == first.mu - 3 * first.sigma
    assert first.value == pytest.approx(27.795253 - 3 * sigma, abs=5e-5)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rating_has_its_game_and_number(system: str) -> None:
    games = [
        RatedGame((7, 8, 9, 5), (1, 2, 3, 4)),
        RatedGame((5, 6, 8, 9), (1, 2, 3, 4)),
        RatedGame((7, 5, 6), (2, 1, 3)),
    ]
    history = rate(system, games)
    played = {person: [(rated.game, rated.rating.games) for rated in rows] for person, rows in history.items()}
    assert played == {
        7: [(0, 1), (2, 2)], 8: [(0, 1), (1, 2)], 9: [(0, 1), (1, 2)], 5: [(0, 1), (1, 2), (2, 3)], 6: [(1, 1), (2, 2)],
    }  # fmt: skip
    assert rate(system, games[:2])[5] == history[5][:2]
    assert rate(system, []) == {}


def test_games_count_in_the_order_of_play() -> None:
    """Case rating-04: g1 was played at 18:00 and g2 at 20:00, so g1 counts first, whichever was entered first."""
    g1, g2 = RatedGame(FOUR, (1, 2, 3, 4)), RatedGame(FOUR, (4, 3, 2, 1))
    # 1530 + 0.998 x (-30 - 30/40), not the other way round
    assert rate("tenhou", [g1, g2])[1][-1].rating.value == 1499.3115
    assert rate("tenhou", [g2, g1])[1][-1].rating.value == 1500.6885


@pytest.mark.parametrize(
    ("people", "places"),
    [
        ((1, 2, 3, 4), (1, 2, 2, 3)),  # case tie-05: a tie takes the places behind it
        ((1, 2, 3, 4), (2, 2, 3, 4)),
        ((1, 2, 3), (1, 2, 4)),
        ((1, 2, 2, 4), (1, 2, 3, 4)),
        ((1, 2), (1, 2)),
        ((1, 2, 3, 4, 5), (1, 2, 2, 2, 5)),
        ((1, 2, 3, 4), (1, 2, 3)),
    ],
)
def test_what_is_no_result_is_refused(people: tuple[int, ...], places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"rated game|no places|zip"):
        rate("elo", [RatedGame(people, places)])


def test_another_system_is_refused() -> None:
    with pytest.raises(ValueError, match="glicko is none of"):
        rate("glicko", [])


@st.composite
def games(draw: st.DrawFn) -> RatedGame:
    people = draw(st.lists(st.integers(1, 6), min_size=3, max_size=4, unique=True))
    scores = draw(st.lists(st.integers(0, 3), min_size=len(people), max_size=len(people)))
    return RatedGame(tuple(people), tuple(1 + sum(other > score for other in scores) for score in scores))


histories = st.lists(games(), min_size=1, max_size=12)


@given(histories)
def test_elo_only_passes_from_one_to_another(history: list[RatedGame]) -> None:
    ratings = rate("elo", history)
    assert sum(rows[-1].rating.millionths for rows in ratings.values()) == 1500 * MILLION * len(ratings)


@given(st.sampled_from(SYSTEMS), histories, st.randoms(use_true_random=False))
def test_the_order_of_people_within_a_game_says_nothing(system: str, history: list[RatedGame], chance) -> None:
    turned = []
    for game in history:
        order = list(zip(game.people, game.places, strict=True))
        chance.shuffle(order)
        turned.append(RatedGame(*zip(*order, strict=True)))
    assert rate(system, turned) == rate(system, history)


def test_a_system_sees_the_best_first_and_those_who_tie_in_one_order() -> None:
    seen: list[tuple[tuple[int, ...], list[int]]] = []

    def system(places: tuple[int, ...], before: list[Rating]) -> list[Rating]:
        seen.append((tuple(places), [rating.millionths for rating in before]))
        return [Rating(place, 1) for place in (10, 20, 30, 40)]

    replayed([RatedGame((3, 1, 4, 2), (3, 2, 4, 1)), RatedGame((4, 3, 1, 2), (1, 1, 1, 4))], Rating(0), system)
    # 2, 1, 3, 4 had 10, 20, 30, 40; then 1, 3, 4 tie in front of 2.
    assert seen == [((1, 2, 3, 4), [0] * 4), ((1, 1, 1, 4), [20, 30, 40, 10])]


@given(st.sampled_from(SYSTEMS), games())
def test_newcomers_are_rated_as_they_are_placed(system: str, game: RatedGame) -> None:
    worth = {person: rows[0].rating for person, rows in rate(system, [game]).items()}
    # By mu: how sure OpenSkill is of somebody differs by place. It has the third behind two firsts rise as they do.
    of = {person: rating.millionths if rating.mu is None else rating.mu for person, rating in worth.items()}
    for one, place in zip(game.people, game.places, strict=True):
        for other, behind in zip(game.people, game.places, strict=True):
            assert place >= behind or of[one] > of[other] or (system == "openskill" and of[one] == of[other])
            assert place != behind or abs(of[one] - of[other]) <= 2  # millionths: each pair is rounded
