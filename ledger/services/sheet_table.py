"""One game of a sheet, line by line: what is recorded of it already, and recording the rest."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ledger.errors import LedgerError, UsageError, counted
from ledger.notation.parse import parse_line
from ledger.rules.replay import Step, step
from ledger.services.count import NOTHING_LEFT, Chips, Count
from ledger.services.hands import save_next
from ledger.services.results import FinalScore, by_seat, how_it_stands
from ledger.services.sheet_words import people_named, read_words
from ledger.services.substitute import Handover, seat_otherwise, sittings_with
from ledger.services.views import hand_line, played, table_after
from ledger.shapes.game import Credit, Ending
from ledger.shapes.sheet import (
    Problem,
    SheetCheck,
    SheetCount,
    SheetEnd,
    SheetEntry,
    SheetGame,
    SheetGameDone,
    SheetHand,
    SheetPenalty,
    SheetSub,
    SheetUnread,
)
from ledger.store.load import Sitting, StoredGame, StoredHand, hands_of
from ledger.store.people import also_called, everyone
from ledger.store.save import void_end, void_hand

if TYPE_CHECKING:
    from ledger.services.sheet_games import GameWriter


class HandDiffers(LedgerError):
    """A line of the sheet that is recorded otherwise; line: its number, None for the one that is read."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class ScoresDiffer(LedgerError):
    """Scores of a check line that the table does not have."""


class TableOfSheet:
    """A game with hands, while it is read and recorded."""

    def __init__(self, writer: "GameWriter", game: StoredGame, sheet: SheetGame) -> None:
        self.writer = writer
        self.entries = sheet.entries
        self.last_line = sheet.entries[-1].line if sheet.entries else sheet.line
        self.end = next((entry for entry in sheet.entries if isinstance(entry, SheetEnd)), None)
        self.recorded: list[StoredHand] = hands_of(writer.connection, [game.id])[game.id]
        self.steps: list[Step] = []
        self.added = 0
        self.taken_back = 0
        self.said: dict[Sitting, int] = {}  # in which line somebody came
        self.seated = game.sittings  # as recorded; the game has those that the sheet said so far
        self.game = game._replace(sittings=tuple(sits for sits in game.sittings if sits.from_hand == 1))
        self.broken = False  # what follows a wrong hand is read for its words only
        self.ended = game.ending

    @property
    def now(self) -> StoredGame:
        """The game at this line of the sheet."""
        return self.game._replace(hands=len(self.steps))

    def write(self) -> SheetGameDone:
        """Goes through the lines of the game."""
        for entry in self.entries:
            try:
                self._entry(entry)
            except LedgerError as error:
                there = error.line if isinstance(error, HandDiffers) else None
                self.writer.refuse(there or entry.line, error)
                self.broken |= isinstance(entry, SheetHand | SheetSub)
        if not self.broken:
            try:
                self._agree(max(len(self.steps), len(self.recorded)) + 1)
                self._what_follows()
                self._seat()
            except LedgerError as error:
                self.writer.problems.append(Problem(self.last_line, str(error)))
        over = self.ended is not None
        return SheetGameDone(self.game.number, self.now.names, len(self.steps), self.added, self.taken_back, over)

    def _entry(self, entry: SheetEntry) -> None:
        match entry:
            case SheetUnread():
                self.broken = True
            case SheetSub():
                self._sub(entry)
            case SheetPenalty():
                pass  # after the end
            case SheetHand():
                self._hand(entry)
            case SheetCheck():
                self._check(entry)
            case SheetEnd():
                self._end(entry)

    def _hand(self, entry: SheetHand) -> None:
        if self.broken:
            sat = tuple(dict.fromkeys(sits.person for sits in (*self.game.sittings, *self.seated)))
            also = also_called(self.writer.connection, sat)
            read_words(entry.text, (*(person.name for person in sat), *also), [self.game.rules])
            return
        place = len(self.steps)
        self._agree(place + 1)
        table = table_after(self.game, self.steps)
        also = also_called(self.writer.connection, self.game.seats_at(place + 1))
        line = parse_line(entry.text, self.game.names_at(place + 1), self.game.rules, table=table, also=also)
        if place < len(self.recorded):
            if self.recorded[place].facts == line.facts:
                self.steps.append(step(table, line.facts, self.game.rules))
                return
            self._other_hand(place)
        self._reopen_for(place)
        self._seat()
        uid = f"{self.writer.request.uid}/hand{entry.line}"
        self.writer.changed = True
        # What is said at the end belongs to the hand that ends the game, and only that one knows that it does.
        probe = step(table, line.facts, self.game.rules)
        given = count_of(self.end.count) if self.end is not None and probe.after.over else NOTHING_LEFT
        save_next(self.writer.connection, self.writer.unit, uid, self.game, self.steps, line, given)
        self.added += 1
        if probe.after.over:
            self.ended = Ending.RULES

    def _sub(self, entry: SheetSub) -> None:
        """Seats somebody for another from the next hand on."""
        names, wrong = people_named(self.writer.connection, entry.names)
        if wrong:
            for error in wrong[:-1]:
                self.writer.refuse(entry.line, error)
            raise wrong[-1]
        if len(names) != 2:
            raise UsageError("who comes for whom? Write both names, as in sub Ken Anna")
        if self.broken:
            return
        person = next(p for p in everyone(self.writer.connection) if p.name == names[1])
        handover = Handover(len(self.steps) + 1, entry.credit)
        sittings = sittings_with(self.writer.connection, self.now, names[0], person, handover)
        self.said |= {sits: entry.line for sits in sittings if sits not in self.game.sittings}
        self.game = self.game._replace(sittings=sittings)

    def _agree(self, up_to: int) -> None:
        """Holds those who came for somebody, up to a hand, against what is recorded. Raises HandDiffers."""
        there = [s for s in self.seated if 1 < s.from_hand <= up_to]
        unsaid = [s for s in there if s not in self.game.sittings]
        unknown = [s for s in self.game.came if s not in there and s.from_hand <= len(self.recorded)]
        if not unsaid and not unknown:
            return
        hand = min(s.from_hand for s in (*unsaid, *unknown))
        told = "; ".join(self._told(s) for s in unsaid if s.from_hand == hand)
        recorded = f"game {self.game.number} is recorded with {told or f'nobody new in hand {hand}'}"
        if not self.writer.replace:
            if unknown:
                raise HandDiffers(f"{recorded}; to change that, add --replace", self.said[unknown[0]])
            line = f"sub {_left(self.seated, unsaid[0])}, {unsaid[0].person.name}"
            raise HandDiffers(f"{recorded}: write  {line}  above that hand, or add --replace")
        if (change := recorded.replace(" is ", " was ", 1)) not in self.writer.changes:
            self.writer.changes.append(change)

    def _told(self, sits: Sitting) -> str:
        """Somebody who came, in words."""
        result = "" if sits.credit is None or sits.credit is Credit.STARTER else f", result {sits.credit}"
        return f"{sits.person.name} for {_left(self.seated, sits)} from hand {sits.from_hand} on{result}"

    def _seat(self) -> None:
        """Records who sits where as the sheet says so far, where that is new."""
        later = max(len(self.recorded), len(self.steps)) + 1  # whoever is to come after hands that were undone stays
        waiting = () if self.taken_back else tuple(s for s in self.seated if s.from_hand > later)
        wanted = (*self.game.sittings, *waiting)
        if set(wanted) != set(self.seated):
            seat_otherwise(self.writer.connection, self.writer.unit, self.game, wanted)
            self.seated, self.writer.changed = wanted, True

    def _other_hand(self, place: int) -> None:
        """A hand that is recorded otherwise: refused, or taken back with all that follow."""
        recorded = played(self.game, self.recorded)[place]
        if not self.writer.replace:
            there = hand_line(self.now, place + 1, recorded)
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
            for name, here, said in zip(self.now.names, table.scores, scores, strict=True)
            if here != said
        ]
        if wrong:
            raise ScoresDiffer(f"the scores after hand {len(self.steps)} are {', '.join(wrong)}")

    def _by_seat(self, entry: SheetCheck | SheetEnd) -> list[int]:
        """Scores by seat. Raises what is wrong with their names."""
        if self.broken:  # nobody knows who sits there by now
            for score in entry.scores:
                if wrong := people_named(self.writer.connection, score.name)[1]:
                    raise wrong[0]
            return []
        return by_seat(self.now, [FinalScore(*score) for score in entry.scores])

    def _end(self, entry: SheetEnd) -> None:
        if self.broken:
            if entry.scores:
                self._by_seat(entry)
            return
        if len(self.recorded) > len(self.steps):
            if not self.writer.replace:
                return  # said of the whole game
            self._take_back_from(len(self.steps))
        over = table_after(self.game, self.steps).over and not (entry.scores and self.ended is Ending.COUNTED)
        if over and entry.scores:
            self._compare(entry)
        how = Ending.RULES if over else Ending.COUNTED if entry.scores else how_it_stands(self.now, self.steps)
        if self.ended is not None:
            if self.ended is how and not self.writer.differs(self.now, self.steps, self._beside(entry, how)):
                return
            recorded = self.writer.end_recorded(self.now, self.steps)
            there = f"the end of game {self.game.number} is recorded as  {f'end {recorded}'.rstrip()}"
            if not self.writer.replace:
                raise HandDiffers(f"{there}; to change it, add --replace")
            self.writer.changes.append(there.replace(" is ", " was ", 1))
            self._take_end_back()
        self._seat()
        self.writer.end(self.now, self.steps, self._beside(entry, how), how)
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
        if by_hand or self.writer.differs(self.now, self.steps, SheetEnd(self.last_line)):
            if not self.writer.replace:
                what = "as ended" if by_hand else "with more at its end, such as chips or who is ahead"
                message = f"game {self.game.number} is recorded {what}: write  end  below its last hand"
                self.writer.problems.append(Problem(self.last_line, message))
                return
            recorded = self.writer.end_recorded(self.now, self.steps)
            there = f"game {self.game.number} was recorded with  {f'end {recorded}'.rstrip()}"
            self.writer.changes.append(there)
            self._take_end_back()
            if not by_hand:
                self.writer.end(self.now, self.steps, SheetEnd(self.last_line), Ending.RULES)
                self.ended = Ending.RULES


def _left(sittings: Sequence[Sitting], came: Sitting) -> str:
    """For whom somebody came."""
    return [s.person.name for s in sittings if s.seat == came.seat and s.from_hand < came.from_hand][-1]


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
