"""Hands of tiles as words: what is read, how it is written, and every refusal with its reason."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError, UsageError
from ledger.rules.fu import Shape
from ledger.tiles.checks import ImpossibleTiles, WrongCircumstance
from ledger.tiles.hand import WORDS, Called, Flag, TileHand, is_tiles, parse_tile_hand, tile_hand_text
from ledger.tiles.tile import Tile, TileError, TileSyntax, tiles_of

RED = {4, 13, 22}
DECK = [Tile(kind, red=kind in RED and copy == 0) for kind in range(34) for copy in range(4)]


def parse(text: str) -> TileHand:
    return parse_tile_hand(text.split())


def possible_melds() -> list[Called]:
    runs = [[k, k + 1, k + 2] for k in range(27) if k % 9 < 7]
    return [
        *(Called(Shape.CHI, tuple(map(Tile, run))) for run in runs),
        *(Called(Shape.PON, (Tile(k),) * 3) for k in range(34)),
        *(
            Called(Shape.KAN, (Tile(k, red=k in RED), *(Tile(k),) * 3), is_open)
            for k in range(34)
            for is_open in (True, False)
        ),
    ]


@st.composite
def hands(draw: st.DrawFn) -> TileHand:
    """Any hand that can be: melds, tiles and indicators out of one deck."""
    deck, melds = list(DECK), []
    for meld in draw(st.lists(st.sampled_from(possible_melds()), max_size=4)):
        if all(deck.count(tile) >= meld.tiles.count(tile) for tile in meld.tiles):
            melds.append(meld)
            for tile in meld.tiles:
                deck.remove(tile)
    norths = draw(st.integers(0, min(4, deck.count(Tile(30)))))
    for _ in range(norths):
        deck.remove(Tile(30))
    closed, indicators = 13 - 3 * len(melds), draw(st.integers(0, 5))
    ura = draw(st.integers(0, indicators))
    size = closed + 1 + indicators + ura
    picks = draw(st.lists(st.integers(0, len(deck) - 1), unique=True, min_size=size, max_size=size))
    drawn = [deck[pick] for pick in picks]
    parts = (tuple(drawn[:closed]), drawn[closed], tuple(melds), tuple(drawn[closed + 1 :][:indicators]))
    below = tuple(drawn[closed + 1 + indicators :])
    try:
        return TileHand(*parts, below, draw(st.frozensets(st.sampled_from(Flag), max_size=2)), norths)
    except TileError:
        return TileHand(*parts, below, norths=norths)


@given(hands())
def test_a_written_hand_reads_as_the_same(hand):
    text = tile_hand_text(hand)
    assert parse(text) == hand
    assert parse(text.upper()) == hand
    assert tile_hand_text(parse(text)) == text


@given(hands(), st.randoms(use_true_random=False))
def test_marker_words_come_in_any_order_and_tiles_in_several_words(hand, random):
    closed, *rest = tile_hand_text(hand).split()
    groups: list[list[str]] = []
    for word in rest:
        if is_tiles(word) or word.isdigit():
            groups[-1].append(word)
        else:
            groups.append([word])
    random.shuffle(groups)
    loose = [str(tile) for tile in tiles_of(closed)]
    random.shuffle(loose)
    assert parse_tile_hand([*loose, *(word for group in groups for word in group)]) == hand


@given(hands())
def test_the_winning_tile_may_stand_among_fourteen(hand):
    written = tile_hand_text(hand)
    assert parse_tile_hand([str(hand.win), *written.split()]) == hand


@given(st.lists(st.one_of(st.sampled_from(sorted(WORDS)), st.from_regex(r"\A[0-9]{1,5}[mpsz]\Z"), st.text(max_size=4))))
def test_any_words_are_a_hand_or_refused(words):
    try:
        hand = parse_tile_hand(words)
    except LedgerError:
        return
    assert parse(tile_hand_text(hand)) == hand


def test_the_parts_of_a_hand():
    hand = parse("067m 22p 44p win 2p KAN 5555z chi 340s indicator 3m 4p ura 5s 1z ippatsu last-tile north 2")
    assert [str(tile) for tile in hand.closed] == ["0m", "6m", "7m", "2p", "2p", "4p", "4p"]
    assert str(hand.win) == "2p"
    assert [str(meld) for meld in hand.melds] == ["chi 340s", "kan 5555z"]
    assert (len(hand.indicators), len(hand.ura), hand.norths) == (2, 2, 2)
    assert hand.flags == {Flag.IPPATSU, Flag.LAST_TILE}
    assert hand.is_open
    assert hand.has_kan
    assert tile_hand_text(hand) == (
        "067m2244p win 2p chi 340s kan 5555z indicator 3m4p ura 5s1z ippatsu last-tile north 2"
    )


def test_a_closed_kan_leaves_a_hand_closed():
    hand = parse("234m456p22s11z win 1z closed-kan 1111m")
    assert (hand.is_open, hand.has_kan) == (False, True)


@pytest.mark.parametrize("word", ["234m", "22678s33s", "0p", "3m", "3M", "1234567z", "8z", "３ｍ"])
def test_words_that_look_like_tiles(word):
    assert is_tiles(word)


@pytest.mark.parametrize(
    "word", ["ken", "5h", "s5", "3/40", "2000", "mangan", "", "m", "3", "m3", "3m4", "3mm", "2yakuman", "5han", "٣m"]
)
def test_words_that_do_not(word):
    assert not is_tiles(word)


CLOSED = "234m456p22678s33s"
REFUSALS = [
    ("", TileSyntax, "the closed tiles come first, as in 234m456p22678s33s win 3s"),
    ("win 3s", TileSyntax, 'word 1: the closed tiles come first, as in 234m456p22678s33s win 3s, got "win"'),
    ("ken", TileSyntax, 'got "ken"'),
    (CLOSED, TileSyntax, "which tile won? type win and the tile, as in win 3s"),
    (f"{CLOSED} win", TileSyntax, "win has no tiles: type win and one tile, as in win 3s"),
    (f"{CLOSED} win ippatsu", TileSyntax, "win has no tiles"),
    (f"{CLOSED} win 33s", TileSyntax, "word 3: win takes one tile, as in win 3s; got 33s"),
    (f"{CLOSED} win 3s win 2s", TileSyntax, "win is there twice"),
    (f"{CLOSED} win 3s 4p", TileSyntax, 'word 4: "4p": the closed tiles come first, and each set has its own chi'),
    (f"{CLOSED} 8z win 3s", TileSyntax, "word 2: there is no 8z: the honours are 1z-4z for East South West North"),
    (f"{CLOSED} 0z win 3s", TileSyntax, "there is no 0z"),
    (f"{CLOSED} 34x win 3s", TileSyntax, 'word 2: "34x" is neither tiles, as 234m, nor a word of a hand; words are'),
    (
        f"{CLOSED} win 3s ipatsu",
        TileSyntax,
        'word 4: "ipatsu" is neither tiles, as 234m, nor a word of a hand; did you',
    ),
    (f"{CLOSED} win 3s ippatsu ippatsu", TileSyntax, "word 5: ippatsu is there twice"),
    (f"{CLOSED} win 3s pon", TileSyntax, "pon has no tiles: type pon and its tiles"),
    (f"{CLOSED} win 3s indicator", TileSyntax, "indicator takes tiles, as in indicator 3m 4p"),
    (f"{CLOSED} win 3s ura last-tile", TileSyntax, 'ura takes tiles, as in ura 5s, got "last-tile"'),
    (f"{CLOSED} win 3s north", TileSyntax, "north takes how many norths were laid aside, once, from 1 to 4"),
    (f"{CLOSED} win 3s north 5", TileSyntax, "from 1 to 4, as in north 2"),
    (f"{CLOSED} win 3s north 1 north 2", TileSyntax, "once, from 1 to 4"),
    ("234m win 3s", ImpossibleTiles, "3 tiles without the winning one: type 13 and win"),
    (f"{CLOSED} 1z 1z win 3s", ImpossibleTiles, "15 tiles without the winning one"),
    (
        f"{CLOSED} kan 5555z win 3s",
        ImpossibleTiles,
        "16 tiles without the winning one, a kan counted as three",
    ),
    (f"{CLOSED} 5z win 1z", TileError, "win 1z: it is not among the 14 tiles"),
    ("234m406p22678s33s 5z win 5p", TileError, "win 5p: it is not among the 14 tiles"),
    ("3333m456p22678s3s win 3m", ImpossibleTiles, "5 x 3m: there are four of each tile"),
    ("234m456p2267833s win 3s indicator 3m 3m 3m 3m", ImpossibleTiles, "5 x 3m"),
    ("234m456p2267833s win 3s indicator 3m 3m ura 3m 3m", ImpossibleTiles, "5 x 3m"),
    ("234m456p2267s pon 333s win 8s indicator 3s 3s", ImpossibleTiles, "5 x 3s"),
    ("234m456p22678s44z win 4z north 2", ImpossibleTiles, "5 x 4z"),
    ("234m005p2267833s win 3s", ImpossibleTiles, "2 x 0p"),
    ("234m406p22678s33s win 3s indicator 0p", ImpossibleTiles, "2 x 0p: each suit has one red five"),
    ("234m456p22s33s chi 346s win 3s", ImpossibleTiles, "chi 346s is no chi: it is three in a row of one suit"),
    ("234m456p22s33s chi 3456s win 3s", ImpossibleTiles, "is no chi"),
    ("234m456p22s33s chi 9m1p2p win 3s", ImpossibleTiles, "is no chi"),
    ("234m456p22s33s chi 8m9m1p win 3s", ImpossibleTiles, "is no chi"),
    ("234m456p22s33s chi 123z win 3s", ImpossibleTiles, "chi 123z: a chi is three in a row of m, p or s, and honours"),
    ("234m456p22s33s pon 556z win 3s", ImpossibleTiles, "pon 556z is no pon: it is 3 of the same tile, as in pon 777p"),
    ("234m456p22s33s pon 5555z win 3s", ImpossibleTiles, "is no pon"),
    ("234m456p22s33s kan 555z win 3s", ImpossibleTiles, "kan 555z is no kan: it is 4 of the same tile"),
    ("234m456p22s33s closed-kan 5556z win 3s", ImpossibleTiles, "closed-kan 5556z is no closed-kan"),
    (f"{CLOSED} win 3s indicator 1234m 56m", ImpossibleTiles, "6 indicators: there are at most 5"),
    (f"{CLOSED} win 3s ura 5s", ImpossibleTiles, "1 ura indicator and 0 indicators: each ura lies below"),
    (f"{CLOSED} win 3s after-kan", WrongCircumstance, "after-kan is a tsumo on the tile after a kan: type the kan"),
    ("234m456p22s33s pon 777s win 3s first-turn", WrongCircumstance, "first-turn is a win before anybody called"),
    ("234m456p22s33s closed-kan 7777s win 3s first-turn", WrongCircumstance, "first-turn is a win before"),
    (f"{CLOSED} win 3s first-turn north 1", WrongCircumstance, "first-turn is a win before anybody called"),
    (f"{CLOSED} win 3s robbing", ImpossibleTiles, "robbing: the other three 3s are in the robbed kan"),
    (f"{CLOSED} win 3s last-tile first-turn", WrongCircumstance, "first-turn and last-tile do not go together"),
    (f"{CLOSED} win 3s ippatsu first-turn", WrongCircumstance, "first-turn and ippatsu do not go together"),
    (f"{CLOSED} win 3s double-riichi first-turn", WrongCircumstance, "first-turn and double-riichi do not go"),
    ("234m456p22667s33s win 8s robbing first-turn", WrongCircumstance, "first-turn and robbing do not go together"),
    ("234m456p22667s33s win 8s robbing last-tile", WrongCircumstance, "robbing and last-tile do not go together"),
    ("234m456p22s33s closed-kan 7777s win 3s after-kan last-tile", WrongCircumstance, "after-kan and last-tile do not"),
    ("234m456p22s33s closed-kan 7777s win 3s after-kan ippatsu", WrongCircumstance, "a kan ends ippatsu"),
    ("234m456p67s33s closed-kan 1111z win 8s after-kan robbing", WrongCircumstance, "after-kan and robbing do not go"),
]


@pytest.mark.parametrize(("text", "kind", "reason"), REFUSALS)
def test_refusals_say_why(text, kind, reason):
    with pytest.raises(kind) as refused:
        parse(text)
    assert reason in str(refused.value)
    assert type(refused.value) is kind


def test_words_that_do_not_fit_are_wrong_usage_and_name_the_word():
    with pytest.raises(UsageError) as refused:
        parse(f"{CLOSED} 34x win 3s")
    assert (refused.value.exit_code, refused.value.at) == (2, 2)
    with pytest.raises(TileError) as impossible:
        parse("234m win 3s")
    assert impossible.value.exit_code == 1


def test_a_word_is_shown_short_and_without_control_characters():
    with pytest.raises(TileSyntax) as refused:
        parse_tile_hand([CLOSED, "\x1b[31m" + "x" * 500])
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_hand_cannot_be_built_that_cannot_be():
    with pytest.raises(ImpossibleTiles, match="5 norths"):
        TileHand(tiles_of("234m456p2267833s"), Tile(20), norths=5)
    with pytest.raises(ImpossibleTiles, match="is no closed-pon"):
        TileHand(tiles_of("234m456p2233s"), Tile(20), (Called(Shape.PON, tiles_of("777z"), open=False),))


def test_reading_a_hand_does_not_load_the_library():
    code = "import sys, ledger.tiles.hand, ledger.tiles.evaluate; print([m for m in sys.modules if 'mahjong' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
