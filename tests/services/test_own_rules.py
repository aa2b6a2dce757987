"""A club's own ruleset in its ledger: read when it is given, stored with it, and not needed as a file again."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ledger.errors import LedgerError
from ledger.presets import UnknownRules, preset
from ledger.presets.files import RulesFileError
from ledger.rules.ruleset import Ruleset
from ledger.services import club as club_service
from ledger.services.games import GameOptions, start_game
from ledger.services.nights import NightOpen, Terms, open_night
from ledger.services.rules import Superseded, own_rulesets, rules_changed, rules_named, stored_ruleset
from ledger.store.load import open_games
from ledger.store.unit import Engine

FOUR = ("Ken", "John", "Taro", "Anna")
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the club's file anew and says where it is."""

    def write(name: str = "ours", file: str = "house.toml", **changes: object) -> str:
        path = tmp_path / file
        lines = [f'name = "{name}"', 'extends = "standard"', *(f"{key} = {value}" for key, value in changes.items())]
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    return write


def refused(club: Any, error: type[LedgerError], attempt: Callable[[], object], said: str) -> None:
    """An attempt is refused, and every row is as it was."""
    before = club.rows()
    with pytest.raises(error) as refusal:
        attempt()
    assert said in str(refusal.value)
    assert club.rows() == before


def rules_of_games(club: Any) -> list[Ruleset]:
    return [game.rules for game in club.ask(open_games)]


def test_a_game_can_be_played_by_a_file(club: Any, write: Write) -> None:
    assert club.start(*FOUR, rules=write(honba_ron=1_500)).game.rules == "ours"
    assert [rules.honba_ron for rules in rules_of_games(club)] == [1_500]
    assert club.open_night(rules="dutch-4p").rules == "dutch-4p", "the night's rules were dutch all the while"


def test_a_game_of_final_scores_can_be_played_by_a_file(club: Any, write: Write) -> None:
    options = GameOptions(rules=write(uma=[0, 0, 0, 0]))
    game = club.result(options=options, Ken=60_000, John=20_000, Taro=20_000, Anna=20_000)
    assert [result.points for result in game.results] == [30_000, -10_000, -10_000, -10_000]


def test_a_night_keeps_the_rules_of_a_file_without_it(club: Any, write: Write) -> None:
    path = write(honba_ron=1_500)
    assert club.open_night(rules=path).rules == "ours"
    Path(path).unlink()
    assert club.start(*FOUR).game.rules == "ours"
    assert rules_of_games(club) == [stored_ruleset(club.engine, " OURS ")] == list(own_rulesets(club.engine))
    assert rules_of_games(club)[0].honba_ron == 1_500


def test_a_club_keeps_the_rules_of_a_file_without_it(new_club: Any, places: Any, write: Write) -> None:
    path = write(honba_ron=1_500)
    club = new_club(places.fresh(), rules=path)
    Path(path).unlink()
    club.add(*FOUR)
    assert club.start(*FOUR).game.rules == "ours"
    assert rules_of_games(club)[0].honba_ron == 1_500
    assert [rules.name for rules in own_rulesets(club.engine)] == ["ours"]
    club.close()


def test_editing_a_file_changes_nothing_until_it_is_given_again(club: Any, write: Write) -> None:
    club.open_night(rules=write(honba_ron=1_500))
    write(honba_ron=900, version=2)
    club.start(*FOUR)
    assert rules_of_games(club)[0].honba_ron == 1_500
    club.hand("Ken ron John 3/40")
    played = asdict(club.game())
    club.end()
    club.open_night(rules=write(honba_ron=900, version=2))
    club.start(*FOUR)
    assert [rules.honba_ron for rules in rules_of_games(club)] == [900]
    assert asdict(club.game("1"))["hands"] == played["hands"]


def test_a_changed_file_is_noted_and_the_same_one_is_not(club: Any, write: Write) -> None:
    def given(**changes: object) -> tuple[str, ...]:
        request = club.request("night open")
        return rules_changed(club.engine, open_night(club.engine, request, None, Terms(write(**changes))).unit)

    assert given() == ()
    assert given(version=2, honba_ron=900) == ("ours has changed: games from now on use version 2",)
    assert given(version=2, honba_ron=800) == (
        "ours has changed: games from now on use what it says now, still as version 2",
    )
    refused(club, NightOpen, lambda: given(version=2, honba_ron=800), "is open already")
    assert given(name="theirs") == ()


def test_an_earlier_content_is_refused_as_the_name_means_the_newer(club: Any, write: Write) -> None:
    club.open_night(rules=write(version=1))
    club.open_night(rules=write(version=2, honba_ron=900))
    said = "as it was before its version 2 was given here: type --rules ours for that one, or give the file a version"
    refused(club, Superseded, lambda: club.start(*FOUR, rules=write(version=1)), said)
    refused(club, Superseded, lambda: club.open_night(rules=write(version=1)), "as in version = 3")
    club.start(*FOUR, rules=write(version=3))
    assert rules_of_games(club) == [stored_ruleset(club.engine, "ours")]


def test_a_repeated_request_never_reads_the_file_again(club: Any, write: Write) -> None:
    path = write()
    opening, starting, setting = (club.request(command) for command in ("night open", "game start", "init"))

    def ask(engine: Engine) -> list[Any]:
        made, _, done = club_service.init(club.place, setting, rules=path, money=None)
        made.dispose()
        return [
            open_night(engine, opening, None, Terms(path)),
            start_game(engine, starting, FOUR, GameOptions(rules=path)),
            done,
        ]

    first = ask(club.engine)
    Path(path).write_text("nonsense", encoding="utf-8")
    again = ask(club.engine)
    Path(path).unlink()
    assert [done.answer.rules for done in ask(club.engine)[::2]] == ["ours", "ours"]
    assert [done.repeated for done in first + again] == [False] * 3 + [True] * 3
    assert again[1].answer.game == first[1].answer.game


def test_a_wrong_file_is_refused_and_leaves_no_trace(club: Any, write: Write) -> None:
    wrong = write(honba_rom=5)
    for attempt in (
        lambda: club.start(*FOUR, rules=wrong),
        lambda: club.open_night(rules=wrong),
        lambda: club_service.init(club.place, club.request("init"), rules=wrong, money=None),
    ):
        refused(club, RulesFileError, attempt, "no key 'honba_rom'; did you mean honba_ron?")
    refused(club, RulesFileError, lambda: club.start(*FOUR, rules="nowhere.toml"), "it cannot be read")


def test_no_ledger_is_made_for_rules_that_are_not_there(tmp_path: Path, club: Any, write: Write) -> None:
    place = tmp_path / "new" / "club.ledger"
    for rules, error in (("duch", UnknownRules), ("nowhere.toml", RulesFileError), (write(uma=5), RulesFileError)):
        with pytest.raises(error):
            club_service.init(str(place), club.request("init"), rules=rules, money=None)
    assert not place.parent.exists()
    engine, made, done = club_service.init(str(place), club.request("init"), rules=write(), money=None)
    engine.dispose()
    assert (made, done.answer.rules) == (True, "ours")


def test_an_unknown_name_is_refused_with_those_that_the_ledger_holds(club: Any, write: Write) -> None:
    refused(club, UnknownRules, lambda: club.start(*FOUR, rules="ours"), "no ruleset 'ours'; rulesets: standard,")
    club.start(*FOUR, rules=write())
    club.void("1")
    refused(
        club,
        UnknownRules,
        lambda: club.open_night(rules="our"),
        "no ruleset 'our'; did you mean ours? Rulesets: standard, dutch",
    )
    refused(club, UnknownRules, lambda: club.open_night(rules="xyzzy"), "; in this ledger: ours; a file of your own")
    assert club.open_night(rules="Ours").rules == "ours"


def test_a_preset_is_never_read_from_the_ledger(club: Any) -> None:
    club.start("Ken", "John", "Taro")
    assert club.ask(lambda connection: rules_named(connection, None, "dutch")) == preset("dutch")
    assert own_rulesets(club.engine) == ()


def test_what_is_taken_back_leaves_its_ruleset_known(club: Any, write: Write) -> None:
    club.start(*FOUR, rules=write(honba_ron=900))
    club.void("1")
    assert club.start(*FOUR, rules="ours").game.rules == "ours"
    assert rules_of_games(club)[0].honba_ron == 900
