"""Blanking a person's names in what the journal keeps: in what was typed, and who typed it."""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from ledger.names import is_blank, name_key
from ledger.notation.words import looks_like_notation
from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.log import units_of_games

FIRST_WITHOUT_SPACES = 0x2E80
"""From here on come the characters of East Asia, which are written without spaces between words."""
WITH_NUMBERS = ("scores", "chips")
"""Arguments that hold NAME=NUMBER."""
ONE_BY_ONE = (*WITH_NUMBERS, "names", "who", "ahead", "last_dealer", "last_winner", "chombos", "discrepancy_by")
PEOPLE = frozenset((*ONE_BY_ONE, "paid_by", "for", "through"))
"""Arguments that hold names, or beginnings of names, and nothing else."""
NOBODY = frozenset(("box", "shared"))
"""What may stand in place of a name."""


class Bearing(NamedTuple):
    """A name, folded, that a player had from a unit on, until another; shown: the beginning of it finds them, too."""

    player: int
    key: str
    since: int
    until: int | None
    shown: bool


class Unit(NamedTuple):
    """What is to be known of a unit of work to blank its arguments: folded names of that time.

    mine: the shown names of the person; others: all names of others; near: those at the table, and
    whether each was shown, None where the person did not sit there; touched: whether it concerns the person.
    """

    mine: frozenset[str]
    others: frozenset[str]
    near: Mapping[str, bool] | None
    touched: bool


def blank_journal(connection: Connection, ids: Collection[int], names: Sequence[str], instead: str) -> None:
    """Overwrites the names of player rows in the arguments of all units, and where one is who recorded it.

    Beginnings of names go where people are named in what concerns the person, but for those that may
    be the beginning of another name at the table. A name that somebody else had at the time means
    them, and stays. What is no name goes, too, where it equals one, such as a word in a reason, or
    the word ron where a Ron played; so does who recorded where that is a namesake who is no player.
    A beginning that is itself a word of the notation stays where it is typed without an @.
    """
    folded = sorted({name_key(name) for name in names}, key=lambda name: (-len(name), name))
    about = _about(connection, ids)
    changed: list[dict[str, Any]] = []

    @cache
    def full(others: frozenset[str]) -> Callable[[str], str]:
        return _blanking(folded, others, instead)

    for unit, actor, command, arguments in connection.execute(
        select(db.journal.c.id, db.journal.c.actor, db.journal.c.command, db.journal.c.arguments)
    ).all():
        here, told = about(unit), json.loads(arguments)
        now = _everywhere(_without_beginnings(command, told, here, instead), full(here.others))
        text = arguments if now == told else json.dumps(now, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        key = name_key(actor)
        by = instead if key in folded and key not in here.others else actor
        if (text, by) != (arguments, actor):
            changed.append({"unit": unit, "text": text, "by": by})
    if changed:
        new: dict[str, Any] = {"arguments": bindparam("text"), "actor": bindparam("by")}
        connection.execute(update(db.journal).where(db.journal.c.id == bindparam("unit")).values(new), changed)


def _about(connection: Connection, ids: Collection[int]) -> Callable[[int], Unit]:
    """What is to be known of each unit."""
    bearings = list(_bearings(connection))
    tables = _tables(connection, ids)
    touched = set(_units_of(connection, ids)) | set(tables)

    changes = sorted(
        {0, *(n for b in bearings for n in (b.since, *(() if b.until is None else (b.until, b.until + 1))))}
    )

    @cache
    def named(unit: int) -> tuple[frozenset[str], tuple[Bearing, ...], frozenset[str]]:
        then = [b for b in bearings if b.since <= unit and (b.until is None or b.until >= unit)]
        others = tuple(b for b in then if b.player not in ids and b.until != unit)
        return frozenset(b.key for b in then if b.shown and b.player in ids), others, frozenset(b.key for b in others)

    def about(unit: int) -> Unit:
        mine, others, keys = named(changes[bisect_right(changes, unit) - 1])
        if unit not in tables:
            return Unit(mine, keys, None, unit in touched)
        there = sorted((b for b in others if b.player in tables[unit]), key=lambda b: b.shown)
        return Unit(mine, keys, {b.key: b.shown for b in there}, touched=True)

    return about


def _bearings(connection: Connection) -> Iterator[Bearing]:
    """All names that anybody ever had."""
    t, n = db.player_terms.c, db.player_names.c
    for row in connection.execute(select(t.player_id, t.shown_name, t.journal_id, t.voided_by)):
        yield Bearing(
            row.player_id, name_key(row.shown_name), row.journal_id, row.voided_by, shown=not is_blank(row.shown_name)
        )
    for row in connection.execute(select(n.player_id, n.name_key, n.journal_id, n.voided_by)):
        yield Bearing(*row, shown=False)


def _tables(connection: Connection, ids: Collection[int]) -> dict[int, set[int]]:
    """The units that touched games in which player rows sat, each with all who ever sat there."""
    s, g = db.seats.c, db.games.c
    mine = select(g.uid).where(g.id.in_(select(s.game_id).where(s.player_id.in_(ids))))
    sat: dict[str, set[int]] = {}
    for uid, player in connection.execute(
        select(g.uid, s.player_id).join(db.seats, s.game_id == g.id).where(g.uid.in_(mine))
    ):
        sat.setdefault(uid, set()).add(player)
    tables: dict[int, set[int]] = {}
    for uid, units in units_of_games(connection, g.uid.in_(mine)).items():
        for unit in units:
            tables.setdefault(unit, set()).update(sat[uid])
    return tables


def _units_of(connection: Connection, ids: Collection[int]) -> Iterator[int]:
    """The units that recorded or took back a row that names a player row."""
    for table in metadata.sorted_tables:
        for column in (key.parent for key in table.foreign_keys if key.column.table is db.players):
            by = [table.c.journal_id, *([table.c.voided_by] if "voided_by" in table.c else [])]
            for row in connection.execute(select(*by).where(column.in_(ids))):
                yield from (unit for unit in row if unit is not None)


def _blanking(names: Sequence[str], others: frozenset[str], instead: str) -> Callable[[str], str]:
    """What blanks full names in a text, but for those that are, or stand in, a name of somebody else."""
    # Between letters a name is none: the Al in Alice stays. Japanese has no spaces, so there it may begin anywhere.
    longer = {other for other in others if any(name in other for name in names)}
    known = sorted({*names, *longer}, key=lambda name: (-len(name), name))
    one = re.compile("|".join(f"{_edge(name[0], '<')}{re.escape(name)}{_edge(name[-1], '>')}" for name in known))

    def blanked(text: str) -> str:
        typed = name_key(text)
        now = one.sub(lambda found: found[0] if found[0] in others else instead, typed)
        return text if now == typed else now

    return blanked


def _edge(letter: str, side: str) -> str:
    if not letter.isalnum() or ord(letter) >= FIRST_WITHOUT_SPACES:
        return ""
    return r"(?<![^\W_])" if side == "<" else r"(?![^\W_])"


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    """A value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_everywhere(item, change) for item in value]
    return {key: _everywhere(item, change) for key, item in value.items()} if isinstance(value, dict) else value


def _without_beginnings(command: str, told: Mapping[str, Any], here: Unit, instead: str) -> dict[str, Any]:
    """What was typed without the beginnings of names that meant the person."""

    def one(text: str) -> str:
        return instead if _means(name_key(text).removeprefix("@").strip(), here) else text

    def numbered(text: str) -> str:
        name, equals, number = text.rpartition("=")
        return f"{one(name)}={number}" if equals else text

    def several(text: str) -> str:
        return ",".join(map(one, text.split(",")))

    now = dict(told)
    for key in PEOPLE & told.keys():
        now[key] = _everywhere(told[key], numbered if key in WITH_NUMBERS else several if key == "for" else one)
    if command.startswith("hand") and here.near is not None and isinstance(told.get("line"), str):
        now["line"] = _in_line(told["line"], here.mine, here.near, instead)
    return now


def _means(typed: str, here: Unit) -> bool:
    """Whether a folded text means the person: as the beginning of a name, of theirs alone or where it is about them."""
    if not typed or typed in here.others | NOBODY or not any(name.startswith(typed) for name in here.mine):
        return False
    return here.touched or not any(name.startswith(typed) for name in here.others)


def _in_line(line: str, mine: Iterable[str], near: Mapping[str, bool], instead: str) -> str:
    """A line of a hand without the beginnings of names that meant the person; words of the notation and notes stay."""
    typed = name_key(line)
    begun = {start: True for name in mine for start in _beginnings(name)}
    begun |= {start: False for name, shown in near.items() for start in (_beginnings(name) if shown else (name,))}
    words = "|".join(map(re.escape, sorted(begun, key=lambda start: (-len(start), start))))
    end = re.search(r"(?<!\S)note(?!\S)", typed)
    head, note = (typed[: end.start()], typed[end.start() :]) if end else (typed, "")

    def blanked(found: re.Match[str]) -> str:
        forced = head[: found.start()].endswith("@")
        return instead if begun[found[0]] and (forced or not looks_like_notation(found[0])) else found[0]

    now = re.sub(rf"(?<![^\s,@])(?:{words})(?![^\s,])", blanked, head)
    return line if now == head else now + note


def _beginnings(name: str) -> Iterator[str]:
    """What may be typed for a folded name."""
    return (name[:end] for end in range(1, len(name) + 1) if not name[:end].endswith(" "))
