"""What can be wrong with a picture before it is drawn."""

from ledger.errors import LedgerError


class NotInstalled(LedgerError):
    """A picture without the library that draws it."""

    def __init__(self, library: str) -> None:
        super().__init__(
            f"pictures are drawn by {library}, which is not installed: pip install 'riichi-club-ledger[charts]'"
        )
