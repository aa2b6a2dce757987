"""Counting fu: the sources' lists and examples, and their exceptions."""

import pytest

from ledger.presets import preset
from ledger.rules.fu import FuHand, ImpossibleHand, Meld, Pair, Shape, Wait, count_fu

STANDARD, POLISH, ITALIAN = preset("standard"), preset("polish"), preset("italian")
CHI = Meld(Shape.CHI)
OPEN_CHI = Meld(Shape.CHI, open=True)


def hand(*melds: Meld, **more: object) -> FuHand:
    """A hand of these sets, filled up with closed sequences."""
    return FuHand((*melds, *[CHI] * (4 - len(melds))), **more)


@pytest.mark.parametrize(
    ("shape", "outer", "is_open", "fu"),
    [
        (Shape.PON, False, True, 2),
        (Shape.PON, False, False, 4),
        (Shape.PON, True, True, 4),
        (Shape.PON, True, False, 8),
        (Shape.KAN, False, True, 8),
        (Shape.KAN, False, False, 16),
        (Shape.KAN, True, True, 16),
        (Shape.KAN, True, False, 32),
    ],
)
@pytest.mark.parametrize("rules", [STANDARD, POLISH, ITALIAN], ids=lambda r: r.name)
def test_sets_count_as_the_polish_list_says(rules, shape, outer, is_open, fu):
    counted = count_fu(hand(Meld(shape, outer, is_open), OPEN_CHI), rules)
    assert counted.raw == 20 + fu
    assert counted.rounded == -(-(20 + fu) // 10) * 10


def test_a_closed_ron_has_ten_more_and_a_tsumo_two():
    pon = Meld(Shape.PON)
    assert count_fu(hand(pon), STANDARD).raw == 34
    assert count_fu(hand(pon, tsumo=True), STANDARD).raw == 26
    assert count_fu(hand(pon, OPEN_CHI), STANDARD).raw == 24
    assert count_fu(hand(pon, OPEN_CHI, tsumo=True), STANDARD).raw == 26


def test_the_set_that_the_win_completes_is_open_by_ron_and_closed_by_tsumo():
    won = Meld(Shape.PON, outer=True, won=True)
    assert count_fu(hand(won, wait=Wait.SHANPON), STANDARD).raw == 20 + 10 + 4
    assert count_fu(hand(won, wait=Wait.SHANPON, tsumo=True), STANDARD).raw == 20 + 8 + 2


@pytest.mark.parametrize(
    ("pair", "fu"),
    [(Pair.PLAIN, 0), (Pair.DRAGON, 2), (Pair.OWN_WIND, 2), (Pair.ROUND_WIND, 2), (Pair.DOUBLE_WIND, 2)],
)
def test_pairs(pair, fu):
    assert count_fu(hand(Meld(Shape.PON), pair=pair), STANDARD).raw == 34 + fu


def test_a_pair_of_both_winds_counts_four_where_the_rules_say_so():
    assert count_fu(hand(Meld(Shape.PON), pair=Pair.DOUBLE_WIND), POLISH).raw == 38
    assert count_fu(hand(Meld(Shape.PON), pair=Pair.DOUBLE_WIND), ITALIAN).raw == 38


@pytest.mark.parametrize(("wait", "fu"), [(Wait.TWO_SIDED, 0), (Wait.CLOSED, 2), (Wait.EDGE, 2), (Wait.SINGLE, 2)])
def test_waits(wait, fu):
    assert count_fu(hand(Meld(Shape.PON), wait=wait), STANDARD).raw == 34 + fu


@pytest.mark.parametrize("rules", [STANDARD, POLISH, ITALIAN], ids=lambda r: r.name)
def test_pinfu_is_twenty_by_tsumo_and_thirty_by_ron(rules):
    assert count_fu(hand(tsumo=True), rules).rounded == 20
    assert count_fu(hand(), rules).rounded == 30


@pytest.mark.parametrize("rules", [STANDARD, POLISH, ITALIAN], ids=lambda r: r.name)
def test_an_open_hand_worth_nothing_more_is_thirty(rules):
    """The Italian example: 234 234 345 88 with 567 called, won by ron, has 30 fu and not 20."""
    assert count_fu(hand(OPEN_CHI), rules).rounded == 30
    assert count_fu(hand(OPEN_CHI, tsumo=True), rules).rounded == 30


def test_a_tsumo_after_a_kan_has_no_fu_of_its_own_in_the_polish_source():
    after_a_kan = hand(Meld(Shape.KAN, outer=True), tsumo=True, rinshan=True)
    assert count_fu(after_a_kan, POLISH).raw == 52
    assert count_fu(after_a_kan, STANDARD).raw == 54


def test_a_closed_kan_of_honours_takes_a_ron_to_seventy():
    """A public case: 20 + 10 + 32 = 62, so 70 fu."""
    assert count_fu(hand(Meld(Shape.KAN, outer=True)), STANDARD).rounded == 70


def test_single_wait_and_tsumo_lift_thirty_to_forty():
    """A public case: 20 + 8 + 2 + 2 = 32, so 40 fu."""
    assert count_fu(hand(Meld(Shape.PON, outer=True), wait=Wait.SINGLE, tsumo=True), STANDARD).rounded == 40


def test_seven_pairs_are_twenty_five_and_not_rounded():
    assert count_fu(FuHand(()), STANDARD)[1:] == (25, 25)


def test_the_parts_add_up_and_name_only_what_counts():
    counted = count_fu(hand(Meld(Shape.PON, outer=True), pair=Pair.DRAGON, wait=Wait.EDGE), STANDARD)
    assert [tuple(part) for part in counted.parts] == [
        ("win", 20),
        ("closed ron", 10),
        ("closed pon of terminals or honours", 8),
        ("pair-dragon", 2),
        ("edge wait", 2),
    ]
    assert sum(part.fu for part in counted.parts) == counted.raw == 42


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (FuHand((CHI,) * 3), "four sets"),
        (FuHand((CHI,) * 5), "four sets"),
        (hand(rinshan=True, tsumo=True), "needs a kan"),
        (hand(Meld(Shape.KAN), rinshan=True), "and tsumo"),
        (hand(Meld(Shape.PON), wait=Wait.SHANPON), "completed to a pon"),
        (hand(Meld(Shape.PON, won=True)), "only a shanpon wait"),
        (hand(Meld(Shape.KAN, won=True), wait=Wait.SHANPON), "never a kan"),
        (hand(Meld(Shape.PON, open=True, won=True), wait=Wait.SHANPON), "completes a closed set"),
        (FuHand((Meld(Shape.PON),) * 4, wait=Wait.EDGE), "none that is closed"),
        (FuHand((OPEN_CHI,) * 4, wait=Wait.TWO_SIDED), "none that is closed"),
    ],
)
def test_what_cannot_be_a_hand_is_refused(wrong, why):
    with pytest.raises(ImpossibleHand, match=why):
        count_fu(wrong, STANDARD)
