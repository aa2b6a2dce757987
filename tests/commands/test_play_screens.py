"""What `ledger play` draws: screens that are kept, and what it shows while a line is typed."""

import re
from datetime import date
from pathlib import Path

import pytest
from rich.cells import cell_len

from ledger.commands.play_blame import place_of
from ledger.commands.play_preview import Preview, State, Typing, fitted
from ledger.commands.play_screen import fitting, games_text, go_on, prompt_text, screen
from ledger.commands.text import wrapped
from ledger.errors import LedgerError
from ledger.notation.parse import parse_hand
from ledger.presets import preset
from ledger.services.at_table import at_table
from ledger.store.engine import open_ledger

SCREENS = Path(__file__).resolve().parents[1] / "data" / "screens"
NAMES = ("Ken", "John", "Taro", "Anna")
STANDARD = preset("standard")


def check_screen(name, text, *, update, folder=SCREENS):
    """Compares a screen with the one that is kept; writes it only where that is asked for."""
    path = folder / f"{name}.txt"
    if update:
        path.write_text(f"{text}\n", encoding="utf-8")
    assert path.is_file(), f"{path} is missing: look at the screen, then run with --update-screens"
    assert f"{text}\n" == path.read_text(encoding="utf-8")


JAPANESE = "ledger player add 田中さん 佐藤花子 Zoë 🐉 高橋ヴィクトリア"
FOUR = ("ledger init --rules standard", JAPANESE, "ledger game start 田中さん 佐藤花子 Zoë 🐉 --at 窓側")
FOUR_HANDS = (
    *FOUR,
    "ledger hand 田 ron Zoë 3/40 riichi 田 佐藤",
    "ledger hand draw 田 🐉 riichi 🐉",
    "ledger hand 🐉 tsumo haneman riichi Zoë",
)
THREE = ("ledger init --rules dutch", JAPANESE, "ledger game start 高橋ヴィクトリア 佐藤花子 田中さん")
THREE_HANDS = (*THREE, "ledger hand draw 高橋", "ledger hand 田 ron 佐藤 s5 riichi 田 高橋 佐藤")
THREE_OVER = (*THREE_HANDS, "ledger game end")
SHOWN = {
    "four-start": FOUR,
    "four-hands": FOUR_HANDS,
    "three-start": THREE,
    "three-hands": THREE_HANDS,
    "three-over": THREE_OVER,
}


@pytest.fixture
def at(terminal, template):
    """Makes the game that lines lead to, as the prompt has it at hand."""

    def made(lines):
        terminal.db.write_bytes(template.read_bytes())
        for line in lines:
            terminal.done(line)
        engine = open_ledger(str(terminal.db))
        try:
            return at_table(engine, terminal.now)
        finally:
            engine.dispose()

    return made


@pytest.mark.parametrize("name", SHOWN)
def test_a_screen_is_as_it_is_kept(at, monkeypatch, request, name):
    monkeypatch.setenv("COLUMNS", "80")
    here = at(SHOWN[name])
    shown = screen(here.game)
    assert len(shown.splitlines()) <= 10
    assert max(map(cell_len, shown.splitlines())) <= 80
    check_screen(
        name, f"{shown}\n{prompt_text(here.game)}".rstrip(), update=request.config.getoption("--update-screens")
    )


def test_a_changed_screen_is_noticed_and_not_written(tmp_path):
    (tmp_path / "one.txt").write_text("E  Ken  30,000\n", encoding="utf-8")
    check_screen("one", "E  Ken  30,000", update=False, folder=tmp_path)
    with pytest.raises(AssertionError):
        check_screen("one", "E  Ken  29,000", update=False, folder=tmp_path)
    assert (tmp_path / "one.txt").read_text(encoding="utf-8") == "E  Ken  30,000\n"
    with pytest.raises(AssertionError, match="--update-screens"):
        check_screen("two", "E  Ken  30,000", update=False, folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["one.txt"]


def test_no_kept_screen_is_left_without_its_test():
    assert {path.stem for path in SCREENS.glob("*.txt")} == set(SHOWN)


@pytest.mark.parametrize("width", [30, 40, 60])
def test_a_narrow_terminal_cuts_names_and_lines_but_no_points(at, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    game = at(FOUR_HANDS).game
    lines = screen(game).splitlines()
    assert max(map(cell_len, lines)) <= max(width, 40)
    for score in game.table.scores:
        assert f"{score:,}" in screen(game)


def test_winds_go_with_the_deal(at):
    rows = [line.split()[:2] for line in screen(at(THREE_HANDS).game).splitlines()[1:4]]
    assert [wind for wind, _ in rows] == ["S", "W", "E"] or [wind for wind, _ in rows] == ["W", "E", "S"]


def test_how_to_go_on_is_a_command_that_works(at, terminal):
    game = at(THREE_OVER).game
    command = re.search(r"ledger game start .*?(?=  and)", go_on(game, terminal.now.date()))[0]
    assert "Started game 2" in terminal.done(command)
    assert "--date" in go_on(game, date(2027, 1, 1))


def test_a_line_is_cut_to_its_room_in_cells():
    assert fitting("abc", 3) == "abc"
    assert fitting("田中さん", 5) == "田中…"


def test_what_is_wrong_is_broken_between_words_and_takes_both_lines():
    assert wrapped("", 5) == [""]
    assert wrapped("  ab 田中 x", 7) == ["  ab", "田中 x"]
    assert wrapped("a verylongword b  c", 4) == ["a", "verylongword", "b  c"]
    wrong = Preview(State.WRONG, "no player 田中 at this table", "Ken   John")
    assert fitted(wrong, 80) == ("no player 田中 at this table", "Ken   John")
    assert fitted(wrong, 16) == ("no player 田中", "at this table")
    assert fitted(wrong, 9) == ("no player", "田中 at…")
    ready = Preview(State.READY, "Ken +1,000   John 0", "then E2.0")
    assert fitted(ready, 12) == ("Ken +1,000…", "then E2.0")
    assert games_text([], None).startswith("No game is open")


@pytest.fixture
def typing(at):
    return Typing(at(("ledger init --rules standard", "ledger player add Ken John Taro Anna",
                      "ledger game start Ken John Taro Anna", "ledger hand draw Taro riichi Taro")))  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "state", "says", "then"),
    [
        ("", State.EMPTY, "who won? or: draw, abort", ""),
        ("k", State.GOING, 'expected ron or tsumo after "k"', "Ken"),
        ("ken ro", State.GOING, "expected ron or tsumo", "ron"),
        ("ken ron", State.GOING, 'expected the discarder after "ron"', "John   Taro   Anna"),
        ("ken ron john", State.GOING, "expected a price such as 3/40, 5h or mangan", "2/30   5h   3/30"),
        ("ken ron john 3", State.GOING, "3 alone is no price", "3/30   3/40"),
        ("ken ron jim", State.WRONG, 'no player "jim" at this table', ""),
        ("ken ron ken 3/40", State.WRONG, "", ""),
        ("ken ron john 3/40", State.READY, "Ken +6,500   John -5,500   Taro 0   Anna 0", "then E3.0, Taro deals"),
        ("draw", State.GOING, "who was tenpai?", "Ken   John"),
        ("draw ken riichi john", State.READY, "Ken +1,500   John +500", "John was in riichi, so counts as tenpai"),
        ("undo", State.READY, "Enter takes the last hand back", ""),
        ("2", State.READY, "Enter goes to game 2", ""),
        ("ken ron john 234m456p22678s33s win 3s", State.READY, "Ken +", "then E3.0"),
        ("ken ron john 234m456p22678s33s", State.WRONG, "", ""),
    ],
)
def test_the_preview_says_what_a_line_would_do_or_still_needs(typing, typed, state, says, then):
    preview = typing.preview(typed)
    assert (preview.state, preview.says[: len(says)]) == (state, says)
    assert then in preview.then


def test_a_correction_is_tried_at_the_table_before_the_last_hand(typing):
    fixing = Typing(typing.at, fixing=True)
    assert fixing.preview("ken ron john 3/40").says == "Ken +7,700   John -7,700   Taro 0   Anna 0"
    assert fixing.preview("undo").state is State.WRONG
    assert "Escape" in fixing.preview("").says


def test_a_preview_reads_nothing(typing, terminal):
    terminal.db.unlink()
    assert typing.preview("ken ron john 3/40").state is State.READY


@pytest.mark.parametrize(
    ("line", "under"),
    [
        ("ken rom john 3/40", "rom"),
        ("ken ron john, 7,700 riichi xx", "xx"),
        ("ken ron jim 3/40", "jim"),
        ("ken ron john 3/40 5h", "5h"),
        ("ken ron john", ""),
    ],
)
def test_the_cursor_goes_to_the_word_to_blame(typing, line, under):
    with pytest.raises(LedgerError) as refused:
        parse_hand(line, NAMES, STANDARD, table=typing.at.game.table)
    place = place_of(refused.value, line)
    assert line[len(line) if place is None else place :].startswith(under)
    assert bool(under) == (place is not None)
