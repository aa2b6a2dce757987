"""Blanking somebody's names: they are nowhere any more, and what was played and paid stays."""

import json

import pytest
from sqlalchemy import event

from ledger.names import name_key
from ledger.services import people, players, results
from ledger.services.attendance import join_night
from ledger.services.balances import HasOpenBalance
from ledger.services.charges import Shared, add_line
from ledger.services.people import BlankAlready, PlaysNow, Told
from ledger.services.substitute import substitute
from ledger.services.undo import CannotComeBack, undo_last, undo_unit
from ledger.store.errors import ChangedRequest
from ledger.store.people import NameTaken, names_of
from ledger.store.unit import run

NAMED = {"player_terms", "player_names", "player_codes", "journal"}
"""The tables that hold names; all others are as they were."""


def anonymise(club, who, uid=None):
    return people.anonymise_player(club.engine, club.request("player anonymise", uid, names=[who]), who)


def add(club, *names):
    return players.add_players(club.engine, club.request("player add", names=list(names)), names)


def tell(club, who, **told):
    return people.set_player(club.engine, club.request("player set", names=[who], **told), who, Told(**told))


def rename(club, who, name):
    return players.rename_player(club.engine, club.request("player rename", who=who, name=name), who, name)


def alias(club, who, name):
    return players.alias_player(club.engine, club.request("player alias", who=who, alias=name), who, name)


def merge(club, who, into):
    return people.merge_players(club.engine, club.request("player merge", names=[who, into]), who, into)


def back(club, unit):
    return undo_unit(club.engine, club.request("undo", unit=unit, reason="a mistake"), unit)


def result(club, *scores):
    """A game from its final scores, kept as they were typed."""
    counted = [results.FinalScore(text.split("=")[0], int(text.split("=")[1])) for text in scores]
    return results.record_result(club.engine, club.request("game result", scores=list(scores)), counted)


def wherever(club, *names):
    """The rows in which names stand, in whatever spelling."""
    keys = [name_key(name) for name in names]
    return [
        (table, row)
        for table, rows in club.rows().items()
        for row in rows
        if any(key in name_key(" ".join(map(str, row))) for key in keys)
    ]


def typed(club, key):
    """What was typed for one argument, in order."""
    told = [json.loads(row[6]) for row in club.rows()["journal"]]
    return [one[key] for one in told if one.get(key)]


SPELLINGS = [
    ("Zoë", "ＺＯË", "Zoe\u0308", "ZOE\u0308"),
    ("田中さん", "田中さん"),
    ("ﾀﾛｳ", "タロウ"),
    ("Strauß", "STRAUSS"),
    ("O'Brien", "Ｏ＇ＢＲＩＥＮ"),
    ("Anne Marie", "ANNE MARIE", "anne\u3000marie", "An\u00adne \u200b Marie"),
    ("Rene\u0301", "René", "RENE\u0301", "ren\u2060é"),
    ("🐉", "🐉"),
    ("A.", "a."),
]


def test_the_name_is_nowhere_however_it_was_typed(club):
    add(club, "Bo", *(spellings[0] for spellings in SPELLINGS))
    for name, *others in SPELLINGS:
        club.start(name, "Ken", "Bo")
        for spelling in (name, *others):
            club.hand(f"@{spelling} ron Ken s5 riichi")
        club.end()
        result(club, f"{others[-1]}=88000", "Ken=-15000", "Bo=62000")
    for number, (name, *others) in enumerate(SPELLINGS):
        assert len(wherever(club, name)) == 5 + len(others)
        stands = anonymise(club, others[-1]).answer
        assert wherever(club, name, *others) == []
        assert club.game(str(2 * number + 1)).hands[0].line == f"{stands} ron Ken s5 riichi {stands}"
        assert f"@{stands} ron ken s5 riichi" in typed(club, "line")
        assert typed(club, "scores")[number] == [f"{stands}=88000", "Ken=-15000", "Bo=62000"]


def test_every_name_they_ever_had_goes(club):
    add(club, "Zoë", "Zoe Visser-de Wit")
    wrong = add(club, "ＺＯË B").unit
    back(club, wrong)
    tell(club, "Zoë", family_name="Visser", given_name="Zora", country="NL", codes=(("ema", "11010036"),))
    tell(club, "Zoë", family_name="", given_name="", codes=(("ema", "11010037"), ("tenhou", "zz")))
    alias(club, "Zoë", "Zed")
    rename(club, "Zoë", "Zoë B")
    rename(club, "Zoë B", "田中さん")
    merge(club, "Zoe Visser-de Wit", "田中さん")
    names = ("zo", "zed", "visser", "zora", "wit", "zz", "110100", "田中")
    assert {name for name in names if wherever(club, name)} == set(names)
    anonymise(club, "zed")
    assert [name for name in names if wherever(club, name)] == []
    assert all(row[-2] is None for row in club.rows()["player_terms"]), "nor where they are from"


def test_others_whose_names_are_like_it_keep_theirs(club):
    add(club, "Al", "Alice", "Sal", "al2", "田中", "中田")
    club.start("Alice", "AL", "Sal")
    for line in ("Alice ron Sal s5", "Sal ron Al s4", "al tsumo s5", "draw alice"):
        club.hand(line)
    club.end()
    club.start("中田", "田中", "Ken")
    club.hand("中田 ron 田中 s5")
    club.end()
    stands = [anonymise(club, "Al").answer, anonymise(club, "田中").answer]
    assert typed(club, "line") == [
        "Alice ron Sal s5",
        f"sal ron {stands[0]} s4",
        f"{stands[0]} tsumo s5",
        "draw alice",
        f"中田 ron {stands[1]} s5",
    ]
    assert typed(club, "names")[0] == [stands[0], "Alice", "Sal", "al2", stands[1], "中田"]
    assert {"Alice", "Sal", "al2", "中田"} <= {one.name for one in players.list_players(club.engine)}


def test_beginnings_of_the_name_go_where_they_meant_the_person_and_nowhere_else(club):
    add(club, "Zoë", "Zo", "Anne Marie", "Roni", "Annabel")
    lines = (
        "zoë ron Ro s5 riichi z",
        "@ro ron ZO S4 note zo rolled a dora",
        "anne m ron Ro s5, zo s6 riichi an",
        "draw all riichi R, An",
        "Roni tsumo s5",
        "ron ron z s5",
    )
    club.start("Zoë", "Anne Marie", "Roni")
    for line in lines:
        club.hand(line)
    club.end()
    club.start("Zo", "Annabel", "Ken")
    elsewhere = ("zo ron A s5", "draw an k")
    for line in elsewhere:
        club.hand(line)
    club.end()
    one, two, three = (anonymise(club, name).answer for name in ("Zoë", "Anne Marie", "Roni"))
    assert [name_key(line) for line in typed(club, "line")] == [
        name_key(line)
        for line in (
            f"{one} ron {three} s5 riichi {one}",
            f"@{three} ron {one} s4 note zo rolled a dora",
            f"{two} ron {three} s5, {one} s6 riichi {two}",
            f"draw all riichi {three}, {two}",
            f"{three} tsumo s5",
            f"ron ron {one} s5",  # a word of the notation stays
            *elsewhere,
        )
    ]


def test_beginnings_go_wherever_people_are_named_and_the_name_of_who_recorded(club):
    add(club, "Zoë", "Zara", "Bo")
    join_night(club.engine, club.request("night join", names=["zo"])._replace(actor="ZOË"), ["zo"])
    club.start("Zoë", "Zara", "Ken")
    count = {"last_dealer": "ZO", "ahead": ["za", "@zo"], "chombos": ["zo"], "discrepancy_by": "zo", "at": "zo"}
    end = club.request("game end", scores=["zo=1", "za=2", "ken=3"], chips=["zo=-3"], discrepancy="zo fell", **count)
    scores = [results.FinalScore(*score) for score in (("Zo", 46_000), ("Za", 44_000), ("Ken", 45_000))]
    results.end_game(club.engine, end, scores=scores)
    told = {"line": "zo", "scores": ["zo=2", "bo=-2"], "for": "zo,Bo,b", "paid_by": "zo"}
    shared = Shared(lambda _: 300, "Bo", ("Zo", "Bo"))
    add_line(club.engine, club.request("night line", **told), "zo", shared, None, lambda minor, _: str(minor))
    run(club.engine, club.request("settle", through="zo", carry=False), lambda *_: None, lambda *_: None)
    stands = anonymise(club, "Zoë").answer
    journal = {row[5]: row for row in club.rows()["journal"]}
    assert journal["night join"][3] == stands
    assert {row[3] for name, row in journal.items() if name != "night join"} == {"tester"}
    said = {name: json.loads(row[6]) for name, row in journal.items()}
    assert said["night join"] == {"names": [stands]}
    assert said["game end"] == {
        "scores": [f"{stands}=1", "za=2", "ken=3"],
        "chips": [f"{stands}=-3"],
        "discrepancy": "zo fell",
        "last_dealer": stands,
        "ahead": ["za", stands],
        "chombos": [stands],
        "discrepancy_by": stands,
        "at": "zo",
    }
    assert said["night line"] == {
        "line": "zo",
        "scores": [f"{stands}=2", "bo=-2"],
        "for": f"{stands},Bo,b",
        "paid_by": stands,
    }
    assert said["settle"] == {"through": stands, "carry": False}


@pytest.fixture
def played(club):
    """A night of Zoë's, which is over."""
    add(club, "Zoë")
    club.start("Ken", "John", "Zoë")
    club.hand("Zoë ron Ken s5 riichi")
    club.end()
    result(club, "Zoë=88000", "John=-15000", "Taro=62000")
    club.open_night(points_only=True)
    return club


def test_games_points_and_numbers_stay(played, reports):
    played.settle()
    before, rows = reports(played), played.rows()
    stands = anonymise(played, "Zoë").answer
    after, now = reports(played), played.rows()
    for report in ("people", "names", "sheets"):  # these are by name, or mark names with a number
        del before[report], after[report]
    assert str(after) == str(before).replace("Zoë", stands)
    assert {name: told for name, told in now.items() if name not in NAMED} == {
        name: told for name, told in rows.items() if name not in NAMED
    }
    for name in NAMED - {"journal"}:
        assert [row[:6] for row in now[name]] == [row[:6] for row in rows[name]]
    assert [row[:6] for row in now["journal"][:-1]] == [row[:6] for row in rows["journal"]]
    assert people.show_player(played.engine, stands).games == 2
    played.reopen_night()
    played.start("Ken", stands, "John")
    assert played.hand(f"{stands} ron Ken s5").hand.line == f"{stands} ron Ken s5"


def test_two_who_are_blanked_have_two_names_and_both_old_ones_are_free(played):
    one, two = anonymise(played, "Zoë").answer, anonymise(played, "Taro").answer
    assert one != two
    add(played, "Zoë", "Taro")
    assert {one, two, "Zoë", "Taro"} < {person.name for person in players.list_players(played.engine)}
    assert people.show_player(played.engine, "Zoë").games == 0


def test_who_plays_or_owes_is_not_blanked(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    substitute(club.engine, club.request("game sub"), "Ken", "Anna")
    before = club.rows()
    for name in ("Anna", "Taro"):
        with pytest.raises(PlaysNow, match=f"{name} sits in game 1 of 2026-11-20, which is still open: end it first"):
            anonymise(club, name)
    assert club.rows() == before
    club.end()
    club.settle()
    before = club.rows()
    with pytest.raises(HasOpenBalance, match="John has an open balance"):
        anonymise(club, "John")
    assert club.rows() == before


def test_who_was_replaced_in_an_open_game_is_not_blanked_either(club):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    substitute(club.engine, club.request("game sub"), "Ken", "Anna")
    before = club.rows()
    with pytest.raises(PlaysNow, match=r"Ken sat in game 1 of 2026-11-20, .*open: end it first \(ledger game end 1 "):
        anonymise(club, "ke")
    assert club.rows() == before
    club.end()
    anonymise(club, "ke")


def test_it_is_answered_again_and_refused_where_nothing_is_left(played):
    alias(played, "Zoë", "Zed")
    tell(played, "Zoë", family_name="Visser", codes=(("tenhou", "zoe"),))
    first = anonymise(played, "Zoë", uid="mine")
    before = played.rows()
    for asked in ("Zoë", "zed", first.answer):
        assert anonymise(played, asked, uid="mine") == (first.answer, first.unit, True)
    with pytest.raises(ChangedRequest):
        anonymise(played, "Taro", uid="mine")
    with pytest.raises(BlankAlready, match="Anonymous 5 has no other names: they were blanked already"):
        anonymise(played, first.answer)
    assert played.rows() == before
    view = people.show_player(played.engine, first.answer)
    assert (view.name, view.also, view.codes) == (first.answer, (), ())
    rename(played, first.answer, "Zoë")
    with pytest.raises(ChangedRequest):
        anonymise(played, "Taro", uid="mine")
    merge(played, "Anna", "Zoë")
    assert anonymise(played, "Anna").answer == first.answer, "they came back, and went again"
    assert wherever(played, "zoë", "anna") == []


def test_the_name_that_stands_is_theirs_whatever_comes_back(played):
    renamed = [
        rename(played, "Zoë", "Zora").unit,
        alias(played, "Zora", "Zed").unit,
        rename(played, "Zora", "Zed").unit,
    ]
    stands = anonymise(played, "Zed").answer
    for unit in reversed(renamed):
        back(played, unit)
        view = people.show_player(played.engine, stands)
        assert (view.name, view.also) == (stands, ())
        with pytest.raises(NameTaken):
            add(played, stands)
        assert name_key(stands) in played.ask(names_of)


def test_who_has_the_name_by_now_keeps_it(club):
    add(club, "Zoë", "Bo")
    club.start("Zoë", "Bo", "Ken")
    club.hand("Zoë ron Bo s5")
    club.end()
    rename(club, "Zoë", "Zora")
    add(club, "Zoë")
    club.start("Zoë", "Bo", "Zora")
    for line in ("Zoë ron Bo s5", "Zor ron Bo s5", "Bo ron Zora s5"):
        club.hand(line)
    club.end()
    own = club.request("player set", names=["Zoë"])._replace(actor="Zoë")
    people.set_player(club.engine, own, "Zoë", Told(guest=True))
    stands = anonymise(club, "Zora").answer
    assert [name_key(line) for line in typed(club, "line")] == [
        name_key(line)
        for line in (
            f"{stands} ron Bo s5",
            *("Zoë ron Bo s5", f"{stands} ron Bo s5", f"Bo ron {stands} s5"),
        )
    ]
    assert typed(club, "names") == [[stands, "Bo"], ["Zoë"], ["Zoë"], [stands]]
    assert [row[3] for row in club.rows()["journal"]][-2:] == ["Zoë", "tester"]
    assert people.show_player(club.engine, "Zoë").guest


def test_it_cannot_be_taken_back(played):
    unit = anonymise(played, "Zoë").unit
    before = played.rows()
    request = played.request("undo")
    for take_back in (
        lambda: back(played, unit),
        lambda: undo_last(played.engine, "tester", lambda last: request._replace(arguments={"unit": last})),
    ):
        with pytest.raises(CannotComeBack, match="player anonymise Anonymous 5 cannot be taken back: names that were"):
            take_back()
    with pytest.raises(
        CannotComeBack, match=rf"gone; what was before it goes back with  ledger undo {unit - 1}  \(night"
    ):
        take_back()
    assert played.rows() == before
    back(played, add(played, "Bo").unit)
    assert "Bo" not in [one.name for one in players.list_players(played.engine)]


def test_what_was_before_it_goes_back_by_its_number_and_brings_no_name_back(played):
    units = [
        tell(played, "Zoë", family_name="Visser", codes=(("tenhou", "zoevisser"),)).unit,
        alias(played, "Zoë", "Zoëtje").unit,
        rename(played, "Zoë", "Zora").unit,
    ]
    stands = anonymise(played, "Zora").answer
    for unit in reversed(units):
        deed = back(played, unit).answer
        assert stands in deed.text
        assert stands in [one.name for one in players.list_players(played.engine)]
    assert wherever(played, "zoë", "visser", "zora", "zoevisser") == []
    assert people.show_player(played.engine, stands).games == 2


def test_the_bytes_of_the_file_hold_the_name_no_more(file_place, new_club):
    club = new_club(str(file_place))
    add(club, "Wilhelmina", "Ken", "John")
    tell(club, "Wilhelmina", family_name="Quaedvlieg")
    alias(club, "Wilhelmina", "Xandria")
    club.start("Wilhelmina", "Ken", "John")
    club.hand("Wilhelmina ron Ken s5")
    club.end()
    club.close()
    names = (b"wilhelmina", b"quaedvlieg", b"xandria")
    assert all(name in file_place.read_bytes().lower() for name in names)
    # Debian's SQLite zeroes what is deleted unless it is told not to; others only where they are told to.
    event.listen(club.engine, "connect", lambda connection, _: connection.execute("PRAGMA secure_delete = OFF"))
    anonymise(club, "Wilhelmina")
    club.close()
    left = sorted(file_place.parent.glob(f"{file_place.name}*"))
    assert left == [file_place], "no log is left beside it"
    assert [name for name in names if name in file_place.read_bytes().lower()] == []
