"""A night as a sheet: the lines that record it again."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.names import name_key
from ledger.notation.seated import FORCE
from ledger.notation.sheet import KEYWORDS, as_id, as_line, as_words
from ledger.notation.sheet_points import is_read_as_points
from ledger.notation.words import looks_like_notation
from ledger.rules.facts import Chombo
from ledger.rules.replay import Step
from ledger.services.choose import find_night
from ledger.services.views import hand_line, played
from ledger.shapes.game import Credit, Ending, Money
from ledger.shapes.money import BOX
from ledger.store.attendance import at_night
from ledger.store.charges import charges_of, fees_of
from ledger.store.load import StoredGame, game_row, games_of_night, hands_of
from ledger.store.nights import StoredNight
from ledger.store.recorded import uid_of_night
from ledger.store.results import StoredEnd, StoredPenalty, StoredResult, ends_of, penalties_of, results_of
from ledger.store.unit import Connection, Engine, read


class SheetText(NamedTuple):
    """A night's terms, its id, and the lines below its first."""

    held_on: date
    rules: str
    money: Money | None
    uid: str
    lines: tuple[str, ...]


def sheet_of_night(
    engine: Engine, now: datetime, held_on: date | None, amount: Callable[[int, str], str] | None = None
) -> SheetText:
    """The sheet of a night: of a date, else of the current or latest; amount: how an amount is written."""

    def question(connection: Connection) -> SheetText:
        night = find_night(connection, now, held_on)
        lines = (*_lines(connection, night), *_money(connection, night, amount))
        return SheetText(
            night.held_on, night.defaults.rules, night.defaults.money, as_id(uid_of_night(connection, night.id)), lines
        )

    return read(engine, question)


def _money(connection: Connection, night: StoredNight, amount: Callable[[int, str], str] | None) -> Iterator[str]:
    """What is beside the games, as it is entered."""
    if night.defaults.money is None or amount is None:
        return
    currency = night.defaults.money.currency
    for charge in charges_of(connection, night.id):
        parts = [f"{BOX if who is None else who.name}={amount(minor, currency)}" for who, minor in charge.lines]
        yield as_line(f"line {', '.join(parts)} {charge.title}")
    for fee in fees_of(connection, night.id):
        yield f"fee {amount(fee.amount_minor, currency)} per {fee.per}"


def _lines(connection: Connection, night: StoredNight) -> Iterator[str]:
    games = games_of_night(connection, night.id)
    ids = [game.id for game in games]
    hands, results, ends = hands_of(connection, ids), results_of(connection, ids), ends_of(connection, ids)
    penalties = penalties_of(connection, ids)
    here, left = at_night(connection, night.id)
    played_too = dict.fromkeys(sits.person.name for game in games for sits in game.sittings)
    charged = (who for charge in charges_of(connection, night.id) for who, _ in charge.lines if who is not None)
    people = played_too | dict.fromkeys(person.name for person in (*here, *left, *charged))
    if people:
        yield as_line(f"players {', '.join(people)}")
    for word, names in (("here", [p.name for p in here if p.name not in played_too]), ("left", [p.name for p in left])):
        if names:
            yield as_line(f"{word} {', '.join(_named(name) for name in names)}")
    for game in games:
        yield ""
        steps = played(game, hands[game.id])
        end = end_words(game, steps, results[game.id], ends.get(game.id))
        rules = "" if game.rules.name == night.defaults.rules else f" rules {game.rules.name}"
        label = f" at {as_words(game.label)}" if game.label else ""
        length = game_row(connection, game.id).rounds
        rules += "" if length is None else f" rounds {length}"
        if game.ending is Ending.SCORES:
            yield as_line(f"result {end}{label}{rules}")
            yield from _penalties(game, penalties)
            continue
        yield as_line(f"game {', '.join(_named(name) for name in game.names_at(1))}{label}{rules}")
        for seq, step in enumerate(steps, start=1):
            yield from _subs(game, seq)
            yield as_line(_placed(game, step, hand_line(game, seq, step).line), step.facts.note)
        yield from _subs(game, len(steps) + 1)
        if steps:
            yield as_line(f"= {_points(game.names, steps[-1].after.scores)}")
        if game.ending in (Ending.CLOCK, Ending.DEALER, Ending.COUNTED) or end:
            yield as_line(f"end {end}".rstrip())
        yield from _penalties(game, penalties)


def _subs(game: StoredGame, hand: int) -> Iterator[str]:
    """Who comes for whom before a hand: nobody before they have left their own seat."""
    there = list(game.seats_at(hand - 1))
    coming = [sits for sits in game.came if sits.from_hand == hand]
    while coming:
        sits = next((sits for sits in coming if sits.person not in there), coming[0])
        result = "" if sits.credit is Credit.STARTER else f" result {sits.credit}"
        yield as_line(f"sub {_named(there[sits.seat].name)}, {_named(sits.person.name)}{result}")
        there[sits.seat] = sits.person
        coming.remove(sits)


def _penalties(game: StoredGame, penalties: Sequence[StoredPenalty]) -> Iterator[str]:
    """What a referee takes off."""
    for penalty in penalties:
        if penalty.game_id == game.id:
            name = game.names[penalty.seat]
            mark = "=" if re.search(r"[\d=]", name) or penalty.reason.startswith("=") else " "
            yield as_line(f"penalty {name}{mark}{penalty.points} {penalty.reason}")


def _placed(game: StoredGame, step: Step, line: str) -> str:
    """A hand with its place in the game, unless somebody here has that name."""
    place = step.before.position.casefold()
    if place not in map(name_key, game.names):
        return f"{place} {line}"
    return f"{FORCE}{line}" if name_key(line.split(maxsplit=1)[0]) in KEYWORDS else line


def end_words(game: StoredGame, steps: Sequence[Step], results: Sequence[StoredResult], end: StoredEnd | None) -> str:
    """What stands behind end or result: counted scores, and what was counted or said beside them."""
    if end is None:
        return ""
    counted = game.ending in (Ending.COUNTED, Ending.SCORES)
    parts = [_points(game.names, [result.raw_score for result in results])] if counted else []
    if counted and end.sticks_left:
        parts.append(f"sticks-left {end.sticks_left}")
    for word, seat in (("last-dealer", end.last_dealer), ("last-winner", end.last_winner)):
        if counted and seat is not None:
            parts.append(f"{word} {as_words(game.names[seat])}")
    if end.ahead:
        parts.append(f"ahead {_list([game.names[seat] for seat in end.ahead])}")
    if any(result.chips for result in results):
        parts.append(f"chips {_points(game.names, [result.chips for result in results])}")
    fouls = [step.facts.offender for step in steps if isinstance(step.facts, Chombo)]
    beside = [
        name
        for result, name in zip(results, game.names, strict=True)
        if result.penalty
        for _ in range(-result.penalty // game.rules.chombo_points - fouls.count(result.seat))
    ]
    parts += [f"chombo {_list(beside)}"] if beside else []
    if end.reason is not None:
        one = len(end.bearers) == 1
        by = game.names[end.bearers[0]] if one else "shared" if end.bearers else "box"
        parts += [f"discrepancy {as_words(end.reason)}"]
        parts += [f"discrepancy-by {FORCE if one else ''}{as_words(by)}"] if by != "shared" or one else []
    return " ".join(parts)


def _named(name: str) -> str:
    """A name as it stands in a game line, said with @ where it could be read as something else."""
    return f"{FORCE}{as_words(name)}" if looks_like_notation(name) else as_words(name)


def _list(names: Sequence[str]) -> str:
    """Names divided by commas; one with a space ends with a comma, or it would be two."""
    said = ", ".join(map(as_words, names))
    return f"{said}," if len(names) == 1 and " " in said else said


def _points(names: Sequence[str], numbers: Sequence[int]) -> str:
    mark, divider = ("=", ", ") if any(map(is_read_as_points, names)) else (" ", " ")
    return divider.join(f"{as_words(name)}{mark}{number}" for name, number in zip(names, numbers, strict=True))
