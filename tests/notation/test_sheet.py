"""Every kind of line of a sheet, everything that is wrong with one, and any text at all."""

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.notation.sheet import (
    KEYWORDS,
    OPTIONS,
    as_id,
    as_line,
    as_words,
    lines_of,
    names_in,
    parse_sheet,
    without_comment,
)
from ledger.notation.sheet_points import is_read_as_points
from ledger.shapes.sheet import Points, Sheet, SheetCheck, SheetCount, SheetEnd, SheetGame, SheetHand

NIGHT = "night 2026-11-20\n"
WHOLE = """\
# Friday at the club
night 2026-11-20 rules dutch-4p rate 0.50 EUR
id 0123abcd/night
players Ken, John, Taro, Anne Marie, Zoë

game Ken, John, Taro, Anne Marie at window seat rules standard   # the fast one
e1.0 Ken ron John 3/40 riichi note "the # first"
e1 draw Ken Anne   # late
= Ken 52,500 John 37500 Taro=43500
= Ken 52500 John 37500 Taro 43500 Anne Marie −3000
end Ken 46000 John 44000 sticks-left 1 last-dealer Anne Marie last-winner Ken ahead Ken, Anne Marie chips Ken 3 John -3
result Taro 62000 Ken +50000 at sofa rules dutch chombo Ken, Ken
"""


def only(text):
    """The games of a sheet with this below its night line, which has nothing wrong in it."""
    sheet = parse_sheet(NIGHT + text)
    assert sheet.problems == ()
    return sheet.games


def problems(text):
    return [tuple(problem) for problem in parse_sheet(text).problems]


def test_a_whole_sheet():
    sheet = parse_sheet(WHOLE.replace("= Ken 52,500 John 37500 Taro=43500\n", "\n"))
    assert sheet.problems == ()
    assert (sheet.line, sheet.held_on, sheet.rules) == (2, date(2026, 11, 20), "dutch-4p")
    assert (sheet.rate, sheet.currency, sheet.uid) == ("0.50", "EUR", "0123abcd/night")
    assert sheet.players == ("Ken", "John", "Taro", "Anne Marie", "Zoë")
    hands = (
        SheetHand(7, 'e1.0 Ken ron John 3/40 riichi note "the # first"'),
        SheetHand(8, "e1 draw Ken Anne"),
        SheetCheck(
            10, (Points("Ken", 52500), Points("John", 37500), Points("Taro", 43500), Points("Anne Marie", -3000))
        ),
        SheetEnd(
            11,
            (Points("Ken", 46000), Points("John", 44000)),
            SheetCount(1, "Anne Marie", "Ken", ("Ken", "Anne Marie"), (Points("Ken", 3), Points("John", -3)), ()),
        ),
    )
    result = SheetEnd(12, (Points("Taro", 62000), Points("Ken", 50000)), SheetCount(chombos=("Ken", "Ken")))
    assert sheet.games == (
        SheetGame(6, "Ken, John, Taro, Anne Marie", "window seat", "standard", hands),
        SheetGame(12, "Taro, Ken", "sofa", "dutch", result=result),
    )


@pytest.mark.parametrize(
    ("line", "rules", "rate", "currency"),
    [
        ("night 2026-11-20", None, None, None),
        ("NIGHT 2026-11-20 RULES dutch", "dutch", None, None),
        ("night 2026-11-20 rate 0", None, "0", None),
        ("night 2026-11-20 rate 1 JPY rules m-league", "m-league", "1", "JPY"),
        ("\ufeffnight 2026-11-20", None, None, None),
        ("\tnight \t 2026-11-20   # Friday", None, None, None),
        ("ｎｉｇｈｔ 2026-11-20", None, None, None),
    ],
)
def test_the_night(line, rules, rate, currency):
    assert parse_sheet(line) == Sheet(1, date(2026, 11, 20), rules, rate, currency)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ken John", ("Ken", "John")),
        ("Anne  Marie, Ken", ("Anne Marie", "Ken")),
        ("Anne Marie,", ("Anne Marie",)),
        ("Anne Marie，Ken", ("Anne Marie", "Ken")),
        ("Ken,, John,", ("Ken", "John")),
        ("ﾀﾅｶ Ken²", ("ﾀﾅｶ", "Ken²")),  # as they are, as in player add
        (r"Ken \#1, \\#2, C#", ("Ken #1", r"\#2", "C#")),
        ("At, Rules, Mr Chips", ("At", "Rules", "Mr Chips")),
    ],
)
def test_names_of_people(typed, names):
    assert parse_sheet(f"{NIGHT}players {typed}").players == names


@pytest.mark.parametrize(
    ("typed", "names", "label", "rules"),
    [
        ("Ken John Taro", "Ken John Taro", None, None),
        ("Ken, Anne Marie, Taro at window seat", "Ken, Anne Marie, Taro", "window seat", None),
        ("Ken John rules dutch at sofa", "Ken John", "sofa", "dutch"),
        ("@Rules, @At, @@At, Mr @Rules at @rules", "Rules, At, @At, Mr Rules", "rules", None),
        ("@Ron @Chombo @ Ken", "@Ron Chombo @ Ken", None, None),
        (r"Ken John at table \#2 # two", "Ken John", "table #2", None),
        ("Note, Ken # the # fast one", "Note, Ken", None, None),
    ],
)
def test_games(typed, names, label, rules):
    assert only(f"game {typed}") == (SheetGame(2, names, label, rules),)


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("Ken 46000 John -15000", (("Ken", 46000), ("John", -15000))),
        ("Ken 46,000 John −15,000", (("Ken", 46000), ("John", -15000))),
        ("Ken 46,000, John 1,500,", (("Ken", 46000), ("John", 1500))),
        ("Ken=46,000, John = −15000", (("Ken", 46000), ("John", -15000))),
        ("Ken=46000 John=+1", (("Ken", 46000), ("John", 1))),
        ("Ken +1, John 0", (("Ken", 1), ("John", 0))),
        ("Anne Marie 46000, Zoë 44000", (("Anne Marie", 46000), ("Zoë", 44000))),
        ("@Ron 46000 @At 3", (("@Ron", 46000), ("At", 3))),
        ("Player 2=46000, 7=1", (("Player 2", 46000), ("7", 1))),
        ("A=B=46000, Ken=5=1", (("A=B", 46000), ("Ken=5", 1))),
        ("Mr @Rules=46000, Ken=1", (("Mr Rules", 46000), ("Ken", 1))),
        ("Ken ４６０００ John 1", (("Ken", 46000), ("John", 1))),
    ],
)
def test_points(typed, points):
    expected = tuple(Points(*each) for each in points)
    game, result = only(f"game Ken John\n= {typed}\n={typed}\nend {typed}\nresult {typed}")
    check, same, end = game.entries
    assert check.scores == same.scores == end.scores == result.result.scores == expected


def test_points_in_hundreds_until_they_are_in_points_again():
    first, second, third = only(
        "scores in hundreds\nresult Ken 880 John -150\nScores In Points\nresult Ken 5\nscores in hundreds\n"
        "game Ken John\n= Ken 1 John 2\nend Ken 3 chips Ken 4\n"
    )
    assert first.result.scores == (Points("Ken", 88_000), Points("John", -15_000))
    assert second.result.scores == (Points("Ken", 5),)
    assert third.entries[0].scores == (Points("Ken", 100), Points("John", 200))
    assert third.entries[1] == SheetEnd(9, (Points("Ken", 300),), SheetCount(chips=(Points("Ken", 4),)))


def test_ends():
    for typed, end in {
        "end": SheetEnd(3),
        "END # late": SheetEnd(3),
        "end ahead Anne Marie,": SheetEnd(3, count=SheetCount(ahead=("Anne Marie",))),
        "end chips Ken=3, Anne Marie=-3": SheetEnd(
            3, count=SheetCount(chips=(Points("Ken", 3), Points("Anne Marie", -3)))
        ),
        "end chombo @At last-dealer @Chips": SheetEnd(3, count=SheetCount(last_dealer="Chips", chombos=("At",))),
        "end sticks-left 99": SheetEnd(3, count=SheetCount(99)),
    }.items():
        (game,) = only(f"game Ken John\n{typed}")
        assert game.entries == (end,)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("# all", ""),
        ("  #all", ""),
        ("draw Ken # late", "draw Ken"),
        ("draw Ken #late", "draw Ken"),
        ("draw C#", "draw C#"),
        (r"draw \#1", "draw #1"),
        (r"draw \\#1", r"draw \#1"),
        ('draw Ken note "a # b" # c', 'draw Ken note "a # b" # c'),
        ("draw Ken,NOTE # b", "draw Ken,NOTE # b"),
        ("draw Ken ｎｏｔｅ # b", "draw Ken ｎｏｔｅ # b"),
        (r"draw \#1 note \#1", r"draw #1 note \#1"),
        ("draw Ken # note # b", "draw Ken"),
        ("draw Ken noted # b", "draw Ken noted"),
        ("game Note Ken # b", "game Note Ken"),
        ("=Note 5 # b", "=Note 5"),
    ],
)
def test_comments(line, kept):
    assert without_comment(line) == kept


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("night 2026-11-21", "a sheet has one night, that of line 1: write another sheet for this one"),
        ("id", "id is written by the ledger, once: leave it as it was"),
        ("id a b", "id is written by the ledger, once: leave it as it was"),
        ("id a%00b", "the id contains the character U+0000"),
        ("id a%0Ab", "the id contains the character U+000A"),
        ("players Ken, -John", "cannot begin with -"),
        ("players @Ken", "cannot contain a comma or begin with @"),
        ("players " + "x" * 61, "has at most 60 characters, got 61"),
        ("scores in thousands", "scores are in points, or write: scores in hundreds"),
        ("game", "who plays? Write the names, first dealer first: game Ken John Taro Anna"),
        ("game at window", "who plays?"),
        ("game Ken at", "what follows at? It stands alone at the end"),
        ("game Ken at x at y", "at is there twice; where it belongs to a name or a label, write @at"),
        ("end", "no game begins before this line: write  game NAMES  first"),
        ("= Ken 5", "no game begins before this line"),
        ("Ken ron John 3/40", "no game begins before this line"),
        ("gaem Ken John", "no game begins before this line"),
        ("result", "the points are missing: write names with their points, as in result Ken 88000 John"),
        ("result Ken", '"Ken" has no points: write names with their points'),
        ("result Ken 5 John", '"John" has no points'),
        ("result 5 Ken 5", '"5" is nobody\'s points'),
        ("result Ken 46000000", None),
        ("result Ken 123456789", '"123456789" is nobody\'s points'),
        ("result Ken=123456789", '"Ken=123456789" is no list of names with their points: write them as in result'),
        ("result Ken=5 John", '"Ken=5 John" is no list of names'),
        ("result Player 2 5 Ken 5", '"5" is nobody\'s points'),
        ("result Ken 5 sticks-left x", 'sticks-left "x": how many riichi sticks are left, as in sticks-left 1'),
        ("result Ken 5 sticks-left -1", 'sticks-left "-1"'),
        ("result Ken 5 sticks-left 100", 'sticks-left "100"'),
        ("result Ken 5 chips Ken", '"Ken" has no points: write names with their points, as in chips Ken 3 John -3'),
        ("result Ken 5 chips Ken 10,000", "Ken has 10,000 chips: at most 9,999 can be"),
        ("result Ken 5 chips Ken -10000", "Ken has -10,000 chips: at most 9,999 can be"),
        ("draw Ken\x07", "this line contains the character U+0007"),
        ("draw \u202eKen", "this line contains the character U+202E"),
        ("draw\x0cKen", "this line contains the character U+000C"),
        ("draw Ken\ud800", "this line contains the character U+D800"),
        ("draw " + "x" * 2000, "this line has 2,005 characters: at most 2,000 are read"),
    ],
)
def test_what_is_wrong_with_a_line(line, message):
    found = problems(f"{NIGHT}\n{line}\n")
    if message is None:
        assert found == []
        return
    assert [number for number, _ in found] == [3]
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the sheet has no night: begin with a line such as  night 2026-11-20"),
        ("# nothing\n\n", 1, "the sheet has no night"),
        ("\nnight", 2, '"" is no date: write year-month-day, as in night 2026-11-20'),
        ("night friday", 1, '"friday" is no date'),
        ("night 2026-02-30", 1, '"2026-02-30" is no date'),
        ("night 2026-11-20 dutch", 1, '"2026-11-20 dutch" is no date'),
        ("night 2026-11-20 rules", 1, "what follows rules?"),
        ("night 2026-11-20 rate", 1, "what follows rate?"),
    ],
)
def test_what_is_wrong_with_the_night(text, line, message):
    (problem,) = problems(text)
    assert problem[0] == line
    assert message in problem[1]


@pytest.mark.parametrize(
    ("above", "message"),
    [
        ("result Ken 5 John 5", "the game of line 2 is only its result: write  game NAMES  before its hands"),
        ("game Ken John\nend", "the game ended above: write  game NAMES  before the hands of the next"),
    ],
)
def test_nothing_follows_the_end_of_a_game(above, message):
    for line in ("draw none", "= Ken 5", "end"):
        assert problems(f"{NIGHT}{above}\n{line}") == [(2 + above.count("\n") + 1, message)]
    assert problems(f"{NIGHT}{above}\ngame Ken John\ndraw none") == []


def test_everything_that_is_wrong_is_said_together():
    found = problems("draw none\nnight 2026-13-01\ngame\nscores in tens\n\nid a b\nnight 2026-11-20\nresult Ken\n")
    assert [line for line, _ in found] == [1, 2, 3, 4, 6, 7, 8]
    assert found[5] == (7, "a sheet has one night, that of line 2: write another sheet for this one")


def test_lines_are_counted_as_editors_count_them():
    text = "# a\x0bb\x0cc\x1cd\x85e\u2028f\r\n\r# g\n\nnight 2026-11-20\rgame\n"
    assert problems(text) == [(6, "who plays? Write the names, first dealer first: game Ken John Taro Anna")]
    assert "".join(lines_of(text)) == text
    assert lines_of("") == []
    assert lines_of("a\n\nb") == ["a\n", "\n", "b"]


def test_an_id_is_one_word():
    for uid in ("0123abcd/night", "my evening #1/night", "100%/night", "田"):
        assert " " not in as_id(uid)
        assert parse_sheet(f"{NIGHT}id {as_id(uid)}").uid == uid
    assert as_id("0123abcd/night") == "0123abcd/night"


def test_names_of_a_line_are_found_among_those_of_the_club():
    known = ("Anne", "Anne Marie", "Ken", "Player 2", "Ron", "E")
    for typed, names in {
        "anne, ken": ["Anne", "Ken"],
        "Anne Marie Ken": ["Anne Marie", "Ken"],
        "K Player 2 @Ron": ["Ken", "Player 2", "Ron"],
        "e, Ron": ["E", "Ron"],
        "": [],
    }.items():
        assert names_in(typed, known) == names
    with pytest.raises(LedgerError, match=r'no player "Kem" in this ledger; did you mean Ken\? \(somebody new: .*Kem'):
        names_in("Anne Kem", known)
    with pytest.raises(LedgerError, match="could be Anne or Anne Marie"):
        names_in("An", known)
    with pytest.raises(LedgerError, match='no player "W" in this ledger'):  # nobody sits there yet
        names_in("W", known)


@given(st.text(), st.sampled_from((None, "a # b", 'x "y" \\#z')))
def test_no_word_of_a_line_that_was_written_begins_a_comment(text, note):
    line = " ".join(f"draw {text}".split())
    said = line if note is None else f'{line} note "{note}"'
    if note is None and "note" in line.casefold():
        return
    if "note" not in without_comment(as_line(line)).casefold():
        assert without_comment(as_line(said, note)) == said.strip()


@given(st.lists(st.sampled_from((*OPTIONS, "Ken", "At", "RULES", "x")), min_size=1, max_size=4).map(" ".join))
def test_names_of_words_that_mean_something_are_names(name):
    game, result = only(
        f"game {as_words(name)}, Ken at {as_words(name)}\nend chombo {as_words(name)},\n"
        f"result {as_words(name)} 5 Ken 3 ahead {as_words(name)}, at x"
    )
    assert (game.names, game.label, game.entries[0].count.chombos) == (f"{name}, Ken", name, (name,))
    assert (result.result.scores[0], result.result.count.ahead, result.label) == (Points(name, 5), (name,), "x")


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=12))
@example("A=B")
@example("Player 2")
@example("−5")
def test_points_of_any_name_can_be_said(name):
    name = " ".join(name.split())
    if not name or any(c in name for c in ",，︐﹐#@\\") or as_words(name) != name or name != without_comment(name):
        return
    if len(name) != len(name.encode("utf-16-le")) // 2 or parse_sheet(f"{NIGHT}players {name},").players != (name,):
        return
    mark = "=" if is_read_as_points(name) else " "
    (game,) = only(f"game x\n= {name}{mark}46000, Ken{mark}-5")
    assert [score.number for score in game.entries[0].scores] == [46000, -5]


PIECES = (
    *KEYWORDS,
    *OPTIONS,
    *("rate", "in", "hundreds", "points", "Ken", "John", "@Ken", "@", "=", ",", "#", "note", '"', "\\#", "46,000"),
    *("-15000", "−5", "+1", "9" * 400, "2026-11-20", "0.50", "EUR", "e1.0", "ron", "draw", "3/40", "\x00", "\x85", "٤"),
)
words = st.one_of(st.sampled_from(PIECES), st.text(st.characters(exclude_categories=()), max_size=4))
texts = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(st.lists(words, max_size=8).map(" ".join), max_size=8).map("\n".join),
)


@st.composite
def edited(draw):
    """A right sheet with words or characters left out, put in or replaced."""
    text = WHOLE
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.one_of(words, st.just("\n"), st.just(""))) + text[at + draw(st.integers(0, 6)) :]
    return text


@given(st.one_of(texts, edited()))
@example("9" * 100_000)
@example("= " + "a" * 100_000 + "=")
@example("=" * 100_000)
@example("result " + "Ken=" * 400)
@example("result " + "a " * 900 + "=")
@example(NIGHT + "x" * 100_000)
@example("night " + "9" * 1000 + "\nresult Ken " + "9" * 1900)
@example("\n" * 50_000)
@settings(max_examples=1000, deadline=None)
def test_any_text_is_a_sheet_with_problems(text):
    sheet = parse_sheet(text)
    lines = len(lines_of(text))
    assert sheet.held_on is not None or sheet.problems
    for line, message in sheet.problems:
        assert 1 <= line <= max(lines, 1)
        assert 0 < len(message) < 400
        assert message.isprintable()
