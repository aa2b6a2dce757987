"""Games, hands and results written as rows; nothing is decided here."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from ledger.rules.facts import AbortiveDraw, Chombo, wins_of
from ledger.rules.placement import SeatResult
from ledger.rules.replay import Step
from ledger.rules.ruleset import Ruleset, content_sha256
from ledger.rules.ties import AtTheEnd
from ledger.shapes.game import Ending
from ledger.store import models as db
from ledger.store.hand_rows import outcome_of, seat_rows, win_row
from ledger.store.load import Sitting, StoredGame
from ledger.store.people import Person
from ledger.store.undo import void_rows, void_with_all_below
from ledger.store.unit import insert_all, insert_one


def save_ruleset(connection: Connection, unit: int, rules: Ruleset) -> int:
    """The id of a ruleset with exactly this content, stored once."""
    content = rules.content()
    sha = content_sha256(content)
    known = connection.execute(select(db.rulesets.c.id).where(db.rulesets.c.sha256 == sha)).scalar()
    if known is not None:
        return known
    row = {"sha256": sha, "name": rules.name, "content": content, "journal_id": unit}
    return insert_one(connection, db.rulesets, row)


class Credited(NamedTuple):
    """Whose the result of each seat is, and what of it is somebody else's: (seat, person, points), zero together."""

    owners: tuple[Person, ...]
    shares: tuple[tuple[int, Person, int], ...] = ()


class NewGame(NamedTuple):
    """A game about to be stored; seats in seat order; later: who came for somebody in the middle of it."""

    uid: str
    night_id: int
    number: int
    label: str | None
    rules: Ruleset
    seats: tuple[Person, ...]
    played_at: datetime
    rounds: int | None = None
    later: tuple[Sitting, ...] = ()
    source_key: str | None = None


def save_game(connection: Connection, unit: int, new: NewGame) -> int:
    """A new game and who sits where; returns its id."""
    row = new._asdict()
    seats, rules, later = row.pop("seats"), row.pop("rules"), row.pop("later")
    row |= {"ruleset_id": save_ruleset(connection, unit, rules), "journal_id": unit}
    game = insert_one(connection, db.games, row)
    save_sittings(connection, unit, game, [*first_sittings(seats), *later])
    return game


def save_hand(connection: Connection, unit: int, uid: str, game_id: int, seq: int, step: Step) -> int:
    """A hand: the table it was played at, its facts and its payments; returns its id."""
    table, facts = step.before, step.facts
    row = {
        "uid": uid,
        "game_id": game_id,
        "seq": seq,
        "round_wind": table.round_wind,
        "dealer": table.dealer,
        "honba": table.honba,
        "sticks_before": table.sticks,
        "outcome": outcome_of(facts),
        "abort_kind": facts.kind.value if isinstance(facts, AbortiveDraw) else None,
        "chombo_seat": facts.offender if isinstance(facts, Chombo) else None,
        "note": facts.note,
        "journal_id": unit,
    }
    hand = insert_one(connection, db.hands, row)
    own = {"hand_id": hand, "journal_id": unit}
    insert_all(connection, db.hand_seats, [own | seat for seat in seat_rows(facts, table.players)])
    insert_all(connection, db.wins, [own | win_row(win, facts) for win in wins_of(facts)])
    insert_all(
        connection, db.payments, [own | {"line": line} | p._asdict() for line, p in enumerate(step.paid, start=1)]
    )
    return hand


class NewEnd(NamedTuple):
    """The end of a game about to be stored; reason: why its scores do not add up, if they do not."""

    how: Ending
    results: tuple[SeatResult, ...]
    end: AtTheEnd
    credited: Credited
    reason: str | None = None


def save_end(connection: Connection, unit: int, game: StoredGame, new: NewEnd) -> None:
    """The end of a game, and its results."""
    how, results, end, credited, reason = new
    row = {
        "game_id": game.id,
        "how": how.value,
        "sticks_left": end.sticks_left,
        "last_dealer": end.last_dealer,
        "last_winner": end.last_winner,
        "ahead": " ".join(map(str, end.ahead)) or None,
        "discrepancy": end.discrepancy,
        "discrepancy_reason": reason,
        "discrepancy_by": " ".join(map(str, end.bearers)) if end.discrepancy else None,
    }
    insert_one(connection, db.game_ends, row | {"journal_id": unit})
    own = {"game_id": game.id, "night_id": game.night_id, "journal_id": unit}
    ruleset = connection.execute(select(db.games.c.ruleset_id).where(db.games.c.id == game.id)).scalar_one()
    rows = [r._asdict() | {"player_id": credited.owners[r.seat].id, "ruleset_id": ruleset} for r in results]
    insert_all(connection, db.results, [own | row for row in rows])
    shares = [{"seat": seat, "player_id": person.id, "points": points} for seat, person, points in credited.shares]
    insert_all(connection, db.result_shares, [own | share for share in shares])


def first_sittings(seats: Sequence[Person]) -> list[Sitting]:
    """Who sits where from a game's first hand on, in seat order."""
    return [Sitting(seat, 1, person) for seat, person in enumerate(seats)]


def save_sittings(connection: Connection, unit: int, game_id: int, sittings: Sequence[Sitting]) -> None:
    """Who sits where in a game, and from which hand on."""
    rows = [
        {"seat": seat, "from_hand": hand, "player_id": person.id, "credit": None if credit is None else credit.value}
        for seat, hand, person, credit in sittings
    ]
    insert_all(connection, db.seats, [{"game_id": game_id, "journal_id": unit, **row} for row in rows])


def save_penalty(connection: Connection, unit: int, game_id: int, seat: int, points: int, reason: str) -> None:
    """Points that a referee takes off a seat's result."""
    row = {"game_id": game_id, "seat": seat, "points": points, "reason": reason, "journal_id": unit}
    insert_one(connection, db.penalties, row)


def void_penalties(connection: Connection, unit: int, game_id: int, seat: int) -> int:
    """Takes back what a referee took off a seat's result; returns how many times that was."""
    c = db.penalties.c
    return void_rows(connection, db.penalties, (c.game_id == game_id) & (c.seat == seat), unit)


def replace_sittings(connection: Connection, unit: int, game_id: int, sittings: Sequence[Sitting]) -> None:
    """Who sits where in a game, in place of what was known."""
    void_rows(connection, db.seats, db.seats.c.game_id == game_id, unit)
    save_sittings(connection, unit, game_id, sittings)


def void_game(connection: Connection, unit: int, game_id: int) -> None:
    """Takes a game back with everything in it."""
    void_with_all_below(connection, db.games, db.games.c.id == game_id, unit)


def void_end(connection: Connection, unit: int, game_id: int) -> None:
    """Takes the end of a game back, with its results."""
    for table in (db.game_ends, db.results, db.result_shares):
        void_rows(connection, table, table.c.game_id == game_id, unit)


def void_hand(connection: Connection, unit: int, hand_id: int) -> None:
    """Takes one hand back; not its whole unit, which may have recorded more than this hand."""
    void_with_all_below(connection, db.hands, db.hands.c.id == hand_id, unit)
