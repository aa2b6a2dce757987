"""Which ruleset is meant: one that comes with the ledger, a club's own file, or one that the ledger holds."""

from ledger.errors import LedgerError
from ledger.names import name_key
from ledger.presets import UnknownRules, is_preset, preset
from ledger.presets.files import is_file, ruleset_file
from ledger.rules.ruleset import Ruleset
from ledger.store.rulesets import changed_by, content_of, newest_rules, stored_rules
from ledger.store.save import save_ruleset
from ledger.store.unit import Connection, Engine, read


class Superseded(LedgerError):
    """A file whose content was in use before another content of the same name: its name means the newer one."""

    def __init__(self, path: str, rules: Ruleset, newest: Ruleset) -> None:
        super().__init__(
            f"{path} is {rules.name} as it was before its version {newest.version} was given here: type "
            f"--rules {rules.name} for that one, or give the file a version of its own, "
            f"as in version = {max(rules.version, newest.version) + 1}"
        )


def rules_named(connection: Connection, unit: int | None, text: str) -> Ruleset:
    """The ruleset that is meant: a preset, a file by its path ending in .toml, or the newest stored one of a name.

    A file is read now, and stored by the unit, so that the ledger needs it no more.
    Raises UnknownRules, RulesFileError or Superseded.
    """
    if is_preset(text):
        return preset(text)
    if not is_file(text):
        return _stored(connection, text)
    rules = ruleset_file(text)
    _refuse_superseded(connection, text, rules)
    if unit is not None:
        save_ruleset(connection, unit, rules)
    return rules


def _stored(connection: Connection, text: str) -> Ruleset:
    rules = newest_rules(connection, text)
    if rules is None:
        raise UnknownRules(text, own_names(connection))
    return rules


def _refuse_superseded(connection: Connection, path: str, rules: Ruleset) -> None:
    """Refuses a content that is stored, but not as the newest of its name."""
    *older, newest = [content_of(connection, stored) for stored in stored_rules(connection, rules.name)] or [rules]
    if rules != newest and rules in older:
        raise Superseded(path, rules, newest)


def own_names(connection: Connection) -> list[str]:
    """The names of the club's own rulesets that the ledger holds, each as it was written last."""
    names = {name_key(stored.name): stored.name for stored in stored_rules(connection)}
    return [name for key, name in names.items() if not is_preset(key)]


def own_rulesets(engine: Engine) -> tuple[Ruleset, ...]:
    """The newest content of each of the club's own rulesets that the ledger holds."""
    return read(engine, lambda connection: tuple(_stored(connection, name) for name in own_names(connection)))


def stored_ruleset(engine: Engine, text: str) -> Ruleset:
    """The newest ruleset of a name that the ledger holds. Raises UnknownRules."""
    return read(engine, lambda connection: _stored(connection, text))


def rules_changed(engine: Engine, unit: int) -> tuple[str, ...]:
    """For each ruleset whose older content a unit replaced, a line that says so."""
    return read(engine, lambda connection: tuple(_changed(*both) for both in changed_by(connection, unit)))


def _changed(old: Ruleset, new: Ruleset) -> str:
    what = (
        f"version {new.version}" if old.version != new.version else f"what it says now, still as version {new.version}"
    )
    return f"{new.name} has changed: games from now on use {what}"
