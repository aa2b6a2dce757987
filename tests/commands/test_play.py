"""What lines typed into the prompt of `ledger play` do."""

import os
import re
import subprocess
import sys
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from datetime import datetime
from io import StringIO
from random import Random

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from ledger.commands.desk import Desk
from ledger.commands.play_evening import Evening
from ledger.commands.play_find import first_table
from ledger.commands.play_preview import Typing
from ledger.commands.play_prompt import Lines
from ledger.errors import LedgerError
from ledger.services.choose import GameChoice
from ledger.store.engine import open_ledger

TAB, ENTER, CTRL_C, CTRL_D, CTRL_U = "\t", "\r", "\x03", "\x04", "\x15"


class Played:
    """What was said while keys were typed into the prompt of a ledger; asked: the requests in order."""

    def __init__(self, db, mark=None):
        self.db, self.mark = db, mark

    def __call__(self, *keys):
        desk = Desk(str(self.db), "tester", "", datetime.now().astimezone())
        said = StringIO()
        with create_pipe_input() as keyboard, closing_engine(self.db) as engine:
            keyboard.send_bytes("".join(keys).encode(errors="surrogatepass"))
            keyboard.close()
            lines = Lines(keyboard, DummyOutput())
            with redirect_stdout(said), redirect_stderr(said):
                self.evening = Evening(desk, engine, lines, first_table(engine, lines, desk.at, GameChoice(self.mark)))
                self.evening.run()
        assert "Traceback" not in said.getvalue()
        return said.getvalue()


@contextmanager
def closing_engine(db):
    engine = open_ledger(str(db))
    with closing(engine.raw_connection()):
        pass
    try:
        yield engine
    finally:
        engine.dispose()


@pytest.fixture
def played(ledger_with, monkeypatch):
    """A prompt at one of the ledgers, and a terminal to look at it."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")

    def at(name, mark=None):
        terminal = ledger_with(name)
        return Played(terminal.db, mark), terminal

    return at


def lines_of(terminal, game=1):
    listed = terminal.done(f"ledger hand list --game {game} --date 2026-11-20")
    return re.findall(r"^ +\d+  ([ESWN]\d\.\d+  [^\s\d+-].*)$", listed, re.MULTILINE)


def test_a_hand_in_few_keys(played):
    play, terminal = played("standard at the table")
    said = play("n", TAB, "e 3/40", TAB, ENTER, CTRL_D)
    assert "last: E1.0  Anna ron Ken 3/40 riichi Anna" in said
    assert lines_of(terminal) == ["E1.0  Anna ron Ken 3/40 riichi Anna"]


def test_a_mistake_keeps_the_line_to_be_corrected(played):
    play, terminal = played("standard at the table")
    said = play("ken ron jim 3/40", ENTER, "\x0b", "anna 3/40", ENTER, "quit", ENTER)  # Ctrl-K cuts from the cursor on
    assert 'ledger: no player "jim" at this table' in said
    assert lines_of(terminal) == ["E1.0  Ken ron Anna 3/40"]


def test_undo_shows_what_it_took_and_fix_replaces_in_one_unit(played):
    play, terminal = played("standard at the table")
    said = play(
        *("ken tsumo 5h", ENTER, "john tsumo 5h", ENTER, "undo", ENTER),
        *("fix", ENTER, "\x15", "ken tsumo 6h", ENTER, "quit", ENTER),  # Ctrl-U cuts the line
    )
    assert "Took back hand 2, E1.1: John tsumo 5h" in said
    assert lines_of(terminal) == ["E1.0  Ken tsumo 6h"]
    assert len(re.findall('INSERT INTO "journal"', "\n".join(terminal.dump()))) == 3 + 4


def test_a_correction_that_is_given_up_leaves_all_as_it_was(played):
    play, terminal = played("dutch at the table")
    before = terminal.dump()
    play("fix", ENTER, "xx", CTRL_C, "quit", ENTER)
    assert terminal.dump() == before
    assert "The hand is as it was." in play("fix", ENTER, ENTER, "quit", ENTER)
    assert terminal.dump() == before


def test_what_cannot_be_corrected_is_said_at_once(played):
    play, _ = played("standard at the table")
    said = play("fix", ENTER, "undo", ENTER, "quit", ENTER)
    assert said.count("ledger: game 1 has no hand to undo\n") == 2


def test_who_was_tenpai_is_asked(played):
    play, terminal = played("standard at the table")
    play("draw riichi john", ENTER, "ken", ENTER, "draw", ENTER, CTRL_C, CTRL_C, CTRL_C)
    assert lines_of(terminal) == ["E1.0  draw Ken John riichi John"]


def test_the_same_hand_again_is_asked_about(played):
    play, terminal = played("standard at the table")
    said = play(
        *("ken tsumo 5h", ENTER, "ken tsumo 5h", ENTER, "n", ENTER, CTRL_C),
        *("ken tsumo 5h", ENTER, "what", ENTER, "y", ENTER, "quit", ENTER),
    )
    assert "Stopped; nothing was recorded." in said
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h", "E1.1  Ken tsumo 5h"]


def test_several_tables_by_their_numbers(played):
    play, terminal = played("two tables")
    said = play(
        "2", ENTER, "games", ENTER, "zoë ron o s5", ENTER, "1", ENTER, "undo", ENTER, "7", ENTER, CTRL_C, CTRL_D
    )
    assert "Which game" not in said
    assert "> 2 at window  E1.1  Zoë, 田中さん and O'Brien" in said
    assert 'ledger: no game "7" here' in said
    assert [len(lines_of(terminal, n)) for n in (1, 2)] == [0, 2]
    play, terminal = played("two tables", "window")
    assert "Game 2 (window)" in play("quit", ENTER)


def test_the_end_is_asked_about_and_may_be_taken_back(played):
    play, terminal = played("dutch at the table")
    before = terminal.dump()
    play("end", ENTER, "n", ENTER, "quit", ENTER)
    assert terminal.dump() == before
    said = play("end", ENTER, "y", ENTER, "ken tsumo s5", ENTER, CTRL_C, "undo", ENTER, "y", ENTER, "quit", ENTER)
    assert "place" in said
    assert "ledger: game 1 is over, so no hand can follow" in said
    assert "ledger game start Ken John Taro --rules dutch --date 2026-11-20" in said
    assert "open" in terminal.done("ledger game show 1 --date 2026-11-20").splitlines()[0]


def test_a_game_that_a_hand_ends_shows_its_results_and_can_be_corrected(played):
    play, terminal = played("dutch over", "1")
    said = play("undo", ENTER, "Ken ron John yakuman riichi John", ENTER, "fix", ENTER, "\x15Ken tsumo s3", ENTER,
                "quit", ENTER)  # fmt: skip
    assert "over after its last hand" in said
    assert "Next game:  ledger game start" in said
    assert lines_of(terminal)[-1].endswith("Ken tsumo s3")


def test_without_an_open_game_it_says_how_to_start_one(played):
    play, _ = played("dutch over")
    with pytest.raises(LedgerError, match="no game is open: start one"):
        play()


def test_a_tie_that_is_left_to_the_players_and_chips_are_asked_for(terminal, template, tmp_path, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    house = tmp_path / "house.toml"
    house.write_text(
        'name = "ours"\nextends = "standard"\ntie_place = "refuse"\ntie_uma = "refuse"\ntie_bonus = "refuse"\n'
        "chip_value = 500\n",
        encoding="utf-8",
    )
    terminal.db.write_bytes(template.read_bytes())
    terminal.done(f"ledger init --rules {house}")
    terminal.done("ledger player add Ken John Taro Anna")
    terminal.done("ledger game start Ken John Taro Anna")
    said = Played(terminal.db)(
        "draw all", ENTER, "end", ENTER, "y", ENTER, "ken=2 john=-2", ENTER, "anna, ken, taro", ENTER, "quit", ENTER
    )
    shown = terminal.done("ledger game show 1 --date 2026-11-20")
    assert re.search(r"1  Anna .*\n +2  Ken .*\+1,000", shown), said + shown


def test_a_hand_recorded_meanwhile_is_noticed_and_the_line_kept(played, monkeypatch):
    play, terminal = played("standard at the table")
    hand = Lines.hand
    asked = []

    def meanwhile(self, message, typing, text="", cursor=None):
        line = hand(self, message, typing, text, cursor)
        if not asked:
            terminal.done("ledger hand Taro tsumo 5h")
        asked.append(text)
        return line

    monkeypatch.setattr(Lines, "hand", meanwhile)
    said = play("anna tsumo 2/30", ENTER, ENTER, "quit", ENTER)
    assert "ledger: hand 1 is there already, recorded by tester: Taro tsumo 5h. Your line is kept" in said
    assert asked[1] == "anna tsumo 2/30"
    assert lines_of(terminal) == ["E1.0  Taro tsumo 5h", "E2.0  Anna tsumo 2/30"]


def test_nothing_is_taken_back_that_was_not_shown(played, monkeypatch):
    play, terminal = played("dutch at the table")
    hand = Lines.hand

    def meanwhile(self, *arguments):
        line = hand(self, *arguments)
        if line == "undo" and not lines_of(terminal)[1:]:
            terminal.done("ledger hand Ken tsumo s5")
        return line

    monkeypatch.setattr(Lines, "hand", meanwhile)
    said = play("undo", ENTER, CTRL_C, CTRL_C)
    assert "ledger: something was recorded at another terminal" in said
    assert len(lines_of(terminal)) == 2


def test_a_correction_of_a_hand_that_is_not_the_last_any_more_is_no_next_hand(played, monkeypatch):
    play, terminal = played("dutch at the table")
    hand = Lines.hand

    def meanwhile(self, *arguments):
        line = hand(self, *arguments)
        if line == "draw none":
            terminal.done("ledger hand Ken tsumo s5")
        return line

    monkeypatch.setattr(Lines, "hand", meanwhile)
    before = lines_of(terminal)
    said = play("fix", ENTER, CTRL_U, "draw none", ENTER, ENTER, "quit", ENTER)
    assert "ledger: something was recorded at another terminal: this is the table now; type fix again" in said
    assert lines_of(terminal)[:-1] == before
    assert lines_of(terminal)[-1].endswith("Ken tsumo s5")


def test_a_game_is_not_ended_over_a_hand_that_was_not_shown(played, monkeypatch):
    play, terminal = played("standard at the table")
    sure = Lines.sure

    def meanwhile(self, question):
        if not lines_of(terminal):
            terminal.done("ledger hand Taro tsumo 5h")
        return sure(self, question)

    monkeypatch.setattr(Lines, "sure", meanwhile)
    said = play("end", ENTER, "y", ENTER, "quit", ENTER)
    assert "ledger: something was recorded at another terminal: this is the table now; type end again" in said
    terminal.done("ledger hand draw all")  # it goes on


def test_a_line_that_is_tried_again_after_trouble_is_never_recorded_twice(played, monkeypatch):
    play, terminal = played("standard at the table")
    from ledger.commands import play_evening  # noqa: PLC0415
    from ledger.store.errors import CannotUse  # noqa: PLC0415

    record, ids = play_evening.record_hand, []

    def lost(engine, request, *rest):
        done = record(engine, request, *rest)
        ids.append(request.uid)
        if len(ids) == 1:
            raise CannotUse("the server", "the connection was lost")  # after it was recorded
        return done

    monkeypatch.setattr(play_evening, "record_hand", lost)
    monkeypatch.setattr(play_evening.Evening, "look", lambda self: None)
    said = play("ken tsumo 5h", ENTER, ENTER, "john tsumo 5h", ENTER, "quit", ENTER)
    assert "the connection was lost" in said
    assert ids[0] == ids[1] != ids[2]
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h", "E1.1  John tsumo 5h"]


def test_a_mistyped_command_names_the_nearest(played):
    play, _ = played("dutch at the table")
    assert "ledger: udno is no hand; did you mean undo?" in play("udno", ENTER, CTRL_C, "help", ENTER, "show", ENTER,
                                                                "quit", ENTER)  # fmt: skip


def test_ctrl_c_clears_the_line_and_twice_leaves(played):
    play, terminal = played("dutch at the table")
    before = terminal.dump()
    play("ken tsumo", CTRL_C, CTRL_C)
    play(CTRL_C, "quit", ENTER)
    assert terminal.dump() == before


def test_a_fault_in_the_help_while_typing_stops_nobody(played, monkeypatch):
    play, terminal = played("standard at the table")

    def broken(self, text):
        raise ZeroDivisionError

    monkeypatch.setattr(Typing, "completion", broken)
    monkeypatch.setattr(Typing, "preview", broken)
    play("ken tsumo 5h", TAB, ENTER, "quit", ENTER)
    assert lines_of(terminal) == ["E1.0  Ken tsumo 5h"]


def test_without_a_terminal_it_refuses_and_says_what_to_use(ledger_with):
    said = ledger_with("dutch at the table").refused("ledger play", 2)
    assert said.startswith("ledger play is for a terminal: from a file or a pipe, record with  ledger sheet FILE")


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["hand", "Ken", "tsumo", "s5"], ["player", "list"]])
def test_nothing_but_the_prompt_itself_loads_its_library(ledger_with, words):
    terminal = ledger_with("dutch at the table")
    listed = (
        "import sys\nfrom ledger.commands.main import cli\ntry:\n    cli.main(sys.argv[1:], standalone_mode=False)\n"
    )
    listed += (
        "finally:\n    print('LOADED', 'prompt_toolkit' in sys.modules, 'ledger.commands.play_prompt' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", listed, *words],
        env={**os.environ, "LEDGER_DB": str(terminal.db)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "LOADED False False" in done.stdout


SAID = (
    "ken",
    "john",
    "n",
    "e",
    "ron",
    "ron",
    "tsumo",
    "3/40",
    "5h",
    "s5",
    "7,700",
    ",",
    "riichi",
    "note",
    "@",
    "1",
    "田",
)
SAID += ("234m456p22678s33s", "win 3s", "y", "all", "none", "99", "+", "dora", "pao", "yakuman")
ALONE = (
    "undo",
    "fix",
    "end",
    "games",
    "show",
    "help",
    "draw",
    "draw ken",
    "ken tsumo 5h",
    "john ron ken s5",
    "1",
    "y",
    "n",
)
KEYS = (
    TAB,
    TAB,
    CTRL_C,
    "\x16\x1b",
    "\x12",
    "\x1b[A",
    "\x1b[D",
    "\x1b[200~pasted\nlines\x1b[201~",
    "\x7f",
    "\x17",
    "\x1bf",
)
KEYS += ("\x1b3", "\x07", "\ud800", "\x00")


@pytest.mark.parametrize("seed", range(8))
def test_no_keys_bring_a_traceback(played, capfd, seed):
    chance = Random(seed)
    play, terminal = played(chance.choice(("standard at the table", "dutch at the table", "soul at the table")))
    keys = []
    for _ in range(60):
        line = [chance.choice(ALONE)] if chance.random() < 0.4 else chance.choices(SAID, k=chance.randrange(1, 7))
        odd = chance.choices(KEYS, k=2) if chance.random() < 0.3 else []
        keys += [" ".join(line), *odd, chance.choice(("", TAB)), ENTER, "\x05\x15"]
    play(*keys)
    assert "Traceback" not in "".join(capfd.readouterr())
    assert terminal.done("ledger night show 2026-11-20")
