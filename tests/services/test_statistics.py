"""Statistics, records and who is ahead of whom: a small season that was worked out by hand."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from ledger.errors import UsageError
from ledger.rules.facts import Ron, wins_of
from ledger.services.games import GameOptions
from ledger.services.people import Told, anonymise_player, merge_players, set_player
from ledger.services.scope import Asked
from ledger.services.statistics import matrix_report, player_report, records_report, versus_report
from ledger.shapes.statistics import Holder, InGame, InHand, Mean, Share, Streak, YakuLine, YakumanLine
from ledger.store.load import hands_of
from tests.conftest import Club, Places

FIRST, SECOND = date(2026, 11, 20), date(2026, 11, 27)
SOUL = GameOptions(rules="mahjong-soul")
PEOPLE = ("Ken", "John", "Taro", "Anna", "Zoë")
ONE = (  # Ken deals; 25,000 each; counters and sticks go to who is closest to the discarder
    "Ken ron John 3/40, Taro 2/30 riichi Ken John",  # E1.0: 7,700 and 2,000; both sticks to Taro
    "Anna ron Taro 2/30 on-riichi",  # E1.1: 2,000 and 300
    "Ken tsumo 3/40 riichi dora 2 yaku riichi+tanyao",  # E2.0: 1,300, of the dealer John 2,600
    "draw Ken Taro",  # E3.0: 1,500 each from John and Anna
    "chombo John riichi Anna",  # E3.1, played again: 4,000 to the dealer Taro, 2,000 to the others
    "draw Anna nagashi Ken",  # E3.1: 4,000 from Taro, 2,000 from the others
    "John ron Anna 1/30",  # E4.2: 1,000 and 600
    "abort nine-terminals",  # S1.0
    "Taro tsumo yakuman pao John",  # S1.1: 32,000 and 300, all from John, who is bust
)
"""Ends with Taro 59,200, Ken 48,400, Anna 22,900, John -30,500."""
TWO = (  # John deals, then Ken
    "John ron Ken 1/30",  # E1.0: 1,500
    "Ken ron John 2/30",  # E1.1: 2,000 and 300
    "Ken tsumo 1/30",  # E2.0: 500 from each
)
TWO_LATER = (  # Zoë for Ken, who has 27,300
    "Zoë ron Taro 1/30",  # E2.1: 1,500 and 300
    "draw Zoë",  # E2.2: 1,000 from each
    "Anna ron Zoë 2/30",  # E2.3: 2,000 and 900
)
"""Ends with Zoë 29,200, Anna 26,400, John 22,700, Taro 21,700; 2,300 of Zoë's 19,200 points are Ken's."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def season(request: pytest.FixtureRequest) -> Iterator[Club]:
    """Two nights: two games with hands, then one of four and one of three by their scores. Only to be read."""
    pool = request.getfixturevalue("server" if request.param == "postgresql" else "ledger_files")
    places = Places(request.param, pool)
    club = Club(places.fresh())
    club.add(*PEOPLE)
    set_player(club.engine, club.request("player guest"), "Zoë", Told(guest=True))
    club.start("Ken", "John", "Taro", "Anna", rules="mahjong-soul")
    for line in ONE:
        club.hand(line)
    club.start("John", "Ken", "Taro", "Anna", rules="mahjong-soul")
    for line in TWO:
        club.hand(line)
    club.sub("Ken", "Zoë", "split")
    for line in TWO_LATER:
        club.hand(line)
    club.end()
    club.now += timedelta(days=7)
    club.result(Ken=40_000, John=30_000, Taro=20_000, Anna=10_000, options=SOUL)
    club.result(Ken=45_000, John=35_000, Taro=25_000, options=GameOptions(rules="mahjong-soul-3p"))
    yield club
    club.close()
    places.drop_all()


OF_FOUR = Asked(players=4)


def stats(club: Club, who: str, asked: Asked = OF_FOUR, **options: Any) -> Any:
    """The only block of somebody's statistics."""
    (block,) = player_report(club.engine, club.now, who, asked, **options).blocks
    return block


def test_a_players_games(season):
    ken = stats(season, "Ken")
    assert (ken.player, ken.players, ken.games) == ("Ken", 4, 2)
    assert ken.places == (Share(1, 2), Share(1, 2), Share(0, 2), Share(0, 2))
    assert ken.place == Mean(3, 2)
    assert ken.points == Mean(28_400 + 30_000 + 2_300, 2)
    assert ken.best == InGame(30_000, SECOND, 1)
    assert ken.worst == InGame(28_400, FIRST, 1)
    assert ken.busts == Share(0, 2)
    assert ken.streaks.firsts == Streak(1, SECOND, SECOND)
    assert ken.streaks.top_two == ken.streaks.without_last == Streak(2, FIRST, SECOND)
    assert [(line.seat, line.place, line.points) for line in ken.seats] == [(0, Mean(3, 2), Mean(58_400, 2))]
    john, zoe = stats(season, "John"), stats(season, "Zoë")
    assert john.busts == Share(1, 3)
    assert (john.streaks.firsts, john.streaks.top_two, john.streaks.without_last) == (
        None,
        Streak(1, SECOND, SECOND),
        Streak(2, FIRST, SECOND),
    )
    assert [(line.seat, line.place.of) for line in john.seats] == [(0, 1), (1, 2)]
    assert (zoe.games, zoe.points, zoe.best) == (1, Mean(16_900, 1), InGame(16_900, FIRST, 2))


def test_a_players_hands(season):
    ken = stats(season, "Ken")
    assert (ken.games_with_hands, ken.hands.hands, ken.dealing.hands, ken.not_dealing.hands) == (2, 12, 5, 7)
    assert (ken.hands.wins, ken.dealing.wins, ken.not_dealing.wins) == (Share(4, 12), Share(2, 5), Share(2, 7))
    assert (ken.hands.tsumo, ken.dealing.tsumo) == (Share(2, 4), Share(1, 2))
    assert (ken.hands.deal_ins, ken.hands.deal_in_value) == (Share(1, 12), Mean(1_500, 1))
    assert (ken.hands.riichi, ken.hands.wins_after_riichi) == (Share(2, 12), Share(2, 2))
    assert (ken.hands.tenpai, ken.nagashi, ken.chombo) == (Share(1, 2), Share(1, 2), Share(0, 12))
    assert ken.hands.win_value == Mean(7_700 + 5_200 + 2_000 + 1_500, 4)
    assert ken.hands.win_extras == Mean(1_000 + 300, 4)
    assert (ken.dealing.win_value, ken.not_dealing.win_value) == (Mean(9_200, 2), Mean(7_200, 2))
    assert ken.dora == Mean(2, 1)
    assert ken.yaku == (YakuLine("riichi", Share(1, 1)), YakuLine("tanyao", Share(1, 1)))
    assert ken.biggest_win == InHand(7_700, FIRST, 1, 1, "E1.0")
    assert ken.biggest_loss == InHand(1_500, FIRST, 2, 1, "E1.0")


def test_who_pays_two_winners_dealt_in_once_and_who_answers_for_a_yakuman_did_not(season):
    john = stats(season, "John").hands
    assert (john.hands, john.deal_ins, john.deal_in_value) == (15, Share(2, 15), Mean(7_700 + 2_000 + 2_000, 3))
    assert john.deal_in_honba == Mean(300, 3)
    assert (john.riichi, john.deal_ins_after_riichi) == (Share(1, 15), Share(1, 1))
    assert stats(season, "John").chombo == Share(1, 15)
    assert stats(season, "John").biggest_loss == InHand(32_000, FIRST, 1, 9, "S1.1")


def test_a_riichi_whose_stick_was_not_paid_was_declared(season):
    taro, anna = stats(season, "Taro").hands, stats(season, "Anna").hands
    assert (taro.riichi, taro.wins_after_riichi, taro.deal_ins_after_riichi) == (Share(1, 15), Share(0, 1), Share(1, 1))
    assert (taro.wins, taro.win_value, taro.win_extras) == (Share(2, 15), Mean(34_000, 2), Mean(2_300, 2))
    assert (taro.deal_ins, taro.deal_in_value, taro.deal_in_honba) == (Share(2, 15), Mean(3_500, 2), Mean(600, 2))
    assert (anna.riichi, anna.wins, anna.deal_ins) == (Share(1, 15), Share(2, 15), Share(1, 15))
    assert (anna.tenpai, anna.deal_in_honba) == (Share(1, 3), Mean(600, 1))


def test_a_substitutes_hands_are_of_who_sat_there(season):
    zoe = stats(season, "Zoë")
    assert (zoe.hands.hands, zoe.hands.wins, zoe.hands.deal_ins) == (3, Share(1, 3), Share(1, 3))
    assert (zoe.dealing.hands, zoe.hands.tenpai, zoe.hands.deal_in_value) == (3, Share(1, 1), Mean(2_000, 1))


def test_figures_of_all_players_together(season):
    blocks = [stats(season, who) for who in PEOPLE]
    facts = [hand.facts for game in season.ask(lambda c: hands_of(c, [1, 2])).values() for hand in game]
    wins = [win for hand in facts for win in wins_of(hand)]
    by_ron = sum(len(hand.wins) for hand in facts if isinstance(hand, Ron))
    assert sum(block.hands.hands for block in blocks) == 4 * len(facts)
    assert sum(block.dealing.hands for block in blocks) == len(facts)
    assert sum(block.hands.wins.count for block in blocks) == len(wins)
    assert sum(block.hands.deal_in_value.of for block in blocks) == by_ron == 8
    assert sum(block.hands.deal_ins.count for block in blocks) == by_ron - 1
    assert sum(block.points.total for block in blocks) == 0
    assert [sum(block.places[i].count for block in blocks) for i in range(4)] == [3, 3, 3, 3]
    for block in blocks:
        both = (block.dealing, block.not_dealing)
        assert block.hands.win_value.total == sum(figures.win_value.total for figures in both)
        assert block.hands.riichi.count == sum(figures.riichi.count for figures in both)


def test_games_of_three_and_four_are_apart_unless_asked(season):
    report = player_report(season.engine, season.now, "Ken", Asked())
    assert [(block.players, block.games, len(block.places)) for block in report.blocks] == [(4, 2, 4), (3, 1, 3)]
    three = report.blocks[1]
    assert (three.points, three.hands.hands, three.hands.wins.rate) == (Mean(25_000, 1), 0, None)
    together = stats(season, "Ken", Asked(), together=True)
    assert (together.players, together.games, together.places[0]) == (None, 3, Share(2, 3))
    second = stats(season, "Ken", Asked(since=SECOND), together=True)
    assert (second.games, second.hands.hands) == (2, 0)
    assert player_report(season.engine, season.now, "Zoë", Asked(since=SECOND)).blocks == ()
    with pytest.raises(UsageError, match="without --players"):
        player_report(season.engine, season.now, "Ken", Asked(players=4), together=True)


def test_two_against_each_other(season):
    (four, three) = versus_report(season.engine, season.now, ("Ken", "John"), Asked()).blocks
    assert (four.players, four.games, four.ties, four.hands) == (4, 2, 0, 12)
    assert (four.one.player, four.one.ahead, four.one.place) == ("Ken", Share(2, 2), Mean(3, 2))
    assert (four.one.points, four.other.points) == (Mean(58_400, 2), Mean(-60_500, 2))
    assert (four.one.deal_ins, four.other.deal_ins) == (Mean(1_500, 1), Mean(9_700, 2))
    assert (three.players, three.games, three.hands) == (3, 1, 0)
    # Zoë came for Ken: they have no game together, and sat in no hand together.
    assert versus_report(season.engine, season.now, ("Ken", "Zoë"), Asked()).blocks == ()
    with pytest.raises(UsageError, match="Ken is named twice"):
        versus_report(season.engine, season.now, ("Ken", "ken"), Asked())


def test_the_matrix(season):
    four, three = matrix_report(season.engine, season.now, (), Asked()).blocks
    assert (four.players, four.names, four.left_out) == (4, ("Anna", "John", "Taro", "Ken", "Zoë"), 0)
    cells = dict(zip(four.names, four.cells, strict=True))
    assert cells["Taro"] == (Share(2, 3), Share(1, 3), None, Share(1, 2), Share(0, 1))
    assert cells["Zoë"] == (Share(1, 1), Share(1, 1), Share(1, 1), Share(0, 0), None)
    assert (three.players, three.names, three.cells[2]) == (
        3,
        ("John", "Ken", "Taro"),
        (Share(0, 1), Share(0, 1), None),
    )
    (few,) = matrix_report(season.engine, season.now, ("Ken", "Taro", "Anna"), Asked(players=4), most=2).blocks
    assert (few.names, few.left_out) == (("Anna", "Taro"), 1)
    assert few.cells == ((None, Share(1, 3)), (Share(2, 3), None))


def test_a_shared_place_is_nobodys(club):
    club.result(Ken=30_000, John=30_000, Taro=30_000, Anna=30_000, options=GameOptions(rules="standard"))
    club.result(Ken=50_000, John=20_000, Taro=30_000, Anna=20_000, options=GameOptions(rules="standard"))
    (four,) = versus_report(club.engine, club.now, ("John", "Taro"), Asked()).blocks
    assert (four.games, four.ties, four.one.ahead, four.other.ahead) == (2, 1, Share(0, 2), Share(1, 2))
    (matrix,) = matrix_report(club.engine, club.now, (), Asked()).blocks
    assert matrix.cells[1] == (Share(0, 2), None, Share(0, 2), Share(0, 2))
    # Where all are first nobody is last; two who share the last place are both last.
    assert stats(club, "Taro").streaks.without_last == Streak(2, FIRST, FIRST)
    assert (
        stats(club, "John").places == stats(club, "Anna").places == (Share(1, 2), Share(0, 2), Share(1, 2), Share(0, 2))
    )
    assert stats(club, "John").streaks.without_last == Streak(1, FIRST, FIRST)
    (records,) = records_report(club.engine, club.now, Asked()).blocks
    assert (records.lowest_score.figure, records.lowest_score.times) == (20_000, 2)
    assert records.lowest_score.holders == (Holder("John", FIRST, 2), Holder("Anna", FIRST, 2))
    assert (records.firsts.figure, records.firsts.holders) == (2, (Holder("Ken", FIRST, since=FIRST),))


def test_records(season):
    four, three = records_report(season.engine, season.now, Asked()).blocks
    assert (four.players, four.games, three.players, three.games) == (4, 3, 3, 1)
    assert four.yakuman == (YakumanLine("Taro", FIRST, 1, 9, "S1.1", None, (), 1, counted=False),)

    def record(name: str) -> Any:
        found = getattr(four, name)
        assert found.times == len(found.holders)
        return found.figure, found.holders

    assert record("highest_score") == (59_200, (Holder("Taro", FIRST, 1),))
    assert record("lowest_score") == (-30_500, (Holder("John", FIRST, 1),))
    assert record("biggest_hand") == (32_000, (Holder("Taro", FIRST, 1, 9, "S1.1"),))
    assert record("best_night") == (30_900, (Holder("Taro", FIRST),))
    # Ken dealt once and Zoë three times in the seat where four hands were dealt.
    assert record("dealer_run") == (3, (Holder("Zoë", FIRST, 2, 4, "E2.1"),))
    assert four.firsts is None
    assert record("top_two") == (2, (Holder("Ken", SECOND, since=FIRST),))
    both = [(holder.player, holder.since, holder.night) for holder in four.without_last.holders]
    assert both == [("Anna", FIRST, FIRST), ("Ken", FIRST, SECOND), ("John", FIRST, SECOND)]
    assert (three.highest_score.figure, three.biggest_hand, three.yakuman) == (45_000, None, ())
    (second,) = records_report(season.engine, season.now, Asked(since=SECOND, players=4)).blocks
    assert (second.highest_score.figure, second.biggest_hand, second.dealer_run) == (40_000, None, None)


def test_two_who_are_one_and_games_that_are_open_void_or_of_somebody_whose_name_is_gone(club):
    club.add("Kenny")
    club.start("Kenny", "John", "Taro", rules="dutch")
    club.hand("Kenny ron John yakuman")
    assert player_report(club.engine, club.now, "Kenny", Asked()).blocks == ()
    club.end()
    club.start("Ken", "John", "Taro", rules="dutch")
    club.hand("Ken ron John s5")
    club.end()
    assert stats(club, "Ken", Asked()).hands.wins == Share(1, 1)
    merge_players(club.engine, club.request("player merge"), "Kenny", "Ken")
    ken = stats(club, "Ken", Asked())
    assert (ken.player, ken.games, ken.hands.wins, ken.hands.win_value) == ("Ken", 2, Share(2, 2), Mean(54_000, 2))
    assert ken.streaks.firsts == Streak(2, FIRST, FIRST)
    (two,) = versus_report(club.engine, club.now, ("John", "Ken"), Asked()).blocks
    assert (two.games, two.hands, two.one.deal_ins) == (2, 2, Mean(54_000, 2))
    (matrix,) = matrix_report(club.engine, club.now, ("John", "Ken"), Asked()).blocks
    assert matrix.cells == ((None, Share(0, 2)), (Share(2, 2), None))
    anonymise_player(club.engine, club.request("player anonymise"), "John")
    (records,) = records_report(club.engine, club.now, Asked()).blocks
    (yakuman,) = records.yakuman
    assert (yakuman.player, str(yakuman.discarder).split()[0]) == ("Ken", "Anonymous")
    assert records.best_night.figure == ken.points.total
    club.void("1")
    assert (stats(club, "Ken", Asked()).games, stats(club, "Ken", Asked()).hands.wins) == (1, Share(1, 1))


def test_what_is_a_yakuman_is_for_the_rules(file_place):
    club = Club(str(file_place))
    club.add(*PEOPLE)
    for rules, line in (
        ("mahjong-soul", "Ken ron John 48000"),
        ("mahjong-soul", "Ken tsumo 16000all"),
        ("mahjong-soul", "John tsumo 8000/16000"),
        ("mahjong-soul", "Ken ron John 13h"),
        ("mahjong-soul", "Ken ron John 2yakuman yaku daisangen+tsuuiisou"),
        ("dutch-4p", "Ken ron John s16"),
        ("mahjong-soul", "Ken ron John sanbaiman"),
        ("mahjong-soul", "Ken tsumo 8000all"),
        ("ema-2025", "Ken ron John 13h"),
    ):
        number = club.start("Ken", "John", "Taro", "Anna", rules=rules).game.number
        club.hand(line)
        if club.game(str(number)).ending is None:
            club.end()
    (records,) = records_report(club.engine, club.now, Asked()).blocks
    found = [(line.game, line.discarder, line.multiple, line.counted) for line in records.yakuman]
    assert found == [
        *((1, "John", 1, False), (2, None, 1, False), (3, None, 1, False)),
        *((4, "John", 1, True), (5, "John", 2, False), (6, "John", 1, True)),
    ]
    assert records.yakuman[4].yaku == ("daisangen", "tsuuiisou")
    club.close()
