"""What a command loads: its start-up is tested by modules, not by time."""

import subprocess
import sys

import pytest

LIST_MODULES = """
import sys
from ledger.commands.main import cli
try:
    cli.main(sys.argv[1:], prog_name="ledger", standalone_mode=False)
finally:
    print("MODULES", *sorted(sys.modules), file=sys.stderr)
"""


def modules_of(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *arguments], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return set(done.stderr.rpartition("MODULES ")[2].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["hand", "--help"],
        ["score", "3/40"],
        ["fu", "chi", "chi", "chi", "chi"],
        ["rules", "list"],
        ["table", "--rules", "standard"],
        ["table", "--rules", "dutch"],
    ],
)
def test_commands_without_a_ledger_load_no_database(arguments):
    loaded = {name.partition(".")[0] for name in modules_of(*arguments)}
    assert not loaded & {"sqlalchemy", "alembic", "rich", "babel"}
    assert "click" in loaded


def test_the_help_of_everything_imports_no_command():
    assert not {name for name in modules_of("--help") if name.startswith(("ledger.services", "ledger.store"))}


def test_recording_a_hand_loads_no_mapper_no_migrations_and_no_other_dialect(file_place, new_club):
    club = new_club(str(file_place))
    club.add("Ken", "John", "Taro")
    club.start("Ken", "John", "Taro")
    club.close()
    loaded = modules_of("hand", "--db", str(file_place), "Ken", "ron", "John", "s5", "--game", "1", "--request", "r")
    assert "sqlalchemy.engine" in loaded
    for absent in (
        "sqlalchemy.orm",
        "alembic",
        "sqlalchemy.dialects.postgresql",
        "psycopg",
        "rich",
        "babel",
        "asyncpg",
    ):
        assert absent not in loaded
