"""Correcting a game as a whole: who sat where, or under which rules it was played."""

from collections.abc import Sequence

from ledger.errors import LedgerError
from ledger.rules.replay import Step, step
from ledger.rules.ruleset import Ruleset
from ledger.services.choose import GameChoice
from ledger.services.correct import Corrected, change_below_end, correct_game, end_corrected, how_it_ended
from ledger.services.games import WrongNumberOfPlayers, refuse_seated_elsewhere, rounds_beside, seats_of
from ledger.services.rules import rules_named
from ledger.services.views import game_view, played, table_after
from ledger.shapes.game import HandLine
from ledger.store.load import Sitting, StoredGame, StoredHand, game_by_id, game_row, hands_of, with_rounds
from ledger.store.results import penalties_of
from ledger.store.save import (
    NewGame,
    first_sittings,
    replace_sittings,
    save_game,
    save_hand,
    save_penalty,
    void_game,
)
from ledger.store.unit import Connection, Done, Engine, Request


class HandDoesNotFit(LedgerError):
    """A hand that cannot have been played under the rules that are meant."""

    def __init__(self, hand: HandLine, rules: Ruleset, reason: LedgerError) -> None:
        super().__init__(
            f"hand {hand.seq} ({hand.line}) cannot be under ruleset {rules.name}: {reason}; nothing was changed"
        )


class CameLater(LedgerError):
    """Somebody said to have sat there from the start, who came for another."""

    def __init__(self, sits: Sitting) -> None:
        super().__init__(
            f"{sits.person.name} came in hand {sits.from_hand} of this game: take that back first "
            "(ledger log, ledger undo UNIT)"
        )


def change_seats(
    engine: Engine, request: Request, names: Sequence[str], choice: GameChoice, shown: Corrected | None = None
) -> Done[Corrected]:
    """Says who really sat where, first dealer first: the hands stay with the seats. shown as in fix_hand."""

    def write(connection: Connection, unit: int, game: StoredGame) -> int:
        seats = seats_of(connection, names, game.rules)
        for sits in game.came:
            if sits.person in seats:
                raise CameLater(sits)
        if game.ending is None:
            refuse_seated_elsewhere(connection, seats, None, besides=game.id)

        def sit() -> None:
            replace_sittings(connection, unit, game.id, [*first_sittings(seats), *game.came])

        change_below_end(connection, unit, game, sit)
        return game.id

    return correct_game(engine, request, choice, write, shown)


def change_rules(
    engine: Engine,
    request: Request,
    choice: GameChoice,
    rules: str | None,
    rounds: int | None = None,
    shown: Corrected | None = None,
) -> Done[Corrected]:
    """Says under which rules a game was really played: its hands are played again. shown as in fix_hand."""

    def write(connection: Connection, unit: int, game: StoredGame) -> int:
        row = game_row(connection, game.id)
        ruleset = row.rules if rules is None else rules_named(connection, unit, rules)
        if ruleset.players != len(game.seats):
            raise WrongNumberOfPlayers(ruleset, len(game.seats))
        length = rounds_beside(ruleset, row.rounds if rounds is None else rounds)
        hands = hands_of(connection, [game.id])[game.id]
        steps = _played_under(with_rounds(ruleset, length), game, hands)
        was = how_it_ended(connection, game)
        penalties = penalties_of(connection, [game.id])
        void_game(connection, unit, game.id)
        new = NewGame(row.uid, game.night_id, game.number, game.label, ruleset, game.seats_at(1), row.played_at, length)
        game_id = save_game(connection, unit, new._replace(later=game.came, source_key=row.source_key))
        for penalty in penalties:
            save_penalty(connection, unit, game_id, penalty.seat, penalty.points, penalty.reason)
        for seq, (hand, again) in enumerate(zip(hands, steps, strict=True), start=1):
            save_hand(connection, unit, hand.uid, game_id, seq, again)
        end_corrected(connection, unit, game_by_id(connection, game_id), game.ending, steps, was)
        return game_id

    return correct_game(engine, request, choice, write, shown)


def _played_under(rules: Ruleset, game: StoredGame, hands: Sequence[StoredHand]) -> list[Step]:
    """The hands of a game under other rules. Raises HandDoesNotFit naming one that cannot have been there."""
    steps: list[Step] = []
    other = game._replace(rules=rules)
    for hand, line in zip(hands, game_view(game, played(game, hands)).hands, strict=True):
        try:
            steps.append(step(table_after(other, steps), hand.facts, rules))
        except LedgerError as error:
            raise HandDoesNotFit(line, rules, error) from error
    return steps
