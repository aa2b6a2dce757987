"""Spreadsheets of clubs: every layout there and back, what columns are called, and what cannot be a game."""

import csv
import io
import time
import zipfile
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.importers.csv_games import How, read_table
from ledger.importers.csv_values import NoValue, date_of, score_of

FRIDAY = date(2026, 11, 20)


def read(tmp_path, text, name="games.csv", encoding="utf-8", **how):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return read_table(path, How(**how))


def games(table):
    assert table.found.problems == ()
    return [(game.held_on, game.players, game.scores) for game in table.found.games]


HEAD = "date,player1,score1,player2,score2,player3,score3,player4,score4\n"
GOOD = "2026-11-20,Ken,40000,John,30000,Taro,20000,Zoë,10000\n"
ONE = (FRIDAY, ("Ken", "John", "Taro", "Zoë"), (40_000, 30_000, 20_000, 10_000))
WIDE = {
    "dutch": "Datum;Speler 1;Punten 1;Speler 2;Punten 2;Speler 3;Punten 3;Speler 4;Punten 4\n"
    "20.11.2026;Ken;40000;John;30000;Taro;20000;Zoë;10000\n",
    "polish": "Data,Gracz,Punkty,Gracz,Punkty,Gracz,Punkty,Gracz,Punkty\n"
    "2026-11-20,Ken,40 000,John,30 000,Taro,20 000,Zoë,10 000\n",
    "german, marked, dots": "\ufeffDatum;Spieler1;Ergebnis1;Spieler2;Ergebnis2;Spieler3;Ergebnis3;Spieler4;Ergebnis4\n"
    "20.11.2026;Ken;40.000;John;30.000;Taro;20.000;Zoë;10.000\n",
    "french, winds": "Jour,Est,Score est,Sud,Score sud,Ouest,Score ouest,Nord,Score nord\n"
    '2026/11/20,Ken,"40,000",John,"30,000",Taro,"20,000",Zoë,"10,000"\n',
    "japanese, tabs": "日付\tプレイヤー1\t点数1\tプレイヤー2\t点数2\tプレイヤー3\t点数3\tプレイヤー4\t点数4\n"
    "2026-11-20\tKen\t40000\tJohn\t30000\tTaro\t20000\tZoë\t10000\n",
    "scores without a head": "date,name,,name,,name,,name,\n2026-11-20,Ken,40000,John,30000,Taro,20000,Zoë,10000\n",
    "no head": "20.11.2026;Ken;40000;John;30000;Taro;20000;Zoë;10000\n",
    "players as heads": "Date,Ken,John,Taro,Zoë,Max\n2026-11-20,40000,30000,20000,10000,\n",
    "a player in a row": "date,game,player,score\n2026-11-20,1,Ken,40000\n2026-11-20,1,John,30000\n"
    "2026-11-20,1,Taro,20000\n2026-11-20,1,Zoë,10000\n",
    "a player in a row, no number": "date,naam,stand\n2026-11-20,Ken,40000\n2026-11-20,John,30000\n"
    "2026-11-20,Taro,20000\n2026-11-20,Zoë,10000\n",
    "notes without a head": "date,player1,score1,player2,score2,player3,score3,player4,score4,,\n"
    "2026-11-20,Ken,40000,John,30000,Taro,20000,Zoë,10000,late,\n",
    "an hour that is a number": "Datum,Uur,Speler1,Punten1,Speler2,Punten2,Speler3,Punten3,Speler4,Punten4\n"
    "2026-11-20,1,Ken,40000,John,30000,Taro,20000,Zoë,10000\n",
}


@pytest.mark.parametrize("name", WIDE)
def test_a_game_is_found_in_every_layout(tmp_path, name):
    assert games(read(tmp_path, WIDE[name])) == [ONE]


def test_what_each_column_is_taken_for_is_told(tmp_path):
    table = read(
        tmp_path, WIDE["an hour that is a number"].replace("Punten4", "Punten4,Wie").replace("10000", "10000,x")
    )
    assert table.columns[:3] == (
        "a game in a row: players and scores beside each other",
        "date: column 1 (Datum)",
        "game: column 2 (Uur)",
    )
    assert table.columns[3] == "player 1: column 3 (Speler1); score 1: column 4 (Punten1)"
    assert table.columns[-1] == "not read: column 11 (Wie)"


def test_three_players_leave_the_last_pair_empty(tmp_path):
    table = read(
        tmp_path, WIDE["dutch"] + "2026-11-20;Ken;45000;John;35000;Taro;25000;;\n", rules={3: "dutch", 4: "ema-2025"}
    )
    assert [game.rules for game in table.found.games] == ["ema-2025", "dutch"]
    assert table.found.games[1].players == ("Ken", "John", "Taro")


def test_columns_can_be_said(tmp_path):
    text = "when?,a,b,c,d,e,f,g,h\n2026-11-20,Ken,40000,John,30000,Taro,20000,Zoë,10000\n"
    said = {"date": "when?", **{f"player{n}": "aceg"[n - 1] for n in range(1, 5)}}
    said |= {f"score{n}": "bdfh"[n - 1] for n in range(1, 5)}
    assert games(read(tmp_path, text, columns=said)) == [ONE]
    (problem,) = read(tmp_path, text, columns={"date": "then"}).found.problems
    assert "0 columns are called 'then': the heads are when?, a, b" in problem.text
    (problem,) = read(tmp_path, text).found.problems
    assert "say which they are" in problem.text


def test_scores_in_hundreds_thousands_or_as_what_was_won(tmp_path):
    hundreds = WIDE["dutch"].replace("0000;", "00;").replace("0000\n", "00\n")
    assert games(read(tmp_path, hundreds, unit=100)) == [ONE]
    thousands = WIDE["dutch"].replace("40000", "40.0").replace("30000", "30,0").replace("0000", "0")
    assert games(read(tmp_path, thousands, unit=1000)) == [ONE]
    won = WIDE["dutch"].replace("40000", "15000").replace("30000", "5000").replace("20000", "-5000")
    table = read(tmp_path, won.replace("10000", "(15000)"))
    assert table.relative
    assert table.found.games[0].relative
    assert games(table)[0][2] == (15_000, 5_000, -5_000, -15_000)
    assert not read(tmp_path, WIDE["dutch"]).relative


def test_scores_that_seem_to_be_in_something_else_have_to_be_said(tmp_path):
    """15.0 in a column of what was won is no 15 points: nothing but the unit would tell."""
    heads = "date,Ken,John,Taro,Zoë\n2026-11-20,+15.0,5.0,-5.0,-15.0\n"
    table = read(tmp_path, heads)
    assert [str(problem) for problem in table.found.problems] == [
        "games.csv:2:2: scores such as +15.0 seem to be in thousands: say --unit thousands, or --unit points"
    ]
    assert table.found.games == ()
    assert games(read(tmp_path, heads, unit=1000))[0][2] == (15_000, 5_000, -5_000, -15_000)
    assert games(read(tmp_path, heads, unit=1))[0][2] == (15, 5, -5, -15)
    (problem,) = read(tmp_path, HEAD + "2026-11-20,Ken,400,John,300,Taro,200,Zoë,100\n").found.problems
    assert "scores such as 300 seem to be in hundreds" in problem.text
    assert games(read(tmp_path, HEAD + "2026-11-20,Ken,0,John,0,Taro,0,Zoë,0\n"))[0][2] == (0, 0, 0, 0)


ROWS_OF = "date,player,score\n"


def long_rows(*tables):
    """Rows of games after each other, of which each is names and scores."""
    return ROWS_OF + "".join(
        f"2026-11-20,{name},{score}\n" for table in tables for name, score in zip(table[::2], table[1::2], strict=True)
    )


THREE = ("Ken", 45_000, "John", 35_000, "Taro", 25_000)


def test_rows_without_a_number_are_parted_where_there_is_one_way(tmp_path):
    assert [len(game[1]) for game in games(read(tmp_path, long_rows(THREE, THREE, THREE, THREE)))] == [3, 3, 3, 3]
    others = ("Zoë", 45_000, "Max", 35_000, "Ann", 25_000)
    more = ("Eva", 50_000, "Tom", 30_000, "Bob", 25_000)
    last = ("Lea", 40_000, "Jan", 40_000, "Kim", 25_000)
    twelve = read(tmp_path, long_rows(THREE, others, more, last))
    assert next(game[2] for game in games(twelve)) == (45_000, 35_000, 25_000), "all of one total"
    unclear = read(tmp_path, long_rows(THREE, others, more, ("Lea", 40_000, "Jan", 40_000, "Kim", 24_000)))
    (problem,) = unclear.found.problems
    assert str(problem).startswith("games.csv:2: it is not clear which of the 12 rows from here on are one game")
    apart = long_rows(THREE, others).replace("2026-11-20,Zoë", "\n2026-11-20,Zoë")
    assert len(games(read(tmp_path, apart + "\n" + long_rows((*THREE, "Zoë", 0)).removeprefix(ROWS_OF)))) == 3
    (problem,) = read(tmp_path, long_rows((*THREE, "Zoë", 1, "Max", 2))).found.problems
    assert "it is not clear which of the 5 rows" in problem.text


def test_players_sit_where_their_seats_say(tmp_path):
    head = "date,game,seat,player,score\n"
    rows = [f"2026-11-20,1,{seat},P{seat},25000\n" for seat in ("3", "1", "4", "2")]
    assert games(read(tmp_path, head + "".join(rows)))[0][1] == ("P1", "P2", "P3", "P4")
    for seats, says in (("3114", "the seats are 3, 1, 1, 4"), ("12x4", "'x' is no seat"), ("234", "the seats are")):
        rows = [f"2026-11-20,1,{seat},{'ABCD'[at]},25000\n" for at, seat in enumerate(seats)]
        (problem,) = read(tmp_path, head + "".join(rows)).found.problems
        assert says in problem.text


def test_games_of_a_date_are_in_the_order_of_their_numbers(tmp_path):
    rows = [f"{on},{number},Ken,40000,John,30000,Taro,20000,Zoë,{number}0000\n" for on, number in NUMBERED]
    table = read(tmp_path, HEAD.replace("date", "date,hour") + "".join(rows))
    assert [(game[0].day, game[2][3] // 10_000) for game in games(table)] == [(13, 2), (20, 1), (20, 3), (20, 10)]


NUMBERED = (("2026-11-20", 10), ("2026-11-20", 3), ("2026-11-20", 1), ("2026-11-13", 2))


def test_a_column_is_said_by_its_number_and_one_is_left_out(tmp_path):
    text = "date,rules,a,,b,,c,,d,\n2026-11-20,of ours,Ken,40000,John,30000,Taro,20000,Zoë,10000\n"
    said = {
        f"{what}{n}": f"column {2 * n + 1 + (what == 'score')}" for n in range(1, 5) for what in ("player", "score")
    }
    assert [game.rules for game in read(tmp_path, text, columns=said).found.games] == ["of ours"]
    assert [game.rules for game in read(tmp_path, text, columns=said | {"rules": "-"}).found.games] == [None]
    (problem,) = read(tmp_path, text, columns={"date": "column 11"}).found.problems
    assert "0 columns are called 'column 11'" in problem.text
    (problem,) = read(tmp_path, text.replace("date,rules", "a,a"), columns={"date": "a"}).found.problems
    assert "3 columns are called 'a': say which, as column 1 or column 2 or column 3" in problem.text


def test_a_column_that_is_there_twice_is_refused_where_it_is_read(tmp_path):
    twice = read(tmp_path, "date,Ken,John,Taro,ken\n2026-11-20,25000,25000,25000,25000\n").found
    assert [problem.text for problem in twice.problems] == ["2 columns are called 'Ken': give each a name of its own"]
    ranks = "date" + ",player,score,rank" * 4 + "\n2026-11-20,Ken,40000,1,John,30000,2,Taro,20000,3,Zoë,10000,4\n"
    assert games(read(tmp_path, ranks)) == [ONE]


def test_a_mistyped_score_below_a_head_is_a_problem_of_its_cell(tmp_path):
    rows = "date,Ken,John,Taro\n" + "2026-11-20,45000,35000,25000\n" * 3 + "2026-11-20,12k,35000,25000\n"
    assert [str(problem) for problem in read(tmp_path, rows).found.problems] == ["games.csv:5:2: '12k' is no score"]


def test_no_dates_are_said_once(tmp_path):
    text = "player1,score1,player2,score2,player3,score3\n" + "Ken,45000,John,35000,Taro,25000\n" * 3
    (problem,) = read(tmp_path, text).found.problems
    assert str(problem) == "games.csv:1: there is no column of dates: say which, as in --columns date=HEAD"


END = (HEAD.strip() + ",sticks,dealer,best\n", "2026-11-20,Ken,40000,John,40000,Taro,10000,Zoë,9000,{},{},{}\n")
SAID = {"sticks": "sticks", "last-dealer": "dealer", "ahead": "best"}


def test_what_else_there_is_to_say_of_the_end_of_a_game(tmp_path):
    rows = END[1].format("1", "john", '"Zoë, Ken"') + END[1].format("1000", "North", "") + END[1].format("", "", "")
    table = read(tmp_path, END[0] + rows, columns=SAID)
    assert table.found.problems == ()
    assert [(g.sticks_left, g.last_dealer, g.ahead) for g in table.found.games] == [
        (1, 1, (3, 0)),
        (1, 3, ()),
        (None, None, ()),
    ]
    assert table.columns[2:5] == (
        "sticks: column 10 (sticks)",
        "last-dealer: column 11 (dealer)",
        "ahead: column 12 (best)",
    )
    wrong = read(tmp_path, END[0] + END[1].format("1500", "Max", "x"), columns=SAID).found.problems
    assert [str(problem) for problem in wrong] == [
        "games.csv:2:10: '1500' is no number of sticks, nor the points of some",
        "games.csv:2:11: 'Max' is nobody in this game",
        "games.csv:2:12: 'x' is nobody in this game",
    ]


def test_keys_are_those_of_the_game_and_equal_games_are_two(tmp_path):
    head, row = WIDE["dutch"].splitlines(keepends=True)
    once = read(tmp_path, head + row).found.games
    grown = read(tmp_path, head + row.replace("Ken", "Max") + row + row).found.games
    assert grown[1].key == once[0].key
    assert grown[2].key == once[0].key + "#2"
    assert len({game.key for game in grown}) == 3


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        *[
            (text, 1, 25_000)
            for text in ("25000", "25,000", "25.000", "25 000", "25'000", "+25000", "25000.0", " 25000 ")
        ],
        *[(text, 1, -1_200) for text in ("-1200", "−1200", "(1200)", "1200-", "▲1200", "- 1 200", "'-1200")],
        *[("25.3", 1000, 25_300), ("25,3", 1000, 25_300), ("253", 100, 25_300), ("-0.5", 1000, -500), ("0", 1, 0)],
    ],
)
def test_scores_as_people_write_them(text, unit, value):
    assert score_of(text, unit) == value


@pytest.mark.parametrize("text", ["NaN", "1e5", "12k", "", "-", "25.3", "2,50,00", "25.00.000", "inf", "٣", "9" * 20])
def test_what_is_no_score(text):
    with pytest.raises(NoValue):
        score_of(text)


def test_a_long_cell_costs_no_time(tmp_path):
    before = time.monotonic()
    found = read(tmp_path, HEAD + GOOD + "2026-11-20,Ken," + ("1" + " " * 100_000 + "x,") * 7 + "\n").found
    assert len(found.problems) >= 4
    assert all(len(problem.text) < 200_000 for problem in found.problems)
    assert time.monotonic() - before < 5


def test_dates_are_read_strictly():
    assert {
        date_of(text)
        for text in ("2026-11-20", "2026/11/20", "20.11.2026", "20261120", "2026-11-20 19:30", "2026年11月20日")
    } == {FRIDAY}
    assert date_of("11/20/2026", "%m/%d/%Y") == FRIDAY
    for text in ("03/04/2026", "20-11-26", "20.11.26"):
        with pytest.raises(NoValue, match="could be a day or a month first: say with --date-format"):
            date_of(text)
    for text in ("2026-13-01", "soon", "2026-1120", "1" * 40, "2026-11-20" + " " * 99_999 + "x"):
        with pytest.raises(NoValue, match="is no date"):
            date_of(text)


BAD = {
    "2026-11-20,Ken,12k,John,30000,Taro,20000,Zoë,1e5\n": ["games.csv:3:3: '12k' is no score", "games.csv:3:9: '1e5'"],
    "2026-11-20,Ken,NaN,John,30000,Taro,20000,Zoë,1\n": ["games.csv:3:3: 'NaN' is no score"],
    "03/04/2026,Ken,1,John,30000,Taro,20000,Zoë,1\n": ["games.csv:3:1: '03/04/2026' could be a day or a month first"],
    "2026-11-20,Ken,1,ken,30000,Taro,20000,Zoë,1\n": ["is named twice"],
    "2026-11-20,Ken,1,,30000,Taro,20000,Zoë,1\n": ["games.csv:3:5: the name of player 2 is missing"],
    "2026-11-20,Ken,1,John,,Taro,20000,Zoë,1\n": ["games.csv:3:5: the score of John is missing"],
    "2026-11-20,Ken,1,John,2,,,,\n": ["games.csv:3: it names 2 players: a game has three or four"],
}


@pytest.mark.parametrize("row", BAD)
def test_what_is_wrong_in_a_row_is_said_with_its_line_and_column(tmp_path, row):
    found = read(tmp_path, HEAD + GOOD + row).found
    for says in BAD[row]:
        assert any(says in str(problem) for problem in found.problems)
    assert len(found.games) == 1
    assert len(read(tmp_path, HEAD + row * 3, unit=1).found.problems) >= 3, "all of them"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "it is empty"),
        (b"\xff\xfe\x00", "it is not"),
        (
            "Datum;Zoë\n".encode("latin-1"),
            ":1: it is not UTF-8: save the file as UTF-8, or say what it is, as in --encoding cp1252",
        ),
        (b"date,date,player1,score1,player2,score2,player3,score3\n", "2 columns are called 'date'"),
        (b"a,b,c\n1,2\n", "say which they are"),
        (b"x" * 200_000 + b"\n", "it is no CSV: field larger than field limit"),
        (b"," * 5_000, "it has 5,001 cells: that is no table"),
        (b"PK\x03\x04nothing", "it is no workbook"),
        (HEAD.encode() + b"2026-11-20,a\x00,9000,b,9000,c,9000,d,9000\n", "bad.csv:2: a name cannot contain the char"),
        (HEAD.encode() + b'2026-11-20,"Ken,1\n', "bad.csv:2: it is no CSV: unexpected end of data"),
        (HEAD.encode() + b"x" * (16 * 1024 * 1024), "it holds more than 16 MB"),
    ],
)
def test_a_file_that_is_no_table_is_a_problem(tmp_path, content, says):
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    found = read_table(path).found
    assert found.games == ()
    assert len(found.problems) == 1
    assert says in str(found.problems[0])


def test_a_workbook_is_read_as_its_first_sheet(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["Datum", *(f"{what}{n}" for n in range(1, 5) for what in ("Speler", "Punten"))])
    book.active.append([FRIDAY, "Ken", 40000, "John", 30000.0, "Taro", 20000, "Zoë", "10.000"])
    path = tmp_path / "club.xlsx"
    book.save(path)
    assert games(read_table(path)) == [ONE]


def test_a_damaged_workbook_is_a_problem(tmp_path):
    """Whatever part of it is damaged, a workbook is refused and nothing else escapes."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["date", "Ken"])
    whole = tmp_path / "whole.xlsx"
    book.save(whole)
    with zipfile.ZipFile(whole) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    for broken in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"):
        for content in (b"", b"<a>", b"\xff\x00", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'):
            path = tmp_path / "broken.xlsx"
            with zipfile.ZipFile(path, "w") as packed:
                for name, part in parts.items():
                    packed.writestr(name, content if name == broken else part)
            (problem,) = read_table(path).found.problems
            assert str(problem).startswith("broken.xlsx: ")


def test_another_encoding_can_be_said(tmp_path):
    path = tmp_path / "old.csv"
    path.write_bytes(WIDE["dutch"].encode("cp1252"))
    assert games(read_table(path, How(encoding="cp1252"))) == [ONE]


@st.composite
def heads_and_games(draw):
    """Players as heads, and games of three or four of them with what each won: in thousands, or in points."""
    heads = draw(st.permutations(["Ken", "John", "Taro", "Zoë", "田中さん", "O'Brien", "🀄"]))
    some = []
    for _ in range(draw(st.integers(1, 8))):
        seats = sorted(draw(st.sets(st.integers(0, 6), min_size=3, max_size=4)))
        won = draw(st.lists(st.integers(-600, 600), min_size=len(seats) - 1, max_size=len(seats) - 1))
        some.append((draw(st.dates(date(2000, 1, 1))), seats, [each * 100 for each in (*won, -sum(won))]))
    return heads, some


WRITTEN = (
    (1, lambda score: f"{score}"),
    (1, lambda score: f"{score:+,}"),
    (1, lambda score: f"({-score:,})".replace(",", " ") if score < 0 else f"{score}"),
    (1, lambda score: f"{-score:,}-".replace(",", ".") if score < 0 else f"{score}"),
    (100, lambda score: f"{score // 100}".replace("-", "−")),
    (1000, lambda score: f"{score / 1000:.1f}"),
    (1000, lambda score: f"{score / 1000:+.1f}".replace(".", ",")),
)


@settings(max_examples=60)
@given(heads_and_games(), st.sampled_from(WRITTEN), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y"]))
def test_any_games_come_back_from_players_as_heads(tmp_path_factory, written, unit_and_form, day):
    (heads, some), (unit, form) = written, unit_and_form
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(["Datum", *heads])
    for on, seats, won in some:
        cells = dict(zip(seats, map(form, won), strict=True))
        writer.writerow([on.strftime(day), *(cells.get(at, "") for at in range(7))])
    path = tmp_path_factory.mktemp("csv") / "heads.csv"
    path.write_text(out.getvalue(), "utf-8")
    # A head below which nobody ever played is no column of scores.
    table = read_table(path, How(unit=unit, relative=True, date_format=day))
    assert games(table) == [(on, tuple(heads[at] for at in seats), tuple(won)) for on, seats, won in some]


NAMES = st.lists(
    st.sampled_from(["Ken", "John", "Taro", "Zoë", "田中さん", "O'Brien", 'Ann "B"', "a;b", "x,y", "🀄"]),
    min_size=4, max_size=4, unique=True,
)  # fmt: skip
SCORES = st.lists(st.integers(-99_900, 150_000), min_size=4, max_size=4)
GAMES = st.lists(st.tuples(st.dates(date(2000, 1, 1), date(2099, 1, 1)), NAMES, SCORES), min_size=1, max_size=8)


@settings(max_examples=60)
@given(GAMES, st.sampled_from([",", ";", "\t"]), st.booleans())
def test_any_games_come_back_from_any_table(tmp_path_factory, games_written, delimiter, long):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    if long:
        writer.writerow(["date", "game", "player", "score"])
        for number, (on, names, scores) in enumerate(games_written):
            writer.writerows([on, number, name, score] for name, score in zip(names, scores, strict=True))
    else:
        writer.writerow(["date", *(f"{what}{n}" for n in range(1, 5) for what in ("player", "score"))])
        for on, names, scores in games_written:
            writer.writerow([on, *(cell for pair in zip(names, scores, strict=True) for cell in pair)])
    path = tmp_path_factory.mktemp("csv") / "any.csv"
    path.write_text(out.getvalue(), "utf-8")
    expected = [(on, tuple(names), tuple(scores)) for on, names, scores in games_written]
    if long:  # the games of a date have numbers
        expected.sort(key=lambda game: game[0])
    assert games(read_table(path, How(unit=1))) == expected
