"""Money as people see it; amounts in minor units of a currency, nobody (None) is the club's cash box."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ledger.shapes.game import GameView, Money

CASH_BOX = "cash box"
"""Whose a line is that is no player's."""


BOX = "box"
NAMES_OF_THE_BOX = (BOX, "cash box", "cash-box")
"""What is typed, folded, for the cash box."""


def party(name: str | None) -> str:
    """Who pays or is paid, in words."""
    return f"the {CASH_BOX}" if name is None else name


class PlanKind(StrEnum):
    """How a plan of transfers was made."""

    FEWEST = "fewest"  # no plan can have fewer transfers
    SHORT = "short"  # a short one among many people, not surely the shortest
    THROUGH = "through"  # all pay one person, or are paid by them
    PAIRWISE = "pairwise"  # game by game


class LineKind(StrEnum):
    """What a line of a settlement is for."""

    GAMES = "games"
    LINE = "line"  # entered beside the games: a shared cost, a side bet, a prize
    FEE = "fee"
    CARRIED = "carried"  # open from an earlier night
    ROUNDING = "rounding"  # to the unit that was asked for
    PAID = "paid"  # handed over before the settlement


@dataclass(frozen=True, slots=True)
class SettlementPlayer:
    """What one person's night comes to: points, and money with all lines, where the night has any."""

    player: str | None
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """What somebody gets (or owes, negative) beside the games, and for what.

    from_night: that it is carried from; other: to whom, or by whom, it was paid.
    """

    kind: LineKind
    title: str
    player: str | None
    amount_minor: int
    from_night: date | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class TransferLine:
    """Money that one person should hand another, and how much of it was handed over."""

    payer: str | None
    payee: str | None
    amount_minor: int
    paid_minor: int = 0

    @property
    def open_minor(self) -> int:
        """What is left to be paid."""
        return max(self.amount_minor - self.paid_minor, 0)


@dataclass(frozen=True, slots=True)
class SettlementView:
    """A settled night, or what its settlement would be: its games, what each person's points come to, who pays whom.

    Points and money of players sum to zero: the cash box, last, has what the games took off and gave to nobody.
    lines: what is not of the games; left_out: numbers of games that are not over and not in it;
    fits: whether what is open of the plan clears what is still owed; a plan mended by  ledger settle --replan  does.
    """

    held_on: date
    money: Money | None
    games: tuple[GameView, ...]
    players: tuple[SettlementPlayer, ...]
    transfers: tuple[TransferLine, ...]
    lines: tuple[MoneyLine, ...] = ()
    plan: PlanKind | None = None
    round_minor: int | None = None
    left_out: tuple[int, ...] = ()
    preview: bool = False
    fits: bool = True


@dataclass(frozen=True, slots=True)
class ChargeView:
    """Something beside the games that a night's money has: what each gets (or owes, negative) for it."""

    night: date
    title: str
    currency: str
    lines: tuple[tuple[str | None, int], ...]


@dataclass(frozen=True, slots=True)
class Paid:
    """Money that one person handed another: its numbers, one for each night that it is for.

    left_minor: what the payer is owed after it, in this currency; negative is still to be paid.
    """

    numbers: tuple[int, ...]
    payer: str | None
    payee: str | None
    amount_minor: int
    currency: str
    nights: tuple[date, ...]
    left_minor: int


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What somebody is owed (or owes, negative) over all settled nights, in a currency."""

    player: str | None
    currency: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of somebody's statement: a part of a settlement, or money handed over; balance: after it.

    number: of a transfer, by which it is taken back.
    """

    night: date
    on: date
    what: str
    amount_minor: int
    balance_minor: int
    currency: str
    number: int | None = None
