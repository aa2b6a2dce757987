"""The line that is typed in `ledger play`: keys, what is offered while typing, and questions. All of prompt_toolkit."""

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session, get_app
from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.output import Output
from prompt_toolkit.output.plain_text import PlainTextOutput
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import is_dumb_terminal

from ledger.commands.play_preview import Preview, State, Typing, fitted
from ledger.notation.completion import Completion

AGAIN = Preview(State.EMPTY, "Ctrl-C again, Ctrl-D or quit leaves; all that was confirmed is kept")
STYLES = {State.EMPTY: "class:hint", State.GOING: "class:hint", State.WRONG: "class:wrong", State.READY: "class:ready"}


class Leave(Exception):
    """The person wants to leave, or the terminal is gone."""


class Stop(Exception):
    """The person does not want what was begun."""


class Lines:
    """Reads lines and answers; input and output are those of the terminal where nothing else is said."""

    def __init__(self, input: Input | None = None, output: Output | None = None) -> None:  # noqa: A002
        self._typing: Typing | None = None
        self._leaving = False
        plainly = output is None and is_dumb_terminal()
        with create_app_session(output=PlainTextOutput(sys.stdout)) if plainly else nullcontext():
            self._session: PromptSession[str] = PromptSession(
                history=InMemoryHistory(),
                auto_suggest=_Offer(lambda: self._typing),
                key_bindings=self._keys(),
                bottom_toolbar=self._below,
                style=_style(),
                input=input,
                output=output,
            )
            self._questions: PromptSession[str] = PromptSession(
                history=InMemoryHistory(), style=_style(), input=input, output=output
            )
        self._session.app.timeoutlen = 0.3  # how long Escape waits for the rest of a key
        _ends_with_its_terminal(self._session.input)

    def hand(self, message: str, typing: Typing, text: str = "", cursor: int | None = None) -> str:
        """A line, with all help while it is typed. Raises Leave, or Stop where a correction is given up."""
        self._typing, self._leaving = typing, False
        if is_dumb_terminal():
            message, cursor = message + text, None  # it cannot go back into what is there
        try:
            typed = self._session.prompt([("class:prompt", message)], default=_document(text, cursor))
            return typed.replace("\n", " ")  # lines that were pasted are one line
        except EOFError as error:
            raise Leave from error
        except KeyboardInterrupt as error:
            raise Stop from error

    def ask(self, question: str) -> str:
        """The answer to a question. Raises Stop where there is none."""
        try:
            return self._questions.prompt([("class:prompt", question)]).strip()
        except (EOFError, KeyboardInterrupt) as error:
            raise Stop from error

    def sure(self, question: str) -> bool:
        """Whether the answer is yes."""
        while True:
            answer = self.ask(f"{question} (y/n) ").casefold()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False

    def _below(self) -> StyleAndTextTuples:
        """The two lines below the prompt."""
        app = get_app()
        preview = AGAIN if self._leaving else _quietly(self._preview, Preview(State.EMPTY, ""))
        says, then = fitted(preview, app.output.get_size().columns)
        return [(STYLES[preview.state], says), ("", "\n"), ("class:hint", then)]

    def _preview(self) -> Preview:
        text = self._session.default_buffer.text
        return Preview(State.EMPTY, "") if self._typing is None else self._typing.preview(text)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        fixing = Condition(lambda: self._typing is not None and self._typing.fixing)

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            self._leaving = False
            _accept(event.current_buffer, self._typing)

        @keys.add("enter", filter=Condition(lambda: not self._session.default_buffer.text.strip()))
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.reset()

        @keys.add("escape", filter=fixing)
        def _(event: KeyPressEvent) -> None:
            _leave(event, KeyboardInterrupt())

        @keys.add("c-c")
        @keys.add("<sigint>")
        def _(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            if fixing():
                _leave(event, KeyboardInterrupt())
            elif self._leaving and not buffer.text:
                _leave(event, EOFError())
            else:
                self._leaving = True
                buffer.reset()
                event.app.invalidate()

        return keys


class _Offer(AutoSuggest):
    """What is offered in grey behind the line."""

    def __init__(self, typing: Callable[[], Typing | None]) -> None:
        self._typing = typing

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:  # noqa: ARG002
        """What would be added by accepting it."""
        ghost = _completed(self._typing(), document.text).ghost
        return Suggestion(ghost) if ghost else None


def _leave(event: KeyPressEvent, how: BaseException) -> None:
    """Ends the typing; of several keys pressed at once the first does."""
    if not event.app.is_done:
        event.app.exit(exception=how)


def _accept(buffer: Buffer, typing: Typing | None) -> None:
    """Takes what is offered behind the cursor."""
    before, after = buffer.document.text_before_cursor, buffer.document.text_after_cursor
    taken = _completed(typing, before).tab
    if taken != before:
        buffer.document = Document(taken + after, len(taken))
        suggestion = _completed(typing, buffer.text).ghost
        buffer.suggestion = Suggestion(suggestion) if suggestion else None


def _completed(typing: Typing | None, text: str) -> Completion:
    return Completion(text) if typing is None else _quietly(lambda: typing.completion(text), Completion(text))


def _quietly(answer: Callable[[], Any], otherwise: Any) -> Any:
    """An answer of a mere help while typing: a fault in it must not stop anybody from recording hands."""
    try:
        return answer()
    except Exception:
        return otherwise


def _document(text: str, cursor: int | None) -> Document:
    return Document(text, len(text) if cursor is None else min(cursor, len(text)))


def _style() -> Style:
    """Few colours, and none where NO_COLOR asks for that: then what is only offered is underlined."""
    plain = bool(os.environ.get("NO_COLOR"))
    return Style.from_dict(
        {
            "prompt": "bold",
            "auto-suggestion": "underline" if plain else "ansibrightblack",
            "bottom-toolbar": "noreverse",
            "hint": "" if plain else "ansibrightblack",
            "wrong": "" if plain else "ansiyellow",
            "ready": "bold" if plain else "ansigreen",
        }
    )


def _ends_with_its_terminal(keyboard: Input) -> None:
    """Ends the reading when the terminal is gone: prompt_toolkit alone would ask it for ever."""
    try:
        import termios  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    reader = getattr(keyboard, "stdin_reader", None)
    if reader is None or not os.isatty(keyboard.fileno()):
        return
    read = keyboard.read_keys

    def read_keys() -> Any:
        pressed = read()
        if not pressed:
            try:
                termios.tcgetattr(keyboard.fileno())
            except (termios.error, OSError):
                reader.closed = True
        return pressed

    keyboard.read_keys = read_keys  # type: ignore[method-assign]
