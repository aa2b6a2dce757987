"""Command groups that import a command only when it is run, and say for what each is."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

import click

from ledger.errors import LedgerError
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

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's signature
        """One line on standard error."""
        click.echo(f"ledger: {self.message}", err=True)


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
            hint = f"did you mean {close}?" if close else f"see {ctx.command_path} --help"
            raise click.UsageError(f"no command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands by section, without importing them."""
        for title, entries in self.sections.items():
            rows: Sequence[tuple[str, str]] = [(name, entry.help) for name, entry in entries.items() if entry.help]
            with formatter.section(title):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """The one place where refusals are caught."""
        try:
            return super().invoke(ctx)
        except LedgerError as error:
            raise Refusal(error) from error
