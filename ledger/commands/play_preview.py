"""What a line that is being typed would do, or what it still needs: the two lines below the prompt."""

import re
from enum import Enum
from typing import NamedTuple

from ledger.commands.play_screen import fitting
from ledger.commands.show import next_hand
from ledger.commands.text import signed, wrapped
from ledger.errors import LedgerError
from ledger.names import name_key
from ledger.notation.completion import Completing, Completion, Kind
from ledger.notation.refusals import DrawNeedsTenpai, ParseError
from ledger.services.at_table import AtTable, Tried, try_line

COMMANDS = ("undo", "fix", "show", "end", "games", "help", "quit")
ABOUT = {
    "undo": "Enter takes the last hand back",
    "fix": "Enter brings the last hand back into this line, to be corrected",
    "show": "Enter shows all hands of this game",
    "end": "Enter ends this game before its last hand, after a question",
    "games": "Enter lists the open games",
    "help": "Enter shows what can be typed here",
    "quit": "Enter leaves; everything is kept",
}
NUMBER = re.compile(r"([0-9]{1,9})(?: +([0-9]{4}-[0-9]{2}-[0-9]{2}))?")
"""The number of a game, and the date of its night where that is needed."""


class State(Enum):
    """How far a line is."""

    EMPTY = "empty"
    GOING = "going"  # nothing wrong with it so far
    WRONG = "wrong"
    READY = "ready"


class Preview(NamedTuple):
    """Two lines below the prompt, and how far the typed line is."""

    state: State
    says: str
    then: str = ""


class Typing:
    """Answers each keystroke at one table, from memory; fixing: the line takes the place of the last hand."""

    def __init__(self, at: AtTable, *, fixing: bool = False) -> None:
        self.at = at
        self.fixing = fixing
        table = at.before_last if fixing and at.before_last is not None else at.game.table
        self._completing = Completing(at.game.players, at.rules, table, () if fixing else COMMANDS)
        self._last: tuple[Completion, Preview] | None = None

    def completion(self, text: str) -> Completion:
        """What may come next."""
        return self._seen(text)[0]

    def preview(self, text: str) -> Preview:
        """What the line would do, or what is expected next."""
        return self._seen(text)[1]

    def _seen(self, text: str) -> tuple[Completion, Preview]:
        if self._last is None or self._last[0].text != text:
            completion = self._completing.at(text)
            self._last = completion, self._preview(text, completion)
        return self._last

    def _preview(self, text: str, completion: Completion) -> Preview:
        key = name_key(text)
        if not key:
            return Preview(State.EMPTY, *self._idle())
        if not self.fixing and key in COMMANDS:
            return Preview(State.READY, ABOUT[key])
        if not self.fixing and NUMBER.fullmatch(key):
            return Preview(State.READY, f"Enter goes to game {key}")
        offered = _offered(self._next(text, completion))
        try:
            tried = try_line(self.at, text, in_place_of_last=self.fixing)
        except DrawNeedsTenpai:
            return Preview(State.GOING, "who was tenpai? names, all or none; Enter alone asks", offered)
        except ParseError as error:
            going = bool(completion.candidates) or error.word > len(text.split())
            return Preview(State.GOING if going else State.WRONG, _short(error), offered)
        except LedgerError as error:
            return Preview(State.GOING if completion.candidates else State.WRONG, _short(error), offered)
        return Preview(State.READY, *_would(tried, self.at.game.players))

    def _next(self, text: str, completion: Completion) -> Completion:
        """What may come next: behind the last word, where nothing is missing of it."""
        whole = all(
            candidate.text.casefold() == text[candidate.start :].casefold() for candidate in completion.candidates
        )
        return completion if text[-1].isspace() or not whole else self._completing.at(f"{text} ")

    def _idle(self) -> tuple[str, str]:
        if self.fixing:
            return "type the hand as it was; Ctrl-C or Escape leaves it as it is", ""
        if self.at.game.ending is not None:
            return "the game is over: undo, fix, show, games, quit, or the number of another game", ""
        return "who won? or: draw, abort, chombo, undo, fix, show, end, games, help, quit", ""


def _would(tried: Tried, players: tuple[str, ...]) -> tuple[str, str]:
    """What a line would do: each player's change, and what comes next."""
    moved = "   ".join(f"{name} {signed(points)}" for name, points in zip(players, tried.change, strict=True))
    then = "the game is over" if tried.after.over else next_hand(tried.after, players)
    if tried.may_end:
        then += "; the dealer may end the game"
    return moved, "; ".join([f"then {then}", *tried.remarks])


def _offered(completion: Completion) -> str:
    """What may come next, as a list."""
    room = 12
    shown = [candidate.text for candidate in completion.candidates if candidate.kind is not Kind.COMMAND]
    return "   ".join([*shown[:room], *(["…"] if len(shown) > room else [])])


def _short(error: LedgerError) -> str:
    """A refusal without the place in the line, which the cursor shows."""
    return re.sub(r' \((?:word \d+: ".*?"|the line ends there)\)', "", str(error))


def fitted(preview: Preview, room: int) -> tuple[str, str]:
    """The two lines in a width; what is wrong may take both."""
    says, *more = wrapped(preview.says, room) if preview.state in (State.GOING, State.WRONG) else [preview.says]
    return fitting(says, room), fitting(" ".join(more) or preview.then, room)
