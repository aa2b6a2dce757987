"""A game as the prompt keeps it at hand: what people see of it, its rules, and the tables that hands are tried at."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from ledger.notation.parse import parse_line
from ledger.rules.payments import change
from ledger.rules.replay import step
from ledger.rules.ruleset import Ruleset
from ledger.rules.table import dealer_may_end
from ledger.services.choose import ANY_GAME, GameChoice, find_game
from ledger.services.views import as_paid, game_view, table_after
from ledger.shapes.game import GameView
from ledger.shapes.hand import Table
from ledger.store.load import StoredGame, hands_of, open_games, payments_of
from ledger.store.people import also_called
from ledger.store.results import results_of
from ledger.store.unit import Connection, Engine, read


class AtTable(NamedTuple):
    """A game with its rules, the table that its last hand was played at (None before the first), and further names."""

    game: GameView
    rules: Ruleset
    before_last: Table | None
    also: Mapping[str, int]

    @property
    def choice(self) -> GameChoice:
        """What names this very game, whatever else is open."""
        return GameChoice(str(self.game.number), self.game.night)


class Tried(NamedTuple):
    """What a line would do: each seat's change, the table after it, and what goes unsaid.

    may_end: the dealer may end the game after it.
    """

    change: tuple[int, ...]
    after: Table
    remarks: tuple[str, ...]
    may_end: bool


def at_table(engine: Engine, now: datetime, choice: GameChoice = ANY_GAME) -> AtTable:
    """The game that is meant. Raises NoOpenGame, NoSuchGame, WhichGame or NoSuchNight."""
    return read(engine, lambda connection: _at(connection, find_game(connection, now, choice)))


def open_tables(engine: Engine) -> tuple[AtTable, ...]:
    """All open games."""
    return read(engine, lambda connection: tuple(_at(connection, game) for game in open_games(connection)))


def _at(connection: Connection, game: StoredGame) -> AtTable:
    hands, results = hands_of(connection, [game.id])[game.id], results_of(connection, [game.id])[game.id]
    steps = as_paid(game, hands, payments_of(connection, [game.id]))
    before = table_after(game, steps[:-1]) if steps else None
    return AtTable(game_view(game, steps, results), game.rules, before, also_called(connection, game.seats))


def try_line(at: AtTable, text: str, *, in_place_of_last: bool = False) -> Tried:
    """What a line would do at a table, without looking at the ledger. Raises what the line is refused for."""
    table = at.before_last if in_place_of_last and at.before_last is not None else at.game.table
    said = parse_line(text, at.game.players, at.rules, table=table, also=at.also)
    played = step(table, said.facts, at.rules)
    may_end = dealer_may_end(table, said.facts, played.after, at.rules)
    return Tried(change(played.paid, at.rules.players), played.after, said.remarks, may_end)
