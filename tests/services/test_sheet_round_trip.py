"""Any night is written as a sheet, and that sheet records the same night: nights of all kinds, odd names, own rules."""

import shutil
import uuid
from contextlib import closing
from datetime import date
from types import SimpleNamespace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ledger.commands.money import rate_amount
from ledger.commands.night import terms_of
from ledger.errors import LedgerError
from ledger.notation.sheet import parse_sheet
from ledger.services.choose import GameChoice
from ledger.services.count import NOTHING_LEFT, Chips, Count
from ledger.services.games import GameOptions
from ledger.services.hands import record_hand
from ledger.services.nights import show_night
from ledger.services.players import add_players
from ledger.services.results import FinalScore, end_game, record_result
from ledger.services.rules import rules_named
from ledger.services.sheet import How, SheetRefused, record_sheet
from ledger.services.sheet_text import sheet_of_night
from ledger.store.nights import nights
from ledger.store.save import save_ruleset
from ledger.store.unit import run

TONIGHT = date(2026, 11, 20)
NAMES = (
    *(
        "Zoë",
        "田中さん",
        "O'Brien",
        "🐉",
        "Anne Marie",
        "Anne",
        "Ron",
        "All",
        "Player 2",
        "At",
        "Rules",
        "Night",
        "Game",
    ),
    *("End", "Chombo", "Mr Rules At", "A=B", "7", "Ken #1", r"\#", "#", "Note", "E", "e1.0", "ﾀﾅｶ", "Riichi Ron", "Id"),
    *("Ken", "John", "Taro", "Anna", "Ahead", "Chips", "Sticks-Left", "−5", "Last-Dealer", "3/40", "@ home", "None"),
)
LABELS = (None, None, "window", "table #2", "at the rules", "house Chips", "田", '"x"', "@", "1, 2", "# 1", "a  seat")
NOTES = (
    "",
    ' note "the # first"',
    ' note it\'s "so"',
    " note # 1",
    " note a  b",
    ' note "',
    r" note 「田」 \# note # x",
)
HOUSE = """
name = "house"
extends = "standard"
tie_bonus = "refuse"
tie_uma = "refuse"
chip_value = 500
chombo = "penalty"
chombo_points = 20_000
"""
RULES = ("dutch", "standard", "mahjong-soul", "tenhou-3p", "ema-2025", "m-league", "jansou", "kansai-3p", "house")
PRICES = ("1/30", "3/40", "2/25", "5h", "mangan", "yakuman", "2yakuman", "s5", "2h", "s10", "haneman", "4/30", "13h")
VALUES = (
    "7700",
    "1300",
    "1300+300",
    "1000+300",
    "8000",
    "2000all",
    "500/1000",
    "1300/2600",
    "1000all",
    "12000",
    "3900",
)
TILES = "234m456p22678s33s win 3s"


def sheet_text(engine, now, held_on=TONIGHT):
    """The sheet of a night as the command writes it."""
    sheet = sheet_of_night(engine, now, held_on)
    rate = "0" if sheet.money is None else f"{rate_amount(sheet.money)} {sheet.money.currency}"
    night = f"night {sheet.held_on} rules {sheet.rules} rate {rate}"
    return "\n".join([night, f"id {sheet.uid}", *sheet.lines, ""])


def record(club, text, uid=None, **how):
    """Records a sheet as the command does."""
    sheet = parse_sheet(text)
    terms = terms_of(club.engine, sheet.rules, sheet.currency, sheet.rate)
    try:
        return record_sheet(club.engine, club.request("sheet", uid), "night.txt", sheet, terms, How(**how))
    except SheetRefused as refusal:
        pytest.fail("\n".join([str(refusal), *refusal.details, "", text]))


def with_house(club, file):
    """Gives the ledger the rules of the house."""
    work = lambda connection, unit: save_ruleset(connection, unit, rules_named(connection, unit, file))  # noqa: E731
    run(club.engine, club.request("rules"), work, work)


@st.composite
def hands(draw):
    """A line for seats 0 to 3 as {0} …; many cannot be, and are left out of the night."""
    a, b, c, d = draw(st.permutations(("{0}", "{1}", "{2}", "{3}")))
    price = st.sampled_from((*PRICES, *PRICES, *VALUES, *VALUES, TILES))
    first, second = draw(price), draw(price)
    riichi = draw(st.sampled_from(("", "", f" riichi {a}", f" riichi {a}, {b}", f" riichi {c}", f" riichi {a}, {c}")))
    beside = draw(st.sampled_from(("", "", " dora 1", " yaku tanyao", " yaku riichi+ippatsu dora 1", f" pao {c}")))
    note = draw(st.sampled_from(NOTES))
    line = draw(
        st.sampled_from(
            (
                f"{a} ron {b} {first}{beside}{riichi}",
                f"{a} ron {b} {first}{beside}{riichi}",
                f"{a} ron {b} 2yakuman pao {c} yakuman",
                f"{a} ron {b} {TILES} indicator 1s{riichi}",
                f"{a} tsumo {TILES} indicator 1s ippatsu riichi {a}",
                f"{a} ron {b} {first}, {c} ron {b} {second}{riichi}",
                f"{a} ron {b} {first}{riichi} on-riichi",
                f"{a} tsumo {first}{beside}{riichi}",
                f"{a} tsumo {second}{riichi}",
                f"draw {a}, {b}{riichi}",
                f"draw {a}",
                "draw none",
                "draw all",
                f"draw {a} nagashi {b}",
                f"draw none nagashi {b}",
                f"draw {a}, {c} nagashi {b}",
                f"abort nine-terminals{riichi}",
                f"abort four-winds{riichi}",
                "abort four-riichi",
                f"chombo {a}{riichi}",
                f"chombo {d}",
            )
        )
    )
    return line + note


@st.composite
def games(draw):
    """A game: rules, seats by number, label, hands, and how it ends."""
    return SimpleNamespace(
        rules=draw(st.sampled_from(RULES)),
        label=draw(st.sampled_from(LABELS)),
        hands=draw(st.lists(hands(), min_size=1, max_size=8)),
        how=draw(st.sampled_from(("clock", "counted", "scores", "scores", "all the way"))),
        chips=draw(st.integers(-5, 5)),
        chombo=draw(st.sampled_from(((), (0,), (1, 1), (0, 2)))),
        scores=draw(st.sampled_from(((0, 0, 0), (2000, 0, -2000), (-60_000, 30_000, 30_000), (100, -100, 0)))),
        sticks=draw(st.integers(0, 3)),
    )


def counts_of(game, names):
    """What may be said at the end, richest first."""
    chips = (Chips(names[0], game.chips), Chips(names[2], -game.chips)) if game.chips else ()
    fouls = tuple(names[seat] for seat in game.chombo)
    order = (names[2], names[0], names[1], *names[3:])
    for sticks in dict.fromkeys((game.sticks, 0)):
        for many in (2, 1, 0):
            yield Count(sticks, names[1], names[0], order[:many], chips, fouls)
            yield Count(sticks, names[1], names[0], order[:many])


def first_that_goes(calls):
    for call in calls:
        try:
            return call()
        except LedgerError:
            continue
    return None


def play(club, game, names):
    """Plays one game as far as it goes, by the services that people use at the table."""
    rules = club.ask(lambda connection: rules_named(connection, None, game.rules))
    names = names[: rules.players]
    options = GameOptions(rules=game.rules, label=game.label)
    spread = (*game.scores, *(0,) * (rules.players - 3))
    counts = list(counts_of(game, names))

    def scores(sticks):
        start = [rules.start_points + part for part in spread]
        start[0] -= sticks * 1000
        return [FinalScore(f"@{name}", points) for name, points in zip(names, start, strict=True)]

    if game.how == "scores":
        ask = club.request("game result")
        first_that_goes(
            lambda count=count, number=number: record_result(
                club.engine, ask._replace(uid=f"{ask.uid}-{number}"), scores(count.sticks_left), count, options
            )
            for number, count in enumerate(counts)
        )
        return
    try:
        club.start(*(f"@{name}" for name in names), **options._asdict())
    except LedgerError:
        options = options._replace(label=None)
        club.start(*(f"@{name}" for name in names), **options._asdict())
    said = [f"@{name}," for name in names] + ["nobody"]
    last = [NOTHING_LEFT]
    if game.rules == "house":
        last = [Count(ahead=ahead, chips=counts[0].chips) for ahead in (counts[0].ahead[:1], ())] + last
    for line in game.hands * (3 if game.how == "all the way" else 1):
        text = line.format(*said).replace(",,", ",")
        request = club.request("hand")
        first_that_goes(
            lambda count=count, number=number, text=text, request=request: record_hand(
                club.engine, request._replace(uid=f"{request.uid}-{number}"), text, GameChoice(), count
            )
            for number, count in enumerate(last)
        )
    if club.game().ending is None:
        counted = game.how == "counted"
        ask = club.request("game end")
        first_that_goes(
            lambda count=count, number=number, counted=counted: end_game(
                club.engine,
                ask._replace(uid=f"{ask.uid}-{number}"),
                GameChoice(),
                scores(count.sticks_left) if counted else (),
                count if counted else Count(ahead=count.ahead, chips=count.chips, chombos=count.chombos),
            )
            for number, count in enumerate(counts)
        )
        if club.game().ending is None:
            club.void()


@pytest.fixture
def new_ledger(tmp_path, template, new_club):
    house = tmp_path / "house.toml"
    house.write_text(HOUSE, encoding="utf-8")

    def ledger():
        place = tmp_path / f"{uuid.uuid4().hex}.ledger"
        shutil.copyfile(template, place)
        club = new_club(str(place))
        with_house(club, str(house))
        return club

    return ledger


names_of_a_night = st.permutations(NAMES).map(lambda names: names[:10])


@pytest.fixture
def kinds():
    """What the nights of a run held, so that the test cannot pass by making none."""
    return set()


def test_a_night_of_any_kind_is_the_same_when_its_sheet_is_recorded_elsewhere(new_ledger, kinds):
    @settings(max_examples=15, phases=[Phase.explicit, Phase.generate])
    @given(names_of_a_night, st.lists(games(), min_size=1, max_size=3), st.data())
    def property_(people, night, data):
        with closing(new_ledger()) as club, closing(new_ledger()) as other:
            usable = []
            for name in people:
                try:
                    add_players(club.engine, club.request("player add"), [name])
                    usable.append(name)
                except LedgerError:
                    continue
            for game in night:
                play(club, game, data.draw(st.permutations(usable)))
            if not club.ask(nights):
                return
            text = sheet_text(club.engine, club.now)
            kinds.update(word for word in text.split() if word.isalpha())
            before = club.rows()
            again = record(club, text)
            assert (again.repeated, again.unit) == (True, 0), text
            assert club.rows() == before
            done = record(other, text)
            assert not done.repeated
            assert sheet_text(other.engine, other.now) == text
            assert ends(other) == ends(club)
            rows = other.rows()
            assert record(other, text).repeated
            assert other.rows() == rows

    property_()
    assert {"ron", "tsumo", "draw", "note", "riichi", "result", "end", "at", "rules"} <= kinds


def test_every_kind_of_hand_is_the_same_when_its_sheet_is_recorded_elsewhere(new_ledger):
    with closing(new_ledger()) as club, closing(new_ledger()) as other:
        club.add("Ron", "All", "Anne Marie", "E")
        club.start("@Ron", "@All", "Anne Marie", "@E", rules="mahjong-soul")
        for line in (
            "abort four-winds riichi @Ron",
            "draw @All nagashi Anne Marie",
            "chombo @All riichi Anne Marie",
            "@Ron ron @All 1300+600",
            'Anne Marie ron @All 2/30 yaku riichi+ippatsu dora 1 riichi note "the # first" note it\'s',
            "@E tsumo 234m456p22678s33s win 3s indicator 1s riichi @E",
            "@E ron @Ron 2/30, @All 1/30 riichi @E, @All on-riichi",
            "@All ron @E 2yakuman pao Anne Marie yakuman",
            "draw all",
        ):
            club.hand(line)
            if club.game().ending is not None:
                break
        text = sheet_text(club.engine, club.now)
        kinds = set(text.split())
        assert {"abort", "nagashi", "chombo", "yaku", "dora", "note", "win", "on-riichi", "pao"} <= kinds, text
        record(other, text)
        assert sheet_text(other.engine, other.now) == text
        assert ends(other) == ends(club)


def ends(club):
    """All results of a ledger, without the ids of its rows."""
    return [(g.ending, g.rules, g.label, g.results, g.hands) for g in show_night(club.engine, club.now, TONIGHT).games]
