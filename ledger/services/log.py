"""What was done in the ledger, when, by whom, and what it replaced."""

import json
from collections.abc import Sequence
from datetime import datetime

from ledger.errors import counted
from ledger.names import name_key
from ledger.notation.format import format_hand
from ledger.services.choose import GameChoice, NoOpenGame, NoSuchGame, find_game, find_night
from ledger.services.log_people import people_told
from ledger.services.undo import typed_text
from ledger.shapes.log import LogLine
from ledger.store.journal import Unit, brought, units_backwards
from ledger.store.load import game_row
from ledger.store.log import (
    GameKnown,
    HandTouched,
    ThingTouched,
    games_known,
    hands_touched,
    things_touched,
    units_of_game,
    units_of_number,
)
from ledger.store.log_people import people_touched
from ledger.store.unit import Connection, Engine, read

NOUNS = {
    "nights": "the terms of a night",
    "games": "game {}",
    "seats": "the seats of game {}",
    "ends": "the end of game {}",
    "settlements": "settlement",
    "settings": "the club's defaults",
    "attendance": "who is at a night",
    "penalties": "penalty in game {}",
    "lines": "line of a night's money",
    "fees": "fee",
    "payments": "payment",
    "seasons": "the terms of a season",
    "choices": "a night's season",
    "plans": "the plan of who pays whom",
    "closings": "the final table of a season",
    "teams": "team",
    "members": "team member",
}
COUNTED = ("settlement", "fee", "payment", "team", "team member")


def log_lines(
    engine: Engine, now: datetime, *, choice: GameChoice | None = None, by: str | None = None, last: int = 20
) -> tuple[LogLine, ...]:
    """The last units, the latest last: those that touched a game, or that somebody did, if that is asked."""

    def question(connection: Connection) -> tuple[LogLine, ...]:
        wanted = None
        if choice is not None:
            wanted = _units_of(connection, now, choice)
        units = [
            unit
            for unit in units_backwards(connection)
            if (wanted is None or unit.id in wanted) and (by is None or name_key(unit.actor) == name_key(by))
        ][:last]
        return _told(connection, units[::-1])

    return read(engine, question)


def _units_of(connection: Connection, now: datetime, choice: GameChoice) -> set[int]:
    """The units of a game, or of all that had its number where none has it now: why it was voided is what is asked."""
    try:
        return units_of_game(connection, game_row(connection, find_game(connection, now, choice).id).uid)
    except (NoSuchGame, NoOpenGame):
        number = choice.mark or ""
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            raise
        units = units_of_number(connection, find_night(connection, now, choice.held_on).id, int(number))
        if not units:
            raise
        return units


def _told(connection: Connection, units: Sequence[Unit]) -> tuple[LogLine, ...]:
    ids = [unit.id for unit in units]
    hands, things = list(hands_touched(connection, ids)), list(things_touched(connection, ids))
    people = list(people_touched(connection, ids))
    games = games_known(connection, {h.game_id for h in hands} | {t.game_id for t in things if t.game_id is not None})

    from_elsewhere = brought(connection, ids)

    def lines(unit: Unit, *, born: bool) -> tuple[str, ...]:
        mine = [hand for hand in hands if (hand.unit, hand.born) == (unit.id, born)]
        others = [thing for thing in things if (thing.unit, thing.born) == (unit.id, born)]
        changed = people_told([person for person in people if person.unit == unit.id], born=born)
        if born and unit.id in from_elsewhere:
            units_there, games_there = from_elsewhere[unit.id]
            what = f"{counted(games_there, 'game')}, and all that goes with them, from {counted(units_there, 'step')}"
            changed = [f"{what} of another ledger", *changed]
        return (*changed, *_things(others, games), *(_hand(hand, games[hand.game_id]) for hand in mine))

    return tuple(
        LogLine(
            unit.id,
            unit.recorded_at,
            unit.actor,
            typed_text(unit, without=("reason",)),
            json.loads(unit.arguments).get("reason"),
            lines(unit, born=True),
            lines(unit, born=False),
        )
        for unit in units
    )


def _hand(hand: HandTouched, game: GameKnown) -> str:
    names = game.names(hand.unit, before=not hand.born, hand=hand.seq)
    return f"game {game.number}, hand {hand.seq}: {format_hand(hand.facts, names, game.rules)}"


def _things(things: Sequence[ThingTouched], games: dict[int, GameKnown]) -> list[str]:
    """Each kind of thing once, with how many where that says something."""
    told: list[str] = []
    new_games = {thing.game_id for thing in things if thing.table == "games"}
    for table, noun in NOUNS.items():
        of_kind = [thing for thing in things if thing.table == table]
        if table == "plans" and any(thing.table == "settlements" for thing in things):
            continue  # it goes without saying
        if table == "seats":
            of_kind = [thing for thing in of_kind if thing.game_id not in new_games]
        lines = dict.fromkeys(
            _in_game(thing, noun, games[thing.game_id]) for thing in of_kind if thing.game_id is not None
        )
        told += lines
        if of_kind and not lines:
            told.append(counted(len(of_kind), noun) if noun in COUNTED else noun)
    return told


def _in_game(thing: ThingTouched, noun: str, game: GameKnown) -> str:
    """A thing of a game; of its seats with who sat there."""
    said = noun.format(game.number)
    return f"{said}: {', '.join(game.names(thing.unit, before=not thing.born))}" if thing.table == "seats" else said
