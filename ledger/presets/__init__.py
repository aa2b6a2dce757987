"""The rulesets that come with the ledger, as TOML files with a comment for each debatable value."""

import tomllib
from importlib import resources

from ledger.errors import LedgerError
from ledger.names import name_key, nearest
from ledger.rules.ruleset import Ruleset, ruleset_of

PRESETS = ("dutch", "dutch-4p", "standard")


class UnknownRules(LedgerError):
    """A ruleset that does not exist."""

    def __init__(self, name: str) -> None:
        close = nearest(name, PRESETS)
        hint = f"did you mean {close}? Rulesets: " if close else "rulesets: "
        super().__init__(f"no ruleset {name!r}; {hint}{', '.join(PRESETS)}")


def preset(name: str) -> Ruleset:
    """The preset with this name. Raises UnknownRules."""
    key = name_key(name)
    if key not in PRESETS:
        raise UnknownRules(name)
    text = resources.files(__name__).joinpath(f"{key}.toml").read_text(encoding="utf-8")
    return ruleset_of(tomllib.loads(text))


def presets_for(players: int) -> list[str]:
    """The names of the presets that seat so many players."""
    return [name for name in PRESETS if preset(name).players == players]
