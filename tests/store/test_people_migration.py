"""From the second schema to the third: what was recorded stays, nobody is a guest, and nothing is taken off."""

from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, inspect, text

from ledger.services.nights import show_night
from ledger.services.standings import standings
from ledger.store.upgrade import alembic_config, migrations_folder

NEW = {
    "player_terms": {"family_name": None, "given_name": None, "country": None, "guest": 0},
    "seats": {"credit": None},
    "results": {"referee": 0},
}
TABLES = {"attendance", "penalties", "player_codes", "player_merges", "result_shares"}


@pytest.fixture
def played(club: Any) -> Engine:
    club.start("Ken", "John", "Taro", "Anna", rules="standard")
    club.hand("Ken ron John 3/40 riichi")
    club.end()
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.void("1")
    return club.engine


def rows(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    with engine.connect() as connection:
        return {
            table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY id")).mappings()]
            for table in NEW
        }


def move(engine: Engine, step: Any, to: str) -> None:
    with engine.begin() as connection:
        step(alembic_config(migrations_folder(), connection), to)


def test_what_was_recorded_stays_as_it_is(played: Engine, club: Any) -> None:
    shown = (show_night(played, club.now, None), standings(played).lines)
    move(played, command.downgrade, "0003")
    now = rows(played)
    move(played, command.downgrade, "0002")
    assert not TABLES & set(inspect(played).get_table_names())
    for table, before in rows(played).items():
        assert before == [{k: v for k, v in row.items() if k not in NEW[table]} for row in now[table]]
    move(played, command.upgrade, "0003")
    again = rows(played)
    assert again == now
    assert set(inspect(played).get_table_names()) >= TABLES
    for table, empty in NEW.items():
        assert again[table]
        assert all(row[name] == value for row in again[table] for name, value in empty.items())
    move(played, command.upgrade, "head")
    assert (show_night(played, club.now, None), standings(played).lines) == shown
    other = "SELECT count(*) FROM results JOIN games ON games.id = game_id WHERE results.ruleset_id <> games.ruleset_id"
    with played.connect() as connection:
        assert connection.execute(text(other)).scalar() == 0
