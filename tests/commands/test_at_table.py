"""People who come and go, as typed: game sub, game penalty, night join and leave, and what shows them."""

import json

import pytest

from ledger.commands.text import text_width

NAMES = """Zoë 田中さん "O'Brien" 🐉 Ken"""
CLUB = ("ledger init --rules dutch --currency EUR --rate 0.50", f"ledger player add {NAMES}")
START = """ledger game start Zoë 田中さん "O'Brien" """
SUBS = """\
  from hand 2 on 🐉 sits for Zoë; Zoë keeps what had been won or lost by then
  from hand 2 on Ken sits for O'Brien; the result is O'Brien's
"""
RESULTS = """\
  place            counted  less 50,000    bonus  referee   points
      1  🐉         54,800       +4,800  +15,000        0  +19,800
      2  O'Brien    45,000       -5,000        0        0   -5,000
      3  田中さん   35,200      -14,800        0  -20,000  -34,800
         sum       135,000      -15,000  +15,000  -20,000  -20,000
Of 🐉's result +12,000 is Zoë's, who sat there before.
"""
OVER = f"""\
Game 1, night of 2026-11-20, rules dutch: ended before its last hand
{SUBS}\
  20,000 off 田中さん's result: late, the 電話 rang
   1  E1.0  Zoë ron 田中さん mangan
   2  E1.1  田中さん ron 🐉 s4
              Zoë/🐉  田中さん  O'Brien/Ken
  1  E1.0    +12,000   -12,000            0
  2  E1.1     -2,200    +2,200            0
     points   54,800    35,200       45,000
{RESULTS}"""
UNDO = "To take it back: ledger undo\n"
HEADING = "Game 1, night of 2026-11-20, rules dutch: open\n"


@pytest.fixture
def table(terminal):
    """🐉 waits; Zoë, 田中さん and O'Brien have played a hand."""
    for line in (*CLUB, "ledger night join 🐉", START, "ledger hand Zoë ron 田中さん mangan"):
        terminal.done(line)
    return terminal


@pytest.fixture
def over(table):
    """🐉 came for Zoë, Ken for O'Brien, 田中さん was late, O'Brien has left, and the game is over."""
    for line in (
        "ledger game sub Zoë 🐉 --result split",
        "ledger hand 田中さん ron 🐉 s4",
        """ledger game sub "O'Brien" Ken --from 2""",
        'ledger game penalty 田中さん 20000 --reason "late, the 電話 rang"',
        """ledger night leave "O'Brien" """,
        "ledger game end",
    ):
        table.done(line)
    return table


def test_who_comes_before_they_play(terminal):
    for line in CLUB:
        terminal.done(line)
    assert terminal.done("ledger night join 🐉 zoë") == f"Night of 2026-11-20\n  here: 🐉, Zoë\n{UNDO}"
    assert terminal.done("ledger night leave zoë") == f"Night of 2026-11-20\n  here: 🐉\n  left: Zoë\n{UNDO}"
    assert terminal.done("ledger night join 田中さん Ken --date 2026-11-27") == (
        f"Night of 2026-11-27\n  here: 田中さん, Ken\n{UNDO}"
    )


def test_whose_turn_it_is_to_sit_out(table):
    said = table.done("ledger night show")
    assert said.startswith(
        "Night of 2026-11-20 (rules dutch, €0.50 per 1,000 points)\n"
        "  here: 🐉, Zoë, 田中さん, O'Brien\n"
        "  Zoë sits out the next game: longest without a break\n"
        "\n"
        "Game 1, night of 2026-11-20, rules dutch: open\n"
    )
    assert "  Zoë and 田中さん sit out the next game: longest without a break\n" in table.done("ledger night join Ken")


def test_nothing_is_said_of_who_is_here_where_that_is_who_plays(terminal):
    for line in (*CLUB, START):
        terminal.done(line)
    assert "here:" not in terminal.done("ledger night show")


def test_a_substitute_sits_there_from_the_next_hand_on(table):
    assert table.done("ledger game sub Zoë 🐉 --result split") == (
        f"{HEADING}  from hand 2 on 🐉 sits for Zoë; Zoë keeps what had been won or lost by then\n{UNDO}"
    )
    assert table.refused("ledger hand 田中さん ron Zoë s4", 1) == (
        'no player "Zoë" at this table; seated: 🐉, 田中さん, O\'Brien'
    )
    assert table.done("ledger hand 田中さん ron 🐉 s4") == (
        "Game 1, hand 2, E1.1: 田中さん ron 🐉 s4\n"
        "  🐉  ->  田中さん  2,000  ron\n"
        "  🐉  ->  田中さん    200  honba\n"
        "              🐉  田中さん  O'Brien\n"
        "  change  -2,200    +2,200        0\n"
        "  points  54,800    35,200   45,000\n"
        "Next: E2.0, 田中さん deals.\n"
        "To take it back: ledger hand undo --game 1\n"
    )
    assert table.done("""ledger game sub "O'Brien" Ken --from 2""") == HEADING + SUBS + UNDO
    assert table.done("""ledger game sub Ken "O'Brien" --from 2""") == HEADING + SUBS.splitlines(True)[0] + UNDO


@pytest.mark.parametrize(("result", "whose"), [("starter", "Zoë"), ("finisher", "🐉")])
def test_whose_the_result_is_is_said(table, result, whose):
    said = table.done(f"ledger game sub Zoë 🐉 --result {result}")
    assert said == f"{HEADING}  from hand 2 on 🐉 sits for Zoë; the result is {whose}'s\n{UNDO}"
    assert f"      1  {whose} " in table.done("ledger game end")


def test_a_penalty_is_shown_with_its_reason_and_in_a_step_of_its_own(over):
    assert over.done("ledger game show") == OVER
    assert over.done("ledger night show") == (
        "Night of 2026-11-20 (rules dutch, €0.50 per 1,000 points)\n"
        "  here: 🐉, Zoë, 田中さん, Ken\n"
        "  left: O'Brien\n"
        "  🐉 sits out the next game: longest without a break\n"
        f"\n{OVER}"
    )
    assert over.done("ledger game penalty 🐉 500 --reason phone") == (
        "Game 1, night of 2026-11-20, rules dutch: ended before its last hand\n"
        "  20,000 off 田中さん's result: late, the 電話 rang\n"
        "  500 off 🐉's result: phone\n"
        "  place            counted  less 50,000    bonus  referee   points\n"
        "      1  🐉         54,800       +4,800  +15,000     -500  +19,300\n"
        "      2  O'Brien    45,000       -5,000        0        0   -5,000\n"
        "      3  田中さん   35,200      -14,800        0  -20,000  -34,800\n"
        "         sum       135,000      -15,000  +15,000  -20,500  -20,500\n"
        f"Of 🐉's result +12,000 is Zoë's, who sat there before.\n{UNDO}"
    )


def test_a_penalty_that_is_taken_back_is_gone(over):
    assert over.done("ledger game penalty 田中さん --take-back") == (
        "Game 1, night of 2026-11-20, rules dutch: ended before its last hand\n"
        "  place            counted  less 50,000    bonus   points\n"
        "      1  🐉         54,800       +4,800  +15,000  +19,800\n"
        "      2  O'Brien    45,000       -5,000        0   -5,000\n"
        "      3  田中さん   35,200      -14,800        0  -14,800\n"
        "         sum       135,000      -15,000  +15,000        0\n"
        f"Of 🐉's result +12,000 is Zoë's, who sat there before.\n{UNDO}"
    )
    assert over.refused("ledger game penalty 田中さん --take-back", 1) == "田中さん has no penalty in game 1"


def test_the_money_goes_to_those_whose_points_it_is(over):
    settled = over.done("ledger settle")
    assert settled[settled.index("The night\n") :] == (
        "The night\n"
        "             points    money\n"
        "  Zoë       +12,000    €6.00\n"
        "  🐉         +7,800    €3.90\n"
        "  O'Brien    -5,000   -€2.50\n"
        "  田中さん  -34,800  -€17.40\n"
        "  cash box  +20,000   €10.00\n"
        "  sum             0    €0.00\n"
        "  For the cash box: penalties\n"
        "\n"
        "Who pays whom: no plan has fewer transfers\n"
        "  田中さん pays the cash box €10.00\n"
        "  田中さん pays Zoë €6.00\n"
        "  O'Brien pays 🐉 €2.50\n"
        "  田中さん pays 🐉 €1.40\n"
    )
    assert over.done("ledger standings") == (
        "Standings by points, all games\n"
        "               games   points  average place  places  penalties\n"
        "  1  Zoë           0  +12,000              -   0-0-0          0\n"
        "  2  🐉            1   +7,800           1.00   1-0-0          0\n"
        "  3  O'Brien       1   -5,000           2.00   0-1-0          0\n"
        "  4  田中さん      1  -34,800           3.00   0-0-1    -20,000\n"
    )


def test_the_sheet_of_the_night_holds_it_all_and_is_no_news(over, tmp_path):
    written = over.done("ledger night show --sheet")
    assert written.splitlines()[5:] == [
        "game Zoë, 田中さん, O'Brien",
        "e1.0 Zoë ron 田中さん mangan",
        "sub Zoë, 🐉 result split",
        "sub O'Brien, Ken",
        "e1.1 田中さん ron 🐉 s4",
        "= 🐉 54800 田中さん 35200 Ken 45000",
        "end",
        "penalty 田中さん 20000 late, the 電話 rang",
    ]
    assert "left O'Brien" in written.splitlines()
    sheet = tmp_path / "night.txt"
    sheet.write_text(written, encoding="utf-8")
    before = over.dump()
    assert over(f"ledger sheet {sheet}").code == 0
    assert over.dump() == before


def test_json_holds_the_same(over):
    game = json.loads(over.done("ledger game show --json"))
    assert (game["players"], [hand["line"] for hand in game["hands"]]) == (
        *(["🐉", "田中さん", "Ken"], ["Zoë ron 田中さん mangan", "田中さん ron 🐉 s4"]),
    )
    assert game["substitutes"] == [
        {"seat": 0, "from_hand": 2, "left": "Zoë", "came": "🐉", "credit": "split"},
        {"seat": 2, "from_hand": 2, "left": "O'Brien", "came": "Ken", "credit": "starter"},
    ]
    assert game["shares"] == [
        {"seat": 0, "player": "Zoë", "points": 12_000},
        {"seat": 0, "player": "🐉", "points": -12_000},
    ]
    assert game["penalties"] == [
        {"seat": 1, "player": "田中さん", "points": 20_000, "reason": "late, the 電話 rang"},
    ]
    assert [(line["player"], line["referee"]) for line in game["results"]] == [
        *(("🐉", 0), ("田中さん", -20_000), ("O'Brien", 0)),
    ]
    night = json.loads(over.done("ledger night show --json"))
    assert night["games"] == [game]
    assert night["here"] == ["🐉", "Zoë", "田中さん", "Ken"]
    assert (night["left"], night["sits_out"]) == (["O'Brien"], ["🐉"])


REFUSED = {
    "ledger game sub": (2, "missing argument 'NAME'; see  ledger game sub --help"),
    "ledger game sub Zoë": (2, "missing argument 'SUBSTITUTE'; see  ledger game sub --help"),
    "ledger game sub Zoë Zed": (
        *(1, 'no player "Zed" in this ledger; known: Ken, O\'Brien, Zoë, 田中さん, 🐉 (a new one: ledger player add'),
    ),
    "ledger game sub Ken 🐉": (1, 'no player "Ken" at this table; seated: Zoë, 田中さん, O\'Brien'),
    "ledger game sub Zoë 田中さん": (1, "田中さん sits in game 1 already"),
    "ledger game sub Zoë 🐉 --from 1": (
        1,
        "game 1 has no hands before that: say who sits where with  ledger game seats",
    ),
    "ledger game sub Zoë 🐉 --from 9": (2, "--from 9: the game has 1 hand"),
    "ledger game sub Zoë 🐉 --from x": (2, "invalid value for '--from'"),
    "ledger game sub Zoë 🐉 --result all": (2, "'all' is not one of 'starter', 'finisher', 'split'"),
    "ledger game sub Zoë 🐉 --game 7": (1, 'no game "7" here; open are game 1'),
    "ledger game penalty Zoë": (2, "how many points, as in  ledger game penalty Ken 20000 --reason …, or --take-back"),
    "ledger game penalty Zoë 5 --take-back": (2, "how many points, as in  ledger game penalty"),
    "ledger game penalty Zoë 5": (2, 'why? A penalty has a reason: --reason "…"'),
    "ledger game penalty Zoë 5 --reason ' '": (2, "why? A penalty has a reason"),
    "ledger game penalty Zoë 0 --reason x": (2, "0 is not in the range 1<=x<=1000000"),
    "ledger game penalty Ken 5 --reason x": (1, 'no player "Ken" at this table; seated: Zoë, 田中さん, O\'Brien'),
    "ledger game penalty Zoë --take-back": (1, "Zoë has no penalty in game 1"),
    "ledger night join": (2, "missing argument 'NAME…'; see  ledger night join --help"),
    "ledger night join Zed": (1, 'no player "Zed" in this ledger'),
    "ledger night join Zoë": (1, "Zoë is at the night of 2026-11-20 already"),
    "ledger night join 🐉 Zoë": (1, "🐉 and Zoë are at the night of 2026-11-20 already"),
    "ledger night leave Ken": (1, "Ken is not at the night of 2026-11-20"),
    "ledger night leave Zoë": (1, "Zoë sits in game 1 of 2026-11-20 (Zoë, 田中さん and O'Brien), which is still open"),
    "ledger night leave 🐉 --date 2026-11-01": (1, "there is no night on 2026-11-01: ledger night list shows all"),
    "ledger night join Ken --date soon": (2, "soon"),
}


def test_each_refusal_is_a_line_that_helps(table):
    for line, (code, message) in REFUSED.items():
        assert message in table.refused(line, code), line


def test_a_settled_night_is_locked(over):
    over.done("ledger settle")
    for line in (
        "ledger game sub Zoë Ken --from 2",
        "ledger game penalty 🐉 5 --reason x",
        "ledger night join Zoë",
        "ledger night leave Zoë",
    ):
        assert over.refused(line, 1).startswith("the night of 2026-11-20 is settled and locked: open it again with")


def test_what_is_written_fits_the_terminal(over):
    for line in ("ledger game show", "ledger night show", "ledger game penalty Ken 1 --reason x", "ledger standings"):
        assert max(map(text_width, over.done(line).splitlines())) <= 80
