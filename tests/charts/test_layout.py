"""Labels that do not overlap, round figures, names that are cut: what all pictures have in common."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.charts.layout import apart, shortened, some, ticks, width
from ledger.charts.text import rate_text, shares_text


@given(st.lists(st.integers(-50, 150), min_size=1, max_size=20), st.sampled_from([1, 4, 9]))
def test_labels_are_apart_in_their_order_and_within(wanted, least):
    found = apart(wanted, least, 0, 100)
    assert all(0 <= at <= 100 + 1e-9 for at in found)
    room = min(least, 100 / max(len(wanted) - 1, 1))
    assert all(b - a >= room - 1e-9 for a, b in pairwise(sorted(found)))
    assert all(found[a] <= found[b] for a in range(len(wanted)) for b in range(len(wanted)) if wanted[a] < wanted[b])


def test_labels_are_moved_no_further_than_they_must():
    assert apart([10, 50, 90], 10, 0, 100) == [10, 50, 90]
    assert apart([50, 50], 10, 0, 100) == [45, 55]
    assert apart([0, 0, 2], 10, 0, 100) == [0, 10, 20]
    assert apart([100, 99], 10, 0, 100) == [100, 90]
    assert apart([5, 50, 52, 54], 10, 0, 100) == [5, 42, 52, 62]


@given(st.integers(-3_000_000, 3_000_000), st.integers(0, 3_000_000))
def test_figures_of_an_axis_are_round_and_hold_all(low, span):
    found = ticks(low, low + span)
    assert found[0] <= low
    assert low + span <= found[-1]
    assert 2 <= len(found) <= 9
    [step] = {b - a for a, b in pairwise(found)}
    assert str(step).rstrip("0") in ("1", "2", "5")


def test_some_of_many():
    assert some(5, 8) == [0, 1, 2, 3, 4]
    assert some(61, 7) == [0, 10, 20, 30, 40, 50, 60]
    assert some(2, 2) == [0, 1]


def test_long_names_lose_their_middle_and_stay_apart():
    long = "Maximiliana-Alexandra von und zu Hohenstein"
    [cut] = shortened([long])
    assert cut.startswith("Maximiliana")
    assert cut.endswith("stein")
    assert "…" in cut
    assert width(cut) <= 24
    assert shortened(["Ken", "さくら"]) == ["Ken", "さくら"]
    assert width("さくら") == 6
    twins = [f"{'a' * 20}{middle}{'z' * 20}" for middle in ("North", "South")]
    assert len(set(shortened(twins))) == 2


@pytest.mark.parametrize(
    ("counts", "bar"),
    [((1, 1, 1, 1), "██▓▓▒▒░░"), ((0, 0, 0, 3), "░" * 8), ((1, 0, 1), "████░░░░"), ((1, 2, 0), "███▓▓▓▓▓")],
)
def test_parted_bars_in_text(counts, bar):
    assert shares_text(counts, sum(counts), 8) == bar


def test_bars_of_rates_are_as_long_as_the_rate():
    assert [rate_text(count, 10, 0.4, 20) for count in (4, 2, 0)] == ["█" * 20, "█" * 10, ""]
    assert rate_text(0, 10, 0, 20) == ""
