"""Settling a night: results into money, and who pays whom."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from ledger.errors import LedgerError
from ledger.rules.money import exact_money, round_to_zero_sum
from ledger.rules.transfer_plan import transfer_plan
from ledger.services.choose import described, find_night
from ledger.services.views import views
from ledger.shapes.game import Money
from ledger.shapes.money import SettlementView
from ledger.store.load import StoredGame, games_of_night
from ledger.store.nights import nights
from ledger.store.recorded import ChangedSince, night_settled_by
from ledger.store.results import StoredResult, StoredShare, results_of, shares_of_results
from ledger.store.settlements import NewSettlement, Share, save_settlement, settlement_of
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class StillOpen(LedgerError):
    """Games of the night that are not over."""

    def __init__(self, games: Sequence[StoredGame]) -> None:
        first = f"{games[0].number} --date {games[0].held_on}"
        super().__init__(
            f"the night cannot be settled yet: {described(games)}. "
            f"End it (ledger game end {first}) or void it (ledger game void {first})"
        )


class SettledBefore(LedgerError):
    """A night that is settled already, which is no fault: its settlement is the answer."""

    def __init__(self, night_id: int) -> None:
        super().__init__("the night is settled already")
        self.night_id = night_id


class NothingToSettle(LedgerError):
    """A night without games."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} has no games, so there is nothing to settle")


def settle(engine: Engine, request: Request, held_on: date | None = None) -> Done[SettlementView]:
    """Settles a night and locks it; one that is settled already is shown as it was settled, and nothing recorded."""

    def work(connection: Connection, unit: int) -> SettlementView:
        night = find_night(connection, request.at, held_on)
        if night.settled:
            raise SettledBefore(night.id)
        games = games_of_night(connection, night.id)
        if not games:
            raise NothingToSettle(night.held_on)
        if unfinished := [game for game in games if game.ending is None]:
            raise StillOpen(unfinished)
        results = results_of(connection, [game.id for game in games])
        parts = shares_of_results(connection, [game.id for game in games])
        shares = shares_of(games, [*(results[game.id] for game in games), parts], night.defaults.money)
        plan = transfer_plan([share.amount_minor for share in shares])
        new = NewSettlement(f"{request.uid}/settlement", night.id, night.defaults.money, shares, plan)
        save_settlement(connection, unit, new)
        return settlement_view(connection, night.id)

    def again(connection: Connection, unit: int) -> SettlementView:
        return settlement_view(connection, night_settled_by(connection, unit))

    try:
        return run(engine, request, work, again)
    except SettledBefore as before:
        night_id = before.night_id
        return Done(read(engine, lambda connection: settlement_view(connection, night_id)), unit=0, repeated=True)


def shares_of(
    games: Sequence[StoredGame], results: Sequence[Sequence[StoredResult | StoredShare]], money: Money | None
) -> list[Share]:
    """What each person's points come to; money is rounded once, on the night's total.

    What the games took off and gave to nobody is the cash box's, so that nothing vanishes. Where rounding leaves
    a unit between equal claims, the rules of the last game say whether the better or the worse player gets it;
    between equal players, the seats of that game do, and the cash box comes last.
    """
    points: dict[int, int] = {}
    people = {}
    for line in (line for game in results for line in game):
        points[line.player.id] = points.get(line.player.id, 0) + line.points
        people[line.player.id] = line.player
    ranked = sorted(people, key=lambda player: -points[player])
    owners = [*(people[player] for player in ranked), None]
    claims = [*_claims(ranked, points, games[-1]), len(ranked)]
    numbers = [*(points[player] for player in ranked), -sum(points.values())]
    amounts: Sequence[int] = [0] * len(numbers)
    if money is not None:
        rate = Fraction(money.rate_minor, money.rate_points)
        amounts = round_to_zero_sum([exact_money(number, rate) for number in numbers], claims)
    shares = [Share(*share) for share in zip(owners, numbers, amounts, strict=True)]
    return shares if numbers[-1] else shares[:-1]


def _claims(ranked: Sequence[int], points: dict[int, int], last: StoredGame) -> list[int]:
    """How early each of these players gets a unit that rounding leaves: 0 is the first."""
    seat = {person.id: number for number, person in enumerate(last.seats)}
    best = -1 if last.rules.odd_unit == "best" else 1
    order = sorted(ranked, key=lambda player: (best * points[player], seat.get(player, len(seat))))
    return [order.index(player) for player in ranked]


def settlement_view(connection: Connection, night_id: int) -> SettlementView:
    """A settled night as it was stored."""
    stored = settlement_of(connection, night_id)
    if stored is None:
        raise ChangedSince
    night = nights(connection, night_id=night_id)[0]
    games = views(connection, games_of_night(connection, night.id))
    return SettlementView(night.held_on, stored.money, games, stored.players, stored.transfers)
