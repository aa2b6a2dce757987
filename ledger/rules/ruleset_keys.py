"""The keys of a ruleset: what each allows by itself, and what does not go together."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ledger.errors import listing
from ledger.shapes.hand import Abort

if TYPE_CHECKING:
    from ledger.rules.ruleset import Ruleset

CHOICES: Mapping[str, tuple[str, ...]] = {
    "method": ("han_fu", "dutch"),
    "limits": ("usual", "none"),
    "counted_limit": ("yakuman", "sanbaiman", "stacking"),
    "tsumo_of_three": ("loss", "bisection"),
    "multi_ron": ("all", "two", "head_bump"),
    "multi_ron_honba": ("each", "closest"),
    "multi_ron_sticks": ("own_back", "closest"),
    "pao_covers": ("yakuman", "hand"),
    "pao_honba": ("discarder", "liable"),
    "nagashi": ("none", "payment", "win"),
    "chombo": ("none", "reverse_mangan", "each", "penalty"),
    "renhou": ("none", "mangan", "yakuman"),
    "dealer_repeat": ("win_or_tenpai", "win", "none"),
    "agari_yame": ("none", "automatic", "asked"),
    "bust": ("none", "below_zero", "zero_or_below"),
    "tie_bonus": ("last_dealer", "share", "seat_order", "refuse"),
    "tie_uma": ("share", "seat_order", "last_dealer", "refuse"),
    "tie_place": ("as_bonus", "share", "seat_order", "last_dealer", "refuse"),
    "share_rest": ("first_seat", "seat_order", "lost"),
    "leftover_sticks": ("first", "split", "last_winner", "lost"),
    "rounding": ("none", "half_up", "half_away", "five_down", "down", "toward_zero", "up"),
    "rounding_of": ("score", "difference"),
    "odd_unit": ("best", "worst"),
}
"""The allowed values of each key that is a choice."""

LISTS: Mapping[str, tuple[str, ...]] = {
    "abortive_draws": tuple(kind.value for kind in Abort if kind is not Abort.TRIPLE_RON),
    "abortive_passes": tuple(kind.value for kind in Abort),
    "pao": ("daisangen", "daisuushii", "suukantsu", "open-kan"),
    "double_yakuman": ("daisuushii", "suuankou-tanki", "chuuren-9", "kokushi-13"),
}
"""The allowed entries of each key that is a list."""

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
    "payment_unit": (100, 1_000),
    "honba_ron": (0, 10_000),
    "honba_tsumo": (0, 10_000),
    "noten_pool": (0, 100_000),
    "chombo_points": (0, 1_000_000),
    "share_unit": (1, 100),
    "chip_value": (0, 100_000),
}
"""The smallest and largest value of each key that is a number."""

MOST_UMA = 1_000_000
"""The largest uma of a place, up or down."""
SWITCHES = ("kiriage", "rinshan_tsumo_fu", "riichi_below_1000", "chombo_ends_game", "open_tanyao", "red_fives")
"""The keys that are true or false."""
EITHER = ("minimum_fu_on_ron", "double_wind_pair_fu", "open_pinfu_fu", "payment_unit", "share_unit")
"""The numbers that are one of their bounds, and nothing between."""


def wrong_values(rules: "Ruleset") -> list[str]:
    """What is of the wrong kind, with what is allowed."""
    problems = [
        f"{key} = {getattr(rules, key)!r}: allowed are {listing(map(repr, allowed), 'or')}"
        for key, allowed in CHOICES.items()
        if getattr(rules, key) not in allowed
    ]
    for key, entries in LISTS.items():
        value = getattr(rules, key)
        if type(value) is not tuple or any(entry not in entries for entry in value) or len(set(value)) != len(value):
            shown = list(value) if type(value) is tuple else value
            problems.append(f"{key} = {shown!r}: a list of any of {listing(map(repr, entries))}, each once")
    for key, (low, high) in BOUNDS.items():
        value = getattr(rules, key)
        if type(value) is not int or not low <= value <= high:
            problems.append(f"{key} = {value!r}: a whole number from {low:,} to {high:,}")
        elif key in EITHER and value not in (low, high):
            problems.append(f"{key} = {value}: {low} or {high}")
    problems += [f"{key} is true or false" for key in SWITCHES if type(getattr(rules, key)) is not bool]
    problems += [f"{key} is a text" for key in ("name", "title", "source") if type(getattr(rules, key)) is not str]
    return [*problems, *_wrong_uma(rules)]


def _wrong_uma(rules: "Ruleset") -> Iterator[str]:
    if not _is_uma(rules.uma, rules.players) and rules.uma != ():
        yield f"uma = {_shown(rules.uma)}: one whole number for each of {rules.players} places, or none"
    lists = rules.uma_by_floating
    if lists != () and (
        type(lists) is not tuple
        or len(lists) != rules.players + 1
        or not all(_is_uma(uma, rules.players) for uma in lists)
    ):
        yield (
            f"uma_by_floating = {_shown(lists)}: {rules.players + 1} lists of one whole number for each of "
            f"{rules.players} places, for nobody, one, two … at the start points or above"
        )


def _is_uma(value: object, players: int) -> bool:
    return type(value) is tuple and len(value) == players and all(type(points) is int for points in value)


def _shown(value: object) -> object:
    return [_shown(entry) for entry in value] if isinstance(value, tuple) else value


def contradictions(rules: "Ruleset") -> list[str]:
    """What is allowed by itself, but not together."""
    return [*_uma_problems(rules), *_hand_problems(rules), *_end_problems(rules)]


def _uma_problems(rules: "Ruleset") -> Iterator[str]:
    for key, uma in [("uma", rules.uma), *(("uma_by_floating", each) for each in rules.uma_by_floating)]:
        if sum(uma) != 0 or sorted(uma, reverse=True) != list(uma):
            yield f"{key} = {list(uma)}: must sum to zero and fall from first place to last"
        if max(map(abs, uma), default=0) > MOST_UMA:
            yield f"{key} = {list(uma)}: at most {MOST_UMA:,} for a place"
    if rules.uma and rules.uma_by_floating:
        yield "uma and uma_by_floating: one or the other, so write uma = [] or uma_by_floating = []"


def _hand_problems(rules: "Ruleset") -> Iterator[str]:
    if rules.method == "dutch" and (rules.limits == "none" or rules.kiriage):
        yield "limits = 'none' and kiriage need fu, and the Dutch table has none"
    if rules.noten_pool % (100 * 2 * (3 if rules.players == 4 else 1)):
        yield f"noten_pool = {rules.noten_pool}: must divide by 1, 2 and 3 payers into hundreds"
    if bool(rules.chombo_points) != (rules.chombo in ("each", "penalty")):
        yield "chombo_points, paid to each or taken off the result, goes with chombo 'each' or 'penalty'"
    possible = {*rules.abortive_draws, *([Abort.TRIPLE_RON.value] if rules.multi_ron == "two" else [])}
    if never := [kind for kind in rules.abortive_passes if kind not in possible]:
        yield (
            f"abortive_passes = {never}: never happens, as it is not in abortive_draws "
            f"({Abort.TRIPLE_RON} goes with multi_ron 'two')"
        )
    if rules.players == 3 and (impossible := {Abort.FOUR_WINDS, Abort.FOUR_RIICHI} & {*rules.abortive_draws}):
        yield f"abortive_draws: {listing(sorted(impossible))} need four players"


def _end_problems(rules: "Ruleset") -> Iterator[str]:
    if rules.rounds + rules.extension_rounds > 4:
        yield "rounds and extension_rounds: together at most the four winds"
    if bool(rules.extension_rounds) and not rules.extension_target:
        yield "extension_rounds needs extension_target: the points that end the game"
    if rules.extension_target and not rules.extension_rounds and rules.agari_yame == "none":
        yield "extension_target goes with extension_rounds or agari_yame: without both, write extension_target = 0"
    if rules.target_points < rules.start_points:
        yield "target_points is below start_points, so the winner's bonus would be negative"
