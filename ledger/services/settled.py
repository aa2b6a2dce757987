"""A settled night as people see it: what it came to, the plan, and what was handed over since."""

from collections.abc import Sequence
from datetime import date

from ledger.rules.money import sums
from ledger.services.views import views
from ledger.shapes.money import LineKind, MoneyLine, SettlementPlayer, SettlementView, TransferLine, party
from ledger.store.load import games_of_night
from ledger.store.nights import nights
from ledger.store.recorded import ChangedSince
from ledger.store.settlements import StoredSettlement, name_of, settlement_of
from ledger.store.transfers import StoredTransfer, balances, transfers_of_night
from ledger.store.unit import Connection


def settlement_view(connection: Connection, night_id: int, *, preview: bool = False) -> SettlementView:
    """A settled night as it was stored, and what was handed over since."""
    stored = settlement_of(connection, night_id)
    if stored is None:
        raise ChangedSince
    night = nights(connection, night_id=night_id)[0]
    games = views(connection, games_of_night(connection, night.id))
    handed = transfers_of_night(connection, night_id, stored.money.currency) if stored.money else []
    planned = max((line.unit for line in stored.plan), default=stored.unit)
    before, since = [t for t in handed if t.unit < planned], [t for t in handed if t.unit >= planned]
    held = {other.id: other.held_on for other in nights(connection)}
    return SettlementView(
        night.held_on,
        stored.money,
        tuple(game for game in games if game.ending is not None),
        _players(stored, before),
        _transfers(stored, since),
        (*_lines(stored, held), *_paid_before(before)),
        stored.plan[0].plan if stored.plan else None,
        stored.round_minor,
        tuple(game.number for game in games if game.ending is None),
        preview=preview,
        fits=preview or stored.money is None or _fits(connection, night_id, stored, since),
    )


def _fits(connection: Connection, night_id: int, stored: StoredSettlement, since: Sequence[StoredTransfer]) -> bool:
    """Whether what is open of the plan clears what is still owed: people may have paid each other otherwise."""
    money = stored.money
    owed = dict(balances(connection).get((night_id, money.currency), {})) if money else {}
    for planned, line in zip(stored.plan, _transfers(stored, since), strict=True):
        owed[planned.payer] = owed.get(planned.payer, 0) + line.open_minor
        owed[planned.payee] = owed.get(planned.payee, 0) - line.open_minor
    return not any(owed.values())


def _players(stored: StoredSettlement, before: Sequence[StoredTransfer]) -> tuple[SettlementPlayer, ...]:
    """What each comes to with all lines, in the order they were stored, the cash box last.

    before: what was handed over before the plan was made, by people who may have no other part in the night.
    """
    carried = [(line.owner, line.amount_minor) for line in stored.carried]
    handed = [owner for transfer in before for owner in (transfer.payer, transfer.payee)]
    others = [*(owner for owner, _ in carried), *handed]
    points = sums([*((line.owner, line.points) for line in stored.lines), *((owner, 0) for owner in others)])
    amounts = sums([*((line.owner, line.amount_minor) for line in stored.lines), *carried, *((o, 0) for o in handed)])
    owners = [*(owner for owner in points if owner is not None), *([None] if None in points else [])]
    return tuple(SettlementPlayer(name_of(owner), points[owner], amounts[owner]) for owner in owners)


def _lines(stored: StoredSettlement, held: dict[int, date]) -> list[MoneyLine]:
    """What is beside the games."""
    lines = [
        MoneyLine(line.kind, line.title or "rounding", name_of(line.owner), line.amount_minor)
        for line in stored.lines
        if line.kind is not LineKind.GAMES
    ]
    for carried in stored.carried:
        on = held[carried.from_night]
        lines.append(MoneyLine(LineKind.CARRIED, f"from {on}", name_of(carried.owner), carried.amount_minor, on))
    return lines


def _paid_before(transfers: Sequence[StoredTransfer]) -> list[MoneyLine]:
    """What was handed over before the plan was made."""
    lines = []
    for transfer in transfers:
        payer, payee = name_of(transfer.payer), name_of(transfer.payee)
        amount = transfer.amount_minor
        lines.append(MoneyLine(LineKind.PAID, f"paid to {party(payee)}", payer, amount, other=payee))
        lines.append(MoneyLine(LineKind.PAID, f"paid by {party(payer)}", payee, -amount, other=payer))
    return lines


def _transfers(stored: StoredSettlement, since: Sequence[StoredTransfer]) -> tuple[TransferLine, ...]:
    """The plan, with what was handed over of it."""
    left = sums(((transfer.payer, transfer.payee), transfer.amount_minor) for transfer in since)
    lines = []
    for planned in stored.plan:
        paid = min(left.get((planned.payer, planned.payee), 0), planned.amount_minor)
        lines.append(TransferLine(name_of(planned.payer), name_of(planned.payee), planned.amount_minor, paid))
    return tuple(lines)
