"""The help: every command loads, says what it does, and every example in it can be run as it stands."""

import gzip
import json
import re
from pathlib import Path

import click
import pytest
from rich.cells import cell_len

from ledger.commands.lazy import LazyGroup
from ledger.commands.main import cli

LEDGERS_FOR_EXAMPLES = (
    "seasons",
    "seasons settled",
    "seasons closed",
    "nothing",
    "new",
    "four",
    "dutch",
    "dutch at the table",
    "standard at the table",
    "soul at the table",
    "dutch ended early",
    "second game",
    "dutch over",
    "dutch settled",
    "dutch paid",
    "guests",
    "guests joined",
)


def all_commands(group=cli, path="ledger"):
    """Every command by its path, loaded from the tables, groups too."""
    yield path, group
    for name in group.entries:
        command = group.get_command(click.Context(group), name)
        below = f"{path} {name}"
        yield from all_commands(command, below) if isinstance(command, LazyGroup) else [(below, command)]


COMMANDS = dict(all_commands())
PATHS = tuple(COMMANDS)
GROUPS = tuple(path for path, command in COMMANDS.items() if isinstance(command, LazyGroup))


def examples_of(command):
    """The lines of an epilog that can be typed, without their comments."""
    lines = (command.epilog or "").splitlines()
    return [re.split(r"\s{2,}", line.strip())[0] for line in lines if line.startswith("  ledger ")]


def test_all_commands_are_there():
    assert GROUPS == (
        "ledger",
        "ledger player",
        "ledger game",
        "ledger hand",
        "ledger night",
        "ledger season",
        "ledger team",
        "ledger export",
        "ledger import",
        "ledger rules",
    )
    assert {path for path in PATHS if path.count(" ") == 1} == {f"ledger {name}" for name in cli.entries}
    assert all(isinstance(command, click.Command) for command in COMMANDS.values())
    assert len(PATHS) == 6 + 20 + 9 + 10 + 6 + 8 + 9 + 4 + 4 + 14 + 7


@pytest.mark.parametrize("path", PATHS)
def test_a_command_says_what_it_does_and_gives_an_example(terminal, path):
    command = COMMANDS[path]
    assert command.help
    assert examples_of(command)
    if path != "ledger hand record":
        assert all(example.startswith(path) for example in examples_of(command))
    shown = terminal.done(f"{path} --help")
    assert shown.startswith(f"Usage: {path} ")
    for example in examples_of(command):
        assert example in shown
    assert max(map(cell_len, shown.splitlines())) <= 80


@pytest.mark.parametrize("path", PATHS)
def test_every_option_and_argument_of_a_command_is_described(path):
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.is_flag or parameter.metavar, f"{parameter.name} shows its type, not its meaning"
        else:
            assert parameter.metavar or parameter.nargs == 1


@pytest.mark.parametrize("path", GROUPS)
def test_a_group_lists_its_commands_with_one_line_each(path):
    command = COMMANDS[path]
    named = {name: entry.help for name, entry in command.entries.items() if entry.help}
    assert len(named) >= 2
    help_text = command.get_help(click.Context(command, info_name=path, terminal_width=80))
    for name, said in named.items():
        assert re.search(rf"^  {name} +{re.escape(said)}$", help_text, re.MULTILINE)


@pytest.mark.parametrize("path", GROUPS)
def test_a_group_alone_shows_its_help(terminal, path):
    answer = terminal(path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == terminal.done(f"{path} --help")


LOGS = Path(__file__).parents[1] / "data" / "logs"


def bundle_to_import(folder, ledger_with):
    """A bundle of another club."""
    text = ledger_with("dutch over").done("ledger export bundle")
    (folder / "club.jsonl").write_text(text, encoding="utf-8")


def logs_to_import(folder):
    """The logs that examples import, with the names that examples say."""
    for source, name in (("2026112020gm-0089-0000-0a1b2c3d.xml", "game.xml.gz"), ("mahjong-soul.json", "game.json")):
        text = (LOGS / source).read_text(encoding="utf-8").replace("Ken", "NoName")
        text = text.replace("%E7%94%B0%E4%B8%AD", "Taro").replace("Zo%C3%AB", "Anna").replace("%4A%6F%68%6E", "John")
        packed = text.replace("田中", "Taro").replace("Zoë", "Anna").encode()
        (folder / name).write_bytes(gzip.compress(packed) if name.endswith(".gz") else packed)
    head = "Datum;Speler 1;Punten 1;Speler 2;Punten 2;Speler 3;Punten 3"
    (folder / "old.csv").write_text(f"{head}\n20.11.2026;Ken;50000;John;45000;Taro;40000\n", encoding="utf-8")
    event = json.loads((LOGS / "pantheon.json").read_text(encoding="utf-8"))
    (folder / "event.json").write_text(json.dumps(event), encoding="utf-8")


@pytest.mark.parametrize("path", PATHS)
def test_every_example_can_be_run_as_it_stands(ledger_with, monkeypatch, tmp_path, path):
    if path == "ledger play":  # for people at a terminal: test_play_terminal.py has one
        assert all(ledger_with("new")(example).code == 2 for example in examples_of(COMMANDS[path]))
        return
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text('name = "ours"\nextends = "ema-2016"\nred_fives = true\n', encoding="utf-8")
    sheet = re.search(r"Example of a sheet:\n((?:  .+\n)+)", COMMANDS["ledger sheet"].epilog)
    (tmp_path / "friday.txt").write_text(sheet[1], encoding="utf-8")
    logs_to_import(tmp_path)
    if path in ("ledger import bundle", "ledger import undo"):
        bundle_to_import(tmp_path, ledger_with)
    for example in examples_of(COMMANDS[path]):
        answers = []
        for name in LEDGERS_FOR_EXAMPLES:
            terminal = ledger_with(name)
            if path == "ledger import undo" and terminal.db.exists():
                terminal.done("ledger import bundle club.jsonl")
            answers.append(terminal(example))
            if answers[-1].code == 0:
                break
        assert answers[-1].code == 0, (example, [answer.err for answer in answers])
