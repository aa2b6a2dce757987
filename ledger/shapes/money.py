"""The money of a night as people see it; amounts in minor units of its currency."""

from dataclasses import dataclass
from datetime import date

from ledger.shapes.game import GameView, Money


@dataclass(frozen=True, slots=True)
class SettlementPlayer:
    """What one person's night comes to: points, and money where the night has any; nobody is the club's cash box."""

    player: str | None
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class TransferLine:
    """Money that one person should hand another; nobody is the club's cash box."""

    payer: str | None
    payee: str | None
    amount_minor: int


@dataclass(frozen=True, slots=True)
class SettlementView:
    """A settled night: its games, what each person's points come to, and who pays whom.

    Points and money of players sum to zero: the cash box, last, has what the games took off and gave to nobody.
    """

    held_on: date
    money: Money | None
    games: tuple[GameView, ...]
    players: tuple[SettlementPlayer, ...]
    transfers: tuple[TransferLine, ...]
