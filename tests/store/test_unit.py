"""Units of work: recorded whole, once, or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from ledger.errors import LedgerError
from ledger.store import models as db
from ledger.store.errors import CannotUse, ChangedRequest
from ledger.store.unit import ATTEMPTS, Done, Request, insert_all, insert_one, read, run


def never(connection: Connection, unit: int) -> None:
    raise AssertionError("this is not called")


def add(uid: str):
    """Work that adds a person and answers with its id."""

    def work(connection: Connection, unit: int) -> int:
        return insert_one(connection, db.players, {"uid": uid, "journal_id": unit})

    return work


def people(connection: Connection) -> list[str]:
    return list(connection.execute(select(db.players.c.uid).order_by(db.players.c.id)).scalars())


def test_a_unit_is_committed_with_its_row_in_the_journal(engine, asked):
    request = asked("a", "player add", name="Zoë")
    done = run(engine, request, add("Zoë"), never)
    assert (done.repeated, done.unit) == (False, 1)
    (row,) = read(engine, lambda connection: connection.execute(select(db.journal)).all())
    assert row._asdict() == {
        "id": done.unit,
        "uid": "a",
        "recorded_at": request.at,
        "actor": "tester",
        "tool": "test",
        "command": "player add",
        "arguments": '{"name":"Zoë"}',
        "brought_by": None,
    }
    (person,) = read(engine, lambda connection: connection.execute(select(db.players)).all())
    assert (person.id, person.uid, person.journal_id) == (done.answer, "Zoë", done.unit)


class Refused(LedgerError):
    """A refusal of the work."""


@pytest.mark.parametrize("error", [Refused, ValueError, KeyboardInterrupt, SystemExit, AssertionError])
@pytest.mark.parametrize("after_writing", [False, True])
def test_whatever_work_raises_leaves_all_as_it_was(club, asked, error, after_writing):
    club.start("Ken", "John", "Taro")
    before = club.rows()

    def work(connection: Connection, unit: int) -> None:
        if after_writing:
            add("Zoë")(connection, unit)
            connection.execute(db.games.update().values(number=99))
            connection.execute(db.payments.delete())
        raise error("stop")

    with pytest.raises(error, match="stop"):
        run(club.engine, asked("a"), work, never)
    assert club.rows() == before
    assert run(club.engine, asked("a"), add("Zoë"), never).repeated is False, "the request may be made again"


def test_a_repeated_request_is_answered_and_not_applied_again(engine, asked):
    first = run(engine, asked("a", b=1, a=["Ken", "Zoë"]), add("Zoë"), never)
    run(engine, asked("b"), add("Ken"), never)
    again = run(engine, asked("a", a=["Ken", "Zoë"], b=1), never, lambda connection, unit: ("as before", unit))
    assert again == Done(("as before", first.unit), first.unit, repeated=True)
    assert read(engine, people) == ["Zoë", "Ken"]


def test_a_repeat_may_be_made_by_another_person_later_with_another_version(engine, asked):
    request = asked("a")
    unit = run(engine, request, add("Ken"), never).unit
    other = request._replace(actor="John", at=request.at.replace(year=2027), tool="2.0")
    assert run(engine, other, never, lambda connection, unit: None) == Done(None, unit, repeated=True)


@pytest.mark.parametrize(
    ("command", "arguments"), [("other", {"name": "Ken"}), ("test", {"name": "John"}), ("test", {})]
)
def test_a_request_id_is_not_used_twice_for_different_things(engine, asked, command, arguments):
    run(engine, asked("a", name="Ken"), add("Ken"), never)
    with pytest.raises(ChangedRequest, match="request a was already used for another test"):
        run(engine, asked("a", command, **arguments), never, never)
    assert read(engine, people) == ["Ken"]
    assert len(read(engine, lambda connection: connection.execute(select(db.journal)).all())) == 1


class FromTheDriver(Exception):
    """What the database said."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("it cannot be done now\nDETAIL: more")
        self.sqlstate = sqlstate


def failing(times: int, sqlstate: str | None):
    """Work that adds a person and is then refused by the database for some times; and the units it was called with."""
    calls: list[int] = []

    def work(connection: Connection, unit: int) -> int:
        calls.append(unit)
        person = add("Ken")(connection, unit)
        if len(calls) <= times:
            raise OperationalError("SELECT secret", {}, FromTheDriver(sqlstate))
        return person

    return work, calls


@pytest.mark.parametrize("sqlstate", ["40001", "40P01", "23505"])
@pytest.mark.parametrize("times", [1, ATTEMPTS - 1])
def test_a_conflict_with_another_unit_is_tried_again_on_fresh_data(engine, asked, sqlstate, times):
    work, calls = failing(times, sqlstate)
    done = run(engine, asked("a"), work, never)
    assert len(calls) == times + 1
    assert done.unit == calls[-1]
    assert read(engine, people) == ["Ken"]
    assert len(read(engine, lambda connection: connection.execute(select(db.journal)).all())) == 1


@pytest.mark.parametrize("sqlstate", ["40001", "40P01", "23505"])
def test_a_conflict_that_does_not_end_is_told_and_nothing_is_recorded(club, asked, sqlstate):
    before = club.rows()
    work, calls = failing(ATTEMPTS, sqlstate)
    with pytest.raises(CannotUse, match=r"it cannot be done now$") as refusal:
        run(club.engine, asked("a"), work, never)
    assert refusal.value.exit_code == 3
    assert len(calls) == ATTEMPTS
    assert club.rows() == before


@pytest.mark.parametrize("sqlstate", [None, "23503", "23514", "53100", "57014"])
def test_what_would_fail_again_is_not_tried_again(club, asked, sqlstate):
    before = club.rows()
    work, calls = failing(1, sqlstate)
    with pytest.raises(CannotUse, match=r"it cannot be done now$") as refusal:
        run(club.engine, asked("a"), work, never)
    assert "secret" not in str(refusal.value)
    assert len(calls) == 1
    assert club.rows() == before


def test_a_number_that_another_unit_took_is_tried_again_on_a_server(places, new_club, asked):
    """A violation as the driver itself tells it. On SQLite the lock comes first, so there it is no conflict."""
    club = new_club(places.fresh())
    club.add("Ken")
    calls = []

    def work(connection: Connection, unit: int) -> None:
        taken = connection.execute(select(db.players.c.uid)).scalars().one()
        calls.append(unit)
        add(taken if len(calls) == 1 else "free")(connection, unit)

    if places.kind == "postgresql":
        run(club.engine, asked("a"), work, never)
        assert len(calls) == 2
        assert "free" in club.ask(people)
    else:
        with pytest.raises(CannotUse, match=r"UNIQUE constraint failed: players\.uid"):
            run(club.engine, asked("a"), work, never)
        assert len(calls) == 1
    club.close()


def test_a_question_that_the_database_refuses_is_told_without_sql(engine):
    with pytest.raises(CannotUse, match=r"(?i)no_such_table") as refusal:
        read(engine, lambda connection: connection.execute(text("SELECT hidden FROM no_such_table")))
    assert "SELECT" not in str(refusal.value)
    assert isinstance(refusal.value.__cause__, DBAPIError)


def test_a_question_changes_nothing(engine, asked):
    run(engine, asked("a"), add("Ken"), never)

    def question(connection: Connection) -> None:
        connection.execute(insert(db.players), {"uid": "Zoë", "journal_id": 1})
        raise Refused("stop")

    with pytest.raises(Refused):
        read(engine, question)
    assert read(engine, people) == ["Ken"]


def test_many_rows_may_be_none(engine, asked):
    def work(connection: Connection, unit: int) -> None:
        insert_all(connection, db.players, [])
        insert_all(connection, db.players, [{"uid": name, "journal_id": unit} for name in ("Ken", "John")])

    run(engine, asked("a"), work, never)
    assert read(engine, people) == ["Ken", "John"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def reordered(value):
    if isinstance(value, dict):
        return {key: reordered(inner) for key, inner in reversed(value.items())}
    return [reordered(inner) for inner in value] if isinstance(value, list) else value


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_arguments_are_the_same_text_in_whatever_order_they_come(arguments):
    canonical = Request("a", "", None, "", "", arguments).canonical_arguments
    assert json.loads(canonical) == arguments
    assert Request("b", "", None, "", "", reordered(arguments)).canonical_arguments == canonical


def test_arguments_are_kept_as_they_were_typed(asked):
    arguments = asked("a", names=["Zoë", "田中"], game=None, scores={"b": 1, "a": -25_000}).canonical_arguments
    assert arguments == '{"game":null,"names":["Zoë","田中"],"scores":{"a":-25000,"b":1}}'
