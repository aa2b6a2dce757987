"""What each unit of work recorded and took back, read from the rows themselves."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, or_, select

from ledger.rules.facts import Facts
from ledger.rules.ruleset import Ruleset, ruleset_from_content
from ledger.store import models as db
from ledger.store.hand_rows import facts_of
from ledger.store.people import people_ever


class HandTouched(NamedTuple):
    """A hand that a unit recorded (born) or took back: its game, its number, what happened."""

    unit: int
    born: bool
    game_id: int
    seq: int
    facts: Facts


class ThingTouched(NamedTuple):
    """A row of another table that a unit recorded (born) or took back; game_id where it belongs to a game."""

    unit: int
    born: bool
    table: str
    game_id: int | None


THINGS: dict[str, Table[Any]] = {
    "nights": db.night_terms,
    "games": db.games,
    "seats": db.seats,
    "ends": db.game_ends,
    "settlements": db.settlements,
    "settings": db.club_settings,
    "attendance": db.attendance,
    "penalties": db.penalties,
    "lines": db.charges,
    "fees": db.fees,
    "payments": db.transfers,
    "seasons": db.season_terms,
    "choices": db.season_nights,
    "plans": db.planned_transfers,
    "closings": db.season_tables,
    "teams": db.team_terms,
    "members": db.team_members,
}
"""What is told of, beside hands and people: rows below these go with them."""


BELOW_GAMES: tuple[Table[Any], ...] = (db.seats, db.hands, db.game_ends, db.penalties)
"""What belongs to a game; rows below these go with them."""


def touched_by(table: Table[Any], units: Sequence[int]) -> ColumnElement[bool]:
    """What units recorded, or took back."""
    return or_(table.c.journal_id.in_(units), table.c.voided_by.in_(units))


def games_of_unit(connection: Connection, unit: int) -> set[str]:
    """The ids of the games that a unit touched, or anything in them."""
    uids: set[str] = set()
    for table in (db.games, *BELOW_GAMES):
        game = table.c.id if table is db.games else table.c.game_id
        mine = touched_by(table, [unit])
        uids |= set(
            connection.execute(select(db.games.c.uid).where(db.games.c.id.in_(select(game).where(mine)))).scalars()
        )
    return uids


def games_of_reopened(connection: Connection, unit: int) -> set[str]:
    """The ids of the games of nights whose settlement a unit took back."""
    nights = select(db.settlements.c.night_id).where(db.settlements.c.voided_by == unit)
    return set(connection.execute(select(db.games.c.uid).where(db.games.c.night_id.in_(nights))).scalars())


def nights_of_unit(connection: Connection, unit: int) -> set[int]:
    """The nights that a unit touched, or anything in them."""
    nights: set[int] = set()
    for table in (db.games, db.night_terms, db.attendance, db.charges, db.fees):
        mine = touched_by(table, [unit])
        nights |= set(connection.execute(select(table.c.night_id).where(mine)).scalars())
    games = select(db.games.c.night_id).where(db.games.c.uid.in_(games_of_unit(connection, unit)))
    return nights | set(connection.execute(games).scalars())


def units_of_game(connection: Connection, uid: str) -> set[int]:
    """The units that touched a game, or anything in it, in any of its versions."""
    return units_of_games(connection, db.games.c.uid == uid).get(uid, set())


def units_of_number(connection: Connection, night_id: int, number: int) -> set[int]:
    """The units that touched any game of a night with a number, void ones too."""
    of_number = (db.games.c.night_id == night_id) & (db.games.c.number == number)
    return {unit for units in units_of_games(connection, of_number).values() for unit in units}


def units_of_games(connection: Connection, wanted: ColumnElement[bool]) -> dict[str, set[int]]:
    """As units_of_game, for all games that meet a condition."""
    units: dict[str, set[int]] = {}
    for table in (db.games, *BELOW_GAMES):
        touched = select(db.games.c.uid, table.c.journal_id, table.c.voided_by).where(wanted)
        if table is not db.games:
            touched = touched.join(table, table.c.game_id == db.games.c.id)
        for uid, *by in connection.execute(touched):
            units.setdefault(uid, set()).update(unit for unit in by if unit is not None)
    return units


def hands_touched(connection: Connection, units: Sequence[int]) -> Iterator[HandTouched]:
    """The hands that units recorded or took back, in the order they were recorded."""
    c = db.hands.c
    rows = connection.execute(
        select(c.id, c.journal_id, c.voided_by, c.game_id, c.seq, c.outcome, c.abort_kind, c.chombo_seat, c.note)
        .where(touched_by(db.hands, units), outlived_its_unit(db.hands))
        .order_by(c.id)
    ).all()
    seats = _below(connection, db.hand_seats, [row.id for row in rows])
    wins = _below(connection, db.wins, [row.id for row in rows])
    for row in rows:
        facts = facts_of(row, wins.get(row.id, []), seats.get(row.id, []))
        for unit, born in ((row.journal_id, True), (row.voided_by, False)):
            if unit in units:
                yield HandTouched(unit, born, row.game_id, row.seq, facts)


def outlived_its_unit(table: Table[Any]) -> ColumnElement[bool]:
    """What a unit recorded and took back itself was never there."""
    return or_(table.c.voided_by.is_(None), table.c.voided_by != table.c.journal_id)


def _below(connection: Connection, table: Table[Any], hands: Iterable[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in connection.execute(select(*table.c).where(table.c.hand_id.in_(list(hands))).order_by(table.c.id)):
        found.setdefault(row.hand_id, []).append(row)
    return found


def things_touched(connection: Connection, units: Sequence[int]) -> Iterator[ThingTouched]:
    """The other rows that units recorded or took back."""
    for name, table in THINGS.items():
        game = table.c.id if name == "games" else table.c.game_id if "game_id" in table.c else None
        columns = [table.c.journal_id, table.c.voided_by, *([] if game is None else [game])]
        touched = touched_by(table, units), outlived_its_unit(table)
        for row in connection.execute(select(*columns).where(*touched).order_by(table.c.id)):
            for unit, born in ((row[0], True), (row[1], False)):
                if unit in units:
                    yield ThingTouched(unit, born, name, None if game is None else row[2])


class Sitting(NamedTuple):
    """Somebody at a seat from a hand on, known from the unit that recorded it to the one that took it back, if any."""

    seat: int
    from_hand: int
    name: str
    since: int
    until: int | None


class GameKnown(NamedTuple):
    """A version of a game as the log names it: its number, its rules, and who sat where, and when."""

    number: int
    rules: Ruleset
    sittings: tuple[Sitting, ...]

    def names(self, unit: int, *, before: bool, hand: int | None = None) -> tuple[str, ...]:
        """Who sat there after a unit, or before it, first dealer first: in a hand, else last of all."""
        there = {
            sitting.seat: sitting.name
            for sitting in sorted(self.sittings, key=lambda s: (s.seat, s.from_hand))
            if (sitting.since < unit if before else sitting.since <= unit)
            and (sitting.until is None or (sitting.until >= unit if before else sitting.until > unit))
            and (hand is None or sitting.from_hand <= hand)
        }
        return tuple(there[seat] for seat in sorted(there))


def games_known(connection: Connection, ids: Iterable[int]) -> dict[int, GameKnown]:
    """Games by the ids of all their versions, void ones too."""
    wanted = list(ids)
    c = db.seats.c
    rows = connection.execute(
        select(db.games.c.id, db.games.c.number, db.rulesets.c.content)
        .join(db.rulesets, db.rulesets.c.id == db.games.c.ruleset_id)
        .where(db.games.c.id.in_(wanted))
    ).all()
    sittings: dict[int, list[Sitting]] = {}
    people = people_ever()
    for game, *sitting in connection.execute(
        select(c.game_id, c.seat, c.from_hand, people.c.shown_name, c.journal_id, c.voided_by)
        .join(people, people.c.player_id == c.player_id)
        .where(c.game_id.in_(wanted))
    ):
        sittings.setdefault(game, []).append(Sitting(*sitting))
    return {
        game: GameKnown(number, ruleset_from_content(content), tuple(sittings.get(game, ())))
        for game, number, content in rows
    }
