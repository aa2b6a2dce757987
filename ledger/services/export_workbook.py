"""What a workbook holds: standings, results, games, hands, statistics, and money where that is asked for."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from ledger.services.export_games import Games
from ledger.services.export_league import standings_sheet
from ledger.services.export_money import balances_in, transfers_in
from ledger.services.scope import Asked, scope_meant
from ledger.services.standings import as_the_season_says, standings_of
from ledger.shapes.export import Cell, Sheet
from ledger.shapes.export_columns import STATISTICS
from ledger.shapes.season import OrderKind, Scope, order_of
from ledger.shapes.standings import Ranking
from ledger.store.people import everyone
from ledger.store.reports.scope import counted_in, table_sizes
from ledger.store.reports.statistics import player_statistics
from ledger.store.unit import Connection, Engine, read


def with_workbook(
    engine: Engine, now: datetime, asked: Asked, write: Callable[[Sequence[Sheet]], None], *, with_money: bool
) -> Scope:
    """Calls what writes a workbook with its sheets, all from one state of the ledger; returns what was counted."""

    def question(connection: Connection) -> Scope:
        scope = scope_meant(connection, now, asked)
        ranking = as_the_season_says(connection, scope, Ranking(guests=True), None)
        if not with_money and order_of(ranking.order).kind is OrderKind.MONEY:
            ranking = ranking._replace(order=OrderKind.POINTS.value)
        games = Games(connection, counted_in(connection, scope), ids=False)
        sheets = [standings_sheet(standings_of(connection, scope, ranking)), games.long(), games.wide(), games.hands()]
        sheets.append(Sheet("statistics", STATISTICS, _statistics(connection, scope)))
        money = [transfers_in(connection, now, asked), balances_in(connection)] if with_money else []
        write((*sheets, *money))
        return scope

    return read(engine, question)


def _statistics(connection: Connection, scope: Scope) -> Iterator[tuple[Cell, ...]]:
    for size in table_sizes(connection, scope):
        for person in everyone(connection):
            told = player_statistics(connection, person.id, scope._replace(players=size))
            if told is not None:
                hands = told.hands
                yield (
                    *(person.name, size, told.games, told.place.average, told.points.total, hands.hands),
                    *(hands.wins.count, hands.tsumo.count, hands.deal_ins.count, hands.riichi.count),
                    *(hands.tenpai.of, hands.tenpai.count, hands.win_value.average, hands.deal_in_value.average),
                    told.busts.count,
                )
