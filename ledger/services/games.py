"""Games: starting, showing, voiding, and taking an early end back."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, listing
from ledger.names import clean_name, name_key
from ledger.presets import presets_for
from ledger.rules.ruleset import Ruleset
from ledger.services.choose import ANY_GAME, GameChoice, by_mark, find_game, refuse_locked
from ledger.services.nights import Terms, Tonight, tonight
from ledger.services.rules import rules_named
from ledger.services.views import view_of, views
from ledger.shapes.game import Ending, GameStarted, GameView, GameVoided
from ledger.store.load import StoredGame, hands_of, open_games, voided_game, with_rounds
from ledger.store.nights import next_game_number, nights
from ledger.store.people import Person, everyone, find_person, names_of
from ledger.store.recorded import game_recorded_by, game_reopened_by, night_opened_by
from ledger.store.save import NewGame, save_game, void_end, void_game
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class SeatedTwice(LedgerError):
    """The same player at two seats."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is named twice")


class WrongNumberOfPlayers(LedgerError):
    """More or fewer players than the rules seat."""

    def __init__(self, rules: Ruleset, named: int) -> None:
        fitting = presets_for(named, rules.method)
        hint = f"; for {named} players: --rules {listing(fitting, 'or')}" if fitting else ""
        super().__init__(f"ruleset {rules.name} seats {rules.players} players, and {named} are named{hint}")


class SitsElsewhere(LedgerError):
    """A player who sits in an open game."""

    def __init__(self, name: str, game: StoredGame) -> None:
        super().__init__(
            f"{name} sits in game {game.number} of {game.held_on} ({listing(game.names)}), which is still open: "
            f"end it first (ledger game end {game.number} --date {game.held_on}) or void it"
        )


class TableTaken(LedgerError):
    """A table that has an open game."""

    def __init__(self, label: str, game: StoredGame) -> None:
        super().__init__(f"at {label} game {game.number} ({listing(game.names)}) is still open: end it first")


class NothingToReopen(LedgerError):
    """A game whose end nobody declared."""

    def __init__(self, game: StoredGame) -> None:
        named = f"{game.number} --date {game.held_on}"
        way = {
            None: "it is open",
            Ending.RULES: f"it ended with its last hand: take that back with  ledger hand undo --game {named}",
        }
        recorded = f"only its final scores were recorded: void it with  ledger game void {named}"
        super().__init__(f"game {game.number} has no early end to take back; {way.get(game.ending, recorded)}")


class GameOptions(NamedTuple):
    """What is not as usual about a game: its ruleset, its table's label, its night's date and terms, its rounds."""

    rules: str | None = None
    label: str | None = None
    held_on: date | None = None
    terms: Terms = Terms()
    rounds: int | None = None


AS_USUAL = GameOptions()


def start_game(
    engine: Engine, request: Request, names: Sequence[str], options: GameOptions = AS_USUAL
) -> Done[GameStarted]:
    """Starts a game; names in seat order, the first dealer first. Opens tonight's night if none is open."""

    def work(connection: Connection, unit: int) -> GameStarted:
        night = tonight(connection, unit, request, options.held_on, options.terms)
        new = new_game(connection, request, night, names, options)
        refuse_seated_elsewhere(connection, new.seats, new.label)
        game = save_game(connection, unit, new)
        return GameStarted(view_of(connection, game), night.opened, night.forgotten)

    return run(engine, request, work, started_again)


def started_again(connection: Connection, unit: int) -> GameStarted:
    """The game that a unit recorded, for a repeated request."""
    game = view_of(connection, game_recorded_by(connection, unit))
    return GameStarted(game, night_opened_by(connection, unit) is not None, ())


def show_game(engine: Engine, now: datetime, choice: GameChoice = ANY_GAME) -> GameView:
    """The game that is meant, with everything in it."""
    return read(engine, lambda connection: views(connection, [find_game(connection, now, choice)])[0])


def void_one_game(engine: Engine, request: Request, choice: GameChoice) -> Done[GameVoided]:
    """Voids a game with its hands and results, as if it had not been played; the rows are kept."""

    def work(connection: Connection, unit: int) -> GameVoided:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        hands = hands_of(connection, [game.id])[game.id]
        void_game(connection, unit, game.id)
        return GameVoided(game.held_on, game.number, game.names, len(hands))

    return run(engine, request, work, voided_game)


def reopen_game(engine: Engine, request: Request, choice: GameChoice = ANY_GAME) -> Done[GameView]:
    """Takes back the end of a game that somebody ended before its last hand, so that it goes on."""

    def work(connection: Connection, unit: int) -> GameView:
        game = find_game(connection, request.at, choice)
        refuse_if_settled(connection, game)
        if game.ending not in (Ending.CLOCK, Ending.DEALER, Ending.COUNTED):
            raise NothingToReopen(game)
        refuse_seated_elsewhere(connection, game.seats, game.label)
        void_end(connection, unit, game.id)
        return view_of(connection, game.id)

    def again(connection: Connection, unit: int) -> GameView:
        return view_of(connection, game_reopened_by(connection, unit))

    return run(engine, request, work, again)


def refuse_if_settled(connection: Connection, game: StoredGame) -> None:
    """Refuses to touch a game of a settled night, or of a closed season."""
    refuse_locked(connection, nights(connection, night_id=game.night_id)[0])


def refuse_seated_elsewhere(
    connection: Connection, seats: Sequence[Person], label: str | None, besides: int | None = None
) -> None:
    """Refuses people who sit in an open game, and a table that has one: nobody plays at two tables.

    besides: the id of a game that does not count.
    """
    for game in (game for game in open_games(connection) if game.id != besides):
        if label is not None and by_mark([game], label):
            raise TableTaken(label, game)
        for person in seats:
            if person in game.everybody:
                raise SitsElsewhere(person.name, game)


def new_game(
    connection: Connection,
    request: Request,
    night: Tonight,
    names: Sequence[str],
    options: GameOptions,
    mark: str = "game",
) -> NewGame:
    """A game about to be stored: its ruleset, its number in the night, who sits where.

    mark: by which the request tells its games apart, if it records several.
    """
    rules = rules_named(connection, None, options.rules or night.night.defaults.rules)
    return NewGame(
        uid=f"{request.uid}/{mark}",
        night_id=night.night.id,
        number=next_game_number(connection, night.night.id),
        label=None if options.label is None else _clean_label(options.label),
        rules=rules,
        seats=seats_of(connection, names, rules),
        played_at=request.at,
        rounds=rounds_beside(rules, options.rounds),
    )


def rounds_beside(rules: Ruleset, rounds: int | None) -> int | None:
    """So many rounds, if the rules allow them and do not say so themselves. Raises RulesetError."""
    with_rounds(rules, rounds)
    return None if rounds == rules.rounds else rounds


def each_once(connection: Connection, names: Sequence[str]) -> tuple[Person, ...]:
    """The people named. Raises SeatedTwice for one who is named twice."""
    every, known = everyone(connection), names_of(connection)
    people = tuple(find_person(name, every, known) for name in names)
    for person in people:
        if people.count(person) > 1:
            raise SeatedTwice(person.name)
    return people


def seats_of(connection: Connection, names: Sequence[str], rules: Ruleset) -> tuple[Person, ...]:
    """The people named, one for each seat."""
    seats = each_once(connection, names)
    if len(seats) != rules.players:
        raise WrongNumberOfPlayers(rules, len(seats))
    return seats


def _clean_label(label: str) -> str:
    clean = clean_name(label, "a table's label")
    if name_key(clean).isdigit():
        raise UsageError(f"the table's label {clean} would be read as the number of a game: call it t{name_key(clean)}")
    return clean
