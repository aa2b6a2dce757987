"""Games read back as what the rules work on: the ruleset, who sits where, and the facts of each hand."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Select, exists, func, select

from ledger.rules.facts import ExhaustiveDraw, Facts, HanFu, LimitHand, Price, Ron, Score, Tsumo, Win, YakumanHand
from ledger.rules.payments import turn_order
from ledger.rules.ruleset import Ruleset, ruleset_from_content
from ledger.shapes.game import Ending, GameVoided
from ledger.shapes.hand import Limit, Payment, Reason
from ledger.store.models import (
    Game,
    GameEnd,
    Hand,
    HandPayment,
    HandSeat,
    HandWin,
    NightTerms,
    PlayerTerms,
    Result,
    Seat,
    Settlement,
    StoredRuleset,
)
from ledger.store.people import Person

S = TypeVar("S", bound=Select[*tuple[Any, ...]])


class StoredGame(NamedTuple):
    """A game without its hands: seats in seat order; ending and what its placement used, None while it is open."""

    id: int
    night_id: int
    held_on: date
    number: int
    label: str | None
    rules: Ruleset
    seats: tuple[Person, ...]
    ending: Ending | None

    @property
    def names(self) -> tuple[str, ...]:
        """The shown names by seat."""
        return tuple(person.name for person in self.seats)


class StoredHand(NamedTuple):
    """A hand: the unit that recorded it, and its facts."""

    id: int
    seq: int
    unit: int
    facts: Facts


def games_where(connection: Connection, *conditions: Any) -> list[StoredGame]:
    """Live games that meet conditions, in order of play, each with its ruleset, seats and ending."""
    rows = connection.execute(
        select(
            Game.id,
            Game.night_id,
            NightTerms.held_on,
            Game.number,
            Game.label,
            StoredRuleset.content,
            GameEnd.how,
            Seat.player_id,
            PlayerTerms.shown_name,
        )
        .join(NightTerms, (NightTerms.night_id == Game.night_id) & (NightTerms.live == 1))
        .join(StoredRuleset, StoredRuleset.id == Game.ruleset_id)
        .join(Seat, (Seat.game_id == Game.id) & (Seat.live == 1))
        .join(PlayerTerms, (PlayerTerms.player_id == Seat.player_id) & (PlayerTerms.live == 1))
        .outerjoin(GameEnd, (GameEnd.game_id == Game.id) & (GameEnd.live == 1))
        .where(Game.live == 1, *conditions)
        .order_by(NightTerms.held_on, Game.night_id, Game.number, Game.id, Seat.seat)
    ).all()
    rulesets = {content: ruleset_from_content(content) for content in {row.content for row in rows}}
    games: dict[int, StoredGame] = {}
    for row in rows:
        seat = Person(row.player_id, row.shown_name)
        if row.id in games:
            games[row.id] = games[row.id]._replace(seats=(*games[row.id].seats, seat))
            continue
        ending = None if row.how is None else Ending(row.how)
        games[row.id] = StoredGame(
            row.id, row.night_id, row.held_on, row.number, row.label, rulesets[row.content], (seat,), ending
        )
    return list(games.values())


def open_games(connection: Connection) -> list[StoredGame]:
    """Games that are not over, on nights that are not settled."""
    return games_where(connection, GameEnd.id.is_(None), ~settled(Game.night_id))


def voided_game(connection: Connection, unit: int) -> GameVoided:
    """The game that a unit voided."""
    rows = connection.execute(
        select(Game.id, NightTerms.held_on, Game.number, PlayerTerms.shown_name)
        .join(NightTerms, (NightTerms.night_id == Game.night_id) & (NightTerms.live == 1))
        .join(Seat, (Seat.game_id == Game.id) & (Seat.voided_by == unit))
        .join(PlayerTerms, (PlayerTerms.player_id == Seat.player_id) & (PlayerTerms.live == 1))
        .where(Game.voided_by == unit)
        .order_by(Seat.seat)
    ).all()
    hands = connection.execute(
        select(func.count()).where(Hand.game_id == rows[0].id, Hand.voided_by == unit)
    ).scalar_one()
    return GameVoided(rows[0].held_on, rows[0].number, tuple(row.shown_name for row in rows), hands)


def settled(night_id: Any) -> Any:
    """The condition that a night has a live settlement."""
    return exists().where(Settlement.night_id == night_id, Settlement.live == 1)


def hands_of(
    connection: Connection, game_ids: Iterable[int], *, voided_by: int | None = None
) -> dict[int, list[StoredHand]]:
    """The hands of games in order of play, as facts: the live ones, or those that a unit voided."""
    ids = list(game_ids)
    games: dict[int, list[StoredHand]] = {game: [] for game in ids}
    seats: dict[int, list[Any]] = {}
    for row in connection.execute(
        _of(select(HandSeat.hand_id, HandSeat.seat, HandSeat.riichi, HandSeat.tenpai), HandSeat, ids, voided_by)
    ):
        seats.setdefault(row.hand_id, []).append(row)
    wins: dict[int, list[Any]] = {}
    prices = (HandWin.han, HandWin.fu, HandWin.score, HandWin.limit_name, HandWin.yakuman)
    for win in connection.execute(
        _of(select(HandWin.hand_id, HandWin.winner, HandWin.discarder, *prices), HandWin, ids, voided_by)
    ):
        wins.setdefault(win.hand_id, []).append(win)
    for hand, game, seq, unit, outcome in connection.execute(
        select(Hand.id, Hand.game_id, Hand.seq, Hand.journal_id, Hand.outcome)
        .where(Hand.game_id.in_(ids), _in_force(Hand, voided_by))
        .order_by(Hand.game_id, Hand.seq)
    ):
        facts = _facts(outcome, wins.get(hand, []), seats.get(hand, []))
        games[game].append(StoredHand(hand, seq, unit, facts))
    return games


def _of(query: S, child: Any, game_ids: list[int], voided_by: int | None = None) -> S:
    """Only the rows below the hands of these games: the live ones, or those that a unit voided."""
    return query.join(Hand, Hand.id == child.hand_id).where(
        Hand.game_id.in_(game_ids), _in_force(Hand, voided_by), _in_force(child, voided_by)
    )


def _in_force(model: Any, voided_by: int | None) -> Any:
    return model.live == 1 if voided_by is None else model.voided_by == voided_by


def _facts(outcome: str, wins: list[Any], seats: list[Any]) -> Facts:
    riichi = tuple(sorted(row.seat for row in seats if row.riichi == 1))
    if outcome == "draw":
        return ExhaustiveDraw(tuple(sorted(row.seat for row in seats if row.tenpai)), riichi)
    won = {row.winner: Win(row.winner, _price(row)) for row in wins}
    if outcome == "tsumo":
        return Tsumo(won[wins[0].winner], riichi)
    discarder = wins[0].discarder
    # The number of seats does not matter for the order of turns here, only that it is the same for all.
    in_turn = turn_order(tuple(won), discarder, 4)
    return Ron(discarder, tuple(won[w] for w in in_turn), riichi, any(row.riichi == 2 for row in seats))


def _price(row: Any) -> Price:
    if row.yakuman is not None:
        return YakumanHand(row.yakuman)
    if row.limit_name is not None:
        return LimitHand(Limit(row.limit_name))
    return Score(row.score) if row.score is not None else HanFu(row.han, row.fu)


def payments_of(connection: Connection, game_ids: Iterable[int]) -> dict[int, list[Payment]]:
    """The stored payments of the live hands of games, by hand."""
    ids = list(game_ids)
    paid: dict[int, list[Payment]] = {}
    query = select(
        HandPayment.hand_id, HandPayment.payer, HandPayment.payee, HandPayment.points, HandPayment.reason
    ).order_by(HandPayment.hand_id, HandPayment.line)
    for row in connection.execute(_of(query, HandPayment, ids)):
        paid.setdefault(row.hand_id, []).append(Payment(row.payer, row.payee, row.points, Reason(row.reason)))
    return paid


class StoredResult(NamedTuple):
    """A seat's stored result."""

    game_id: int
    seat: int
    player: Person
    place: int
    raw_score: int
    leftover_sticks: int
    uma: int
    bonus: int
    points: int


def results_of(connection: Connection, game_ids: Iterable[int]) -> dict[int, list[StoredResult]]:
    """The live results of games, in seat order."""
    results: dict[int, list[StoredResult]] = {game: [] for game in game_ids}
    rows = connection.execute(
        select(
            Result.game_id,
            Result.seat,
            Result.player_id,
            PlayerTerms.shown_name,
            Result.place,
            Result.raw_score,
            Result.leftover_sticks,
            Result.uma,
            Result.bonus,
            Result.points,
        )
        .join(PlayerTerms, (PlayerTerms.player_id == Result.player_id) & (PlayerTerms.live == 1))
        .where(Result.game_id.in_(list(results)), Result.live == 1)
        .order_by(Result.game_id, Result.seat)
    )
    for game, seat, player, name, *numbers in rows:
        results[game].append(StoredResult(game, seat, Person(player, name), *numbers))
    return results
