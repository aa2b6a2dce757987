"""Which game `ledger play` goes to."""

from datetime import date, datetime

from ledger.commands.day import day
from ledger.commands.play_preview import NUMBER
from ledger.commands.play_prompt import Lines
from ledger.commands.play_screen import games_text
from ledger.commands.text import say
from ledger.errors import UsageError
from ledger.names import name_key
from ledger.services.at_table import AtTable, at_table, open_tables
from ledger.services.choose import ANY_GAME, GameChoice, NoOpenGame, WhichGame
from ledger.store.unit import Engine


def first_table(engine: Engine, lines: Lines, now: datetime, choice: GameChoice) -> AtTable:
    """The game to begin with: the chosen one, else the only open one, else the one that is asked for."""
    try:
        at = at_table(engine, now, choice)
    except WhichGame:
        games = [at.game for at in open_tables(engine)]
        say(games_text(games, None))
        return numbered(engine, now, lines.ask("Which game? "), None)
    if choice == ANY_GAME and at.game.ending is not None:
        raise NoOpenGame
    return at


def numbered(engine: Engine, now: datetime, typed: str, night: date | None) -> AtTable:
    """The open game with this number (and date), else one that is over on the night at hand. Raises what forbids it."""
    found = NUMBER.fullmatch(name_key(typed))
    if found is None:
        raise UsageError("type the number of a game, as the list has it")
    number, held_on = int(found[1]), day(found[2])
    fitting = [
        at for at in open_tables(engine) if at.game.number == number and (held_on is None or at.game.night == held_on)
    ]
    here = [at for at in fitting if at.game.night == night]
    if len(fitting) == 1 or here:
        return (here or fitting)[0]
    if fitting:
        raise UsageError(
            f"game {number} is open on several nights: add the date, as in  {number} {fitting[0].game.night}"
        )
    return at_table(engine, now, GameChoice(str(number), held_on or night))
