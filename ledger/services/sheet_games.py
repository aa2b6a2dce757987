"""The games of a sheet: what is recorded of them already, and recording the rest."""

import re
from collections.abc import Sequence

from ledger.errors import LedgerError, listing
from ledger.names import clean_name, name_key
from ledger.notation.refusals import AmbiguousPlayer
from ledger.notation.sheet import OPTIONS, names_in
from ledger.rules.replay import Step
from ledger.services.correct import change_below_end
from ledger.services.count import at_the_end, with_penalties
from ledger.services.games import GameOptions, new_game, refuse_seated_elsewhere
from ledger.services.nights import Tonight
from ledger.services.results import FinalScore, NothingToEnd, by_seat, end_as_it_stands, end_with
from ledger.services.rules import rules_named
from ledger.services.sheet_table import TableOfSheet, count_of
from ledger.services.sheet_text import end_words
from ledger.services.sheet_words import WordsOnly, people_of
from ledger.shapes.game import Ending
from ledger.shapes.sheet import (
    Problem,
    SheetEnd,
    SheetGame,
    SheetGameDone,
    SheetPenalty,
)
from ledger.store.load import StoredGame, game_by_id
from ledger.store.people import Person
from ledger.store.results import ends_of, penalties_of, results_of
from ledger.store.save import save_game, save_penalty, void_end, void_game, void_penalties
from ledger.store.unit import Connection, Request


class StillOpen(LedgerError):
    """A game below one that is not over, with the same people or at the same table."""

    def __init__(self, who: str, above: SheetGame) -> None:
        super().__init__(
            f"{who} in the game of line {above.line}, which is still open: write  end  below its last hand"
        )


class GameWriter:
    """Writes the games of one sheet; problems and whether anything was written are kept."""

    def __init__(self, connection: Connection, unit: int, request: Request, night: Tonight, *, replace: bool) -> None:
        self.connection = connection
        self.unit = unit
        self.request = request
        self.night = night
        self.replace = replace
        self.problems: list[Problem] = []
        self.changes: list[str] = []  # what was recorded otherwise, beside hands
        self.changed = False
        self.left_open: list[tuple[SheetGame, StoredGame]] = []  # by this sheet

    def other_game(self, there: StoredGame, game: SheetGame) -> str | None:
        """In what a recorded game is another one than the sheet says, if it is. Raises what is wrong in its line."""
        try:
            names = tuple(people_of(self.connection, game.names))
        except AmbiguousPlayer:  # since somebody came with a name that begins the same
            names = tuple(names_in(game.names, there.names_at(1)))
        if names != there.names_at(1):
            return f"game {there.number} is recorded with {', '.join(there.names_at(1))}"
        if (game.result is not None) != (there.ending is Ending.SCORES):
            how = "from its final scores" if game.result is None else "with its hands"
            return f"game {there.number} is recorded {how}"
        if (clean_name(game.label, "a table's label") if game.label else None) != there.label:
            return f"game {there.number} is recorded at {there.label or 'no named table'}"
        rules = rules_named(self.connection, None, game.rules or self.night.night.defaults.rules)
        if rules.name != there.rules.name:
            return f"game {there.number} is recorded under rules {there.rules.name}"
        if (game.rounds or rules.rounds) != there.rules.rounds:
            return f"game {there.number} is recorded with rounds {there.rules.rounds}"
        return None

    def write(self, there: StoredGame | None, game: SheetGame) -> SheetGameDone | None:
        """Records what is new of a game. Problems are collected; None where the game itself cannot be."""
        before = len(self.problems)
        try:
            if there is not None and game.result is None:
                self._refuse_left_open(there.seats, there.label)
            stored = there or self._start(game)
        except LedgerError as error:
            self.refuse(game.line, error)
            self.read_words(game)
            return None
        if game.result is not None:
            self._result(stored, game.result)
            self.penalties(stored, game)
            done, broken = SheetGameDone(stored.number, stored.names, 0, 0, 0, over=True), False
        else:
            table = TableOfSheet(self, stored, game)
            done, broken = table.write(), table.broken
            if not broken:
                self.penalties(table.now, game)
        if broken or len(self.problems) > before:
            # Nothing will be kept: a game that is open for its problems must not be another one for the next.
            void_game(self.connection, self.unit, stored.id)
        elif not done.over and (there is None or there.ending is not None):
            self.left_open.append((game, stored))
        return done

    def read_words(self, game: SheetGame) -> None:
        """Looks at a game that cannot be recorded, for its words only."""
        self.problems += WordsOnly(self.connection, self.night.night.defaults.rules).problems(game)

    def _refuse_left_open(self, seats: Sequence[Person], label: str | None) -> None:
        """Refuses people, or a table, of a game above that this sheet leaves open."""
        for above, game in self.left_open:
            if shared := [person.name for person in seats if person in game.everybody]:
                raise StillOpen(f"{listing(shared)} {'sits' if len(shared) == 1 else 'sit'}", above)
            if label is not None and name_key(label) == name_key(game.label or ""):
                raise StillOpen(f"{label} is taken", above)

    def _start(self, game: SheetGame) -> StoredGame:
        names = people_of(self.connection, game.names)
        options = GameOptions(game.rules, game.label, rounds=game.rounds)
        new = new_game(self.connection, self.request, self.night, names, options, f"game{game.line}")
        if game.result is None:
            self._refuse_left_open(new.seats, new.label)
            refuse_seated_elsewhere(self.connection, new.seats, new.label)
        self.changed = True
        return game_by_id(self.connection, save_game(self.connection, self.unit, new))

    def _result(self, game: StoredGame, end: SheetEnd) -> None:
        try:
            if game.ending is not None:
                if not self.differs(game, (), end):
                    return
                there = f"game {game.number} is recorded as  result {self.end_recorded(game, ())}"
                if not self.replace:
                    self.problems.append(Problem(end.line, f"{there}; to change it, add --replace"))
                    return
                self.changes.append(there.replace(" is ", " was ", 1))
                void_end(self.connection, self.unit, game.id)
            self.end(game, (), end, Ending.SCORES)
        except LedgerError as error:
            self.refuse(end.line, error)

    def end(self, game: StoredGame, steps: Sequence[Step], end: SheetEnd, how: Ending) -> None:
        """Ends a game as the sheet says."""
        self.changed = True
        count = count_of(end.count)
        if not end.scores:
            end_as_it_stands(self.connection, self.unit, game, steps, how, count)
            return
        scores = by_seat(game, [FinalScore(*score) for score in end.scores])
        said = with_penalties(at_the_end(game, count), steps)
        end_with(self.connection, self.unit, game, how, scores, said, count.discrepancy)

    def penalties(self, game: StoredGame, said: SheetGame) -> None:
        """Records the penalties of a game that are new; others are refused, or taken back."""
        lines = [entry for entry in said.entries if isinstance(entry, SheetPenalty)]
        recorded = penalties_of(self.connection, [game.id])
        there = [(penalty.seat, penalty.points, penalty.reason) for penalty in recorded]
        wanted: list[tuple[int, int, str]] = []
        for line in lines:
            try:
                wanted.append((game.seat_of(line.name), line.points, line.reason))
            except LedgerError as error:
                self.refuse(line.line, error)
        if len(wanted) < len(lines):
            return
        anew = wanted[: len(there)] != there
        if anew:
            held = "; ".join(f"{points:,} off {game.names[seat]} ({reason})" for seat, points, reason in there)
            if not self.replace:
                message = f"the penalties of game {game.number} are recorded as  {held}; to change them, add --replace"
                self.problems.append(Problem(lines[0].line if lines else said.line, message))
                return
            self.changes.append(f"the penalties of game {game.number} were recorded as  {held}")
        if anew or wanted != there:
            self.changed = True
            change_below_end(self.connection, self.unit, game, lambda: self._penalise(game, wanted, anew=anew))

    def _penalise(self, game: StoredGame, wanted: Sequence[tuple[int, int, str]], *, anew: bool) -> None:
        before = [] if anew else penalties_of(self.connection, [game.id])
        for seat in range(len(game.seats)) if anew else ():
            void_penalties(self.connection, self.unit, game.id, seat)
        for seat, points, reason in wanted[len(before) :]:
            save_penalty(self.connection, self.unit, game.id, seat, points, reason)

    def end_recorded(self, game: StoredGame, steps: Sequence[Step]) -> str:
        """What is recorded at the end of a game, as a sheet has it."""
        results, ends = results_of(self.connection, [game.id]), ends_of(self.connection, [game.id])
        return end_words(game, steps, results[game.id], ends.get(game.id))

    def differs(self, game: StoredGame, steps: Sequence[Step], end: SheetEnd) -> bool:
        """Whether counted scores, or what was counted or said beside them, are recorded otherwise."""
        recorded, stored = results_of(self.connection, [game.id])[game.id], ends_of(self.connection, [game.id])[game.id]
        said = with_penalties(at_the_end(game, count_of(end.count)), steps)
        each = game.rules.chombo_points if game.rules.chombo == "penalty" else 0
        beside = [(r.chips, r.penalty) for r in recorded] != [
            (chips, -fouls * each) for chips, fouls in zip(said.chips, said.chombos, strict=True)
        ]
        if beside or said.ahead != stored.ahead:
            return True
        if not end.scores:
            return False
        scores = by_seat(game, [FinalScore(*score) for score in end.scores])
        counted = (said.sticks_left, said.last_dealer, said.last_winner, end.count.discrepancy, said.bearers)
        there = (stored.sticks_left, stored.last_dealer, stored.last_winner, stored.reason, stored.bearers)
        return [r.raw_score for r in recorded] != scores or counted != there

    def refuse(self, line: int, error: LedgerError) -> None:
        """Keeps what is wrong with a line."""
        self.problems.append(Problem(line, _as_a_sheet_says(error)))


def _as_a_sheet_says(error: LedgerError) -> str:
    """A refusal that names the options of a command, which a sheet says without their marks."""
    if isinstance(error, NothingToEnd):
        return "a game without hands ends with its counted scores: write  end NAME POINTS …, or leave the game out"
    message = re.sub(r"(?<=NAME) --ahead(?= NAME)", ",", str(error))
    return re.sub(rf"--(?={'|'.join(OPTIONS)})", "", message)
