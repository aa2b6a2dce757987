"""Whose turn it is to sit out: values, and what holds however people come, leave and play."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.sitting_out import sitting_out

A, B, C, D, E, F, G, H, I = range(1, 10)  # noqa: E741 - people as a list of comers has them


def rotation(here, seats, games, before=()):
    """Who sits out each of so many games, where all others play each of them."""
    played = [*before]
    out = []
    for _ in range(games):
        out.append(sitting_out(here, played, seats))
        played.append({person for person in here if person not in out[-1]})
    return out


def test_five_at_a_table_of_four_take_turns_in_the_order_they_came():
    assert rotation((A, B, C, D, E), 4, 11) == [*[(A,), (B,), (C,), (D,), (E,)] * 2, (A,)]


def test_the_order_of_coming_counts_and_no_other():
    assert rotation((E, C, A, D, B), 4, 5) == [(E,), (C,), (A,), (D,), (B,)]


def test_six_at_a_table_of_four_take_turns_two_by_two():
    assert rotation((A, B, C, D, E, F), 4, 4) == [(A, B), (C, D), (E, F), (A, B)]


def test_five_at_a_table_of_three_take_turns_and_of_equals_who_sat_out_less_goes_first():
    out = rotation((A, B, C, D, E), 3, 6)
    assert out == [(A, B), (C, D), (E, A), (B, C), (D, E), (A, B)]


def test_who_has_played_longest_without_a_break_sits_out_first():
    games = [{A, B, C, D}, {A, B, C, E}, {A, B, D, E}]
    # A and B have played three in a row; of those two A came first. D has played one, E two, C none since.
    assert sitting_out((A, B, C, D, E), games, 4) == (A,)
    assert sitting_out((B, A, C, D, E), games, 4) == (B,)
    assert sitting_out((C, D, E, B), games, 3) == (B,)
    assert sitting_out((C, D, E, F), games, 3) == (E,)


def test_a_break_is_counted_from_the_last_game_back():
    games = [{A, B, C}, {A, B, C}, {A, B, C}, {B, C, D}, {A, C, D}]
    # A has played three and, after a break, one; B none since; C five; D two.
    assert sitting_out((A, B, C, D), games, 3) == (C,)
    assert sitting_out((A, B, D, E), games, 3) == (D,)


def test_a_late_comer_plays_at_once_and_has_a_turn_behind_the_others():
    before = [{A, B, C, D}, {A, B, C, D}]
    assert rotation((A, B, C, D, E), 4, 6, before) == [(A,), (B,), (C,), (D,), (E,), (A,)]
    # F comes after the third game, in which A sat out.
    before = [*before, {B, C, D, E}]
    assert sitting_out((A, B, C, D, E, F), before, 4) == (B, C)


def test_who_has_left_takes_no_turn():
    games = [{A, B, C, D}, {A, C, D, E}]
    assert sitting_out((A, C, D, E), games, 4) == ()
    assert sitting_out((B, C, D, E, F), games, 4) == (C,)


@pytest.mark.parametrize(
    ("here", "seats"),
    [
        *(((), 4), ((A,), 4), ((A, B, C), 4), ((A, B), 3)),
        *(((A, B, C, D), 4), ((A, B, C), 3), ((A, B, C, D, E, F), 3), ((A, B, C, D, E, F, G, H), 4)),
    ],
)
def test_nobody_sits_out_where_all_fit_or_where_there_are_too_few(here, seats):
    assert sitting_out(here, [], seats) == ()
    assert sitting_out(here, [set(here), set(here)], seats) == ()


def test_one_of_nine_sits_out_at_two_tables():
    here = (A, B, C, D, E, F, G, H, I)
    assert sitting_out(here, [], 4) == (A,)
    assert sitting_out(here, [{B, C, D, E}, {F, G, H, I}], 4) == (B,)
    assert sitting_out(here, [{B, C, D, E}, {F, G, H, I}, {A, C, D, E}, {F, G, H, I}], 4) == (C,)


def test_games_of_the_other_table_are_no_break():
    games = [{A, B, C, D}, {E, F, G, H}, {A, B, C, D}, {E, F, G, I}]
    # D and E have played two in a row; D came first, and E's last game was later.
    assert sitting_out((D, E, F, G, H, I, A, B, C), games, 4) == (D,)
    # At one table a game without D is a break.
    assert sitting_out((D, E, F, G, H), games, 4) == (E,)


people = st.lists(st.integers(1, 30), unique=True, max_size=17)
seats_at_a_table = st.integers(3, 4)
played = st.lists(st.sets(st.integers(1, 30), min_size=3, max_size=4), max_size=20)


@given(people, played, seats_at_a_table)
def test_as_many_sit_out_as_there_are_too_many(here, games, seats):
    out = sitting_out(here, games, seats)
    assert len(out) == (len(here) % seats if len(here) >= seats else 0)
    assert len(set(out)) == len(out)
    assert set(out) <= {*here}


@given(people, played, seats_at_a_table, st.data())
def test_nothing_but_the_order_of_coming_and_the_games_decides(here, games, seats, data):
    other = {person: 100 - person for person in range(1, 31)}
    renamed = sitting_out([other[p] for p in here], [{other[p] for p in game} for game in games], seats)
    assert renamed == tuple(other[p] for p in sitting_out(here, games, seats))
    gone = [game | data.draw(st.sets(st.just(100 + number))) for number, game in enumerate(games)]
    assert sitting_out(here, gone, seats) == sitting_out(here, games, seats)


@given(seats_at_a_table, st.integers(1, 25), st.data())
def test_where_one_sits_out_everybody_does_equally_often(seats, games, data):
    here = data.draw(st.permutations(range(seats + 1)))
    out = rotation(here, seats, games)
    often = Counter(person for each in out for person in each)
    assert max(often[p] for p in here) - min(often[p] for p in here) <= 1
    for start in range(len(out) - seats):
        assert len({*out[start : start + seats + 1]}) == seats + 1


@given(seats_at_a_table, st.integers(1, 60), st.data())
def test_all_sit_out_about_equally_often_at_any_number_of_tables(seats, rounds, data):
    here = data.draw(st.permutations(range(data.draw(st.integers(seats + 1, 4 * seats)))))
    tables = len(here) // seats
    games, often = [], Counter(dict.fromkeys(here, 0))
    for _ in range(rounds):
        out = sitting_out(here, games, seats)
        often.update(out)
        playing = data.draw(st.permutations([person for person in here if person not in out]))
        games += [set(playing[table * seats : (table + 1) * seats]) for table in range(tables)]
    assert max(often.values()) - min(often.values()) <= 2


def test_a_round_that_misses_a_table_is_no_break_yet():
    games = [{A, B, C, D}, {E, F, G, H}, {A, B, C, I}]
    # E to H play on at their table; D is out by now.
    assert sitting_out((E, F, G, H, I, A, B, C, D), games, 4) == (A,)
    assert sitting_out((E, F, G, H, I, D, 10, 11, 12, A), games, 4) == (A, E)


@given(seats_at_a_table, st.integers(1, 20), st.data())
def test_who_just_sat_out_does_not_sit_out_again_while_others_played_on(seats, games, data):
    """At one table, whoever comes or leaves meanwhile."""
    here = [*range(data.draw(st.integers(seats, 2 * seats - 1)))]
    comer = len(here)
    played_so_far, last = [], ()
    for _ in range(games):
        out = sitting_out(here, played_so_far, seats)
        others = [p for p in here if p not in last and any(p in game for game in played_so_far[-1:])]
        if len(others) >= len(out):
            assert not set(out) & set(last)
        played_so_far.append({person for person in here if person not in out})
        last = out
        change = data.draw(st.sampled_from(("nobody", "nobody", "comes", "leaves")))
        if change == "comes" and len(here) < 2 * seats - 1:
            here.append(comer)
            comer += 1
        if change == "leaves" and len(here) > seats:
            here.remove(data.draw(st.sampled_from(here)))
