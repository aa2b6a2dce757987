"""ledger sheet."""

import errno
import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import CurrencyUnknown, amount_minor
from ledger.commands.night import terms_of
from ledger.commands.text import note, say, say_json
from ledger.errors import UsageError, counted, listing
from ledger.names import name_key
from ledger.rules.ruleset import content_sha256
from ledger.shapes.sheet import Problem, SheetDone, SheetGameDone

if TYPE_CHECKING:
    from ledger.services.nights import Terms
    from ledger.shapes.sheet import Sheet
    from ledger.store.unit import Engine

EPILOG = """\b
Example of a sheet:
  night 2026-11-20 rules dutch-4p rate 0.50 EUR
  game Ken John Taro Anna
  e1.0 Ken ron John s5 riichi
  e1.1 draw Ken Anna
  = Ken 52500 John 37500 Taro 43500 Anna 46500
  end
  result Taro 62000 Ken 50000 Anna 40000 John 28000

\b
Examples:
  ledger sheet friday.txt --check
  ledger sheet friday.txt
"""


@click.command(epilog=EPILOG)
@click.argument("path", metavar="FILE")
@click.option("--check", is_flag=True, help="Only say what is wrong, and what would be recorded.")
@click.option("--replace", is_flag=True, help="Take back what is recorded otherwise, and record it as it is written.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def sheet(desk: Desk, path: str, check: bool, replace: bool, as_json: bool) -> None:
    """Records a night that was written as text: a paper sheet, typed the next morning.

    A line for the night, one for each game, and one for each hand in the notation of ledger
    hand; lines that begin with = hold the scores against the ledger. All of it is recorded,
    or nothing, with every problem named by its line. The same sheet again adds nothing; what
    was added to it since is recorded. FILE may be - for standard input.
    """
    from ledger.notation.sheet import parse_sheet  # noqa: PLC0415
    from ledger.services.sheet import How, record_sheet  # noqa: PLC0415

    text = _read(path)
    written, name = parse_sheet(text), "the sheet" if path == "-" else Path(path).name
    engine = desk.engine()
    terms, problems = _terms(engine, written)
    request = desk.request("sheet", file=name, sha256=content_sha256(_without_id(text)), replace=replace)
    how = How(problems, replace=replace, check=check, amount=lambda text, code: amount_minor(text, code, "en"))
    done = record_sheet(engine, request, name, written, terms, how)
    if not check and written.uid is None:
        _write_id(path, text, written, done.answer.uid)
    if as_json:
        say_json(done.answer)
        return
    _say(done.answer, new=not done.repeated, check=check)


def _terms(engine: "Engine", written: "Sheet") -> "tuple[Terms, tuple[Problem, ...]]":
    """What the night line asks, and what is wrong with it."""
    from ledger.services.nights import Terms  # noqa: PLC0415

    try:
        return terms_of(engine, written.rules, written.currency, written.rate), ()
    except CurrencyUnknown:
        message = f"the rate needs a currency, as in: rate {written.rate} EUR"
        return Terms(written.rules), (Problem(written.line, message),)
    except UsageError as error:
        return Terms(written.rules), (Problem(written.line, str(error).removeprefix("--")),)


def _read(path: str) -> str:
    """The text, with the mark of its encoding if it has one."""
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}: line {line} is not UTF-8: save the file as UTF-8") from error


def _without_id(text: str) -> str:
    """The text without the line that the ledger writes: a repeated request may have it."""
    from ledger.notation.sheet import lines_of  # noqa: PLC0415

    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    return "\n".join(line for line in lines if name_key(line.partition(" ")[0]) != "id")


def _write_id(path: str, text: str, written: "Sheet", uid: str) -> None:
    """Writes the night's id below its line, so that the sheet is known again."""
    from ledger.notation.sheet import as_id, lines_of  # noqa: PLC0415

    said = f"id {as_id(uid)}"
    if path == "-":
        note(f"write this line below the night's, so that the sheet is known again: {said}")
        return
    lines = lines_of(text)
    end = lines[0][len(lines[0].rstrip("\r\n")) :] or "\n"
    night = lines[written.line - 1]
    bare = night.rstrip("\r\n")
    lines[written.line - 1 : written.line] = [night, f"{said}{end}"] if night != bare else [f"{night}{end}", said]
    target = Path(path).resolve()
    try:
        _write("".join(lines).encode("utf-8"), target)
    except OSError as error:
        note(f"{path} cannot be written ({error.strerror}): write this line below the night's: {said}")


def _write(content: bytes, target: Path) -> None:
    """Puts another content in a file's place, whole or not at all."""
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as new:
        pass
    try:
        Path(new.name).write_bytes(content)
        os.chmod(new.name, target.stat().st_mode & 0o7777)  # noqa: PTH101
        Path(new.name).replace(target)
    except OSError:
        Path(new.name).unlink(missing_ok=True)
        raise


def _say(done: SheetDone, *, new: bool, check: bool) -> None:
    """What was recorded, game by game."""
    if done.added_players and new:
        say(f"{'Would add' if check else 'Added'} {listing(done.added_players)}.")
    if not new:
        say(f"The night of {done.held_on} is recorded already, as it is written; nothing was added.")
    else:
        say(f"{'Nothing is wrong with' if check else 'Recorded'} the night of {done.held_on}:")
    for change in done.changes if new else ():
        say(f"  {change}")
    for game in done.games:
        say(f"  game {game.number}, {', '.join(game.players)}: {_came_of(game)}")
    if check:
        say("This was a check: nothing was recorded.")
    elif new:
        say("To take it back: ledger undo")


def _came_of(game: SheetGameDone) -> str:
    parts = [counted(game.hands, "hand")] if game.hands else []
    if game.taken_back:
        parts.append(f"{game.taken_back} taken back")
    if game.added and game.added != game.hands:
        parts.append(f"{game.added} new")
    return ", ".join([*parts, "over" if game.over else "still open"])
