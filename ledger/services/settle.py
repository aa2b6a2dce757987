"""Settling a night: results into money, and who pays whom."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError
from ledger.rules.transfer_plan import PlannedTransfer, pairwise, through, transfer_plan
from ledger.services.choose import by_mark, described, find_night, refuse_closed
from ledger.services.players import person_named
from ledger.services.settled import settlement_view
from ledger.services.working import open_before, working
from ledger.shapes.money import PlanKind, SettlementView
from ledger.store.load import StoredGame, games_of_night
from ledger.store.nights import StoredNight
from ledger.store.recorded import night_settled_by, plan_made_by
from ledger.store.settlements import (
    NewSettlement,
    Owner,
    save_plan,
    save_settlement,
    settlement_of,
)
from ledger.store.transfers import balances
from ledger.store.unit import Connection, Done, Engine, Request, read, rehearse, run


class StillOpen(LedgerError):
    """Games of the night that are not over."""

    def __init__(self, games: Sequence[StoredGame]) -> None:
        first = f"{games[0].number} --date {games[0].held_on}"
        super().__init__(
            f"the night cannot be settled yet: {described(games)}. End it (ledger game end {first}), "
            f"void it (ledger game void {first}), or settle without it (--leave-out {games[0].number})"
        )


class SettledBefore(LedgerError):
    """A night that is settled already, which is no fault: its settlement is the answer."""

    def __init__(self, night_id: int) -> None:
        super().__init__("the night is settled already")
        self.night_id = night_id


class SettledOtherwise(LedgerError):
    """A settled night that is to be settled in another way."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the night of {held_on} is settled already: for another plan of what is left to be paid, add --replan; "
            f'to settle it in another way, open it again with  ledger night reopen {held_on} --reason "…"'
        )


class NothingToSettle(LedgerError):
    """A night without games."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} has no games, so there is nothing to settle")


class NotSettledYet(LedgerError):
    """A night without a settlement, so without a plan."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"the night of {held_on} is not settled yet: ledger settle {held_on}")


class PointsOnly(LedgerError):
    """Something about money, of a night without any."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the night of {held_on} is for points only: give it a rate with  "
            f"ledger night open --date {held_on} --rate AMOUNT --currency CODE"
        )


class NotOver(LedgerError):
    """A game to be left out that is over, or that is not there."""


class How(NamedTuple):
    """How a night is settled: carry: with what is open from earlier nights; round_minor: the unit of each total.

    through: the one whom all pay; pairwise: game by game; left_out: marks of games that are not over.
    """

    carry: bool = False
    round_minor: int | None = None
    through: str | None = None
    pairwise: bool = False
    left_out: tuple[str, ...] = ()


AS_USUAL = How()


def settle(engine: Engine, request: Request, held_on: date | None = None, how: How = AS_USUAL) -> Done[SettlementView]:
    """Settles a night and locks it; one that is settled already is shown as it was settled, and nothing recorded.

    Raises StillOpen, NothingToSettle, PointsOnly, or SettledOtherwise.
    """

    def work(connection: Connection, unit: int) -> SettlementView:
        night = find_night(connection, request.at, held_on)
        if night.settled:
            _refuse_otherwise(connection, night, how)
            raise SettledBefore(night.id)
        refuse_closed(connection, night.id, night.held_on)
        games = _games(connection, night, how.left_out)
        _settle(connection, unit, request, night, games, how)
        return settlement_view(connection, night.id)

    def again(connection: Connection, unit: int) -> SettlementView:
        return settlement_view(connection, night_settled_by(connection, unit))

    try:
        return run(engine, request, work, again)
    except SettledBefore as before:
        night_id = before.night_id
        return Done(read(engine, lambda connection: settlement_view(connection, night_id)), unit=0, repeated=True)


def preview(engine: Engine, request: Request, held_on: date | None = None, how: How = AS_USUAL) -> SettlementView:
    """What the settlement of a night would be now; games that are not over are left out. Nothing is recorded."""

    def work(connection: Connection, unit: int) -> SettlementView:
        night = find_night(connection, request.at, held_on)
        if night.settled:
            _refuse_otherwise(connection, night, how)
            return settlement_view(connection, night.id)
        games = [game for game in games_of_night(connection, night.id) if game.ending is not None]
        _settle(connection, unit, request, night, games, how)
        return settlement_view(connection, night.id, preview=True)

    return rehearse(engine, request, work, work)  # a repeat is shown anew: what it would be now


def replan(engine: Engine, request: Request, held_on: date | None = None, how: How = AS_USUAL) -> Done[SettlementView]:
    """Plans anew who pays whom, from what is still owed for a settled night. Raises NotSettledYet or PointsOnly."""

    def work(connection: Connection, unit: int) -> SettlementView:
        night = find_night(connection, request.at, held_on)
        stored = settlement_of(connection, night.id)
        if stored is None:
            raise NotSettledYet(night.held_on)
        if stored.money is None:
            raise PointsOnly(night.held_on)
        if how._replace(through=None) != AS_USUAL:
            raise UsageError("--replan plans what is left to be paid: besides it, only --through NAME is possible")
        left = balances(connection).get((night.id, stored.money.currency), {})
        people = sorted((owner for owner in left if owner is not None), key=lambda owner: (left[owner], owner.name))
        owners = [*people, *([None] if None in left else [])]
        plan = _plan(connection, tuple(owners), tuple(left[owner] for owner in owners), how)
        save_plan(connection, unit, stored.id, plan.owners, plan.transfers, plan.kind)
        return settlement_view(connection, night.id)

    def again(connection: Connection, unit: int) -> SettlementView:
        night_id = plan_made_by(connection, unit)
        return settlement_view(
            connection, find_night(connection, request.at, held_on).id if night_id is None else night_id
        )

    return run(engine, request, work, again)


def _games(connection: Connection, night: StoredNight, left_out: Sequence[str]) -> list[StoredGame]:
    """The games that are settled. Raises StillOpen, or NotOver where one to be left out is over."""
    every = games_of_night(connection, night.id)
    without: list[StoredGame] = []
    for mark in left_out:
        found = by_mark(every, mark)
        if not found or found[-1].ending is not None:
            raise NotOver(f"--leave-out {mark}: no game of this night that is not over; a game that is over is voided")
        without.append(found[-1])
    games = [game for game in every if game not in without]
    if unfinished := [game for game in games if game.ending is None]:
        raise StillOpen(unfinished)
    return games


def _settle(
    connection: Connection, unit: int, request: Request, night: StoredNight, games: Sequence[StoredGame], how: How
) -> None:
    """Stores what a night comes to, and the plan."""
    money = night.defaults.money
    if money is None and (how.carry or how.round_minor or how.through or how.pairwise):
        raise PointsOnly(night.held_on)
    if how.pairwise and (how.round_minor or how.through):
        raise UsageError("--pairwise goes game by game: leave out --round and --through")
    found = working(connection, night, games, carry=how.carry, round_minor=how.round_minor)
    if not games and not found.owners:
        raise NothingToSettle(night.held_on)
    plan = Planned(found.owners, (), None)
    if money and how.pairwise:
        plan = Planned(found.owners, pairwise(found.entries), PlanKind.PAIRWISE)
    elif money:
        plan = _plan(connection, found.owners, found.totals, how)
    save_settlement(
        connection,
        unit,
        NewSettlement(
            uid=f"{request.uid}/settlement",
            night_id=night.id,
            money=money,
            lines=found.lines,
            carried=found.carried,
            owners=plan.owners,
            transfers=plan.transfers,
            plan=plan.kind,
            round_minor=how.round_minor,
        ),
    )


class Planned(NamedTuple):
    """Transfers, by indexes into owners, and how they were planned."""

    owners: tuple[Owner, ...]
    transfers: tuple[PlannedTransfer, ...]
    kind: PlanKind | None


def _plan(connection: Connection, owners: tuple[Owner, ...], totals: tuple[int, ...], how: How) -> Planned:
    """Who pays whom: through one person, or as few as there can be. The banker need not have any part in the night."""
    if how.through is not None:
        banker = person_named(connection, how.through)
        if banker not in owners:
            owners, totals = (*owners, banker), (*totals, 0)
        return Planned(owners, through(totals, owners.index(banker)), PlanKind.THROUGH)
    plan = transfer_plan(totals)
    return Planned(owners, plan.transfers, PlanKind.FEWEST if plan.fewest else PlanKind.SHORT)


def _refuse_otherwise(connection: Connection, night: StoredNight, how: How) -> None:
    """Refuses to settle in another way what is settled; the same way again is harmless. Raises SettledOtherwise."""
    if how != AS_USUAL and not _settled_so(connection, night, how):
        raise SettledOtherwise(night.held_on)


def _settled_so(connection: Connection, night: StoredNight, how: How) -> bool:
    """Whether a night was settled as it is asked for."""
    stored = settlement_of(connection, night.id)
    if stored is None or stored.round_minor != how.round_minor:
        return False
    if how.carry and stored.money and not stored.carried and open_before(connection, night, stored.money):
        return False
    games = games_of_night(connection, night.id)
    if any(game.ending is not None for mark in how.left_out for game in by_mark(games, mark)[-1:]):
        return False
    kind = stored.plan[0].plan if stored.plan else None
    if how.through is not None:
        banker = person_named(connection, how.through)
        return all(banker in (line.payer, line.payee) for line in stored.plan)
    return kind in ((PlanKind.PAIRWISE, None) if how.pairwise else (PlanKind.FEWEST, PlanKind.SHORT, None))
