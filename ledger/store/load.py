"""Games read back as what the rules work on: the ruleset, who sits where, and the facts of each hand."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Select, Table, exists, func, select

from ledger.names import name_key
from ledger.notation.refusals import UnknownPlayer
from ledger.notation.seated import FORCE, match_name
from ledger.rules.facts import Facts
from ledger.rules.ruleset import Ruleset, ruleset_from_content
from ledger.shapes.game import Credit, Ending, GameVoided
from ledger.shapes.hand import Payment, Reason
from ledger.store import models as db
from ledger.store.hand_rows import facts_of
from ledger.store.people import Person, known_people, names_of

S = TypeVar("S", bound=Select[*tuple[Any, ...]])


class Sitting(NamedTuple):
    """Who sits at a seat from a hand on; credit: of somebody who came for another, whose the result is."""

    seat: int
    from_hand: int
    person: Person
    credit: Credit | None = None


class StoredGame(NamedTuple):
    """A game without its hands, and how many those are; sittings by seat and hand; ending is None while it is open.

    further: the names, folded, that find people in full, each with whose it is.
    """

    id: int
    night_id: int
    held_on: date
    number: int
    label: str | None
    rules: Ruleset
    sittings: tuple[Sitting, ...]
    ending: Ending | None
    hands: int
    further: tuple[tuple[str, int], ...]

    def seat_of(self, name: str) -> int:
        """The seat of who has a name, or a further name in full: of those there now, else of those who were before.

        A name in full goes before the beginning of one. Raises UnknownPlayer or AmbiguousPlayer.
        """
        key = name_key(name).removeprefix(FORCE).strip()
        whose = dict(self.further).get(key)
        before = {sits.from_hand - 1 for sits in self.came if sits.from_hand <= self.hands + 1}
        hands = (self.hands + 1, *sorted(before, reverse=True))
        for hand in hands:
            for seat, person in enumerate(self.seats_at(hand)):
                if person.id == whose or name_key(person.name) == key:
                    return seat
        unknown: list[UnknownPlayer] = []
        for hand in hands:
            try:
                return match_name(name, self.names_at(hand))
            except UnknownPlayer as error:
                unknown.append(error)
        raise unknown[0]

    @property
    def sat(self) -> tuple[Person, ...]:
        """All who sat there, or sit there now, each once; not whoever waits for a hand that is not played yet."""
        return tuple(dict.fromkeys(sits.person for sits in self.sittings if sits.from_hand <= self.hands + 1))

    @property
    def seats(self) -> tuple[Person, ...]:
        """Who sits there now, in seat order."""
        return self.seats_at(self.hands + 1)

    @property
    def names(self) -> tuple[str, ...]:
        """The shown names by seat."""
        return self.names_at(self.hands + 1)

    def seats_at(self, hand: int) -> tuple[Person, ...]:
        """Who sat there in a hand, in seat order."""
        there = {s.seat: s.person for s in self.sittings if s.from_hand <= hand}
        return tuple(there[seat] for seat in sorted(there))

    def names_at(self, hand: int) -> tuple[str, ...]:
        """The shown names by seat in a hand."""
        return tuple(person.name for person in self.seats_at(hand))

    @property
    def came(self) -> tuple[Sitting, ...]:
        """Those who came for somebody in the middle of it."""
        return tuple(s for s in self.sittings if s.credit is not None)

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All who sit there now, or came for somebody, each once."""
        later = (s.person for s in self.sittings if s.from_hand > self.hands + 1)
        return tuple(dict.fromkeys((*self.seats, *later)))


class StoredHand(NamedTuple):
    """A hand and its facts; uid: by which it is known, also once it is corrected."""

    id: int
    seq: int
    facts: Facts
    uid: str


def games_where(connection: Connection, *conditions: Any) -> list[StoredGame]:
    """Live games that meet conditions, in order of play, each with its ruleset, seats and ending."""
    people = known_people()
    hands = select(func.count()).where(db.hands.c.game_id == db.games.c.id, db.hands.c.live == 1).scalar_subquery()
    rows = connection.execute(
        select(
            db.games.c.id,
            db.games.c.night_id,
            db.night_terms.c.held_on,
            db.games.c.number,
            db.games.c.label,
            db.rulesets.c.content,
            db.games.c.rounds,
            db.game_ends.c.how,
            hands.label("hands"),
            db.seats.c.seat,
            db.seats.c.from_hand,
            db.seats.c.credit,
            people.c.person_id,
            people.c.shown_name,
        )
        .join(db.night_terms, (db.night_terms.c.night_id == db.games.c.night_id) & (db.night_terms.c.live == 1))
        .join(db.rulesets, db.rulesets.c.id == db.games.c.ruleset_id)
        .join(db.seats, (db.seats.c.game_id == db.games.c.id) & (db.seats.c.live == 1))
        .join(people, people.c.player_id == db.seats.c.player_id)
        .outerjoin(db.game_ends, (db.game_ends.c.game_id == db.games.c.id) & (db.game_ends.c.live == 1))
        .where(db.games.c.live == 1, *conditions)
        .order_by(
            *(db.night_terms.c.held_on, db.games.c.night_id, db.games.c.number, db.games.c.id),
            *(db.seats.c.seat, db.seats.c.from_hand),
        )
    ).all()
    rulesets = {content: ruleset_from_content(content) for content in {row.content for row in rows}}
    games: dict[int, StoredGame] = {}
    further = tuple(names_of(connection).items()) if rows else ()
    for row in rows:
        credit = None if row.credit is None else Credit(row.credit)
        sits = Sitting(row.seat, row.from_hand, Person(row.person_id, row.shown_name), credit)
        if row.id in games:
            games[row.id] = games[row.id]._replace(sittings=(*games[row.id].sittings, sits))
            continue
        ending = None if row.how is None else Ending(row.how)
        rules = with_rounds(rulesets[row.content], row.rounds)
        games[row.id] = StoredGame(
            row.id, row.night_id, row.held_on, row.number, row.label, rules, (sits,), ending, row.hands, further
        )
    return list(games.values())


def with_rounds(rules: Ruleset, rounds: int | None) -> Ruleset:
    """The rules of a game that is longer or shorter than its ruleset says. Raises RulesetError."""
    return rules if rounds is None else replace(rules, rounds=rounds)


class GameRow(NamedTuple):
    """What a game is known by, and when it was played; its ruleset, and rounds where they are not the ruleset's.

    source_key: what it is known by in the source that it was imported from.
    """

    uid: str
    played_at: datetime
    rounds: int | None
    source_key: str | None
    rules: Ruleset


def game_row(connection: Connection, game_id: int) -> GameRow:
    """A game's own row."""
    row = connection.execute(
        select(db.games.c.uid, db.games.c.played_at, db.games.c.rounds, db.games.c.source_key, db.rulesets.c.content)
        .join(db.rulesets, db.rulesets.c.id == db.games.c.ruleset_id)
        .where(db.games.c.id == game_id)
    ).one()
    return GameRow(row.uid, row.played_at, row.rounds, row.source_key, ruleset_from_content(row.content))


def game_by_id(connection: Connection, game_id: int) -> StoredGame:
    """A live game by its id."""
    return games_where(connection, db.games.c.id == game_id)[0]


def games_of_night(connection: Connection, night_id: int) -> list[StoredGame]:
    """The live games of a night, in order."""
    return games_where(connection, db.games.c.night_id == night_id)


def open_games(connection: Connection) -> list[StoredGame]:
    """Games that are not over, on nights that are not settled."""
    return games_where(connection, db.game_ends.c.id.is_(None), ~settled(db.games.c.night_id))


def voided_game(connection: Connection, unit: int) -> GameVoided:
    """The game that a unit voided."""
    people = known_people()
    rows = connection.execute(
        select(db.games.c.id, db.night_terms.c.held_on, db.games.c.number, people.c.shown_name)
        .join(db.night_terms, (db.night_terms.c.night_id == db.games.c.night_id) & (db.night_terms.c.live == 1))
        .join(db.seats, (db.seats.c.game_id == db.games.c.id) & (db.seats.c.voided_by == unit))
        .join(people, people.c.player_id == db.seats.c.player_id)
        .where(db.games.c.voided_by == unit, db.seats.c.from_hand == 1)
        .order_by(db.seats.c.seat)
    ).all()
    hands = connection.execute(
        select(func.count()).where(db.hands.c.game_id == rows[0].id, db.hands.c.voided_by == unit)
    ).scalar_one()
    return GameVoided(rows[0].held_on, rows[0].number, tuple(row.shown_name for row in rows), hands)


def settled(night_id: Any) -> Any:
    """The condition that a night has a live settlement."""
    return exists().where(db.settlements.c.night_id == night_id, db.settlements.c.live == 1)


def hands_of(
    connection: Connection, game_ids: Iterable[int], *, voided_by: int | None = None
) -> dict[int, list[StoredHand]]:
    """The hands of games in order of play, as facts: the live ones, or those that a unit voided."""
    ids = list(game_ids)
    games: dict[int, list[StoredHand]] = {game: [] for game in ids}
    seats: dict[int, list[Any]] = {}
    for row in connection.execute(
        _of(
            select(
                db.hand_seats.c.hand_id,
                db.hand_seats.c.seat,
                db.hand_seats.c.riichi,
                db.hand_seats.c.tenpai,
                db.hand_seats.c.nagashi,
            ),
            db.hand_seats,
            ids,
            voided_by,
        )
    ):
        seats.setdefault(row.hand_id, []).append(row)
    wins: dict[int, list[Any]] = {}
    for win in connection.execute(_of(select(*db.wins.c), db.wins, ids, voided_by)):
        wins.setdefault(win.hand_id, []).append(win)
    for hand in connection.execute(
        select(
            db.hands.c.id,
            db.hands.c.game_id,
            db.hands.c.seq,
            db.hands.c.outcome,
            db.hands.c.abort_kind,
            db.hands.c.chombo_seat,
            db.hands.c.note,
            db.hands.c.uid,
        )
        .where(db.hands.c.game_id.in_(ids), _in_force(db.hands, voided_by))
        .order_by(db.hands.c.game_id, db.hands.c.seq)
    ):
        facts = facts_of(hand, wins.get(hand.id, []), seats.get(hand.id, []))
        games[hand.game_id].append(StoredHand(hand.id, hand.seq, facts, hand.uid))
    return games


def _of(query: S, child: Table[Any], game_ids: list[int], voided_by: int | None = None) -> S:
    """Only the rows below the hands of these games: the live ones, or those that a unit voided."""
    return query.join(db.hands, db.hands.c.id == child.c.hand_id).where(
        db.hands.c.game_id.in_(game_ids), _in_force(db.hands, voided_by), _in_force(child, voided_by)
    )


def _in_force(table: Table[Any], voided_by: int | None) -> Any:
    return table.c.live == 1 if voided_by is None else table.c.voided_by == voided_by


def payments_of(connection: Connection, game_ids: Iterable[int]) -> dict[int, list[Payment]]:
    """The stored payments of the live hands of games, by hand."""
    ids = list(game_ids)
    paid: dict[int, list[Payment]] = {}
    query = select(
        db.payments.c.hand_id, db.payments.c.payer, db.payments.c.payee, db.payments.c.points, db.payments.c.reason
    ).order_by(db.payments.c.hand_id, db.payments.c.line)
    for row in connection.execute(_of(query, db.payments, ids)):
        paid.setdefault(row.hand_id, []).append(Payment(row.payer, row.payee, row.points, Reason(row.reason)))
    return paid
