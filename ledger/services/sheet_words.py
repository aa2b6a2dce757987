"""Reading a game that cannot be recorded for its words only, so that all problems of a sheet are said together."""

from collections.abc import Iterator, Sequence

from ledger.errors import LedgerError
from ledger.names import name_key
from ledger.notation.parse import parse_line
from ledger.notation.refusals import ParseError, UnknownPlayer
from ledger.notation.seated import match_name
from ledger.notation.sheet import UnknownInSheet, people_in
from ledger.notation.winning import TilesNeedTable
from ledger.presets import PRESETS, preset
from ledger.rules.ruleset import Ruleset
from ledger.services.rules import rules_named
from ledger.shapes.sheet import Problem, SheetCheck, SheetEnd, SheetGame, SheetHand, SheetSub
from ledger.store.people import also_called, everyone
from ledger.store.unit import Connection


def people_named(connection: Connection, text: str) -> tuple[list[str], list[LedgerError]]:
    """The people of the club that a line of a sheet names, and what is wrong with the other words of it."""
    people = everyone(connection)
    return people_in(text, [person.name for person in people], also_called(connection, people))


def people_of(connection: Connection, text: str) -> list[str]:
    """The people of the club that a line of a sheet names. Raises UnknownInSheet or AmbiguousPlayer."""
    names, wrong = people_named(connection, text)
    if wrong:
        raise wrong[0]
    return names


class WordsOnly:
    """What is wrong with the words of games, whatever else is; rules: those of the night, which may be unknown."""

    def __init__(self, connection: Connection, rules: str) -> None:
        self.connection = connection
        people = everyone(connection)
        self.known, self.also = [person.name for person in people], also_called(connection, people)
        self.usual, _ = self._rulesets(rules)  # what is wrong with them is said of the night's line

    def problems(self, game: SheetGame) -> list[Problem]:
        """What is wrong with a game's line, and with those below it."""
        names, wrong = people_named(self.connection, game.names)
        rulesets, unknown = self._rulesets(game.rules) if game.rules else (self.usual, [])
        found = [Problem(game.line, str(error)) for error in (*wrong, *unknown)]
        seated = names
        if wrong or game.unread:  # whoever is named wrongly there may be named rightly below
            seated = [*self.known, *(error.typed for error in wrong if isinstance(error, UnknownInSheet))]
        sure = len(rulesets) == 1 and seated is names
        for line, error in self._below(game, seated, rulesets):
            if sure or isinstance(error, ParseError | UnknownPlayer):
                found.append(Problem(line, str(error)))
        return found

    def _rulesets(self, named: str) -> tuple[list[Ruleset], list[LedgerError]]:
        """The rules that are meant, or all there are where they are unknown, and what is wrong with their name."""
        try:
            return [rules_named(self.connection, None, named)], []
        except LedgerError as error:
            return [preset(name) for name in PRESETS], [error]

    def _below(
        self, game: SheetGame, names: Sequence[str], rulesets: Sequence[Ruleset]
    ) -> Iterator[tuple[int, LedgerError]]:
        """What is wrong below a game's line."""
        for entry in game.entries:
            if isinstance(entry, SheetHand):
                try:
                    read_words(entry.text, names, rulesets)
                except LedgerError as error:
                    yield entry.line, error
            if isinstance(entry, SheetSub):
                yield from ((entry.line, error) for error in people_named(self.connection, entry.names)[1])
            if isinstance(entry, SheetCheck | SheetEnd):
                for score in entry.scores:
                    if name_key(score.name) in self.also:
                        continue
                    try:
                        match_name(score.name, names)
                    except LedgerError as error:
                        yield entry.line, error


def read_words(text: str, names: Sequence[str], rulesets: Sequence[Ruleset]) -> None:
    """Reads a hand at a table that nobody knows any more, whoever deals there. Raises what is wrong anyway."""
    wrong: list[LedgerError] = []
    for rules in rulesets:
        for dealer in range(len(names)):
            try:
                parse_line(text, (*names[dealer:], *names[:dealer]), rules)
            except TilesNeedTable:
                return
            except LedgerError as error:
                wrong.append(error)
            else:
                return
    if wrong:
        raise wrong[0]
