"""The rulesets that come with the ledger, as TOML files with a comment for each debatable value."""

import tomllib
from collections.abc import Sequence
from importlib import resources

from ledger.errors import LedgerError
from ledger.names import name_key, nearest
from ledger.rules.ruleset import Ruleset, ruleset_of

PRESETS = (
    *("standard", "dutch", "dutch-4p", "polish", "italian"),
    *("ema-2016", "ema-2025", "wrc-2022", "wrc-2025"),
    *("tenhou", "tenhou-3p", "mahjong-soul", "mahjong-soul-3p"),
    *("m-league", "jansou", "jpml-a", "ao-tenjou", "kansai-3p"),
)


class UnknownRules(LedgerError):
    """A ruleset that does not exist; stored: those of the club's own that its ledger holds."""

    def __init__(self, name: str, stored: Sequence[str] = ()) -> None:
        close = nearest(name, (*PRESETS, *stored))
        hint = f"did you mean {close}? Rulesets: " if close else "rulesets: "
        own = f"; in this ledger: {', '.join(stored)}" if stored else ""
        super().__init__(
            f"no ruleset {name!r}; {hint}{', '.join(PRESETS)}{own}; a file of your own is named by its path, as in "
            "house.toml"
        )


def preset(name: str) -> Ruleset:
    """The preset with this name. Raises UnknownRules."""
    return ruleset_of(tomllib.loads(preset_text(name)))


def preset_text(name: str) -> str:
    """A preset as its file says it, with the comments. Raises UnknownRules."""
    if not is_preset(name):
        raise UnknownRules(name)
    return resources.files(__name__).joinpath(f"{name_key(name)}.toml").read_text(encoding="utf-8")


def is_preset(name: str) -> bool:
    """Whether a preset has this name, however it is typed."""
    return name_key(name) in PRESETS


def presets_for(players: int, method: str) -> list[str]:
    """The names of the presets that seat so many players and score by this method; all that seat them if none does."""
    seating = [rules for rules in map(preset, PRESETS) if rules.players == players]
    alike = [rules.name for rules in seating if rules.method == method]
    return alike or [rules.name for rules in seating]
