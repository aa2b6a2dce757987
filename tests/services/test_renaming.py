"""People under other names: the person stays the same, in every game and every report."""

import pytest

from ledger.names import name_key
from ledger.notation.parse import AmbiguousPlayer
from ledger.services import players, undo
from ledger.services.players import NothingToRename
from ledger.services.standings import standings
from ledger.store.people import NameTaken, UnknownPerson, names_of


def rename(club, who, name, *, keep=False, uid=None):
    request = club.request("player rename", uid, who=who, name=name)
    return players.rename_player(club.engine, request, who, name, keep=keep)


def alias(club, who, name):
    return players.alias_player(club.engine, club.request("player alias"), who, name)


def take_back(club):
    request = club.request("undo")
    undo.undo_last(club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))


def test_old_games_and_standings_show_the_new_name(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.start("Ken", "John", "Taro")
    club.hand("John ron Ken s5")
    assert rename(club, "John", "田中さん").answer == ("John", "田中さん")
    assert club.game("2").players == ("Ken", "田中さん", "Taro")
    assert club.game("2").hands[0].line == "田中さん ron Ken s5"
    assert {line.player: line.points for line in standings(club.engine).lines}["田中さん"] == -65_000
    club.hand("田中さん tsumo s5")


def test_the_old_name_is_free_unless_it_is_kept(club):
    rename(club, "John", "Johnny")
    club.add("John")
    club.start("Ken", "Johnny", "John")
    rename(club, "Taro", "Tarou", keep=True)
    with pytest.raises(NameTaken):
        club.add("Taro")
    club.void("1")
    assert club.start("taro", "Anna", "Ken").game.players == ("Tarou", "Anna", "Ken")


def test_an_alias_finds_the_person_where_people_are_named(club):
    alias(club, "Ken", "Big K")
    assert club.start("BIG K", "John", "Taro").game.players == ("Ken", "John", "Taro")
    club.void("1")
    rename(club, "Big K", "Kenny")
    assert club.start("Kenny", "John", "Taro").game.players == ("Kenny", "John", "Taro")
    club.void("2")
    with pytest.raises(UnknownPerson):
        club.start("Ken K", "John", "Taro")


def test_a_name_means_one_person(club):
    alias(club, "Ken", "K")
    before = club.rows()
    for call in (
        lambda: rename(club, "John", "k"),
        lambda: rename(club, "John", "KEN"),
        lambda: alias(club, "John", "Ken"),
        lambda: alias(club, "Ken", "K"),
        lambda: club.add("k"),
    ):
        with pytest.raises(NameTaken):
            call()
    with pytest.raises(NothingToRename):
        rename(club, "Ken", "Ken")
    with pytest.raises(UnknownPerson):
        rename(club, "Nobody", "Somebody")
    club.add("Johanna")
    with pytest.raises(AmbiguousPlayer):
        rename(club, "Jo", "X")
    assert [row for row in club.rows()["player_names"] if row in before["player_names"]] == before["player_names"]


def test_only_the_spelling_may_change(club):
    rename(club, "Ken", "KEN")
    assert "KEN" in [one.name for one in players.list_players(club.engine)]
    rename(club, "ken", "Ken")


def test_it_is_taken_back_and_a_repeat_does_nothing(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    rename(club, "John", "Johnny", uid="once")
    before = club.rows()
    again = players.rename_player(
        club.engine, club.request("player rename", "once", who="John", name="Johnny"), "John", "Johnny"
    )
    assert again.repeated
    assert club.rows() == before
    take_back(club)
    assert club.game().players == ("Ken", "John", "Taro")
    club.add("Johnny")
    keys = club.ask(names_of)
    assert {name_key("John"), name_key("Johnny")} <= set(keys)
