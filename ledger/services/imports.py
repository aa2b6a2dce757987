"""Imports, to take one back."""

from ledger.errors import LedgerError
from ledger.services.undo import standing_units
from ledger.store.imported import with_something
from ledger.store.nights import IMPORT
from ledger.store.unit import Connection, Engine, read


class NoImport(LedgerError):
    """There is no import to take back."""

    def __init__(self, number: int | None) -> None:
        named = "there is no import to take back" if number is None else f"unit {number} is no import"
        super().__init__(f"{named}: ledger log shows what was done, with its numbers")


def last_import(engine: Engine, number: int | None) -> int:
    """The unit of an import: that of a number, or the last one that is not taken back and brought something.

    Raises NoImport.
    """
    return read(engine, lambda connection: _last_import(connection, number))


def _last_import(connection: Connection, number: int | None) -> int:
    imports = [deed.unit for deed in standing_units(connection) if deed.command.startswith(IMPORT)]
    if not imports or number not in (None, *imports):
        raise NoImport(number)
    if number is not None:
        return number
    brought = with_something(connection, imports)
    return next((unit for unit in imports if unit in brought), imports[0])
