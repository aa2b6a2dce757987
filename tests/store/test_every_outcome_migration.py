"""From the first schema to the second: what was recorded stays, and what is new is empty or zero."""

from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, text

from ledger.store.upgrade import alembic_config, migrations_folder

TABLES = ("club_settings", "games", "hands", "hand_seats", "wins", "payments", "game_ends", "results")
NEW = {
    "club_settings": {"day_starts": None, "scores_in": None},
    "games": {"rounds": None},
    "hands": {"abort_kind": None, "chombo_seat": None, "note": None},
    "hand_seats": {"nagashi": 0},
    "wins": dict.fromkeys(("value", "value_dealer", "liable_seat", "liable_yakuman", "tiles", "yaku", "dora")),
    "game_ends": {
        "last_winner": None,
        "ahead": None,
        "discrepancy_reason": None,
        "discrepancy_by": None,
        "discrepancy": 0,
    },
    "results": {"penalty": 0, "chips": 0, "chip_points": 0, "rounding": 0, "discrepancy": 0},
}


@pytest.fixture
def played(club: Any) -> Engine:
    """An evening with all that the first version knew, some of it taken back."""
    club.start("Ken", "John", "Taro", "Anna", rules="standard")
    for line in ("Ken ron John 3/40, Taro 5h riichi Ken", "draw Ken riichi Ken", "Taro tsumo 2yakuman", "draw none"):
        club.hand(line)
    club.undo()
    club.end()
    club.start("Ken", "John", "Taro", rules="dutch")
    club.hand("Ken ron John s5")
    club.hand("Ken tsumo mangan")
    return club.engine


def rows(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    with engine.connect() as connection:
        return {
            table: [dict(row) for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY id")).mappings()]
            for table in TABLES
        }


def move(engine: Engine, step: Any, to: str) -> None:
    with engine.begin() as connection:
        step(alembic_config(migrations_folder(), connection), to)


def test_rows_of_the_first_version_are_kept_and_mean_the_same(played: Engine) -> None:
    move(played, command.downgrade, "0002")
    now = rows(played)
    assert all(now[table] for table in TABLES)
    move(played, command.downgrade, "0001")
    first = rows(played)
    for table, names in NEW.items():
        for old, new in zip(first[table], now[table], strict=True):
            assert set(new) - set(old) == set(names)
            assert old == {name: value for name, value in new.items() if name not in names}
    move(played, command.upgrade, "0002")
    again = rows(played)
    # Who won last, and when the day starts, is known of what was recorded just now, and not of a first version.
    assert again == now | {table: [row | NEW[table] for row in now[table]] for table in ("game_ends", "club_settings")}
    for table, empty in NEW.items():
        assert all(row[name] == value for row in again[table] for name, value in empty.items())


def test_a_hand_is_recorded_after_the_upgrade_with_an_id_of_its_own(played: Engine, club: Any) -> None:
    move(played, command.downgrade, "0001")
    move(played, command.upgrade, "head")
    before = {row["id"] for row in rows(played)["wins"]}
    club.hand("Ken tsumo 1000all")
    (new,) = [row for row in rows(played)["wins"] if row["id"] not in before]
    assert (new["value"], new["value_dealer"], new["id"]) == (1_000, None, max(before) + 1)
