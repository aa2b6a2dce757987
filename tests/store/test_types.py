"""Times and days come back as the same moment and day from both databases, and sort as such."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, Integer, MetaData, Table, insert, select, text
from sqlalchemy.exc import StatementError

from ledger.store.types import Day, UtcTime

SCRATCH = Table("scratch", MetaData(), Column("id", Integer), Column("at", UtcTime), Column("day", Day))

ZONES = st.builds(timezone, st.integers(-14 * 60, 14 * 60).map(lambda minutes: timedelta(minutes=minutes)))
TIMES = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=ZONES)  # noqa: DTZ001 - bounds have no zone
DAYS = st.dates(date(1900, 1, 1), date(2200, 1, 1))

with_a_new_table_each = settings(
    max_examples=40, suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture]
)


def stored(engine, rows, *order):
    """Rows as they come back, in an order made by the database; the table is gone afterwards."""
    with engine.connect() as connection:
        transaction = connection.begin()
        SCRATCH.create(connection)
        if rows:
            connection.execute(insert(SCRATCH), rows)
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL TIME ZONE 'Etc/GMT-9'")  # a server answers in its own zone
        found = connection.execute(select(SCRATCH).order_by(*order)).all()
        transaction.rollback()
    return found


@with_a_new_table_each
@given(times=st.lists(TIMES, min_size=1, max_size=12))
def test_a_time_comes_back_as_the_same_moment_in_utc_and_sorts_as_time(engine, times):
    rows = [{"id": number, "at": at} for number, at in enumerate(times)]
    found = stored(engine, rows, SCRATCH.c.at, SCRATCH.c.id)
    assert [(row.at, row.id) for row in found] == sorted((at, number) for number, at in enumerate(times))
    for row in found:
        assert row.at.tzinfo is UTC or row.at.utcoffset() == timedelta(0)
        assert row.at.microsecond == times[row.id].microsecond


def test_times_that_differ_by_a_part_of_a_second_or_by_their_zone_only(engine):
    noon = datetime(2026, 11, 20, 12, 0, 0, tzinfo=UTC)
    times = [
        noon + timedelta(microseconds=1),
        noon,
        noon + timedelta(seconds=1),
        noon.astimezone(timezone(timedelta(hours=9))),
        noon - timedelta(microseconds=1),
    ]
    found = stored(engine, [{"id": n, "at": at} for n, at in enumerate(times)], SCRATCH.c.at, SCRATCH.c.id)
    assert [row.id for row in found] == [4, 1, 3, 0, 2]
    assert found[1].at == found[2].at == noon


def test_a_time_without_a_zone_is_refused(engine):
    naive = datetime(2026, 11, 20, 12, 0)  # noqa: DTZ001 - that is the point
    with pytest.raises(StatementError, match="a time needs its zone"):
        stored(engine, [{"id": 1, "at": naive}], SCRATCH.c.id)


@with_a_new_table_each
@given(days=st.lists(DAYS, min_size=1, max_size=12))
def test_a_day_comes_back_as_that_day_and_sorts_by_date(engine, days):
    found = stored(engine, [{"id": n, "day": day} for n, day in enumerate(days)], SCRATCH.c.day, SCRATCH.c.id)
    assert [(row.day, row.id) for row in found] == sorted((day, n) for n, day in enumerate(days))
    assert {type(row.day) for row in found} == {date}


def test_a_day_is_found_by_its_date_and_by_a_range(engine):
    days = [date(2026, 11, 20), date(2026, 12, 4), date(2027, 1, 8)]
    with engine.connect() as connection:
        transaction = connection.begin()
        SCRATCH.create(connection)
        connection.execute(insert(SCRATCH), [{"id": n, "day": day} for n, day in enumerate(days)])
        only = select(SCRATCH.c.id).where(SCRATCH.c.day == days[1])
        since = select(SCRATCH.c.id).where(SCRATCH.c.day >= date(2026, 12, 1)).order_by(SCRATCH.c.day)
        assert connection.execute(only).scalars().all() == [1]
        assert connection.execute(since).scalars().all() == [1, 2]
        transaction.rollback()


def test_no_time_and_no_day_are_none(engine):
    (row,) = stored(engine, [{"id": 1, "at": None, "day": None}], SCRATCH.c.id)
    assert (row.at, row.day) == (None, None)


def test_what_a_file_holds_can_be_read_by_a_person(file_place, new_club):
    club = new_club(str(file_place))
    club.open_night(date(2026, 11, 20))
    with club.engine.connect() as connection:
        at, on = connection.execute(
            text("SELECT recorded_at, held_on FROM journal JOIN night_terms ON journal_id = journal.id")
        ).one()
    assert (at, on) == ("2026-11-20T19:32:00.000000Z", "2026-11-20")
    club.close()
