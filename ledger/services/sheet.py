"""Recording a night that was written as text, all of it or nothing, and adding to it later."""

from collections.abc import Callable, Sequence
from dataclasses import replace as replace_
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, counted
from ledger.services.choose import refuse_locked
from ledger.services.club import NotSetUp, defaults_of
from ledger.services.nights import Terms
from ledger.services.rules import rules_named
from ledger.services.sheet_games import GameWriter
from ledger.services.sheet_money import write_money
from ledger.services.sheet_night import NightFound, Wanted, night_for
from ledger.services.sheet_words import WordsOnly, people_named
from ledger.shapes.sheet import Problem, Sheet, SheetDone, SheetGame, SheetGameDone
from ledger.store.attendance import at_night, save_attendance, void_attendance
from ledger.store.load import StoredGame, games_of_night, hands_of
from ledger.store.nights import nights
from ledger.store.people import NameTaken, Person, add_person, everyone
from ledger.store.recorded import ChangedSince, uid_of_night
from ledger.store.save import void_game
from ledger.store.unit import Connection, Done, Engine, Request, rehearse, run


class SheetRefused(LedgerError):
    """A sheet with something wrong in it: every problem with its line; nothing was recorded."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        ordered = sorted(set(problems))
        super().__init__(f"{counted(len(ordered), 'problem')} in {name}, so nothing was recorded:")
        self.details = tuple(f"{name}:{line}: {message}" for line, message in ordered)
        self.problems = tuple(ordered)


class NothingNew(LedgerError):
    """A sheet that is recorded already, which is no fault."""

    def __init__(self, done: SheetDone) -> None:
        super().__init__("everything in the sheet is recorded already")
        self.done = done


class How(NamedTuple):
    """How a sheet is recorded.

    problems: what is wrong with its night line, so that nothing is recorded and the rest is looked at.
    replace: what is recorded otherwise is taken back, and recorded as it is written.
    check: only to see whether it could be.
    amount: reads an amount that is written, in a currency: minor units.
    """

    problems: tuple[Problem, ...] = ()
    replace: bool = False
    check: bool = False
    amount: Callable[[str, str], int] | None = None


AS_WRITTEN = How()


def record_sheet(
    engine: Engine,
    request: Request,
    name: str,
    sheet: Sheet,
    terms: Terms,
    how: How = AS_WRITTEN,
) -> Done[SheetDone]:
    """Records what is new in a sheet; name: of its file, for the problems; terms: what its night line asks.

    Raises SheetRefused.
    """

    def work(connection: Connection, unit: int) -> SheetDone:
        return _Recorder(connection, unit, request, sheet, how).record(name, terms)

    def again(connection: Connection, unit: int) -> SheetDone:
        on = sheet.held_on or date.min
        recorded = next(iter(nights(connection, held_on=on)), None)
        if recorded is None:
            raise ChangedSince
        known = replace_(sheet, uid=sheet.uid or uid_of_night(connection, recorded.id))
        try:
            _Recorder(connection, unit, request, known, how._replace(replace=False)).record(name, terms)
        except NothingNew as nothing:
            return nothing.done
        except SheetRefused as refused:
            raise ChangedSince from refused
        raise ChangedSince  # what it would record again was taken back

    try:
        if how.check:
            return Done(rehearse(engine, request, work, again), unit=0)
        return run(engine, request, work, again)
    except NothingNew as nothing:
        return Done(nothing.done, unit=0, repeated=True)


class _Recorder:
    """One recording of a sheet."""

    def __init__(self, connection: Connection, unit: int, request: Request, sheet: Sheet, how: How) -> None:
        self.connection = connection
        self.unit = unit
        self.request = request
        self.sheet = sheet
        self.how = how
        self.replace = how.replace
        self.problems: list[Problem] = [*sheet.problems, *how.problems]
        self.changes: list[str] = []  # what was recorded otherwise
        self.changed = False

    def record(self, name: str, terms: Terms) -> SheetDone:
        """Records what is new. Raises SheetRefused, NothingNew or NightIsSettled."""
        added = self._people()
        found = self._night(terms)
        if found is None:
            raise SheetRefused(name, self.problems)
        self.problems += found.problems
        self.changes += found.changes
        self.changed |= found.changed or bool(added)
        writer = GameWriter(self.connection, self.unit, self.request, found.tonight, replace=self.replace)
        games = self._games(writer)
        self.problems += writer.problems
        self._attendance(found.tonight.night.id)
        night, sheet = found.tonight.night, self.sheet
        money = write_money(self.connection, self.unit, night, sheet, self.how.amount, replace=self.replace)
        self.problems += money.problems
        self.changes += money.changes
        self.changed |= money.changed
        if self.problems:
            raise SheetRefused(name, self.problems)
        uid = uid_of_night(self.connection, night.id)
        done = SheetDone(night.held_on, uid, added, games, (*self.changes, *writer.changes))
        if not (self.changed or writer.changed):
            raise NothingNew(done)
        refuse_locked(self.connection, night)
        return done

    def _night(self, terms: Terms) -> NightFound | None:
        """The night of the sheet; without one its games are read for their words only. Raises NotSetUp."""
        sheet = self.sheet
        try:
            if sheet.held_on is not None:
                wanted = Wanted(sheet.held_on, terms)
                return night_for(self.connection, self.unit, self.request, sheet, wanted, replace=self.replace)
            if terms.rules is not None:
                rules_named(self.connection, None, terms.rules)
        except NotSetUp:
            raise
        except LedgerError as error:  # another night, or rules without which no hand can be recorded
            self.problems.append(Problem(sheet.line, str(error)))
        words = WordsOnly(self.connection, terms.rules or defaults_of(self.connection).rules)
        for game in sheet.games:
            self.problems += words.problems(game)
        return None

    def _attendance(self, night_id: int) -> None:
        """Says who came without playing, and who has left, where that is new."""
        people = {person.name: person for person in everyone(self.connection)}
        there = at_night(self.connection, night_id)
        wanted: dict[str, bool] = {}  # who came and left has left
        for lines, here in ((self.sheet.here, True), (self.sheet.left, False)):
            for line in lines:
                names, wrong = people_named(self.connection, line.names)
                self.problems += (Problem(line.line, str(error)) for error in wrong)
                wanted |= dict.fromkeys(names, here)
        for here, known in ((True, there.here), (False, there.left)):
            new = [people[name] for name, is_here in wanted.items() if is_here is here and people[name] not in known]
            self.changed |= bool(new)
            save_attendance(self.connection, self.unit, night_id, new, here=here)
        played = {sits.person for game in games_of_night(self.connection, night_id) for sits in game.sittings}
        self._unsaid(night_id, "here", [p for p in there.here if p not in played and p.name not in wanted])
        self._unsaid(night_id, "left", [p for p in there.left if p.name not in wanted])

    def _unsaid(self, night_id: int, word: str, people: Sequence[Person]) -> None:
        """People who are recorded as having come, or left, of whom the sheet does not say so."""
        if not people:
            return
        names = ", ".join(person.name for person in people)
        if self.replace:
            void_attendance(self.connection, self.unit, night_id, people)
            self.changes.append(f"the night was recorded with  {word} {names}")
            self.changed = True
            return
        message = f"the night is recorded with  {word} {names}: add that line, or take it back with --replace"
        self.problems.append(Problem(self.sheet.line, message))

    def _people(self) -> tuple[str, ...]:
        """Adds those of the players line who are new."""
        known = {person.name for person in everyone(self.connection)}
        new = [name for name in dict.fromkeys(self.sheet.players) if name not in known]
        added = []
        for number, name in enumerate(new, start=1):
            try:
                add_person(self.connection, self.unit, f"{self.request.uid}/player{number}", name)
                added.append(name)
            except NameTaken:
                continue  # known under another spelling
        return tuple(added)

    def _games(self, writer: GameWriter) -> tuple[SheetGameDone, ...]:
        """Compares the games in order with those of the night, and records what is new."""
        recorded = games_of_night(self.connection, writer.night.night.id)
        done = []
        for place, game in enumerate(self.sheet.games):
            there = recorded[place] if place < len(recorded) else None
            if game.unread:
                writer.read_words(game)
                continue
            try:
                difference = None if there is None else writer.other_game(there, game)
            except LedgerError as error:
                self.problems.append(Problem(game.line, str(error)))
                writer.read_words(game)
                continue
            if difference:
                if not self.replace:
                    self._differs(game, difference)
                    for below in self.sheet.games[place:]:
                        writer.read_words(below)
                    return ()
                self._void(recorded[place:])
                recorded, there = recorded[:place], None
            done.append(writer.write(there, game))
        self._missing(recorded[len(self.sheet.games) :])
        return tuple(game for game in done if game is not None)

    def _missing(self, games: Sequence[StoredGame]) -> None:
        """Games of the night that the sheet does not have."""
        if self.replace:
            self._void(games)
            return
        for game in games:
            self.problems.append(
                Problem(
                    self.sheet.line,
                    f"game {game.number} ({', '.join(game.names)}) of this night is recorded, and not in the sheet: "
                    "add it, or take it back with --replace",
                )
            )

    def _void(self, games: Sequence[StoredGame]) -> None:
        hands = hands_of(self.connection, [game.id for game in games])
        for game in games:
            void_game(self.connection, self.unit, game.id)
            held = counted(len(hands[game.id]), "hand") if hands[game.id] else "final scores"
            self.changes.append(f"game {game.number} ({', '.join(game.names)}; {held}) is taken back")
            self.changed = True

    def _differs(self, game: SheetGame, difference: str) -> None:
        self.problems.append(Problem(game.line, f"{difference}; to record it as it is written here, add --replace"))
