"""The rows of a ledger as records of a bundle, one after another, in the order they were recorded."""

from array import array
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, func, or_, select, true, union

from ledger.store import models as db
from ledger.store.bundle_tables import REFERENCES, TABLES, columns_of

Record = dict[str, Any]
AT_ONCE = 5_000


class Part(NamedTuple):
    """What is exported: nights by id, games of them by uid, a season by id; None: all of them.

    money: with what was settled and paid.
    """

    nights: tuple[int, ...] | None = None
    game: str | None = None
    season: int | None = None
    money: bool = True


WHOLE = Part()


def records(connection: Connection, part: Part = WHOLE) -> Iterator[Record]:
    """All records of a part, units first: a record has the number of its unit, and of each record that it names."""
    conditions = conditions_of(part)
    numbers: dict[str, array[int]] = {}
    yield from _units(connection, conditions, numbers)
    for table in TABLES:
        if table.name in conditions:
            yield from _rows(connection, table, conditions[table.name], numbers)


def conditions_of(part: Part) -> dict[str, ColumnElement[bool]]:
    """The condition for the rows of each table that are in a part; tables that are not there have none in it."""
    if part.nights is None:
        return {table.name: true() for table in TABLES}
    games: ColumnElement[bool] = db.games.c.night_id.in_(part.nights)
    if part.game is not None:
        games = and_(games, db.games.c.uid == part.game)
    of_game = select(db.games.c.id).where(games)
    of_hand = select(db.hands.c.id).where(db.hands.c.game_id.in_(of_game))
    found: dict[str, ColumnElement[bool]] = {
        "nights": db.nights.c.id.in_(part.nights),
        "night_terms": db.night_terms.c.night_id.in_(part.nights),
        "games": games,
        "rulesets": db.rulesets.c.id.in_(select(db.games.c.ruleset_id).where(games)),
        **{t.name: t.c.game_id.in_(of_game) for t in (db.seats, db.hands, db.game_ends, db.results, db.penalties)},
        "result_shares": db.result_shares.c.game_id.in_(of_game),
        **{t.name: t.c.hand_id.in_(of_hand) for t in (db.hand_seats, db.wins, db.payments)},
    }
    if part.game is None:
        found["attendance"] = db.attendance.c.night_id.in_(part.nights)
    if part.money and part.game is None:
        found |= _money(part.nights)
    if part.season is not None:
        found |= _season(part.season, part.nights)
    people = _people(found)
    found |= {
        "players": db.players.c.id.in_(people),
        **{t.name: t.c.player_id.in_(people) for t in (db.player_terms, db.player_names, db.player_codes)},
        "player_merges": db.player_merges.c.player_id.in_(people) & db.player_merges.c.into_id.in_(people),
    }
    return found


def _money(nights: tuple[int, ...]) -> dict[str, ColumnElement[bool]]:
    settlements = select(db.settlements.c.id).where(db.settlements.c.night_id.in_(nights))
    charges = select(db.charges.c.id).where(db.charges.c.night_id.in_(nights))
    return {
        **{t.name: t.c.night_id.in_(nights) for t in (db.settlements, db.charges, db.fees, db.transfers)},
        **{t.name: t.c.settlement_id.in_(settlements) for t in (db.settlement_lines, db.planned_transfers)},
        "carried": db.carried.c.settlement_id.in_(settlements) & db.carried.c.from_night_id.in_(nights),
        "charge_lines": db.charge_lines.c.charge_id.in_(charges),
    }


def _season(season: int, nights: tuple[int, ...]) -> dict[str, ColumnElement[bool]]:
    teams = select(db.team_terms.c.team_id).where(db.team_terms.c.season_id == season)
    return {
        "seasons": db.seasons.c.id == season,
        "season_terms": db.season_terms.c.season_id == season,
        "season_tables": db.season_tables.c.season_id == season,
        "season_nights": db.season_nights.c.night_id.in_(nights) & (db.season_nights.c.season_id == season),
        "teams": db.teams.c.id.in_(teams),
        "team_terms": db.team_terms.c.season_id == season,
        "team_members": db.team_members.c.season_id == season,
    }


def _people(found: Mapping[str, ColumnElement[bool]]) -> Select[int]:
    """The ids of all who are named by what is exported, and whom they were merged into."""
    named = [
        select(table.c[column].label("id")).where(found[table.name], table.c[column].is_not(None))
        for table in TABLES
        for column, parent in REFERENCES[table.name].items()
        if parent is db.players and table.name in found
    ]
    everybody = union(*named).subquery()
    into = select(db.player_merges.c.into_id).where(db.player_merges.c.player_id.in_(select(everybody.c.id)))
    return select(db.players.c.id).where(or_(db.players.c.id.in_(select(everybody.c.id)), db.players.c.id.in_(into)))


def _numbers(connection: Connection, table: Table[Any]) -> "array[int]":
    """Room for the number of each row of a table by its id."""
    last = connection.execute(select(func.max(table.c.id))).scalar() or 0
    return array("q", bytes(8 * (last + 1)))


def _units(
    connection: Connection, conditions: Mapping[str, ColumnElement[bool]], numbers: "dict[str, array[int]]"
) -> Iterator[Record]:
    """The units that what is exported names."""
    named = []
    for table in TABLES:
        if table.name in conditions:
            named.append(select(table.c.journal_id.label("id")).where(conditions[table.name]).distinct())
            if "voided_by" in table.c:
                void = and_(conditions[table.name], table.c.voided_by.is_not(None))
                named.append(select(table.c.voided_by.label("id")).where(void).distinct())
    wanted = union(*named).subquery()
    j, own = db.journal.c, _numbers(connection, db.journal)
    numbers["journal"] = own
    rows = connection.execute(
        select(j.id, j.uid, j.recorded_at, j.actor, j.tool, j.command, j.arguments)
        .where(j.id.in_(select(wanted.c.id)))
        .order_by(j.id)
    )
    for number, row in enumerate(rows, start=1):
        own[row.id] = number
        told = {"uid": row.uid, "at": _plain(row.recorded_at), "by": row.actor, "tool": row.tool}
        yield {"record": "unit", "n": number, **told, "command": row.command, "arguments": row.arguments}


def _rows(
    connection: Connection, table: Table[Any], condition: ColumnElement[bool], numbers: "dict[str, array[int]]"
) -> Iterator[Record]:
    own = numbers[table.name] = _numbers(connection, table)
    columns, units = columns_of(table), numbers["journal"]
    references = {name: numbers[parent.name] for name, parent in REFERENCES[table.name].items()}
    told = [(name, references.get(name)) for name in columns]
    versions = "again_of" in table.c
    head = [table.c.id, table.c.journal_id, *((table.c.voided_by, table.c.again_of) if versions else ())]
    wanted = select(*head, *(table.c[name] for name in columns)).where(condition).order_by(table.c.id)
    rows = connection.execution_options(yield_per=AT_ONCE).execute(wanted)
    for number, values in enumerate(rows, start=1):
        row, unit = values[0], values[1]
        own[row] = number
        record: Record = {"record": table.name, "n": number, "unit": units[unit]}
        if versions:
            void, again = values[2], values[3]
            if void is not None:
                record["void"] = units[void]
            if again is not None:
                record["again"] = own[again]
        for (name, numbered), value in zip(told, values[len(head) :], strict=True):
            if value is not None:
                record[name] = value if type(value) in (int, str) else _plain(value)
                if numbered is not None:
                    record[name] = numbered[value]
        yield record


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return f"{value.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
    return value.isoformat() if isinstance(value, date) else value
