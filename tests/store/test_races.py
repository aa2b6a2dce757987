"""Several at once: one upgrade, one new ledger, and no unit of work lost."""

import subprocess
import sys
import time
from pathlib import Path
from threading import Barrier, Thread

from sqlalchemy import Connection, func, insert, select

from ledger.store import models as db
from ledger.store.engine import open_ledger
from ledger.store.revision import HEAD, revision_of
from ledger.store.unit import read, run

NEXT = f"{int(HEAD) + 1:04}"  # the migration that folder_with adds

CHILD = """
import sys, time
from pathlib import Path
from ledger.store.engine import create_ledger, engine_of
from ledger.store.upgrade import upgrade_file
what, ready, go, place, folder, to = sys.argv[1:]
ready, go = Path(ready), Path(go)
ready.touch()
while not go.exists():
    time.sleep(0.001)
if what == "upgrade":
    engine = engine_of(place)
    print(upgrade_file(engine, Path(place), folder=Path(folder), to=to))
else:
    engine, made = create_ledger(place)
    print(made)
engine.dispose()
"""


def at_once(what: str, processes: int, folder: Path, *arguments: object) -> list[str]:
    """What each of several processes answers that were let go at the same moment."""
    go = folder / "go"
    ready = [folder / f"ready{n}" for n in range(processes)]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, what, one, go, *map(str, arguments)], stdout=subprocess.PIPE, text=True
        )
        for one in ready
    ]
    try:
        while not all(one.exists() for one in ready):
            assert all(child.poll() is None for child in children), "a process ended before it was let go"
            time.sleep(0.01)
    finally:
        go.touch()
    answers = [child.communicate(timeout=60)[0].strip() for child in children]
    assert [child.returncode for child in children] == [0] * processes
    return answers


def test_several_processes_upgrade_once_and_all_succeed(played, folder_with, on_disk, tmp_path_factory):
    before = on_disk(played)
    folder = folder_with('op.add_column("games", sa.Column("note", sa.Text(), nullable=True))')
    answers = at_once("upgrade", 4, tmp_path_factory.mktemp("race"), played, folder, NEXT)
    (kept,) = (p for p in played.parent.glob("*.before-*") if not p.name.endswith(("-wal", "-shm")))
    assert sorted(answers) == sorted(["None"] * 3 + [str(kept)])
    after = on_disk(played)
    assert (after.revision, after.rows, after.sound) == (NEXT, before.rows, True)
    assert on_disk(kept).dump == before.dump


def test_several_processes_make_one_ledger(tmp_path, on_disk):
    (tmp_path / "race").mkdir()
    answers = at_once("create", 4, tmp_path / "race", tmp_path / "new.ledger", ".", HEAD)
    assert sorted(answers) == ["False", "False", "False", "True"]
    assert revision_of(tmp_path / "new.ledger") == HEAD
    assert on_disk(tmp_path / "new.ledger").sound


def test_several_processes_make_one_ledger_on_a_server(server, tmp_path):
    place = server.empty()
    answers = at_once("create", 4, tmp_path, place, ".", HEAD)
    assert "True" in answers
    open_ledger(place)
    server.drop(place)


def test_units_of_several_writers_are_done_one_after_the_other(engine, asked):
    """Each unit writes down how many units it found; were one lost or done on old data, a number would be twice."""
    writers, units = 8, 10
    calls: list[int] = []
    failures: list[BaseException] = []
    start = Barrier(writers)

    def work(connection: Connection, unit: int) -> None:
        calls.append(unit)
        found = connection.execute(select(func.count()).select_from(db.journal)).scalar_one()
        row = {"sha256": f"unit {unit}", "name": str(found), "content": "{}", "journal_id": unit}
        connection.execute(insert(db.rulesets), row)

    def write(writer: int) -> None:
        try:
            start.wait(timeout=30)
            for number in range(units):
                run(engine, asked(f"{writer}/{number}"), work, work)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=write, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    found = read(engine, lambda connection: connection.execute(select(db.rulesets.c.name)).scalars().all())
    assert sorted(map(int, found)) == list(range(1, writers * units + 1))
    assert len(calls) == writers * units, "no unit had to be tried again"


def test_a_question_is_answered_from_one_state_though_others_write_meanwhile(engine, asked):
    def units(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(db.journal)).scalar_one()

    def question(connection: Connection) -> tuple[int, int]:
        first = units(connection)
        run(engine, asked("a"), lambda own, unit: unit, None)
        return first, units(connection)

    assert read(engine, question) == (0, 0)
    assert read(engine, units) == 1


def test_a_reader_does_not_wait_for_a_writer_and_sees_nothing_of_it(engine, asked):
    def units(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(db.journal)).scalar_one()

    def work(connection: Connection, unit: int) -> tuple[int, int]:
        return read(engine, units), units(connection)

    assert run(engine, asked("a"), work, work).answer == (0, 1)
    assert read(engine, units) == 1
