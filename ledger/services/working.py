"""What a night comes to in money: the points of its games at its rate, and all that is beside them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.money import exact_money, round_to_zero_sum, sums
from ledger.shapes.game import Money
from ledger.shapes.money import LineKind
from ledger.store.charges import charges_of, fees_of
from ledger.store.load import StoredGame
from ledger.store.nights import StoredNight, nights
from ledger.store.results import results_of, shares_of_results
from ledger.store.settlements import CarriedLine, Owner, SettledLine
from ledger.store.transfers import balances, transfers_of_night
from ledger.store.unit import Connection

Amounts = Mapping[Owner, int]
"""What each gets, or owes (negative); together zero."""
FEES = {"head": "fee", "game": "fee for each game"}


class Working(NamedTuple):
    """A night's lines; owners: all who are in it, the cash box last; totals: what each is still to get, or to pay.

    entries: what the totals add up from, each zero in itself: for a plan game by game.
    """

    owners: tuple[Owner, ...]
    lines: tuple[SettledLine, ...]
    carried: tuple[CarriedLine, ...]
    totals: tuple[int, ...]
    entries: tuple[tuple[int, ...], ...]


def working(
    connection: Connection, night: StoredNight, games: Sequence[StoredGame], *, carry: bool, round_minor: int | None
) -> Working:
    """What a night comes to. carry: with what is open from earlier nights; round_minor: the unit of each total."""
    by_game = _points(connection, games)
    points = sums(part for of_game in by_game for part in of_game.items())
    money = night.defaults.money
    beside = _beside(connection, night, by_game) if money else []
    carried = open_before(connection, night, money) if money and carry else []
    paid = _paid(connection, night, money) if money else {}
    owners = _owners(points, [*(amounts for _, _, amounts in beside), _sum_of(carried), paid])
    claims = _claims(owners, points, games[-1] if games else None)
    exact = [_exact(points.get(owner, 0), money) for owner in owners]
    of_games = round_to_zero_sum(exact, claims)
    others = [[amounts.get(owner, 0) for owner in owners] for _, _, amounts in beside]
    by_night = [_sum_of([c for c in carried if c.from_night == night]) for night in _nights(carried)]
    moved = [[amounts.get(owner, 0) for owner in owners] for amounts in by_night]
    handed = [paid.get(owner, 0) for owner in owners]
    entries = [*_each_game(by_game, owners, claims, of_games, money), *others, *moved, handed]
    totals = [sum(column) for column in zip(*entries, strict=True)]
    lines = [
        SettledLine(1, LineKind.GAMES, None, owner, points.get(owner, 0), amount)
        for owner, amount in zip(owners, of_games, strict=True)
        if owner in points
    ]
    for entry, ((kind, title, _), amounts) in enumerate(zip(beside, others, strict=True), start=2):
        lines += _lines(entry, kind, title, owners, amounts)
    if round_minor:
        whole = [total - part + wanted for total, part, wanted in zip(totals, of_games, exact, strict=True)]
        rounded = round_to_zero_sum(whole, claims, round_minor)
        by = [to - total for to, total in zip(rounded, totals, strict=True)]
        lines += _lines(len(beside) + 2, LineKind.ROUNDING, None, owners, by)
        entries.append(by)
        totals = list(rounded)
    return Working(tuple(owners), tuple(lines), tuple(carried), tuple(totals), tuple(tuple(entry) for entry in entries))


def _points(connection: Connection, games: Sequence[StoredGame]) -> list[dict[Owner, int]]:
    """What each gets of each game's points; what it took off and gave to nobody is the cash box's."""
    ids = [game.id for game in games]
    results, shares = results_of(connection, ids), shares_of_results(connection, ids)
    found: list[dict[Owner, int]] = []
    for game in ids:
        parts: list[tuple[Owner, int]] = [(result.player, result.points) for result in results[game]]
        parts += ((share.player, share.points) for share in shares if share.game_id == game)
        points = sums(parts)
        if rest := -sum(points.values()):
            points[None] = rest
        found.append(points)
    return found


def _beside(
    connection: Connection, night: StoredNight, by_game: Sequence[Mapping[Owner, int]]
) -> list[tuple[LineKind, str, Amounts]]:
    """What is beside the games: what was entered, and the fees."""
    found: list[tuple[LineKind, str, Amounts]] = [
        (LineKind.LINE, charge.title, sums(charge.lines)) for charge in charges_of(connection, night.id)
    ]
    for fee in fees_of(connection, night.id):
        played = [owner for game in by_game for owner in game if owner is not None]
        heads = played if fee.per == "game" else list(dict.fromkeys(played))
        owed: dict[Owner, int] = {owner: -fee.amount_minor * heads.count(owner) for owner in heads}
        found.append((LineKind.FEE, FEES[fee.per], owed | {None: fee.amount_minor * len(heads)}))
    return found


def open_before(connection: Connection, night: StoredNight, money: Money) -> list[CarriedLine]:
    """What is open from earlier settled nights in the same currency."""
    settled = [other.id for other in nights(connection) if other.settled and other.held_on < night.held_on]
    return [
        CarriedLine(from_night, owner, amount)
        for (from_night, currency), amounts in sorted(balances(connection).items(), key=lambda item: item[0])
        if from_night in settled and currency == money.currency
        for owner, amount in amounts.items()
    ]


def _paid(connection: Connection, night: StoredNight, money: Money) -> dict[Owner, int]:
    """What was handed over for this night in its currency before it is settled."""
    handed = transfers_of_night(connection, night.id, money.currency)
    return sums(part for t in handed for part in ((t.payer, t.amount_minor), (t.payee, -t.amount_minor)))


def _sum_of(carried: Sequence[CarriedLine]) -> dict[Owner, int]:
    return sums((line.owner, line.amount_minor) for line in carried)


def _nights(carried: Sequence[CarriedLine]) -> list[int]:
    return list(dict.fromkeys(line.from_night for line in carried))


def _owners(points: Mapping[Owner, int], beside: Sequence[Amounts]) -> list[Owner]:
    """All who are in it: by points, then those who did not play by name, the cash box last."""
    played = sorted((owner for owner in points if owner is not None), key=lambda owner: -points[owner])
    others = {owner for amounts in beside for owner in amounts if owner is not None} - {*played}
    owners: list[Owner] = [*played, *sorted(others, key=lambda owner: (owner.name, owner.id))]
    return [*owners, None] if any(None in amounts for amounts in (points, *beside)) else owners


def _claims(owners: Sequence[Owner], points: Mapping[Owner, int], last: StoredGame | None) -> list[int]:
    """How early each gets a unit that rounding leaves between equal claims: 0 is the first.

    The rules of the last game say whether the better or the worse player gets it; between equal players, the
    seats of that game do; those who did not play come after them, and the cash box last.
    """
    seat = {person: number for number, person in enumerate(last.seats if last else ())}
    best = 1 if last and last.rules.odd_unit != "best" else -1

    def early(owner: Owner) -> tuple[int, int, int]:
        if owner is None:
            return (2, 0, 0)
        return (owner not in points, best * points.get(owner, 0), seat.get(owner, len(seat)))

    order = sorted(owners, key=early)
    return [order.index(owner) for owner in owners]


def _exact(points: int, money: Money | None) -> Fraction:
    return Fraction(0) if money is None else exact_money(points, Fraction(money.rate_minor, money.rate_points))


def _each_game(
    by_game: Sequence[Mapping[Owner, int]],
    owners: Sequence[Owner],
    claims: Sequence[int],
    of_games: Sequence[int],
    money: Money | None,
) -> list[list[int]]:
    """The money of each game, and what is left of a unit here and there once the night's total is rounded."""
    games = [
        list(round_to_zero_sum([_exact(points.get(owner, 0), money) for owner in owners], claims)) for points in by_game
    ]
    left = [total - sum(game[i] for game in games) for i, total in enumerate(of_games)]
    return [*games, left]


def _lines(
    entry: int, kind: LineKind, title: str | None, owners: Sequence[Owner], amounts: Sequence[int]
) -> list[SettledLine]:
    return [
        SettledLine(entry, kind, title, owner, 0, amount)
        for owner, amount in zip(owners, amounts, strict=True)
        if amount
    ]
