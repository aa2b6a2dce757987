"""Several processes on one ledger at once: nothing lost, no error shown."""

import subprocess
import sys

from ledger.shapes.game import Money
from ledger.store import models as db

RECORD = """
import sys
from datetime import datetime, UTC
from ledger.services.choose import GameChoice
from ledger.services.hands import Care, record_hand
from ledger.store.engine import open_ledger
from ledger.store.unit import Request
place, mark, count, recorder = sys.argv[1:]
engine = open_ledger(place)
now = datetime(2026, 11, 20, 20, tzinfo=UTC)
for number in range(int(count)):
    request = Request(f"{recorder}-{number}", recorder, now, "test", "hand", {"number": number})
    record_hand(engine, request, "draw all", GameChoice(mark), care=Care(again=True))
"""
TABLES = [("Ken", "John", "Taro"), ("Anna", "Bo", "Zoë"), ("Max", "Tim", "Eva"), ("Li", "Ito", "田中さん")]


def four_tables(new_club, place):
    club = new_club(place)
    club.add(*(name for table in TABLES for name in table))
    for table in TABLES:
        club.start(*table)
    return club


def all_at_once(commands):
    """Runs commands side by side; each must end well and say nothing on standard error."""
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        for command in commands
    ]
    ended = [(process.communicate(timeout=120)[1], process.returncode) for process in running]
    assert ended == [("", 0)] * len(running)


def test_four_processes_recording_at_four_tables(places, new_club):
    club = four_tables(new_club, places.fresh())
    all_at_once([sys.executable, "-c", RECORD, club.place, mark, "40", f"recorder {mark}"] for mark in "1234")
    for mark in "1234":
        game = club.game(mark)
        assert [hand.seq for hand in game.hands] == list(range(1, 41))
        assert game.table.honba == 40
    club.close()


def test_four_processes_recording_at_one_table(places, new_club):
    """Everyone records at table 1: every hand gets a number of its own, and the honba counts them all."""
    club = four_tables(new_club, places.fresh())
    all_at_once([sys.executable, "-c", RECORD, club.place, "1", "15", f"recorder {n}"] for n in range(4))
    game = club.game("1")
    assert [hand.position for hand in game.hands] == [f"E1.{honba}" for honba in range(60)]
    club.close()


def test_four_terminals_at_four_tables(file_place, new_club):
    """The command itself, as four recorders type it: the names say which table is meant."""
    club = four_tables(new_club, str(file_place))
    for _ in range(3):
        all_at_once(
            [sys.executable, "-m", "ledger", "hand", "--again", "--db", str(file_place), f"{a} ron {b} s5 riichi"]
            for a, b, _ in TABLES
        )
    for mark in "1234":
        assert len(club.game(mark).hands) == 3
    club.close()


def test_six_first_starts_at_once_make_one_ledger(tmp_path, new_club):
    place = str(tmp_path / "new" / "club.ledger")
    defaults = ["--rules", "dutch", "--currency", "EUR", "--rate", "1"]
    all_at_once([[sys.executable, "-m", "ledger", "init", "--db", place, *defaults]] * 6)
    club = new_club(place, money=Money("EUR", 100, 1000))
    live = db.club_settings.select().where(db.club_settings.c.live == 1)
    assert [(row.rules, row.currency, row.rate_minor) for row in club.ask(lambda c: c.execute(live).all())] == [
        ("dutch", "EUR", 100)
    ]
    assert club.ask(lambda connection: connection.exec_driver_sql("PRAGMA integrity_check").scalar()) == "ok"
    club.close()
