"""People are known by name: one name is one person however it is typed."""

import pytest
from sqlalchemy import select

from ledger.notation.parse import AmbiguousPlayer
from ledger.store import models as db
from ledger.store.people import NameTaken, Person, UnknownPerson, add_person, everyone, find_person
from ledger.store.undo import undo, void_rows
from ledger.store.unit import run


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Ken", "Ken"),
        ("Ken", "KEN"),
        ("Ken", "ＫＥＮ"),
        ("ＢＯ", "bo"),
        ("Zoë", "Zoe\u0308"),
        ("Anna Bo", "anna\u3000bo"),
        ("Strauß", "STRAUSS"),
        ("タロウ", "ﾀﾛｳ"),
    ],
)
def test_two_spellings_of_a_name_are_one_person(club, asked, known, typed):
    if known != "Ken":
        run(club.engine, asked("a"), lambda c, unit: add_person(c, unit, "known", known), None)
    before = club.rows()
    with pytest.raises(NameTaken, match="two people need two names") as refusal:
        run(club.engine, asked("b"), lambda c, unit: add_person(c, unit, "typed", typed), None)
    assert f"there is a player {known} already" in str(refusal.value)
    assert club.rows() == before


def test_names_that_only_look_alike_are_two_people(club):
    club.add("Zoe", "Zoë", "Ken B", "KenB", "太郎", "太朗")
    assert len(club.ask(everyone)) == 10


def test_a_person_has_a_row_of_terms_and_a_name_to_be_found_by(club, asked):
    done = run(club.engine, asked("a"), lambda c, unit: add_person(c, unit, "uid of Zoë", "Zoë B"), None)
    person = done.answer
    assert person == Person(person.id, "Zoë B")

    def rows(connection):
        return [
            connection.execute(select(column).where(table.c.journal_id == done.unit)).all()
            for table, column in (
                (db.players, db.players.c.uid),
                (db.player_terms, db.player_terms.c.shown_name),
                (db.player_names, db.player_names.c.name_key),
            )
        ]

    assert club.ask(rows) == [[("uid of Zoë",)], [("Zoë B",)], [("zoë b",)]]


def test_everyone_is_in_the_order_of_names_on_both_databases(club):
    club.add("zoë", "Bo", "ＡＬ", "太郎", "Émile")
    assert [person.name for person in club.ask(everyone)] == [
        "ＡＬ",
        "Anna",
        "Bo",
        "John",
        "Ken",
        "Taro",
        "zoë",
        "Émile",
        "太郎",
    ]


def test_a_name_is_free_again_when_its_person_was_taken_back(club, asked):
    unit = run(club.engine, asked("a"), lambda c, unit: add_person(c, unit, "first", "Zoë"), None).unit
    run(club.engine, asked("b"), lambda c, own: undo(c, unit, own), None)
    assert "Zoë" not in [person.name for person in club.ask(everyone)]
    person = run(club.engine, asked("c"), lambda c, unit: add_person(c, unit, "second", "zoë"), None).answer
    assert person in club.ask(everyone)


def test_a_name_that_nobody_has_any_more_is_free(club, asked):
    def work(connection, unit):
        void_rows(connection, db.player_names, db.player_names.c.name_key == "ken", unit)
        return add_person(connection, unit, "another", "KEN")

    person = run(club.engine, asked("a"), work, None).answer
    assert [known.name for known in club.ask(everyone)].count("Ken") == 1, "the first is known by another name"
    assert person in club.ask(everyone)


PEOPLE = [Person(n, name) for n, name in enumerate(["Ken", "Kees", "Kenji", "Zoë", "田中さん", "Anna Bo"], start=11)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ken", "Ken"),  # in full, though Kenji begins with it
        ("ｋｅｎ", "Ken"),
        ("kenj", "Kenji"),
        ("Kee", "Kees"),
        ("z", "Zoë"),
        ("ZOË", "Zoë"),
        ("田中", "田中さん"),
        ("anna", "Anna Bo"),
        ("anna  bo", "Anna Bo"),
    ],
)
def test_a_name_in_full_or_the_only_one_it_begins(typed, name):
    assert find_person(typed, PEOPLE) == next(person for person in PEOPLE if person.name == name)


@pytest.mark.parametrize("typed", ["k", "KE"])
def test_the_beginning_of_several_names_is_nobody(typed):
    with pytest.raises(AmbiguousPlayer) as refusal:
        find_person(typed, PEOPLE)
    assert "Ken" in str(refusal.value)
    assert "Kees" in str(refusal.value)


@pytest.mark.parametrize(("typed", "nearest"), [("Kem", "Ken"), ("Kenij", "Kenji"), ("ana bo", "Anna Bo")])
def test_an_unknown_name_is_answered_with_the_nearest(typed, nearest):
    with pytest.raises(UnknownPerson, match=rf"no player .{typed}.*did you mean {nearest}\?.*ledger player add"):
        find_person(typed, PEOPLE)


def test_an_unknown_name_like_none_is_answered_with_all_there_are():
    with pytest.raises(UnknownPerson, match="known: Ken, Kees, Kenji, Zoë, 田中さん, Anna Bo"):
        find_person("Wilhelmina", PEOPLE)
    with pytest.raises(UnknownPerson, match=r"no player .Ken. in this ledger"):
        find_person("Ken", [])
