"""From stored games to what people see."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from ledger.notation.format import format_hand
from ledger.notation.prices import price_text
from ledger.rules.facts import Tsumo, wins_of
from ledger.rules.payments import change
from ledger.rules.replay import Step, replay
from ledger.rules.table import dealer_may_end, first_table
from ledger.shapes.game import (
    Credit,
    DiscrepancyLine,
    GameView,
    HandLine,
    PenaltyLine,
    ResultLine,
    ShareLine,
    SubstituteLine,
    WinLine,
)
from ledger.shapes.hand import Payment, Table
from ledger.store.load import StoredGame, StoredHand, game_by_id, hands_of, payments_of
from ledger.store.people import Person
from ledger.store.results import (
    StoredEnd,
    StoredPenalty,
    StoredResult,
    StoredShare,
    ends_of,
    penalties_of,
    results_of,
    shares_of_results,
)
from ledger.store.unit import Connection


def hand_line(game: StoredGame, seq: int, step: Step) -> HandLine:
    """A played hand as a line."""
    return HandLine(
        seq=seq,
        position=step.before.position,
        line=format_hand(step.facts, game.names_at(seq), game.rules, step.before),
        wins=tuple(
            WinLine(win.winner, price_text(win.price, tsumo=isinstance(step.facts, Tsumo)), win.yaku, win.dora)
            for win in wins_of(step.facts)
        ),
        payments=step.paid,
        change=change(step.paid, game.rules.players),
        scores=step.after.scores,
    )


def played(game: StoredGame, hands: Sequence[StoredHand]) -> list[Step]:
    """The steps of a game's hands."""
    return replay((hand.facts for hand in hands), game.rules)


def as_paid(game: StoredGame, hands: Sequence[StoredHand], paid: Mapping[int, Sequence[Payment]]) -> list[Step]:
    """The steps of a game's hands with the payments that were stored, and the scores that follow from them.

    What was paid at the table stays as it was, whatever a later version would compute.
    """
    scores = first_table(game.rules).scores
    steps = []
    for hand, step in zip(hands, played(game, hands), strict=True):
        stored = tuple(paid.get(hand.id, ()))
        scores = tuple(s + c for s, c in zip(scores, change(stored, len(scores)), strict=True))
        steps.append(step._replace(paid=stored, after=replace(step.after, scores=scores)))
    return steps


def table_after(game: StoredGame, steps: Sequence[Step]) -> Table:
    """The table as it stands after these steps."""
    return steps[-1].after if steps else first_table(game.rules)


def result_line(result: StoredResult) -> ResultLine:
    """A stored result as people see it."""
    values = result._asdict()
    return ResultLine(player=values.pop("player").name, **{k: v for k, v in values.items() if k != "game_id"})


class Beside(NamedTuple):
    """What is known of a game beside its hands and results."""

    end: StoredEnd | None = None
    shares: Sequence[StoredShare] = ()
    penalties: Sequence[StoredPenalty] = ()


def game_view(
    game: StoredGame, steps: Sequence[Step], results: Iterable[StoredResult] = (), beside: Beside | None = None
) -> GameView:
    """A game with its hands and results."""
    end, shares, penalties = beside or Beside()
    lines = tuple(map(result_line, results))
    owners = dict(enumerate(game.names)) | {line.seat: line.player for line in lines}
    return GameView(
        night=game.held_on,
        number=game.number,
        label=game.label,
        rules=game.rules.name,
        target_points=game.rules.target_points,
        players=game.names,
        table=replace(table_after(game, steps), over=game.ending is not None),
        hands=tuple(hand_line(game, seq, step) for seq, step in enumerate(steps, start=1)),
        ending=game.ending,
        results=lines,
        dealer_may_end=game.ending is None
        and bool(steps)
        and dealer_may_end(steps[-1].before, steps[-1].facts, steps[-1].after, game.rules),
        discrepancy=None if end is None else _discrepancy(owners, end),
        rounds=game.rules.rounds,
        substitutes=tuple(_substitutes(game)),
        shares=tuple(ShareLine(share.seat, share.player.name, share.points) for share in shares),
        penalties=tuple(PenaltyLine(p.seat, owners[p.seat], p.points, p.reason) for p in penalties),
    )


def _substitutes(game: StoredGame) -> Iterator[SubstituteLine]:
    """Who came for whom."""
    owners = list(game.names_at(1))
    for sits in game.came:
        if sits.from_hand > game.hands + 1:
            continue  # they wait for a hand that is not played yet
        left = game.seats_at(sits.from_hand - 1)[sits.seat].name
        credit = sits.credit or Credit.STARTER
        yield SubstituteLine(sits.seat, sits.from_hand, left, sits.person.name, credit, owners[sits.seat])
        if credit is not Credit.STARTER:
            owners[sits.seat] = sits.person.name


def _discrepancy(owners: Mapping[int, str], end: StoredEnd) -> DiscrepancyLine | None:
    if not end.discrepancy:
        return None
    return DiscrepancyLine(end.discrepancy, end.reason or "", tuple(owners[seat] for seat in end.bearers))


NOBODY: Mapping[int, str] = {}


def views(
    connection: Connection, games: Sequence[StoredGame], alias: Mapping[int, str] = NOBODY
) -> tuple[GameView, ...]:
    """Games with everything in them, read in a few questions however many there are.

    alias: what people, by id, are called instead of their names; notes of hands are then left out.
    """
    ids = [game.id for game in games]
    hands, results, paid = hands_of(connection, ids), results_of(connection, ids), payments_of(connection, ids)
    ends = ends_of(connection, ids)
    shares, penalties = _by_game(shares_of_results(connection, ids)), _by_game(penalties_of(connection, ids))
    return tuple(
        game_view(
            _called(game, alias),
            as_paid(game, [_without_note(hand) for hand in hands[game.id]] if alias else hands[game.id], paid),
            [_played_as(result, alias) for result in results[game.id]],
            Beside(
                ends.get(game.id),
                [_played_as(share, alias) for share in shares.get(game.id, ())],
                penalties.get(game.id, ()),
            ),
        )
        for game in games
    )


OfGame = TypeVar("OfGame", StoredShare, StoredPenalty)
OfPlayer = TypeVar("OfPlayer", StoredShare, StoredResult)


def _by_game(rows: Iterable[OfGame]) -> dict[int, list[OfGame]]:
    found: dict[int, list[OfGame]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def _played_as(row: OfPlayer, alias: Mapping[int, str]) -> OfPlayer:
    return row._replace(player=_person_as(row.player, alias)) if alias else row


def _person_as(person: Person, alias: Mapping[int, str]) -> Person:
    return person._replace(name=alias.get(person.id, person.name))


def _called(game: StoredGame, alias: Mapping[int, str]) -> StoredGame:
    """A game whose people are called otherwise."""
    return game._replace(sittings=tuple(s._replace(person=_person_as(s.person, alias)) for s in game.sittings))


def _without_note(hand: StoredHand) -> StoredHand:
    return hand._replace(facts=replace(hand.facts, note=None))


def view_of(connection: Connection, game_id: int) -> GameView:
    """One game with everything in it."""
    return views(connection, [game_by_id(connection, game_id)])[0]
