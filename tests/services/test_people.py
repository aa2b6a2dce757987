"""What is known of people: for leagues, as guests, and how much they have played."""

from datetime import date

import pytest

from ledger.errors import UsageError
from ledger.services import games, people, players, substitute
from ledger.services.choose import GameChoice
from ledger.services.people import CodeTaken, NothingToSet, Told
from ledger.services.undo import undo_unit
from ledger.shapes.people import Code, PlayerView
from ledger.store.errors import ChangedRequest
from ledger.store.people import UnknownPerson

LATER = date(2026, 11, 27)
EVENING = date(2026, 11, 20)
NOTHING = PlayerView("Anna", None, None, None, False, (), (), 0, None, None)


def tell(club, who, uid=None, **told):
    request = club.request("player set", uid, who=who, told=repr(told))
    return people.set_player(club.engine, request, who, Told(**told))


def code(club, who, **codes):
    return tell(club, who, codes=tuple(codes.items())).answer.codes


def back(club, unit):
    return undo_unit(club.engine, club.request("undo", unit=unit), unit)


def rename(club, who, name):
    return players.rename_player(club.engine, club.request("player rename", who=who, name=name), who, name)


def show(club, who):
    return people.show_player(club.engine, who)


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
    code(club, "Anna", ema="11010036", tenhou="田中", majsoul="Straße")
    before = club.rows()
    with pytest.raises(CodeTaken, match=r"11010036 is known to ema as Anna already: one of them is mistyped"):
        tell(club, "Ken", family_name="Smit", codes=(("tenhou", "ken"), ("EMA", "11010036")))
    with pytest.raises(CodeTaken, match="STRASSE is known to majsoul as Anna already"):
        code(club, "Ken", majsoul="STRASSE")
    assert club.rows() == before, "not even the other things that were said"
    assert code(club, "Anna", majsoul="STRASSE")[1] == Code("majsoul", "STRASSE"), "their own, as it was typed"
    code(club, "Anna", majsoul="")
    assert code(club, "Ken", majsoul="田中") == (Code("majsoul", "田中"),)
    assert code(club, "Anna", ema="11010037") == (Code("ema", "11010037"), Code("tenhou", "田中"))
    assert code(club, "Ken", ema="11010036")[0] == Code("ema", "11010036"), "free again"


BAD = [
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
]


def test_what_cannot_be_kept_is_not(club):
    before = club.rows()
    for told, message in BAD:
        with pytest.raises(UsageError, match=message):
            tell(club, "Anna", **{"guest": True, **told})
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
    club.end()
    club.open_night(LATER)
    club.start("John", "Anna", "Taro", held_on=LATER, label="window")
    club.hand("draw all", "window")
    assert played(club, "Ken") == (2, EVENING, EVENING)
    assert played(club, "John") == (2, EVENING, EVENING), "those that are over"
    assert played(club, "Anna") == (1, EVENING, EVENING)
    assert [show(club, who).plays_now for who in ("John", "Ken")] == [True, False]
    club.end("window")
    assert played(club, "John") == (3, EVENING, LATER)
    assert not show(club, "John").plays_now
    games.void_one_game(club.engine, club.request("game void"), GameChoice("window", LATER))
    assert played(club, "John") == (2, EVENING, EVENING)


def played(club, who):
    view = show(club, who)
    return view.games, view.first, view.last
