"""Who pays for a winning hand itself: the discarder, or all; and, where pao is called, the liable player."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.rules.facts import LimitHand, Win, YakumanHand
from ledger.rules.points import LIMIT_BASE, Base, ron_points, tsumo_points
from ledger.rules.ruleset import Ruleset
from ledger.rules.turns import others_in_turn
from ledger.rules.values import base_of
from ledger.shapes.hand import Limit, Payment, Reason, Table


class WrongLiability(LedgerError):
    """A liable player that the hand or the rules do not make liable."""


class Parts(NamedTuple):
    """A hand's base points in the part that the liable player answers for, and the rest; None where there is none."""

    liable: Base | None
    rest: Base | None


def ron_shares(win: Win, discarder: int, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """What is paid for a ron, without counters: the liable player and the discarder share the liable part."""
    dealer_wins = win.winner == table.dealer
    parts = _parts(win, rules, ron=True, dealer_wins=dealer_wins)
    liable = discarder if win.liable is None else win.liable.seat
    covered = ron_points(parts.liable, rules, dealer_wins=dealer_wins) if parts.liable else 0
    rest = ron_points(parts.rest, rules, dealer_wins=dealer_wins) if parts.rest else 0
    # A discarder who is the liable player pays it all: nobody halves with himself.
    by_liable = 0 if liable == discarder else covered // 2
    yield Payment(discarder, win.winner, rest + covered - by_liable, Reason.RON)
    if by_liable:
        yield Payment(liable, win.winner, by_liable, Reason.PAO)


def tsumo_shares(win: Win, table: Table, rules: Ruleset) -> Iterator[Payment]:
    """What is paid for a tsumo, without counters: the liable player pays everyone's share of the liable part."""
    dealer_wins = win.winner == table.dealer
    parts = _parts(win, rules, ron=False, dealer_wins=dealer_wins)

    def share(base: Base, payer: int) -> int:
        return tsumo_points(base, rules, dealer_wins=dealer_wins, dealer_pays=payer == table.dealer)

    payers = others_in_turn(win.winner, table.players)
    if parts.rest:
        for payer in payers:
            yield Payment(payer, win.winner, share(parts.rest, payer), Reason.TSUMO)
    if parts.liable and win.liable is not None:
        covered = sum(share(parts.liable, payer) for payer in payers)
        yield Payment(win.liable.seat, win.winner, covered, Reason.PAO)


def honba_payer(win: Win, discarder: int, rules: Ruleset) -> int:
    """Who pays the counters of a ron."""
    return discarder if win.liable is None or rules.pao_honba == "discarder" else win.liable.seat


def _parts(win: Win, rules: Ruleset, *, ron: bool, dealer_wins: bool) -> Parts:
    """A hand's base points, divided by who answers for them. Raises WrongLiability."""
    base = base_of(win.price, rules, ron=ron, dealer_wins=dealer_wins)
    if win.liable is None:
        return Parts(None, base)
    if not (is_yakuman(win) and yakuman_of_pao(rules)):
        if OPEN_KAN in rules.pao and not ron:
            return Parts(base, None)
        raise _nobody_is_liable(win, rules)
    multiple = base.multiple if win.liable.multiple is None or rules.pao_covers == "hand" else win.liable.multiple
    if not 1 <= multiple <= base.multiple:
        raise WrongLiability(f"liable for {multiple} yakuman of a hand that has {base.multiple}")
    return Parts(_yakuman(multiple), _yakuman(base.multiple - multiple) if multiple < base.multiple else None)


OPEN_KAN = "open-kan"
"""In the list of pao: who made an open kan possible answers for a tsumo on the tile after it."""


def yakuman_of_pao(rules: Ruleset) -> tuple[str, ...]:
    """The yakuman that make another liable."""
    return tuple(name for name in rules.pao if name != OPEN_KAN)


def _nobody_is_liable(win: Win, rules: Ruleset) -> WrongLiability:
    yakuman = yakuman_of_pao(rules)
    if yakuman and not is_yakuman(win):
        return WrongLiability("pao goes with a yakuman: type yakuman or 2yakuman as the price")
    what = "a ron" if OPEN_KAN in rules.pao else "a hand"
    return WrongLiability(f"ruleset {rules.name} makes nobody liable for {what}: type it without pao")


def is_yakuman(win: Win) -> bool:
    """Whether a hand is a yakuman by its price: a counted one, or points, say nothing of the kind."""
    match win.price:
        case YakumanHand() | LimitHand(Limit.YAKUMAN):
            return True
        case _:
            return False


def _yakuman(multiple: int) -> Base:
    return Base(LIMIT_BASE[Limit.YAKUMAN] * multiple, Limit.YAKUMAN, multiple)
