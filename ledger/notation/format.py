"""Facts as the one line that says them."""

from collections.abc import Sequence

from ledger.names import name_key
from ledger.notation.normal import normal_form
from ledger.notation.prices import price_text
from ledger.notation.seated import FORCE
from ledger.notation.words import looks_like_notation
from ledger.rules.facts import ExhaustiveDraw, Facts, Ron, Tsumo
from ledger.rules.ruleset import Ruleset


def format_hand(facts: Facts, names: Sequence[str], rules: Ruleset) -> str:
    """The canonical line of a hand: parse_hand reads it back as the normal form of the same facts.

    A name that holds words of the notation is said with @, and ends with a comma where a
    longer name at the table begins the same.
    """
    facts = normal_form(facts, rules.players)
    said = [_said(name, names) for name in names]
    divider = ", " if any(" " in name_key(name) for name in names) else " "

    def listed(seats: tuple[int, ...]) -> str:
        return divider.join([*(said[seat].removesuffix(",") for seat in seats[:-1]), said[seats[-1]]])

    match facts:
        case Ron(discarder, wins):
            parts = [", ".join(f"{said[w.winner]} ron {said[discarder]} {price_text(w.price)}" for w in wins)]
        case Tsumo(win):
            parts = [f"{said[win.winner]} tsumo {price_text(win.price)}"]
        case ExhaustiveDraw(tenpai):
            everyone = {0: "none", rules.players: "all"}
            parts = ["draw", everyone.get(len(tenpai)) or listed(tenpai)]
    if facts.riichi:
        parts += ["riichi", listed(facts.riichi)]
    if isinstance(facts, Ron) and facts.on_riichi:
        parts.append("on-riichi")
    return " ".join(parts).removesuffix(",")


def _said(name: str, names: Sequence[str]) -> str:
    """One name as it can stand anywhere in a line of this table."""
    if not looks_like_notation(name):
        return name
    start = f"{name_key(name)} "
    return f"{FORCE}{name}," if any(name_key(other).startswith(start) for other in names) else f"{FORCE}{name}"
