"""A ruleset: everything a club can decide about how points come about, as one frozen value.

Its content is stored with each game, so a key that is absent in stored content means
the behaviour of the version that wrote it: that is the default given here.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from ledger.errors import LedgerError, listing
from ledger.names import did_you_mean
from ledger.rules.ruleset_keys import contradictions, wrong_values


class RulesetError(LedgerError):
    """A ruleset with an unknown key, a wrong value or a contradiction; problems: each of its wrong values or these."""

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of a game. Points are whole; lists go by place, first place first.

    Length and end. rounds: 1 = East only, 2 = East and South. extension_rounds: how many further
    winds are played while nobody has extension_target. target_points: what everyone owes the table
    at the end; what that brings in beyond the start points is the winner's bonus (oka).
    agari_yame: a dealer who wins or is tenpai in the last hand, leads and has the extension target
    ends the game ("automatic") or may end it ("asked"). bust: whether a score below zero, or zero
    too, ends the game.

    Points. method: "han_fu", or "dutch" for the table without fu. limits: "none" is fu x 2^(2+han)
    without a cap (ao-tenjou). kiriage: 30 fu with 4 han and 60 fu with 3 han count as mangan.
    counted_limit: what 13 han are; "stacking" makes 26 han two yakuman. most_yakuman: how many
    yakuman one hand counts at most. double_wind_pair_fu: a pair that is both the round's and the
    player's wind. open_pinfu_fu: an open hand without any other fu. rinshan_tsumo_fu: whether a
    tsumo on the tile after a kan has the fu of a tsumo. payment_unit: what each payment is rounded
    up to. open_tanyao, red_fives, renhou, double_yakuman: what a hand given as tiles may count.

    Payments. honba_ron: what the discarder pays for each counter; honba_tsumo: what each payer
    pays. noten_pool: what the noten pay together. tsumo_of_three: "bisection" shares the missing
    seat's part between the two who pay. multi_ron: "two": three at once abort the hand;
    "head_bump": only the next in turn wins. pao: the hands that make another liable; pao_covers:
    whether for that yakuman alone or for the whole hand; pao_honba: who pays the counters of a ron.
    nagashi: "payment" is paid at the draw without counters and sticks, "win" takes both.
    abortive_draws: what breaks a hand off (triple-ron goes with multi_ron "two");
    abortive_passes: after which of them the deal passes. chombo: "reverse_mangan" pays what a
    mangan tsumo would have brought, "each" pays everyone chombo_points, "penalty" takes
    chombo_points off the result after uma; chombo_ends_game: else the hand is played again.

    Result. uma, or uma_by_floating: a list for nobody, one, two … at the start points or above.
    tie_bonus: who gets the winner's bonus on a tie for first; tie_uma: who gets which uma on any
    tie; tie_place: which places are shown, "as_bonus" with one first place if one gets the bonus.
    "refuse": the players say who is ahead. share_unit: what a share is whole of; share_rest: who
    gets what does not divide. leftover_sticks: "first" goes as the bonus does, "split" to all tied
    for first. rounding: to whole thousands, of the score or of its difference to the target; first
    place takes the rest. chip_value: points of a chip. odd_unit: where rounding money leaves a unit
    between equal claims, the better or the worse placed player gets it.
    """

    name: str
    version: int
    title: str
    source: str
    players: int
    start_points: int
    target_points: int
    rounds: int = 2
    extension_rounds: int = 0
    extension_target: int = 0
    method: str = "han_fu"
    limits: str = "usual"
    kiriage: bool = False
    counted_limit: str = "yakuman"
    most_yakuman: int = 6
    minimum_fu_on_ron: int = 30
    double_wind_pair_fu: int = 2
    open_pinfu_fu: int = 30
    rinshan_tsumo_fu: bool = True
    payment_unit: int = 100
    open_tanyao: bool = True
    red_fives: bool = False
    renhou: str = "none"
    double_yakuman: tuple[str, ...] = ()
    honba_ron: int = 300
    honba_tsumo: int = 100
    noten_pool: int = 3000
    tsumo_of_three: str = "loss"
    multi_ron: str = "all"
    multi_ron_honba: str = "each"
    multi_ron_sticks: str = "own_back"
    pao: tuple[str, ...] = ()
    pao_covers: str = "yakuman"
    pao_honba: str = "discarder"
    nagashi: str = "none"
    abortive_draws: tuple[str, ...] = ()
    abortive_passes: tuple[str, ...] = ()
    chombo: str = "none"
    chombo_points: int = 0
    chombo_ends_game: bool = False
    dealer_repeat: str = "win_or_tenpai"
    agari_yame: str = "none"
    bust: str = "none"
    riichi_below_1000: bool = True
    uma: tuple[int, ...] = ()
    uma_by_floating: tuple[tuple[int, ...], ...] = ()
    tie_bonus: str = "share"
    tie_uma: str = "share"
    tie_place: str = "as_bonus"
    share_unit: int = 1
    share_rest: str = "first_seat"
    leftover_sticks: str = "first"
    rounding: str = "none"
    rounding_of: str = "score"
    chip_value: int = 0
    odd_unit: str = "best"

    def __post_init__(self) -> None:
        if problems := wrong_values(self) or contradictions(self):
            raise RulesetError(f"ruleset {self.name}: " + "; ".join(problems), problems)

    @property
    def winner_bonus(self) -> int:
        """Points that first place gets: what all owe beyond their start points."""
        return (self.target_points - self.start_points) * self.players

    def content(self) -> str:
        """The whole ruleset as canonical JSON, the form in which a game stores it."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def content_sha256(content: str) -> str:
    """The key of a stored ruleset: the SHA-256 of its content."""
    return hashlib.sha256(content.encode()).hexdigest()


def ruleset_of(values: Mapping[str, Any]) -> Ruleset:
    """A ruleset from its keys and values. Raises RulesetError naming an unknown or missing key."""
    keys = [f.name for f in fields(Ruleset)]
    for key in values:
        if key not in keys:
            raise RulesetError(f"a ruleset has no key {key!r}{did_you_mean(key, keys)}")
    required = ("name", "version", "title", "source", "players", "start_points", "target_points")
    if missing := [key for key in required if key not in values]:
        raise RulesetError(f"the ruleset lacks {listing(missing)}")
    return Ruleset(**{key: _frozen(value) for key, value in values.items()})


def _frozen(value: Any) -> Any:
    """Lists as tuples, however deep."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def ruleset_from_content(content: str) -> Ruleset:
    """The ruleset of a stored game, from its canonical JSON."""
    return ruleset_of(json.loads(content))
