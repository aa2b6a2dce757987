"""Faults reported of programs of this kind, and a peer's test vectors: the same inputs, played by the rules here.

What is right is read from the files beside the project, so that a changed file is noticed; each case says by hand
what it comes to here. P1 to P4 sit East, South, West and North.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ledger.presets import preset
from ledger.rules.facts import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Facts,
    HanFu,
    Liability,
    LimitHand,
    Price,
    Ron,
    Tsumo,
    Value,
    Win,
    YakumanHand,
)
from ledger.rules.fu import Fu, FuHand, Meld, Pair, Shape, Wait, count_fu
from ledger.rules.payments import STICK, ImpossibleFacts, change, check_facts, payments
from ledger.rules.placement import SeatResult, penalties, placement
from ledger.rules.points import Base, CannotOccur, base_points, ron_points
from ledger.rules.pool import uma
from ledger.rules.replay import Step, replay, step
from ledger.rules.ruleset import Ruleset, RulesetError
from ledger.rules.table import dealer_may_end
from ledger.rules.tables import Cell, paid_for
from ledger.rules.ties import NOTHING_MORE, AtTheEnd, ties_of
from ledger.shapes.hand import Abort, Limit, Reason, Table
from ledger.tiles.evaluate import Found, evaluate
from ledger.tiles.hand import parse_tile_hand
from ledger.tiles.situation import Situation
from ledger.tiles.tile import TileError

KINDS = ("hand", "draw", "multiron", "pao", "chombo", "sanma", "endgame", "uma", "tie")
"""The kinds of cases that the rules answer; the others are about money, storage, files and the terminal."""

DISPUTED: dict[str, str] = {}
"""Cases that cannot be met, with the reason."""

WRONG_HERE: dict[str, str] = {}
"""Cases and vectors that the rules get wrong, with the reason, until they are mended."""

ONLY_WORDS = {
    ("tie-05", "alternative_named_dense"): "another way to count, which the ledger does not offer",
    ("uma-04", "method"): "how it is worked out; the three results show it",
}
"""What a case says beside its results."""

OTHER = {
    "gameend-06": "a server's state of a game: here `ledger game end` ends an open game, as a placement of its scores",
    "gameend-07": "a server's state of a game: here `ledger game void`",
    "gameend-08": "a server's state of a game: here `ledger game end` says that the game is over already",
    "gameend-09": "their games have four players: three are no error here, where the ruleset says how many sit",
    "validation-05": "a server's list of yaku that may be entered: here the yaku named with a price are for the record",
}
"""Vectors that do not apply, and how the ledger answers them."""

STANDARD = preset("standard")
TENHOU = preset("tenhou")
SOUL = preset("mahjong-soul")
THREE = preset("tenhou-3p")
FOUR_TILES = replace(STANDARD, red_fives=True)
PLAIN = replace(STANDARD, start_points=25_000, target_points=25_000, uma=(), tie_bonus="seat_order")
"""No uma, and no bonus."""
MANGAN = LimitHand(Limit.MANGAN)
PLAYERS = ("P1", "P2", "P3", "P4")
YAKU = {
    "riichi": "riichi",
    "pinfu": "pinfu",
    "one-shot": "ippatsu",
    "robbing a quad": "chankan",
    "one double run": "iipeikou",
    "three closed triplets": "sanankou",
}
"""The yaku as the cases name them."""


class Said(dict[str, Any]):
    """What the file says; it remembers which keys were read, so that none is left out unnoticed."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)


Check = Callable[[dict[str, Any], Said], None]
CASES: dict[str, Check] = {}


def case(check: Check) -> Check:
    """Enters a case under the name of its function."""
    CASES[check.__name__.replace("_", "-")] = check
    return check


def marked(ids: Iterable[str]) -> list[Any]:
    """Ids as parameters, those that are wrong here expected to fail."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=WRONG_HERE[name]) if name in WRONG_HERE else ())
        for name in ids
    ]


def seat(player: str) -> int:
    return PLAYERS.index(player)


def by_seat(values: Mapping[str, int]) -> tuple[int, ...]:
    """Numbers by name as numbers by seat."""
    return tuple(values[player] for player in PLAYERS[: len(values)])


def by_name(values: Iterable[float]) -> dict[str, float]:
    """Numbers by seat as the cases write them."""
    return dict(zip(PLAYERS, values, strict=False))


def table_at(said: Mapping[str, Any], scores: Sequence[int] = (25_000,) * 4, **others: int) -> Table:
    """The table that a case begins at: "S4" is the fourth hand of South."""
    wind, number = "ESWN".index(said["round"][0]), int(said["round"][1]) - 1
    if "dealer" in said:
        assert seat(said["dealer"]) == number
    counters = {"honba": said.get("honba", 0), "sticks": said.get("sticks", 0), **others}
    return Table(wind, number, scores=tuple(scores), **counters)


def played(facts: Facts, table: Table, rules: Ruleset) -> Step:
    return step(table, facts, rules)


def moved(done: Step) -> tuple[int, ...]:
    return change(done.paid, done.before.players)


def following(table: Table) -> dict[str, Any]:
    """The hand after this one, as the cases write it."""
    return {
        "round": f"{'ESWN'[table.round_wind]}{table.dealer + 1}",
        "honba": table.honba,
        "dealer": PLAYERS[table.dealer],
    }


def assert_next(done: Step, said: Mapping[str, Any]) -> None:
    assert not done.after.over
    assert {key: following(done.after)[key] for key in said} == said


def price_of(found: Found) -> tuple[int, int]:
    """Han and fu."""
    assert isinstance(found.price, HanFu)
    assert found.price.fu is not None
    return found.price.han, found.price.fu


def tiles(text: str, rules: Ruleset = FOUR_TILES, **said: Any) -> Found:
    """A hand of tiles, won by South in East by ron if nothing else is said."""
    return evaluate(
        parse_tile_hand(text.split()), Situation(**{"seat_wind": 1, "round_wind": 0, "tsumo": False} | said), rules
    )


def ron(price: Price, rules: Ruleset = STANDARD, *, dealer: bool = False) -> int:
    return paid_for(price, rules, dealer=dealer, tsumo=False).ron


def tsumo(price: Price, rules: Ruleset = STANDARD, *, dealer: bool = False) -> Cell:
    return paid_for(price, rules, dealer=dealer, tsumo=True)


def raw_and_fu(fu: Fu | None) -> tuple[int, int]:
    assert fu is not None
    return fu.raw, fu.rounded


def parts_of(fu: Fu | None) -> list[int]:
    assert fu is not None
    return sorted(part.fu for part in fu.parts)


CHI = Meld(Shape.CHI)
CLOSED_HONOURS = Meld(Shape.KAN, outer=True)


# Hands.


@case
def hand_05(setup: dict[str, Any], right: Said) -> None:
    fu = count_fu(FuHand((CLOSED_HONOURS, CHI, CHI, CHI)), STANDARD)
    assert parts_of(fu) == sorted(setup["fu_parts"].values())
    assert raw_and_fu(fu) == (right["fu_raw"], right["fu"])
    price = HanFu(setup["han"], fu.rounded)
    assert base_points(price, STANDARD, ron=True).limit == right["limit"]
    assert ron(price) == right["ron_non_dealer"]
    assert ron(price, dealer=True) == right["ron_dealer"]


@case
def hand_06(setup: dict[str, Any], right: Said) -> None:
    fu = count_fu(FuHand((Meld(Shape.PON, outer=True), CHI, CHI, CHI), wait=Wait.SINGLE, tsumo=True), STANDARD)
    assert parts_of(fu) == sorted(setup["fu_parts"].values())
    assert raw_and_fu(fu) == (right["fu_raw"], right["fu"])
    each = tsumo(HanFu(setup["han"], fu.rounded), dealer=True).each
    assert (each, 3 * each) == (right["each"], right["total"])


@case
def hand_07(setup: dict[str, Any], right: Said) -> None:
    off = replace(STANDARD, counted_limit="sanbaiman")
    assert ron(HanFu(setup["han"])) == right["counted_on"]
    assert ron(HanFu(setup["han"]), off) == right["counted_off"]
    assert {ron(HanFu(han), rules) for han in (11, 12) for rules in (STANDARD, off)} == {right["han_11_12"]}
    assert ron(HanFu(13)) == right["han_13_on"]


@case
def hand_08(setup: dict[str, Any], right: Said) -> None:
    for winning in setup["cases"]:
        found = tiles(f"{setup['tiles']} win {winning['win_tile']}", riichi=setup["riichi"])
        said = right[f"ron_on_{winning['win_tile']}"]
        assert price_of(found) == (said["han"], said["fu"])
        assert ron(found.price) == said["points"]
        assert sorted(yaku.name for yaku in found.yaku) == sorted(YAKU[name] for name in said["yaku"])


@case
def hand_09(setup: dict[str, Any], right: Said) -> None:
    found = tiles(f"234s 567m 99p pon 444z pon 555z win {setup['win_tile']}", seat_wind=3)
    assert price_of(found) == (right["han"], right["fu"])
    assert raw_and_fu(found.fu)[0] == right["fu_raw"]
    assert ron(found.price) == right["ron"]


@case
def hand_10(setup: dict[str, Any], right: Said) -> None:
    closed, *called = setup["tiles"].split(" + ")
    melds = " ".join(f"pon {meld}" for meld in called)
    found = tiles(f"{closed} {melds} win {setup['win_tile']} indicator {setup['dora_indicator']}")
    assert price_of(found) == (right["han"], right["fu"])
    assert raw_and_fu(found.fu)[0] == right["fu_raw"]
    assert parts_of(found.fu) == sorted(right["fu_parts"])
    assert ron(found.price) == right["ron"]


@case
def hand_11(setup: dict[str, Any], right: Said) -> None:
    by_tsumo, by_ron = setup["cases"]
    for pair in (2, 4):
        rules = replace(STANDARD, double_wind_pair_fu=pair)
        found = tiles(f"{by_tsumo['tiles']} win {by_tsumo['win_tile']}", rules, seat_wind=0, tsumo=True)
        raw, fu = raw_and_fu(found.fu)
        each = tsumo(found.price, rules, dealer=True).each
        assert {"fu_raw": raw, "fu": fu, "each": each} == right[f"tsumo_pair{pair}"]
        found = tiles(f"{by_ron['tiles']} win {by_ron['win_tile']}", rules, seat_wind=0, riichi=True)
        raw, fu = raw_and_fu(found.fu)
        assert {"fu_raw": raw, "fu": fu, "points": ron(found.price, dealer=True)} == right[f"ron_pair{pair}"]


@case
def hand_12(setup: dict[str, Any], right: Said) -> None:
    paid = tsumo(HanFu(setup["han"], setup["fu"]))
    assert {"dealer": paid.dealer, "other": paid.each} == right["tsumo"]
    done = played(Tsumo(Win(1, HanFu(setup["han"], setup["fu"]))), Table(0, 0, 0, 0, (25_000,) * 4), STANDARD)
    assert moved(done)[1] == right["total"]


@case
def hand_13(setup: dict[str, Any], right: Said) -> None:
    given = setup["tiles_given"].removesuffix(" (13 tiles)")
    with pytest.raises(TileError, match="which tile won"):
        tiles(given)
    # A winning tile that is not among fourteen, and twelve with one.
    refused = [f"{given} 9s win {setup['win_tile']}", f"{given.replace('11s', '1s')} win {setup['win_tile']}"]
    for text in refused:
        with pytest.raises(TileError, match="type 13"):
            tiles(text)
    assert right["reject_13_tiles"] is True
    for text in (f"{given} win {setup['win_tile']}", f"{setup['win_tile']} {given} win {setup['win_tile']}"):
        found = tiles(text, tsumo=True)
        han, fu = price_of(found)
        paid = tsumo(found.price)
        assert right["with_win_tile"] == {
            "han": han,
            "fu": fu,
            "non_dealer": {"dealer": paid.dealer, "other": paid.each},
            "dealer_each": tsumo(found.price, dealer=True).each,
        }


@case
def hand_15(setup: dict[str, Any], right: Said) -> None:
    text = f"{setup['tiles']} win {setup['win_tile']}"
    found = tiles(text, tsumo=True)
    assert price_of(found) == (1, right["tsumo"]["fu"])
    paid = tsumo(found.price)
    raw, fu = raw_and_fu(found.fu)
    assert {"fu_raw": raw, "fu": fu, "dealer": paid.dealer, "other": paid.each} == right["tsumo"]
    found = tiles(text, riichi=True)
    assert price_of(found) == (1, right["ron"]["fu"])
    raw, fu = raw_and_fu(found.fu)
    assert {"fu_raw": raw, "fu": fu, "points": ron(found.price)} == right["ron"]


@case
def hand_17(setup: dict[str, Any], right: Said) -> None:
    kiriage = replace(STANDARD, kiriage=True)
    for shape in setup["cases"]:
        sets = (Meld(Shape.KAN, open=shape["open"]), Meld(Shape.PON), CHI, CHI)
        fu = count_fu(FuHand(sets, Pair.DRAGON, Wait.CLOSED), STANDARD)
        assert parts_of(fu) == sorted(shape["parts"].values())
        said = right["open" if shape["open"] else "closed"]
        price = HanFu(setup["han"], fu.rounded)
        results = {
            "fu_raw": fu.raw,
            "fu": fu.rounded,
            "non_dealer": ron(price),
            "non_dealer_kiriage": ron(price, kiriage),
        }
        assert {key: results[key] for key in said} == said


@case
def hand_18(setup: dict[str, Any], right: Said) -> None:
    found = tiles(f"{setup['tiles']} win {setup['win_tile']}", riichi=setup["riichi"])
    assert price_of(found) == (right["han"], right["fu"])
    assert raw_and_fu(found.fu)[0] == right["fu_raw"]
    assert ron(found.price) == right["ron"]


@case
def hand_20(setup: dict[str, Any], right: Said) -> None:
    for name, limit in (("off", "sanbaiman"), ("single", "yakuman"), ("stacking", "stacking")):
        assert name in setup["counted_yakuman"]
        assert ron(HanFu(setup["han"]), replace(STANDARD, counted_limit=limit)) == right[name]


@case
def hand_21(_: dict[str, Any], right: Said) -> None:
    winds = "pon 111z pon 222z pon 333z"
    for name, double in (("off", ()), ("on", ("daisuushii",))):
        rules = replace(STANDARD, double_yakuman=double)
        four = tiles(f"444z 1m {winds} win 1m", rules)
        with_honours = tiles(f"444z 5z {winds} win 5z", rules)
        paid = {"four_big_winds": ron(four.price, rules), "with_all_honours": ron(with_honours.price, rules)}
        assert paid == right[name]


@case
def hand_22(_: dict[str, Any], right: Said) -> None:
    pairs = tiles("112233445566z 7z win 7z indicator 1z")
    assert isinstance(pairs.price, YakumanHand)
    assert {"yakuman": pairs.price.multiple, "points": ron(pairs.price)} == right["seven_pairs"]
    orphans = tiles("19m 19p 19s 1234567z win 1z first-turn", seat_wind=0, tsumo=True)
    assert isinstance(orphans.price, YakumanHand)
    each = tsumo(orphans.price, dealer=True).each
    said = {"yakuman": orphans.price.multiple, "each": each, "total": 3 * each}
    assert said == right["thirteen_orphans"]


@case
def hand_23(_: dict[str, Any], right: Said) -> None:
    """What a hand of tiles is said to be worth is what is booked for it."""
    text = "111m 333p 555s 777z 9m win 9m"
    found = tiles(text)
    assert [yaku.name for yaku in found.yaku] == ["suuankou-tanki"]
    booked = moved(played(Ron(2, (Win(1, found.price),)), Table(0, 0, 0, 0, (50_000,) * 4), STANDARD))
    assert (booked[1], ron(found.price)) == (right["paid"], right["shown"])
    doubled = tiles(text, SOUL)
    booked = moved(played(Ron(2, (Win(1, doubled.price),)), Table(0, 0, 0, 0, (50_000,) * 4), SOUL))
    assert booked[1] == ron(doubled.price, SOUL) == 64_000


@case
def hand_27(setup: dict[str, Any], right: Said) -> None:
    found = tiles(f"{setup['tiles']} win 6s robbing ippatsu", riichi=setup["riichi"])
    assert price_of(found) == (right["han"], right["fu"])
    assert ron(found.price) == right["ron"]
    assert sorted(yaku.name for yaku in found.yaku) == sorted(YAKU[name] for name in right["yaku"])


@case
def hand_29(setup: dict[str, Any], right: Said) -> None:
    opened = (Meld(Shape.CHI, open=True), CHI, CHI, CHI)
    quads = (CLOSED_HONOURS, CLOSED_HONOURS, Meld(Shape.KAN), CHI)
    counted = [
        count_fu(hand, STANDARD)
        for hand in (
            FuHand((CHI,) * 4, tsumo=True),
            FuHand(opened, wait=Wait.CLOSED),
            FuHand(()),
            FuHand((CHI,) * 4),
            FuHand((CHI,) * 4, wait=Wait.SINGLE),
            FuHand(quads),
        )
    ]
    assert [fu.raw for fu in counted] == setup["fu_raw"]
    assert [int(raw.split()[0]) for raw in right["fu_rounded"]] == setup["fu_raw"]
    assert [fu.rounded for fu in counted] == list(right["fu_rounded"].values())
    by_ron = {str(raw): ron_points(Base(raw // 4), STANDARD, dealer_wins=False) for raw in setup["points_raw"]}
    assert by_ron == right["points_rounded"]


@case
def hand_31(setup: dict[str, Any], right: Said) -> None:
    first, second = replay([Tsumo(Win(0, MANGAN))] * 2, PLAIN)
    assert first.before.scores == (setup["start"],) * 4
    assert first.after.scores == by_seat(right["after_first"])
    assert second.after.scores == by_seat(right["after_second"])
    assert_next(second, right["next"])


@case
def hand_33(_: dict[str, Any], right: Said) -> None:
    fu = count_fu(FuHand(()), STANDARD).rounded
    assert fu == right["fu"]
    assert {han: ron(HanFu(int(han), fu)) for han in right["ron"]} == right["ron"]
    paid = tsumo(HanFu(3, fu))
    total = {"dealer": paid.dealer, "other": paid.each, "total": paid.dealer + 2 * paid.each}
    assert total == right["tsumo_3"]


# Draws.


@case
def draw_05(setup: dict[str, Any], right: Said) -> None:
    table = table_at(setup)
    in_riichi, winners = tuple(map(seat, setup["riichi"])), tuple(map(seat, setup["ron"]))
    with pytest.raises(ImpossibleFacts, match="type abort triple-ron"):
        payments(Ron(3, tuple(Win(winner, MANGAN) for winner in winners), in_riichi, on_riichi=True), table, TENHOU)
    done = played(AbortiveDraw(Abort.TRIPLE_RON, in_riichi), table, TENHOU)
    assert by_name(moved(done)) == right["deltas"]
    assert done.after.sticks == right["sticks_after"]
    assert (
        sum(payment.points for payment in done.paid if payment.reason is Reason.RON) == right["payments_for_the_rons"]
    )
    assert_next(done, right["next"])


@case
def draw_06(setup: dict[str, Any], right: Said) -> None:
    done = played(AbortiveDraw(Abort.TRIPLE_RON), table_at(setup), TENHOU)
    assert by_name(moved(done)) == right["deltas"]
    assert_next(done, right["next"])


@case
def draw_07(setup: dict[str, Any], right: Said) -> None:
    facts = AbortiveDraw(Abort.NINE_TERMINALS)
    for may_stop in ("automatic", "asked"):
        rules = replace(TENHOU, agari_yame=may_stop)
        done = played(facts, table_at(setup, by_seat(setup["scores"])), rules)
        assert by_name(moved(done)) == right["deltas"]
        assert done.after.over is right["game_over"]
        assert not dealer_may_end(done.before, facts, done.after, rules)
        assert_next(done, right["next"])


# Several winners.


@case
def multiron_01(setup: dict[str, Any], right: Said) -> None:
    wins = tuple(Win(seat(player), LimitHand(Limit(limit))) for won in setup["wins"] for player, limit in won.items())
    done = played(Ron(seat(setup["discarder"]), wins), table_at(setup), SOUL)
    assert by_name(moved(done)) == right["deltas"]
    assert_next(done, right["next"])


@case
def multiron_04(setup: dict[str, Any], right: Said) -> None:
    rules, table = replace(STANDARD, multi_ron_sticks="closest"), table_at(setup)
    bump = replace(rules, multi_ron="head_bump")
    closest, dealer = Win(0, Value(3_900)), Win(1, Value(5_800))
    with pytest.raises(ImpossibleFacts, match="head bump"):
        payments(Ron(3, (closest, dealer), (0,)), table, bump)
    both = replace(rules, multi_ron_honba="closest")
    for name, wins, ruled in (("head_bump", (closest,), bump), ("double_ron", (closest, dealer), both)):
        done = played(Ron(seat(setup["discarder"]), wins, (0,)), table, ruled)
        assert by_name(moved(done)) == right[name]["deltas"]
        assert_next(done, right[name]["next"])
        assert done.after.sticks == right["sticks_after"]


@case
def multiron_05(setup: dict[str, Any], right: Said) -> None:
    wins = tuple(Win(seat(player), Value(paid)) for won in setup["wins_in_order"] for player, paid in won.items())
    done = played(Ron(2, wins), table_at(setup, (setup["scores"],) * 4), SOUL)
    to_first = sum(payment.payee == wins[0].winner for payment in done.paid)
    running = [
        tuple(setup["scores"] + points for points in change(done.paid[:number], 4)) for number in (to_first, None)
    ]
    assert by_name(running[0]) == right["after_first"]
    assert by_name(running[1]) == by_name(done.after.scores) == right["after_second"]


@case
def multiron_06(setup: dict[str, Any], right: Said) -> None:
    discarder, winners = seat(setup["discarder"]), tuple(map(seat, setup["wins"]))
    facts = Ron(discarder, tuple(Win(winner, MANGAN) for winner in winners))
    rows = [
        {"winner": PLAYERS[payment.payee], "loser": PLAYERS[payment.payer]}
        for payment in payments(facts, Table(0, 0, 0, 0, (25_000,) * 4), STANDARD)
        if payment.payee is not None and payment.payer is not None
    ]
    assert rows == right["rows"]
    assert right["checks"] == ["same loser in all rows", "loser is not a winner", "no winner twice"]
    assert len({row["loser"] for row in rows}) == 1
    for wrong in (discarder, winners[0]):
        with pytest.raises(ImpossibleFacts, match=r"cannot be the discarder|named twice"):
            check_facts(replace(facts, wins=(*facts.wins, Win(wrong, MANGAN))), 4)


# Pao.


@case
def pao_02(setup: dict[str, Any], right: Said) -> None:
    facts = Ron(seat(setup["discarder"]), (Win(seat(setup["winner"]), YakumanHand(), Liability(2)),))
    by_liable = played(facts, table_at(setup), replace(STANDARD, pao_honba="liable"))
    by_discarder = played(facts, table_at(setup), STANDARD)
    assert by_name(moved(by_liable)) == right["deltas"]
    assert by_name(moved(by_discarder)) == right["if_discarder_pays_honba"]
    assert right["invariant"] == "changes sum to zero"
    for done in (by_liable, by_discarder):
        assert sum(moved(done)) == 0
        assert sum(done.after.scores) == right["table_total"]


@case
def pao_03(setup: dict[str, Any], right: Said) -> None:
    win = Win(seat(setup["winner"]), YakumanHand(setup["yakuman"]), Liability(seat(setup["liable"]), 1))
    both: dict[str, Facts] = {"ron": Ron(seat(setup["discarder"]), (win,)), "tsumo": Tsumo(win)}
    for name, covers in (("per_yaku", "yakuman"), ("whole_hand", "hand")):
        rules = replace(STANDARD, pao_covers=covers)
        results = {how: by_name(moved(played(facts, table_at(setup), rules))) for how, facts in both.items()}
        assert results == right[name]


@case
def pao_05(setup: dict[str, Any], right: Said) -> None:
    facts = Ron(
        seat(setup["discarder"]), (Win(seat(setup["winner"]), YakumanHand(), Liability(seat(setup["liable"]))),)
    )
    for who in ("discarder", "liable"):
        done = played(facts, table_at(setup), replace(STANDARD, pao_honba=who))
        assert by_name(moved(done)) == right["deltas"]
        assert {payment.payer for payment in done.paid} == {seat(setup["liable"])}


# Chombo.


@case
def chombo_01(setup: dict[str, Any], right: Said) -> None:
    for offender, name in zip(setup["offender"], ("non_dealer_P4", "dealer_P2"), strict=True):
        done = played(Chombo(seat(offender), tuple(map(seat, setup["riichi"]))), table_at(setup), STANDARD)
        assert by_name(moved(done)) == right[name]
        assert done.after.sticks == right["sticks_after"]
        assert_next(done, right["next"])


@case
def chombo_02(setup: dict[str, Any], right: Said) -> None:
    rules = replace(PLAIN, uma=in_points(setup["uma"]), chombo="penalty", chombo_points=20_000)
    results = placement(by_seat(setup["scores"]), rules, AtTheEnd(chombos=(0, 1, 0, 0)))
    assert in_thousands(results) == right["points"]
    assert by_name(each.place for each in results) == right["places"]
    assert sum(each.points for each in results) / 1_000 == right["sum"]


@case
def chombo_03(setup: dict[str, Any], right: Said) -> None:
    facts = Chombo(seat(setup["offender"]))
    again = played(facts, table_at(setup), STANDARD)
    assert again.after.over is right["replay"]["game_over"]
    assert_next(again, right["replay"]["next"])
    ends = played(facts, table_at(setup), replace(STANDARD, chombo_ends_game=True))
    assert {"game_over": ends.after.over} == right["ends"]


@case
def chombo_04(setup: dict[str, Any], right: Said) -> None:
    """A fine paid to nobody comes off the result; the boxes are counted, and add up, without it."""
    fine = -setup["penalty"]["P1"]
    assert right["accepted_with"] == f"penalty entry of {fine}"
    rules = replace(PLAIN, chombo="penalty", chombo_points=fine)
    done = played(Chombo(0), Table(0, 0, 0, 0, (setup["scores_before"],) * 4), rules)
    results = placement(done.after.scores, rules, AtTheEnd(chombos=(1, 0, 0, 0)))
    assert done.after.scores == done.before.scores
    assert by_name(each.raw_score + each.penalty for each in results) == right["scores_after"]
    assert sum(each.raw_score + each.penalty for each in results) == right["table_total"]
    assert sum(each.points for each in results) == -fine


@case
def chombo_05(setup: dict[str, Any], right: Said) -> None:
    table, in_riichi = table_at(setup), tuple(map(seat, setup["riichi"]))
    with pytest.raises(ImpossibleFacts, match="a riichi without tenpai is a chombo"):
        payments(ExhaustiveDraw(tuple(map(seat, setup["ready"])), in_riichi), table, STANDARD)
    done = played(Chombo(in_riichi[0], in_riichi), table, STANDARD)
    assert by_name(moved(done)) == right["deltas"]
    assert done.after.sticks == right["sticks_after"]
    assert_next(done, right["next"])


# Three players.


@case
def sanma_01(setup: dict[str, Any], right: Said) -> None:
    price, honba = HanFu(setup["han"], setup["fu"]), setup["honba"]
    paid = {dealer: paid_for(price, THREE, dealer=dealer, tsumo=False, honba=honba).ron for dealer in (True, False)}
    assert (paid[True], paid[False]) == (right["dealer"], right["non_dealer"])
    assert paid[False] - ron(price, THREE) == right["honba_ron"]
    each = paid_for(price, THREE, dealer=True, tsumo=True, honba=honba).each
    assert each - tsumo(price, THREE, dealer=True).each == right["honba_tsumo_each"]


@case
def sanma_02(setup: dict[str, Any], right: Said) -> None:
    without = "234p 567p 99p 67p 222z win 8p indicator 3p"
    said = {"seat_wind": 2, "tsumo": True, "riichi": True, "players": 3}
    for text, north in ((f"{without} north {setup['north_dora']}", True), (without, False)):
        found = tiles(text, THREE, **said)
        assert found.limit is not None
        paid = tsumo(found.price, THREE)
        shares = {"dealer": paid.dealer, "other": paid.each, "total": paid.dealer + paid.each}
        if north:
            assert (price_of(found)[0], found.limit) == (right["han"], right["limit"])
            assert shares == right["tsumo"]
        else:
            assert price_of(found)[0] == setup["han_without_north"]
            assert {"limit": found.limit, **shares} == right["without_north"]


@case
def sanma_03(setup: dict[str, Any], right: Said) -> None:
    price = HanFu(setup["han"], setup["fu"])
    dealer, other = tsumo(price, THREE, dealer=True), tsumo(price, THREE)
    assert {"each": dealer.each, "total": 2 * dealer.each} == right["dealer"]
    total = {"dealer": other.dealer, "other": other.each, "total": other.dealer + other.each}
    assert total == right["non_dealer"]
    assert {"dealer": ron(price, THREE, dealer=True), "non_dealer": ron(price, THREE)} == right["ron_unchanged"]
    table = Table(0, 0, 0, 0, (35_000,) * 3)
    assert moved(played(Tsumo(Win(0, price)), table, THREE))[0] == right["dealer"]["total"]
    assert moved(played(Tsumo(Win(1, price)), table, THREE))[1] == right["non_dealer"]["total"]


@case
def sanma_05(setup: dict[str, Any], right: Said) -> None:
    assert (THREE.start_points, THREE.extension_target) == (setup["start"], setup["target"])
    results = {}
    for name, scores in zip(("first", "second"), setup["scores_after"], strict=True):
        done = dealer_wins_to(by_seat(scores), setup, THREE)
        place = following(done.after)
        results[name] = "game over" if done.after.over else f"continue {place['round']} honba {place['honba']}"
    assert results == {"first": right["first"], "second": right["second"]}


@case
def sanma_07(setup: dict[str, Any], right: Said) -> None:
    rules = preset("kansai-3p")
    assert (rules.honba_ron, rules.noten_pool) == (setup["rule"]["honba"], setup["rule"]["noten_pool"])
    won = setup["cases"][0]
    assert paid_for(Value(won["ron"]), rules, dealer=False, tsumo=False, honba=won["honba"]).ron == right["ron_paid"]
    table = Table(0, 0, 0, 0, (35_000,) * 3)
    for name, ready in (("one_ready", (0,)), ("two_ready", (0, 1))):
        assert list(moved(played(ExhaustiveDraw(ready), table, rules))) == right[name]


@case
def sanma_08(_: dict[str, Any], right: Said) -> None:
    rules = replace(THREE, uma=in_points(right["uma"]), rounding="none")
    assert sum(rules.uma) == right["sum"]
    results = placement((45_000, 35_000, 25_000), replace(rules, target_points=35_000))
    assert [each.points for each in results] == [50_000, -10_000, -40_000]
    with pytest.raises(RulesetError, match="must sum to zero"):
        replace(rules, uma=(30_000, 10_000, -10_000))


# The end of a game.


def dealer_wins_to(scores: tuple[int, ...], said: Mapping[str, Any], rules: Ruleset) -> Step:
    """A win of the dealer of the last hand after which the scores are those."""
    table = table_at(said, scores)
    facts = Tsumo(Win(table.dealer, HanFu(1, 30)))
    moves = change(payments(facts, table, rules), len(scores))
    done = played(facts, replace(table, scores=tuple(s - m for s, m in zip(scores, moves, strict=True))), rules)
    assert done.after.scores == scores
    return done


def with_sticks(results: Iterable[SeatResult]) -> list[int]:
    """What each has in the end with the sticks that were left."""
    return [each.raw_score + each.leftover_sticks for each in results]


@case
def endgame_01(setup: dict[str, Any], right: Said) -> None:
    table = Table(1, 3, 0, setup["sticks"], by_seat(setup["scores"]))
    done = played(ExhaustiveDraw(), table, STANDARD)
    assert done.after.over
    assert STANDARD.start_points == setup["start"]
    results = placement(done.after.scores, STANDARD, AtTheEnd(done.after.sticks))
    assert by_name(with_sticks(results)) == right["scores"]
    assert sum(with_sticks(results)) == right["table_total"]
    left = done.after.sticks * STICK - sum(each.leftover_sticks for each in results)
    assert left == right["sticks_after"]
    assert sum(each.points for each in results) == 0


@case
def endgame_02(setup: dict[str, Any], right: Said) -> None:
    won = setup["result"]
    facts = Ron(seat(won["from"]), (Win(seat(won["winner"]), Value(won["points"])),))
    done = played(facts, table_at(setup, by_seat(setup["scores_before"])), PLAIN)
    assert done.after.over
    results = placement(done.after.scores, PLAIN, AtTheEnd(done.after.sticks))
    assert by_name(with_sticks(results)) == right["scores"]
    assert sum(with_sticks(results)) == right["table_total"]
    assert sum(each.leftover_sticks for each in results) == right["extra_award"]


@case
def endgame_03(setup: dict[str, Any], right: Said) -> None:
    """A game that is ended by hand has the same placement as one that the rules end."""
    results = placement(by_seat(setup["scores"]), PLAIN, AtTheEnd(setup["sticks"]))
    assert by_name(with_sticks(results)) == right["scores"]
    assert sum(with_sticks(results)) == right["table_total"]


@case
def endgame_04(setup: dict[str, Any], right: Said) -> None:
    """Eight hands without a repeat: P3 wins 2,000 two or three times, and at the end nobody is tenpai."""
    assert TENHOU.extension_target == setup["target"]
    win, small = Ron(3, (Win(2, HanFu(2, 30)),)), Ron(1, (Win(3, HanFu(1, 30)),))
    high = [win, win, small, replace(win, discarder=1)]
    low = [win, win, small, Ron(0, (Win(1, HanFu(1, 30)),))]
    ended = replay([*high, *[ExhaustiveDraw()] * 4], TENHOU)
    goes_on = replay([*low, *[ExhaustiveDraw()] * 4], TENHOU)
    tops = [max(steps[-1].after.scores) for steps in (ended, goes_on)]
    assert tops == [each["top_after_S4"] for each in setup["cases"]]
    assert [len(steps) for steps in (ended, goes_on)] == [right["hands"]] * 2
    assert [following(each.before)["round"] for each in ended] == [f"{wind}{n}" for wind in "ES" for n in range(1, 5)]
    assert not any(each.after.over for each in ended[:-1])
    assert right["first"] == "ends after S4"
    assert ended[-1].after.over
    assert right["second"] == "goes to W1 and ends when someone reaches 30000"
    assert (goes_on[-1].after.over, following(goes_on[-1].after)["round"]) == (False, "W1")
    nobody = played(ExhaustiveDraw(), goes_on[-1].after, TENHOU)
    assert (nobody.after.over, following(nobody.after)["round"]) == (False, "W2")
    somebody = played(win, goes_on[-1].after, TENHOU)
    assert max(somebody.after.scores) >= setup["target"]
    assert somebody.after.over


@case
def endgame_05(setup: dict[str, Any], right: Said) -> None:
    table = table_at(setup)
    ready, not_ready = played(ExhaustiveDraw((3,)), table, TENHOU), played(ExhaustiveDraw((0,)), table, TENHOU)
    assert max(*ready.after.scores, *not_ready.after.scores) < TENHOU.extension_target
    assert ready.after.over is right["ready"]["game_over"]
    assert_next(ready, right["ready"]["next"])
    assert {"game_over": not_ready.after.over} == right["not_ready"]


@case
def endgame_06(setup: dict[str, Any], right: Said) -> None:
    assert TENHOU.extension_target == setup["target"]
    asked = replace(TENHOU, agari_yame="asked")
    results, choices = [], []
    for scores in setup["scores_after"]:
        done = dealer_wins_to(by_seat(scores), setup, TENHOU)
        place = following(done.after)
        results.append("game over" if done.after.over else f"{place['round']} honba {place['honba']}")
        done = dealer_wins_to(by_seat(scores), setup, asked)
        assert not done.after.over
        choices.append(dealer_may_end(done.before, done.facts, done.after, asked))
    assert results == right["results"]
    assert right["optional_stop"] == "ask when the rule makes it a choice"
    assert choices == [True, False, False]


@case
def endgame_09(setup: dict[str, Any], right: Said) -> None:
    assert setup["bankruptcy_rule"] == ["below zero", "zero or below"]
    for bust in ("below_zero", "zero_or_below"):
        rules, results = replace(STANDARD, bust=bust), {}
        for left in setup["score_after_hand"]:
            table = Table(0, 0, 0, 0, (30_000, 8_000 + left, 30_000, 30_000))
            done = played(Ron(1, (Win(2, MANGAN),)), table, rules)
            assert done.after.scores[1] == left
            results[str(left)] = "game over" if done.after.over else "continue"
        assert results == right[bust]


# Results.


def in_points(thousands: Sequence[int]) -> tuple[int, ...]:
    return tuple(1_000 * each for each in thousands)


def in_thousands(results: Iterable[SeatResult]) -> dict[str, float]:
    return by_name(each.points / 1_000 for each in results)


@case
def uma_01(setup: dict[str, Any], right: Said) -> None:
    rules = replace(PLAIN, target_points=setup["target"])
    assert rules.winner_bonus == 20_000
    results = placement(by_seat(setup["scores"]), rules)
    assert in_thousands(results) == right["points"]
    assert sum(each.points for each in results) == right["sum"]


@case
def uma_02(setup: dict[str, Any], right: Said) -> None:
    by_order = replace(PLAIN, uma=in_points(setup["uma"]), tie_uma="seat_order")
    for target in setup["targets"]:
        results = placement((setup["scores_all"],) * 4, replace(by_order, target_points=target))
        assert in_thousands(results) == right[f"target_{target}"]


@case
def uma_03(setup: dict[str, Any], right: Said) -> None:
    rules = replace(PLAIN, uma=in_points(setup["uma_in_thousands"]))
    final = [each.points + rules.target_points for each in placement(by_seat(setup["scores"]), rules)]
    assert by_name(final) == right["final_score"]
    assert sum(final) == right["sum"]


@case
def uma_04(setup: dict[str, Any], right: Said) -> None:
    rules = replace(PLAIN, target_points=setup["target"])
    for name, rounding in (("none", "none"), ("half_up", "half_up"), ("five_down", "five_down")):
        results = placement(by_seat(setup["scores"]), replace(rules, rounding=rounding, rounding_of="score"))
        assert in_thousands(results) == right[name]
        assert sum(each.points for each in results) == 0


@case
def uma_06(setup: dict[str, Any], right: Said) -> None:
    results = placement(by_seat(setup["scores"]), replace(PLAIN, target_points=setup["target"]))
    assert in_thousands(results) == right["points"]
    assert sum(each.points for each in results) == right["sum"]


# Ties.


@case
def tie_02(setup: dict[str, Any], right: Said) -> None:
    rules = replace(TENHOU, target_points=setup["target"], uma=in_points(setup["uma"]), rounding="none")
    dealer, scores = seat(setup["last_dealer"]), by_seat(setup["scores"])
    # Everyone tenpai: nothing moves, and the dealer stays.
    done = played(ExhaustiveDraw((0, 1, 2, 3)), Table(1, dealer, 0, setup["sticks"], scores), rules)
    assert done.after.over is right["dealer_stop"]
    results = placement(scores, rules, AtTheEnd(setup["sticks"], last_dealer=dealer))
    assert [PLAYERS[each.seat] for each in sorted(results, key=lambda each: each.place)] == right["order"]
    final = [each.points + rules.target_points for each in results]
    assert by_name(final) == right["final_score"]
    assert sum(final) == right["table_total"]


@case
def tie_05(setup: dict[str, Any], right: Said) -> None:
    ranks = {place: tie.place for tie in ties_of(setup["points"]) for place in tie.seats}
    assert [ranks[place] for place in range(len(setup["points"]))] == right["ranks"]


@pytest.fixture(scope="module")
def reported(shared_data: Path) -> dict[str, dict[str, Any]]:
    lines = (shared_data / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {each["id"]: each for each in map(json.loads, lines) if each["kind"] in KINDS}


@pytest.mark.parametrize("name", marked(CASES))
def test_a_reported_case_is_right_here(name: str, reported: dict[str, dict[str, Any]]) -> None:
    said = Said(reported[name]["right"])
    CASES[name](reported[name]["setup"], said)
    assert {key for key in said if (name, key) not in ONLY_WORDS} == said.read


def test_every_reported_case_of_the_rules_is_here(reported: dict[str, dict[str, Any]]) -> None:
    assert CASES.keys() | DISPUTED.keys() == reported.keys()
    assert not CASES.keys() & DISPUTED.keys()
    assert all(key in reported[name]["right"] for name, key in ONLY_WORDS)


# A peer's vectors. Their scores are not always those of a whole table: they are about the change.

PEER = replace(STANDARD, nagashi="payment", abortive_draws=("nine-terminals",), minimum_fu_on_ron=20)
"""Their rules where a vector says nothing; one of theirs is a ron with 20 fu, which only some rulesets here have."""
RULES_KEYS: dict[tuple[str, Any], dict[str, Any]] = {
    ("kiriage_mangan", True): {"kiriage": True},
    ("kazoe_yakuman", True): {"counted_limit": "yakuman"},
    ("abortive_draws", True): {"abortive_draws": ("nine-terminals",)},
    ("abortive_draws", False): {"abortive_draws": ()},
    ("multiron_riichi", "own_back_rest_to_nearest"): {"multi_ron_sticks": "own_back"},
    ("multiron_honba", "each_winner"): {"multi_ron_honba": "each"},
    ("chombo_reverse_mangan", True): {"chombo": "reverse_mangan"},
    ("chombo_reverse_mangan", False): {"chombo": "penalty", "chombo_points": 20_000},
    ("chombo_amount", 20): {"chombo": "penalty", "chombo_points": 20_000},
    ("chombo_amount", 20_000): {"chombo": "penalty", "chombo_points": 20_000},
    ("equalize_ties", True): {"tie_uma": "share", "tie_bonus": "share"},
    ("equalize_ties", False): {"tie_uma": "seat_order", "tie_bonus": "seat_order"},
    ("start_points", 30_000): {"start_points": 30_000, "target_points": 30_000},
    ("oka_total", 0): {},
    ("leftover_riichi", "to_winner"): {"leftover_sticks": "first"},
    ("chip_value", 2_000): {"chip_value": 2_000},
}
"""Their keys of rules, in ours."""


def peer_rules(said: Mapping[str, Any]) -> Ruleset:
    rules = PEER
    for key, value in said.items():
        if key == "uma":
            rules = replace(rules, uma=tuple(value))
        elif key == "complex_uma":
            usual, three, one = (tuple(value[name]) for name in ("otherwise", "three_below_start", "one_below_start"))
            rules = replace(rules, uma=(), uma_by_floating=(usual, three, usual, one, usual))
        else:
            rules = replace(rules, **RULES_KEYS[key, value])
    return rules


def peer_facts(said: Mapping[str, Any]) -> Facts:
    in_riichi = tuple(said.get("riichi", ()))
    match said["outcome"]:
        case "ron":
            return Ron(said["loser"], tuple(map(peer_win, said.get("wins", [said]))), in_riichi)
        case "tsumo":
            return Tsumo(peer_win(said), in_riichi)
        case "draw" | "nagashi":
            # Who is in riichi is tenpai, which they do not say of every nagashi.
            tenpai = tuple(sorted({*said.get("tenpai", ()), *in_riichi}))
            return ExhaustiveDraw(tenpai, in_riichi, tuple(said.get("nagashi", ())))
        case "abort":
            return AbortiveDraw(Abort.NINE_TERMINALS, in_riichi)
        case "chombo":
            return Chombo(said["offender"], tuple(said.get("riichi_in_hand", ())))
    raise AssertionError(said)


def peer_win(said: Mapping[str, Any]) -> Win:
    price = YakumanHand(said["yakuman"]) if "yakuman" in said else HanFu(said["han"], said["fu"])
    return Win(said["winner"], price, Liability(said["pao"]) if "pao" in said else None)


def peer_table(said: Mapping[str, Any]) -> Table:
    number = said.get("round", said.get("dealer", 0) + 1) - 1
    scores = tuple(said.get("scores_before", (30_000,) * 4))
    table = Table(number // 4, number % 4, said.get("honba", 0), said.get("sticks_on_table", 0), scores)
    assert said.get("dealer", table.dealer) == table.dealer
    return table


def peer_hands(vector: dict[str, Any]) -> None:
    """One hand or several, and what was moved and follows."""
    said, expected, rules = vector["input"], vector["expected"], peer_rules(vector.get("rules", {}))
    if "error" in expected:
        assert expected == {"error": True}
        with pytest.raises(ImpossibleFacts):
            payments(peer_facts(said), peer_table(said), rules)
        return
    first = table = peer_table(said)
    fouls = [0] * 4
    for hand in said.get("sequence", [said]):
        facts = peer_facts(hand)
        table = played(facts, table, rules).after
        if isinstance(facts, Chombo):
            fouls[facts.offender] += 1
    taken = penalties(rules, AtTheEnd(chombos=tuple(fouls)))
    results = {
        "deltas": [after - before for after, before in zip(table.scores, first.scores, strict=True)],
        "scores_after": list(table.scores),
        "next_round": peer_round(table),
        "next_honba": table.honba,
        "next_sticks": table.sticks,
        "next_dealer": table.dealer,
        "chombo_ledger": {str(who): points // 1_000 for who, points in enumerate(taken) if points},
    }
    assert {key: results[key] for key in expected} == expected


def peer_round(table: Table) -> int:
    return 4 * table.round_wind + table.dealer + 1


def peer_uma(vector: dict[str, Any]) -> None:
    scores, rules = tuple(vector["input"]["scores"]), peer_rules(vector["rules"])
    by_place = sorted(zip(scores, uma(scores, rules, NOTHING_MORE), strict=True), key=lambda each: -each[0])
    assert {"uma_by_place": [points for _, points in by_place]} == vector["expected"]


def peer_final(vector: dict[str, Any]) -> None:
    said, expected = vector["input"], vector["expected"]
    rules = replace(peer_rules(vector["rules"]), share_unit=100, share_rest="lost")
    scores = tuple(said.get("scores") or said["scores_before_leftover"])
    end = AtTheEnd(sticks_left=said.get("leftover_sticks", 0), chips=tuple(said.get("chips", ())))
    results = placement(scores, rules, end)
    points = {str(each.seat): each.points for each in results}
    assert {who: points[who] for who in expected["rating_delta_by_seat"]} == expected["rating_delta_by_seat"]
    if "place_by_seat" in expected:
        assert [each.place for each in results] == expected["place_by_seat"]
    assert expected.keys() <= {"rating_delta_by_seat", "place_by_seat"}
    # Their share that is lost leaves the results 100 short.
    assert sum(points.values()) == (-100 if vector["id"] == "final-08" else 0)


def gameend_01(vector: dict[str, Any]) -> None:
    facts = [peer_facts(hand) for hand in vector["input"]["sequence"]]
    first, second = replay(facts, PEER)
    shown = [
        {
            "scores": list(each.after.scores),
            "sticks": each.after.sticks,
            "honba": each.after.honba,
            "round": peer_round(each.after),
        }
        for each in (first, second)
    ]
    assert shown == vector["expected"]["after_each"]
    assert vector["expected"]["after_undo_of_last"] == "identical to state after hand 1"
    assert replay(facts[:-1], PEER)[-1].after == first.after == second.before


def gameend_02(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    tenhou_of_peer(vector)
    hands: list[Facts] = [
        Tsumo(Win(3, YakumanHand())),
        *[ExhaustiveDraw()] * 6,
        AbortiveDraw(Abort.NINE_TERMINALS),
        Chombo(0),
    ]
    *_, last_draw, abort, foul = replay(hands, TENHOU)
    assert peer_round(last_draw.after) == peer_round(abort.after) == peer_round(foul.after) == expected["round"]
    assert abort.after.over is expected["finished_after_abort"]
    assert foul.after.over is expected["finished_after_chombo"]
    assert last_draw.after.scores[3] == max(last_draw.after.scores) > TENHOU.extension_target


def gameend_03(vector: dict[str, Any]) -> None:
    tenhou_of_peer(vector)
    last = replay([ExhaustiveDraw()] * 8, TENHOU)[-1].after
    assert {"round": peer_round(last), "finished": last.over} == vector["expected"]


def tenhou_of_peer(vector: dict[str, Any]) -> None:
    """Their Tenhou is ours."""
    assert vector["rules"] == {
        "preset": "tenhounet",
        "start_points": TENHOU.start_points,
        "goal_points": TENHOU.extension_target,
        "extra_rounds": TENHOU.extension_rounds == 1,
        "agariyame": TENHOU.agari_yame == "automatic",
        "bankruptcy": TENHOU.bust != "none",
    }


def gameend_10(vector: dict[str, Any]) -> None:
    assert vector["expected"] == {"error": True}
    with pytest.raises(ImpossibleFacts, match="no payment for a chombo"):
        payments(Chombo(0), Table(0, 0, 0, 0, (30_000,) * 4), replace(STANDARD, chombo="none"))


def validation_01(vector: dict[str, Any]) -> None:
    """Their 0 is a hand whose fu do not matter; beyond 110 there are hands with several kans, which they leave out."""
    limit, *allowed = vector["expected"]["allowed"]
    accepted = []
    for fu in range(1, 111):
        try:
            base_points(HanFu(4, fu), STANDARD, ron=fu != 20)
        except CannotOccur:
            continue
        accepted.append(fu)
    assert (limit, allowed) == (0, accepted)
    assert base_points(HanFu(5), STANDARD, ron=True) == base_points(MANGAN, STANDARD, ron=True)


PEERS: dict[str, Callable[[dict[str, Any]], None]] = {
    **dict.fromkeys(
        ("ron", "tsumo", "pao", "state", "multiron", "draw", "abort", "chombo", "nagashi"),
        peer_hands,
    ),
    "uma": peer_uma,
    "final": peer_final,
    "gameend-01": gameend_01,
    "gameend-02": gameend_02,
    "gameend-03": gameend_03,
    "gameend-10": gameend_10,
    "validation-01": validation_01,
}
"""What checks a vector, by its category or by its own name."""
VECTORS = {
    "ron": ("07", "08", "09", "10", "12", "13", "15", "18", "19"),
    "tsumo": ("02", "04", "07"),
    "pao": ("02", "03", "05"),
    "state": ("01", "02", "03", "08", "09", "10"),
    "multiron": ("01",),
    "draw": ("05",),
    "abort": ("01",),
    "chombo": ("01", "02", "03", "04", "05"),
    "nagashi": ("01", "03", "04", "05", "06", "08", "09", "10", "11", "12"),
    "uma": ("01", "02", "03", "04", "06", "08", "11", "14", "15", "18", "20", "21", "23", "24"),
    "final": ("01", "03", "08", "09"),
    "gameend": ("01", "02", "03", "10"),
    "validation": ("01",),
}
"""The vectors that are checked, by category."""
NAMES = [f"{category}-{number}" for category, numbers in VECTORS.items() for number in numbers]


@pytest.fixture(scope="module")
def vectors(shared_data: Path) -> dict[str, dict[str, Any]]:
    text = (shared_data / "peer_vectors.json").read_text(encoding="utf-8")
    return {each["id"]: each for each in json.loads(text)["vectors"]}


@pytest.mark.parametrize("name", marked(NAMES))
def test_a_vector_of_a_peer_comes_out_here_too(name: str, vectors: dict[str, dict[str, Any]]) -> None:
    vector = vectors[name]
    assert vector["category"] == name.rpartition("-")[0]
    PEERS[name if name in PEERS else vector["category"]](vector)


def test_every_vector_of_the_peer_is_here_or_is_answered(vectors: dict[str, dict[str, Any]]) -> None:
    assert {*NAMES, *OTHER} == vectors.keys()
    assert not OTHER.keys() & {*NAMES}
