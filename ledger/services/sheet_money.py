"""What a sheet says beside its games: lines of money and fees, compared with what is recorded, and recorded."""

from collections.abc import Callable
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.services.paying import owner_named
from ledger.shapes.sheet import Problem, Sheet, SheetLine
from ledger.store.charges import Line, StoredFee, charges_of, fees_of, save_charge, save_fee, void_charges
from ledger.store.nights import StoredNight
from ledger.store.unit import Connection

ReadAmount = Callable[[str, str], int]
"""Reads an amount as it is written, in a currency: minor units."""


class MoneyDone(NamedTuple):
    """What came of it: problems, what was recorded otherwise, and whether anything was recorded."""

    problems: tuple[Problem, ...] = ()
    changes: tuple[str, ...] = ()
    changed: bool = False


def write_money(
    connection: Connection,
    unit: int,
    night: StoredNight,
    sheet: Sheet,
    read_amount: ReadAmount | None,
    *,
    replace: bool,
) -> MoneyDone:
    """Records what is new beside the games; what is recorded otherwise is refused, or taken back."""
    written = [*(line.line for line in sheet.lines), *(fee.line for fee in sheet.fees)]
    money = night.defaults.money
    if money is None or read_amount is None:
        why = "the night is for points only: give it a rate for lines and fees"
        return MoneyDone((Problem(min(written), why),)) if written else MoneyDone()
    lines, wrong = _lines(connection, sheet.lines, money.currency, read_amount)
    fees: dict[str, int] = {}
    for fee in sheet.fees:
        try:
            fees[fee.per] = read_amount(fee.amount, money.currency)
        except LedgerError as error:
            wrong.append(Problem(fee.line, str(error)))
    if wrong:
        return MoneyDone(tuple(wrong))
    at = min(written, default=sheet.line)
    return _both(
        _write_lines(connection, unit, night, lines, at, replace=replace),
        _write_fees(connection, unit, night, fees, at, replace=replace),
    )


def _both(one: MoneyDone, other: MoneyDone) -> MoneyDone:
    return MoneyDone(one.problems + other.problems, one.changes + other.changes, changed=one.changed or other.changed)


def _lines(
    connection: Connection, lines: tuple[SheetLine, ...], currency: str, read_amount: ReadAmount
) -> tuple[list[tuple[str, tuple[Line, ...]]], list[Problem]]:
    """The lines with people and minor units, and what is wrong with them."""
    read: list[tuple[str, tuple[Line, ...]]] = []
    wrong: list[Problem] = []
    for line in lines:
        try:
            owed = [(owner_named(connection, name), read_amount(text, currency)) for name, text in line.amounts]
            if sum(amount for _, amount in owed):
                raise LedgerError("the amounts of a line add up to 0: what some get others give, or the box")
        except LedgerError as error:
            wrong.append(Problem(line.line, str(error)))
        else:
            read.append((line.title, tuple(owed)))
    return read, wrong


def _write_lines(
    connection: Connection,
    unit: int,
    night: StoredNight,
    lines: list[tuple[str, tuple[Line, ...]]],
    at: int,
    *,
    replace: bool,
) -> MoneyDone:
    there = charges_of(connection, night.id)
    changes: tuple[str, ...] = ()
    if [(charge.title, charge.lines) for charge in there] != lines[: len(there)]:
        held = ", ".join(charge.title for charge in there)
        if not replace:
            return MoneyDone((Problem(at, f"the night is recorded with  {held}; to change that, add --replace"),))
        changes = (f"the night was recorded with  {held}",)
        void_charges(connection, unit, night.id)
        there = []
    for title, amounts in lines[len(there) :]:
        save_charge(connection, unit, night.id, title, amounts)
    return MoneyDone((), changes, changed=bool(changes) or len(lines) > len(there))


def _write_fees(
    connection: Connection, unit: int, night: StoredNight, fees: dict[str, int], at: int, *, replace: bool
) -> MoneyDone:
    there = {fee.per: fee.amount_minor for fee in fees_of(connection, night.id)}
    other = {per for per, minor in there.items() if fees.get(per, 0) != minor}
    if other and not replace:
        why = f"the fee per {' and per '.join(sorted(other))} is recorded otherwise; to change it, add --replace"
        return MoneyDone((Problem(at, why),))
    new = {per: fees.get(per, 0) for per in (*fees, *other) if fees.get(per, 0) != there.get(per, 0)}
    for per, minor in new.items():
        save_fee(connection, unit, night.id, StoredFee(per, minor))
    return MoneyDone((), tuple(f"the fee per {per} was recorded otherwise" for per in sorted(other)), changed=bool(new))
