"""Taking back, after any history: the last unit undone is as if it had not been, and undone again as if it had."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select

from ledger.errors import LedgerError
from ledger.services import club as club_service
from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.undo import undo, voidable_tables
from ledger.store.unit import run

BOOKKEEPING = ("id", "journal_id", "live", "voided_by", "again_of")
VOIDABLE = {table.name for table in voidable_tables()}
PLAYERS = ("Ken", "John", "Taro", "Anna")
Rows = dict[str, list[tuple[Any, ...]]]
MORE = ("Zoë", "Kees", "Bo", "田中さん", "Émile", "Al", "Ed", "Ida")
LINES = (
    "draw none",
    "draw {0}",
    "draw {1} {2} riichi {2}",
    "{0} ron {1} s5 riichi {0} {2}",
    "{2} ron {0} mangan",
    "{1} tsumo s7 riichi",
    "{2} tsumo baiman",
    "{0} ron {2} s4, {1} s5",
    "{1} ron {0} yakuman",
)


def in_force(rows: Rows) -> Counter[Any]:
    """Each live row by its content, with what it refers to in place of numbers; none is below a void one."""
    content: dict[tuple[str, int], tuple[Any, ...]] = {}
    live: set[tuple[str, int]] = set()
    for table in metadata.sorted_tables:
        names = [column.name for column in table.columns]
        parents = {key.parent.name: key.column.table for key in table.foreign_keys}
        for values in rows[table.name]:
            row = dict(zip(names, values, strict=True))
            key = (table.name, row["id"])
            above = {name: (parent.name, row[name]) for name, parent in parents.items() if row[name] is not None}
            own = (content[above[name]] if name in above else row[name] for name in names if name not in BOOKKEEPING)
            content[key] = (table.name, *own)
            if row.get("live") == 1:
                live.add(key)
                void = [
                    up for name, up in above.items() if name not in BOOKKEEPING and up[0] in VOIDABLE and up not in live
                ]
                assert void == [], f"{key} is live"
    return Counter(content[key] for key in live)


def only_voided(before: Rows, after: Rows) -> None:
    """No row is gone, and none is changed but for live and voided_by, which are set once."""
    for table in metadata.sorted_tables:
        kept = dict(zip((row[0] for row in after[table.name]), after[table.name], strict=True))
        changing = [number for number, column in enumerate(table.columns) if column.name in ("live", "voided_by")]
        for row in before[table.name]:
            now = kept[row[0]]
            if now != row:
                assert changing, f"a row of {table.name} changed"
                assert row[changing[0]] == 1, "a void row changed"
                assert now[changing[0]] is None
                rest = [number for number in range(len(row)) if number not in changing]
                assert [row[number] for number in rest] == [now[number] for number in rest]


class History:
    """A club of which somebody does one thing after another, by chance."""

    def __init__(self, club: Any, seed: int) -> None:
        self.club, self.chance = club, random.Random(seed)
        self.names = list(MORE)
        club.add(*PLAYERS)
        self.unit = self.last()[0]

    def add(self) -> None:
        if self.names:
            self.club.add(self.names.pop(), *([self.names.pop()] if self.names else []))

    def start(self) -> None:
        self.club.start(*self.chance.sample(PLAYERS, 3), label=self.chance.choice([None, "window"]))

    def hand(self) -> None:
        game = self.club.game()
        self.club.hand(self.chance.choice(LINES).format(*game.players), str(game.number))

    def undo_hand(self) -> None:
        self.club.undo()

    def end(self) -> None:
        self.club.end()

    def result(self) -> None:
        names = self.chance.sample(PLAYERS, 3)
        self.club.result(**dict(zip(names, (60_000, 45_000, 30_000), strict=True)))

    def void(self) -> None:
        self.club.void(str(self.chance.randint(1, 4)))

    def reopen(self) -> None:
        self.club.reopen_game()

    def settle(self) -> None:
        self.club.settle()

    def reopen_night(self) -> None:
        self.club.reopen_night()

    def defaults(self) -> None:
        rules = self.chance.choice(["dutch", "standard", "dutch-4p"])
        club_service.init(self.club.place, self.club.request("init"), rules=rules, money=None)[0].dispose()

    FORWARD = (hand, hand, hand, start, end, add, result, settle)
    BACK = (undo_hand, undo_hand, void, reopen, reopen_night, defaults)

    def something(self, kinds: Sequence[Callable[[Any], None]]) -> str | None:
        """Does one of these by chance; returns its command, None if it was refused."""
        asked = self.club.asked
        with suppress(LedgerError):
            self.chance.choice(kinds)(self)
        unit, command = self.last()
        known, self.unit = self.unit, unit
        return command if unit > known and self.club.asked > asked else None

    def last(self) -> tuple[int, str]:
        newest = select(db.journal.c.id, db.journal.c.command).order_by(db.journal.c.id.desc()).limit(1)
        return tuple(self.club.ask(lambda connection: connection.execute(newest).one()))

    def take_back(self, target: int) -> int:
        request = self.club.request("undo", None, target=target)
        self.unit = run(self.club.engine, request, lambda c, unit: undo(c, target, unit), None).unit
        return self.unit


@pytest.mark.parametrize("seed", range(2))
def test_the_last_unit_undone_is_as_before_and_undone_again_as_after(places, new_club, request, seed):
    history = History(new_club(places.fresh()), seed)
    club, undone = history.club, Counter()
    before = club.rows()
    for _ in range(400 if request.config.getoption("--long") else 20):
        command = history.something(History.FORWARD * 2 + History.BACK)
        after = club.rows()
        if command is None:
            assert after == before, "what was refused left all as it was"
            continue
        taken_back = history.take_back(history.unit)
        assert in_force(club.rows()) == in_force(before), f"undo of {command}"
        history.take_back(taken_back)
        again = club.rows()
        assert in_force(again) == in_force(after), f"undo of the undo of {command}"
        only_voided(before, again)
        undone[command] += 1
        before = again
    assert len(undone) >= 4
    club.close()


@pytest.mark.parametrize("seed", [10])
def test_units_undone_one_by_one_from_the_last_lead_back_to_the_beginning(places, new_club, seed):
    history = History(new_club(places.fresh()), seed)
    club = history.club
    done = []
    for _ in range(30):
        before = club.rows()
        if len(done) < 12 and history.something(History.FORWARD * 2 + History.BACK):
            done.append((history.unit, before))
    assert len(done) > 5
    for unit, before in reversed(done):
        history.take_back(unit)
        now = club.rows()
        assert in_force(now) == in_force(before)
        only_voided(before, now)
    assert not [row for row in in_force(now) if row[0] == "games"]
    club.close()
