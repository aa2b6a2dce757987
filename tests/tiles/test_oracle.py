"""Hands of tiles against the mahjong library, asked directly: random hands of every kind, and no other errors."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as LibraryMeld

from ledger.errors import LedgerError
from ledger.presets import PRESETS, preset
from ledger.rules.facts import HanFu, YakumanHand
from ledger.rules.fu import Shape
from ledger.rules.points import base_points, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.tiles.checks import WrongCircumstance
from ledger.tiles.evaluate import Found, NoHand, NoYaku, evaluate
from ledger.tiles.hand import Called, Flag, TileHand, parse_tile_hand, tile_hand_text
from ledger.tiles.situation import Situation
from ledger.tiles.tile import OUTER, Tile, TileError

FIVES = (4, 13, 22)
NORTH = 30

NEAR = [
    list(range(34)),
    list(range(27)),
    [kind for kind in range(27) if 1 <= kind % 9 <= 7],
    *([kind for kind in range(34) if kind // 9 in (suit, 3)] for suit in range(3)),
    *(list(range(first, first + 9)) for first in (0, 9, 18)),
    *([kind for kind in range(27) if first <= kind % 9 < first + 3] for first in (0, 2, 5)),
    [kind for kind in range(34) if kind in OUTER or kind % 9 in (6, 1)],
    sorted(OUTER),
    [0, 8, 9, 17, 18, 26],
    list(range(27, 34)),
    [19, 20, 21, 23, 25, 32],
]
"""Kinds of which hands are made: few kinds make dear yaku and many readings."""
SHARES = ([0.0, 0.0, 0.2, 0.6], [0.0, 0.6, 0.95], [0.0, 0.1, 0.1, 0.9])
"""How often the sets of a hand are called, how often they are chi, and how often the others are kans."""


@dataclass
class Deck:
    """The tiles still to be had; of each five the first is red, if the rules have red fives."""

    random: Random
    kinds: list[int]
    reds: bool
    left: Counter[int] = field(default_factory=Counter)
    red_left: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.left = Counter(dict.fromkeys(self.kinds, 4))
        self.red_left = {five for five in FIVES if self.reds and five in self.kinds}

    def take(self, kinds: list[int]) -> tuple[Tile, ...] | None:
        """Tiles of these kinds, or None if there are not so many."""
        if any(self.left[kind] < count for kind, count in Counter(kinds).items()):
            return None
        return tuple(self._one(kind) for kind in kinds)

    def _one(self, kind: int) -> Tile:
        red = kind in self.red_left and (self.left[kind] == 1 or self.random.random() < 0.4)
        self.left[kind] -= 1
        if red:
            self.red_left.remove(kind)
        return Tile(kind, red=red)

    def any(self, count: int) -> tuple[Tile, ...]:
        """That many tiles of any kinds."""
        found: list[Tile] = []
        while len(found) < count:
            found += self.take([self.random.choice(self.kinds)]) or ()
        return tuple(found)


def random_hand(random: Random, rules: Ruleset, players: int) -> tuple[TileHand, Situation] | None:
    """A winning hand as it could be; None where the draw makes none."""
    kinds = [kind for kind in range(34) if players == 4 or not 1 <= kind <= 7]
    deck = Deck(random, kinds, rules.red_fives)
    near = [kind for kind in random.choice(NEAR) if kind in kinds] or kinds
    shape = random.random()
    melds: list[Called] = []
    if shape < 0.06:
        tiles = deck.take([kind for kind in random.sample(near, min(7, len(near))) for _ in range(2)])
    elif shape < 0.09:
        tiles = deck.take([*OUTER, random.choice(sorted(OUTER))])
    elif shape < 0.11:
        tiles = deck.take([9, 9, *range(9, 18), 17, 17, random.randrange(9, 18)])
    else:
        tiles = random_sets(random, deck, near, melds, players)
    if tiles is None or len(tiles) + 3 * len(melds) != 14:
        return None
    win, *closed = random.sample(tiles, len(tiles))
    indicators = deck.any(random.randrange(1, 4))
    return with_circumstances(random, (tuple(closed), win, tuple(melds), indicators), deck, players)


def random_sets(
    random: Random, deck: Deck, near: list[int], melds: list[Called], players: int
) -> tuple[Tile, ...] | None:
    """The closed tiles of four sets and a pair; what is called goes to the melds."""
    closed: list[Tile] = []
    often_called, often_chi, often_kan = (random.choice(shares) for shares in SHARES)
    for _ in range(4):
        first, called = random.choice(near), random.random() < often_called
        kinds, shape = [first] * 3, Shape.PON
        if random.random() < often_chi and first < 27 and first % 9 < 7:
            kinds, shape = [first, first + 1, first + 2], Shape.CHI
        elif random.random() < often_kan:
            kinds, shape = [first] * 4, Shape.KAN
        tiles = deck.take(kinds)
        if tiles is None:
            return None
        if shape is Shape.KAN or (called and (shape is Shape.PON or players == 4)):
            melds.append(Called(shape, tiles, open=called))
        else:
            closed += tiles
    pair = deck.take([random.choice(near)] * 2)
    return None if pair is None else (*closed, *pair)


def with_circumstances(random: Random, parts: tuple, deck: Deck, players: int) -> tuple[TileHand, Situation] | None:
    """The hand with random circumstances; None where they do not go together."""
    closed, win, melds, indicators = parts
    riichi = not any(meld.open for meld in melds) and random.random() < 0.5
    situation = Situation(
        seat_wind=random.randrange(players),
        round_wind=random.randrange(2),
        tsumo=random.random() < 0.5,
        riichi=riichi,
        players=players,
    )
    ura = deck.any(len(indicators)) if riichi else ()
    flags = {flag for flag in Flag if random.random() < (0.3 if flag is Flag.IPPATSU else 0.07)}
    flags -= set() if riichi else {Flag.IPPATSU, Flag.DOUBLE_RIICHI}
    flags -= {Flag.ROBBING} if situation.tsumo else {Flag.AFTER_KAN}
    norths = random.randrange(deck.left[NORTH] + 1) if players == 3 and random.random() < 0.5 else 0
    try:
        hand = TileHand(closed, win, melds, indicators, ura, frozenset(flags), norths)
    except TileError:
        hand = TileHand(closed, win, melds, indicators, ura, norths=norths)
    return hand, situation


class Numbers:
    """The library's numbers of single tiles: four of each kind, the first of the fives being the red one."""

    def __init__(self, reds: bool) -> None:
        self.free = {kind: [kind * 4 + copy for copy in range(4)] for kind in range(34)}
        self.reds = reds

    def of(self, tile: Tile) -> int:
        free = self.free[tile.kind]
        return free.pop(0 if tile.red or not (self.reds and tile.kind in FIVES) else -1)


def ask_library(hand: TileHand, situation: Situation, rules: Ruleset) -> HandResponse:
    """What the library finds in a hand, under options that say the same as the ruleset."""
    numbers = Numbers(rules.red_fives)
    win, *closed = [numbers.of(tile) for tile in (hand.win, *hand.closed)]
    melds = [
        LibraryMeld(meld.shape.value, [numbers.of(tile) for tile in meld.tiles], opened=meld.open)
        for meld in hand.melds
    ]
    flags, tsumo, first = hand.flags, situation.tsumo, Flag.FIRST_TURN in hand.flags
    options = OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=rules.red_fives,
        has_double_yakuman=bool(rules.double_yakuman),
        kazoe_limit=LIMITS[rules.counted_limit],
        kiriage=rules.kiriage,
        fu_for_open_pinfu=rules.open_pinfu_fu == 30,
        renhou_as_yakuman=True,
        is_three_player=situation.players == 3,
    )
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=situation.riichi,
        is_ippatsu=Flag.IPPATSU in flags,
        is_daburu_riichi=Flag.DOUBLE_RIICHI in flags,
        is_rinshan=Flag.AFTER_KAN in flags,
        is_chankan=Flag.ROBBING in flags,
        is_haitei=Flag.LAST_TILE in flags and tsumo,
        is_houtei=Flag.LAST_TILE in flags and not tsumo,
        is_tenhou=first and tsumo and situation.dealer,
        is_chiihou=first and tsumo and not situation.dealer,
        is_renhou=first and not tsumo and rules.renhou == "yakuman",
        player_wind=27 + situation.seat_wind,
        round_wind=27 + situation.round_wind,
        num_nuki_dora=hand.norths,
        options=options,
    )
    tiles = [win, *closed, *(number for meld in melds for number in meld.tiles)]
    shown = [tile.kind * 4 for tile in hand.indicators], [tile.kind * 4 for tile in hand.ura]
    return HandCalculator.estimate_hand_value(tiles, win, melds, shown[0], config, ura_dora_indicators=shown[1])


LIMITS = {
    "yakuman": HandConstants.KAZOE_LIMITED,
    "sanbaiman": HandConstants.KAZOE_SANBAIMAN,
    "stacking": HandConstants.KAZOE_NO_LIMIT,
}
DOUBLES = ("daisuushii", "suuankou-tanki", "chuuren-9", "kokushi-13")


def paid(worth: Found, situation: Situation, rules: Ruleset) -> tuple[int, int]:
    """What a discarder pays, or the dealer or each at a dealer's tsumo; and what the others pay."""
    base, dealer = base_points(worth.price, rules, ron=not situation.tsumo), situation.dealer
    if not situation.tsumo:
        return ron_points(base, rules, dealer_wins=dealer), 0
    each = [tsumo_points(base, rules, dealer_wins=dealer, dealer_pays=pays) for pays in (True, False)]
    return each[0], each[1]


def difference(hand: TileHand, situation: Situation, rules: Ruleset, yaku: Counter[str]) -> tuple[str, str] | None:
    """Our han, fu and points and the library's where they are not the same; counts the yaku."""
    theirs = ask_library(hand, situation, rules)
    try:
        worth = evaluate(hand, situation, rules)
    except (NoHand, NoYaku) as error:
        expected = "hand_not_winning" if isinstance(error, NoHand) else "no_yaku"
        return None if theirs.error == expected else (str(error), str(theirs))
    if theirs.error or theirs.cost is None:
        return str(worth), str(theirs.error)
    yaku.update(each.name for each in worth.yaku)
    price = worth.price
    ours = (price.han, price.fu) if isinstance(price, HanFu) else (13 * price.multiple, None)
    same_fu = isinstance(price, YakumanHand) or ours[1] == theirs.fu
    same_han = ours[0] == theirs.han
    same_points = paid(worth, situation, rules) == (theirs.cost["main"], theirs.cost["additional"])
    return (
        None
        if same_fu and same_han and same_points
        else (f"{worth} {paid(worth, situation, rules)}", repr(vars(theirs)))
    )


def rules_for(random: Random, players: int) -> Ruleset:
    """A ruleset whose content the library can be told; a double wind pair of 4 fu is all that it has."""
    return replace(
        preset("standard" if players == 4 else "dutch"),
        method="han_fu",
        red_fives=random.random() < 0.5,
        open_tanyao=random.random() < 0.7,
        kiriage=random.random() < 0.3,
        counted_limit=random.choice(sorted(LIMITS)),
        double_yakuman=random.choice([(), DOUBLES]),
        renhou=random.choice(["none", "yakuman"]),
        double_wind_pair_fu=4,
        open_pinfu_fu=30,
        rinshan_tsumo_fu=True,
        most_yakuman=6,
    )


def test_thousands_of_random_hands_are_worth_what_the_library_says():
    random = Random(42)
    yaku: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    differences = []
    while seen["hands"] < 3_000:
        players = random.choice([4, 4, 3])
        rules = rules_for(random, players)
        drawn = random_hand(random, rules, players)
        if drawn is None:
            continue
        hand, situation = drawn
        try:
            different = difference(hand, situation, rules, yaku)
        except WrongCircumstance:
            continue
        assert parse_tile_hand(tile_hand_text(hand).split()) == hand
        seen.update(["hands", f"{players} players", *(flag.value for flag in hand.flags)])
        seen.update(meld.word for meld in hand.melds)
        if different:
            differences.append((tile_hand_text(hand), situation, *different))
    assert differences == []
    assert min(seen[kind] for kind in ("3 players", "chi", "pon", "kan", "closed-kan", *Flag)) > 10
    assert len(yaku) == 46  # every yaku there is


def test_random_tiles_are_worth_something_or_refused():
    random = Random(7)
    rulesets = [replace(preset(name), renhou="mangan", open_pinfu_fu=20, minimum_fu_on_ron=20) for name in PRESETS]
    outcomes: Counter[str] = Counter()
    for _ in range(3_000):
        rules = random.choice(rulesets)
        players = random.choice([3, 4])
        drawn = random_hand(random, rules, players) if random.random() < 0.5 else None
        deck = Deck(random, list(range(34)), reds=True)
        tiles = deck.any(14)
        flags = frozenset(random.sample(list(Flag), random.choice([0, 0, 1, 2])))
        said = [random.random() < 0.5 for _ in range(2)]
        try:
            hand = drawn[0] if drawn else TileHand(tiles[1:], tiles[0], (), deck.any(2), deck.any(1), flags)
            where = Situation(
                seat_wind=random.randrange(4), round_wind=0, tsumo=said[0], riichi=said[1], players=players
            )
            evaluate(hand, where, rules)
            outcomes["priced"] += 1
        except LedgerError as error:
            outcomes[type(error).__name__] += 1
    assert outcomes["priced"] > 200
    assert {"NoHand", "NoYaku", "WrongCircumstance"} <= set(outcomes)
