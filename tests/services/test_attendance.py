"""Who is at a night, who has left, and whose turn it is to sit out."""

from datetime import date

import pytest

from ledger.errors import LedgerError
from ledger.services import attendance, substitute
from ledger.services.attendance import HereAlready, NotHere
from ledger.services.choose import ANY_GAME, GameChoice, NightIsSettled, NoSuchNight
from ledger.services.games import SeatedTwice, SitsElsewhere
from ledger.services.nights import list_nights, show_night
from ledger.services.substitute import Handover
from ledger.store.people import UnknownPerson

TONIGHT = date(2026, 11, 20)
LATER = date(2026, 11, 27)


def join(club, *names, held_on=None, uid=None):
    request = club.request("night join", uid, names=list(names), date=str(held_on))
    return attendance.join_night(club.engine, request, names, held_on)


def leave(club, *names, held_on=None, uid=None):
    request = club.request("night leave", uid, names=list(names), date=str(held_on))
    return attendance.leave_night(club.engine, request, names, held_on)


def at(club, held_on=TONIGHT):
    """Who is here, who has left, and who sits out."""
    night = show_night(club.engine, club.now, held_on)
    return night.here, night.left, night.sits_out


@pytest.fixture
def night(club):
    """Bo and Cy come, then Ken, John and Taro play."""
    club.add("Bo", "Cy")
    join(club, "bo", "Cy")
    club.start("Ken", "John", "Taro")
    return club


def test_the_first_who_come_open_the_night(club):
    done = join(club, "Ken", "an")
    assert (done.answer.held_on, done.answer.here, done.answer.left, done.answer.games) == (
        *(TONIGHT, ("Ken", "Anna"), (), ()),
    )
    assert [(line.held_on, line.games) for line in list_nights(club.engine)] == [(TONIGHT, 0)]
    assert join(club, "John").answer.here == ("Ken", "Anna", "John")
    assert at(club) == (("Ken", "Anna", "John"), (), ())


def test_a_night_of_another_date(club):
    join(club, "Ken")
    assert join(club, "Ken", held_on=LATER).answer.held_on == LATER
    leave(club, "Ken", held_on=LATER)
    assert at(club) == (("Ken",), (), ())
    assert at(club, LATER) == ((), ("Ken",), ())


def test_who_plays_is_here(night):
    here, left, _ = at(night)
    assert (set(here), left) == ({"Ken", "John", "Taro", "Bo", "Cy"}, ())
    request = night.request("game sub")
    night.hand("draw Ken")
    substitute.substitute(night.engine, request, "Ken", "Anna", ANY_GAME, Handover())
    assert set(at(night)[0]) == {"Ken", "John", "Taro", "Bo", "Cy", "Anna"}
    night.void()
    assert at(night)[0] == ("Bo", "Cy")


def test_whose_turn_it_is_to_sit_out(club):
    club.add("Bo")
    join(club, "Ken", "John", "Taro", "Anna", "Bo")
    assert at(club)[2] == ("Ken", "John")
    for players, out in (
        (("Taro", "Anna", "Bo"), ("Taro", "Anna")),
        (("Ken", "John", "Bo"), ("Bo",)),
        (("Ken", "Taro", "Anna"), ("Ken",)),
    ):
        club.start(*players)
        club.hand("draw none")
        club.end()
        assert set(out) <= set(at(club)[2])
        assert len(at(club)[2]) == 2


def test_one_more_than_a_table_of_four_holds(club):
    club.add("Bo")
    club.open_night(rules="standard")
    join(club, "Ken", "John", "Taro", "Anna")
    assert at(club)[2] == ()
    join(club, "Bo")
    assert at(club)[2] == ("Ken",)
    club.start("John", "Taro", "Anna", "Bo")
    assert at(club)[2] == ("John",)
    leave(club, "Ken")
    assert at(club)[2] == ()


def test_a_substitute_has_played_and_so_has_who_left_the_seat(club):
    club.open_night(rules="standard")
    club.add("Bo")
    join(club, "Bo")
    club.start("Ken", "John", "Taro", "Anna")
    club.hand("draw none")
    request = club.request("game sub")
    substitute.substitute(club.engine, request, "Ken", "Bo", ANY_GAME, Handover())
    club.end()
    club.start("John", "Taro", "Anna", "Bo")
    # Ken sits now, the others have played twice.
    assert at(club)[2] not in ((), ("Ken",))


def test_who_has_left_is_gone_until_they_come_or_play_again(night):
    leave(night, "Bo", "cy")
    here, left, out = at(night)
    assert (set(here), set(left), out) == ({"Ken", "John", "Taro"}, {"Bo", "Cy"}, ())
    join(night, "Cy")
    assert at(night)[1] == ("Bo",)
    night.hand("draw none")
    night.end()
    night.start("Bo", "Ken", "John")
    here, left, _ = at(night)
    assert ("Bo" in here, left) == (True, ())


def test_who_has_played_and_left_is_gone_with_their_games_as_they_were(night):
    night.hand("draw Ken")
    ended = night.end()
    leave(night, "Ken")
    here, left, _ = at(night)
    assert ("Ken" in here, left) == (False, ("Ken",))
    assert night.game() == ended
    night.add("Dee")
    night.start("Ken", "John", "Dee")
    assert at(night)[1] == ()
    night.void()
    assert at(night)[1] == ("Ken",)


def test_nobody_leaves_who_sits_in_an_open_game(night):
    night.hand("draw none")
    substitute.substitute(night.engine, night.request("game sub"), "Ken", "Bo", GameChoice("1"), Handover())
    before = night.rows()
    for name in ("John", "Bo"):
        with pytest.raises(SitsElsewhere, match=rf"{name} sits in game 1 of 2026-11-20 \(Bo, John and Taro\)"):
            leave(night, "Cy", name)
        assert night.rows() == before
    leave(night, "Ken")
    assert at(night)[1] == ("Ken",)
    night.end()
    leave(night, "John", "Bo")
    assert set(at(night)[1]) == {"Ken", "John", "Bo"}


def test_who_is_here_does_not_come_again(night):
    before = night.rows()
    with pytest.raises(HereAlready, match=r"^Bo is at the night of 2026-11-20 already$"):
        join(night, "Bo")
    with pytest.raises(HereAlready, match=r"^Ken and Cy are at the night of 2026-11-20 already$"):
        join(night, "Anna", "Ken", "Cy")
    assert night.rows() == before


def test_who_is_not_here_does_not_leave(night):
    leave(night, "Bo")
    before = night.rows()
    with pytest.raises(NotHere, match=r"^Anna is not at the night of 2026-11-20$"):
        leave(night, "Anna")
    with pytest.raises(NotHere, match=r"^Bo and Anna are not at the night of 2026-11-20$"):
        leave(night, "Bo", "Cy", "Anna")
    assert night.rows() == before


def test_names_have_to_be_known_and_said_once(night):
    before = night.rows()
    for ask in (join, leave):
        with pytest.raises(UnknownPerson, match='no player "Zed" in this ledger'):
            ask(night, "Zed")
        with pytest.raises(SeatedTwice, match="Cy is named twice"):
            ask(night, "Cy", "cy")
    assert night.rows() == before


def test_without_a_night_nobody_leaves(club):
    before = club.rows()
    with pytest.raises(NoSuchNight):
        leave(club, "Ken")
    with pytest.raises(NoSuchNight):
        leave(club, "Ken", held_on=LATER)
    assert club.rows() == before


def test_a_settled_night_is_locked(night):
    night.hand("draw none")
    night.end()
    night.settle()
    assert at(night)[2] == ()
    before = night.rows()
    for ask in (lambda: join(night, "Anna"), lambda: leave(night, "Bo"), lambda: join(night, "Anna", held_on=TONIGHT)):
        with pytest.raises(NightIsSettled):
            ask()
    assert night.rows() == before
    night.reopen_night()
    leave(night, "Bo")
    assert at(night)[1] == ("Bo",)


def test_everything_is_taken_back_step_by_step(club, reports):
    club.add("Bo")
    seen = [reports(club)]
    steps = (
        lambda: join(club, "Ken", "Bo", "Anna"),
        lambda: leave(club, "Anna"),
        lambda: join(club, "Anna"),
        lambda: leave(club, "Bo", "Anna"),
    )
    for step in steps:
        step()
        seen.append(reports(club))
    for before in reversed(seen[:-1]):
        club.take_back()
        assert reports(club) == before
    assert list_nights(club.engine) == ()


def test_the_same_request_again_is_answered_and_done_once(club):
    first = join(club, "Ken", "Anna", uid="once")
    before = club.rows()
    again = join(club, "Ken", "Anna", uid="once")
    assert (again.repeated, again.answer) == (True, first.answer)
    assert club.rows() == before
    with pytest.raises(LedgerError):
        join(club, "Ken", "John", uid="once")
    gone = leave(club, "Ken", uid="twice")
    assert leave(club, "Ken", uid="twice").answer == gone.answer
