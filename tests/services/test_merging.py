"""Two people who turned out to be one: both names find the one, all adds up, and it can be taken back."""

from datetime import date

import pytest

from ledger.services import paying, people, players, substitute
from ledger.services.choose import NightIsSettled
from ledger.services.people import CodeTaken, SamePerson, TheyMet, Told
from ledger.services.standings import standings
from ledger.services.undo import BuiltOn, undo_unit
from ledger.shapes.people import Code, PlayerView
from ledger.store import models as db
from ledger.store.people import NameTaken, UnknownPerson
from ledger.store.recorded import ChangedSince

LATER = date(2026, 11, 27)
EVENING = date(2026, 11, 20)


def merge(club, who, into, uid=None):
    return people.merge_players(club.engine, club.request("player merge", uid, names=[who, into]), who, into)


def back(club, unit):
    return undo_unit(club.engine, club.request("undo", unit=unit), unit)


def code(club, who, **codes):
    told = Told(codes=tuple(codes.items()))
    return people.set_player(club.engine, club.request("player set", names=[who]), who, told).answer.codes


def rename(club, who, name, *, keep=False):
    return players.rename_player(club.engine, club.request("player rename", who=who, name=name), who, name, keep=keep)


def show(club, who):
    return people.show_player(club.engine, who)


def shown(club):
    return [one.name for one in players.list_players(club.engine)]


def play(club, who):
    """Two nights: John plays under his name, and under another one in other games."""
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.result(**{"Ken": 88_000, who: -15_000, "Anna": 62_000})
    club.open_night(LATER)
    club.start("Taro", who, "Anna", held_on=LATER)
    club.hand(f"{who} ron Taro s5 riichi")
    club.end()
    return club


@pytest.fixture
def twice(club):
    """A club in which John was entered as John B, too, and played as both."""
    club.add("John B")
    return play(club, "John B")


def test_both_names_find_the_one_who_has_played_it_all(twice):
    assert merge(twice, "john b", "John").answer == ("John B", "John")
    assert show(twice, "JOHN B") == show(twice, "John")
    assert show(twice, "John") == PlayerView("John", None, None, None, False, ("john b",), (), 3, EVENING, LATER)
    assert shown(twice) == ["Anna", "John", "Ken", "Taro"]
    assert twice.start("Ken", "John B", "Taro").game.players == ("Ken", "John", "Taro")
    john = {line.player: line for line in standings(twice.engine).lines}["John"]
    assert (john.games, john.points) == (3, -65_000 - 65_000 + 14_000)


def test_all_adds_up_as_if_it_had_been_one_person_all_along(places, new_club, reports):
    merged = new_club(places.fresh())
    merged.add("Ken", "John", "Taro", "Anna", "John B")
    play(merged, "John B")
    merge(merged, "John B", "John")
    one = new_club(places.fresh())
    one.add("Ken", "John", "Taro", "Anna")
    play(one, "John")
    for club in (merged, one):
        club.settle(EVENING)
        club.settle(LATER)
    found, expected = reports(merged), reports(one)
    del found["names"], expected["names"]
    assert found == expected
    for club in (merged, one):
        club.close()


def test_a_night_that_is_settled_already_shows_the_one(twice, reports):
    before = twice.settle(LATER).answer
    assert "John B" in [line.player for line in before.players]
    merge(twice, "John B", "John")
    names = [{"John B": "John"}.get(line.player, line.player) for line in before.players]
    assert [line.player for line in twice.settle(LATER).answer.players] == names
    assert "John B" not in str(reports(twice))


def merges(club):
    """Each person who is another, with that one, by the names of their rows."""
    n, m = db.player_names.c, db.player_merges.c
    names = dict(
        club.ask(lambda c: c.execute(db.player_names.select().with_only_columns(n.player_id, n.name_key)).all())
    )
    rows = club.ask(lambda c: c.execute(db.player_merges.select().where(m.live == 1)).mappings().all())
    return {(names[row["player_id"]], names[row["into_id"]]) for row in rows}


def test_who_is_merged_twice_is_the_last_one(club):
    club.add("Bo", "Cy")
    first = merge(club, "Bo", "Cy").unit
    second = merge(club, "Bo", "Anna").unit
    assert merges(club) == {("bo", "anna"), ("cy", "anna")}, "nobody is merged into somebody who is merged away"
    assert show(club, "Anna").also == ("bo", "cy")
    before = club.rows()
    with pytest.raises(
        BuiltOn, match=rf"player merge Bo Cy cannot .* unit {second} \(player merge Bo Anna\) builds on it"
    ):
        back(club, first)
    assert club.rows() == before
    back(club, second)
    assert merges(club) == {("bo", "cy")}
    assert (show(club, "Bo").name, show(club, "Anna").also) == ("Cy", ())
    back(club, first)
    assert (merges(club), shown(club)) == (set(), ["Anna", "Bo", "Cy", "John", "Ken", "Taro"])


def refused(club, error, who, into, match=None):
    before = club.rows()
    with pytest.raises(error, match=match):
        merge(club, who, into)
    assert club.rows() == before


def test_who_met_cannot_be_one(twice):
    refused(twice, SamePerson, "John", "john", "both names mean John already")
    refused(twice, UnknownPerson, "John", "Johann")
    refused(twice, TheyMet, "Ken", "John B", "Ken and John B cannot be one person: on 2026-11-20 they sat in the same")
    refused(twice, TheyMet, "Taro", "John B", "on 2026-11-27")
    merge(twice, "John B", "John")
    refused(twice, SamePerson, "John B", "John")
    twice.add("Cy")
    merge(twice, "John", "Cy")
    refused(twice, TheyMet, "Ken", "Cy", "Ken and Cy cannot be one person")
    refused(twice, TheyMet, "Cy", "Taro")


def test_who_is_in_one_settlement_cannot_be_one_until_it_is_void(twice):
    twice.settle(EVENING)
    refused(twice, TheyMet, "John B", "John", "are in the same settlement, or paid each other")
    twice.reopen_night(EVENING)
    merge(twice, "John B", "John")


def test_who_came_for_somebody_met_them_and_those_at_the_table(club):
    club.start("Ken", "John", "Taro")
    club.hand("draw Ken")
    substitute.substitute(club.engine, club.request("game sub"), "Ken", "Anna")
    refused(club, TheyMet, "Anna", "Ken")
    refused(club, TheyMet, "Taro", "Anna")
    club.void("1")
    merge(club, "Anna", "Ken")


def test_it_is_taken_back_after_other_things_and_all_is_as_before(twice, reports):
    before = reports(twice)
    unit = merge(twice, "John B", "John").unit
    assert reports(twice) != before
    twice.add("Cy")
    twice.start("Ken", "Taro", "Cy")
    twice.hand("draw Cy")
    twice.open_night(date(2026, 12, 4))
    assert back(twice, unit).answer.text == "player merge John B John"
    assert {line.player: line.games for line in standings(twice.engine).lines}["John B"] == 2
    for later in range(unit + 4, unit, -1):
        back(twice, later)
    assert reports(twice) == before
    merge(twice, "John B", "John")


def test_a_merged_person_can_have_another_name(twice, reports):
    unit = merge(twice, "John B", "John").unit
    before = reports(twice)
    renamed = rename(twice, "John B", "田中さん").unit
    assert show(twice, "田中さん").also == ()
    for old in ("John", "John B"):
        with pytest.raises(UnknownPerson):
            show(twice, old)
    rows = twice.rows()
    with pytest.raises(BuiltOn, match=rf"player merge John B John cannot .* unit {renamed} .*: ledger undo {renamed}$"):
        back(twice, unit)  # nobody could find John B, and somebody else may be called so by then
    assert twice.rows() == rows
    added = players.add_players(twice.engine, twice.request("player add"), ["John B"]).unit
    with pytest.raises(BuiltOn, match=rf"unit {added} \(player add\)"):
        back(twice, renamed)
    back(twice, added)
    back(twice, renamed)
    assert reports(twice) == before


def test_who_keeps_the_old_name_keeps_that_of_who_was_merged_too(twice):
    unit = merge(twice, "John B", "John").unit
    before = twice.rows()
    with pytest.raises(NameTaken, match="there is a player John B already"):
        rename(twice, "John", "John B")  # it would be two people's once the merge is taken back
    assert twice.rows() == before
    rename(twice, "John B", "田中さん", keep=True)
    assert show(twice, "John B") == show(twice, "John")
    assert show(twice, "田中さん").also == ("john", "john b")
    back(twice, unit)
    assert shown(twice) == ["Anna", "John B", "Ken", "Taro", "田中さん"]
    assert (show(twice, "John").games, show(twice, "John B").games) == (1, 2)


def test_the_names_and_codes_of_a_merged_person_are_taken(club):
    club.add("John B")
    code(club, "John", ema="11010036")
    code(club, "John B", tenhou="john", ema="11010037")
    unit = merge(club, "John B", "John").unit
    codes = (Code("ema", "11010036"), Code("ema", "11010037"), Code("tenhou", "john"))
    assert show(club, "John").codes == codes
    before = club.rows()
    with pytest.raises(NameTaken, match="there is a player John already"):
        club.add("ＪＯＨＮ b")
    with pytest.raises(CodeTaken, match="11010037 is known to ema as John already"):
        code(club, "Ken", ema="11010037")
    assert club.rows() == before
    back(club, unit)
    assert (show(club, "John").codes, show(club, "John B").codes) == (codes[:1], codes[1:])


def test_a_merge_that_is_asked_for_again_is_answered_while_it_holds(twice):
    unit = merge(twice, "John B", "John", uid="mine").unit
    before = twice.rows()
    assert merge(twice, "John B", "John", uid="mine") == (("John B", "John"), unit, True)
    assert twice.rows() == before
    back(twice, unit)
    with pytest.raises(ChangedSince):
        merge(twice, "John B", "John", uid="mine")


def test_a_merge_stays_while_a_night_was_settled_with_the_one_since(twice, reports):
    unit = merge(twice, "John B", "John").unit
    before = reports(twice)
    twice.settle(LATER)
    rows = twice.rows()
    with pytest.raises(NightIsSettled, match="the night of 2026-11-27 is settled and locked"):
        back(twice, unit)
    assert twice.rows() == rows
    twice.reopen_night(LATER)
    assert reports(twice) == before
    back(twice, unit)
    assert "John B" in shown(twice)


def test_a_merge_after_a_night_was_settled_goes_back(twice):
    twice.settle(LATER)
    unit = merge(twice, "John B", "John").unit
    back(twice, unit)
    assert "John B" in shown(twice)


def test_who_paid_each_other_are_two(twice):
    twice.settle(EVENING)
    handed = paying.Handed(night=EVENING, advance=True)
    request = twice.request("pay", names=["John", "John B"])
    paying.pay(twice.engine, request, "John", "John B", lambda _: 100, handed, lambda minor, _: str(minor))
    twice.reopen_night(EVENING)
    refused(twice, TheyMet, "John B", "John")
