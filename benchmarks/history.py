"""Makes up the history of a club and writes it into a new ledger file: for benchmarks, and to look at reports.

Run it as  python -m benchmarks.history FILE --games 5000 --hands 12 --players 40  in a checkout.

Some hundreds of courses of games are made up and recorded by the program's own functions in a ledger aside, once (see
benchmarks.courses). The history is these courses over and over, with other people at the table: their rows are read
from that ledger and written with other ids, a night at a time in one unit of work as a sheet does, so they are what
the program writes. A million hands are not played out one by one for it, but each follows from the rules, and so do
the scores and results of each game.

The nights are a week apart, or a day where there are more than ten years of them, and the last is always on the same
date. Some people come more often than others, and some play better. The same arguments make the same history.
"""

import argparse
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from math import ceil
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import event

from benchmarks.courses import FRESH, LAST_NIGHT, NAMES, OF_HANDS, Course, Row, asked, courses, kept, never
from ledger.services.club import init
from ledger.services.players import add_players
from ledger.shapes.game import Money
from ledger.store.nights import Defaults, save_night
from ledger.store.people import Person, everyone
from ledger.store.save import save_ruleset
from ledger.store.unit import Connection, Engine, read, run

TEN_YEARS = 520
"""Weekly nights in ten years."""
MONEY = Money("EUR", 50, 1000)
SEATS = 4


class Wanted(NamedTuple):
    """The history that is asked for; hands: of each game, 0 for final scores only; nights: None for ten games each."""

    games: int = 5000
    hands: int = 12
    players: int = 40
    nights: int | None = None
    rules: tuple[str, ...] = ("tenhou",)
    seed: int = 1


class Made(NamedTuple):
    """What was written: rows, everybody's points, and how long it took to make up the courses and to write."""

    rows: int
    points: dict[str, int]
    courses_seconds: float
    seconds: float


def make(path: Path, wanted: Wanted) -> Made:
    """Writes a history into a new ledger file."""
    chance = Random(wanted.seed)
    start = perf_counter()
    pool = courses(wanted.games, wanted.hands, wanted.rules, chance)
    between = perf_counter()
    engine, *_ = init(str(path), asked("init"), rules=wanted.rules[0], money=MONEY)
    event.listen(engine, "connect", _quickly)
    writing = Writing(engine, wanted, chance)
    for held_on, games in _nights(wanted):
        writing.night(held_on, [chance.choice(pool) for _ in range(games)])
    engine.dispose()
    return Made(writing.rows, dict(writing.points), between - start, perf_counter() - between)


def _quickly(dbapi: sqlite3.Connection, _record: object) -> None:
    """Waits for no disk: should the machine stop, the file is made again."""
    dbapi.execute("PRAGMA synchronous = OFF")
    dbapi.execute("PRAGMA cache_size = -200000")


def _nights(wanted: Wanted) -> Iterator[tuple[date, int]]:
    """The dates of the nights, and how many games each has."""
    nights = wanted.nights or max(1, min(wanted.games // 10, TEN_YEARS))
    days = 7 if nights <= TEN_YEARS else 1
    for number in range(nights):
        games = wanted.games // nights + (number < wanted.games % nights)
        yield LAST_NIGHT - timedelta(days=days * (nights - 1 - number)), games


class Seated(NamedTuple):
    """A game that is to be written: its course, who sits where, and when it was played."""

    course: Course
    people: tuple[Person, ...]
    played_at: datetime


class Writing:
    """A history that is being written; rows, points: how many rows so far, and everybody's points."""

    def __init__(self, engine: Engine, wanted: Wanted, chance: Random) -> None:
        self.rows = 0
        self.points: Counter[str] = Counter()
        self._engine, self._chance, self._rules = engine, chance, wanted.rules[0]
        rounds = range(ceil(wanted.players / len(NAMES)))
        names = [f"{name} {number + 1}" if number else name for number in rounds for name in NAMES][: wanted.players]
        add_players(engine, asked("player add"), names)
        self._people = read(engine, everyone)
        self._skill = {person: chance.gauss(0, 0.5) for person in self._people}
        self._comes = {person: chance.uniform(0.2, 2) for person in self._people}
        self._game_ids, self._hand_ids = count(1), count(1)

    def night(self, held_on: date, games: Sequence[Course]) -> None:
        """Writes a night with games of these courses."""
        uid = str(UUID(int=self._chance.getrandbits(128), version=4))
        tables = list(self._seated(held_on, games))

        def work(connection: Connection, unit: int) -> None:
            night = save_night(connection, unit, f"{uid}/night", held_on, Defaults(self._rules, MONEY))
            rules = {course.rules.name: course.rules for course in games}
            rulesets = {name: save_ruleset(connection, unit, rules[name]) for name in sorted(rules)}
            rows: dict[str, list[Row]] = {table: [] for table in FRESH}
            for number, table in enumerate(tables, start=1):
                game = (next(self._game_ids), f"{uid}/game{number}", unit, night, number)
                self._game(rows, game, rulesets[table.course.rules.name], table)
            for name, new in rows.items():
                if new:
                    connection.exec_driver_sql(_insert(name), new)
            self.rows += sum(map(len, rows.values()))

        run(self._engine, asked("sheet", uid, held_on), work, never)
        for table in tables:
            for person, points in zip(table.people, table.course.points, strict=True):
                self.points[person.name] += points

    def _seated(self, held_on: date, games: Sequence[Course]) -> Iterator[Seated]:
        """The games of a night in rounds: who came, at as many tables at once as they fill."""
        most = min(len(self._people), max(SEATS, SEATS * ceil(len(games) / 3)))
        here = sorted(self._people, key=lambda person: self._chance.random() ** (1 / self._comes[person]))[-most:]
        waiting: list[Person] = []
        start = datetime.combine(held_on, time(18, 30), UTC)
        apart = timedelta(minutes=min(70, 300 * most // (SEATS * len(games) or 1)))
        for course in games:
            players = len(course.by_place)
            if len(waiting) < players:
                waiting = self._chance.sample(here, len(here))
                start += apart
            table, waiting = waiting[:players], waiting[players:]
            table.sort(key=lambda person: self._skill[person] + self._chance.gauss(0, 1), reverse=True)
            seats = dict(zip(course.by_place, table, strict=True))
            yield Seated(course, tuple(seats[seat] for seat in range(players)), start)

    def _game(self, rows: dict[str, list[Row]], game: tuple[int, str, int, int, int], ruleset: int, of: Seated) -> None:
        """Adds the rows of a game; game: its id, uid, unit, night and number."""
        game_id, uid, unit, night, _ = game
        course, people = of.course.rows, of.people
        played_at = f"{of.played_at.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
        rows["games"] += [(*game, ruleset, played_at, *row) for _, *row in course["games"]]
        rows["seats"] += [(unit, game_id, people[seat].id, *row) for seat, *row in course["seats"]]
        rows["game_ends"] += [(unit, game_id, *row) for _, *row in course["game_ends"]]
        rows["results"] += [(unit, game_id, night, people[seat].id, *row) for seat, *row in course["results"]]
        hands = [next(self._hand_ids) for _ in course["hands"]]
        rows["hands"] += [
            (hand, f"{uid}/hand{number}", unit, game_id, *row)
            for number, (hand, (_, *row)) in enumerate(zip(hands, course["hands"], strict=True), start=1)
        ]
        for table in OF_HANDS:
            rows[table] += [(unit, hands[hand], *row) for hand, *row in course[table]]


def _insert(table: str) -> str:
    columns = [*FRESH[table], *kept(table)]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the history, and prints how long it took."""
    usual = Wanted()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="the ledger file to make")
    parser.add_argument("--games", type=int, default=usual.games, metavar="N", help=f"how many games ({usual.games})")
    parser.add_argument("--hands", type=int, default=usual.hands, metavar="N", help="of each game; 0: scores only (12)")
    parser.add_argument("--players", type=int, default=usual.players, metavar="N", help="how many people (40)")
    parser.add_argument("--nights", type=int, metavar="N", help="how many nights (one for ten games, 520 at most)")
    parser.add_argument("--rules", nargs="+", default=usual.rules, metavar="NAME", help="presets, one or more (tenhou)")
    parser.add_argument("--seed", type=int, default=usual.seed, metavar="N", help="another seed, another history (1)")
    options = vars(parser.parse_args(arguments))
    path = options.pop("file")
    wanted = Wanted(**options | {"rules": tuple(options["rules"])})
    if path.exists():
        parser.error(f"{path} is there already: a history is written into a new file")
    if (
        wanted.players < SEATS
        or min(wanted.games, wanted.hands) < 0
        or (wanted.nights is not None and wanted.nights < 1)
    ):
        parser.error("a history has four players at least, a night at least, and no negative numbers")
    made = make(path, wanted)
    print(
        f"{wanted.games:,} games of {wanted.hands} hands: {made.rows:,} rows in {made.seconds:.1f} s, "
        f"{made.rows / made.seconds:,.0f} rows per second; {path.stat().st_size / 1e6:,.0f} MB; "
        f"the courses before that took {made.courses_seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
