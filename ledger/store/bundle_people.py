"""The people of a bundle among those who are here: the same, somebody here by another name, or new with a free name."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, select

from ledger.errors import LedgerError
from ledger.names import name_key
from ledger.shapes.money import NAMES_OF_THE_BOX
from ledger.store import models as db
from ledger.store.people import known_people, names_of, persons
from ledger.store.unit import insert_one

EMA = "ema"


class NameHeldBack(Exception):
    """A name or number of somebody in a bundle that the same person has here already: it is not written twice."""


class CodeOfAnother(LedgerError):
    """A number or name elsewhere that somebody in the bundle and somebody else here both have."""

    def __init__(self, system: str, code: str, here: str, there: str) -> None:
        super().__init__(
            f"{there} of the bundle and {here} here both are {code} in {system}: if they are one person, add "
            f'--map "{there}={here}"'
        )


class InBundle(NamedTuple):
    """Somebody of a bundle, by what stands of them in it: uid, shown name, EMA number, whether merged into another."""

    uid: str
    name: str
    ema: str | None
    merged: bool


class Newcomers:
    """Who the people of a bundle are here; label: what is put behind a name that somebody else has here."""

    def __init__(
        self, connection: Connection, people: Mapping[int, InBundle], said: Mapping[int, int], label: str | None
    ) -> None:
        self.connection = connection
        self.people = people
        self.label = label
        self.here: dict[int, int] = {}  # ids here by numbers in the bundle
        self.into: dict[int, int] = {}  # whom somebody new is here: ids of both
        self.said = {number: person for number, person in said.items() if not self._known(people[number].uid)}
        self.taken = {key: person for key, person in names_of(connection).items()}  # noqa: C416 - to be changed
        self.persons = {player: person.id for player, person in persons(connection).items()}
        self.names: dict[tuple[int, str], str] = {}  # what somebody is called here, by the name they have there
        self.renamed: list[tuple[str, str]] = []
        self.same: list[tuple[str, int]] = []

    def _known(self, uid: str) -> bool:
        return self.connection.execute(select(db.players.c.id).where(db.players.c.uid == uid)).scalar() is not None

    def came(self, number: int, player: int) -> None:
        """Somebody of the bundle has a row here."""
        self.here[number] = player
        if number in self.said:
            self.into[player] = self.said[number]
            self.same.append((self.people[number].name, self.said[number]))

    def checked(self, table: Table[Any], row: dict[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
        """A row about somebody as it can stand here. Raises NameHeldBack or CodeOfAnother."""
        if row.get("live") != 1:
            return row
        if table is db.player_names:
            return row | {"name_key": self._key(row["player_id"], row["name_key"], record)}
        if table is db.player_terms:
            player, name = row["player_id"], row["shown_name"]
            return row | {"shown_name": self.names.get((player, name_key(name)), name)}
        if table is db.player_codes:
            self._refuse_code(row)
        return row

    def _person(self, player: int) -> int:
        """Whom a player row stands for here, which may be somebody it was merged into."""
        return self.into.get(player, self.persons.get(player, player))

    def _key(self, player: int, key: str, record: Mapping[str, Any]) -> str:
        """The name by which somebody is found here: their own, or, where another has it, one with the label."""
        owner = self.taken.get(key)
        if key in NAMES_OF_THE_BOX:
            owner = 0
        if owner is None:
            self.taken[key] = self._person(player)
            return key
        if owner == self._person(player):
            raise NameHeldBack
        shown = self.people[record["player_id"]].name
        name = shown if name_key(shown) == key else key
        for wanted in self._others(name):
            if name_key(wanted) not in self.taken:
                self.taken[name_key(wanted)] = self._person(player)
                self.names[player, key] = wanted
                self.renamed.append((name, wanted))
                return name_key(wanted)
        raise AssertionError("there is always another number")

    def _others(self, name: str) -> Iterable[str]:
        """Names beside one that is taken."""
        if self.label:
            yield f"{name} ({self.label})"
        yield from (f"{name} {number}" for number in range(2, 1_000_000))

    def _refuse_code(self, row: Mapping[str, Any]) -> None:
        c, people = db.player_codes.c, known_people()
        same = (c.system == row["system"]) & (c.code == row["code"]) & (c.live == 1)
        there = self.connection.execute(
            select(people.c.person_id, people.c.shown_name)
            .join(db.player_codes, c.player_id == people.c.player_id)
            .where(same)
        ).first()
        if there is None:
            return
        if there.person_id == self._person(row["player_id"]):
            raise NameHeldBack
        number = next(number for number, player in self.here.items() if player == row["player_id"])
        raise CodeOfAnother(row["system"], row["code"], there.shown_name, self.people[number].name)

    def merge(self, unit: int) -> None:
        """Makes those who are somebody here one with them."""
        for player, person in self.into.items():
            c = db.player_merges.c
            if self.connection.execute(select(c.id).where(c.player_id == player, c.live == 1)).first() is None:
                row = {"player_id": player, "into_id": person, "journal_id": unit}
                insert_one(self.connection, db.player_merges, row)


def by_ema(connection: Connection, people: Mapping[int, InBundle]) -> dict[int, int]:
    """Those of a bundle who have the EMA number of somebody here: ids here by numbers in the bundle."""
    c, known = db.player_codes.c, known_people()
    rows = connection.execute(
        select(c.code, known.c.person_id)
        .join(known, known.c.player_id == c.player_id)
        .where(c.system == EMA, c.live == 1)
    )
    here = {code: person for code, person in rows}  # noqa: C416 - rows are no pairs to the type checker
    return {number: here[one.ema] for number, one in people.items() if one.ema in here and one.ema is not None}
