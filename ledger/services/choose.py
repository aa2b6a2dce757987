"""Which game or night a person means, when it is not said in full."""

import shlex
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import LedgerError, listing, quoted
from ledger.names import name_key
from ledger.notation.parse import AmbiguousPlayer, ParseError, UnknownPlayer, match_name, parse_hand
from ledger.store.load import StoredGame, games_of_night, open_games
from ledger.store.nights import StoredNight, club_habits, current_night, day_of, nights
from ledger.store.people import also_called
from ledger.store.seasons import Locked, locked_by_closing, season_of_night, seasons
from ledger.store.unit import Connection


class GameChoice(NamedTuple):
    """A game as a person names it: mark, its number or its table's label; held_on, the date of its night."""

    mark: str | None = None
    held_on: date | None = None


ANY_GAME = GameChoice()


class NoOpenGame(LedgerError):
    """There is no game to record in."""

    def __init__(self) -> None:
        super().__init__("no game is open: start one with  ledger game start NAME NAME NAME [NAME]")


class NoSuchGame(LedgerError):
    """A game number or table label that does not exist."""

    def __init__(self, typed: str, games: Sequence[StoredGame]) -> None:
        super().__init__(f"no game {quoted(typed)} here; {described(games)}")


class WhichGame(LedgerError):
    """Several games could be meant."""

    def __init__(self, games: Sequence[StoredGame]) -> None:
        date = " --date DATE" if len({game.held_on for game in games}) > 1 else ""
        super().__init__(f"which game? {described(games)}: add --game NUMBER{date}")


class NobodyLikeThat(LedgerError):
    """A line whose names do not sit together at any open table."""

    def __init__(self, text: str, games: Sequence[StoredGame]) -> None:
        tables = "; ".join(f"game {g.number}: {', '.join(g.names)}" for g in games)
        super().__init__(f"no open game seats everyone named in {quoted(text)}. {tables}")


class NoSuchNight(LedgerError):
    """There is no such night."""

    def __init__(self, held_on: date | None) -> None:
        nothing = "there is no night yet: it opens with its first game (ledger game start)"
        super().__init__(f"there is no night on {held_on}: ledger night list shows all" if held_on else nothing)


class NightIsSettled(LedgerError):
    """A settled night is locked."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the night of {held_on} is settled and locked: "
            f'open it again with  ledger night reopen {held_on} --reason "…"'
        )


class SeasonIsClosed(LedgerError):
    """A night of a closed season is locked."""

    def __init__(self, held_on: date, season: str) -> None:
        super().__init__(
            f"the night of {held_on} is in season {season}, which is closed: "
            f'open it again with  ledger season reopen {shlex.quote(season)} --reason "…"'
        )


def refuse_closed(connection: Connection, night_id: int, held_on: date) -> None:
    """Refuses to touch a night of a closed season."""
    season = season_of_night(connection, night_id, held_on)
    if season is not None and season.closed:
        raise SeasonIsClosed(held_on, season.name)


def refuse_locked(connection: Connection, night: StoredNight) -> None:
    """Refuses to touch a night that is settled, or of a closed season."""
    refuse_closed(connection, night.id, night.held_on)
    if night.settled:
        raise NightIsSettled(night.held_on)


class ClosedSeasonWouldChange(LedgerError):
    """Something that would give a closed season other nights, settlements, terms or teams."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"that would change the nights, terms or teams of season {name}, which is closed: open it again first:  "
            f'ledger season reopen {shlex.quote(name)} --reason "…"'
        )


def refuse_moved(connection: Connection, before: dict[int, Locked]) -> None:
    """Refuses where a season that was closed, and is, is not as before."""
    now = locked_by_closing(connection)
    for season in seasons(connection):
        if season.closed and season.id in before and now[season.id] != before[season.id]:
            raise ClosedSeasonWouldChange(season.name)


class CarriedOn(LedgerError):
    """A settled night whose open balances are in a later settlement."""

    def __init__(self, held_on: date, to: date) -> None:
        super().__init__(
            f"what was open from the night of {held_on} is in the settlement of {to}: open that one again first "
            f'(ledger night reopen {to} --reason "…")'
        )


def described(games: Sequence[StoredGame]) -> str:
    """Open games as a message lists them: "game 1 (Ken, John and Taro)", with the dates where they differ."""
    if not games:
        return "no game is open"
    several = len({game.held_on for game in games}) > 1
    return "open are " + "; ".join(
        f"game {g.number}{f' of {g.held_on}' if several else ''} ({listing(g.names)})" for g in games
    )


def by_mark(games: Sequence[StoredGame], mark: str) -> list[StoredGame]:
    """Games with this number, or at the table with this label."""
    key = name_key(mark)
    if key.isascii() and key.isdigit():
        return [game for game in games if len(key) <= 9 and game.number == int(key)]
    return [game for game in games if game.label is not None and name_key(game.label) == key]


def find_game(connection: Connection, now: datetime, choice: GameChoice) -> StoredGame:
    """The game that is meant: on the night of the date, else first of all on the current night.

    Without a mark it is the only open game, else the night's last. A label names a table, where
    one game follows another: the open one is meant, else the last.
    """
    mark, held_on = choice
    try:
        here = games_of_night(connection, find_night(connection, now, held_on).id)
    except NoSuchNight:
        if held_on is not None:
            raise
        raise NoOpenGame from None
    found = here if mark is None else by_mark(here, mark)
    open_here = [game for game in found if game.ending is None]
    elsewhere = [] if held_on else [game for game in open_games(connection) if game not in here]
    if mark is not None:
        elsewhere = by_mark(elsewhere, mark)
    if mark is not None and found:
        return (open_here or found)[-1]
    fitting = open_here or elsewhere
    if len(fitting) > 1:
        raise WhichGame(fitting)
    if fitting or found:
        return (fitting or found)[-1]
    if mark is not None:
        raise NoSuchGame(mark, open_games(connection))
    raise NoOpenGame


def seat_named(connection: Connection, game: StoredGame, name: str, hand: int | None = None) -> int:
    """The seat of a name, or of a further name, of those who sit there in a hand, else now.

    Raises UnknownPlayer or AmbiguousPlayer.
    """
    seats = game.seats if hand is None else game.seats_at(hand)
    names = [person.name for person in seats]
    also = also_called(connection, seats).get(name_key(name))
    return match_name(name, names) if also is None else also


def where_all_named_sit(connection: Connection, games: Sequence[StoredGame], text: str) -> StoredGame:
    """The only open game whose players a hand line names; names in full go before beginnings of names.

    Raises NobodyLikeThat, WhichGame, or what is wrong with the line at every table alike.
    """
    for exact in (True, False):
        fitting, wrong = [], []
        for game in games:
            try:
                parse_hand(text, game.names, game.rules, exact=exact, also=also_called(connection, game.seats))
            except (UnknownPlayer, AmbiguousPlayer):
                continue
            except LedgerError as error:
                wrong.append(error)
            fitting.append(game)
        if len(fitting) == 1:
            return fitting[0]
        if fitting and len(wrong) == len(fitting) and isinstance(wrong[0], ParseError):
            raise wrong[0]
        if fitting:
            raise WhichGame(fitting)
    raise NobodyLikeThat(text, games)


def find_night(connection: Connection, now: datetime, held_on: date | None) -> StoredNight:
    """The night of a date; without one the current night, else the latest that has begun. Raises NoSuchNight."""
    every = nights(connection, held_on=held_on)
    if not every:
        raise NoSuchNight(held_on)
    if held_on is not None:
        return every[0]
    starts = club_habits(connection).day_starts
    begun = [night for night in every if night.held_on <= day_of(now, starts)]
    return current_night(every, now, starts) or (begun or every)[-1]
