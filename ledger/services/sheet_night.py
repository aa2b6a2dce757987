"""Which night a sheet is about."""

from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, listing
from ledger.notation.sheet import as_id
from ledger.services.choose import refuse_closed
from ledger.services.club import defaults_of
from ledger.services.nights import Terms, Tonight, new_night, refuse_other_currency
from ledger.shapes.sheet import Problem, Sheet
from ledger.store.load import games_of_night
from ledger.store.nights import Defaults, StoredNight, nights, save_terms
from ledger.store.recorded import night_with_uid, uid_of_night
from ledger.store.unit import Connection, Request


class Wanted(NamedTuple):
    """What a sheet says of its night: the date, and the terms where they are not the club's."""

    held_on: date
    terms: Terms


class OtherNight(LedgerError):
    """A sheet for a date that has another night."""

    def __init__(self, held_on: date, uid: str) -> None:
        super().__init__(
            f"on {held_on} another night is recorded already: write its sheet with  ledger night show {held_on} "
            f"--sheet  and go on in that one (its id is {uid})"
        )


class NightFound(NamedTuple):
    """The night of a sheet, what is wrong with its line, whether anything was recorded for it, and what was before."""

    tonight: Tonight
    problems: tuple[Problem, ...] = ()
    changed: bool = False
    changes: tuple[str, ...] = ()


def night_for(
    connection: Connection, unit: int, request: Request, sheet: Sheet, wanted: Wanted, *, replace: bool
) -> NightFound:
    """The night of a sheet, by its id, else by its date; opened if there is none. Raises OtherNight."""
    known = None if sheet.uid is None else night_with_uid(connection, sheet.uid)
    mine = next(iter(nights(connection, night_id=known)), None) if known is not None else None
    there = next((n for n in nights(connection, held_on=wanted.held_on) if mine is None or n.id != mine.id), None)
    if mine is not None and there is None:
        return _as_written(connection, unit, sheet, mine, wanted, replace=replace)
    if known is not None and there is None:  # it was taken back since
        terms = wanted.terms.over(connection, unit, defaults_of(connection))
        save_terms(connection, unit, known, wanted.held_on, terms)
        return NightFound(Tonight(nights(connection, night_id=known)[0], opened=True, forgotten=()), changed=True)
    if there is None:
        opened = new_night(connection, unit, request, wanted.held_on, wanted.terms, uid=sheet.uid)
        return NightFound(Tonight(opened, opened=True, forgotten=()), changed=True)
    if sheet.uid is not None or games_of_night(connection, there.id):
        raise OtherNight(wanted.held_on, as_id(uid_of_night(connection, there.id)))
    return _as_written(connection, unit, sheet, there, wanted, replace=True)


def _as_written(
    connection: Connection, unit: int, sheet: Sheet, night: StoredNight, wanted: Wanted, *, replace: bool
) -> NightFound:
    """A recorded night with the date and terms of its sheet, if it may have them."""
    found = Tonight(night, opened=False, forgotten=())
    terms = wanted.terms.over(connection, unit, night.defaults)
    if terms == night.defaults and wanted.held_on == night.held_on:
        return NightFound(found)
    refuse_closed(connection, night.id, night.held_on)  # also where the sheet would take it out of its season
    other = _otherwise(night, wanted.held_on, terms)
    if not replace:
        return NightFound(
            found, (Problem(sheet.line, f"the night is recorded with {other}; to change it, add --replace"),)
        )
    refuse_other_currency(connection, night, terms)
    save_terms(connection, unit, night.id, wanted.held_on, terms)
    changed = found._replace(night=night._replace(defaults=terms, held_on=wanted.held_on))
    return NightFound(changed, changed=True, changes=(f"the night was recorded with {other}",))


def _otherwise(night: StoredNight, held_on: date, terms: Defaults) -> str:
    """What a night is recorded with, where that is not what is asked now."""
    there = night.defaults
    parts = [f"the date {night.held_on}"] if held_on != night.held_on else []
    parts += [f"rules {there.rules}"] if terms.rules != there.rules else []
    if terms.money != there.money:
        parts.append("no rate, for points only" if there.money is None else "another rate")
    return listing(parts)
