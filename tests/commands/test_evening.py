"""Whole evenings by commands, with the figures of the Dutch example."""

import re
import shlex
from datetime import timedelta

import pytest

SETTLED = """\
Night of 2026-11-20, €0.50 per 1,000 points

Game 1, night of 2026-11-20, rules dutch: over after its last hand
  place        counted  less 50,000    bonus   points    money
      1  Ken    88,000      +38,000  +15,000  +53,000   €26.50
      2  Taro   62,000      +12,000        0  +12,000    €6.00
      3  John  -15,000      -65,000        0  -65,000  -€32.50
         sum   135,000      -15,000  +15,000        0    €0.00

The night
         points    money
  Ken   +53,000   €26.50
  Taro  +12,000    €6.00
  John  -65,000  -€32.50
  sum         0    €0.00

Who pays whom: no plan has fewer transfers
  John pays Ken €26.50
  John pays Taro €6.00
"""
HANDS = """\
Game 1, night of 2026-11-20, rules dutch: over after its last hand
   1  E1.0  draw Taro
   2  E2.1  Ken ron John mangan riichi Ken
   3  E3.0  Taro ron John s4 riichi Taro
   4  E3.1  Taro tsumo baiman
   5  E3.2  Taro tsumo 1h
   6  E3.3  Ken ron Taro s5 riichi Ken
   7  S1.0  Taro ron John s4
   8  S2.0  Ken tsumo s7 riichi Ken Taro
   9  S3.0  Ken ron John yakuman riichi John
                 Ken     John     Taro
  1  E1.0     -1,000   -1,000   +2,000
  2  E2.1     +8,200   -8,200        0
  3  E3.0          0   -3,000   +3,000
  4  E3.1     -8,100   -8,100  +16,200
  5  E3.2       -700     -700   +1,400
  6  E3.3     +4,600        0   -4,600
  7  S1.0          0   -2,000   +2,000
  8  S2.0     +7,000   -4,000   -3,000
  9  S3.0    +33,000  -33,000        0
     points   88,000  -15,000   62,000
  place        counted  less 50,000    bonus   points
      1  Ken    88,000      +38,000  +15,000  +53,000
      2  Taro   62,000      +12,000        0  +12,000
      3  John  -15,000      -65,000        0  -65,000
         sum   135,000      -15,000  +15,000        0
"""
STANDINGS = """\
Standings by points, all games
           games   points  average place  places
  1  Ken       1  +53,000           1.00   1-0-0
  2  Taro      1  +12,000           2.00   0-1-0
  3  John      1  -65,000           3.00   0-0-1
"""
RESULTS = HANDS[HANDS.index("  place") :].rstrip("\n")


def test_an_evening_from_an_empty_file_to_who_pays_whom(terminal):
    assert terminal.done("ledger init --rules dutch --currency EUR --rate 0.50") == (
        f"Made a new ledger: {terminal.db}\n"
        "  rules dutch, €0.50 per 1,000 points\n"
        "Next: ledger player add NAME NAME …, then ledger game start NAME NAME NAME …\n"
    )
    assert terminal.done("ledger player add Ken John Taro") == "Added Ken, John and Taro.\n"
    assert terminal.done("ledger game start Ken John Taro") == (
        "Opened the night of 2026-11-20.\n"
        "Started game 1 under rules dutch: Ken, John and Taro.\n"
        "Next: E1.0, Ken deals. Record it with  ledger hand …\n"
        "To take it back: ledger undo\n"
    )
    assert terminal.done("ledger hand draw Taro") == (
        "Game 1, hand 1, E1.0: draw Taro\n"
        "  Ken   ->  Taro  1,000  noten\n"
        "  John  ->  Taro  1,000  noten\n"
        "             Ken    John    Taro\n"
        "  change  -1,000  -1,000  +2,000\n"
        "  points  44,000  44,000  47,000\n"
        "Next: E2.1, John deals.\n"
        "To take it back: ledger hand undo --game 1\n"
    )
    assert terminal.done("ledger hand Ken ron John mangan riichi") == (
        "Game 1, hand 2, E2.1: Ken ron John mangan riichi Ken\n"
        "  Ken      ->  the pot  1,000  riichi stick\n"
        "  John     ->  Ken      8,000  ron\n"
        "  John     ->  Ken        200  honba\n"
        "  the pot  ->  Ken      1,000  riichi sticks\n"
        "             Ken    John    Taro\n"
        "  change  +8,200  -8,200       0\n"
        "  points  52,200  35,800  47,000\n"
        "Next: E3.0, Taro deals.\n"
        "To take it back: ledger hand undo --game 1\n"
    )
    for line in (
        "Taro ron John s4 riichi",
        "Taro tsumo baiman",
        "Taro tsumo 1h",
        "Ken ron Taro s5 riichi",
        "Taro ron John s4",
        "Ken tsumo s7 riichi Ken Taro",
    ):
        terminal.done(f"ledger hand {line}")
    last = terminal.done("ledger hand Ken ron John yakuman riichi John")
    assert last.splitlines()[4:7] == [
        "              Ken     John    Taro",
        "  change  +33,000  -33,000       0",
        "  points   88,000  -15,000  62,000",
    ]
    assert RESULTS in last
    assert "Next:" not in last
    assert terminal.done("ledger hand list") == HANDS
    assert terminal.done("ledger game show") == HANDS
    assert terminal.done("ledger settle") == SETTLED
    assert terminal.done("ledger settle") == SETTLED, "settling again shows the same"
    assert terminal.done("ledger standings") == STANDINGS


def test_undo_takes_the_last_hand_back_and_the_end_of_the_game_with_it(ledger_with):
    terminal = ledger_with("dutch over")
    assert terminal.done("ledger hand undo") == (
        "Took back game 1, hand 9, S3.0: Ken ron John yakuman riichi John\nNext: S3.0, Taro deals.\n"
    )
    assert terminal.done("ledger hand undo --game 1") == (
        "Took back game 1, hand 8, S2.0: Ken tsumo s7 riichi Ken Taro\nNext: S2.0, John deals.\n"
    )
    terminal.done("ledger hand Ken tsumo s7 riichi Ken Taro")
    terminal.done("ledger hand Ken ron John yakuman riichi John")
    assert terminal.done("ledger hand list --game 1") == HANDS


def test_the_hint_to_take_a_hand_back_takes_back_this_very_hand(ledger_with):
    terminal = ledger_with("two tables")
    said = terminal.done("ledger hand Ken ron John s5")
    hint = said.splitlines()[-1].removeprefix("To take it back: ")
    assert terminal.done(hint).startswith("Took back game 1, hand 2, E2.1: Ken ron John s5\n")


def test_the_hint_holds_for_the_hand_that_ended_one_of_two_games(ledger_with):
    terminal = ledger_with("dutch at the table")
    terminal.done("ledger player add Bo Kees Zoë")
    for line in ("Taro ron John s3", "Taro ron John s3"):
        terminal.done(f"ledger hand {line}")
    terminal.done("ledger game start Bo Kees Zoë")
    terminal.done("ledger hand Bo tsumo s3")
    said = ""
    while "place" not in said:
        said = terminal.done("ledger hand draw none --game 1")
    hint = said.splitlines()[-1].removeprefix("To take it back: ")
    assert terminal.done(hint).startswith("Took back game 1,")


def test_a_game_from_final_scores_alone_comes_to_the_same_money(ledger_with):
    terminal = ledger_with("dutch")
    assert terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000") == (
        "Opened the night of 2026-11-20.\n"
        "Game 1, night of 2026-11-20, rules dutch: recorded from its final scores\n"
        f"{RESULTS}\n"
        "To take it back: ledger undo\n"
    )
    assert terminal.done("ledger settle") == SETTLED.replace(
        "over after its last hand", "recorded from its final scores"
    )


def test_an_early_end_a_reopening_and_an_end_with_counted_scores(ledger_with):
    terminal = ledger_with("dutch at the table")
    early = (
        "Game 1, night of 2026-11-20, rules dutch: ended before its last hand\n"
        "  place        counted  less 50,000    bonus   points\n"
        "      1  Taro   47,000       -3,000  +15,000  +12,000\n"
        "      2  Ken    44,000       -6,000        0   -6,000\n"
        "      2  John   44,000       -6,000        0   -6,000\n"
        "         sum   135,000      -15,000  +15,000        0\n"
        "To take it back: ledger undo\n"
    )
    assert terminal.done("ledger game end") == early
    assert terminal.done("ledger game reopen") == "Game 1 goes on. Next: E2.1, John deals.\n"
    counted = terminal.done("ledger game end --scores Taro=62000 Ken=88000 John=-15000")
    assert counted.splitlines()[0].endswith("rules dutch: ended with counted scores; not all hands were recorded")
    assert RESULTS in counted
    terminal.done("ledger game reopen 1")
    for scores in ("--scores Ken=88000 --scores John=-15000 --scores Taro=62000", "Ken=88000 John=-15000 Taro=62000"):
        assert terminal.done(f"ledger game end 1 {scores}") == counted
        terminal.done("ledger game reopen 1")


def test_riichi_sticks_left_on_the_table_go_to_the_first(ledger_with):
    terminal = ledger_with("dutch")
    said = terminal.done("ledger game result Ken=87000 John=-15000 Taro=62000 --sticks-left 1")
    assert said.splitlines()[2:4] == [
        "  place        counted  sticks left  less 50,000    bonus   points",
        "      1  Ken    87,000       +1,000      +38,000  +15,000  +53,000",
    ]


def test_a_void_game_is_as_if_it_had_not_been_played(ledger_with):
    terminal = ledger_with("dutch over")
    assert terminal.done('ledger game void 1 --reason "wrong table"') == (
        "Voided game 1 of 2026-11-20 (Ken, John and Taro) with 9 hands.\nTo take it back: ledger undo\n"
    )
    assert terminal("ledger standings") == (0, "", "ledger: no finished game yet\n")
    assert terminal.done("ledger game start Ken John Taro").startswith("Started game 2 ")


@pytest.mark.parametrize("which", ["1", "--game 1"])
@pytest.mark.parametrize("command", ["show", "void", "reopen", "end"])
def test_a_game_is_named_by_its_number_or_behind_game(ledger_with, command, which):
    terminal = ledger_with("dutch at the table" if command == "end" else "dutch ended early")
    assert "ame 1" in terminal.done(f"ledger game {command} {which}").splitlines()[0]


def test_nights_open_with_terms_of_their_own_and_are_listed(ledger_with):
    terminal = ledger_with("dutch")
    assert terminal.done("ledger night open --rules standard --currency JPY --rate 10") == (
        "The night of 2026-11-20 (rules standard, ¥10 per 1,000 points) is open.\n"
    )
    assert terminal.done("ledger night open --rate 1 --date 2026-11-13") == (
        "The night of 2026-11-13 (rules dutch, €1.00 per 1,000 points) is open.\n"
    )
    assert terminal.done("ledger night open --rate 0 --date 2026-11-06") == (
        "The night of 2026-11-06 (rules dutch, points only) is open.\n"
    )
    terminal.done("ledger game start Ken John Taro --date 2026-11-13")
    assert terminal.done("ledger night list") == (
        "  night       rules     rate                    games\n"
        "  2026-11-06  dutch     points only                 0  not settled\n"
        "  2026-11-13  dutch     €1.00 per 1,000 points      1  1 game open\n"
        "  2026-11-20  standard  ¥10 per 1,000 points        0  not settled\n"
    )
    assert terminal.done("ledger night show 2026-11-06") == (
        "Night of 2026-11-06 (rules dutch, points only)\n  no games yet: ledger game start NAME NAME NAME …\n"
    )


def test_a_game_of_another_night_says_so(ledger_with):
    terminal = ledger_with("dutch")
    said = terminal.done("ledger game start Ken John Taro --date 2026-11-13")
    assert "Started game 1 of 2026-11-13 under rules dutch" in said


def test_an_open_night_may_change_its_rate(ledger_with):
    terminal = ledger_with("final scores")
    assert terminal.done("ledger night open --rate 1") == (
        "The night of 2026-11-20 (rules dutch, €1.00 per 1,000 points) is open.\n"
    )
    assert "  John pays Ken €53.00\n  John pays Taro €12.00\n" in terminal.done("ledger settle")


def test_a_game_may_open_its_night_at_a_rate_of_its_own(ledger_with):
    terminal = ledger_with("dutch")
    terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000 --currency USD --rate 2")
    assert "  John pays Ken $106.00\n" in terminal.done("ledger settle")


def test_a_game_after_midnight_belongs_to_the_evening_before(ledger_with):
    terminal = ledger_with("dutch ended early")
    terminal.now += timedelta(hours=5)
    said = terminal.done("ledger game start Ken John Taro")
    assert said.startswith("Started game 2 of 2026-11-20 under rules dutch: ")
    hint = terminal.done("ledger hand draw none").splitlines()[-1].removeprefix("To take it back: ")
    assert hint == "ledger hand undo --game 2 --date 2026-11-20"
    assert terminal.done(hint).startswith("Took back game 2, hand 1, E1.0: draw none\n")


def test_a_game_forgotten_last_week_can_be_ended_while_another_is_open(ledger_with):
    terminal = ledger_with("dutch at the table")
    terminal.now += timedelta(days=7)
    terminal.done("ledger player add Bo Kees")
    assert "is not settled yet: ledger settle 2026-11-20\n" in terminal("ledger game start Bo Kees Anna").err
    assert terminal.refused("ledger game start Ken John Taro", 1).endswith(
        "end it first (ledger game end 1 --date 2026-11-20) or void it"
    )
    assert terminal.done("ledger hand Ken ron John s5").startswith("Game 1, hand 2, E2.1: Ken ron John s5\n")
    terminal.done("ledger game end 1 --date 2026-11-20")
    assert "Who pays whom" in terminal.done("ledger settle 2026-11-20")


def test_a_terminal_may_stand_at_one_table(ledger_with, monkeypatch):
    terminal = ledger_with("two tables")
    monkeypatch.setenv("LEDGER_AT", "window")
    assert terminal.done("ledger hand draw none").startswith("Game 2, hand 2, E1.1: draw none\n")
    assert "place" not in terminal.done("ledger hand list")
    assert terminal.done("ledger hand draw none --game 1").startswith("Game 1, hand 2, ")


@pytest.mark.parametrize(
    ("ledger", "line", "named"),
    [
        ("dutch", "player add Bob Zoë", "player add Bob Zoë"),
        ("dutch", "game start Ken John Taro --at window", "game start Ken John Taro --at window"),
        ("dutch at the table", "hand Ken ron John s5 --game 1", "hand Ken ron John s5 --game 1"),
        (
            "dutch at the table",
            "game end 1 Ken=50000 John=50000 Taro=35000 --last-dealer Ken",
            "game end 1 Ken=50000 John=50000 Taro=35000 --last-dealer Ken",
        ),
        ("dutch over", "game void 1 --reason late", "game void 1 --reason late"),
        ("dutch over", "settle", "settle"),
        ("dutch settled", "night reopen --reason late", "night reopen --reason late"),
    ],
)
def test_undo_takes_back_the_last_thing_whatever_it_was(ledger_with, ledger, line, named):
    terminal = ledger_with(ledger)
    shown = ("night list", "player list", "standings", "night show", "hand list")
    before = [terminal(f"ledger {listing}") for listing in shown]
    terminal.done(f"ledger {line}")
    assert [terminal(f"ledger {listing}") for listing in shown] != before
    assert re.fullmatch(
        rf"Took back: {re.escape(named)} \(recorded 2026-11-20 \d\d:\d\d\)\.\n", terminal.done("ledger undo")
    )
    assert [terminal(f"ledger {listing}") for listing in shown] == before


def test_undo_does_not_take_back_what_somebody_else_recorded(ledger_with):
    terminal = ledger_with("dutch at the table")
    assert terminal.refused("ledger undo --by Zoë", 1) == (
        "the last thing was recorded by tester: hand draw Taro. A hand of your own game goes back with  "
        "ledger hand undo; to take theirs back, add --by tester"
    )
    assert terminal.refused("ledger --db /nowhere/club.ledger undo", 3).startswith("there is no ledger at ")


def test_undo_ends_where_the_ledger_was_set_up(ledger_with):
    terminal = ledger_with("dutch")
    terminal.done("ledger undo")
    assert terminal.refused("ledger undo", 1) == "there is nothing to take back"


def test_a_night_is_shown_with_its_games_and_opened_again(ledger_with):
    terminal = ledger_with("dutch settled")
    assert terminal.done("ledger night show") == (
        f"Night of 2026-11-20 (rules dutch, €0.50 per 1,000 points), settled\n\n{HANDS}"
    )
    again = terminal.done('ledger night reopen 2026-11-20 --reason "a game was missing"')
    assert again == (
        "The night of 2026-11-20 is open again; its settlement is void. Settle it anew: ledger settle 2026-11-20\n"
    )
    assert "settled" not in terminal.done("ledger night show").splitlines()[0]
    terminal.done("ledger game result Anna=51000 John=40000 Taro=44000")
    settled = terminal.done(again.rstrip("\n").rpartition("anew: ")[2])
    assert settled.partition("The night\n")[2] == (
        "         game 1   game 2   points    money\n"
        "  Ken   +53,000           +53,000   €26.50\n"
        "  Anna           +16,000  +16,000    €8.00\n"
        "  Taro  +12,000   -6,000   +6,000    €3.00\n"
        "  John  -65,000  -10,000  -75,000  -€37.50\n"
        "  sum                           0    €0.00\n"
        "\n"
        "Who pays whom: no plan has fewer transfers\n"
        "  John pays Ken €26.50\n"
        "  John pays Anna €8.00\n"
        "  John pays Taro €3.00\n"
    )


def test_a_points_only_club_sees_no_money(ledger_with):
    terminal = ledger_with("nothing")
    terminal.done("ledger init --rules dutch --rate 0")
    terminal.done("ledger player add Ken John Taro")
    terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000")
    said = terminal.done("ledger settle")
    assert said.startswith("Night of 2026-11-20, points only\n")
    assert said.partition("The night\n")[2] == (
        "         points\n  Ken   +53,000\n  Taro  +12,000\n  John  -65,000\n  sum         0\n"
    )


@pytest.mark.parametrize(
    ("money", "rate", "amounts"),
    [
        ("--currency JPY --rate 10", "¥10 per 1,000 points", ("¥530", "¥120", "-¥650")),
        ("--currency kwd --rate .1", "KWD0.100 per 1,000 points", ("KWD5.300", "KWD1.200", "-KWD6.500")),
        ("--currency USD --rate 0.333", "$0.333 per 1,000 points", ("$17.65", "$4.00", "-$21.65")),
    ],
)
def test_other_currencies_and_odd_rates(terminal, money, rate, amounts):
    assert f"  rules dutch, {rate}\n" in terminal.done(f"ledger init --rules dutch {money}")
    terminal.done("ledger player add Ken John Taro")
    terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000")
    rows = terminal.done("ledger settle").partition("The night\n")[2].splitlines()[1:4]
    assert tuple(row.split()[-1] for row in rows) == amounts


def test_init_later_on_changes_what_is_given(ledger_with):
    terminal = ledger_with("dutch")
    where = f"The ledger {terminal.db} is set up:\n"
    assert terminal.done("ledger init") == f"{where}  rules dutch, €0.50 per 1,000 points\n"
    assert terminal.done("ledger init --rules dutch-4p") == f"{where}  rules dutch-4p, €0.50 per 1,000 points\n"
    assert terminal.done("ledger init --rate 0") == f"{where}  rules dutch-4p, points only\n"


def test_a_name_that_is_a_word_of_the_notation_is_pointed_out(ledger_with):
    terminal = ledger_with("dutch")
    answer = terminal('ledger player add Ron "Anne Marie" O\'Brien'.replace("O'Brien", shlex.quote("O'Brien")))
    assert answer.code == 0
    assert answer.out == "Added Ron, Anne Marie and O'Brien.\n"
    assert answer.err.startswith("ledger: the name Ron is also a word of ")
    assert answer.err.endswith(": in hand lines, type @Ron\n")
    assert terminal("ledger player add E").err == (
        "ledger: the name E is also a wind: where E sits, it means them, and not who has that wind\n"
    )
    terminal.done("""ledger game start Ron "Anne" O\\'B""")
    said = terminal.done("ledger hand @Ron ron Anne Marie s5 riichi @Ron")
    assert said.startswith("Game 1, hand 1, E1.0: @Ron ron Anne Marie s5 riichi @Ron\n")
    assert "  Anne Marie  ->  Ron      6,000  ron\n" in said


def test_the_demo_shows_the_commands_it_plays_and_keeps_no_file(terminal):
    said = terminal.done("ledger demo")
    assert said.startswith("$ ledger init --rules dutch --currency EUR --rate 0.50\nMade a new ledger: ")
    today = SETTLED.splitlines()[2].partition(", night of ")[2][:10]
    shown = said.replace(said.partition("Opened the night of ")[2][:10], today)
    for line in ("hand Ken tsumo s7 riichi Ken Taro", "settle", "standings"):
        assert f"$ ledger {line}\n" in shown
    assert HANDS in shown
    assert SETTLED in shown
    assert STANDINGS in shown
    path = said.partition("Made a new ledger: ")[2].partition("\n")[0]
    assert not terminal.db.parent.joinpath(path).exists()
    assert not terminal.db.exists(), "the demo leaves the ledger in use alone"


def test_the_demo_keeps_its_ledger_where_it_is_told(terminal, tmp_path):
    kept = tmp_path / "an evening.ledger"
    last = terminal.done(f"ledger demo --keep {shlex.quote(str(kept))}").splitlines()[-1]
    again = last.removeprefix("The ledger is kept: ")
    assert again == f"ledger --db '{kept}' game show"
    assert RESULTS in terminal.done(again)
    before = kept.read_bytes()
    answer = terminal(f"ledger demo --keep {shlex.quote(str(kept))}")
    assert answer == (
        1,
        "",
        f"ledger: {kept} exists already; the demo makes a new file: name another with --keep\n",
    )
    assert kept.read_bytes() == before
