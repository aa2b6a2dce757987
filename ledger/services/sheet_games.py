"""The games of a sheet: what is recorded of them already, and recording the rest."""

from collections.abc import Sequence
from contextlib import suppress

from ledger.errors import LedgerError
from ledger.names import clean_name
from ledger.notation.parse import parse_line
from ledger.notation.refusals import AmbiguousPlayer
from ledger.notation.sheet import names_in
from ledger.notation.winning import TilesNeedTable
from ledger.rules.replay import Step, step
from ledger.services.count import NOTHING_LEFT, Chips, Count, at_the_end, with_penalties
from ledger.services.games import GameOptions, new_game, refuse_seated_elsewhere
from ledger.services.hands import save_next
from ledger.services.nights import Tonight
from ledger.services.results import FinalScore, by_seat, end_as_it_stands, end_with
from ledger.services.rules import rules_named
from ledger.services.views import hand_line, played, table_after
from ledger.shapes.game import Ending
from ledger.shapes.sheet import Problem, SheetCheck, SheetCount, SheetEnd, SheetGame, SheetGameDone, SheetHand
from ledger.store.load import StoredGame, StoredHand, game_by_id, hands_of, results_of
from ledger.store.people import everyone
from ledger.store.save import save_game, void_end, void_hand
from ledger.store.unit import Connection, Request


class GameWriter:
    """Writes the games of one sheet; problems and whether anything was written are kept."""

    def __init__(self, connection: Connection, unit: int, request: Request, night: Tonight, *, replace: bool) -> None:
        self.connection = connection
        self.unit = unit
        self.request = request
        self.night = night
        self.replace = replace
        self.problems: list[Problem] = []
        self.changed = False

    def other_game(self, there: StoredGame, game: SheetGame) -> str | None:
        """In what a recorded game is another one than the sheet says, if it is. Raises what is wrong in its line."""
        try:
            names = tuple(names_in(game.names, [person.name for person in everyone(self.connection)]))
        except AmbiguousPlayer:  # since somebody came with a name that begins the same
            names = tuple(names_in(game.names, there.names))
        if names != there.names:
            return f"game {there.number} is recorded with {', '.join(there.names)}"
        if (game.result is not None) != (there.ending is Ending.SCORES):
            how = "from its final scores" if game.result is None else "with its hands"
            return f"game {there.number} is recorded {how}"
        if (clean_name(game.label, "a table's label") if game.label else None) != there.label:
            return f"game {there.number} is recorded at {there.label or 'no named table'}"
        rules = rules_named(self.connection, None, game.rules or self.night.night.defaults.rules)
        if rules.name != there.rules.name:
            return f"game {there.number} is recorded under rules {there.rules.name}"
        return None

    def write(self, there: StoredGame | None, game: SheetGame) -> SheetGameDone | None:
        """Records what is new of a game. Problems are collected; None where the game itself cannot be."""
        try:
            stored = there or self._start(game)
        except LedgerError as error:
            self._problem(game.line, error)
            return None
        if game.result is not None:
            self._result(stored, game.result)
            return SheetGameDone(stored.number, stored.names, 0, 0, 0, over=True)
        return _Table(self, stored, game).write()

    def _start(self, game: SheetGame) -> StoredGame:
        names = names_in(game.names, [person.name for person in everyone(self.connection)])
        options = GameOptions(game.rules, game.label)
        new = new_game(self.connection, self.request, self.night, names, options, f"game{game.line}")
        if game.result is None:
            refuse_seated_elsewhere(self.connection, new.seats, new.label)
        self.changed = True
        return game_by_id(self.connection, save_game(self.connection, self.unit, new))

    def _result(self, game: StoredGame, end: SheetEnd) -> None:
        try:
            if game.ending is not None:
                if not self.differs(game, end):
                    return
                if not self.replace:
                    message = f"game {game.number} is recorded with other scores; to change them, add --replace"
                    self.problems.append(Problem(end.line, message))
                    return
                void_end(self.connection, self.unit, game.id)
            self.end(game, (), end, Ending.SCORES)
        except LedgerError as error:
            self._problem(end.line, error)

    def end(self, game: StoredGame, steps: Sequence[Step], end: SheetEnd, how: Ending) -> None:
        """Ends a game as the sheet says."""
        self.changed = True
        count = count_of(end.count)
        if not end.scores:
            end_as_it_stands(self.connection, self.unit, game, steps, Ending.CLOCK, count)
            return
        scores = by_seat(game, [FinalScore(*score) for score in end.scores])
        end_with(self.connection, self.unit, game, how, scores, with_penalties(at_the_end(game, count), steps))

    def differs(self, game: StoredGame, end: SheetEnd) -> bool:
        """Whether counted scores, or what was counted beside them, are recorded otherwise."""
        recorded = results_of(self.connection, [game.id])[game.id]
        said = at_the_end(game, count_of(end.count))
        chips = said.chips or (0,) * len(recorded)
        scores = by_seat(game, [FinalScore(*score) for score in end.scores])
        return [(r.raw_score, r.chips) for r in recorded] != list(zip(scores, chips, strict=True))

    def _problem(self, line: int, error: LedgerError) -> None:
        self.problems.append(Problem(line, str(error)))


class _Table:
    """A game with hands, while it is read and recorded."""

    def __init__(self, writer: GameWriter, game: StoredGame, sheet: SheetGame) -> None:
        self.writer = writer
        self.game = game
        self.entries = sheet.entries
        self.recorded: list[StoredHand] = hands_of(writer.connection, [game.id])[game.id]
        self.steps: list[Step] = []
        self.added = 0
        self.taken_back = 0
        self.broken = False  # what follows a wrong hand is read for its words only
        self.ended = game.ending

    def write(self) -> SheetGameDone:
        """Goes through the lines of the game."""
        for entry in self.entries:
            try:
                self._entry(entry)
            except LedgerError as error:
                self.writer.problems.append(Problem(entry.line, str(error)))
                self.broken |= isinstance(entry, SheetHand)
        if not self.broken:
            self._what_follows()
        over = self.ended is not None
        return SheetGameDone(self.game.number, self.game.names, len(self.steps), self.added, self.taken_back, over)

    def _entry(self, entry: SheetHand | SheetCheck | SheetEnd) -> None:
        match entry:
            case SheetHand():
                self._hand(entry)
            case SheetCheck():
                self._check(entry)
            case SheetEnd():
                self._end(entry)

    def _hand(self, entry: SheetHand) -> None:
        if self.broken:
            with suppress(TilesNeedTable):
                parse_line(entry.text, self.game.names, self.game.rules)
            return
        table = table_after(self.game, self.steps)
        line = parse_line(entry.text, self.game.names, self.game.rules, table=table)
        place = len(self.steps)
        if place < len(self.recorded):
            if self.recorded[place].facts == line.facts:
                self.steps.append(step(table, line.facts, self.game.rules))
                return
            self._other_hand(place)
        self._reopen_for(place)
        uid = f"{self.writer.request.uid}/hand{entry.line}"
        self.writer.changed = True
        said = self._said_at_the_end()
        # What is said at the end belongs to the hand that ends the game, and only that one knows that it does.
        probe = step(table, line.facts, self.game.rules)
        given = said if probe.after.over else NOTHING_LEFT
        save_next(self.writer.connection, self.writer.unit, uid, self.game, self.steps, line, given)
        self.added += 1
        if probe.after.over:
            self.ended = Ending.RULES

    def _said_at_the_end(self) -> Count:
        end = next((entry for entry in self.entries if isinstance(entry, SheetEnd)), None)
        return NOTHING_LEFT if end is None or end.scores else count_of(end.count)

    def _other_hand(self, place: int) -> None:
        """A hand that is recorded otherwise: refused, or taken back with all that follow."""
        recorded = played(self.game, self.recorded)[place]
        if not self.writer.replace:
            there = hand_line(self.game, place + 1, recorded)
            raise HandDiffers(f"hand {place + 1} is recorded as  {there.line}; to change it, add --replace")
        self._take_back_from(place)

    def _take_back_from(self, place: int) -> None:
        for hand in reversed(self.recorded[place:]):
            void_hand(self.writer.connection, self.writer.unit, hand.id)
            self.taken_back += 1
        self.recorded = self.recorded[:place]
        self._take_end_back()

    def _take_end_back(self) -> None:
        if self.ended is not None:
            void_end(self.writer.connection, self.writer.unit, self.game.id)
            self.ended = None
            self.game = self.game._replace(ending=None)
        self.writer.changed = True

    def _reopen_for(self, place: int) -> None:
        """A hand after those that are recorded, in a game that somebody ended."""
        if self.ended in (None, Ending.RULES):
            return
        if not self.writer.replace:
            raise HandDiffers(f"the game is recorded as ended after hand {place}; to go on with it, add --replace")
        self._take_end_back()

    def _check(self, entry: SheetCheck) -> None:
        if self.broken:
            return
        scores = by_seat(self.game, [FinalScore(*score) for score in entry.scores])
        table = table_after(self.game, self.steps)
        wrong = [
            f"{name} {here:,} (the sheet says {said:,})"
            for name, here, said in zip(self.game.names, table.scores, scores, strict=True)
            if here != said
        ]
        if wrong:
            raise ScoresDiffer(f"the scores after hand {len(self.steps)} are {', '.join(wrong)}")

    def _end(self, entry: SheetEnd) -> None:
        if self.broken or self.ended is Ending.RULES:
            return
        if len(self.recorded) > len(self.steps):
            self._what_follows()
        if self.ended is not None:
            same = (self.ended is Ending.COUNTED) == bool(entry.scores)
            if same and not (entry.scores and self.writer.differs(self.game, entry)):
                return
            if not self.writer.replace:
                raise HandDiffers("the end of the game is recorded otherwise; to change it, add --replace")
            self._take_end_back()
        self.writer.end(self.game, self.steps, entry, Ending.COUNTED)
        self.ended = Ending.COUNTED if entry.scores else Ending.CLOCK

    def _what_follows(self) -> None:
        """Hands, or an end, that are recorded and that the sheet does not have."""
        place = len(self.steps)
        if len(self.recorded) > place and self.added == 0:
            if not self.writer.replace:
                raise_at = self.entries[-1].line if self.entries else 0
                message = (
                    f"{len(self.recorded)} hands of game {self.game.number} are recorded, and the sheet has {place}: "
                    "add the others, or take them back with --replace"
                )
                self.writer.problems.append(Problem(raise_at, message))
                return
            self._take_back_from(place)
        declared = any(isinstance(entry, SheetEnd) for entry in self.entries)
        if self.ended in (Ending.CLOCK, Ending.COUNTED) and not declared:
            if not self.writer.replace:
                message = f"game {self.game.number} is recorded as ended: write  end  below its last hand"
                self.writer.problems.append(Problem(self.entries[-1].line if self.entries else 0, message))
                return
            self._take_end_back()


class HandDiffers(LedgerError):
    """A line of the sheet that is recorded otherwise."""


class ScoresDiffer(LedgerError):
    """Scores of a check line that the table does not have."""


def count_of(count: SheetCount) -> Count:
    """What a sheet says beside the scores."""
    chips = tuple(Chips(name, number) for name, number in count.chips)
    return Count(count.sticks_left, count.last_dealer, count.last_winner, count.ahead, chips, count.chombos)
