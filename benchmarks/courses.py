"""Courses of games that a made-up history is put together from: recorded as the program does it, read back as rows.

A game has exactly as many hands as are asked for: one that the rules would end sooner is not among the courses, and
one that would go on is ended by the clock. With none, each game is played out, and only its final scores are kept.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

from benchmarks.replay import Game, Players
from ledger import VERSION
from ledger.presets import preset
from ledger.rules.facts import wins_of
from ledger.rules.placement import placement
from ledger.rules.replay import Step, replay
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd, TieError
from ledger.services.club import init
from ledger.services.count import after_hands
from ledger.services.players import add_players
from ledger.services.results import end_as_it_stands, end_with, how_it_stands
from ledger.shapes.game import Ending
from ledger.store.base import metadata
from ledger.store.load import StoredGame, game_by_id
from ledger.store.nights import Defaults, save_night
from ledger.store.people import everyone
from ledger.store.save import NewGame, save_game, save_hand
from ledger.store.unit import Connection, Request, run

NAMES = ("Ken", "John", "Taro", "Anna", "Yuki", "Emma", "Hana", "Luca", "Mei", "Noah", "Sora", "Zoe")
LAST_NIGHT = date(2026, 11, 27)
COURSES = 240
"""So many courses are made up, or as many as there are games if those are fewer."""
TRIES = 400
"""After so many tries for each course it is clear that games of that length are not to be had."""
Row = tuple[Any, ...]


def asked(command: str, uid: str | None = None, held_on: date = LAST_NIGHT) -> Request:
    """What the history asks of the program, at the end of a night."""
    at = datetime.combine(held_on, time(23, 30), UTC)
    return Request(uid or command, "history", at, f"ledger {VERSION}", command, {})


def never(_connection: Connection, _unit: int) -> NoReturn:
    """The answer to a request that was made before."""
    raise AssertionError("each request is made once")


class Course(NamedTuple):
    """A recorded game as rows to write again, without what is new each time: see FRESH.

    by_place: the seats, the best placed first; points: by seat. Each row of a hand has before it which hand, from 0.
    """

    rules: Ruleset
    by_place: tuple[int, ...]
    points: tuple[int, ...]
    rows: dict[str, list[Row]]


FRESH: dict[str, tuple[str, ...]] = {
    "games": ("id", "uid", "journal_id", "night_id", "number", "ruleset_id", "played_at"),
    "seats": ("journal_id", "game_id", "player_id"),
    "hands": ("id", "uid", "journal_id", "game_id"),
    "hand_seats": ("journal_id", "hand_id"),
    "wins": ("journal_id", "hand_id"),
    "payments": ("journal_id", "hand_id"),
    "game_ends": ("journal_id", "game_id"),
    "results": ("journal_id", "game_id", "night_id", "player_id"),
}
"""The columns of each table that a course does not bring along; an id that nothing refers to is given by SQLite."""
OF_HANDS = ("hand_seats", "wins", "payments")


def kept(table: str) -> list[str]:
    """The columns of a table that a course brings along."""
    return [column.name for column in metadata.tables[table].c if column.name not in {"id", *FRESH[table]}]


def courses(games: int, hands: int, rules: Sequence[str], chance: Random) -> list[Course]:
    """Courses for so many games of so many hands, 0 for final scores only; recorded in a ledger of their own."""
    each = max(1, min(COURSES, games) // len(rules))
    with TemporaryDirectory() as folder:
        engine, *_ = init(str(Path(folder) / "courses.ledger"), asked("init"), rules=rules[0], money=None)
        add_players(engine, asked("player add"), NAMES[:4])

        def work(connection: Connection, unit: int) -> list[Course]:
            night = save_night(connection, unit, "night", LAST_NIGHT, Defaults(rules[0], None))
            made_up = [game for name in rules for game in _made_up(preset(name), each, hands, chance)]
            return [
                _recorded(connection, Place(unit, night, number), game, scores_only=not hands)
                for number, game in enumerate(made_up, start=1)
            ]

        found = run(engine, asked("courses"), work, never).answer
        engine.dispose()
    return found


class Place(NamedTuple):
    """Where a course is recorded: the unit, the night, and its number there."""

    unit: int
    night: int
    number: int


def _made_up(rules: Ruleset, games: int, hands: int, chance: Random) -> Iterator[Game]:
    """Games of so many hands, or played out for 0; in each somebody wins, and the rules settle every tie."""
    players = Players(rules, chance)
    for _ in range(games * TRIES):
        game = players.game(hands or 100)
        if len(game.hands) >= hands and any(wins_of(facts) for facts in game.hands) and _is_settled(game):
            yield game
            games -= 1
            if not games:
                return
    raise SystemExit(f"games of {hands} hands by {rules.name} are not to be had: ask for another number of hands")


def _is_settled(game: Game) -> bool:
    steps = replay(game.hands, game.rules)
    try:
        placement(steps[-1].after.scores, game.rules, _end(steps, game.rules))
    except TieError:
        return False
    return True


def _end(steps: Sequence[Step], rules: Ruleset) -> AtTheEnd:
    return after_hands(AtTheEnd(chombos=(0,) * rules.players, chips=(0,) * rules.players), steps, rules.players)


def _recorded(connection: Connection, place: Place, game: Game, *, scores_only: bool) -> Course:
    """A game recorded as the services do it, and read back."""
    unit, night, number = place
    seats = tuple(everyone(connection)[: game.rules.players])
    new = NewGame(f"game{number}", night, number, None, game.rules, seats, asked("").at)
    stored = game_by_id(connection, save_game(connection, unit, new))
    steps = replay(game.hands, game.rules)
    if scores_only:
        end_with(connection, unit, stored, Ending.SCORES, steps[-1].after.scores, _end(steps, game.rules))
    else:
        for seq, step in enumerate(steps, start=1):
            save_hand(connection, unit, f"game{number}/hand{seq}", stored.id, seq, step)
        how = Ending.RULES if steps[-1].after.over else how_it_stands(stored, steps)
        end_as_it_stands(connection, unit, stored, steps, how)
    return _read_back(connection, stored)


def _read_back(connection: Connection, game: StoredGame) -> Course:
    """The rows of a game as SQLite has them."""

    def rows(table: str, first: str, where: str) -> list[Row]:
        question = f"SELECT {', '.join([first, *kept(table)])} FROM {table} WHERE {where} ORDER BY id"
        return [tuple(row) for row in connection.exec_driver_sql(question)]

    mine = f"game_id = {game.id}"
    hands = [hand for hand, *_ in rows("hands", "id", mine)]
    found = {table: rows(table, "seat", mine) for table in ("seats", "results")}
    found |= {"games": rows("games", "0", f"id = {game.id}")}
    found |= {table: rows(table, "0", mine) for table in ("hands", "game_ends")}
    for table in OF_HANDS:
        of_hands = rows(table, "hand_id", f"hand_id IN (SELECT id FROM hands WHERE {mine})")
        found[table] = [(hands.index(hand), *kept) for hand, *kept in of_hands]
    placed = connection.exec_driver_sql(f"SELECT place, seat, points FROM results WHERE {mine} ORDER BY seat").all()
    by_place = tuple(seat for _, seat, _ in sorted(placed))
    return Course(game.rules, by_place, tuple(points for *_, points in placed), found)
