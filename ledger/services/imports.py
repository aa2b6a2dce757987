"""Imports, to take one back."""

from ledger.errors import LedgerError
from ledger.services.undo import standing_units
from ledger.store.nights import IMPORT
from ledger.store.unit import Engine, read


class NoImport(LedgerError):
    """There is no import to take back."""

    def __init__(self, number: int | None) -> None:
        named = "there is no import to take back" if number is None else f"unit {number} is no import"
        super().__init__(f"{named}: ledger log shows what was done, with its numbers")


def last_import(engine: Engine, number: int | None) -> int:
    """The unit of an import: the last one that is not taken back, or that of a number. Raises NoImport."""
    imports = [deed.unit for deed in read(engine, standing_units) if deed.command.startswith(IMPORT)]
    if not imports or number not in (None, *imports):
        raise NoImport(number)
    return imports[0] if number is None else number
