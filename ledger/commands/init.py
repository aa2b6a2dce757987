"""ledger init."""

import re
from datetime import timedelta

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import is_points_only, locale_named, money_from, rate_text
from ledger.commands.text import say, say_if_repeated
from ledger.commands.which_rules import note_changed
from ledger.errors import UsageError

EPILOG = """\b
Examples:
  ledger init --rules dutch-4p --currency EUR --rate 0.50
  ledger init --rules standard --rate 0        points only, no money
  ledger init --rate 1 --currency EUR          change a default later on
"""


@click.command(epilog=EPILOG)
@click.option("--rules", metavar="NAME", help="The ruleset (ledger rules list), or a file of your own.")
@click.option("--currency", metavar="CODE", help="The currency, as in EUR.")
@click.option("--rate", metavar="AMOUNT", help="What 1,000 points are worth; 0 for points only.")
@click.option("--day-starts", metavar="HH:MM", help="What is before belongs to the evening before; else 12:00.")
@click.option("--scores-in", metavar="UNIT", help="What counted scores are typed in: points, or hundreds.")
@click.option("--locale", metavar="CODE", help="How amounts are written and read: en, nl, de_CH …; else en.")
@with_desk
def init(
    desk: Desk,
    rules: str | None,
    currency: str | None,
    rate: str | None,
    day_starts: str | None,
    scores_in: str | None,
    locale: str | None,
) -> None:
    """Makes the club's ledger with its defaults; in an existing ledger, changes the defaults that are given."""
    from ledger.services import club  # noqa: PLC0415

    money = money_from(currency, rate, None)
    place = None if locale is None else locale_named(locale)
    habits = club.HabitsAsked(_day_starts(day_starts), _scores_in(scores_in), place)
    typed = {"day_starts": day_starts, "scores_in": scores_in, "locale": locale}
    asked = {key: value for key, value in typed.items() if value is not None}
    request = desk.request("init", rules=rules, currency=currency, rate=rate, **asked)
    engine, made, done = club.init(
        desk.place, request, rules=rules, money=money, points_only=is_points_only(rate), habits=habits
    )
    from ledger.store.places import shown  # noqa: PLC0415

    where = shown(desk.place)
    say_if_repeated(done)
    note_changed(engine, rules, done)
    say(f"Made a new ledger: {where}" if made else f"The ledger {where} is set up:")
    say(f"  rules {done.answer.rules}, {rate_text(done.answer.money)}")
    if asked:
        kept = club.habits_of(engine)
        unit = "hundreds" if kept.scores_in == 100 else "points"
        hours, minutes = divmod(int(kept.day_starts.total_seconds()) // 60, 60)
        say(f"  the day starts at {hours:02}:{minutes:02}, counted scores are in {unit}, amounts as in {kept.locale}")
    if made:
        say("Next: ledger player add NAME NAME …, then ledger game start NAME NAME NAME …")
    engine.dispose()


def _day_starts(typed: str | None) -> timedelta | None:
    if typed is None:
        return None
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", typed)
    if not found:
        raise UsageError(f"--day-starts {typed!r} is no time of day: type hours and minutes, as in 06:00")
    return timedelta(hours=int(found[1]), minutes=int(found[2]))


def _scores_in(typed: str | None) -> int | None:
    units = {"points": 1, "hundreds": 100}
    if typed is not None and typed not in units:
        raise UsageError(f"--scores-in {typed!r}: points, or hundreds (88 for 8,800)")
    return None if typed is None else units[typed]
