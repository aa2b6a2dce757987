"""How long standings take, beside ledger-cli and hledger balancing the same points, and beside a bare sum in SQLite.

Run it as  python -m benchmarks.standings FILE  on a ledger such as benchmarks.history makes. Every time is of a whole
process, start-up included; each is run in turn, so that what else the machine does falls on all alike. The accounting
programs are called by their full path, for inside a virtual environment `ledger` is ours.
"""

import argparse
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

SUM = "SELECT player_id, count(*), sum(points) FROM results WHERE live = 1 GROUP BY player_id"
BARE = f"import sqlite3, sys; print(len(sqlite3.connect(sys.argv[1]).execute({SUM!r}).fetchall()))"
POINTS = """
SELECT t.held_on, r.game_id, n.shown_name, r.points
FROM results r
JOIN night_terms t ON t.night_id = r.night_id AND t.live = 1
JOIN player_terms n ON n.player_id = r.player_id AND n.live = 1
WHERE r.live = 1 ORDER BY t.held_on, r.game_id, r.seat
"""
PROGRAMS = {"ledger-cli": ("/usr/bin/ledger", "Ledger "), "hledger": ("/usr/bin/hledger", "hledger ")}


def journal_of(ledger: Path) -> Iterator[str]:
    """The results of a ledger as an accounting journal: a transaction for each game."""
    now = None
    with sqlite3.connect(ledger) as connection:
        for held_on, game, name, points in connection.execute(POINTS):
            if game != now:
                yield f"\n{held_on} game {game}\n"
                now = game
            yield f"  players:{name}  {points} P\n"


def installed() -> dict[str, list[str]]:
    """The accounting programs that are there, and are what they should be."""
    found = {}
    for name, (path, begins) in PROGRAMS.items():
        if not Path(path).exists():
            print(f"{name} is not installed", file=sys.stderr)
            continue
        version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]  # noqa: S603 - a path of this file
        if not version.startswith(begins):
            raise SystemExit(f"{path} says it is {version}")
        print(version)
        found[name] = [path, "-f", "JOURNAL", "balance", "--no-total"]
    return found


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    begun = perf_counter()
    subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - commands of this file
    return perf_counter() - begun


def main() -> None:
    """Runs the commands and prints medians, and how many times our own each took."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--runs", type=int, default=5)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "points.journal"
        with journal.open("w", encoding="utf-8") as out:
            out.writelines(journal_of(asked.file))
        ours = [sys.executable, "-m", "ledger", "--db", str(asked.file), "standings", "--ever", "--guests"]
        commands = {"ledger standings": ours, "bare sqlite3 sum": [sys.executable, "-c", BARE, str(asked.file)]}
        for name, command in installed().items():
            commands[name] = [str(journal) if word == "JOURNAL" else word for word in command]
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(asked.runs):
            for name, command in commands.items():
                taken[name].append(seconds(command))
    own = median(taken["ledger standings"])
    for name, times in taken.items():
        print(f"{name:18} {median(times):8.3f} s  {median(times) / own:6.2f} x")


if __name__ == "__main__":
    main()
