"""Facts as the one line that says them."""

from collections.abc import Sequence

from ledger.names import name_key
from ledger.notation.normal import normal_form
from ledger.notation.prices import price_text, value_text
from ledger.notation.seated import FORCE
from ledger.notation.words import looks_like_notation
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Ron, Tsumo, Value, Win, YakumanHand
from ledger.rules.payments import gets_counters
from ledger.rules.ruleset import Ruleset
from ledger.rules.values import counters_to_say
from ledger.shapes.hand import Abort, Table


def format_hand(facts: Facts, names: Sequence[str], rules: Ruleset, table: Table | None = None) -> str:
    """The canonical line of a hand: parse_hand reads it back as the normal form of the same facts.

    A name that holds words of the notation is said with @, and ends with a comma where a
    longer name at the table begins the same. table: what the hand was played at, so that a
    value which could hold its counters is said with them.
    """
    facts = normal_form(facts, rules)
    said = [_said(name, names) for name in names]
    divider = ", " if any(" " in name_key(name) for name in names) else " "

    def listed(seats: tuple[int, ...]) -> str:
        return divider.join([*(said[seat].removesuffix(",") for seat in seats[:-1]), said[seats[-1]]])

    riichi = facts.riichi
    match facts:
        case Ron(discarder, wins):
            won = tuple(win.winner for win in wins)
            parts = [
                ", ".join(
                    f"{said[w.winner]} ron {said[discarder]} "
                    + _won(w, said, rules, table if gets_counters(w.winner, won, discarder, rules) else None)
                    for w in wins
                )
            ]
        case Tsumo(win):
            parts = [f"{said[win.winner]} tsumo {_won(win, said, rules, table, tsumo=True)}"]
        case ExhaustiveDraw(tenpai, _, nagashi):
            everyone = {0: "none", rules.players: "all"}
            parts = ["draw", everyone.get(len(tenpai)) or listed(tenpai)]
            parts += ["nagashi", listed(nagashi)] if nagashi else []
        case AbortiveDraw(kind):
            parts = ["abort", kind.value]
            riichi = () if kind is Abort.FOUR_RIICHI else riichi  # all four: that is what it says
        case Chombo(offender):
            parts = ["chombo", said[offender]]
    if riichi:
        parts += ["riichi", listed(riichi)]
    if isinstance(facts, Ron) and facts.on_riichi:
        parts.append("on-riichi")
    line = " ".join(parts).removesuffix(",")
    return line if facts.note is None else f'{line} note "{facts.note}"'


def _won(win: Win, said: Sequence[str], rules: Ruleset, table: Table | None, *, tsumo: bool = False) -> str:
    """What stands behind the winner and the discarder: the price or the tiles, who is liable, the dora noted."""
    parts = [_price_said(win, rules, table, tsumo=tsumo)]
    if win.liable is not None:
        parts += ["pao", said[win.liable.seat]]
        if isinstance(win.price, YakumanHand) and win.price.multiple > 1 and rules.pao_covers == "yakuman":
            parts.append(price_text(YakumanHand(win.liable.multiple or win.price.multiple)))
    if win.tiles is None:
        parts += ["dora", str(win.dora)] if win.dora is not None else []
        parts += ["yaku", "+".join(win.yaku)] if win.yaku else []
    return " ".join(parts)


def _price_said(win: Win, rules: Ruleset, table: Table | None, *, tsumo: bool) -> str:
    if win.tiles is not None:
        return win.tiles
    if isinstance(win.price, Value) and table is not None:
        counters = counters_to_say(win.price, win.winner, table, rules, ron=not tsumo)
        return value_text(win.price, tsumo=tsumo, counters=counters)
    return price_text(win.price, tsumo=tsumo)


def _said(name: str, names: Sequence[str]) -> str:
    """One name as it can stand anywhere in a line of this table."""
    if not looks_like_notation(name):
        return name
    start = f"{name_key(name)} "
    return f"{FORCE}{name}," if any(name_key(other).startswith(start) for other in names) else f"{FORCE}{name}"
