"""The games of a sheet: what is recorded of them already, and recording the rest."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ledger.errors import LedgerError, counted, listing
from ledger.names import clean_name, name_key
from ledger.notation.parse import parse_line
from ledger.notation.refusals import AmbiguousPlayer
from ledger.notation.sheet import OPTIONS, names_in
from ledger.rules.replay import Step, step
from ledger.services.count import NOTHING_LEFT, Chips, Count, at_the_end, with_penalties
from ledger.services.games import GameOptions, new_game, refuse_seated_elsewhere
from ledger.services.hands import save_next
from ledger.services.nights import Tonight
from ledger.services.results import FinalScore, NothingToEnd, by_seat, end_as_it_stands, end_with, how_it_stands
from ledger.services.rules import rules_named
from ledger.services.sheet_text import end_words
from ledger.services.sheet_words import WordsOnly, read_words
from ledger.services.views import hand_line, played, table_after
from ledger.shapes.game import Ending
from ledger.shapes.sheet import (
    Problem,
    SheetCheck,
    SheetCount,
    SheetEnd,
    SheetEntry,
    SheetGame,
    SheetGameDone,
    SheetHand,
    SheetUnread,
)
from ledger.store.load import StoredGame, StoredHand, ends_of, game_by_id, hands_of, results_of
from ledger.store.people import Person, everyone
from ledger.store.save import save_game, void_end, void_game, void_hand
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
        self.changes: list[str] = []  # what was recorded otherwise, beside hands
        self.changed = False
        self.left_open: list[tuple[SheetGame, StoredGame]] = []  # by this sheet

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
            done, broken = SheetGameDone(stored.number, stored.names, 0, 0, 0, over=True), False
        else:
            table = _Table(self, stored, game)
            done, broken = table.write(), table.broken
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
            if shared := [person.name for person in seats if person in game.seats]:
                raise StillOpen(f"{listing(shared)} {'sits' if len(shared) == 1 else 'sit'}", above)
            if label is not None and name_key(label) == name_key(game.label or ""):
                raise StillOpen(f"{label} is taken", above)

    def _start(self, game: SheetGame) -> StoredGame:
        names = names_in(game.names, [person.name for person in everyone(self.connection)])
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


class _Table:
    """A game with hands, while it is read and recorded."""

    def __init__(self, writer: GameWriter, game: StoredGame, sheet: SheetGame) -> None:
        self.writer = writer
        self.game = game
        self.entries = sheet.entries
        self.last_line = sheet.entries[-1].line if sheet.entries else sheet.line
        self.end = next((entry for entry in sheet.entries if isinstance(entry, SheetEnd)), None)
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
                self.writer.refuse(entry.line, error)
                self.broken |= isinstance(entry, SheetHand)
        if not self.broken:
            self._what_follows()
        over = self.ended is not None
        return SheetGameDone(self.game.number, self.game.names, len(self.steps), self.added, self.taken_back, over)

    def _entry(self, entry: SheetEntry) -> None:
        match entry:
            case SheetUnread():
                self.broken = True
            case SheetHand():
                self._hand(entry)
            case SheetCheck():
                self._check(entry)
            case SheetEnd():
                self._end(entry)

    def _hand(self, entry: SheetHand) -> None:
        if self.broken:
            read_words(entry.text, self.game.names, [self.game.rules])
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
        # What is said at the end belongs to the hand that ends the game, and only that one knows that it does.
        probe = step(table, line.facts, self.game.rules)
        given = count_of(self.end.count) if self.end is not None and probe.after.over else NOTHING_LEFT
        save_next(self.writer.connection, self.writer.unit, uid, self.game, self.steps, line, given)
        self.added += 1
        if probe.after.over:
            self.ended = Ending.RULES

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
        self.writer.changes.append(f"game {self.game.number} was recorded as ended after hand {place}")
        self._take_end_back()

    def _check(self, entry: SheetCheck) -> None:
        if self.broken:
            self._by_seat(entry)
        else:
            self._compare(entry)

    def _compare(self, entry: SheetCheck | SheetEnd) -> None:
        """Holds scores against the table."""
        scores = self._by_seat(entry)
        table = table_after(self.game, self.steps)
        wrong = [
            f"{name} {here:,} (the sheet says {said:,})"
            for name, here, said in zip(self.game.names, table.scores, scores, strict=True)
            if here != said
        ]
        if wrong:
            raise ScoresDiffer(f"the scores after hand {len(self.steps)} are {', '.join(wrong)}")

    def _by_seat(self, entry: SheetCheck | SheetEnd) -> list[int]:
        """Scores by seat. Raises what is wrong with their names."""
        return by_seat(self.game, [FinalScore(*score) for score in entry.scores])

    def _end(self, entry: SheetEnd) -> None:
        if self.broken:
            if entry.scores:
                self._by_seat(entry)
            return
        if len(self.recorded) > len(self.steps):
            if not self.writer.replace:
                return  # said of the whole game
            self._take_back_from(len(self.steps))
        over = table_after(self.game, self.steps).over
        if over and entry.scores:
            self._compare(entry)
        how = Ending.RULES if over else Ending.COUNTED if entry.scores else how_it_stands(self.game, self.steps)
        if self.ended is not None:
            if self.ended is how and not self.writer.differs(self.game, self.steps, self._beside(entry, how)):
                return
            recorded = self.writer.end_recorded(self.game, self.steps)
            there = f"the end of game {self.game.number} is recorded as  {f'end {recorded}'.rstrip()}"
            if not self.writer.replace:
                raise HandDiffers(f"{there}; to change it, add --replace")
            self.writer.changes.append(there.replace(" is ", " was ", 1))
            self._take_end_back()
        self.writer.end(self.game, self.steps, self._beside(entry, how), how)
        self.ended = how

    def _beside(self, entry: SheetEnd, how: Ending) -> SheetEnd:
        """What an end says beside scores that the hands say already."""
        return replace(entry, scores=()) if how is Ending.RULES else entry

    def _what_follows(self) -> None:
        """Hands, or an end, that are recorded and that the sheet does not have."""
        place = len(self.steps)
        if len(self.recorded) > place and self.added == 0:
            if not self.writer.replace:
                hands = counted(len(self.recorded), "hand")
                message = (
                    f"game {self.game.number} is recorded with {hands}, and the sheet has {place}: "
                    "add the others, or take them back with --replace"
                )
                self.writer.problems.append(Problem(self.last_line, message))
                return
            self._take_back_from(place)
        if self.end is not None or self.ended is None or self.added:
            return
        by_hand = self.ended is not Ending.RULES
        if by_hand or self.writer.differs(self.game, self.steps, SheetEnd(self.last_line)):
            if not self.writer.replace:
                what = "as ended" if by_hand else "with more at its end, such as chips or who is ahead"
                message = f"game {self.game.number} is recorded {what}: write  end  below its last hand"
                self.writer.problems.append(Problem(self.last_line, message))
                return
            recorded = self.writer.end_recorded(self.game, self.steps)
            there = f"game {self.game.number} was recorded with  {f'end {recorded}'.rstrip()}"
            self.writer.changes.append(there)
            self._take_end_back()
            if not by_hand:
                self.writer.end(self.game, self.steps, SheetEnd(self.last_line), Ending.RULES)
                self.ended = Ending.RULES


class HandDiffers(LedgerError):
    """A line of the sheet that is recorded otherwise."""


class StillOpen(LedgerError):
    """A game below one that is not over, with the same people or at the same table."""

    def __init__(self, who: str, above: SheetGame) -> None:
        super().__init__(
            f"{who} in the game of line {above.line}, which is still open: write  end  below its last hand"
        )


class ScoresDiffer(LedgerError):
    """Scores of a check line that the table does not have."""


def count_of(count: SheetCount) -> Count:
    """What a sheet says beside the scores."""
    chips = tuple(Chips(name, number) for name, number in count.chips)
    return Count(
        count.sticks_left,
        count.last_dealer,
        count.last_winner,
        count.ahead,
        chips,
        count.chombos,
        count.discrepancy,
        count.discrepancy_by,
    )
