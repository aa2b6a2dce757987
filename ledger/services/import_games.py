"""Games from elsewhere, recorded as one unit: all of them, or nothing and every problem with its place."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, counted
from ledger.importers.found import Found, FoundGame, Problem
from ledger.names import clean_name, clean_note, name_key
from ledger.rules.payments import STICK
from ledger.rules.replay import Step
from ledger.rules.ruleset import Ruleset
from ledger.rules.ties import AtTheEnd
from ledger.services.choose import refuse_locked
from ledger.services.count import after_hands, placed
from ledger.services.games import WrongNumberOfPlayers
from ledger.services.import_hands import how_it_ended, other_figures, played_hands
from ledger.services.import_people import People, TwoAreOne, WhoIsWho, people_of_source
from ledger.services.nights import Terms, new_night
from ledger.services.results import WrongTotal, with_discrepancy
from ledger.services.rules import rules_named
from ledger.shapes.game import Ending
from ledger.shapes.imported import Imported, ImportedGame, Renamed
from ledger.store.imported import games_brought_by, known_sources, save_map, stored_map
from ledger.store.load import Sitting, StoredGame, with_rounds
from ledger.store.nights import StoredNight, club_habits, day_of, next_game_number, nights
from ledger.store.people import Person
from ledger.store.save import Credited, NewEnd, NewGame, save_end, save_game, save_hand, save_penalty
from ledger.store.unit import Connection, Done, Engine, Request, read, rehearse, run


class ImportProblems(LedgerError):
    """Everything that is wrong with what was to be imported."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(f"nothing was imported: {counted(len(problems), 'problem')}")
        self.problems = tuple(problems)
        self.details = tuple(map(str, problems))


class NothingFound(LedgerError):
    """Files without a game."""

    def __init__(self) -> None:
        super().__init__("there is no game in it: nothing was imported")


class GoesOn(LedgerError):
    """A game that is not over where the source ends."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(
            f"the source ends here, and under ruleset {rules.name} the game goes on: other rules (--rules), "
            "or hands are missing"
        )


class How(NamedTuple):
    """How games are imported.

    who: whose the names are; rules: the ruleset where the source says none; terms: of nights that are opened;
    only_check: nothing is kept; told: called with the number of each game that is done; source: what the files are
    called here, and how they are read, to be kept.
    """

    who: WhoIsWho = WhoIsWho()
    rules: str | None = None
    terms: Terms = Terms(points_only=True)
    only_check: bool = False
    told: Callable[[int], None] = lambda _: None
    source: tuple[str, str] | None = None


def import_games(engine: Engine, request: Request, found: Found, how: How) -> Done[Imported]:
    """Records games from elsewhere; those that an earlier import brought are left as they are.

    Raises ImportProblems listing all that is wrong, NothingFound, or NamesUnknown.
    """
    if not found.games and not found.problems:
        raise NothingFound

    def work(connection: Connection, unit: int) -> Imported:
        return _Import(connection, unit, request, found, how).record()

    if how.only_check:
        return Done(rehearse(engine, request, work, _again), 0)
    return run(engine, request, work, _again)


def _again(connection: Connection, unit: int) -> Imported:
    return Imported(tuple(games_brought_by(connection, unit)))


class _Import:
    """One import under way: what it knows already, and the problems so far."""

    def __init__(self, connection: Connection, unit: int, request: Request, found: Found, how: How) -> None:
        self.connection = connection
        self.unit = unit
        self.request = request
        self.found = found
        self.how = how
        self.starts = club_habits(connection).day_starts
        self.problems = list(found.problems)
        self.nights: dict[date, StoredNight] = {}
        self.opened: list[date] = []
        self.numbers: dict[int, int] = {}
        self.rules: dict[str, Ruleset] = {}

    def record(self) -> Imported:
        """Records what is new. Raises ImportProblems."""
        known = known_sources(self.connection, [game.key for game in self.found.games])
        new = {game.key: game for game in self.found.games if game.key not in known}
        people = self._people(tuple(new.values()))
        done: list[ImportedGame] = []
        for number, game in enumerate(sorted(new.values(), key=self._when), start=1):
            try:
                done += [] if people is None else self._game(game, people)
            except LedgerError as error:
                self.problems += [Problem(game.place, _in_a_file(text)) for text in (str(error), *error.details)]
            self.how.told(number)
        if self.problems:
            raise ImportProblems(self.problems)
        if self.how.source is not None:
            save_map(self.connection, self.unit, *self.how.source)
        of, added = ({}, ()) if people is None else people
        meant = [Renamed(name, who.name) for name, who in of.items() if name_key(name) != name_key(who.name)]
        names = tuple(person.name for person in added)
        return Imported(tuple(done), len(self.found.games) - len(new), tuple(sorted(self.opened)), names, tuple(meant))

    def _people(self, new: tuple[FoundGame, ...]) -> People | None:
        """Who is who in the new games; None, and the problem is kept, where there are others beside it."""
        if not new:
            return People({}, ())
        try:
            found = self.found._replace(games=new)
            return people_of_source(self.connection, self.unit, self.request, found, self.how.who)
        except LedgerError as error:
            if not self.problems:
                raise
            self.problems.append(Problem(new[0].place._replace(line=None, column=None, inside=None), _in_full(error)))
            return None

    def _when(self, game: FoundGame) -> tuple[date, float]:
        """The order in which games are recorded: by night, then by time where that is known."""
        return self._held_on(game), 0.0 if game.played_at is None else game.played_at.timestamp()

    def _held_on(self, game: FoundGame) -> date:
        if game.held_on is not None:
            return game.held_on
        return day_of((game.played_at or self.request.at).astimezone(self.request.at.tzinfo), self.starts)

    def _night(self, game: FoundGame) -> StoredNight:
        """The night that a game is of, opened if there is none. Raises what forbids to record on it."""
        held_on = self._held_on(game)
        if held_on not in self.nights:
            there = nights(self.connection, held_on=held_on)
            if not there:
                uid = f"{self.request.uid}/night/{held_on}"
                there = [new_night(self.connection, self.unit, self.request, held_on, self.how.terms, uid)]
                self.opened.append(held_on)
            refuse_locked(self.connection, there[0])
            self.nights[held_on] = there[0]
            self.numbers[there[0].id] = next_game_number(self.connection, there[0].id)
        return self.nights[held_on]

    def _rules(self, game: FoundGame, night: StoredNight) -> Ruleset:
        if isinstance(game.rules, Ruleset):
            return game.rules
        name = game.rules or self.how.rules or night.defaults.rules
        if name not in self.rules:
            self.rules[name] = rules_named(self.connection, self.unit, name)
        return self.rules[name]

    def _game(self, found: FoundGame, people: People) -> list[ImportedGame]:
        """Records one game; none, and its problems are kept, where it is not as the source says."""
        night = self._night(found)
        base = self._rules(found, night)
        rules = with_rounds(base, found.rounds)
        seats = _seats(found, people, rules)
        steps, problems = played_hands(found, rules)
        if problems:
            self.problems += problems
            return []
        sittings = tuple(Sitting(seat, 1, person) for seat, person in enumerate(seats))
        number = self.numbers[night.id]
        label = None if found.label is None else _label(found.label)
        game = StoredGame(0, night.id, night.held_on, number, label, rules, sittings, None, len(steps), ())
        how, scores, end = _end(found, game, steps)
        results = placed(game, scores, end)
        if problems := other_figures(found, results):
            self.problems += problems
            return []
        reason = clean_note(found.discrepancy or "") if end.discrepancy else None
        self._save(found, game, base, steps, NewEnd(how, results, end, Credited(seats), reason))
        self.numbers[night.id] += 1
        shown = tuple(person.name for person in seats)
        return [ImportedGame(night.held_on, number, shown, tuple(r.raw_score for r in results), len(steps))]

    def _save(self, found: FoundGame, game: StoredGame, base: Ruleset, steps: Sequence[Step], end: NewEnd) -> None:
        uid = f"{self.request.uid}/{found.key}"
        new = NewGame(
            uid,
            game.night_id,
            game.number,
            game.label,
            base,
            game.seats,
            found.played_at or self.request.at,
            rounds=None if game.rules.rounds == base.rounds else game.rules.rounds,
            source_key=found.key,
        )
        game_id = save_game(self.connection, self.unit, new)
        for seq, played in enumerate(steps, start=1):
            save_hand(self.connection, self.unit, f"{uid}/hand{seq}", game_id, seq, played)
        for seat, points, reason in found.penalties:
            save_penalty(self.connection, self.unit, game_id, seat, points, clean_note(reason) or "penalty")
        save_end(self.connection, self.unit, game._replace(id=game_id), end)


def _label(text: str) -> str:
    """A table's label; a number, which would mean a game, has a t before it. Raises UsageError."""
    clean = clean_name(text, "a table's label")
    return f"t{name_key(clean)}" if name_key(clean).isdigit() else clean


def _seats(found: FoundGame, people: People, rules: Ruleset) -> tuple[Person, ...]:
    if len(found.players) != rules.players:
        raise WrongNumberOfPlayers(rules, len(found.players))
    seats = tuple(people.of[name] for name in found.players)
    for person in seats:
        if seats.count(person) > 1:
            names = [name for name, who in zip(found.players, seats, strict=True) if who == person]
            raise TwoAreOne(names, person)
    return seats


def _end(found: FoundGame, game: StoredGame, steps: Sequence[Step]) -> tuple[Ending, tuple[int, ...], AtTheEnd]:
    """How a game ended, with which scores, and what was counted beside them."""
    taken_off = [0] * game.rules.players
    for penalty in found.penalties:
        taken_off[penalty.seat] += penalty.points
    said = AtTheEnd(
        sticks_left=found.sticks_left or 0,
        last_dealer=found.last_dealer,
        last_winner=found.last_winner,
        ahead=found.ahead,
        chombos=(0,) * game.rules.players,
        chips=found.chips or (0,) * game.rules.players,
        taken_off=tuple(taken_off),
        bearers=tuple(range(game.rules.players)),
    )
    if steps:
        how = how_it_ended(found, steps, game.rules)
        if how is None:
            raise GoesOn(game.rules)
        return how, steps[-1].after.scores, after_hands(said, steps, game.rules.players)
    if found.scores is None:
        raise NothingFound
    scores = tuple(score + game.rules.start_points * found.relative for score in found.scores)
    try:
        return Ending.SCORES, scores, with_discrepancy(game.rules, scores, said, _reason(found, scores, game.rules))
    except WrongTotal as error:
        # What follows are options of another command.
        raise LedgerError(str(error).partition("; ")[0]) from error


def _reason(found: FoundGame, scores: tuple[int, ...], rules: Ruleset) -> str | None:
    """Why scores do not add up; a note beside scores that do is another matter."""
    right = rules.players * rules.start_points - (found.sticks_left or 0) * STICK
    return found.discrepancy if sum(scores) != right else None


def map_of_source(engine: Engine, name: str) -> str | None:
    """How the files of a source are read, as it was kept; None for one that is not known."""
    return read(engine, lambda connection: stored_map(connection, name))


def _in_a_file(text: str) -> str:
    """A refusal of a result that asks for options, as what a file can say."""
    column = r"the file can say it in a column, as in --columns \1=HEAD"
    return re.sub(r"add --(last-dealer|last-winner|ahead) NAME(?: --ahead NAME)*", column, text)


def _in_full(error: LedgerError) -> str:
    """A refusal with its details in one line."""
    return f"{error}: {', '.join(error.details)}" if error.details else str(error)
