"""What the README says to type works as written, in its order."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from ledger.notation.parse import parse_hand
from ledger.presets import preset
from ledger.rules.replay import step
from ledger.rules.table import first_table
from ledger.shapes.yaku import OTHER_NAMES, YAKU

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_commands_of_the_readme_work_in_order(tmp_path):
    commands = re.findall(r"^\$ (ledger .+)$", README, re.MULTILINE)
    assert len(commands) >= 10
    environment = {**os.environ, "LEDGER_DB": str(tmp_path / "club.ledger"), "PYTHONUTF8": "1"}
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert (command, done.returncode, done.stderr) == (command, 0, "")
        assert done.stdout


def test_the_lines_of_the_notation_table_are_hands():
    cells = [cell for row in re.findall(r"^\| .+$", README, re.MULTILINE) for cell in re.findall(r"`([^`]+)`", row)]
    lines = [cell for cell in cells if re.match(r"(Ken (ron|tsumo)|draw|abort|chombo)\b", cell)]
    assert len(lines) >= 12
    for line in lines:
        rules = preset("dutch-4p" if "s5" in line else "mahjong-soul")
        # Ken does not deal: by his tsumo the dealer pays more than the others.
        table = replace(first_table(rules), dealer=1)
        facts = parse_hand(line, ["Ken", "John", "Taro", "Anna"], rules, table=table)
        assert step(table, facts, rules)


def test_the_readme_names_no_page_that_is_missing():
    for page in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / page).is_file(), page


def test_the_two_commands_that_do_everything_stand_alone():
    assert len(re.findall(r"^    python3 -m venv .*ledger demo$", README, re.MULTILINE)) == 1
    assert len(re.findall(r"^    python3 -m venv .*pytest$", README, re.MULTILINE)) == 1


def test_every_yaku_is_named_in_the_notation():
    named = re.findall(r"`([a-z0-9-]+)`", (ROOT / "docs" / "notation.md").read_text(encoding="utf-8"))
    assert {*YAKU, *OTHER_NAMES} <= set(named)
