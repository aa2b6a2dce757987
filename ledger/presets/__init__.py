"""The rulesets that come with the ledger, as TOML files with a comment for each debatable value."""

import tomllib
from importlib import resources

from ledger.errors import LedgerError
from ledger.names import name_key, nearest
from ledger.rules.ruleset import Ruleset, ruleset_of

PRESETS = ("standard", "dutch", "dutch-4p", "polish", "italian", "ao-tenjou")


class UnknownRules(LedgerError):
    """A ruleset that does not exist."""

    def __init__(self, name: str) -> None:
        close = nearest(name, PRESETS)
        hint = f"did you mean {close}? Rulesets: " if close else "rulesets: "
        super().__init__(f"no ruleset {name!r}; {hint}{', '.join(PRESETS)}")


def preset(name: str) -> Ruleset:
    """The preset with this name. Raises UnknownRules."""
    return ruleset_of(tomllib.loads(preset_text(name)))


def preset_text(name: str) -> str:
    """A preset as its file says it, with the comments. Raises UnknownRules."""
    key = name_key(name)
    if key not in PRESETS:
        raise UnknownRules(name)
    return resources.files(__name__).joinpath(f"{key}.toml").read_text(encoding="utf-8")


def presets_for(players: int, method: str) -> list[str]:
    """The names of the presets that seat so many players and score by this method; all that seat them if none does."""
    seating = [rules for rules in map(preset, PRESETS) if rules.players == players]
    alike = [rules.name for rules in seating if rules.method == method]
    return alike or [rules.name for rules in seating]
