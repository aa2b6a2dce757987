"""Corrections: the difference is shown first, and recorded on yes."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from ledger.commands.game import DATE, GAME, say_undo
from ledger.commands.show import say_heading
from ledger.commands.text import columns, points, say, signed
from ledger.errors import LedgerError
from ledger.shapes.game import GameView

if TYPE_CHECKING:
    from ledger.services.correct import Corrected
    from ledger.store.unit import Done

T = TypeVar("T")


class NotConfirmed(LedgerError):
    """A correction that nobody said yes to."""


def correction(command: Callable[..., T]) -> Callable[..., T]:
    """The options of a command that corrects what was recorded."""
    for option in (
        click.option("--yes", is_flag=True, help="Do not ask: the difference is shown, and recorded."),
        click.option("--reason", metavar="TEXT", help="Why; it is kept in the journal."),
        DATE,
        GAME,
    ):
        command = option(command)
    return command


def typed(said: dict[str, str | None]) -> dict[str, str | None]:
    """The options of a correction under the names they were typed by, for the journal."""
    return {"game": said["mark"], "date": said["held_on"], "reason": said["reason"]}


def asked(attempt: "Callable[[Corrected | None], Done[Corrected]]", *, yes: bool) -> None:
    """Shows what a correction does, and does it on yes. Raises NotConfirmed."""
    shown = attempt(None).answer
    say_difference(shown.before, shown.after)
    if not yes:
        if not sys.stdin.isatty():
            raise NotConfirmed("nothing was changed: to record this, add --yes")
        if not click.confirm("Record this?", err=True):
            raise NotConfirmed("nothing was changed")
    done = attempt(shown)
    say("Recorded." if not done.repeated else "This request was done before; nothing was recorded twice.")
    say_undo(done)


def say_difference(before: GameView, after: GameView) -> None:
    """In which hands and points a game is otherwise than before."""
    say_heading(after)
    for seq in range(max(len(before.hands), len(after.hands))):
        old = before.hands[seq] if seq < len(before.hands) else None
        new = after.hands[seq] if seq < len(after.hands) else None
        if old != new:
            said = f"hand {seq + 1}"
            say(f"  {said}  was  {f'{old.position}  {old.line}' if old else 'not there'}")
            say(f"  {' ' * len(said)}  now  {f'{new.position}  {new.line}' if new else 'not there'}")
    rows: list[Sequence[str]] = [("", *after.players)]
    if before.players != after.players:
        rows.append(("was", *before.players))
    played = bool(before.hands or after.hands)
    owners = tuple(result.player for result in after.results)
    for title, numbers, text in (
        ("points before", before.table.scores if played else (), points),
        ("points now", after.table.scores if played else (), points),
        ("result before", tuple(r.points for r in before.results), signed),
        ("result now", tuple(r.points for r in after.results), signed),
    ):
        if title == "result before" and owners and owners != after.players:
            rows.append(("result of", *owners))
        if numbers:
            rows.append((title, *map(text, numbers)))
    say(columns(rows))
