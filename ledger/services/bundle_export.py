"""A ledger, or a season, a night or a game of it, written without loss."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import UsageError
from ledger.services.choose import GameChoice, find_game, find_night
from ledger.store.bundle_out import WHOLE, Part, Record, records
from ledger.store.load import game_row
from ledger.store.revision import HEAD
from ledger.store.seasons import nights_of_season, season_named
from ledger.store.unit import Connection, Engine, read


class Asked(NamedTuple):
    """What is exported: a season by name, a night by its date, a game of it by number; else the whole ledger."""

    season: str | None = None
    night: date | None = None
    game: str | None = None
    money: bool = True


def schema() -> str:
    """The schema that records follow."""
    return HEAD


def export_bundle(engine: Engine, now: datetime, asked: Asked, write: Callable[[str, Iterable[Record]], None]) -> None:
    """Calls what writes a bundle with what it holds, in words, and its records, all from one state of the ledger.

    Raises NoSuchSeason, NoSuchNight or NoSuchGame.
    """
    if asked.season is not None and (asked.night or asked.game):
        raise UsageError("--season, or --night with or without --game")

    def question(connection: Connection) -> None:
        holds, part = _part(connection, now, asked)
        write(holds, records(connection, part))

    read(engine, question)


def _part(connection: Connection, now: datetime, asked: Asked) -> tuple[str, Part]:
    if asked.season is not None:
        season = season_named(connection, asked.season)
        return f"season {season.name}", Part(nights_of_season(connection, season), season=season.id, money=asked.money)
    if asked.game is not None:
        game = find_game(connection, now, GameChoice(asked.game, asked.night))
        part = Part((game.night_id,), game_row(connection, game.id).uid, money=asked.money)
        return f"game {game.number} of {game.held_on}", part
    if asked.night is not None:
        night = find_night(connection, now, asked.night)
        return f"night {night.held_on}", Part((night.id,), money=asked.money)
    return "everything", WHOLE
