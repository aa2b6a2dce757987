"""Broken-off hands, nagashi, chombo and pao: who pays whom and why, and what comes next. Values worked out by hand."""

from dataclasses import replace

import pytest

from ledger.errors import LedgerError
from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    Ron,
    Tsumo,
    Win,
    YakumanHand,
)
from ledger.rules.payments import ImpossibleFacts, change, payments, sticks_after
from ledger.rules.ruleset import Ruleset
from ledger.rules.shares import WrongLiability
from ledger.rules.table import dealer_may_end, first_table, next_table
from ledger.shapes.hand import Abort, Payment, Reason, Table

FOUR = replace(
    preset("standard"),
    abortive_draws=("nine-terminals", "four-winds", "four-riichi", "four-kans"),
    nagashi="payment",
    pao=("daisangen", "daisuushii"),
    chombo="reverse_mangan",
)
THREE = replace(
    FOUR, players=3, uma=(), honba_ron=200, noten_pool=2_000, abortive_draws=("nine-terminals", "four-kans")
)


def table(rules: Ruleset, *, dealer: int = 0, honba: int = 0, sticks: int = 0, wind: int = 0) -> Table:
    return replace(first_table(rules), dealer=dealer, honba=honba, sticks=sticks, round_wind=wind)


def moved(facts: Facts, at: Table, rules: Ruleset) -> list[int]:
    return list(change(payments(facts, at, rules), rules.players))


def follows(facts: Facts, at: Table, rules: Ruleset) -> Table:
    return next_table(at, facts, payments(facts, at, rules), rules)


class TestAbortiveDraws:
    @pytest.mark.parametrize("kind", [kind for kind in Abort if kind not in (Abort.TRIPLE_RON, Abort.FOUR_RIICHI)])
    def test_only_riichi_sticks_move_and_the_dealer_stays(self, kind: Abort) -> None:
        at = table(FOUR, dealer=2, honba=3, sticks=1)
        facts = AbortiveDraw(kind, (1,))
        assert payments(facts, at, FOUR) == (Payment(1, None, 1_000, Reason.RIICHI),)
        after = follows(facts, at, FOUR)
        assert (after.dealer, after.honba, after.sticks, after.round_wind) == (2, 4, 2, 0)

    def test_the_fourth_riichi_is_deposited(self) -> None:
        facts = AbortiveDraw(Abort.FOUR_RIICHI, (0, 1, 2, 3))
        assert moved(facts, table(FOUR), FOUR) == [-1_000] * 4
        with pytest.raises(ImpossibleFacts, match="all four are in riichi"):
            payments(AbortiveDraw(Abort.FOUR_RIICHI, (0, 1, 2)), table(FOUR), FOUR)

    def test_some_pass_the_deal_where_the_rules_say_so_and_add_a_counter(self) -> None:
        rules = replace(FOUR, abortive_passes=("four-kans",))
        at = table(rules, dealer=3, honba=1)
        passed = follows(AbortiveDraw(Abort.FOUR_KANS), at, rules)
        assert (passed.dealer, passed.honba, passed.round_wind) == (0, 2, 1)
        assert follows(AbortiveDraw(Abort.FOUR_WINDS), at, rules).dealer == 3

    def test_the_deal_stays_whatever_else_repeats_it(self) -> None:
        rules = replace(FOUR, dealer_repeat="none")
        assert follows(AbortiveDraw(Abort.FOUR_WINDS), table(rules), rules).dealer == 0

    def test_three_rons_abort_where_two_win_at_most_and_a_ronned_riichi_is_not_deposited(self) -> None:
        rules = replace(FOUR, multi_ron="two")
        facts = AbortiveDraw(Abort.TRIPLE_RON, (0, 1, 2))
        assert moved(facts, table(rules), rules) == [-1_000, -1_000, -1_000, 0]
        assert sticks_after(payments(facts, table(rules), rules), 0) == 3
        assert follows(facts, table(rules), rules).honba == 1
        three = Ron(3, tuple(Win(seat, HanFu(3, 30)) for seat in range(3)))
        with pytest.raises(ImpossibleFacts, match="type abort triple-ron"):
            payments(three, table(rules), rules)

    def test_what_the_rules_do_not_break_off_is_refused_with_what_they_do(self) -> None:
        none = replace(FOUR, abortive_draws=())
        with pytest.raises(ImpossibleFacts, match="breaks no hand off: play it on"):
            payments(AbortiveDraw(Abort.FOUR_KANS), table(none), none)
        with pytest.raises(
            ImpossibleFacts, match="only for nine-terminals, four-winds, four-riichi or four-kans, not for triple-ron"
        ):
            payments(AbortiveDraw(Abort.TRIPLE_RON), table(FOUR), FOUR)

    def test_a_leading_dealer_does_not_end_the_game_by_an_abortive_draw(self) -> None:
        rules = replace(FOUR, agari_yame="automatic", extension_target=30_000)
        at = replace(table(rules, dealer=3, wind=1), scores=(22_000, 21_000, 19_000, 38_000))
        after = follows(AbortiveDraw(Abort.NINE_TERMINALS), at, rules)
        assert (after.over, after.position) == (False, "S4.1")
        assert follows(ExhaustiveDraw((3,)), at, rules).over


class TestNagashi:
    @pytest.mark.parametrize(
        ("nagashi", "dealer", "expected"),
        [
            ((0,), 0, [12_000, -4_000, -4_000, -4_000]),
            ((1,), 0, [-4_000, 8_000, -2_000, -2_000]),
            ((0, 1), 0, [8_000, 4_000, -6_000, -6_000]),
            ((0, 1, 2), 0, [4_000, 2_000, 2_000, -8_000]),
            ((1, 2, 3), 0, [-12_000, 4_000, 4_000, 4_000]),
            ((0, 1, 2, 3), 1, [0, 0, 0, 0]),
        ],
    )
    def test_each_is_paid_like_a_mangan_tsumo_in_place_of_the_noten_payments(
        self, nagashi: tuple[int, ...], dealer: int, expected: list[int]
    ) -> None:
        at = table(FOUR, dealer=dealer, honba=2, sticks=1)
        assert moved(ExhaustiveDraw((2,), (), nagashi), at, FOUR) == expected

    def test_the_sticks_stay_a_counter_is_added_and_tenpai_decides_the_deal(self) -> None:
        at = table(FOUR, honba=1, sticks=1)
        facts = ExhaustiveDraw((0,), (0,), (1,))
        paid = payments(facts, at, FOUR)
        assert {p.reason for p in paid} == {Reason.RIICHI, Reason.NAGASHI}
        stays = follows(facts, at, FOUR)
        assert (stays.dealer, stays.honba, stays.sticks) == (0, 2, 2)
        passes = follows(ExhaustiveDraw((1,), (), (0,)), at, FOUR)
        assert (passes.dealer, passes.honba, passes.sticks) == (1, 2, 1)

    def test_as_a_win_it_takes_counters_and_sticks_and_decides_the_deal(self) -> None:
        rules = replace(FOUR, nagashi="win")
        at = table(rules, honba=2, sticks=1)
        facts = ExhaustiveDraw((0,), (0,), (1,))
        # 8,000 and 3 x 200 and both sticks; the dealer pays 4,000, 200 and the stick.
        assert moved(facts, at, rules) == [-5_200, 10_600, -2_200, -2_200]
        after = follows(facts, at, rules)
        assert (after.dealer, after.honba, after.sticks) == (1, 0, 0)
        by_dealer = follows(ExhaustiveDraw((), (), (0,)), at, rules)
        assert (by_dealer.dealer, by_dealer.honba) == (0, 3)

    def test_of_two_wins_the_first_in_turn_from_the_dealer_takes_counters_and_sticks(self) -> None:
        rules = replace(FOUR, nagashi="win")
        at = table(rules, dealer=2, honba=1, sticks=1)
        assert moved(ExhaustiveDraw((), (), (1, 3)), at, rules) == [-4_100, 5_900, -8_100, 7_300]
        paid = payments(ExhaustiveDraw((), (), (1, 3)), at, rules)
        assert [p for p in paid if p.reason is Reason.STICKS] == [Payment(None, 3, 1_000, Reason.STICKS)]
        assert {p.payee for p in paid if p.reason is Reason.HONBA} == {3}

    def test_three_players_pay_as_their_tsumo_has_it(self) -> None:
        assert moved(ExhaustiveDraw((), (), (1,)), table(THREE), THREE) == [-4_000, 6_000, -2_000]
        bisection = replace(THREE, tsumo_of_three="bisection")
        assert moved(ExhaustiveDraw((), (), (1,)), table(bisection), bisection) == [-5_000, 8_000, -3_000]

    def test_rules_without_it_refuse_it(self) -> None:
        with pytest.raises(ImpossibleFacts, match="pays nothing for nagashi: type the draw without it"):
            payments(ExhaustiveDraw((), (), (1,)), table(FOUR), replace(FOUR, nagashi="none"))


class TestChombo:
    @pytest.mark.parametrize(
        ("offender", "expected"), [(3, [2_000, 4_000, 2_000, -8_000]), (1, [4_000, -12_000, 4_000, 4_000])]
    )
    def test_a_reverse_mangan_and_the_hand_is_played_again(self, offender: int, expected: list[int]) -> None:
        at = table(FOUR, dealer=1, honba=1, sticks=1, wind=1)
        facts = Chombo(offender, (2,))
        assert moved(facts, at, FOUR) == expected
        after = follows(facts, at, FOUR)
        assert (after.position, after.sticks, after.over) == ("S2.1", 1, False)

    def test_three_players_pay_4000_and_2000(self) -> None:
        assert moved(Chombo(1), table(THREE), THREE) == [4_000, -6_000, 2_000]
        assert moved(Chombo(0), table(THREE), THREE) == [-8_000, 4_000, 4_000]

    def test_a_fixed_sum_to_each(self) -> None:
        rules = replace(FOUR, chombo="each", chombo_points=3_000)
        assert moved(Chombo(2), table(rules), rules) == [3_000, 3_000, -9_000, 3_000]

    def test_a_penalty_moves_nothing_at_the_table(self) -> None:
        rules = replace(FOUR, chombo="penalty", chombo_points=20_000)
        assert payments(Chombo(2, (1,)), table(rules), rules) == ()
        after = follows(Chombo(2, (1,)), table(rules, honba=2), rules)
        assert (after.position, after.sticks, after.scores) == ("E1.2", 0, first_table(rules).scores)

    def test_it_ends_the_game_where_the_rules_say_so_also_before_the_last_hand(self) -> None:
        at = table(FOUR, dealer=3, wind=1)
        assert follows(Chombo(2), at, FOUR).position == "S4.0"
        assert not follows(Chombo(2), at, FOUR).over
        assert follows(Chombo(2), table(FOUR), replace(FOUR, chombo_ends_game=True)).over

    def test_who_falls_below_zero_by_it_is_bust(self) -> None:
        rules = replace(FOUR, bust="below_zero")
        at = replace(table(rules), scores=(50_000, 50_000, 12_000, 8_000))
        assert not follows(Chombo(3), at, rules).over
        assert follows(Chombo(3), replace(at, scores=(50_100, 50_000, 12_000, 7_900)), rules).over

    def test_rules_without_a_value_refuse_it(self) -> None:
        with pytest.raises(ImpossibleFacts, match="has no payment for a chombo"):
            payments(Chombo(0), table(FOUR), replace(FOUR, chombo="none"))


YAKUMAN = YakumanHand()
LIABLE = replace(FOUR, pao_honba="liable")
BY_HAND = replace(FOUR, pao_covers="hand")


class TestPao:
    def test_on_a_ron_the_liable_and_the_discarder_pay_half_each(self) -> None:
        facts = Ron(0, (Win(1, YAKUMAN, Liability(2)),))
        at = table(FOUR, dealer=3, honba=6)
        assert payments(facts, at, FOUR) == (
            Payment(0, 1, 16_000, Reason.RON),
            Payment(2, 1, 16_000, Reason.PAO),
            Payment(0, 1, 1_800, Reason.HONBA),
        )
        assert moved(facts, at, LIABLE) == [-16_000, 33_800, -17_800, 0]

    def test_the_dealer_is_paid_half_and_half_too(self) -> None:
        assert moved(Ron(0, (Win(1, YAKUMAN, Liability(2)),)), table(FOUR, dealer=1), FOUR) == [
            -24_000, 48_000, -24_000, 0,
        ]  # fmt: skip

    def test_on_a_tsumo_the_liable_pays_it_all_counters_too(self) -> None:
        facts = Tsumo(Win(2, YAKUMAN, Liability(0)))
        at = table(FOUR, dealer=1, honba=1)
        assert moved(facts, at, FOUR) == [-32_300, 0, 32_300, 0]
        assert {p.reason for p in payments(facts, at, FOUR)} == {Reason.PAO, Reason.HONBA}
        assert moved(facts, table(FOUR, dealer=2), FOUR) == [-48_000, 0, 48_000, 0]

    def test_a_discarder_who_is_liable_pays_it_all(self) -> None:
        facts = Ron(2, (Win(1, YAKUMAN, Liability(2)),))
        for rules in (FOUR, LIABLE):
            assert moved(facts, table(rules, honba=1), rules) == [0, 32_300, -32_300, 0]

    def test_of_two_yakuman_the_liable_answers_for_one(self) -> None:
        win = Win(1, YakumanHand(2), Liability(2, 1))
        assert moved(Ron(3, (win,)), table(FOUR), FOUR) == [0, 64_000, -16_000, -48_000]
        assert moved(Tsumo(win), table(FOUR), FOUR) == [-16_000, 64_000, -40_000, -8_000]

    def test_or_for_the_whole_hand(self) -> None:
        for liable, rules in ((Liability(2, 1), BY_HAND), (Liability(2), BY_HAND), (Liability(2), FOUR)):
            win = Win(1, YakumanHand(2), liable)
            assert moved(Ron(3, (win,)), table(rules), rules) == [0, 64_000, -32_000, -32_000]
            assert moved(Tsumo(win), table(rules), rules) == [0, 64_000, -64_000, 0]

    def test_of_two_winners_one_may_have_a_liable_player(self) -> None:
        facts = Ron(0, (Win(1, HanFu(3, 30)), Win(2, YAKUMAN, Liability(3))))
        assert moved(facts, table(FOUR, honba=1), FOUR) == [-3_900 - 16_000 - 600, 4_200, 32_300, -16_000]

    def test_three_players(self) -> None:
        # The missing seat pays nothing on a tsumo: 16,000 from the dealer and 8,000 make 24,000.
        assert moved(Tsumo(Win(1, YAKUMAN, Liability(2))), table(THREE), THREE) == [0, 24_000, -24_000]
        assert moved(Ron(0, (Win(1, YAKUMAN, Liability(2)),)), table(THREE), THREE) == [-16_000, 32_000, -16_000]

    def test_an_open_kan_makes_liable_for_any_tsumo_after_it_where_the_rules_say_so(self) -> None:
        rules = replace(FOUR, pao=("open-kan",))
        win = Win(1, HanFu(3, 40), Liability(3))
        assert moved(Tsumo(win), table(rules, honba=1), rules) == [0, 5_500, 0, -5_500]
        for price in (win, Win(1, YAKUMAN, Liability(3))):
            with pytest.raises(WrongLiability, match="makes nobody liable for a ron"):
                payments(Ron(0, (price,)), table(rules), rules)
        assert moved(Tsumo(Win(1, YAKUMAN, Liability(3))), table(rules), rules) == [0, 32_000, 0, -32_000]

    @pytest.mark.parametrize(
        ("facts", "message"),
        [
            (Tsumo(Win(1, HanFu(13), Liability(3))), "pao goes with a yakuman: type yakuman or 2yakuman"),
            (Tsumo(Win(1, YakumanHand(2), Liability(3, 3))), "liable for 3 yakuman of a hand that has 2"),
            (Tsumo(Win(1, YAKUMAN, Liability(1))), "nobody is liable for their own hand"),
            (Tsumo(Win(1, YAKUMAN, Liability(4))), "a seat outside 0 to 3"),
        ],
    )
    def test_what_makes_nobody_liable_is_refused(self, facts: Facts, message: str) -> None:
        with pytest.raises(LedgerError, match=message):
            payments(facts, table(FOUR), FOUR)

    def test_rules_without_pao_refuse_it(self) -> None:
        with pytest.raises(WrongLiability, match="makes nobody liable for a hand: type it without pao"):
            payments(Tsumo(Win(1, YAKUMAN, Liability(3))), table(FOUR), replace(FOUR, pao=()))


class TestAskedAgariYame:
    RULES = replace(FOUR, agari_yame="asked", extension_target=30_000)
    AT = replace(table(RULES, dealer=3, wind=1), scores=(25_000, 22_000, 22_000, 51_000))

    def may_end(self, facts: Facts, at: Table, rules: Ruleset | None = None) -> bool:
        rules = rules or self.RULES
        return dealer_may_end(at, facts, follows(facts, at, rules), rules)

    def test_the_dealer_may_end_the_game_and_it_goes_on_otherwise(self) -> None:
        for facts in (Tsumo(Win(3, HanFu(1, 30))), ExhaustiveDraw((3,))):
            assert not follows(facts, self.AT, self.RULES).over
            assert self.may_end(facts, self.AT)

    def test_not_before_the_last_hand_not_without_leading_and_not_by_an_abortive_draw(self) -> None:
        facts = ExhaustiveDraw((3,))
        assert not self.may_end(facts, replace(self.AT, round_wind=0))
        assert not self.may_end(facts, replace(self.AT, scores=(61_000, 9_000, 9_000, 41_000)))
        assert not self.may_end(AbortiveDraw(Abort.FOUR_WINDS), self.AT)
        assert not self.may_end(Chombo(0), self.AT)
        assert not self.may_end(facts, self.AT, FOUR)

    def test_not_the_next_dealer_who_has_not_dealt_yet(self) -> None:
        before = replace(self.AT, dealer=2)
        for facts in (Tsumo(Win(3, HanFu(3, 40))), ExhaustiveDraw((3,)), ExhaustiveDraw((0, 3))):
            assert follows(facts, before, self.RULES).dealer == 3
            assert not self.may_end(facts, before)


def test_payments_in_thousands() -> None:
    rules = replace(THREE, payment_unit=1_000, tsumo_of_three="bisection", honba_ron=1_000, honba_tsumo=1_000)
    at = table(rules)
    assert moved(Ron(0, (Win(1, HanFu(3, 30)),)), at, rules) == [-4_000, 4_000, 0]
    assert moved(Ron(1, (Win(0, HanFu(2, 30)),)), at, rules) == [3_000, -3_000, 0]
    assert moved(Tsumo(Win(1, HanFu(5))), at, rules) == [-5_000, 8_000, -3_000]
    assert moved(Tsumo(Win(0, HanFu(1, 30))), replace(at, honba=2), rules) == [6_000, -3_000, -3_000]
    assert moved(Ron(0, (Win(1, HanFu(5)),)), replace(at, honba=2), rules) == [-10_000, 10_000, 0]
