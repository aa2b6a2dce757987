"""Which ruleset a command means, and what is said where a club's own has changed."""

import os
from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import default_place
from ledger.commands.text import note

if TYPE_CHECKING:
    from ledger.rules.ruleset import Ruleset
    from ledger.store.unit import Done, Engine


def ruleset_meant(text: str, place: str | None = None) -> "Ruleset":
    """A preset, a file, or else a ruleset that the ledger holds; only then is the ledger opened.

    Raises UnknownRules or RulesFileError.
    """
    from ledger.presets import UnknownRules  # noqa: PLC0415
    from ledger.presets.files import preset_or_file  # noqa: PLC0415

    try:
        return preset_or_file(text)
    except UnknownRules as unknown:
        from ledger.services.rules import stored_ruleset  # noqa: PLC0415
        from ledger.store.engine import open_ledger  # noqa: PLC0415
        from ledger.store.errors import NoLedger  # noqa: PLC0415

        try:
            engine = open_ledger(place or _place_at_hand())
        except NoLedger:
            raise unknown from None
        return stored_ruleset(engine, text)


def _place_at_hand() -> str:
    """The ledger's place for a command that has no desk."""
    above = click.get_current_context().find_root().obj or {}
    return above.get("db") or os.environ.get("LEDGER_DB") or default_place()


def note_changed(engine: "Engine", rules: str | None, done: "Done[Any]") -> None:
    """Says so where a ruleset's file was given whose name meant something else until now."""
    from ledger.presets.files import is_file  # noqa: PLC0415
    from ledger.services.rules import rules_changed  # noqa: PLC0415

    if rules is not None and is_file(rules) and not done.repeated:
        for line in rules_changed(engine, done.unit):
            note(line)
