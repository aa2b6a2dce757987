"""Setting up the club's ledger."""

from datetime import timedelta
from typing import NamedTuple

from ledger.errors import LedgerError
from ledger.presets.files import preset_or_file
from ledger.services.rules import rules_named
from ledger.shapes.game import Money
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.errors import NoLedger, UpgradeNeeded
from ledger.store.nights import Defaults, Habits, club_defaults, club_habits, save_defaults
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class NotSetUp(LedgerError):
    """A ledger without the club's defaults."""

    def __init__(self) -> None:
        super().__init__("the club's defaults are not set: ledger init --rules dutch-4p --currency EUR --rate 0.50")


class HabitsAsked(NamedTuple):
    """What is asked of the club's habits; None is as it was. scores_in: 100 for hundreds; locale: as in "nl"."""

    day_starts: timedelta | None = None
    scores_in: int | None = None
    locale: str | None = None


NOTHING_ASKED = HabitsAsked()


def init(
    place: str,
    request: Request,
    *,
    rules: str | None,
    money: Money | None,
    points_only: bool = False,
    habits: HabitsAsked = NOTHING_ASKED,
) -> tuple[Engine, bool, Done[Defaults]]:
    """Makes a ledger, or changes the club's defaults in an existing one; returns it and whether it was made now.

    What is not given stays as it is; in a new ledger that is the standard rules, and points only.
    """
    engine, made = _opened_or_made(place, rules)
    return engine, made, set_up(engine, request, rules=rules, money=money, points_only=points_only, habits=habits)


def set_up(
    engine: Engine,
    request: Request,
    *,
    rules: str | None,
    money: Money | None,
    points_only: bool = False,
    habits: HabitsAsked = NOTHING_ASKED,
) -> Done[Defaults]:
    """Changes the club's defaults, as init does."""

    def work(connection: Connection, unit: int) -> Defaults:
        before = club_defaults(connection)
        old = before or Defaults("standard", None)
        wanted = old.rules if rules is None else rules_named(connection, unit, rules).name
        new = Defaults(wanted, None if points_only else money or old.money)
        kept = club_habits(connection)
        changed = kept._replace(**{key: value for key, value in habits._asdict().items() if value is not None})
        if new != before or changed != kept:
            save_defaults(connection, unit, new, changed)
        return new

    def again(connection: Connection, _unit: int) -> Defaults:
        return defaults_of(connection)

    return run(engine, request, work, again)


def _opened_or_made(place: str, rules: str | None) -> tuple[Engine, bool]:
    """The ledger's engine, and whether it was made now; none is made for rules that are not there."""
    try:
        return open_ledger(place), False
    except UpgradeNeeded:
        return create_ledger(place)
    except NoLedger:
        if rules is not None:
            preset_or_file(rules)
        return create_ledger(place)


def defaults_of(connection: Connection) -> Defaults:
    """The club's defaults. Raises NotSetUp."""
    defaults = club_defaults(connection)
    if defaults is None:
        raise NotSetUp
    return defaults


def habits_of(engine: Engine) -> Habits:
    """The club's habits."""
    return read(engine, club_habits)


def usual_money(engine: Engine) -> Money | None:
    """The money of the club's defaults, None where only points count."""
    return read(engine, defaults_of).money
