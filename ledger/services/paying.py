"""Money that people hand each other: for settled nights, or in advance for the one that is open."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError, listing
from ledger.names import clean_note, name_key
from ledger.services.choose import find_night
from ledger.services.club import defaults_of
from ledger.services.players import person_named
from ledger.services.settle import NotSettledYet, PointsOnly
from ledger.services.settled import settlement_view
from ledger.shapes.money import NAMES_OF_THE_BOX, Paid, SettlementView, party
from ledger.store.nights import StoredNight, club_habits, day_of, nights
from ledger.store.recorded import ChangedSince, transfers_recorded_by
from ledger.store.settlements import Owner, name_of, settlement_of
from ledger.store.transfers import (
    Balances,
    NewTransfer,
    StoredTransfer,
    balances,
    save_transfer,
    transfers_taken_back_by,
    transfers_where,
    void_transfer,
)
from ledger.store.unit import Connection, Done, Engine, Request, run

Amount = Callable[[str], int]
"""Reads the amount that was typed in a currency: minor units."""


class OwesNothing(LedgerError):
    """Somebody who pays more than they owe."""

    def __init__(self, name: str, owes: str) -> None:
        super().__init__(f"{name} owes {owes}: to pay in advance for the night that is open, add --advance")


class NothingOpen(LedgerError):
    """A night of which everything is paid."""

    def __init__(self, held_on: date) -> None:
        super().__init__(f"everything of the night of {held_on} is paid")


class PlanIsPast(LedgerError):
    """A plan that would have people pay what is not owed any more."""

    def __init__(self, held_on: date) -> None:
        super().__init__(
            f"the plan of the night of {held_on} is not what is owed any more (people paid otherwise, or a later "
            f"night took it in): plan anew with  ledger settle {held_on} --replan"
        )


class OtherCurrency(LedgerError):
    """Money for a night that is settled in another currency."""

    def __init__(self, night: StoredNight, currency: str) -> None:
        own = night.defaults.money.currency if night.defaults.money else ""
        super().__init__(f"the money of the night of {night.held_on} is in {own}: nothing in {currency} is paid for it")


class NoSuchTransfer(LedgerError):
    """A number that no money handed over has."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no payment {number}, or it was taken back: ledger statement shows the numbers")


class Handed(NamedTuple):
    """How money was handed over: on which day, in which currency, for which night, and what is to be remembered.

    advance: more than is owed, for the night that is open.
    """

    on: date | None = None
    currency: str | None = None
    night: date | None = None
    note: str | None = None
    advance: bool = False


def pay(
    engine: Engine,
    request: Request,
    payer: str,
    payee: str,
    amount: Amount,
    handed: Handed,
    text: Callable[[int, str], str],
) -> Done[Paid]:
    """Records that one person handed another money, for the oldest nights that it can be for.

    text: how an amount is written, for a refusal. Raises OwesNothing.
    """

    def work(connection: Connection, unit: int) -> Paid:
        one, other = owner_named(connection, payer), owner_named(connection, payee)
        if one == other:
            raise UsageError(f"{party(name_of(one))} cannot pay themselves")
        every = balances(connection)
        currency = handed.currency or _currency(connection, request, one, every, handed)
        minor = amount(currency)
        if minor <= 0:
            raise UsageError("an amount is more than 0")
        left = {night: of.get(one, 0) for (night, code), of in every.items() if code == currency}
        owes = max(-sum(left.values()), 0)
        if minor > owes and not handed.advance:
            raise OwesNothing(party(name_of(one)), f"only {text(owes, currency)}" if owes else "nothing")
        parts = _parts(connection, request, (one, other), left, minor, handed._replace(currency=currency))
        on = handed.on or day_of(request.at, club_habits(connection).day_starts)
        note = None if handed.note is None else clean_note(handed.note)
        for number, (night, part) in enumerate(parts, start=1):
            uid = f"{request.uid}/transfer{number}"
            save_transfer(connection, unit, NewTransfer(uid, night.id, currency, one, other, part, on, note))
        return _paid(connection, unit)

    return run(engine, request, work, _paid)


def pay_plan(engine: Engine, request: Request, held_on: date | None, on: date | None = None) -> Done[SettlementView]:
    """Records that everything in the plan of a night was paid as it was planned. Raises NothingOpen or PlanIsPast."""

    def work(connection: Connection, unit: int) -> SettlementView:
        night = _settled(connection, request, held_on)
        stored = settlement_of(connection, night.id)
        if stored is None:
            raise NotSettledYet(night.held_on)
        if stored.money is None:
            raise PointsOnly(night.held_on)
        view = settlement_view(connection, night.id)
        if not view.fits:
            raise PlanIsPast(night.held_on)
        day = on or day_of(request.at, club_habits(connection).day_starts)
        left = [(line, shown.open_minor) for line, shown in zip(stored.plan, view.transfers, strict=True)]
        if not any(amount for _, amount in left):
            raise NothingOpen(night.held_on)
        for number, (line, amount) in enumerate(left, start=1):
            if amount:
                uid = f"{request.uid}/transfer{number}"
                new = NewTransfer(uid, night.id, stored.money.currency, line.payer, line.payee, amount, day, None)
                save_transfer(connection, unit, new)
        return settlement_view(connection, night.id)

    def again(connection: Connection, unit: int) -> SettlementView:
        return settlement_view(connection, transfers_recorded_by(connection, unit)[0].night_id)

    return run(engine, request, work, again)


def take_payment_back(engine: Engine, request: Request, number: int) -> Done[StoredTransfer]:
    """Takes money handed over back, as if it had not been: once. Raises NoSuchTransfer."""

    def work(connection: Connection, unit: int) -> StoredTransfer:
        found = [transfer for transfer in transfers_where(connection) if transfer.id == number]
        if not found or not void_transfer(connection, unit, number):
            raise NoSuchTransfer(number)
        return found[0]

    def again(connection: Connection, unit: int) -> StoredTransfer:
        taken = transfers_taken_back_by(connection, unit)
        if not taken or any(transfer.id == number for transfer in transfers_where(connection)):
            raise ChangedSince
        return taken[0]

    return run(engine, request, work, again)


def owner_named(connection: Connection, name: str) -> Owner:
    """Somebody, or the cash box. Raises UnknownPerson or AmbiguousPlayer."""
    try:
        return person_named(connection, name)
    except LedgerError:
        if name_key(name) in NAMES_OF_THE_BOX:
            return None
        raise


def _currency(connection: Connection, request: Request, payer: Owner, every: Balances, handed: Handed) -> str:
    """The currency that the payer owes in; else, in advance, that of the night; else the club's."""
    owed = list(dict.fromkeys(code for (_, code), left in every.items() if left.get(payer, 0) < 0))
    if len(owed) > 1:
        raise UsageError(f"{party(name_of(payer))} owes in {listing(owed)}: say which, as in --currency {owed[0]}")
    if owed:
        return owed[0]
    of_night = find_night(connection, request.at, handed.night).defaults.money if handed.advance else None
    money = of_night or defaults_of(connection).money
    if money is None:
        raise UsageError("in which currency? Add --currency, as in --currency EUR")
    return money.currency


def _parts(
    connection: Connection,
    request: Request,
    people: tuple[Owner, Owner],
    left: Mapping[int, int],
    minor: int,
    handed: Handed,
) -> list[tuple[StoredNight, int]]:
    """The nights that money is for, each with its part: as far as it is planned so, then the oldest.

    left: what the payer is owed (or owes, negative) for each night in the currency.
    """
    if handed.night is not None:
        said = find_night(connection, request.at, handed.night)
        return [(said if said.id in left else _in_currency(said, handed.currency), minor)]
    owed = [night for night in nights(connection) if left.get(night.id, 0) < 0]
    planned = [(night, min(_planned(connection, night, *people), -left[night.id])) for night in owed]
    beyond = [(night, -left[night.id] - part) for night, part in planned]
    parts: dict[StoredNight, int] = {}
    rest = min(minor, max(-sum(left.values()), 0))
    for night, most in (*planned, *beyond):
        if part := min(rest, most):
            parts[night] = parts.get(night, 0) + part
            rest -= part
    if ahead := minor - sum(parts.values()):
        night = _in_currency(_open_night(connection, request), handed.currency)
        parts[night] = parts.get(night, 0) + ahead
    return list(parts.items())


def _planned(connection: Connection, night: StoredNight, payer: Owner, payee: Owner) -> int:
    """What one is still to pay the other by the plan of a night."""
    stored = settlement_of(connection, night.id)
    if stored is None:
        return 0
    shown = settlement_view(connection, night.id).transfers
    plan = zip(stored.plan, shown, strict=True)
    return sum(line.open_minor for planned, line in plan if (planned.payer, planned.payee) == (payer, payee))


def _open_night(connection: Connection, request: Request) -> StoredNight:
    """The night that is open, for money in advance."""
    night = find_night(connection, request.at, None)
    if night.settled:
        raise LedgerError("no night is open that could be paid for in advance: open one with  ledger night open")
    return night


def _in_currency(night: StoredNight, currency: str | None) -> StoredNight:
    """A night whose money is in this currency. Raises PointsOnly or OtherCurrency."""
    if night.defaults.money is None:
        raise PointsOnly(night.held_on)
    if night.defaults.money.currency != currency:
        raise OtherCurrency(night, currency or "")
    return night


def _settled(connection: Connection, request: Request, held_on: date | None) -> StoredNight:
    """The night of a date, else the latest that is settled."""
    if held_on is None and (settled := [night for night in nights(connection) if night.settled]):
        return settled[-1]
    return find_night(connection, request.at, held_on)


def _paid(connection: Connection, unit: int) -> Paid:
    """The money that a unit recorded as handed over, for one payment."""
    parts = transfers_recorded_by(connection, unit)
    first = parts[0]
    held = {night.id: night.held_on for night in nights(connection)}
    left = sum(of.get(first.payer, 0) for (_, code), of in balances(connection).items() if code == first.currency)
    return Paid(
        tuple(part.id for part in parts),
        name_of(first.payer),
        name_of(first.payee),
        sum(part.amount_minor for part in parts),
        first.currency,
        tuple(held[part.night_id] for part in parts),
        left,
    )
