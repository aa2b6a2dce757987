"""ledger import: what all imports of games have in common, and the list of formats."""

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import columns, points, say, say_if_repeated, say_json
from ledger.errors import UsageError, counted, listing

if TYPE_CHECKING:
    from ledger.commands.desk import Desk
    from ledger.importers.found import Found
    from ledger.services.import_games import How
    from ledger.shapes.imported import Imported
    from ledger.store.unit import Done

T = TypeVar("T")

SECTIONS = {
    "Formats": {
        "csv": Entry("import_csv:csv", "A club's spreadsheet: CSV or a workbook"),
        "tenhou": Entry("import_logs:tenhou", "Games played on Tenhou, with every hand"),
        "mahjong-soul": Entry("import_logs:mahjong_soul", "Games played on Mahjong Soul, with every hand"),
        "pantheon": Entry("import_logs:pantheon", "Games kept in Pantheon, with every hand"),
        "bundle": Entry("import_bundle:bundle", "What another ledger exported, again and again"),
    },
    "Commands": {"undo": Entry("import_bundle:undo", "Take an import back as a whole")},
}
EPILOG = """\b
Examples:
  ledger import --list
  ledger import tenhou game.xml.gz --map 'NoName=Ken' --dry-run
"""


@click.group("import", cls=LazyGroup, sections=SECTIONS, epilog=EPILOG, invoke_without_command=True)
@click.option("--list", "listed", is_flag=True, help="Show each format, what it holds, and an example.")
@click.pass_context
def import_(ctx: click.Context, listed: bool) -> None:
    """Brings games in from elsewhere. Each import is one step: all of it, or nothing."""
    if listed:
        _say_formats()
    elif ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)


def _say_formats() -> None:
    from ledger.importers.formats import FORMATS  # noqa: PLC0415

    for known in FORMATS:
        say(f"{known.name}: {known.what}")
        say(f"  {known.holds}")
        say(f"  {known.example}")


def import_options(command: Callable[..., T]) -> Callable[..., T]:
    """The options of every import of games."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="As JSON."),
        click.option("--dry-run", is_flag=True, help="Only say what is wrong, and what would be recorded."),
        click.option("--with-money", is_flag=True, help="New nights have the club's money, not points only."),
        click.option("--rules", metavar="NAME", help="The ruleset, or its file, where the files say none."),
        click.option("--add-guests", is_flag=True, help="Add those who are not known here as guests."),
        click.option("--add", is_flag=True, help="Add those who are not known here as players."),
        click.option("--map", "names", multiple=True, metavar="NAME=PLAYER", help="Who somebody is here; kept."),
    ):
        command = option(command)
    return command


def how_from(said: dict[str, Any]) -> "How":
    """How games are imported, from the options of import_options."""
    from ledger.services.import_games import How  # noqa: PLC0415
    from ledger.services.import_people import WhoIsWho  # noqa: PLC0415
    from ledger.services.nights import Terms  # noqa: PLC0415

    if said["add"] and said["add_guests"]:
        raise UsageError("--add or --add-guests: new people are players or guests")
    return How(
        WhoIsWho(dict(map(pair, said["names"])), add=said["add"] or said["add_guests"], guests=said["add_guests"]),
        said["rules"],
        Terms() if said["with_money"] else Terms(points_only=True),
        only_check=said["dry_run"],
    )


def pair(text: str) -> tuple[str, str]:
    """A name in a file and the player here, from NAME=PLAYER. Raises UsageError."""
    name, mark, player = text.rpartition("=")
    if not mark or not name.strip() or not player.strip():
        raise UsageError(f"--map {text}: the name in the file, an equals sign, and the player here, as in NoName=Ken")
    return name.strip(), player.strip()


FEW = 3
"""How many files the log names."""


def typed_of(paths: Sequence[Path], said: dict[str, Any]) -> dict[str, Any]:
    """What was asked, as the journal keeps it: the files by name and content."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    kept = {key: value for key, value in said.items() if key not in ("as_json", "dry_run", "names")}
    typed = {key: list(value) if isinstance(value, tuple) else value for key, value in kept.items()}
    named = [path.name for path in paths[:FEW]] + [f"and {len(paths) - FEW} more"] * (len(paths) > FEW)
    return {"names": named, "map": list(said["names"]), "sha256": digest.hexdigest(), **typed}


def files(texts: Sequence[str]) -> list[Path]:
    """The files that are named. Raises UsageError for one that is none."""
    paths = [Path(text) for text in texts]
    for path in paths:
        if not path.is_file():
            raise UsageError(f"{path} is no file" if path.exists() else f"there is no file {path}")
    return paths


def import_found(desk: "Desk", name: str, found: "Found", typed: dict[str, Any], said: dict[str, Any]) -> None:
    """Records what was found in files, and says so."""
    from ledger.services.import_games import import_games  # noqa: PLC0415

    with progress(len(found.games), "games") as told:
        how = how_from(said)._replace(told=told)
        done = import_games(desk.engine(), desk.request(f"import {name}", **typed), found, how)
    if said["as_json"]:
        say_json(done.answer)
        return
    say_imported(done, only_check=said["dry_run"])


SHOWN_FROM = 50
"""From how many steps on a bar is shown."""


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while something long goes on, where that is a terminal."""
    if total < SHOWN_FROM or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    shown = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


MOST_SHOWN = 20
"""How many games are shown one by one."""


def say_imported(done: "Done[Imported]", *, only_check: bool) -> None:
    """What an import recorded."""
    say_if_repeated(done)
    answer = done.answer
    would = "Would import" if only_check else "Imported"
    hands = sum(game.hands for game in answer.games)
    what = counted(len(answer.games), "game") + (f" with {counted(hands, 'hand')}" if hands else "")
    say(f"{would} {what}." if answer.games else "There is nothing new in it.")
    if answer.known:
        are = "is" if answer.known == 1 else "are"
        say(f"{counted(answer.known, 'game')} of an earlier import {are} left as before.")
    if answer.added:
        say(f"{'Would add' if only_check else 'Added'} {listing(answer.added)}.")
    for meant in answer.meant:
        say(f"  {meant.name} is {meant.player}")
    if answer.games:
        say(columns(_lines(answer), left=(0, 2)))
    if len(answer.games) > MOST_SHOWN:
        say(f"  … and {len(answer.games) - MOST_SHOWN:,} more")
    if only_check:
        say("This was a check: nothing was recorded.")
    elif answer.games and not done.repeated:
        say(f"To take it back: ledger import undo {done.unit}")


def _lines(answer: "Imported") -> Iterator[list[str]]:
    for game in answer.games[:MOST_SHOWN]:
        told = ", ".join(f"{name} {points(score)}" for name, score in zip(game.players, game.scores, strict=True))
        yield [str(game.held_on), f"game {game.number}", told]
