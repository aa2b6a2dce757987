"""Bundles: everything there and back, byte for byte; a league that imports its clubs again and again; bad ones."""

import gzip
import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from ledger.exporters.bundle import lines_of
from ledger.importers.bundle import MOST_LINE
from ledger.rules.ruleset import RulesetError
from ledger.services import correct, people, seasons, teams
from ledger.services.attendance import join_night
from ledger.services.bundle_export import Asked, export_bundle, schema
from ledger.services.bundle_import import DoesNotAddUp, How, NightIsLocked, fields_of_records, import_bundle
from ledger.services.charges import Each, add_line
from ledger.services.choose import ANY_GAME, GameChoice
from ledger.services.games import GameOptions
from ledger.services.import_games import ImportProblems
from ledger.services.import_people import NoSuchName
from ledger.services.nights import list_nights, reopen_night
from ledger.services.paying import Handed, pay
from ledger.services.people import Told
from ledger.services.players import list_players
from ledger.services.settle import settle
from ledger.services.standings import standings
from ledger.services.undo import undo_last, undo_unit
from ledger.shapes.bundle import FORMAT
from ledger.shapes.game import Money
from ledger.store.engine import open_ledger
from ledger.store.unit import Request

EVENING = date(2026, 11, 20)
SCHEMA = Path(__file__).parents[2] / "ledger" / "exporters" / "bundle.schema.json"


def full(club):
    """An evening with something of everything, some of it taken back."""
    club.start("Ken", "John", "Taro")
    for line in ("Ken ron John s5 riichi", "draw Ken", "Taro tsumo s4", "John ron Ken s4"):
        club.hand(line)
    club.undo()
    shown = correct.fix_hand(club.engine, club.request("hand fix"), 1, "Ken ron Taro s5 riichi", ANY_GAME).answer
    correct.fix_hand(club.engine, club.request("hand fix"), 1, "Ken ron Taro s5 riichi", ANY_GAME, shown=shown)
    club.sub("Ken", "Anna", "split")
    club.hand("Anna ron John s4, Taro ron John s3")
    club.end()
    club.result(Ken=50_000, John=40_000, Taro=45_000)
    club.void("2")
    club.take_back()
    club.add("Bo", "Cy")
    people.merge_players(club.engine, club.request("player merge"), "Bo", "Anna")
    people.set_player(club.engine, club.request("player set"), "Ken", Told(codes=(("ema", "11010036"),), country="NL"))
    join_night(club.engine, club.request("night join"), ["Cy"], None)
    add_line(
        club.engine,
        club.request("night line"),
        "pizza",
        Each((("Ken", lambda _: 800), ("John", lambda _: -800))),
        None,
        str,
    )
    seasons.start_season(
        club.engine, club.request("season start"), seasons.Asked(name="Autumn", since=date(2026, 9, 1))
    )
    teams.add_team(club.engine, club.request("team add"), "Autumn", "Winds", ["Ken", "Taro"])
    club.settle()
    pay(club.engine, club.request("pay"), "John", "Ken", lambda _: 100, Handed(), str)


def bundle(club, tmp_path, name="club.jsonl", **asked):
    path = tmp_path / name

    def write(holds, records):
        path.write_text("".join(f"{line}\n" for line in lines_of(holds, schema(), records)), encoding="utf-8")

    export_bundle(club.engine, club.now, Asked(**asked), write)
    return path


class Bare:
    """A ledger that holds nothing, to import into."""

    def __init__(self, club, place):
        self.engine, self.place = open_ledger(place), place
        self.now, self.asked = club.now + timedelta(days=1), 0

    def request(self, command, uid=None, /, **arguments):
        self.asked += 1
        self.now += timedelta(minutes=1)
        return Request(uid or f"bare-{self.asked}", "league", self.now, "test", command, arguments)


@pytest.fixture
def bare(club, places):
    made = []

    def make():
        made.append(Bare(club, places.fresh()))
        return made[-1]

    yield make
    for one in made:
        one.engine.dispose()


def bring(ledger, path, uid=None, **how):
    return import_bundle(ledger.engine, ledger.request("import bundle", uid, names=[path.name]), path, How(**how))


@pytest.fixture
def league(places, new_club):
    """A ledger of another Ken, and of Zoë, with a game."""
    league = new_club(places.fresh(), rules="standard", money=Money("EUR", 100, 1000))
    league.request_number = 0
    league.asked = 1000
    league.add("Ken", "Zoë", "Max", "Eva")
    league.result(Ken=40_000, Zoë=30_000, Max=30_000, Eva=20_000)
    yield league
    league.close()


def names(ledger):
    return [who.name for who in list_players(ledger.engine)]


def points(ledger):
    return {line.player: line.points for line in standings(ledger.engine).lines}


def test_everything_comes_and_goes_again_byte_for_byte(club, bare, tmp_path):
    full(club)
    path = bundle(club, tmp_path)
    new = bare()
    done = bring(new, path).answer
    assert done.everything
    assert bundle(new, tmp_path, "again.jsonl").read_bytes() == path.read_bytes()
    assert points(new) == points(club)
    assert names(new) == names(club)
    before = [line for line in path.read_text("utf-8").splitlines() if '"void"' in line]
    assert len(before) > 10, "what was taken back, too"
    assert (bring(new, path).answer.rows, bring(new, path).answer.taken_back) == (0, 0)
    assert bundle(new, tmp_path, "again.jsonl").read_bytes() == path.read_bytes()


def test_each_line_is_as_the_schema_in_the_package_says(club, tmp_path, request):
    jsonschema = pytest.importorskip("jsonschema")
    if request.config.getoption("--update-exports"):
        SCHEMA.write_text(json.dumps(made_schema(), indent=1) + "\n", encoding="utf-8")
    whole = json.loads(SCHEMA.read_text("utf-8"))
    assert whole == made_schema()
    full(club)
    checks = {
        kind: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": whole["$defs"]})
        for kind in whole["$defs"]
    }
    header, *records = map(json.loads, bundle(club, tmp_path).read_text("utf-8").splitlines())
    checks["header"].validate(header)
    for record in records:
        checks[record["record"]].validate(record)
    assert len({record["record"] for record in records}) >= 27
    assert not checks["hands"].is_valid(records[-1] | {"record": "hands"})


def made_schema():
    """The schema of all records, from the tables themselves."""
    number = {"type": "integer", "minimum": 1}
    kinds = {
        "whole": {"type": "integer"},
        "text": {"type": "string"},
        "date": {"type": "string", "format": "date"},
        "time": {"type": "string", "format": "date-time"},
    }

    def of(kind, fields, needed):
        own = {"record": {"const": kind}, "n": number} | fields
        return {
            "type": "object",
            "properties": own,
            "required": ["record", "n", *needed],
            "additionalProperties": False,
        }

    texts = ("uid", "by", "tool", "command", "arguments")
    unit = dict.fromkeys(texts, kinds["text"]) | {"at": kinds["time"]}
    header = {"format": {"const": FORMAT}, "version": {"const": 1}, "schema": kinds["text"], "holds": kinds["text"]}
    defs = {
        "header": {
            "type": "object", "properties": header, "required": sorted(header), "additionalProperties": False,
        },
        "unit": of("unit", unit, sorted(unit)),
    }  # fmt: skip
    for kind, fields in fields_of_records().items():
        own = {name: number if field.to else kinds[field.kind] for name, field in fields.items()}
        born = {"unit": number, "void": number, "again": number}
        defs[kind] = of(kind, born | own, ["unit", *sorted(name for name, f in fields.items() if not f.optional)])
    refs = [{"$ref": f"#/$defs/{kind}"} for kind in defs]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "oneOf": refs, "$defs": defs}


def test_a_league_gets_games_and_no_money_and_two_kens_are_two(club, league, tmp_path):
    full(club)
    before = points(league)
    done = bring(league, bundle(club, tmp_path), label="Utrecht").answer
    assert [(one.name, one.player) for one in done.renamed] == [("Ken", "Ken (Utrecht)")]
    assert done.games == 2
    now, there = points(league), points(club)
    assert {name: now[name] for name in before} == before
    assert now["Ken (Utrecht)"] == there["Ken"]
    assert now["Anna"] == there["Anna"]
    assert "Bo" not in now
    assert [(night.held_on, night.money is None, night.settled) for night in list_nights(league.engine)] == [
        (EVENING, False, False),
        (EVENING, True, False),
    ]
    assert league.game("1").players == ("Ken", "Zoë", "Max", "Eva"), "a date means the ledger's own night first"
    before = league.rows()
    again = bring(league, bundle(club, tmp_path), label="Utrecht").answer
    assert (again.rows, again.taken_back, again.renamed) == (0, 0, ())
    assert [len(rows) for rows in league.rows().values()] == [
        len(rows) + (table == "journal") for table, rows in before.items()
    ]


def test_a_night_that_is_settled_here_is_left_as_it_is(club, bare, tmp_path):
    """As found by reading: a game more would leave a settled night with another plan than it had."""
    club.result(Ken=50_000, John=40_000, Taro=45_000)
    new = bare()
    bring(new, bundle(club, tmp_path))
    club.void("1")
    club.result(Ken=60_000, John=30_000, Taro=45_000)
    path = bundle(club, tmp_path)
    settle(new.engine, new.request("settle"), EVENING)
    with pytest.raises(NightIsLocked, match="2026-11-20, which is settled here"):
        bring(new, path)
    assert points(new)["Ken"] == 15_000
    reopen_night(new.engine, new.request("night reopen"), EVENING)
    bring(new, path)
    assert points(new)["Ken"] == points(club)["Ken"]


def test_with_money_a_night_is_settled_as_it_was(club, league, tmp_path):
    full(club)
    bring(league, bundle(club, tmp_path), money=True)
    assert [(night.money.rate_minor, night.settled) for night in list_nights(league.engine)] == [
        (100, False),
        (50, True),
    ]


def test_who_is_meant_or_has_the_same_number_is_one_person(club, league, tmp_path):
    full(club)
    people.set_player(league.engine, league.request("player set"), "Zoë", Told(codes=(("ema", "11010036"),)))
    done = bring(league, bundle(club, tmp_path), names={"John": "Max"}).answer
    assert {(one.name, one.player) for one in done.same} == {("Ken", "Zoë"), ("John", "Max")}
    assert points(league)["Max"] == 0 + points(club)["John"]
    assert "John" not in names(league)
    later = bring(league, bundle(club, tmp_path), uid="later").answer
    assert later.rows == 0, "and that is kept"
    with pytest.raises(NoSuchName):
        bring(league, bundle(club, tmp_path), names={"Nobody": "Max"})


def test_a_later_bundle_brings_what_is_new_and_takes_back_what_was_wrong(club, league, tmp_path):
    club.start("Ken", "John", "Taro")
    club.hand("Ken ron John s5")
    bring(league, bundle(club, tmp_path))
    club.hand("draw Ken")
    club.end()
    club.result(Ken=50_000, John=40_000, Taro=45_000)
    bring(league, bundle(club, tmp_path))
    assert points(league)["Ken 2"] == points(club)["Ken"]
    club.void("1")
    done = bring(league, bundle(club, tmp_path)).answer
    assert done.taken_back > 5
    assert points(league)["Ken 2"] == points(club)["Ken"]
    club.take_back()
    bring(league, bundle(club, tmp_path))
    assert points(league)["John"] == points(club)["John"]


def fixed(club, number, line):
    choice = GameChoice("1", EVENING)
    shown = correct.fix_hand(club.engine, club.request("hand fix"), number, line, choice).answer
    correct.fix_hand(club.engine, club.request("hand fix"), number, line, choice, shown=shown)


def test_what_is_corrected_between_two_bundles_is_corrected_here_also_after_an_import_went_back(club, league, tmp_path):
    full(club)
    club.reopen_night(EVENING)
    for line in ("Ken ron Taro s6 riichi", "Ken ron Taro s4 riichi", "Taro ron Ken s3"):
        bring(league, bundle(club, tmp_path))
        fixed(club, 1, line)
        bring(league, bundle(club, tmp_path))
        assert points(league)["John"] == points(club)["John"]
        assert points(league)["Taro"] == points(club)["Taro"]
    last = max(line[0] for line in league.rows()["journal"] if line[5] == "import bundle")
    undo_unit(league.engine, league.request("undo", unit=last), last)
    fixed(club, 1, "Ken ron Taro s5 riichi")
    bring(league, bundle(club, tmp_path))
    assert points(league)["John"] == points(club)["John"]


def test_an_import_goes_back_and_comes_again(club, league, tmp_path):
    full(club)
    before = (points(league), names(league), list_nights(league.engine))
    for _ in range(2):
        unit = bring(league, bundle(club, tmp_path)).unit
        assert points(league)["Ken 2"] == points(club)["Ken"]
        undo_unit(league.engine, league.request("undo", unit=unit), unit)
        assert (points(league), names(league), list_nights(league.engine)) == before
    bring(league, bundle(club, tmp_path))
    assert points(league)["Ken 2"] == points(club)["Ken"]
    request = league.request("undo")
    undo_last(league.engine, "tester", lambda number: request._replace(arguments={"unit": number}))
    assert points(league) == before[0]


def test_a_game_a_night_or_a_season_alone(club, bare, tmp_path):
    full(club)
    club.now += timedelta(days=7)
    club.result(Ken=60_000, John=30_000, Taro=45_000)
    for asked, games in (({"night": EVENING, "game": "1"}, 1), ({"night": EVENING}, 2), ({"season": "Autumn"}, 3)):
        path = bundle(club, tmp_path, **asked)
        new = bare()
        assert bring(new, path).answer.games == games
        assert (
            bundle(new, tmp_path, "again.jsonl").read_text("utf-8").splitlines()[1:]
            == (path.read_text("utf-8").splitlines()[1:])
        )
    assert '"record":"transfers"' not in bundle(club, tmp_path, night=EVENING, money=False).read_text("utf-8")


def test_a_check_keeps_nothing_and_a_repeat_is_answered(club, league, tmp_path):
    full(club)
    before = league.rows()
    assert bring(league, bundle(club, tmp_path), only_check=True).answer.games == 2
    assert league.rows() == before
    assert not bring(league, bundle(club, tmp_path), uid="once").repeated
    assert bring(league, bundle(club, tmp_path), uid="once").repeated


def changed(path, old, new, count=1):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), "utf-8")
    return path


def test_what_is_no_bundle_is_refused_with_its_line_and_nothing_is_kept(club, bare, tmp_path):
    full(club)
    good = bundle(club, tmp_path).read_bytes()
    lines = good.splitlines(keepends=True)
    bad = {
        "it is empty": b"",
        "there is nothing in it": lines[0],
        ":1: this is no bundle": lines[5],
        "the gzip file is cut off": gzip.compress(good)[:300],
        ":3: the line is longer than any record": b"".join(lines[:2]) + b'{"x":"' + b"y" * MOST_LINE + b'"}\n',
        ":2: it is no JSON": lines[0] + b"[" * 100_000,
        ":2: a record is an object": lines[0] + b"7\n",
        "NaN is no number": good.replace(b'"points":', b'"points":NaN,"x":', 1),
        "there is no kind of record 'sheep'": good.replace(b'"record":"games"', b'"record":"sheep"', 1),
        "and 2 comes next of its kind": lines[0] + lines[1] + lines[1],
        "which is not above it": good.replace(b'"unit":1,', b'"unit":9999,', 1),
        "which is no whole number": good.replace(b'"honba":', b'"honba":1e5,"x":', 1),
        "which is no date": good.replace(b'"held_on":"2026-11-20"', b'"held_on":"soon"', 1),
        "it is not UTF-8": good.replace(b"Autumn", b"\xff\xff", 1),
        "its honba is missing": good.replace(b',"honba":0', b"", 1),
        ":2: the line is empty": lines[0] + b"\n" + good,
        "'Au\\x1b[1m', which is no text": good.replace(b'"Autumn"', b'"Au\\u001b[1m"', 1),
        "its arguments are no JSON object": good.replace(b'"arguments":"{', b'"arguments":"', 1),
        "newer version": lines[0].replace(b'"version":1', b'"version":2') + good,
    }
    new = bare()
    for says, content in bad.items():
        path = tmp_path / "bad.jsonl"
        path.write_bytes(content)
        with pytest.raises(ImportProblems) as refusal:
            bring(new, path)
        assert says in refusal.value.details[0], says
        assert refusal.value.details[0].startswith("bad.jsonl")
    assert names(new) == []
    packed = tmp_path / "club.jsonl.gz"
    packed.write_bytes(gzip.compress(good))
    assert bring(new, packed).answer.everything


def test_figures_that_nobody_wrote_are_refused(club, bare, tmp_path):
    full(club)
    new = bare()
    for old, wrong in (('"amount_minor":-800', '"amount_minor":-900'), ('"bonus":15000', '"bonus":14000')):
        with pytest.raises(DoesNotAddUp, match="nothing was imported"):
            bring(new, changed(bundle(club, tmp_path), old, wrong))
    with pytest.raises(RulesetError, match="is not what its digest says"):
        bring(new, changed(bundle(club, tmp_path), '\\"start_points\\":45000', '\\"start_points\\":46000'))
    assert names(new) == []


def test_what_stands_in_the_way_is_named_by_its_line(club, league, tmp_path):
    club.result(Ken=50_000, John=40_000, Taro=45_000)
    bring(league, bundle(club, tmp_path))
    club.result(Ken=60_000, John=30_000, Taro=45_000)
    league.result(
        options=GameOptions(rules="dutch", held_on=EVENING),
        Ken=60_000,
        Zoë=30_000,
        Max=45_000,
    )
    bring(league, bundle(club, tmp_path))
