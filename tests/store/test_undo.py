"""Taking a unit back: the live state is as before, whatever the unit did, and no row is lost."""

from sqlalchemy import Connection, func, select

from ledger.services import club as club_service
from ledger.store import models as db
from ledger.store.base import metadata
from ledger.store.undo import void_rows, void_with_all_below, voidable_tables
from ledger.store.unit import run


def test_tables_come_with_parents_before_children():
    tables = voidable_tables()
    assert {table.name for table in metadata.tables.values() if "live" in table.c} == {t.name for t in tables}
    for number, table in enumerate(tables):
        parents = {key.column.table for key in table.foreign_keys} & set(tables)
        assert parents <= set(tables[:number])


def test_a_voided_game_comes_back_with_all_below_it_under_new_numbers(club, take_back, last_unit, live):
    club.start("Ken", "John", "Taro", label="window")
    club.hand("Ken ron John s5 riichi Ken Taro")
    club.hand("draw Taro")
    club.hand("Taro tsumo baiman riichi")
    club.end()
    before = club.game("1")
    club.void("1")
    voiding = last_unit(club)
    take_back(club, voiding)
    assert club.game("1") == before

    def below(connection: Connection) -> dict[str, int]:
        (game,) = connection.execute(select(db.games.c.id).where(db.games.c.live == 1)).scalars()
        hands = connection.execute(select(db.hands.c.id).where(db.hands.c.live == 1, db.hands.c.game_id == game))
        ids = hands.scalars().all()
        children = {
            table.name: connection.execute(
                select(func.count()).where(table.c.live == 1, table.c.hand_id.in_(ids))
            ).scalar_one()
            for table in (db.hand_seats, db.wins, db.payments)
        }
        return {"game": game, "hands": len(ids), **children}

    found = club.ask(below)
    assert [(row["id"], row["again_of"]) for row in live(club, "games")] == [(2, 1)], "a row of its own"
    assert found["hands"] == 3
    assert found["hand_seats"] == 9
    assert found["wins"] == 2
    assert found["payments"] == sum(len(hand.payments) for hand in before.hands)
    for table in ("hands", "seats", "game_ends", "results", "payments"):
        assert len(club.rows()[table]) == 2 * len(live(club, table)) > 0, table


def test_a_game_that_came_back_goes_on(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.void()
    take_back(club, last_unit(club))
    assert club.hand("Ken ron John mangan riichi").hand.scores == (52_200, 35_800, 47_000)
    assert len(club.game().hands) == 2


def test_a_person_can_be_taken_back_once_the_game_is_void(club, take_back, last_unit, live):
    club.add("Zoë")
    unit = last_unit(club)
    club.start("Ken", "John", "Zoë")
    club.void()
    take_back(club, unit)
    assert "Zoë" not in [row["shown_name"] for row in live(club, "player_terms")]


def test_an_unknown_unit_takes_nothing_back(club, take_back):
    before = club.rows()
    take_back(club, 404)
    after = club.rows()
    assert after.pop("journal")[:-1] == before.pop("journal")
    assert after == before


def test_voiding_counts_the_live_rows_it_met(club, asked, live):
    club.start("Ken", "John", "Taro")

    def work(connection: Connection, unit: int) -> list[int]:
        return [void_rows(connection, db.seats, db.seats.c.seat < 2, unit) for _ in range(2)]

    done = run(club.engine, asked("a"), work, None)
    assert done.answer == [2, 0]
    assert [row["seat"] for row in live(club, "seats")] == [2]
    assert [row[3] for row in club.rows()["seats"]] == [done.unit, done.unit, None]


def test_a_game_may_be_taken_back_after_another_was_played_by_the_same_rules(club, take_back, last_unit, live):
    club.open_night()
    club.start("Ken", "John", "Taro")
    first = last_unit(club)
    club.add("Bo", "Zoë")
    club.start("Anna", "Bo", "Zoë")
    take_back(club, first)
    assert [row["number"] for row in live(club, "games")] == [2], "the second game is left"


def test_of_a_game_that_came_back_the_last_hand_alone_can_be_undone(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.hand("draw Ken")
    club.void()
    take_back(club, last_unit(club))
    club.undo()
    assert [hand.line for hand in club.game().hands] == ["draw Taro"]


def test_a_game_that_came_back_ended_can_be_reopened(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.end()
    club.void()
    take_back(club, last_unit(club))
    assert club.reopen_game("1").ending is None
    assert len(club.game().hands) == 1


def test_a_unit_can_be_taken_back_once_what_was_built_on_it_is(club, place, take_back, last_unit, live):
    for rules in ("dutch-4p", "standard"):
        club_service.init(place, club.request("init"), rules=rules, money=None)[0].dispose()
    second = last_unit(club)
    take_back(club, second)
    take_back(club, second - 1)
    assert [row["rules"] for row in live(club, "club_settings")] == ["dutch"]


def test_a_hand_that_was_undone_and_brought_back_can_be_taken_back_by_its_own_unit(club, take_back, last_unit, live):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    unit = last_unit(club)
    club.undo()
    take_back(club, last_unit(club))
    assert len(live(club, "hands")) == 1
    take_back(club, unit)
    assert live(club, "hands") == []
    assert len(live(club, "games")) == 1


def test_voiding_takes_all_that_is_below_and_nothing_beside_it(club, asked, live):
    club.add("Zoë", "Bo")
    for names in (("Ken", "John", "Taro"), ("Anna", "Bo", "Zoë")):
        club.start(*names)
        club.hand(f"{names[0]} ron {names[1]} s5 riichi")
    club.end("1")
    club.end("2")
    before = {table.name: live(club, table.name) for table in voidable_tables()}

    def work(connection: Connection, unit: int) -> None:
        void_with_all_below(connection, db.games, db.games.c.number == 1, unit)

    run(club.engine, asked("a"), work, None)
    for table in ("games", "hands", "seats", "hand_seats", "wins", "payments", "game_ends", "results"):
        assert 2 * len(live(club, table)) == len(before[table]) > 0, table
    for table in ("night_terms", "player_terms", "player_names", "club_settings"):
        assert live(club, table) == before[table]
