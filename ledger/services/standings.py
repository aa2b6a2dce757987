"""How everybody stands: sums of results, put in order, with what the last night changed."""

from collections.abc import Mapping, Set
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, listing
from ledger.names import name_key
from ledger.ratings import rate
from ledger.rules.rating import RatedGame
from ledger.services.scope import Asked, apart, scope_meant
from ledger.shapes.season import EVERYTHING, Order, OrderKind, Scope, order_of
from ledger.shapes.standings import Ranking, Standings, StandingsLine, StandingsTable
from ledger.store.people import persons
from ledger.store.reports.rated import games_played
from ledger.store.reports.scope import Counted, counted_in
from ledger.store.reports.standings import (
    Sums,
    guests,
    last_night,
    money_by_person,
    only_night,
    points_of_some,
    sums_by_person,
    without_night,
)
from ledger.store.seasons import season_named
from ledger.store.unit import Connection, Engine, read

USUAL_SYSTEM = "tenhou"
"""The rating that standings by rating go by."""


USUAL = Ranking()


class MoneyOfSome(LedgerError):
    """Standings by money of some games only: money is settled for whole nights."""

    def __init__(self) -> None:
        super().__init__("money is of whole nights: standings by money go without --rules and --players")


class SeveralCurrencies(LedgerError):
    """Standings by money in which there is more than one."""

    def __init__(self, currencies: list[str]) -> None:
        super().__init__(f"there is money in {listing(currencies)}: choose a time with one of them")


class Found(NamedTuple):
    """What standings were asked for and how they stand: the scope as it was meant, and the answer."""

    scope: Scope
    standings: Standings


def how_all_stand(engine: Engine, now: datetime, asked: Asked, ranking: Ranking, order: str | None = None) -> Found:
    """The standings that are asked for; order: None for the season's own, with the games that it asks for.

    Raises NoSuchSeason, NobodyPlayed, MoneyOfSome or SeveralCurrencies.
    """

    def question(connection: Connection) -> Found:
        scope = scope_meant(connection, now, asked)
        return Found(scope, standings_of(connection, scope, as_the_season_says(connection, scope, ranking, order)))

    return read(engine, question)


def as_the_season_says(connection: Connection, scope: Scope, ranking: Ranking, order: str | None) -> Ranking:
    """A ranking with what a season says where nothing else is asked."""
    if scope.season is None:
        return ranking if order is None else ranking._replace(order=order)
    season = season_named(connection, scope.season)
    return ranking._replace(order=order or season.ranking, least_games=ranking.least_games or season.least_games)


def standings(engine: Engine, scope: Scope = EVERYTHING, ranking: Ranking = USUAL) -> Standings:
    """How everybody stands in a scope."""
    return read(engine, lambda connection: standings_of(connection, scope, ranking))


def standings_of(connection: Connection, scope: Scope, ranking: Ranking) -> Standings:
    """How everybody stands in a scope. Raises UsageError for an order that is none, and as how_all_stand."""
    order = order_of(ranking.order)
    by_money = order.kind is OrderKind.MONEY
    if by_money and (scope.rules or scope.players):
        raise MoneyOfSome
    if order.kind is OrderKind.RATING and ranking.together:
        raise UsageError("games of three and of four are never rated together: --order rating goes without --all")
    tables, currency = [], None
    for part in apart(connection, scope, together=ranking.together or by_money):
        counted = counted_in(connection, part)
        if by_money:
            currency = _currency(connection, counted)
        tables.append(_table(connection, counted, order, ranking, part.players))
    return Standings(str(order), ranking.least_games, currency, tuple(t for t in tables if t.lines or t.below))


Value = int | Fraction
"""What standings go by, the greatest first."""


def _table(
    connection: Connection, counted: Counted, order: Order, ranking: Ranking, players: int | None
) -> StandingsTable:
    """The standings of what counts."""
    sums = sums_by_person(connection, counted)
    values = _values(connection, counted, order, sums)
    out = set() if ranking.guests else guests(connection)
    enough = {person for person, held in sums.items() if held.games >= ranking.least_games and person in values}
    ranks = _ranks(values, enough - out)
    night = last_night(connection, counted)
    before = {} if night is None else _ranks_before(connection, counted, order, ranking, sums, night[0], out)
    names = {person.id: person.name for person in persons(connection).values()}
    # Those who are nameless are numbered as they stand, which tells no more than the table does.
    in_order = sorted(
        sums.keys() - out, key=lambda p: (ranks.get(p, len(sums) + 1), -sums[p].points, name_key(names[p]))
    )
    lines = [
        StandingsLine(
            rank=ranks.get(person),
            player=f"Player {number}" if ranking.anonymous else names[person],
            games=sums[person].games,
            points=sums[person].points,
            average_points=_average(sums[person].points, sums[person].games),
            average_place=_average(sums[person].place_sum, sums[person].games),
            places=sums[person].places,
            penalties=sums[person].penalties,
            value=_shown(values[person], order) if person in values else None,
            moved=before[person] - ranks[person] if person in before and person in ranks else None,
        )
        for number, person in enumerate(in_order, start=1)
    ]
    return StandingsTable(
        players,
        None if night is None else night[1],
        tuple(line for line in lines if line.rank is not None),
        tuple(line for line in lines if line.rank is None),
    )


def _values(connection: Connection, counted: Counted, order: Order, sums: Mapping[int, Sums]) -> Mapping[int, Value]:
    """What everybody's standing goes by; nobody without one, such as an average of no games."""
    played = {person: held for person, held in sums.items() if held.games}
    match order.kind:
        case OrderKind.POINTS:
            return {person: held.points for person, held in sums.items()}
        case OrderKind.AVERAGE:
            return {person: Fraction(held.points, held.games) for person, held in played.items()}
        case OrderKind.PLACE:  # the least is the best
            return {person: -Fraction(held.place_sum, held.games) for person, held in played.items()}
        case OrderKind.TOP:
            return {person: Fraction(held.places[0], held.games) for person, held in played.items()}
        case OrderKind.BEST:
            return points_of_some(connection, counted, best=order.number, drop=0)
        case OrderKind.DROP:
            return points_of_some(connection, counted, best=None, drop=order.number or 0)
        case OrderKind.MONEY:
            return next(iter(money_by_person(connection, counted).values()), {})
        case OrderKind.RATING:
            games = (RatedGame(game.people, game.places) for game in games_played(connection, counted))
            return {person: rated[-1].rating.millionths for person, rated in rate(USUAL_SYSTEM, games).items()}


def _shown(value: Value, order: Order) -> int | float:
    """A value as people know it."""
    match order.kind:
        case OrderKind.PLACE:
            return float(-value)
        case OrderKind.RATING:
            return float(Fraction(value, 1_000_000))
        case _:
            return value if isinstance(value, int) else float(value)


def _ranks(values: Mapping[int, Value], people: Set[int]) -> dict[int, int]:
    """The rank of each of these people: those who are equal share the best of theirs, as in 1, 2, 2, 4."""
    ranks: dict[int, int] = {}
    ordered = sorted(people, key=lambda person: values[person], reverse=True)
    for place, person in enumerate(ordered, start=1):
        above = ordered[place - 2] if place > 1 else None
        ranks[person] = ranks[above] if above is not None and values[above] == values[person] else place
    return ranks


ADDED_UP = (OrderKind.POINTS, OrderKind.AVERAGE, OrderKind.PLACE, OrderKind.TOP)
"""What follows from sums alone, so that before a night is after it, less the night."""


def _ranks_before(
    connection: Connection,
    counted: Counted,
    order: Order,
    ranking: Ranking,
    sums: Mapping[int, Sums],
    night: int,
    out: Set[int],
) -> dict[int, int]:
    """The ranks as they were before a night."""
    if order.kind in ADDED_UP:
        of_night = sums_by_person(connection, only_night(counted, night))
        held = {person: sums[person].less(of_night.get(person, Sums())) for person in sums}
    else:
        held = sums_by_person(connection, without_night(counted, night))
    values = _values(connection, without_night(counted, night), order, held)
    there = {person for person in held if held[person].games and held[person].games >= ranking.least_games}
    return _ranks(values, (there & values.keys()) - out)


def _currency(connection: Connection, counted: Counted) -> str | None:
    """The currency of what counts. Raises SeveralCurrencies."""
    currencies = sorted(money_by_person(connection, counted))
    if len(currencies) > 1:
        raise SeveralCurrencies(currencies)
    return currencies[0] if currencies else None


def _average(total: int, games: int) -> float | None:
    return total / games if games else None
