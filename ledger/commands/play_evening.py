"""What the lines typed in `ledger play` do: each confirmed line is recorded at once, as a unit of its own."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from ledger.commands.count import chips_of
from ledger.commands.desk import Desk
from ledger.commands.lazy import Refusal
from ledger.commands.play_blame import hinted, place_of
from ledger.commands.play_find import numbered
from ledger.commands.play_preview import COMMANDS, NUMBER, Typing
from ledger.commands.play_prompt import Leave, Lines, Stop
from ledger.commands.play_screen import HELP, games_text, go_on, prompt_text, screen
from ledger.commands.show import say_game, say_results
from ledger.commands.text import say
from ledger.errors import LedgerError, UsageError
from ledger.names import name_key
from ledger.notation.refusals import DrawNeedsTenpai
from ledger.services.at_table import AtTable, at_table, open_tables, try_line
from ledger.services.count import Count, TieNeedsPlayers
from ledger.services.games import reopen_game
from ledger.services.hands import Care, SameHandAgain, record_hand, replace_last_hand, undo_hand
from ledger.services.results import end_game
from ledger.shapes.game import Ending, GameView, HandRecorded
from ledger.store.unit import Engine, Request


class ChangedMeanwhile(LedgerError):
    """What was to be taken back or corrected is not what was shown."""

    def __init__(self, command: str) -> None:
        super().__init__(f"something was recorded at another terminal: this is the table now; type {command} again")


class Evening:
    """The prompt at one table after the other. kept: a line to be typed on, and where the cursor stands in it."""

    def __init__(self, desk: Desk, engine: Engine, lines: Lines, at: AtTable) -> None:
        self.desk, self.engine, self.lines, self.at = desk, engine, lines, at
        self.fixing = False
        self.kept: tuple[str, int | None] = ("", None)
        self._asked: tuple[Any, str] = (None, "")

    def run(self) -> None:
        """Reads and does one line after the other until somebody leaves."""
        self.draw()
        while True:
            try:
                self._one_line()
            except Leave:
                return
            except KeyboardInterrupt:  # while something was being done
                say("Stopped. What the table shows is what is recorded.")
                self.look()

    def _one_line(self) -> None:
        """Reads one line and does it; one that is refused is kept."""
        text, cursor = self.kept
        try:
            line = self.lines.hand(self._message(), Typing(self.at, fixing=self.fixing), text, cursor)
        except Stop:
            self.fixing, self.kept = False, ("", None)
            return
        self.kept = (line, None)
        try:
            self.do(line)
        except LedgerError as error:
            self.refused(error)
        except Stop:
            say("Stopped; nothing was recorded.")

    def _message(self) -> str:
        return prompt_text(self.at.game, fixing=self.fixing)

    def draw(self) -> None:
        """Draws the table as it stands; a game that is over with its results and how to go on."""
        say()
        say(screen(self.at.game))
        if self.at.game.results:
            say_results(self.at.game)
            say(go_on(self.at.game, self.desk.at.date()))

    def do(self, line: str) -> None:
        """Does what one line says. Raises LedgerError, Stop or Leave; what is kept then is typed on."""
        key = name_key(line)
        if not self.fixing and key in COMMANDS:
            self.kept = ("", None)
            {
                "undo": self.undo,
                "fix": self.fix,
                "show": lambda: say_game(self.at.game),
                "end": self.end,
                "games": self.games,
                "help": lambda: say(HELP),
                "quit": self.leave,
            }[key]()
        elif not self.fixing and NUMBER.fullmatch(key):
            self.at = numbered(self.engine, self._now(), line, self.at.game.night)
            self.kept = ("", None)
            self.draw()
        elif self.fixing:
            self.replace(line)
        else:
            self.record(line)

    def record(self, line: str) -> None:
        """Records a hand as the next after those that are shown."""
        again, after = False, len(self.at.game.hands)
        chips, typed = self._chips(line)

        def attempt(said: str, ahead: tuple[str, ...]) -> HandRecorded:
            more = {"again": True} if again else {}
            request = self._request("hand", line=said, ahead=list(ahead), chips=typed, after=after, **more)
            count = Count(ahead=ahead, chips=chips)
            return record_hand(self.engine, request, said, self.at.choice, count, Care(again=again, after=after)).answer

        try:
            done = self._asking(line, attempt)
        except SameHandAgain as error:
            if not self.lines.sure(f"{str(error).partition(':')[0]}. Record it a second time?"):
                raise Stop from error
            again = True
            done = self._asking(self.kept[0], attempt)
        self._recorded(done)

    def replace(self, line: str) -> None:
        """Records a hand in place of the last one."""
        last = self.at.game.hands[-1]
        if line.split() != last.line.split():
            self._unchanged("fix")

            def attempt(said: str, ahead: tuple[str, ...]) -> HandRecorded:
                if ahead:
                    raise UsageError("a last hand that leaves a tie to you: undo it, and type it anew")
                request = self._request("hand fix", number=last.seq, line=said)
                return replace_last_hand(self.engine, request, said, self.at.choice).answer

            self._recorded(self._asking(line, attempt))
        else:
            self.fixing, self.kept = False, ("", None)
            say("The hand is as it was.")

    def _recorded(self, done: HandRecorded) -> None:
        """Shows what was recorded, and is ready for the next hand."""
        self._done()
        for remark in done.remarks:
            say(f"  {remark}")
        for win in done.hand.wins:
            if win.yaku:
                dora = f", dora {win.dora}" if win.dora else ""
                say(f"  {done.game.players[win.seat]}: {win.price} ({', '.join(win.yaku)}{dora})")
        self.draw()

    def _done(self) -> None:
        """After something was recorded: the table is read anew, and the next line is a new request."""
        self.fixing, self.kept, self._asked = False, ("", None), (None, "")
        self.at = at_table(self.engine, self._now(), self.at.choice)

    def _asking(self, line: str, attempt: Callable[[str, tuple[str, ...]], HandRecorded]) -> HandRecorded:
        """Does an attempt, and asks for what the line or the rules lack."""
        ahead: tuple[str, ...] = ()
        while True:
            try:
                return attempt(line, ahead)
            except DrawNeedsTenpai as question:
                answer = self.lines.ask("Who was tenpai? (none, all, or names) ")
                line = " ".join(f"draw {answer} {question.rest}".split())
                self.kept = (line, None)
            except TieNeedsPlayers as tie:
                if ahead:
                    raise
                ahead = self._ahead(tie)

    def _ahead(self, tie: TieNeedsPlayers) -> tuple[str, ...]:
        say(f"{str(tie).partition(': add')[0]}.")
        return tuple(
            name.strip() for name in self.lines.ask("Who is ahead? (the best first, commas between) ").split(",")
        )

    def _chips(self, line: str) -> tuple[Any, list[str]]:
        """The chips, asked where the rules have them and this hand ends the game; and as they were typed."""
        if not self.at.rules.chip_value or self.at.game.table.over:
            return (), []
        try:
            over = try_line(self.at, line).after.over
        except LedgerError:
            return (), []  # it is refused when it is recorded
        return self._ask_chips() if over else ((), [])

    def _ask_chips(self) -> tuple[Any, list[str]]:
        answer = self.lines.ask("Chips won and lost? (as Ken=3, John=-3; Enter for none) ")
        typed = [part for part in re.split(r"\s*,\s*|(?<=\d)\s+", answer) if part]
        return chips_of(tuple(typed)), typed

    def undo(self) -> None:
        """Takes the last hand back; of a game that was ended before its last hand, that end."""
        self._unchanged("undo")
        if self.at.game.ending in (Ending.CLOCK, Ending.DEALER, Ending.COUNTED):
            self._reopen()
            return
        done = undo_hand(self.engine, self._request("hand undo"), self.at.choice).answer
        self._done()
        say(f"Took back hand {done.hand.seq}, {done.hand.position}: {done.hand.line}")
        self.draw()

    def _reopen(self) -> None:
        """Takes back the end of a game that was ended before its last hand."""
        if self.lines.sure(f"Take the end of game {self.at.game.number} back, so that it goes on?"):
            reopen_game(self.engine, self._request("game reopen"), self.at.choice)
            self._done()
            self.draw()

    def fix(self) -> None:
        """Puts the last hand into the line, to be corrected."""
        self._unchanged("fix")
        line = self.at.game.hands[-1].line if self.at.game.hands else ""
        with suppress(TieNeedsPlayers):  # what stands against it is said now
            replace_last_hand(self.engine, self._request("hand fix"), line, self.at.choice, preview=True)
        self.fixing, self.kept = True, (line, None)

    def end(self) -> None:
        """Ends the game before its last hand."""
        self._unchanged("end")
        if not self.lines.sure(f"End game {self.at.game.number} here, before its last hand?"):
            return
        chips, typed = self._ask_chips() if self.at.rules.chip_value else ((), [])
        ahead: tuple[str, ...] = ()
        for last in (False, True):
            self._unchanged("end")
            request = self._request("game end", ahead=list(ahead), chips=typed)
            try:
                end_game(self.engine, request, self.at.choice, (), Count(ahead=ahead, chips=chips))
                break
            except TieNeedsPlayers as tie:
                if last:
                    raise
                ahead = self._ahead(tie)
        self._done()
        self.draw()

    def games(self) -> None:
        """Lists the open games."""
        say(games_text([at.game for at in open_tables(self.engine)], self.at.game))
        say("Type the number of a game to go there.")

    def leave(self) -> None:
        """Leaves."""
        raise Leave

    def _unchanged(self, command: str) -> None:
        """Refuses to take back or end what is not as it is shown. Raises ChangedMeanwhile."""
        if at_table(self.engine, self._now(), self.at.choice).game != self.at.game:
            raise ChangedMeanwhile(command)

    def refused(self, error: LedgerError) -> None:
        """Says what is wrong in one line; the typed line stays, the cursor where it stops making sense."""
        line, _ = self.kept
        fixing = self.fixing
        self.look()
        Refusal(hinted(error, line)).show()
        if fixing and not self.fixing:  # a correction of a hand that is not the last any more is no next hand
            self.kept = ("", None)
        elif line:
            self.kept = (line, place_of(error, line))

    def look(self) -> None:
        """Reads the game anew, and draws it if it is not as it was shown."""
        shown = self.at
        try:
            self.at = at_table(self.engine, self._now(), shown.choice)
        except LedgerError as error:
            Refusal(error).show()
            return
        if self.at.game != shown.game:
            self.fixing = False
            self.draw()

    def _now(self) -> datetime:
        return datetime.now().astimezone()

    def _request(self, command: str, **said: Any) -> Request:
        """A request about the game at hand. The same asked again without an answer in between has the same id."""
        game: GameView = self.at.game
        arguments = {"game": str(game.number), "date": str(game.night), **said}
        if self._asked[0] != (command, arguments):
            self._asked = ((command, arguments), os.urandom(16).hex())
        return self.desk._replace(uid=self._asked[1], at=self._now()).request(command, **arguments)
