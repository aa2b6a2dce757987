"""A ruleset: everything a club can decide about how points come about, as one frozen value.

Its content is stored with each game, so a key that is absent in stored content means
the behaviour of the version that wrote it: that is the default given here.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from ledger.errors import LedgerError, listing
from ledger.names import did_you_mean


class RulesetError(LedgerError):
    """A ruleset with an unknown key, a wrong value or a contradiction."""


CHOICES: Mapping[str, tuple[str, ...]] = {
    "method": ("han_fu", "dutch"),
    "limits": ("usual", "none"),
    "counted_limit": ("yakuman", "sanbaiman"),
    "tsumo_of_three": ("loss", "bisection"),
    "multi_ron": ("all", "two", "head_bump"),
    "multi_ron_honba": ("each", "closest"),
    "multi_ron_sticks": ("own_back", "closest"),
    "dealer_repeat": ("win_or_tenpai", "win", "none"),
    "agari_yame": ("none", "automatic"),
    "bust": ("none", "below_zero", "zero_or_below"),
    "tie_bonus": ("last_dealer", "share"),
    "tie_uma": ("share",),
    "leftover_sticks": ("first",),
    "odd_unit": ("best", "worst"),
}
"""The allowed values of each key that is a choice."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "version": (1, 9_999),
    "players": (3, 4),
    "start_points": (0, 1_000_000),
    "target_points": (0, 1_000_000),
    "rounds": (1, 4),
    "extension_rounds": (0, 3),
    "extension_target": (0, 1_000_000),
    "most_yakuman": (1, 6),
    "minimum_fu_on_ron": (20, 30),
    "double_wind_pair_fu": (2, 4),
    "open_pinfu_fu": (20, 30),
    "honba_ron": (0, 10_000),
    "honba_tsumo": (0, 10_000),
    "noten_pool": (0, 100_000),
}
"""The smallest and largest value of each key that is a number."""

SWITCHES = ("kiriage", "rinshan_tsumo_fu", "riichi_below_1000")
"""The keys that are true or false."""
EITHER = ("minimum_fu_on_ron", "double_wind_pair_fu", "open_pinfu_fu")
"""The numbers that are one of their bounds, and nothing between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of a game. Points are whole; lists go by place, first place first.

    target_points: what everyone owes the table at the end; what that brings in beyond the
    start points is the winner's bonus. rounds: 1 = East only, 2 = East and South.
    extension_rounds: how many further winds are played while nobody has extension_target.
    method: "han_fu", or "dutch" for the table without fu. limits: "none" is fu x 2^(2+han)
    without a cap (ao-tenjou). kiriage: 30 fu with 4 han and 60 fu with 3 han count as mangan.
    most_yakuman: how many yakuman one hand counts at most. double_wind_pair_fu: a pair that is
    both the round's and the player's wind. open_pinfu_fu: an open hand without any other fu.
    rinshan_tsumo_fu: whether a tsumo on the tile after a kan has the fu of a tsumo.
    honba_ron: what the discarder pays for each counter; honba_tsumo: what each payer pays.
    noten_pool: what the noten pay together. tsumo_of_three: "bisection" shares the missing
    seat's part between the two who pay. multi_ron: "two": three at once abort the hand;
    "head_bump": only the next in turn wins. agari_yame: "automatic": a dealer who stays in the
    last hand, leads and has the extension target ends the game. bust: whether a score below
    zero, or zero too, ends the game. tie_bonus: who gets the winner's bonus (and leftover
    sticks) on a tie for first. odd_unit: where rounding money leaves a unit between equal
    claims, the better or the worse placed player gets it.
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
    honba_ron: int = 300
    honba_tsumo: int = 100
    noten_pool: int = 3000
    tsumo_of_three: str = "loss"
    multi_ron: str = "all"
    multi_ron_honba: str = "each"
    multi_ron_sticks: str = "own_back"
    dealer_repeat: str = "win_or_tenpai"
    agari_yame: str = "none"
    bust: str = "none"
    riichi_below_1000: bool = True
    uma: tuple[int, ...] = ()
    tie_bonus: str = "share"
    tie_uma: str = "share"
    leftover_sticks: str = "first"
    odd_unit: str = "best"

    def __post_init__(self) -> None:
        if problems := _wrong_values(self) or _contradictions(self):
            raise RulesetError(f"ruleset {self.name}: " + "; ".join(problems))

    @property
    def winner_bonus(self) -> int:
        """Points that first place gets: what all owe beyond their start points."""
        return (self.target_points - self.start_points) * self.players

    def content(self) -> str:
        """The whole ruleset as canonical JSON, the form in which a game stores it."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _wrong_values(rules: Ruleset) -> list[str]:
    """What is of the wrong kind, with what is allowed."""
    problems = [
        f"{key} = {getattr(rules, key)!r}: allowed are {listing(map(repr, allowed), 'or')}"
        for key, allowed in CHOICES.items()
        if getattr(rules, key) not in allowed
    ]
    for key, (low, high) in BOUNDS.items():
        value = getattr(rules, key)
        if type(value) is not int or not low <= value <= high:
            problems.append(f"{key} = {value!r}: a whole number from {low:,} to {high:,}")
    problems += [f"{key} is true or false" for key in SWITCHES if type(getattr(rules, key)) is not bool]
    problems += [f"{key} is a text" for key in ("name", "title", "source") if type(getattr(rules, key)) is not str]
    if type(rules.uma) is not tuple:
        problems.append(f"uma = {rules.uma!r}: one whole number for each of {rules.players} places, or none")
    return problems


def _contradictions(rules: Ruleset) -> list[str]:
    """What is allowed by itself, but not together."""
    problems = []
    if any(type(u) is not int for u in rules.uma) or (rules.uma and len(rules.uma) != rules.players):
        problems.append(f"uma = {list(rules.uma)}: one whole number for each of {rules.players} places, or none")
    elif sum(rules.uma) != 0 or sorted(rules.uma, reverse=True) != list(rules.uma):
        problems.append(f"uma = {list(rules.uma)}: must sum to zero and fall from first place to last")
    if rules.rounds + rules.extension_rounds > 4:
        problems.append("rounds and extension_rounds: together at most the four winds")
    if bool(rules.extension_rounds) != bool(rules.extension_target):
        problems.append("extension_rounds and extension_target go together: how far, and the points that end the game")
    if rules.target_points < rules.start_points:
        problems.append("target_points is below start_points, so the winner's bonus would be negative")
    for key in EITHER:
        low, high = BOUNDS[key]
        if getattr(rules, key) not in (low, high):
            problems.append(f"{key} = {getattr(rules, key)}: {low} or {high}")
    if rules.method == "dutch" and (rules.limits == "none" or rules.kiriage):
        problems.append("limits = 'none' and kiriage need fu, and the Dutch table has none")
    if rules.noten_pool % (100 * 2 * (3 if rules.players == 4 else 1)):
        problems.append(f"noten_pool = {rules.noten_pool}: must divide by 1, 2 and 3 payers into hundreds")
    return problems


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
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    return Ruleset(**given)


def ruleset_from_content(content: str) -> Ruleset:
    """The ruleset of a stored game, from its canonical JSON."""
    return ruleset_of(json.loads(content))
