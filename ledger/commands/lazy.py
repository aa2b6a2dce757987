"""Command groups that import a command only when it is run, and say for what each is."""

import errno
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import click

from ledger.commands.text import terminal_width, wrapped
from ledger.errors import LedgerError, StoreError, UsageError, listing
from ledger.names import nearest


class Entry(NamedTuple):
    """A command: where its function is ("module:function" below ledger.commands), and what it does in one line."""

    target: str
    help: str


class Refusal(click.ClickException):
    """A refusal as the terminal shows it, with its exit code."""

    def __init__(self, error: LedgerError) -> None:
        super().__init__(str(error))
        self.exit_code = error.exit_code  # type: ignore[misc]
        self.details = error.details

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's signature
        """One line on standard error, whatever was typed, and one for each of the details; broken between words."""
        for line in (f"ledger: {_one_line(self.message)}", *(f"  {_one_line(detail)}" for detail in self.details)):
            click.echo("\n".join(wrapped(line, terminal_width()) if sys.stderr.isatty() else [line]), err=True)


def _one_line(text: str) -> str:
    return "".join("\ufffd" if unicodedata.category(c) in _NOT_IN_A_LINE else c for c in text)


_NOT_IN_A_LINE = ("Cc", "Cs", "Zl", "Zp")


@contextmanager
def refusals() -> Iterator[None]:
    """The one place where refusals are caught: the ledger's own, and those of the command line."""
    try:
        yield
    except LedgerError as error:
        raise Refusal(error) from error
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise Refusal(UsageError(_usage(error))) from error
    except click.Abort as error:
        click.echo(err=True)
        raise Refusal(LedgerError("stopped; nothing was recorded")) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        reason = error.strerror or str(error)
        raise Refusal(StoreError(f"cannot use {error.filename or 'the output'}: {reason}")) from error


def _usage(error: click.UsageError) -> str:
    """A complaint about the command line as one line that says how to go on."""
    see = f"; see  {error.ctx.command_path} --help" if error.ctx else ""
    if isinstance(error, click.NoSuchOption) and re.fullmatch("-[0-9.,]", error.option_name):
        return f"a number that stands alone is never negative: leave out the minus{see}"
    if isinstance(error, click.NoSuchOption):
        close = f"; did you mean {listing(error.possibilities, 'or')}?" if error.possibilities else see
        return f"no option {error.option_name}{close}"
    what = error.format_message().rstrip(".")
    return f"{what[:1].lower()}{what[1:]}{see}"


class LazyGroup(click.Group):
    """A group whose commands are listed by section and imported when called for."""

    def __init__(self, *, sections: Mapping[str, Mapping[str, Entry]], default: str | None = None, **kwargs: object):
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.sections = sections
        self.default = default
        self.entries = {name: entry for section in sections.values() for name, entry in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all commands."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Imports and returns one command."""
        if cmd_name not in self.entries:
            return None
        module, _, function = self.entries[cmd_name].target.partition(":")
        command = getattr(import_module(f"ledger.commands.{module}"), function)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.entries[cmd_name].target} is no command")
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is not the name of a command goes to the default command, if the group has one."""
        if self.default is not None and args and args[0] not in (*self.entries, "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Names the nearest command for one that does not exist."""
        if args and args[0] not in self.entries and not args[0].startswith("-"):
            close = nearest(args[0], self.entries)
            hint = f"did you mean {close}?" if close else f"see  {ctx.command_path} --help"
            raise UsageError(f"no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands by section, without importing them."""
        for title, entries in self.sections.items():
            rows: Sequence[tuple[str, str]] = [(name, entry.help) for name, entry in entries.items() if entry.help]
            with formatter.section(title):
                formatter.write_dl(rows)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Reads the options before the command."""
        with refusals():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command."""
        with refusals():
            return super().invoke(ctx)
