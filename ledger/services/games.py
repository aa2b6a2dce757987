"""Games: starting, ending, recording from final scores alone, voiding."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select

from ledger.errors import LedgerError, UsageError, listing
from ledger.names import clean_name
from ledger.presets import preset, presets_for
from ledger.rules.ruleset import Ruleset
from ledger.services.choose import NightIsSettled, NoSuchGame, by_mark, one_game
from ledger.services.nights import Tonight, chosen_night, tonight
from ledger.services.views import view_of, views
from ledger.shapes.game import Ending, GameStarted, GameView, GameVoided
from ledger.store import models as db
from ledger.store.load import StoredGame, games_where, hands_of, open_games, voided_game
from ledger.store.nights import next_game_number, nights
from ledger.store.people import Person, everyone, find_person
from ledger.store.save import NewGame, save_game
from ledger.store.undo import void_rows, void_with_all_below
from ledger.store.unit import Done, Request, read, run


class VoidedSince(LedgerError):
    """A repeated request whose outcome was taken back since."""

    def __init__(self) -> None:
        super().__init__("this request was done before, and what it recorded was taken back since")


class SeatedTwice(LedgerError):
    """The same player at two seats."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is named twice: each seat has its own player")


class WrongNumberOfPlayers(LedgerError):
    """More or fewer players than the rules seat."""

    def __init__(self, rules: Ruleset, named: int) -> None:
        fitting = presets_for(named)
        hint = f"; for {named} players: --rules {listing(fitting, 'or')}" if fitting else ""
        super().__init__(f"ruleset {rules.name} seats {rules.players} players, and {named} are named{hint}")


class SitsElsewhere(LedgerError):
    """A player who sits in an open game."""

    def __init__(self, name: str, game: StoredGame) -> None:
        super().__init__(
            f"{name} sits in game {game.number} ({listing(game.names)}), which is still open: "
            f"end it first (ledger game end --game {game.number}) or void it"
        )


class TableTaken(LedgerError):
    """A table that has an open game."""

    def __init__(self, label: str, game: StoredGame) -> None:
        super().__init__(f"at {label} game {game.number} ({listing(game.names)}) is still open: end it first")


class NothingToReopen(LedgerError):
    """A game whose end nobody declared."""

    def __init__(self, game: StoredGame) -> None:
        way = {
            None: "it is open",
            Ending.RULES: f"it ended with its last hand: take that back with  ledger hand undo --game {game.number}",
        }
        recorded = f"only its final scores were recorded: void it with  ledger game void {game.number}"
        super().__init__(f"game {game.number} has no early end to take back; {way.get(game.ending, recorded)}")


class GameOptions(NamedTuple):
    """Where a game is played, where that is not as usual: ruleset, the table's label, the night's date."""

    rules: str | None = None
    label: str | None = None
    held_on: date | None = None


AS_USUAL = GameOptions()


def start_game(
    engine: Engine,
    request: Request,
    names: Sequence[str],
    options: GameOptions = AS_USUAL,
) -> Done[GameStarted]:
    """Starts a game; names in seat order, the first dealer first. Opens tonight's night if none is open."""

    def work(connection: Connection, unit: int) -> GameStarted:
        night = tonight(connection, unit, request, options.held_on)
        new = new_game(connection, request, night, names, options)
        refuse_seated_elsewhere(connection, new.seats, new.label)
        game = save_game(connection, unit, new)
        return GameStarted(view_of(connection, game), night.opened, night.forgotten)

    def again(connection: Connection, unit: int) -> GameStarted:
        opened = connection.execute(select(db.nights.c.id).where(db.nights.c.journal_id == unit)).first() is not None
        return GameStarted(recorded_game(connection, unit), opened, ())

    return run(engine, request, work, again)


def show_game(engine: Engine, request: Request, mark: str | None, held_on: date | None = None) -> GameView:
    """A game of the current night or of a date; without a mark the only open one, else the night's last."""

    def question(connection: Connection) -> GameView:
        return views(connection, [find_game(connection, request, mark, held_on)])[0]

    return read(engine, question)


def find_game(connection: Connection, request: Request, mark: str | None, held_on: date | None) -> StoredGame:
    """The game that a mark names on a night; without a mark the only open one, else the night's last."""
    if mark is None and held_on is None and (games := open_games(connection)):
        return one_game(games, None)
    night = chosen_night(connection, request, held_on)
    games = games_where(connection, db.games.c.night_id == night.id)
    if mark is None:
        return one_game(games[-1:], None)
    found = by_mark(games, mark)
    if not found:
        raise NoSuchGame(mark, open_games(connection))
    # A label names a table, where one game follows another: the open one is meant, else the last.
    return next((game for game in found if game.ending is None), found[-1])


def void_one_game(engine: Engine, request: Request, mark: str | None, held_on: date | None = None) -> Done[GameVoided]:
    """Voids a game with its hands and results, as if it had not been played; the rows are kept."""

    def work(connection: Connection, unit: int) -> GameVoided:
        game = find_game(connection, request, mark, held_on)
        refuse_if_settled(connection, game)
        hands = hands_of(connection, [game.id])[game.id]
        void_with_all_below(connection, db.games, db.games.c.id == game.id, unit)
        return GameVoided(game.held_on, game.number, game.names, len(hands))

    def again(connection: Connection, unit: int) -> GameVoided:
        return voided_game(connection, unit)

    return run(engine, request, work, again)


def reopen_game(engine: Engine, request: Request, mark: str | None, held_on: date | None = None) -> Done[GameView]:
    """Takes back the end of a game that somebody ended before its last hand, so that it goes on."""

    def work(connection: Connection, unit: int) -> GameView:
        game = find_game(connection, request, mark, held_on)
        refuse_if_settled(connection, game)
        if game.ending not in (Ending.CLOCK, Ending.COUNTED):
            raise NothingToReopen(game)
        refuse_seated_elsewhere(connection, game.seats)
        void_end(connection, unit, game)
        return view_of(connection, game.id)

    def again(connection: Connection, unit: int) -> GameView:
        reopened = select(db.game_ends.c.game_id).where(db.game_ends.c.voided_by == unit)
        return view_of(connection, connection.execute(reopened).scalar_one())

    return run(engine, request, work, again)


def void_end(connection: Connection, unit: int, game: StoredGame) -> None:
    """Takes the end of a game back, with its results."""
    for table in (db.game_ends, db.results):
        void_rows(connection, table, table.c.game_id == game.id, unit)


def refuse_if_settled(connection: Connection, game: StoredGame) -> None:
    """Refuses to touch a game of a settled night."""
    if nights(connection, night_id=game.night_id)[0].settled:
        raise NightIsSettled(game.held_on)


def _seats(connection: Connection, names: Sequence[str], rules: Ruleset) -> tuple[Person, ...]:
    """The people named, one for each seat."""
    people = everyone(connection)
    seats = tuple(find_person(name, people) for name in names)
    for person in seats:
        if seats.count(person) > 1:
            raise SeatedTwice(person.name)
    if len(seats) != rules.players:
        raise WrongNumberOfPlayers(rules, len(seats))
    return seats


def refuse_seated_elsewhere(connection: Connection, seats: Sequence[Person], label: str | None = None) -> None:
    """Refuses people who sit in an open game, and a table that has one: nobody plays at two tables."""
    for game in open_games(connection):
        if label is not None and by_mark([game], label):
            raise TableTaken(label, game)
        for person in seats:
            if person in game.seats:
                raise SitsElsewhere(person.name, game)


def new_game(
    connection: Connection, request: Request, night: Tonight, names: Sequence[str], options: GameOptions
) -> NewGame:
    """A game about to be stored: its ruleset, its number in the night, who sits where."""
    rules = preset(options.rules or night.night.defaults.rules)
    return NewGame(
        uid=f"{request.uid}/game",
        night_id=night.night.id,
        number=next_game_number(connection, night.night.id),
        label=None if options.label is None else _clean_label(options.label),
        rules=rules,
        seats=_seats(connection, names, rules),
        played_at=request.at,
    )


def _clean_label(label: str) -> str:
    clean = clean_name(label, "a table's label")
    if clean.isascii() and clean.isdigit():
        raise UsageError(f"the table's label {clean} would be read as the number of a game: call it t{clean}")
    return clean


def recorded_game(connection: Connection, unit: int) -> GameView:
    """The game that a unit recorded, for a repeated request."""
    game_id = connection.execute(
        select(db.games.c.id).where(db.games.c.journal_id == unit, db.games.c.live == 1)
    ).scalar()
    if game_id is None:
        raise VoidedSince
    return view_of(connection, game_id)
