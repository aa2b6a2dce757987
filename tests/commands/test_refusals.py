"""Everything that can be typed wrong: its exit code, its one line, and a ledger that is as it was."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from ledger.services import results

SCORES = "--scores Ken=51000 John=40000"
TIE = "--scores Ken=50000 John=50000 Taro=35000"

BAD_HANDS = [
    ("Ken ron Jon s5", 1, 'no player "Jon" at this table; did you mean John? Seated: Ken, John, Taro'),
    ("Ken ron Anna s5", 1, 'no player "Anna" at this table; seated: Ken, John, Taro'),
    ("Ken ron Ken s5", 1, "the winner cannot be the discarder"),
    ("Ken ron John s5 riichi Anna", 1, 'no player "Anna" at this table'),
    ("Ken ron John s5 riichi Ken Ken", 2, "Ken is named twice"),
    ("Ken ron John s5 riichi John on-riichi", 1, "a riichi that was ronned is not deposited"),
    ("Ken tsumo s5 on-riichi", 2, "this is for a ron"),
    ("Ken ron John 5", 1, "type s5 for score 5 (worth 4,000 by ron to a non-dealer) or 5h for 5 han"),
    ("Ken ron John 3/40", 1, "ruleset dutch has no fu: type s3 for score 3"),
    ("Ken ron John s2", 1, "the lowest is s3"),
    ("Ken ron John 0h", 1, "a winning hand has from 1 to 99"),
    ("Ken ron John 7700", 1, "by ron under ruleset dutch; nearest: 4,000 or 8,000"),
    ("Ken tsumo 2600/1300", 1, "by tsumo under ruleset dutch; nearest: 1,000/2,000 or 2,000/4,000"),
    ("Ken ron John 234m456p22678s33s", 2, "which tile won? type win and the tile, as in win 3s"),
    ("abort nine-terminals", 1, "ruleset dutch breaks no hand off: play it on"),
    ("Ken ron John", 2, "expected a price such as s5, 5h or mangan"),
    ("Ken ron", 2, "expected the discarder"),
    ("Ken", 2, "expected ron or tsumo"),
    ("Ken wins", 2, "expected ron or tsumo"),
    ("''", 2, "a hand is missing"),
    ("Ken ron John s5, John ron Ken s5", 2, "all win by the same discard, here John's"),
    ("Ken ron John s5 Taro ron John s5", 2, "a comma before the next winner"),
    ("draw", 2, "who was tenpai? type draw none, draw all, or draw with the names"),
    ("draw riichi Ken", 2, "who was tenpai?"),
    ("draw none riichi Ken", 2, "draw none with a riichi contradicts itself"),
    ("draw Kne", 1, "did you mean Ken?"),
    ("Ken tsumo s5 --game 7", 1, 'no game "7" here; open are game 1 (Ken, John and Taro)'),
    ("Ken tsumo s5 --game", 2, "option '--game' requires an argument"),
    ("Ken tsumo s5 --gmae 1", 2, "no option --gmae; did you mean --game"),
    ("--game 1", 2, "missing argument 'WHAT HAPPENED…'; see  ledger hand record --help"),
    ("lst", 2, "'lst' is no hand; did you mean  ledger hand list"),
    ("undoo", 2, "did you mean  ledger hand undo"),
    ("--game 1 undo", 2, "did you mean  ledger hand undo  (its options go behind it)?"),
    ("undo 1", 2, "see  ledger hand undo --help"),
    ("undo --game 9", 1, 'no game "9" here'),
    ("list --game 9", 1, 'no game "9" here'),
    ("list --game 'a\nb\x1b[31m'", 1, 'no game "a\ufffdb\ufffd[31m" here'),
    ("list --date yesterday", 2, "'yesterday' is no date: type year-month-day, as in 2026-11-20"),
    ("list --date 2026-13-01", 2, "'2026-13-01' is no date"),
    ("list --date 2020-01-01", 1, "there is no night on 2020-01-01: ledger night list shows all"),
]


@pytest.mark.parametrize(("line", "code", "part"), BAD_HANDS)
def test_a_bad_hand(ledger_with, line, code, part):
    assert part in ledger_with("dutch at the table").refused(f"ledger hand {line}", code)


BAD_LINES = [
    # games
    ("game start Ken John", 1, "ruleset dutch seats 3 players, and 2 are named"),
    ("game start Ken John Taro Anna", 1, "for 4 players: --rules dutch-4p"),
    ("game start Ken John Ken", 1, "Ken is named twice"),
    ("game start Ken John Tarro", 1, 'no player "Tarro" in this ledger; did you mean Taro?'),
    ("game start Ken John Wilhelmina", 1, "known: Anna, John, Ken, Taro (a new one: ledger player add NAME)"),
    ("game start Ken John Taro", 1, "Ken sits in game 1 of 2026-11-20 (Ken, John and Taro), which is still open"),
    ("game start", 2, "missing argument 'NAME…'; see  ledger game start --help"),
    (
        "game start Ken John Taro --rules duch",
        1,
        "no ruleset 'duch'; did you mean dutch? Rulesets: standard, dutch, dutch-4p",
    ),
    ("game start Ken John Taro --rules bbq", 1, "no ruleset 'bbq'; rulesets: standard, dutch, dutch-4p"),
    ("game start Ken John Taro --date 20-11-2026", 2, "'20-11-2026' is no date"),
    ("game start Ken John Taro --at ''", 2, "a table's label cannot be blank"),
    ("game strat", 2, "no command 'strat'; did you mean start?"),
    ("game end 1 2", 2, "what is '2'? One game ends at a time"),
    ("game end Ken=51000", 2, "the score of John is missing: name all of Ken, John and Taro"),
    ("game end --game 9", 1, 'no game "9" here'),
    (f"game end {SCORES} Taro=44001", 1, "add up to 135,001, which is 1 too much: 3 × 45,000 is 135,000"),
    (f"game end {SCORES} Taro=43000", 1, "1,000 too little: 3 × 45,000 is 135,000; if 1 riichi stick stayed"),
    (f"game end {SCORES} Taro=42000 --sticks-left 1", 1, "less 1 riichi stick is 134,000; if 2 riichi sticks"),
    (f"game end {SCORES}", 2, "the score of Taro is missing: name all of Ken, John and Taro"),
    (f"game end {SCORES} Anna=44000", 1, 'no player "Anna" at this table'),
    (f"game end {SCORES} Ken=44000", 1, "Ken is named twice"),
    (f"game end {SCORES} Taro=44.000", 2, "'Taro=44.000' is no score: type NAME=POINTS, as in Ken=88000"),
    (f"game end {SCORES} Taro=12345678", 2, "'Taro=12345678' is no score"),
    (f"game end {SCORES} =44000", 2, "'=44000' is no score"),
    (f"game end {TIE}", 1, "Ken and John tie for first, and that goes by who dealt last: add --last-d"),
    (f"game end {TIE} --last-dealer Jon", 1, "did you mean John?"),
    ("game end --sticks-left 1", 2, "--sticks-left, --last-dealer, --last-winner, --chombo and --discrepancy go"),
    ("game end --last-dealer Ken", 2, "--sticks-left, --last-dealer, --last-winner, --chombo and --discrepancy go"),
    ("game end --sticks-left x", 2, "invalid value for '--sticks-left': 'x' is not a valid whole number"),
    ("game end --sticks-left 100", 2, "100 is not in the range 0<=x<=99"),
    ("game result Ken=51000 John=40000 Taro=44000", 1, "ledger game end 1 --date 2026-11-20 --scores NAME=POINTS"),
    ("game result Ken=51000 John=40000 Anna=44001", 1, "1 too much"),
    ("game result Ken=50000 John=50000 Anna=35000", 1, "add --last-dealer NAME"),
    ("game result Ken=51000 John=40000", 1, "ruleset dutch seats 3 players, and 2 are named"),
    ("game result Ken John Anna", 2, "'Ken' is no score"),
    ("game result", 2, "missing argument 'NAME=POINTS…'; see  ledger game result --help"),
    ("game show 9", 1, 'no game "9" here'),
    ("game void", 2, "which game? Type its number, as in  ledger game void 2"),
    ("game void 9", 1, 'no game "9" here'),
    ("game reopen 1", 1, "game 1 has no early end to take back; it is open"),
    # nights and money
    ("settle", 1, "the night cannot be settled yet: open are game 1 (Ken, John and Taro). End it (ledger game end"),
    ("settle 2020-01-01", 1, "there is no night on 2020-01-01"),
    ("settle tomorrow", 2, "'tomorrow' is no date"),
    ("settle 2026-11-20 Ken", 2, "unexpected extra argument (Ken); see  ledger settle --help"),
    ("night open", 1, "the night of 2026-11-20 is open already"),
    ("night open --date 2026-11-31", 2, "'2026-11-31' is no date"),
    ("night open --date 2026-11-13 --rules duch", 1, "no ruleset 'duch'; did you mean dutch?"),
    *(
        (f"night open --date 2026-11-13 --rate {rate}", 2, f"--rate '{rate}' is no amount: type what 1,000 points")
        for rate in ("abc", "-1", "0.1.2", "0,50", ".", "1e3", "٣", "0000000000000")
    ),
    ("night open --date 2026-11-13 --rate 1 --currency EURO", 2, "no currency 'EURO'; did you mean EUR?"),
    ("night open --date 2026-11-13 --rate 1 --currency QQQ", 2, "no currency 'QQQ'; known are EUR, USD, JPY and"),
    ("night open --date 2026-11-13 --rate 0 --currency QQQ", 2, "no currency 'QQQ'"),
    ("night open --date 2026-11-13 --currency USD", 2, "--currency needs --rate"),
    ("night show 2020-01-01", 1, "there is no night on 2020-01-01"),
    ("night reopen --reason late", 1, "the night of 2026-11-20 is not settled"),
    ("night reopen", 2, "missing option '--reason'; see  ledger night reopen --help"),
    ("init --rate 1", 2, "--rate needs --currency"),
    ("init --currency EUR", 2, "--currency needs --rate"),
    ("init --rules duch", 1, "did you mean dutch?"),
    ("init --rate", 2, "option '--rate' requires an argument"),
    # people
    ("player add", 2, "missing argument 'NAME…'; see  ledger player add --help"),
    ("player add Bob ken", 1, "there is a player Ken already; two people need two names"),
    ("player add Bob bob", 2, "Bob is named twice"),
    ("player add Bob ''", 2, "cannot be blank"),
    ("player add Bob,Bill", 2, "cannot contain a comma or begin with @"),
    ("player add @Bob", 2, "cannot contain a comma or begin with @"),
    ("player add 'a\tb' 'B\x1b[31m'", 2, "a name cannot contain the character U+001B"),
    (f"player add {'x' * 61}", 2, "at most 60 characters, got 61"),
    ("player rm Ken", 2, "no command 'rm'; see  ledger player --help"),
    # anywhere
    ("gmae", 2, "no command 'gmae'; did you mean game?"),
    ("frobnicate", 2, "no command 'frobnicate'; see  ledger --help"),
    ("--nope", 2, "no option --nope; see  ledger --help"),
    ("settle --jsn", 2, "no option --jsn; did you mean --json?"),
    ("player add Bob --request ''", 2, "--request is empty: say which, or leave it out"),
    ("--db '' player list", 2, "--db is empty: say which, or leave it out"),
    ("--by 'a\nb' player add Bob", 2, "--by cannot contain the character U+000A"),
    (f"player add Bob --request {'x' * 201}", 2, "--request has at most 200 characters"),
    # without a ledger
    ("score 1/20", 1, "1 han 20 fu cannot occur: 20 fu is pinfu with tsumo, which is 2 han already"),
    (
        "score foo",
        2,
        "'foo' is no price: type 3/40 (han/fu), 5h, s5, mangan … yakuman, 2yakuman, a value such as 7700, or tiles",
    ),
    ("score 5", 1, "5 alone is no price: type 5/30"),
    ("score 3/45", 1, "fu is 20, 25, or a multiple of ten"),
    ("score 3h", 1, "3 han needs its fu"),
    ("score s5 --rules standard", 1, "s5 is a Dutch score"),
    ("score 0yakuman", 1, "counts from 1 to 6"),
    ("score", 2, "missing argument 'PRICE|TILES…'; see  ledger score --help"),
    ("score 3/40 --honba x", 2, "invalid value for '--honba': 'x' is not a valid whole number"),
    ("score 3/40 --rules duch", 1, "did you mean dutch?"),
    ("table --rules duch", 1, "did you mean dutch?"),
    ("demo --db x", 2, "no option --db; see  ledger demo --help"),
]


@pytest.mark.parametrize(("line", "code", "part"), BAD_LINES)
def test_a_bad_line(ledger_with, line, code, part):
    assert part in ledger_with("dutch at the table").refused(f"ledger {line}", code)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("hand draw none", "which game? open are game 1 (Ken, John and Taro); game 2 (Zoë, 田中さん and O'Brien): add"),
        ("hand undo", "which game?"),
        ("hand list", "which game?"),
        ("game end", "which game?"),
        ("game show", "which game?"),
        ("hand Ken ron Zoë s5", 'no open game seats everyone named in "Ken ron Zoë s5"'),
        ("hand Ken ron John s5 --game window", 'no player "Ken" at this table; seated: Zoë, 田中さん, O\'Brien'),
        ("hand Ken ron John s5 --game door", 'no game "door" here'),
        ("game start Anna An Ron", '"An" could be Anna or Anne Marie: type more of the name'),
        ("game start Anna Zoe Ron", 'no player "Zoe" in this ledger; did you mean Zoë?'),
    ],
)
def test_a_bad_line_between_two_tables(ledger_with, line, part):
    assert part in ledger_with("two tables").refused(f"ledger {line}", 1)


def test_one_han_twenty_fu_at_the_table(ledger_with):
    refusal = ledger_with("standard at the table").refused("ledger hand Ken ron John 1/20", 1)
    assert refusal == "1 han 20 fu cannot occur: 20 fu is pinfu with tsumo, which is 2 han already"


@pytest.mark.parametrize(
    ("ledger", "way"),
    [
        ("dutch over", ", or take its last hand back with  ledger hand undo --game 1 --date 2026-11-20"),
        ("dutch ended early", ", or take its end back with  ledger game reopen 1 --date 2026-11-20"),
        ("final scores", ""),
    ],
)
def test_a_hand_after_the_game_is_over_says_what_can_be_done(ledger_with, ledger, way):
    terminal = ledger_with(ledger)
    assert terminal.refused("ledger hand draw none", 1) == (
        f"game 1 is over, so no hand can follow: start the next one with  ledger game start{way}"
    )
    if way:
        terminal.done(way.partition(" with  ")[2])


@pytest.mark.parametrize(
    ("ledger", "line", "part"),
    [
        (
            "dutch over",
            "game reopen",
            "it ended with its last hand: take that back with  ledger hand undo --game 1 --date 2026-11-20",
        ),
        ("final scores", "game reopen", "only its final scores were recorded: void it with  ledger game void 1"),
        ("dutch ended early", "hand undo", "take that back first with  ledger game reopen 1 --date 2026-11-20"),
        ("dutch settled", "hand draw none", "settled and locked: open it again with  ledger night reopen 2026-11-20"),
        ("dutch settled", "hand undo", "settled and locked"),
        ("dutch settled", "game void 1", "settled and locked"),
        ("dutch settled", "game start Ken John Taro", "settled and locked"),
        ("dutch", "settle", "there is no night yet: it opens with its first game (ledger game start)"),
        ("dutch", "game show", "no game is open: start one with"),
        ("dutch", "hand draw none", "no game is open: start one with  ledger game start NAME NAME NAME"),
        ("standard at the table", "game end", "game 1 has no hands: give the counted scores"),
        ("standard at the table", "hand undo", "game 1 has no hand to undo"),
    ],
)
def test_what_cannot_be_done_now_says_what_can(ledger_with, ledger, line, part):
    assert part in ledger_with(ledger).refused(f"ledger {line}", 1)


# The place of the ledger.


def not_a_ledger(path, _good):
    path.write_text("Ken owes me a beer\n")


def other_database(path, _good):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE beers (owed int)")
        connection.commit()


def newer_ledger(path, good):
    shutil.copyfile(good, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


PLACES = [
    ("a text file", not_a_ledger, "{place} is not a ledger file; it was left untouched"),
    ("another database", other_database, "{place} is not a ledger file; it was left untouched"),
    ("a newer ledger", newer_ledger, "{place} was written by a newer version of the ledger (schema 9999): use that"),
    ("a directory", lambda path, _good: path.mkdir(), "cannot use {place}: Is a directory"),
]
LINES = ["player list", "hand draw none", "player add Bob", "settle", "init --rules dutch"]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("_name", "make", "part"), PLACES, ids=[name for name, _, _ in PLACES])
def test_a_place_that_is_no_ledger_is_left_untouched(ledger_with, tmp_path, line, _name, make, part):
    terminal = ledger_with("dutch at the table")
    place = tmp_path / "place"
    make(place, terminal.db)
    before = place.read_bytes() if place.is_file() else sorted(place.iterdir())
    assert part.format(place=place) in terminal.refused(f"ledger --db {place} {line}", 3)
    assert before == (place.read_bytes() if place.is_file() else sorted(place.iterdir()))


@pytest.mark.parametrize("line", LINES[:-1])
@pytest.mark.parametrize("place", ["missing.ledger", "folder/missing.ledger", "file/below.ledger"])
def test_a_missing_ledger_is_not_made_by_the_way(ledger_with, tmp_path, line, place):
    terminal = ledger_with("dutch")
    (tmp_path / "file").write_text("a file\n")
    here = sorted(tmp_path.iterdir())
    refusal = terminal.refused(f"ledger --db {tmp_path / place} {line}", 3)
    assert f"there is no ledger at {tmp_path / place}: make one with  ledger init" in refusal
    assert sorted(tmp_path.iterdir()) == here


def test_init_below_a_file_is_refused(ledger_with, tmp_path):
    terminal = ledger_with("dutch")
    (tmp_path / "file").write_text("a file\n")
    refusal = terminal.refused(f"ledger --db {tmp_path / 'file' / 'below.ledger'} init --rules dutch", 3)
    assert str(tmp_path / "file") in refusal


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("mysql://ken:secret@host/club", "a ledger lives in a SQLite file or in PostgreSQL"),
        ("postgresql://ken:secret@127.0.0.1:1/club", "cannot use postgresql://ken:***@127.0.0.1:1/club: "),
        ("://", "not a database URL"),
    ],
)
def test_a_url_that_cannot_be_used_does_not_show_its_password(ledger_with, url, part):
    refusal = ledger_with("dutch").refused(f"ledger --db {url} player list", 3)
    assert part in refusal
    assert "secret" not in refusal


def test_an_output_that_cannot_be_written_is_said_in_one_line(ledger_with, monkeypatch):
    def no_space(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ledger.commands.player.say", no_space)
    assert ledger_with("dutch").refused("ledger player list", 3) == "cannot use the output: No space left on device"


def test_a_mistake_of_the_program_is_not_hidden(ledger_with, monkeypatch):
    def mistake(*_args, **_kwargs):
        raise RuntimeError("a mistake")

    monkeypatch.setattr(results, "end_game", mistake)
    with pytest.raises(RuntimeError, match="a mistake"):
        ledger_with("dutch at the table")("ledger game end")
