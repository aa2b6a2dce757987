"""The season book, read from one state of the ledger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeVar, cast

from ledger.errors import LedgerError, quoted
from ledger.names import name_key
from ledger.services.scope import Asked, scope_meant
from ledger.services.series import hands_chart, places_chart, points_chart, rating_chart
from ledger.services.settled import settlement_view
from ledger.services.standings import as_the_season_says, standings_of
from ledger.services.teams import teams_of
from ledger.services.views import views
from ledger.shapes.book import Book, PlayerOfBook, SizeOfBook
from ledger.shapes.game import GameView
from ledger.shapes.money import MoneyLine, SettlementPlayer, SettlementView
from ledger.shapes.season import OrderKind, Scope, order_of
from ledger.shapes.standings import Ranking, Standings, TeamLine
from ledger.shapes.statistics import PlayerStatistics
from ledger.store.load import StoredGame
from ledger.store.nights import nights
from ledger.store.people import Person, persons
from ledger.store.reports.book import games_that_count
from ledger.store.reports.records import records
from ledger.store.reports.scope import counted_in, table_sizes
from ledger.store.reports.statistics import player_statistics
from ledger.store.seasons import season_named
from ledger.store.unit import Connection, Engine, read

AT_ONCE = 500
"""So many games are read together: a question cannot name any number of them."""

T = TypeVar("T")


class NothingInIt(LedgerError):
    """A book of a season without a finished game."""

    def __init__(self, season: str | None) -> None:
        where = f"in season {quoted(season)}" if season else "in this ledger"
        super().__init__(f"no game is over {where}, so there is nothing to make a book of")


class Asking(NamedTuple):
    """What is asked of a book: with the money of settled nights; without names."""

    money: bool = False
    anonymous: bool = False


def book(engine: Engine, now: datetime, season: str | None, asking: Asking) -> Book:
    """The book of a season; of none: of the season of today, and of all games where there is none.

    Raises NoSuchSeason or NothingInIt.
    """

    def question(connection: Connection) -> Book:
        scope = scope_meant(connection, now, Asked(season=season))
        stored = games_that_count(connection, counted_in(connection, scope))
        if not any(game.ending for game in stored):
            raise NothingInIt(scope.season)
        return _book(connection, scope, stored, asking)

    return read(engine, question)


def _book(connection: Connection, scope: Scope, stored: Sequence[StoredGame], asking: Asking) -> Book:
    ranking = as_the_season_says(connection, scope, Ranking(guests=False), None)
    if not asking.money and order_of(ranking.order).kind is OrderKind.MONEY:
        ranking = ranking._replace(order=OrderKind.POINTS.value)
    standings = standings_of(connection, scope, ranking)
    people = _people([game for game in stored if game.ending], standings, anonymous=asking.anonymous)
    alias = {person.id: f"Player {number}" for number, person in people.items()} if asking.anonymous else {}
    names = {person.name: alias[person.id] for person in people.values()} if alias else {}
    sizes = table_sizes(connection, scope)
    players = [
        PlayerOfBook(number, person.name, _statistics(connection, person, scope, sizes))
        for number, person in people.items()
    ]
    return Book(
        scope=scope,
        closed=scope.season is not None and season_named(connection, scope.season).closed,
        anonymous=asking.anonymous,
        standings=called(standings, names),
        sizes=tuple(called(_size(connection, scope._replace(players=size), players), names) for size in sizes),
        nights=tuple(_nights(connection, stored, alias, names, money=asking.money)),
        people=tuple(called(player, names) for player in players),
        teams=called(teams_of(connection, scope.season).lines if scope.season else (), names),
    )


def _people(over: Sequence[StoredGame], standings: Standings, *, anonymous: bool) -> dict[int, Person]:
    """All who sat in a game that is over, by name and by their ids; the nameless as they stand, from 1 on.

    By their ids people could be known again.
    """
    there = {sits.person for game in over for sits in game.sittings}
    if not anonymous:
        return {person.id: person for person in sorted(there, key=lambda p: (name_key(p.name), p.id))}
    stands = {line.player: nth for nth, line in reversed(list(enumerate(standings.lines)))}
    ordered = sorted(there, key=lambda person: (stands.get(person.name, len(stands)), person.id))
    return dict(enumerate(ordered, start=1))


def _statistics(
    connection: Connection, person: Person, scope: Scope, sizes: Sequence[int]
) -> tuple[PlayerStatistics, ...]:
    found = (player_statistics(connection, person.id, scope._replace(players=size)) for size in sizes)
    return tuple(each for each in found if each is not None)


def _size(connection: Connection, scope: Scope, people: Sequence[PlayerOfBook]) -> SizeOfBook:
    """The pictures and records of games of so many."""
    names = {one.id: one.name for one in persons(connection).values()}
    of_hands = (
        (one.player, one.hands) for person in people for one in person.statistics if one.players == scope.players
    )
    return SizeOfBook(
        players=scope.players or 0,
        points=points_chart(connection, scope, names),
        rating=rating_chart(connection, scope, names, "tenhou"),
        places=places_chart(connection, scope, names),
        hands=hands_chart(of_hands),
        records=records(connection, scope),
    )


def _nights(
    connection: Connection,
    stored: Sequence[StoredGame],
    alias: Mapping[int, str],
    names: Mapping[str, str],
    *,
    money: bool,
) -> Iterator[SettlementView]:
    """Each night with a game that is over: as it was settled, if money is asked for, else in points."""
    over = [game for game in stored if game.ending]
    shown = [view for i in range(0, len(over), AT_ONCE) for view in views(connection, over[i : i + AT_ONCE], alias)]
    of_night = iter(shown)
    settled = {night.id for night in nights(connection) if night.settled} if money else set()
    for night_id, games in groupby(stored, key=lambda game: game.night_id):
        both = list(games)
        played = tuple(_for_the_nameless(next(of_night), alias) for game in both if game.ending)
        left_out = tuple(game.number for game in both if not game.ending)
        if not played:
            continue
        if night_id in settled:
            view = called(replace(settlement_view(connection, night_id), games=()), names)
            yield replace(view, games=played)
        else:
            yield _in_points(played, left_out)


def _in_points(games: tuple[GameView, ...], left_out: tuple[int, ...]) -> SettlementView:
    """A night without its money: everybody's points, and those that are nobody's for the cash box."""
    points: dict[str, int] = {}
    for game in games:
        parts = [(result.player, result.points) for result in game.results]
        for player, gained in [*parts, *((share.player, share.points) for share in game.shares)]:
            points[player] = points.get(player, 0) + gained
    rest = -sum(points.values())
    players = [SettlementPlayer(name, points[name], 0) for name in sorted(points, key=lambda name: -points[name])]
    box = [SettlementPlayer(None, rest, 0)] if rest else []
    return SettlementView(games[0].night, None, games, (*players, *box), (), left_out=left_out)


def _for_the_nameless(game: GameView, alias: Mapping[int, str]) -> GameView:
    """A game without what somebody wrote: names may be in it."""
    if not alias:
        return game
    return replace(
        game,
        label=None,
        discrepancy=game.discrepancy and replace(game.discrepancy, reason=UNSAID),
        penalties=tuple(replace(penalty, reason=UNSAID) for penalty in game.penalties),
    )


UNSAID = "…"
WRITTEN = {(MoneyLine, "title"), (TeamLine, "team")}
"""What somebody wrote beside games, too: what a charge was for, how a team is called."""


def called(value: T, names: Mapping[str, str]) -> T:
    """A shape with other names in it: every text that is somebody's name, whole, is the other; none: as it is."""
    return cast("T", _called(value, names)) if names else value


def _called(value: Any, names: Mapping[str, str]) -> Any:
    if type(value) is str:  # and no kind of anything, which somebody may be called, too
        return names.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        kept = {f.name: getattr(value, f.name) for f in fields(value)}
        return replace(
            value,
            **{name: UNSAID if (type(value), name) in WRITTEN else _called(each, names) for name, each in kept.items()},
        )
    if isinstance(value, tuple):
        parts = [_called(each, names) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
