"""ledger import bundle, ledger import undo."""

from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.imports import files, pair, progress, typed_of
from ledger.commands.text import say, say_if_repeated, say_json
from ledger.errors import counted

if TYPE_CHECKING:
    from ledger.shapes.bundle import BundleImported
    from ledger.store.unit import Done


@click.command(
    epilog="\b\nExamples:\n  ledger import bundle club.jsonl --from Utrecht --dry-run\n"
    "  ledger import bundle club.jsonl --from Utrecht\n"
)
@click.argument("path", metavar="FILE")
@click.option("--map", "names", multiple=True, metavar="NAME=PLAYER", help="Who somebody of it is here; kept.")
@click.option("--from", "label", metavar="CLUB", help="Put behind the names that somebody else has here.")
@click.option("--money", is_flag=True, help="With what was settled and paid, too.")
@click.option("--dry-run", is_flag=True, help="Only say what is wrong, and what would be recorded.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def bundle(desk: Desk, /, path: str, **said: Any) -> None:
    """Brings in what another ledger exported; again and again, without doubles.

    A ledger that is new gets everything. Into one that is not come people, nights and games, for points only, and
    with --money what was settled and paid. People of the same name are different people, unless they have the same
    EMA number or --map says so. What was corrected there since is corrected here, too.
    """
    from ledger.services.bundle_import import How, import_bundle, opened_for_bundle  # noqa: PLC0415

    (there,) = files([path])
    typed = typed_of([there], {key: value for key, value in said.items() if key != "label"} | {"from": said["label"]})
    engine, made = opened_for_bundle(desk.place)
    with progress(there.stat().st_size // 200, "lines") as told:
        how = How(dict(map(pair, said["names"])), said["label"], said["money"], said["dry_run"], told)
        try:
            done = import_bundle(engine, desk.request("import bundle", **typed), there, how)
        finally:
            engine.dispose()
            if made:
                from ledger.services.bundle_import import forget_empty  # noqa: PLC0415

                forget_empty(desk.place)
    if said["as_json"]:
        say_json(done.answer)
        return
    if made and not said["dry_run"]:
        say(f"Made a new ledger: {desk.place}")
    _say(done, would=said["dry_run"])


def _say(done: "Done[BundleImported]", *, would: bool) -> None:
    """What a bundle brought."""
    say_if_repeated(done)
    answer = done.answer
    if answer.rows or answer.taken_back:
        did = "Would import" if would else "Imported"
        say(f"{did} {counted(answer.games, 'game')} ({counted(answer.rows, 'row')}).")
    elif not done.repeated:
        say("There is nothing new in it.")
    if answer.taken_back:
        say(f"{counted(answer.taken_back, 'row')} taken back as where they come from.")
    for one in answer.same:
        say(f"  {one.name} is {one.player}")
    for one in answer.renamed:
        say(f"  {one.name} of the bundle is {one.player} here, for there is another {one.name}")
    if would:
        say("This was a check: nothing was recorded.")
    elif done.unit and not done.repeated and not answer.everything:
        say(f"To take it back: ledger import undo {done.unit}")


@click.command(epilog="\b\nExamples:\n  ledger import undo\n  ledger import undo --reason 'the wrong file'\n")
@click.argument("number", metavar="[UNIT]", type=click.IntRange(1, 999_999_999), required=False)
@click.option("--reason", metavar="TEXT", help="Why; it is kept in the journal.")
@with_desk
def undo(desk: Desk, number: int | None, reason: str | None) -> None:
    """Takes an import back as a whole: the last one, or that of a number in  ledger log. It can be imported again."""
    from ledger.services.imports import last_import  # noqa: PLC0415
    from ledger.services.undo import undo_unit  # noqa: PLC0415

    engine = desk.engine()
    unit = last_import(engine, number)
    done = undo_unit(engine, desk.request("undo", unit=unit, reason=reason), unit)
    say_if_repeated(done)
    say(f"Took back: {done.answer.text}.")
