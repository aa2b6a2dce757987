"""Money of settled nights, and what was handed over: as a table, and as entries of a journal."""

from collections.abc import Iterator
from datetime import date, datetime

from ledger.exporters.amounts import in_units
from ledger.rules.money import sums
from ledger.services.scope import Asked, scope_meant
from ledger.shapes.export import Cell, Entry, Posting, Sheet
from ledger.shapes.export_columns import BALANCES, TRANSFERS
from ledger.shapes.money import CASH_BOX
from ledger.store.nights import StoredNight, nights
from ledger.store.reports.export import nights_that_count
from ledger.store.reports.scope import counted_in
from ledger.store.settlements import Owner, name_of, settlement_of
from ledger.store.transfers import StoredTransfer, balances, transfers_where
from ledger.store.unit import Connection, Engine, read


def transfers_sheet(engine: Engine, now: datetime, asked: Asked) -> Sheet:
    """The plans of settled nights, and what was handed over, night by night."""
    return read(engine, lambda connection: transfers_in(connection, now, asked))


def transfers_in(connection: Connection, now: datetime, asked: Asked) -> Sheet:
    """As transfers_sheet."""
    return Sheet("transfers", TRANSFERS, tuple(_rows(connection, now, asked)))


def balances_in(connection: Connection) -> Sheet:
    """What everybody is owed, or owes, over all settled nights."""
    totals = sums(
        ((code, name_of(owner)), amount)
        for (_, code), of in balances(connection).items()
        for owner, amount in of.items()
    )
    ordered = sorted(totals.items(), key=lambda item: (item[0][0], item[1]))
    rows = ((name or CASH_BOX, code, in_units(amount, code)) for (code, name), amount in ordered if amount)
    return Sheet("balances", BALANCES, tuple(rows))


def money_entries(engine: Engine, now: datetime, asked: Asked) -> tuple[Entry, ...]:
    """What changed balances, by date: for each settled night what its lines come to, and each payment.

    What a settlement carries from an earlier night moves nothing, and is not in it.
    """

    def question(connection: Connection) -> tuple[Entry, ...]:
        every = [entry for night in _nights(connection, now, asked) for entry in _entries(connection, night)]
        return tuple(sorted(every, key=lambda entry: entry.on))

    return read(engine, question)


def _nights(connection: Connection, now: datetime, asked: Asked) -> list[StoredNight]:
    scope = scope_meant(connection, now, asked)
    ids = nights_that_count(connection, counted_in(connection, scope))
    return [night for night in nights(connection) if ids is None or night.id in ids]


def _rows(connection: Connection, now: datetime, asked: Asked) -> Iterator[tuple[Cell, ...]]:
    for night in _nights(connection, now, asked):
        stored = settlement_of(connection, night.id)
        if stored is not None and stored.money is not None:
            code = stored.money.currency
            for line in stored.plan:
                amount = in_units(line.amount_minor, code)
                yield (night.held_on, "planned", _name(line.payer), _name(line.payee), amount, code, None, None, None)
        for paid in _handed_over(connection, night):
            amount, names = in_units(paid.amount_minor, paid.currency), (_name(paid.payer), _name(paid.payee))
            yield (night.held_on, "paid", *names, amount, paid.currency, paid.paid_on, paid.id, paid.note)


def _entries(connection: Connection, night: StoredNight) -> Iterator[Entry]:
    stored = settlement_of(connection, night.id)
    if stored is not None and stored.money is not None:
        code = stored.money.currency
        for entry, text in _titles(
            night.held_on, {(line.entry, line.title or line.kind.value) for line in stored.lines}
        ):
            owed = sums((name_of(line.owner), line.amount_minor) for line in stored.lines if line.entry == entry)
            postings = tuple(Posting(name, amount) for name, amount in owed.items() if amount)
            if postings:
                yield Entry(night.held_on, text, code, postings)
    for paid in _handed_over(connection, night):
        postings = (Posting(name_of(paid.payer), paid.amount_minor), Posting(name_of(paid.payee), -paid.amount_minor))
        text = f"Paid: {_name(paid.payer)} to {_name(paid.payee)}"
        yield Entry(paid.paid_on, text, paid.currency, postings, paid.note)


def _titles(held_on: date, entries: set[tuple[int, str]]) -> list[tuple[int, str]]:
    """Each entry of a settlement with what it is for; of lines with several titles the first."""
    said = dict(sorted(entries, reverse=True))
    return [(entry, f"Night of {held_on}: {said[entry]}") for entry in sorted(said)]


def _handed_over(connection: Connection, night: StoredNight) -> list[StoredTransfer]:
    return [paid for paid in transfers_where(connection) if paid.night_id == night.id]


def _name(owner: Owner) -> str:
    return name_of(owner) or CASH_BOX
