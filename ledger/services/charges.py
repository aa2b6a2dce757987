"""What a night's money has beside its games: shared costs, side bets, prizes, fees."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError
from ledger.names import clean_note
from ledger.rules.money import equal_shares
from ledger.services.choose import find_night, refuse_locked
from ledger.services.paying import owner_named
from ledger.services.settle import PointsOnly
from ledger.shapes.money import BOX, ChargeView, party
from ledger.store.charges import Line, StoredFee, charges_of, save_charge, save_fee
from ledger.store.nights import StoredNight, nights
from ledger.store.recorded import charge_recorded_by, night_of_fee
from ledger.store.settlements import Owner, name_of
from ledger.store.unit import Connection, Done, Engine, Request, run


class Shared(NamedTuple):
    """A cost that one paid and several share: reads the amount in a currency."""

    amount: Callable[[str], int]
    paid_by: str
    shared_by: tuple[str, ...]


class Each(NamedTuple):
    """What each gets, or owes (negative): names with readers of their amounts in a currency."""

    amounts: tuple[tuple[str, Callable[[str], int]], ...]


class DoesNotBalance(LedgerError):
    """Amounts that somebody gets and nobody gives."""

    def __init__(self, total: str) -> None:
        super().__init__(
            f"the amounts add up to {total}, and what some get others give: so together they are 0; "
            f"where it is from the club, or goes to it, add {BOX}=AMOUNT"
        )


def add_line(
    engine: Engine,
    request: Request,
    title: str,
    what: Shared | Each,
    held_on: date | None,
    text: Callable[[int, str], str],
) -> Done[ChargeView]:
    """Enters something beside the games. text: how an amount is written, for a refusal. Raises DoesNotBalance."""
    name = clean_note(title)
    if not name:
        raise UsageError("what is it? A line has a title, as in  ledger night line pizza 24.00 …")

    def work(connection: Connection, unit: int) -> ChargeView:
        night, currency = _night(connection, request, held_on)
        before = len(charges_of(connection, night.id))
        lines = (
            _shared(connection, what, currency, before)
            if isinstance(what, Shared)
            else _each(connection, what, currency)
        )
        if total := sum(amount for _, amount in lines):
            raise DoesNotBalance(text(total, currency))
        save_charge(connection, unit, night.id, name, lines)
        return _view(night, name, lines)

    def again(connection: Connection, unit: int) -> ChargeView:
        night_id, charge = charge_recorded_by(connection, unit)
        night = nights(connection, night_id=night_id)[0]
        stored = next(c for c in charges_of(connection, night_id) if c.id == charge)
        return _view(night, stored.title, stored.lines)

    return run(engine, request, work, again)


def set_fee(
    engine: Engine, request: Request, per: str, amount: Callable[[str], int], held_on: date | None
) -> Done[tuple[date, str, int]]:
    """Says what everybody who plays pays to the cash box: per "head" or per "game"; 0 for nothing.

    Answers the night, the currency and the amount.
    """

    def work(connection: Connection, unit: int) -> tuple[date, str, int]:
        night, currency = _night(connection, request, held_on)
        minor = amount(currency)
        if minor < 0:
            raise UsageError("a fee is 0 or more")
        save_fee(connection, unit, night.id, StoredFee(per, minor))
        return night.held_on, currency, minor

    def again(connection: Connection, unit: int) -> tuple[date, str, int]:
        touched = night_of_fee(connection, unit)
        night = (
            find_night(connection, request.at, held_on) if touched is None else nights(connection, night_id=touched)[0]
        )
        return night.held_on, _currency(night), amount(_currency(night))

    return run(engine, request, work, again)


def _view(night: StoredNight, title: str, lines: Sequence[Line]) -> ChargeView:
    return ChargeView(night.held_on, title, _currency(night), tuple((name_of(owner), a) for owner, a in lines))


def _currency(night: StoredNight) -> str:
    return night.defaults.money.currency if night.defaults.money else ""


def _night(connection: Connection, request: Request, held_on: date | None) -> tuple[StoredNight, str]:
    """A night that is not settled and has money, and its currency."""
    night = find_night(connection, request.at, held_on)
    refuse_locked(connection, night)
    if night.defaults.money is None:
        raise PointsOnly(night.held_on)
    return night, night.defaults.money.currency


def _shared(connection: Connection, what: Shared, currency: str, before: int) -> list[Line]:
    """Equal shares; before: how many lines the night has, so that the odd cents of the next are others'."""
    minor = what.amount(currency)
    if minor <= 0:
        raise UsageError("an amount is more than 0")
    owners = _owners(connection, what.shared_by)
    shares = deque(equal_shares(minor, len(owners)))
    shares.rotate(before)
    owed: list[Line] = [(owner, -share) for owner, share in zip(owners, shares, strict=True)]
    return [(owner_named(connection, what.paid_by), minor), *owed]


def _each(connection: Connection, what: Each, currency: str) -> list[Line]:
    owners = _owners(connection, [name for name, _ in what.amounts])
    return [(owner, amount(currency)) for owner, (_, amount) in zip(owners, what.amounts, strict=True)]


def _owners(connection: Connection, names: Sequence[str]) -> list[Owner]:
    owners: list[Owner] = []
    for name in names:
        owner = owner_named(connection, name)
        if owner in owners:
            raise UsageError(f"{party(name_of(owner))} is named twice")
        owners.append(owner)
    if not owners:
        raise UsageError("for whom? Name them, as in --for Ken,John,Taro")
    return owners
