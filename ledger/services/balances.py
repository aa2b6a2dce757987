"""What people are owed, and owe: over all nights, and how that came about."""

from dataclasses import replace
from datetime import date

from ledger.errors import LedgerError
from ledger.rules.money import sums
from ledger.services.paying import owner_named
from ledger.shapes.money import BalanceLine, LineKind, StatementLine, party
from ledger.store.nights import nights
from ledger.store.settlements import Owner, StoredSettlement, name_of, settlement_of
from ledger.store.transfers import StoredTransfer, balances, transfers_where
from ledger.store.unit import Connection, Engine, read


def list_balances(engine: Engine, who: str | None = None) -> tuple[BalanceLine, ...]:
    """What everybody is owed (or owes, negative), who owes most first; of one person only, if that is asked."""

    def question(connection: Connection) -> tuple[BalanceLine, ...]:
        only = None if who is None else owner_named(connection, who)
        every = balances(connection).items()
        totals = sums(((code, owner), amount) for (_, code), of in every for owner, amount in of.items())
        return tuple(
            BalanceLine(name_of(owner), currency, amount)
            for (currency, owner), amount in sorted(totals.items(), key=lambda item: (item[0][0], item[1]))
            if amount and (who is None or owner == only)
        )

    return read(engine, question)


def statement(engine: Engine, who: str) -> tuple[str | None, tuple[StatementLine, ...]]:
    """How the balance of a person (or of the cash box) came about: the name, and the lines by date."""

    def question(connection: Connection) -> tuple[str | None, tuple[StatementLine, ...]]:
        owner = owner_named(connection, who)
        return name_of(owner), _with_balance(sorted(_lines(connection, owner), key=lambda line: line.on))

    return read(engine, question)


def refuse_open_balance(connection: Connection, owner: Owner) -> None:
    """Refuses somebody who is owed money, or owes some, over all nights. Raises HasOpenBalance."""
    left = sums((code, of.get(owner, 0)) for (_, code), of in balances(connection).items())
    if owner is not None and any(left.values()):
        raise HasOpenBalance(owner.name)


class HasOpenBalance(LedgerError):
    """Somebody whose money is not settled yet."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has an open balance, which has to be paid first: ledger statement {name}")


def _lines(connection: Connection, owner: Owner) -> list[StatementLine]:
    held = {night.id: night.held_on for night in nights(connection)}
    found: list[StatementLine] = []
    for night, held_on in held.items():
        stored = settlement_of(connection, night)
        if stored is not None and stored.money is not None:
            found += _of_settlement(stored, owner, held_on, held)
    for transfer in transfers_where(connection):
        if owner in (transfer.payer, transfer.payee):
            found.append(_of_transfer(transfer, owner, held[transfer.night_id]))
    return found


def _of_settlement(stored: StoredSettlement, owner: Owner, held_on: date, held: dict[int, date]) -> list[StatementLine]:
    currency = stored.money.currency if stored.money else ""
    lines = [
        StatementLine(held_on, held_on, _what(line.kind, line.title), line.amount_minor, 0, currency)
        for line in stored.lines
        if line.owner == owner and line.amount_minor
    ]
    for carried in stored.carried:
        if carried.owner == owner:
            on = held[carried.from_night]
            lines.append(StatementLine(on, held_on, f"carried to {held_on}", -carried.amount_minor, 0, currency))
            lines.append(StatementLine(held_on, held_on, f"from {on}", carried.amount_minor, 0, currency))
    return lines


def _what(kind: LineKind, title: str | None) -> str:
    return "games" if kind is LineKind.GAMES else title or kind.value


def _of_transfer(transfer: StoredTransfer, owner: Owner, night: date) -> StatementLine:
    paid = transfer.payer == owner
    other = transfer.payee if paid else transfer.payer
    name = party(name_of(other))
    what = f"paid to {name}" if paid else f"paid by {name}"
    if transfer.note:
        what += f" ({transfer.note})"
    amount = transfer.amount_minor if paid else -transfer.amount_minor
    return StatementLine(night, transfer.paid_on, what, amount, 0, transfer.currency, transfer.id)


def _with_balance(lines: list[StatementLine]) -> tuple[StatementLine, ...]:
    """With what the balance is after each line, in its currency."""
    totals: dict[str, int] = {}
    told = []
    for line in lines:
        totals[line.currency] = totals.get(line.currency, 0) + line.amount_minor
        told.append(replace(line, balance_minor=totals[line.currency]))
    return tuple(told)
