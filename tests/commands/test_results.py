"""Results with everything that rules can ask for: as typed, as shown, and as settled."""

import json

import pytest

from ledger.commands.text import text_width

ALL = (
    "start_points = 25_000",
    'chombo = "penalty"',
    "chombo_points = 20_000",
    "chip_value = 500",
    'rounding = "half_up"',
    'leftover_sticks = "last_winner"',
    'tie_uma = "refuse"',
    'tie_place = "refuse"',
)
SCORES = "Ken=44300 John=25700 Taro=15200 Anna=13800"


@pytest.fixture
def at(ledger_with, tmp_path, monkeypatch):
    """A terminal at a ledger of four, in the folder of a ruleset ours.toml with these lines."""

    def terminal(*lines, columns=80, ledger="four"):
        text = "\n".join(['name = "ours"', 'extends = "standard"', *lines, ""])
        (tmp_path / "ours.toml").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return ledger_with(ledger, columns=columns)

    return terminal


def test_every_step_from_the_count_to_the_points_is_shown(at):
    terminal = at(*ALL)
    said = terminal.done(
        f"ledger game result {SCORES} --rules ours.toml --sticks-left 1 --last-winner Taro"
        " --chips Ken=3 --chips Anna=-3 --chombo John"
    )
    assert said.endswith(
        "                    Ken     John     Taro     Anna      sum\n"
        "  place               1        2        3        4\n"
        "  counted        44,300   25,700   15,200   13,800   99,000\n"
        "  sticks left         0        0   +1,000        0   +1,000\n"
        "  less 30,000   +14,300   -4,300  -13,800  -16,200  -20,000\n"
        "  to thousands     -300     +300     -200     +200        0\n"
        "  bonus         +20,000        0        0        0  +20,000\n"
        "  uma           +15,000   +5,000   -5,000  -15,000        0\n"
        "  chips          +1,500        0        0   -1,500        0\n"
        "  penalty             0  -20,000        0        0  -20,000\n"
        "  points        +50,500  -19,000  -19,000  -32,500  -20,000\n"
        "To take it back: ledger undo\n"
    )


def test_a_wide_terminal_has_the_steps_side_by_side(at):
    terminal = at(*ALL, columns=120)
    said = terminal.done(
        f"ledger game result {SCORES} --rules ours.toml --sticks-left 1 --last-winner Taro --chombo Jo"
    )
    heads = next(line for line in said.splitlines() if line.startswith("  place"))
    steps = "counted  sticks left  less 30,000  to thousands    bonus      uma  penalty   points"
    assert heads.split(maxsplit=1)[1] == steps


def numbers(line):
    return [int(word.replace(",", "")) for word in line.split() if word.lstrip("+-").replace(",", "").isdigit()]


def test_the_steps_of_a_turned_table_add_up_and_fit(at):
    terminal = at(*ALL)
    terminal.done(
        "ledger player add Bartholomew-Maximilian 田中田中田中田中田中田中 Christophoros Wilhelmina-Antoinette"
    )
    said = terminal.done(
        "ledger game result Bar=1044300 田中=-325700 Chr=-315200 Wil=-304400 --rules ours.toml --sticks-left 1"
        " --last-winner Wil --chips Bar=300 --chips Wil=-300 --chombo 田中 --chombo 田中"
    )
    lines = [line for line in said.splitlines() if line.startswith("  ")]
    assert max(map(text_width, lines)) <= 80
    rows = {line[2:14].strip(): numbers(line[14:]) for line in lines[1:]}
    assert rows.pop("place") == [1, 2, 3, 4]
    counted, sticks, less = rows.pop("counted"), rows.pop("sticks left"), rows.pop("less 30,000")
    points = rows.pop("points")
    for i in range(4):
        assert counted[i] + sticks[i] - 30_000 == less[i]
    for i in range(5):
        assert less[i] + sum(row[i] for row in rows.values()) == points[i]
    assert sorted(rows) == ["bonus", "chips", "penalty", "to thousands", "uma"]
    assert sum(points[:4]) == points[4] == -40_000


def test_the_json_of_a_result_has_every_part(at):
    terminal = at(*ALL)
    terminal.done(
        f"ledger game result {SCORES} --rules ours.toml --sticks-left 1 --last-winner Taro"
        " --chips Ken=3 --chips Anna=-3 --chombo John"
    )
    ken, john, *_ = json.loads(terminal.done("ledger game show --json"))["results"]
    assert ken == {
        "seat": 0,
        "player": "Ken",
        "place": 1,
        "raw_score": 44_300,
        "leftover_sticks": 0,
        "uma": 15_000,
        "bonus": 20_000,
        "points": 50_500,
        "penalty": 0,
        "chips": 3,
        "chip_points": 1_500,
        "rounding": -300,
        "discrepancy": 0,
        "referee": 0,
    }
    assert (john["penalty"], john["points"]) == (-20_000, -19_000)


@pytest.mark.parametrize(
    ("options", "code", "part"),
    [
        (
            "--sticks-left 1",
            1,
            "under ruleset ours the sticks that are left go to who won last: add --last-winner NAME",
        ),
        ("--sticks-left 1 --last-winner Tarro", 1, "did you mean Taro?"),
        ("--sticks-left 1 --last-winner Ken --ahead Ken", 1, "Ken ties with nobody: leave out --ahead Ken"),
        ("--sticks-left 1 --last-winner Ken --chips Ken=3", 1, "the chips add up to +3"),
        ("--sticks-left 1 --last-winner Ken --chips Ken", 2, "'Ken' are no chips: type NAME=N, as in Ken=3 or John=-3"),
        ("--sticks-left 1 --last-winner Ken --chips Ken=1 --chips Ke=-1", 2, "Ken is named twice with --chips"),
        ("--sticks-left 1 --last-winner Ken --chombo Bob", 1, "Bob"),
    ],
)
def test_what_a_result_refuses(at, options, code, part):
    assert part in at(*ALL).refused(f"ledger game result {SCORES} --rules ours.toml {options}", code)


def test_a_tie_that_is_left_to_the_players_names_the_option(at):
    terminal = at(*ALL)
    tied = "ledger game result Ken=35000 John=35000 Taro=15000 Anna=15000 --rules ours.toml"
    refusal = "tie for third, and ruleset ours leaves it to the players who is ahead: add --ahead NAME"
    assert refusal in terminal.refused(f"{tied} --ahead John", 1)
    said = terminal.done(f"{tied} --ahead John --ahead Anna")
    rows = [line.split() for line in said.splitlines() if line.startswith("      ")]
    assert [row[:2] for row in rows[:4]] == [["1", "John"], ["2", "Ken"], ["3", "Anna"], ["4", "Taro"]]


def test_minus_signs_of_chips_may_be_typed_as_printed(at):
    terminal = at(*ALL)
    said = f"ledger game result {SCORES} --rules ours.toml --sticks-left 1 --last-winner Ken"
    terminal.done(f"{said} --chips Ken=+2 --chips John=\u22122")


def test_a_game_ended_by_the_clock_takes_chips_and_who_is_ahead(at):
    terminal = at(*ALL)
    terminal.done("ledger game start Ken John Taro Anna --rules ours.toml")
    terminal.done("ledger hand chombo Anna")
    refusal = "--sticks-left, --last-dealer, --last-winner, --chombo and --discrepancy go with --scores"
    for option in ("--chombo Ken", "--last-winner Ken"):
        assert refusal in terminal.refused(f"ledger game end {option}", 2)
    said = terminal.done("ledger game end --ahead Anna --ahead Ken --ahead Taro --chips Ken=2 --chips Taro=-2")
    assert "      1  Anna" in said
    assert "penalty" in said


def test_the_hand_that_ends_a_game_says_who_is_ahead_and_the_chips(at):
    terminal = at(*ALL, "rounds = 1")
    terminal.done("ledger game start Ken John Taro Anna --rules ours.toml")
    assert "goes on after this hand" in terminal.refused("ledger hand draw none --ahead Ken", 1)
    for _ in range(3):
        terminal.done("ledger hand draw none")
    assert "add --ahead NAME --ahead NAME --ahead NAME, the best first" in terminal.refused("ledger hand draw none", 1)
    said = terminal.done("ledger hand draw none --ahead Taro --ahead Ken --ahead Anna --chips Ken=1 --chips John=-1")
    rows = [line.split() for line in said.splitlines() if line.startswith("      ")]
    assert [row[:2] for row in rows if row[0] in "1234"] == [["1", "Taro"], ["2", "Ken"], ["3", "Anna"], ["4", "John"]]


def test_a_settled_night_says_what_the_cash_box_gets_and_why(at):
    terminal = at('chombo = "penalty"', "chombo_points = 20_000", 'leftover_sticks = "lost"')
    terminal.done("ledger game result Ken=44000 John=32000 Taro=24000 Anna=18000 --rules ours.toml --sticks-left 2")
    terminal.done("ledger game result Ken=30000 John=30000 Taro=40000 Anna=20000 --rules ours.toml --chombo John")
    said = terminal.done("ledger settle")
    assert said.endswith(
        "The night\n"
        "             game 1   game 2   points    money\n"
        "  Ken       +29,000        0  +29,000   €14.50\n"
        "  Taro      -11,000  +25,000  +14,000    €7.00\n"
        "  John       +7,000  -20,000  -13,000   -€6.50\n"
        "  Anna      -27,000  -25,000  -52,000  -€26.00\n"
        "  cash box   +2,000  +20,000  +22,000   €11.00\n"
        "  sum                               0    €0.00\n"
        "  For the cash box: penalties and what the rules give to nobody (sticks left, odd shares)\n"
        "\n"
        "Who pays whom: no plan has fewer transfers\n"
        "  Anna pays Ken €14.50\n"
        "  Anna pays the cash box €11.00\n"
        "  John pays Taro €6.50\n"
        "  Anna pays Taro €0.50\n"
    )
    answer = json.loads(terminal.done("ledger settle --json"))
    assert answer["players"][-1] == {"player": None, "points": 22_000, "amount_minor": 1_100}
    assert {"payer": "Anna", "payee": None, "amount_minor": 1_100, "paid_minor": 0} in answer["transfers"]
    assert "cash box" not in terminal.done("ledger standings")


@pytest.mark.parametrize(
    ("lines", "options", "why"),
    [
        (('chombo = "penalty"', "chombo_points = 20_000"), "--chombo Ken", "  For the cash box: penalties\n"),
        (
            ('leftover_sticks = "lost"',),
            "--sticks-left 1",
            "  For the cash box: what the rules give to nobody (sticks left, odd shares)\n",
        ),
        ((), "", None),
    ],
)
def test_the_cash_box_is_named_only_for_what_it_gets(at, lines, options, why):
    terminal = at(*lines)
    anna = 18_000 if "sticks" in options else 19_000
    terminal.done(f"ledger game result Ken=44000 John=32000 Taro=25000 Anna={anna} --rules ours.toml {options}")
    said = terminal.done("ledger settle")
    assert (why in said) if why else ("cash box" not in said)
