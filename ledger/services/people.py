"""What is known of people: for leagues, as guests, as one person under two names, and no more."""

import json
import re
import shlex
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ledger.errors import LedgerError, UsageError
from ledger.names import clean_name, is_blank, name_key
from ledger.services.balances import refuse_open_balance
from ledger.services.players import person_named
from ledger.shapes.people import EMA, Code, PlayerView
from ledger.store.anonymise import blank_names, names_ever
from ledger.store.attendance import games_played
from ledger.store.codes import codes_of, save_code, who_has
from ledger.store.journal import unit_of_request
from ledger.store.load import StoredGame, open_games
from ledger.store.merges import in_two_teams, merge_people, one_twice, part_of
from ledger.store.people import Details, Person, UnknownPerson, details_of, names_of, save_details
from ledger.store.recorded import ChangedSince
from ledger.store.unit import Connection, Done, Engine, Request, read, run


class InTwoTeams(LedgerError):
    """One person who would play for two teams of a season."""

    def __init__(self, season: str) -> None:
        super().__init__(
            f"that would put one person in two teams of season {season}: take them out of one first, with  "
            f"ledger team set {shlex.quote(season)} TEAM --drop NAME"
        )


class SamePerson(LedgerError):
    """A person to be merged with themselves."""

    def __init__(self, name: str) -> None:
        super().__init__(f"both names mean {name} already")


class TheyMet(LedgerError):
    """Two people who cannot be one, for they sat at one table, are in one settlement, or paid each other."""

    def __init__(self, one: Person, other: Person, held_on: date) -> None:
        super().__init__(
            f"{one.name} and {other.name} cannot be one person: on {held_on} they sat in the same game, "
            "are in the same settlement, or paid each other"
        )


class CodeTaken(LedgerError):
    """A number or an online name that somebody else has."""

    def __init__(self, system: str, code: str, name: str) -> None:
        super().__init__(f"{code} is known to {system} as {name} already: one of them is mistyped")


class NothingToSet(LedgerError):
    """Details that are as they are asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(f"that is what is known of {name} already")


class PlaysNow(LedgerError):
    """A person in an open game who cannot be anonymised: nobody could name them, or correct its hands."""

    def __init__(self, name: str, game: StoredGame, *, left: bool) -> None:
        super().__init__(
            f"{name} {'sat' if left else 'sits'} in game {game.number} of {game.held_on}, "
            f"which is still open: end it first (ledger game end {game.number} --date {game.held_on})"
        )


class BlankAlready(LedgerError):
    """A person who has no names any more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has no other names: they were blanked already")


class Told(NamedTuple):
    """What is said of a person: None leaves it as it is, an empty text takes it away.

    codes: pairs of a system and what it knows them by.
    """

    family_name: str | None = None
    given_name: str | None = None
    country: str | None = None
    guest: bool | None = None
    codes: tuple[tuple[str, str], ...] = ()


def set_player(engine: Engine, request: Request, who: str, told: Told) -> Done[PlayerView]:
    """Keeps what leagues want to know of a person. Raises CodeTaken or NothingToSet."""
    clean = _clean(told)

    def work(connection: Connection, unit: int) -> PlayerView:
        person = person_named(connection, who)
        before, known = player_view(connection, person), details_of(connection, person.id)
        if (details := _with(known, clean)) != known:
            save_details(connection, unit, person.id, details)
        for system, code in clean.codes:
            if code and (there := who_has(connection, system, code, person)):
                raise CodeTaken(system, code, there.name)
            if (system, code) not in codes_of(connection, person):
                save_code(connection, unit, person, system, code or None)
        now = player_view(connection, person)
        if now == before:
            raise NothingToSet(person.name)
        return now

    def again(connection: Connection, unit: int) -> PlayerView:  # noqa: ARG001
        return player_view(connection, person_named(connection, who))

    return run(engine, request, work, again)


def _with(details: Details, told: Told) -> Details:
    """Details with what was said of them."""

    def now(said: str | None, before: str | None) -> str | None:
        return before if said is None else said or None

    return details._replace(
        family_name=now(told.family_name, details.family_name),
        given_name=now(told.given_name, details.given_name),
        country=now(told.country, details.country),
        guest=details.guest if told.guest is None else int(told.guest),
    )


def _clean(told: Told) -> Told:
    """What was said in the form in which it is kept. Raises UsageError for what cannot be."""
    family, given = told.family_name, told.given_name
    country = told.country and told.country.strip().upper()
    if country and not re.fullmatch("[A-Z]{2,3}", country):
        raise UsageError(f"country {told.country!r}: its code of two or three letters, as in NL or NED")
    return told._replace(
        family_name=family and clean_name(family, "a family name"),
        given_name=given and clean_name(given, "a given name"),
        country=country,
        codes=tuple(_clean_code(*pair) for pair in told.codes),
    )


def _clean_code(system: str, code: str) -> tuple[str, str]:
    key = name_key(system).replace(" ", "-")
    if not re.fullmatch(r"[^\W_][\w.-]{0,29}", key):
        raise UsageError(f"{system!r} is no name of a platform: as in tenhou=NAME")
    clean = code and clean_name(code, f"the name on {key}")
    if key == EMA and clean and not re.fullmatch("[0-9]{8}", clean):
        raise UsageError(f"{code!r} is no EMA number: it has eight digits, the first two for the country")
    return key, clean


def merge_players(engine: Engine, request: Request, who: str, into: str) -> Done[tuple[str, str]]:
    """Makes one person of two who were entered under two names; who: is found as the other from now on.

    Raises SamePerson, TheyMet or InTwoTeams where that cannot be.
    """

    def work(connection: Connection, unit: int) -> tuple[str, str]:
        one, other = person_named(connection, who), person_named(connection, into)
        if one == other:
            raise SamePerson(other.name)
        merge_people(connection, unit, one, other)
        if held_on := one_twice(connection):
            raise TheyMet(one, other, held_on)
        if season := in_two_teams(connection):
            raise InTwoTeams(season)
        return one.name, other.name

    def again(connection: Connection, unit: int) -> tuple[str, str]:  # noqa: ARG001
        try:
            now, one = person_named(connection, into), person_named(connection, who)
        except UnknownPerson as error:  # one of the names is nobody's by now
            raise ChangedSince from error
        if one != now:
            raise ChangedSince
        return who, now.name

    return run(engine, request, work, again)


def anonymise_player(engine: Engine, request: Request, who: str) -> Done[str]:
    """Blanks all names of a person for good; what they played and owe stays. Returns the name that stands instead.

    Raises PlaysNow, HasOpenBalance or BlankAlready.
    """
    if stands := blanked_by(engine, request.uid, who):  # the name that was asked for then is blanked, too
        request = request._replace(arguments={"names": [stands]})

    def work(connection: Connection, unit: int) -> str:  # noqa: ARG001
        person = person_named(connection, who)
        for game in open_games(connection):
            if any(person == sitting.person for sitting in game.sittings):
                raise PlaysNow(person.name, game, left=person not in game.everybody)
        refuse_open_balance(connection, person)
        players = sorted(part_of(connection, person), key=lambda player: player != person.id)
        if all(map(is_blank, names_ever(connection, players))):
            raise BlankAlready(person.name)
        return blank_names(connection, players)

    def again(connection: Connection, unit: int) -> str:  # noqa: ARG001
        if stands is None:
            raise ChangedSince
        return stands

    return run(engine, request, work, again)


def blanked_by(engine: Engine, uid: str, who: str) -> str | None:
    """What stands instead of the names that a request blanked, if it was done, and who means nobody else by now."""

    def question(connection: Connection) -> str | None:
        done = unit_of_request(connection, uid)
        if done is None or done.command != "player anonymise":
            return None
        (stands,) = json.loads(done.arguments)["names"]
        known = names_of(connection)
        return stands if known.get(name_key(who)) in (None, known.get(name_key(stands))) else None

    return read(engine, question)


def show_player(engine: Engine, who: str) -> PlayerView:
    """All that is known of a person."""
    return read(engine, lambda connection: player_view(connection, person_named(connection, who)))


def player_view(connection: Connection, person: Person) -> PlayerView:
    """A person as people see them."""
    details = details_of(connection, person.id)
    also: Sequence[str] = sorted(key for key, who in names_of(connection).items() if who == person.id)
    played = games_played(connection, person)
    return PlayerView(
        details.shown_name,
        details.family_name,
        details.given_name,
        details.country,
        bool(details.guest),
        tuple(key for key in also if key != name_key(details.shown_name) and not is_blank(key)),
        tuple(Code(system, code) for system, code in codes_of(connection, person) if not is_blank(code)),
        len(played),
        min(played.values(), default=None),
        max(played.values(), default=None),
        any(person in game.everybody for game in open_games(connection)),
    )
