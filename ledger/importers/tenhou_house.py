"""What differs at a table of Tenhou that is not as its ranked rooms are: read from what the log itself booked."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ledger.rules.facts import HanFu
from ledger.rules.ruleset import Ruleset

OF_TODAY = datetime(2010, 1, 1, tzinfo=UTC)
"""Earlier games: the dealer might play on in the last hand, and East-only games had half the uma."""
SPECIAL_ROOMS = 0xE00
"""The bits of rooms with house rules."""
FULL = 4_000
"""What a mangan is a multiple of: 8,000, and the dealer's 12,000; less than one, rounded up to hundreds, is not."""


class BookedWin(NamedTuple):
    """A single winning hand as the log booked it: its price, what the hand itself was worth, counters, whether by ron.

    more: what the winner got beyond that and the riichi sticks.
    """

    han: int
    fu: int | None
    points: int
    honba: int
    ron: bool
    more: int


class Booked(NamedTuple):
    """What a log says of its table: the room's bits, when, a ratio of money, start points, wins, and the end."""

    room: int
    began: datetime | None
    ratio: bool
    start: int
    wins: tuple[BookedWin, ...]
    scores: tuple[int, ...] | None
    points: tuple[int, ...] | None


def house_rules(rules: Ruleset, booked: Booked) -> Ruleset:
    """The rules of a room with what its log shows to be otherwise; those of ranked rooms are never touched."""
    early = booked.began is not None and booked.began < OF_TODAY
    if early:
        rules = replace(rules, agari_yame="asked")
    own = booked.ratio or booked.room & SPECIAL_ROOMS or booked.start != rules.start_points
    if own:
        rules = replace(rules, **_of_wins(rules, booked))
        if booked.start != rules.start_points:
            rules = replace(rules, start_points=booked.start, target_points=booked.start)
    if (own or early) and booked.scores is not None and booked.points is not None:
        rules = replace(rules, uma=_uma(rules, booked.scores, booked.points))
    return rules


def _of_wins(rules: Ruleset, booked: Booked) -> dict[str, Any]:
    """Whether 30 fu with 4 han are a mangan, and what a counter is worth."""
    said: dict[str, Any] = {}
    for win in booked.wins:
        if HanFu(win.han, win.fu) in (HanFu(4, 30), HanFu(3, 60)):
            said["kiriage"] = win.points % FULL == 0
        if win.honba and win.more % win.honba == 0:
            each = win.more // win.honba
            if win.ron:
                said["honba_ron"] = each
            elif each % (rules.players - 1) == 0:
                said["honba_tsumo"] = each // (rules.players - 1)
    if "honba_tsumo" in said:
        said.setdefault("honba_ron", 3 * said["honba_tsumo"])
    return said


def _uma(rules: Ruleset, scores: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """The uma that makes these points of these scores; the first place has the rest."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    rest = [points[seat] - (_rounded(scores[seat]) - rules.target_points) for seat in order[1:]]
    return (-sum(rest), *rest)


def _rounded(score: int) -> int:
    """To whole thousands, half away from zero."""
    sign = -1 if score < 0 else 1
    return sign * ((abs(score) + 500) // 1000) * 1000
