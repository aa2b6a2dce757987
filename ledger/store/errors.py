"""What can be wrong with a database, said so that a person can act on it."""

from ledger.errors import LedgerError, StoreError


class NoLedger(StoreError):
    """There is no ledger at the place named."""

    def __init__(self, place: str) -> None:
        super().__init__(f"there is no ledger at {place}: make one with  ledger init  (or name another with --db)")


class NotALedger(StoreError):
    """The file is something else; it is left untouched."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} is not a ledger file; it was left untouched")


class NewerLedger(StoreError):
    """The file was written by a newer version; it is left untouched."""

    def __init__(self, place: str, revision: str) -> None:
        super().__init__(
            f"{place} was written by a newer version of the ledger (schema {revision}): "
            "use that version of the program, or a newer one. It was left untouched"
        )


class UpgradeNeeded(StoreError):
    """A database on a server is behind, and is upgraded only when asked."""

    def __init__(self, place: str, revision: str | None) -> None:
        super().__init__(f"the database {place} is at schema {revision}, behind this version: run  ledger init  on it")


class CannotUse(StoreError):
    """The database refused: not writable, locked for too long, damaged."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"cannot use {place}: {reason}")


class ChangedRequest(LedgerError):
    """A request id that was used before, for something else."""

    def __init__(self, uid: str, command: str) -> None:
        super().__init__(
            f"request {uid} was already used for another {command}; use a new id for a new request, "
            "or repeat exactly what was asked before"
        )


class TouchedSince(LedgerError):
    """A unit that cannot be undone, for a later one builds on it; later: the number of that one."""

    def __init__(self, unit: int, later: int, command: str) -> None:
        super().__init__(f"unit {unit} cannot be undone: unit {later} ({command}) builds on it; undo that one first")
        self.later = later


class ConflictInBundle(LedgerError):
    """A record of a bundle that cannot stand beside what is recorded here."""

    def __init__(self, line: int | None, kind: str, reason: str) -> None:
        self.line = line
        where = f"line {line}" if line is not None else "a unit"
        why = " ".join(reason.split())[:200]
        super().__init__(f"{where} of the bundle ({kind}) cannot stand beside what is recorded here: {why}")
