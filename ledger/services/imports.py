"""Imports, to take one back."""

from ledger.errors import LedgerError
from ledger.services.undo import standing_units
from ledger.store.nights import IMPORT
from ledger.store.undo import did_something
from ledger.store.unit import Connection, Engine, read


class NoImport(LedgerError):
    """There is no import to take back."""

    def __init__(self, number: int | None) -> None:
        named = "there is no import to take back" if number is None else f"unit {number} is no import"
        super().__init__(f"{named}: ledger log shows what was done, with its numbers")


def last_import(engine: Engine, number: int | None) -> int:
    """The unit of an import: the last one that brought something and is not taken back, or that of a number.

    Raises NoImport.
    """

    def question(connection: Connection) -> int | None:
        imports = [deed.unit for deed in standing_units(connection) if deed.command.startswith(IMPORT)]
        if number is not None:
            return number if number in imports else None
        return next((unit for unit in imports if did_something(connection, unit)), None)

    unit = read(engine, question)
    if unit is None:
        raise NoImport(number)
    return unit
