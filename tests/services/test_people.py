"""What is known of people, and two who are one person: details, guests, games counted, merges taken back."""

from datetime import date

import pytest

from ledger.errors import UsageError
from ledger.services import people, players, substitute
from ledger.services.people import CodeTaken, NothingToSet, SamePerson, TheyMet, Told
from ledger.services.standings import standings
from ledger.services.undo import undo_unit
from ledger.shapes.people import Code, PlayerView
from ledger.store import models as db
from ledger.store.errors import ChangedRequest, TouchedSince
from ledger.store.people import NameTaken, UnknownPerson
from ledger.store.recorded import ChangedSince

LATER = date(2026, 11, 27)
EVENING = date(2026, 11, 20)
NOTHING = PlayerView("Anna", None, None, None, False, (), (), 0, None, None)


def tell(club, who, uid=None, **told):
    request = club.request("player set", uid, who=who, told=repr(told))
    return people.set_player(club.engine, request, who, Told(**told))


def code(club, who, **codes):
    return tell(club, who, codes=tuple(codes.items())).answer.codes


def merge(club, who, into, uid=None):
    return people.merge_players(club.engine, club.request("player merge", uid, names=[who, into]), who, into)


def back(club, unit):
    return undo_unit(club.engine, club.request("undo", unit=unit), unit)


def rename(club, who, name):
    return players.rename_player(club.engine, club.request("player rename", who=who, name=name), who, name)


def show(club, who):
    return people.show_player(club.engine, who)


def shown(club):
    return [one.name for one in players.list_players(club.engine)]


# Details.


def test_what_is_said_is_kept_and_what_is_not_said_stays(club):
    assert show(club, "Anna") == NOTHING
    tell(club, "Anna", family_name="Jansen", country="ned")
    tell(club, "an", given_name="Anna  Maria", guest=True)
    answer = tell(club, "Anna", codes=(("ema", "11010036"), ("Mahjong Soul", "アンナ"))).answer
    codes = (Code("ema", "11010036"), Code("mahjong-soul", "アンナ"))
    assert answer == PlayerView("Anna", "Jansen", "Anna Maria", "NED", True, (), codes, 0, None, None)
    assert show(club, "ANNA") == answer


def test_an_empty_text_takes_one_thing_away(club):
    tell(club, "Anna", family_name="Jansen", given_name="Anna", country="NL", guest=True)
    code(club, "Anna", ema="11010036", tenhou="anna")
    answer = tell(club, "Anna", family_name="", codes=(("ema", ""),)).answer
    assert (answer.family_name, answer.given_name, answer.country) == (None, "Anna", "NL")
    assert answer.codes == (Code("tenhou", "anna"),)
    assert answer.guest
    answer = tell(club, "Anna", given_name="", country="", guest=False, codes=(("tenhou", ""),)).answer
    assert answer == NOTHING


def test_a_new_name_keeps_what_is_known(club):
    tell(club, "Anna", family_name="Jansen", country="NL", guest=True)
    code(club, "Anna", tenhou="anna")
    before = show(club, "Anna")
    rename(club, "Anna", "Zoë")
    assert show(club, "Zoë") == PlayerView("Zoë", "Jansen", None, "NL", True, (), before.codes, 0, None, None)
    assert players.list_players(club.engine)[-1] == ("Zoë", True)


def test_a_system_knows_one_person_by_a_code_and_a_person_by_one(club):
    code(club, "Anna", ema="11010036", tenhou="田中")
    before = club.rows()
    with pytest.raises(CodeTaken, match=r"11010036 is known to ema as Anna already: one of them is mistyped"):
        tell(club, "Ken", family_name="Smit", codes=(("tenhou", "ken"), ("EMA", "11010036")))
    assert club.rows() == before, "not even the other things that were said"
    assert code(club, "Ken", majsoul="田中") == (Code("majsoul", "田中"),)
    assert code(club, "Anna", ema="11010037") == (Code("ema", "11010037"), Code("tenhou", "田中"))
    assert code(club, "Ken", ema="11010036")[0] == Code("ema", "11010036"), "free again"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"codes": (("ema", "1101003"),)}, "'1101003' is no EMA number: it has eight digits"),
        ({"codes": (("Ema", "110100366"),)}, "is no EMA number"),
        ({"codes": (("ema", "1101OO36"),)}, "is no EMA number"),
        ({"codes": (("a/b", "anna"),)}, "'a/b' is no name of a platform: as in tenhou=NAME"),
        ({"codes": (("tenhou", " "),)}, "the name on tenhou cannot be blank"),
        ({"country": "N"}, "country 'N': its code of two or three letters"),
        ({"country": "NEDE"}, "two or three letters"),
        ({"country": "N1"}, "two or three letters"),
        ({"family_name": " "}, "a family name cannot be blank"),
        ({"given_name": "A\x1b"}, "a given name cannot contain"),
    ],
)
def test_what_cannot_be_kept_is_not(club, told, message):
    before = club.rows()
    with pytest.raises(UsageError, match=message):
        tell(club, "Anna", **told)
    assert club.rows() == before


def test_what_is_known_already_leaves_the_ledger_as_it_was(club):
    tell(club, "Anna", family_name="Jansen", country="NL", guest=True)
    code(club, "Anna", ema="11010036")
    before = club.rows()
    for told in (
        {"family_name": "Jansen", "country": "nl"},
        {"guest": True},
        {"codes": (("ema", "11010036"), ("tenhou", ""))},
        {"given_name": ""},
        {},
    ):
        with pytest.raises(NothingToSet, match="what is known of Anna already"):
            tell(club, "Anna", **told)
    with pytest.raises(UnknownPerson):
        tell(club, "Nobody", guest=True)
    assert club.rows() == before


def test_details_that_are_asked_for_again_are_answered(club):
    first = tell(club, "Anna", uid="mine", family_name="Jansen", codes=(("tenhou", "anna"),))
    before = club.rows()
    again = tell(club, "Anna", uid="mine", family_name="Jansen", codes=(("tenhou", "anna"),))
    assert (again.answer, again.repeated) == (first.answer, True)
    with pytest.raises(ChangedRequest):
        tell(club, "Anna", uid="mine", family_name="Smit")
    assert club.rows() == before


def test_each_step_of_details_goes_back_by_its_number(club):
    steps = [
        tell(club, "Anna", family_name="Jansen", guest=True),
        tell(club, "Anna", codes=(("tenhou", "anna"), ("tenhou", "anna2"))),
        tell(club, "Anna", family_name="Smit", codes=(("tenhou", ""), ("ema", "11010036"))),
    ]
    for place in (2, 1, 0):
        back(club, steps[place].unit)
        assert show(club, "Anna") == (steps[place - 1].answer if place else NOTHING)


def test_games_are_counted_where_somebody_sat_first_to_last(club):
    club.result(Ken=88_000, John=-15_000, Taro=62_000)
    club.start("Ken", "John", "Taro")
    club.hand("draw Ken")
    substitute.substitute(club.engine, club.request("game sub"), "Ken", "Anna")
    club.hand("draw Anna")
    club.open_night(LATER)
    club.start("John", "Anna", "Taro", held_on=LATER, label="window")
    club.hand("draw all", "window")
    games = {name: show(club, name)[-3:] for name in ("Ken", "John", "Anna")}
    assert games == {"Ken": (2, EVENING, EVENING), "John": (3, EVENING, LATER), "Anna": (2, EVENING, LATER)}
    club.void("window")
    assert show(club, "John")[-3:] == (2, EVENING, EVENING)


# Merges.


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
    assert twice.hand("John B ron Ken s5").hand.line == "John ron Ken s5"
    john = {line.player: line for line in standings(twice.engine)}["John"]
    assert (john.games, john.points) == (3, -123_000)


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
    assert [view.name for view in found.pop("people")] == [view.name for view in expected.pop("people")]
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
    with pytest.raises(TouchedSince, match=rf"unit {first} .* unit {second} \(player merge\) builds on it"):
        back(club, first)
    assert club.rows() == before
    back(club, second)
    assert merges(club) == {("bo", "cy")}
    assert (show(club, "Bo").name, show(club, "Anna").also) == ("Cy", ())
    back(club, first)
    assert (merges(club), shown(club)) == (set(), ["Anna", "Bo", "Cy", "John", "Ken", "Taro"])


def refused(club, error, who, into, match=""):
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
    refused(twice, TheyMet, "John B", "John", "or are in the same settlement")
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
    assert {line.player: line.games for line in standings(twice.engine)}["John B"] == 2
    for later in range(unit + 4, unit, -1):
        back(twice, later)
    assert reports(twice) == before
    merge(twice, "John B", "John")


def test_a_merged_person_can_have_another_name(twice):
    unit = merge(twice, "John B", "John").unit
    rename(twice, "John B", "田中さん")
    assert show(twice, "John B").name == "田中さん"
    assert show(twice, "田中さん").also == ("john b",)
    back(twice, unit)
    assert shown(twice) == ["Anna", "John B", "Ken", "Taro", "田中さん"]
    assert (show(twice, "田中さん").games, show(twice, "John B").games) == (1, 2)


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
