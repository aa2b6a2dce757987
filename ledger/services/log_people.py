"""How the log tells what was done about people: who it was, and what it replaced."""

from collections.abc import Collection, Iterator, Sequence

from ledger.errors import counted
from ledger.names import is_blank, name_key
from ledger.shapes.people import EMA
from ledger.store.log_people import PersonTouched

BLANKED = "(blanked)"


def people_told(people: Sequence[PersonTouched], *, born: bool) -> list[str]:
    """What a unit recorded of people (born), or took back without anything in its place; new people in one line."""
    told: list[str] = []
    if new := [person.name for person in people if _is_new(person, born=born)]:
        told.append(f"player {new[0]}" if len(new) == 1 else f"{counted(len(new), 'player')}: {', '.join(new)}")
    for person in people:
        if not (_is_new(person, born=True) or _is_new(person, born=False)):
            told += _changes(person) if born else _gone(person)
    return told


def _is_new(person: PersonTouched, *, born: bool) -> bool:
    """Whether a person is there only since a unit (born), or no more since."""
    here, there = (person.recorded, person.took_back) if born else (person.took_back, person.recorded)
    return here.details is not None and there.details is None


def _changes(person: PersonTouched) -> Iterator[str]:
    """What is new, with what was there before it."""
    name, now, was = person.name, person.recorded, person.took_back
    if now.details and was.details:
        yield from _details(person)
    for system, code in now.codes.items():
        yield f"{name}: {_title(system)} {_from_to(was.codes.get(system), code)}"
    for key in _further(person, now.found):
        yield f"{name}: found as {_shown(key)}"
    for into in now.merged:
        yield f"merge of {name} into {into}"


def _details(person: PersonTouched) -> Iterator[str]:
    """What is otherwise in the details of a person."""
    name, now, was = person.name, person.recorded.details, person.took_back.details
    if now is None or was is None:
        return
    changed = [field for field in now._fields if getattr(now, field) != getattr(was, field)]
    for field in changed:
        old, new = getattr(was, field), getattr(now, field)
        if field == "shown_name":
            yield f"{old} → {new}"
        elif field == "guest":
            yield f"{name}: guest {'yes' if old else 'no'} → {'yes' if new else 'no'}"
        else:
            yield f"{name}: {field.replace('_', ' ')} {_from_to(old, new)}"
    if not changed:
        yield f"{name}: {'name' if person.recorded.found else 'details'} {BLANKED}"


def _gone(person: PersonTouched) -> Iterator[str]:
    """What is gone and has nothing in its place."""
    name, now, was = person.name, person.recorded, person.took_back
    for system, code in was.codes.items():
        if system not in now.codes:
            yield f"{name}: {_title(system)} {_shown(code)}"
    for key in _further(person, was.found):
        yield f"{name}: found as {_shown(key)}"
    for into in was.merged:
        yield f"merge of {name} into {into}"


def _further(person: PersonTouched, keys: Collection[str]) -> list[str]:
    """Of names that find a person those that they are, or were, not shown by: of these is told by themselves."""
    shown = [rows.details.shown_name for rows in (person.recorded, person.took_back) if rows.details]
    own = {name_key(name) for name in shown}
    return sorted(key for key in keys if key not in own and not (is_blank(key) and any(map(is_blank, shown))))


def _from_to(old: str | None, new: str | None) -> str:
    if old is None and new is not None:
        return _shown(new)
    return f"{'none' if old is None else _shown(old)} → {'none' if new is None else _shown(new)}"


def _shown(text: str) -> str:
    return BLANKED if is_blank(text) else text


def _title(system: str) -> str:
    return "EMA number" if system == EMA else system
