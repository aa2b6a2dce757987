"""ledger standings and ledger rating, as they are typed and read."""

import json

CLUB = (
    "ledger init --rules dutch --currency EUR --rate 0.50",
    """ledger player add Zoë 田中さん "O'Brien" 🐉""",
    """ledger game result Zoë=60000 田中さん=45000 "O'Brien=30000" --date 2026-11-13""",
    "ledger game result 🐉=70000 Zoë=40000 田中さん=25000 --date 2026-11-20",
    "ledger player guest 🐉",
)


def club(terminal):
    for line in CLUB:
        terminal.done(line)
    return terminal


def test_names_of_any_kind_line_up(terminal):
    assert club(terminal).done("ledger standings --guests") == (
        "Standings by points, all games\n"
        "               games   points  average place  places  moved\n"
        "  1  🐉            1  +35,000           1.00   1-0-0    new\n"
        "  2  Zoë           2  +15,000           1.50   1-1-0     -1\n"
        "  3  O'Brien       1  -20,000           3.00   0-0-1      =\n"
        "  4  田中さん      2  -30,000           2.50   0-1-1     -2\n"
        "moved: ranks up (+) or down since before 2026-11-20\n"
    )


def test_by_another_order_with_a_least_number_of_games_and_without_names(terminal):
    assert club(terminal).done("ledger standings --order average --least-games 2 --anonymous") == (
        "Standings by points per game, all games\n"
        "               games   points  average place  places  per game\n"
        "  1  Player 1      2  +15,000           1.50   1-1-0    +7,500\n"
        "  2  Player 2      2  -30,000           2.50   0-1-1   -15,000\n"
        "With fewer than 2 games:\n"
        "     Player 3      1  -20,000           3.00   0-0-1   -20,000\n"
    )


def test_ratings(terminal):
    # A pair exchanges 32 times what the better one was not expected to win; a game counts the mean of two pairs.
    # First game: 16 each. Second: the dragon gets (16.736 + 16) / 2, for Zoë had 1516 against 1500.
    assert club(terminal).done("ledger rating --system elo --month 2026-11") == (
        "Elo, by pairs, from 2026-11-01 to 2026-11-30\n"
        "               games   rating     best\n"
        "  1  🐉            1  1,516.4  1,516.4\n"
        "  2  Zoë           2  1,515.3  1,516.0\n"
        "  3  田中さん      2  1,484.4  1,500.0\n"
        "  4  O'Brien       1  1,484.0  1,484.0\n"
    )
    [table] = json.loads(terminal.done("ledger rating --json --system openskill"))["tables"]
    assert [line["games"] for line in table["lines"]] == [2, 1, 2, 1]
    for line in table["lines"]:
        assert abs(line["rating"] - (line["mu"] - 3 * line["sigma"])) < 1e-5


def test_as_csv_numbers_are_numbers_and_no_name_is_a_formula(terminal):
    club(terminal).done("ledger player rename 🐉 =1+1")
    assert terminal.done("ledger standings --csv --guests --order average").splitlines() == [
        "table,rank,player,games,points,average_points,average_place,first,second,third,fourth,penalties,average,moved",
        "3,1,'=1+1,1,35000,35000.0,1.0,1,0,0,0,0,35000.0,",
        "3,2,Zoë,2,15000,7500.0,1.5,1,1,0,0,0,7500.0,-1",
        "3,3,田中さん,2,-30000,-15000.0,2.5,0,1,1,0,0,-15000.0,-1",
        "3,4,O'Brien,1,-20000,-20000.0,3.0,0,0,1,0,0,-20000.0,-1",
    ]
    # The mean of the second table was 1510: 30 + 10 / 40 for the first, 0.998 x -20 / 40 for Zoë, who had 1530.
    assert terminal.done("ledger rating --csv").splitlines()[:3] == [
        "table,rank,player,games,rating,best,mu,sigma",
        "3,1,'=1+1,1,1530.25,1530.25,,",
        "3,2,Zoë,2,1529.501,1530.0,,",
    ]


def test_what_is_asked_wrongly_is_said(terminal):
    club(terminal)
    for line, code, said in (
        (
            "--order worst",
            2,
            'order "worst": what standings go by is points, average, place, top, money, rating, best:N or drop:N',
        ),
        ("--order best", 2, "what standings go by is"),
        ("--last 30", 2, '--last "30": how long? As in 30d, 6w, 3m or 1y'),
        ("--month 2026-13", 2, '--month "2026-13" is no month: write year-month, as in 2026-11'),
        ("--month 2026-11 --last 30d", 2, "--month goes without --from, --to and --last"),
        ("--from 2026-11-20 --to 2026-11-13", 2, "nothing is from 2026-11-20 to 2026-11-13"),
        ("--season Autumn", 1, 'no season "Autumn" (begin one: ledger season start NAME --from DATE)'),
        ("--rules duch", 1, 'no game was played by rules "duch"; did you mean dutch?'),
        (
            "--order money --players 3",
            1,
            "money is of whole nights: standings by money go without --rules and --players",
        ),
    ):
        assert said in terminal.refused(f"ledger standings {line}", code), line
    assert (
        terminal("ledger standings --month 2026-10").err == "ledger: no finished game (from 2026-10-01 to 2026-10-31)\n"
    )
