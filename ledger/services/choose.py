"""Which game or night a person means, when it is not said in full."""

from collections.abc import Sequence
from datetime import date

from ledger.errors import LedgerError, UsageError, listing
from ledger.notation.parse import AmbiguousPlayer, ParseError, UnknownPlayer, parse_hand
from ledger.notation.refusals import quoted
from ledger.store.load import StoredGame
from ledger.store.nights import StoredNight


class NoOpenGame(LedgerError):
    """There is no game to record in."""

    def __init__(self) -> None:
        super().__init__("no game is open: start one with  ledger game start NAME NAME NAME [NAME]")


class NoSuchGame(LedgerError):
    """A game number or table label that does not exist tonight."""

    def __init__(self, typed: str, games: Sequence[StoredGame]) -> None:
        super().__init__(f"no game {typed} here; {described(games)}")


class WhichGame(LedgerError):
    """Several games could be meant."""

    def __init__(self, games: Sequence[StoredGame]) -> None:
        super().__init__(f"which game? {described(games)}: add --game NUMBER")


class NobodyLikeThat(LedgerError):
    """A line whose names do not sit together at any open table."""

    def __init__(self, text: str, games: Sequence[StoredGame]) -> None:
        tables = "; ".join(f"game {g.number}: {', '.join(g.names)}" for g in games)
        super().__init__(f"no open game seats everyone named in {quoted(text)}. {tables}")


class NoSuchNight(LedgerError):
    """There is no such night."""


class NightIsSettled(LedgerError):
    """A settled night is locked."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the night of {held_on} is settled and locked: "
            f'open it again with  ledger night reopen {held_on} --reason "…"'
        )


def described(games: Sequence[StoredGame]) -> str:
    """Games as a message lists them: "game 1 (Ken, John and Taro)"."""
    if not games:
        return "no game is open"
    return "open are " + "; ".join(f"game {g.number} ({listing(g.names)})" for g in games)


def by_mark(games: Sequence[StoredGame], mark: str) -> list[StoredGame]:
    """Games with this number, or at the table with this label."""
    if mark.isascii() and mark.isdigit():
        return [game for game in games if game.number == int(mark[:9])]
    return [game for game in games if game.label is not None and game.label.casefold() == mark.casefold()]


def one_game(games: Sequence[StoredGame], mark: str | None) -> StoredGame:
    """The only game, or the one that the mark (a number or a table's label) names."""
    if mark is not None:
        found = by_mark(games, mark)
        if not found:
            raise NoSuchGame(mark, games)
        games = found
    if not games:
        raise NoOpenGame
    if len(games) > 1:
        raise WhichGame(games)
    return games[0]


def where_all_named_sit(games: Sequence[StoredGame], text: str) -> StoredGame:
    """The only open game whose players a hand line names; names in full go before beginnings of names.

    Raises NobodyLikeThat, WhichGame, or what is wrong with the line at every table alike.
    """
    for exact in (True, False):
        fitting, wrong = [], []
        for game in games:
            try:
                parse_hand(text, game.names, game.rules, exact=exact)
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


def one_night(nights: Sequence[StoredNight], held_on: date | None) -> StoredNight:
    """The night of a date, or the only one; the last of several on one date."""
    if not nights:
        if held_on is None:
            raise NoSuchNight("there is no night yet: it opens with its first game (ledger game start)")
        raise NoSuchNight(f"there is no night on {held_on}: ledger night list shows all")
    dates = sorted({night.held_on for night in nights})
    if len(dates) > 1:
        raise UsageError(f"which night? {listing(map(str, dates))}: add the date")
    unsettled = [night for night in nights if not night.settled]
    return (unsettled or list(nights))[-1]
