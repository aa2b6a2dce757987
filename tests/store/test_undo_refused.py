"""What cannot be taken back, for a later unit builds on it: that one is named, and all stays as it was."""

import pytest

from ledger.services import club as club_service
from ledger.store.errors import TouchedSince


def test_a_person_who_was_seated_since_is_not_taken_back(club, take_back, last_unit):
    club.add("Zoë")
    unit = last_unit(club)
    club.start("Ken", "John", "Zoë")
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {unit} cannot be undone: unit {unit + 1} \(game start\) builds"):
        take_back(club, unit)
    assert club.rows() == before


def test_a_game_with_a_hand_is_not_taken_back(club, take_back, last_unit, live):
    club.start("Ken", "John", "Taro")
    unit = last_unit(club)
    club.hand("draw Taro")
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {unit + 1} \(hand\) builds on it; undo that one first"):
        take_back(club, unit)
    assert club.rows() == before
    take_back(club, unit + 1)
    take_back(club, unit)
    assert live(club, "games") == []


def test_a_night_with_a_game_is_not_taken_back(club, take_back, last_unit):
    club.open_night()
    unit = last_unit(club)
    club.start("Ken", "John", "Taro")
    before = club.rows()
    with pytest.raises(TouchedSince, match="game start"):
        take_back(club, unit)
    assert club.rows() == before


def test_a_unit_is_taken_back_once(club, take_back, last_unit, live):
    club.add("Zoë")
    unit = last_unit(club)
    undoing = take_back(club, unit)
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {undoing} \(undo\)"):
        take_back(club, unit)
    assert club.rows() == before
    assert take_back(club, undoing)
    assert "Zoë" in [row["shown_name"] for row in live(club, "player_terms")]


def test_a_change_of_settings_that_was_changed_again_is_not_taken_back(club, place, take_back, last_unit):
    for rules in ("dutch-4p", "standard"):
        club_service.init(place, club.request("init"), rules=rules, money=None)[0].dispose()
    before = club.rows()
    with pytest.raises(TouchedSince, match="init"):
        take_back(club, last_unit(club) - 1)
    assert club.rows() == before


def test_a_hand_does_not_come_back_below_a_game_that_was_voided_since(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.undo()
    unit = last_unit(club)
    club.void()
    before = club.rows()
    with pytest.raises(TouchedSince, match="game void"):
        take_back(club, unit)
    assert club.rows() == before


def test_a_hand_does_not_come_back_where_another_was_recorded_since(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.undo()
    unit = last_unit(club)
    club.hand("draw Ken")
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {unit + 1} \(hand\)"):
        take_back(club, unit)
    assert club.rows() == before


def test_the_hand_in_its_place_is_named_and_not_one_at_another_table(club, take_back, last_unit):
    club.add("Zoë", "Bo")
    club.start("Ken", "John", "Taro")
    club.start("Anna", "Bo", "Zoë")
    club.hand("draw Taro")
    club.undo("1")
    unit = last_unit(club)
    club.hand("draw Ken")
    club.hand("draw Zoë")
    with pytest.raises(TouchedSince, match=rf"unit {unit + 1} \(hand\)"):
        take_back(club, unit)


def test_a_unit_that_only_voided_is_taken_back_once(club, take_back, last_unit):
    club.add("Zoë", "Bo")
    club.start("Ken", "John", "Taro")
    club.start("Anna", "Bo", "Zoë")
    club.hand("draw Taro")
    club.undo("1")
    unit = last_unit(club)
    undoing = take_back(club, unit)
    club.hand("draw Zoë")
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {undoing} \(undo\)"):
        take_back(club, unit)
    assert club.rows() == before


def test_a_unit_that_only_voided_is_taken_back_once_also_when_the_hand_is_gone_again(club, take_back, last_unit):
    club.start("Ken", "John", "Taro")
    club.hand("draw Taro")
    club.undo()
    unit = last_unit(club)
    take_back(club, unit)
    club.undo()
    before = club.rows()
    with pytest.raises(TouchedSince):
        take_back(club, unit)
    assert club.rows() == before


def test_a_game_does_not_come_back_without_one_of_its_players(club, take_back, last_unit):
    club.add("Zoë")
    adding = last_unit(club)
    club.start("Ken", "John", "Zoë")
    club.void()
    voiding = last_unit(club)
    undoing = take_back(club, adding)
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {undoing} \(undo\)"):
        take_back(club, voiding)
    assert club.rows() == before


def test_a_game_does_not_come_back_without_its_night(club, take_back, last_unit):
    club.open_night()
    opening = last_unit(club)
    club.start("Ken", "John", "Taro")
    club.void()
    voiding = last_unit(club)
    undoing = take_back(club, opening)
    before = club.rows()
    with pytest.raises(TouchedSince, match=rf"unit {undoing} \(undo\)"):
        take_back(club, voiding)
    assert club.rows() == before
