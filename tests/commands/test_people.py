"""People as they are typed: details, guests, merges, blanked names, units taken back, and the log of it all."""

import json
import re
from types import SimpleNamespace

import pytest

from ledger.commands import people

PEOPLE = """ledger player add Zoë 田中さん "O'Brien" 🐉 "John B\""""


@pytest.fixture
def at(ledger_with):
    """A game of Ken, John and Taro with a hand, units 3 and 4; Zoë, 田中さん, O'Brien, 🐉 and John B beside it."""
    terminal = ledger_with("dutch at the table")
    terminal.done(PEOPLE)
    return terminal


DETAILS = """\
Zoë
  family name   Visser
  given name    Zoë
  country       NED
  EMA number    11010036
  mahjong-soul  ゾエ
  tenhou        zoë
  played        no game yet
"""


def test_details_are_kept_shown_and_taken_away(at):
    back = "To take it back: ledger undo\n"
    line = "ledger player set Zoë --family Visser --given Zoë --country ned --ema 11010036 --online tenhou=zoë"
    assert at.done(f'{line} --online "Mahjong Soul=ゾエ"') == DETAILS + back
    assert at.done("ledger player show zoë") == DETAILS
    lines = DETAILS.splitlines(keepends=True)
    assert at.done('ledger player set Zoë --family "" --ema ""') == "".join([lines[0], *lines[2:4], *lines[5:]]) + back
    assert at.done("ledger undo").startswith("Took back: player set Zoë")
    assert at.done("ledger player show Zoë") == DETAILS


def test_a_person_as_json(at):
    at.done("ledger player set Zoë --country ned --ema 11010036 --online tenhou=ゾエ")
    at.done("ledger player guest Ken")
    at.done("ledger player alias Ken '🐉 Ken'")
    at.done("ledger game end")
    assert json.loads(at.done("ledger player show Zoë --json")) == {
        "name": "Zoë",
        "family_name": None,
        "given_name": None,
        "country": "NED",
        "guest": False,
        "also": [],
        "codes": [{"system": "ema", "code": "11010036"}, {"system": "tenhou", "code": "ゾエ"}],
        "games": 0,
        "first": None,
        "last": None,
        "plays_now": False,
    }
    ken = json.loads(at.done("ledger player show ken --json"))
    assert (ken["guest"], ken["also"], ken["games"]) == (True, ["🐉 ken"], 1)
    assert (ken["first"], ken["last"]) == ("2026-11-20", "2026-11-20")
    assert "ゾエ" in at.done("ledger player show Zoë --json"), "letters as they are"


def test_guests_are_marked_in_the_list(at):
    assert at.done("ledger player guest 🐉") == "🐉 is a guest.\nTo take it back: ledger undo\n"
    at.done('ledger player guest "O\'Brien"')
    at.done("ledger player guest 田")
    assert at.done("ledger player guest O --no") == "O'Brien is no guest.\nTo take it back: ledger undo\n"
    assert at.done("ledger player list") == (
        "Anna\nJohn\nJohn B\nKen\nO'Brien\nTaro\nZoë\n田中さん (guest)\n🐉 (guest)\n"
    )
    assert json.loads(at.done("ledger player list --json"))[-2:] == [
        {"player": "田中さん", "guest": True},
        {"player": "🐉", "guest": True},
    ]
    assert at.done("ledger player show 🐉") == "🐉 (guest)\n  played  no game yet\n"


def test_a_merge_says_how_it_is_taken_back_later(at):
    assert at.done('ledger player merge "john b" John --reason "entered twice"') == (
        "John B is John from now on, in old games too.\nTo take it back, also later: ledger undo 6\n"
    )
    assert at.done('ledger player show "John B"') == (
        "John\n  found as  john b\n  played    no game yet, and plays now\n"
    )
    assert "John B" not in at.done("ledger player list")
    at.done("ledger hand Ken ron John s5")
    assert at.done('ledger undo 6 --reason "two people"') == (
        "Took back: player merge john b John --reason entered twice (recorded 2026-11-20 19:32).\n"
    )
    assert at.done('ledger player show "John B"') == "John B\n  played  no game yet\n"
    assert at.done("ledger log --last 3") == (
        "   6  2026-11-20 19:32  tester  player merge john b John  (entered twice)\n"
        "        + merge of John B into John\n"
        "   7  2026-11-20 19:35  tester  hand Ken ron John s5\n"
        "        + game 1, hand 2: Ken ron John s5\n"
        "   8  2026-11-20 19:36  tester  undo 6  (two people)\n"
        "        - merge of John B into John\n"
    )


GONE = """\
Game 1, night of 2026-11-20, rules dutch: ended before its last hand
   1  E1.0  draw Taro
             Anonymous 1    John    Taro
  1  E1.0         -1,000  -1,000  +2,000
     points       44,000  44,000  47,000
  place               counted  less 50,000    bonus   points
      1  Taro          47,000       -3,000  +15,000  +12,000
      2  Anonymous 1   44,000       -6,000        0   -6,000
      2  John          44,000       -6,000        0   -6,000
         sum          135,000      -15,000  +15,000        0
"""


def test_a_blanked_name_is_gone_from_all_that_is_shown(at):
    at.done("ledger hand undo")
    at.done("ledger player rename Ken 'Ken 🐉'")
    at.done("ledger hand draw Taro")
    at.done("ledger game end")
    assert at.done("ledger player anonymise 'ken 🐉' --yes") == (
        "The name is gone; what was played stands under Anonymous 1.\n"
        "Copies made before still hold it; notes, reasons and labels of tables may.\n"
    )
    assert at.done("ledger game show") == GONE
    assert at.done("ledger player list").startswith("Anna\nAnonymous 1\nJohn\n")
    log = at.done("ledger log --last 100")
    assert log.endswith("  10  2026-11-20 19:36  tester  player anonymise Anonymous 1\n")
    assert "player rename --name Anonymous 1 --who Anonymous 1\n" in log
    assert at.refused("ledger player show Ken", 1).startswith('no player "Ken" in this ledger; known: Anna, Anonymous')
    assert re.findall(r"\bken\b", "".join(at.dump()).casefold()) == []
    assert at.refused("ledger undo", 1) == (
        "player anonymise Anonymous 1 cannot be taken back: names that were blanked are gone; "
        "what was before it goes back with  ledger undo 9  (game end)"
    )
    assert at.done("ledger undo 9") == "Took back: game end (recorded 2026-11-20 19:35).\n"


def test_blanking_asks_first(at, monkeypatch):
    line = "ledger player anonymise 🐉"
    assert at.refused(line, 1) == "nothing was changed: to blank the names of 🐉 for good, add --yes"
    monkeypatch.setattr(people, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    before = at.dump()
    question = "Blank all names of 🐉? This cannot be taken back. [y/N]: "
    for typed in ("n\n", "\n"):
        answer = at(line, typed=typed)
        assert (answer.code, answer.out) == (1, "")
        assert answer.err.startswith(question)
        assert answer.err.endswith("ledger: nothing was changed\n")
    assert at.dump() == before
    assert at(line, typed="y\n").code == 0
    assert "🐉" not in at.done("ledger player list")


def test_units_go_back_by_number_and_a_taking_back_too(at):
    at.done("ledger hand Ken ron John s5 riichi")
    assert at.done("ledger undo 6") == "Took back: hand Ken ron John s5 riichi (recorded 2026-11-20 19:32).\n"
    assert at.done("ledger undo 7 --request mine") == "Took back: undo 6 (recorded 2026-11-20 19:33).\n"
    assert at.done("ledger undo 7 --request mine") == (
        "This request was done before; nothing was recorded twice.\nTook back: undo 6 (recorded 2026-11-20 19:33).\n"
    )
    assert at.done("ledger log --game 1") == (
        "   3  2026-11-20 18:33  tester  game start Ken John Taro\n"
        "        + the terms of a night\n"
        "        + game 1\n"
        "   4  2026-11-20 18:34  tester  hand draw Taro\n"
        "        + game 1, hand 1: draw Taro\n"
        "   6  2026-11-20 19:32  tester  hand Ken ron John s5 riichi\n"
        "        + game 1, hand 2: Ken ron John s5 riichi Ken\n"
        "   7  2026-11-20 19:33  tester  undo 6\n"
        "        - game 1, hand 2: Ken ron John s5 riichi Ken\n"
        "   8  2026-11-20 19:34  tester  undo 7\n"
        "        + game 1, hand 2: Ken ron John s5 riichi Ken\n"
    )
    (line,) = json.loads(at.done("ledger log --last 1 --json"))
    assert (line["unit"], line["by"], line["typed"], line["reason"]) == (8, "tester", "undo 7", None)
    assert line["recorded"] == ["game 1, hand 2: Ken ron John s5 riichi Ken"]


REFUSED = [
    ("player set Zoë", 2, "what is to be kept? See  ledger player set --help"),
    ("player set Zoë --ema 123", 2, "'123' is no EMA number: it has eight digits, the first two for the country"),
    ("player set Zoë --country N1", 2, "country 'N1': its code of two or three letters, as in NL or NED"),
    ("player set Zoë --online tenhou", 2, "--online 'tenhou': write platform=name, as in tenhou=NAME"),
    ("player set Zoë --online =zoë", 2, "--online '=zoë': write platform=name, as in tenhou=NAME"),
    ("player set Zoë --online a/b=c", 2, "'a/b' is no name of a platform: as in tenhou=NAME"),
    ("player set Zoë --family ' '", 2, "a family name cannot be blank"),
    ("player set Zoë --given ''", 1, "that is what is known of Zoë already"),
    ("player set Zoe --given Z", 1, "; did you mean Zoë? (a new one: ledger player add NAME)"),
    ("player guest 🐉 --no", 1, "that is what is known of 🐉 already"),
    ("player guest", 2, "missing argument 'NAME'; see  ledger player guest --help"),
    ("player merge Ken ken", 1, "both names mean Ken already"),
    ("player merge Ken", 2, "missing argument 'OTHER'; see  ledger player merge --help"),
    ("player merge J John", 1, '"J" could be John or John B: type more of the name'),
    (
        "player merge Ken John",
        1,
        (
            "Ken and John cannot be one person: on 2026-11-20 they sat in the same game, are in the same settlement, "
            "or paid each other"
        ),
    ),
    (
        "player anonymise Ken --yes",
        1,
        "Ken sits in game 1 of 2026-11-20, which is still open: end it first (ledger game end 1 --date 2026-11-20)",
    ),
    ("undo 4", 1, "is taken back already"),
    ("undo 99", 1, "there is no unit 99 to take back: ledger log lists them with their numbers"),
    ("undo 0", 2, "invalid value for '[UNIT]': 0 is not in the range 1<=x<=1000000000000; see  ledger undo --help"),
    ("undo x", 2, "invalid value for '[UNIT]': 'x' is not a valid whole number; see  ledger undo --help"),
]


def test_what_is_refused_says_why_in_one_line_and_changes_nothing(at):
    at.done("ledger undo 4")
    for line, code, message in REFUSED:
        assert at.refused(f"ledger {line}", code).endswith(message), line


def test_codes_are_one_persons(at):
    at.done("ledger player set Zoë --ema 11010036")
    assert at.refused("ledger player set 田中さん --ema 11010036", 1) == (
        "11010036 is known to ema as Zoë already: one of them is mistyped"
    )


def test_a_unit_that_others_build_on_names_them_and_the_way(at):
    at.done("ledger hand Ken ron John s5")
    at.done("ledger game end")
    way = "builds on it; take that one back first: ledger undo 7"
    assert at.refused("ledger undo 4", 1) == (
        f"hand draw Taro cannot be taken back: unit 7 (game end) {way} "
        "(an earlier hand is corrected with  ledger hand fix)"
    )
    assert at.refused("ledger undo 3", 1) == (f"game start Ken John Taro cannot be taken back: unit 7 (game end) {way}")
    at.done("ledger settle")
    assert at.refused("ledger undo 7", 1) == (
        'the night of 2026-11-20 is settled and locked: open it again with  ledger night reopen 2026-11-20 --reason "…"'
    )
    at.done("ledger undo 8")
    at.done("ledger undo 7")
    assert at.refused("ledger --by anna undo 6", 1) == (
        "unit 6 was recorded by tester: hand Ken ron John s5. To take theirs back, add --by tester"
    )
    assert at.done("ledger --by tester undo 6").startswith("Took back: hand Ken ron John s5 ")


CHANGES = """\
ledger player add Bo
ledger player add Cy "Di O"
ledger player rename Bo Bobo
ledger player alias Bobo Bob
ledger player set Bobo --family Visser --ema 11010036
ledger player set Bobo --family Smit --ema 11010037 --online tenhou=bobo
ledger player set Bobo --family "" --ema ""
ledger player guest Bobo
ledger player guest Bobo --no
ledger player merge Cy Bobo
ledger player merge Bobo 🐉
ledger player rename 🐉 Di
"""
TOLD = """\
+ player Bo
+ 2 players: Cy, Di O
+ Bo → Bobo
+ Bobo: found as bob
+ Bobo: family name Visser
+ Bobo: EMA number 11010036
+ Bobo: family name Visser → Smit
+ Bobo: EMA number 11010036 → 11010037
+ Bobo: tenhou bobo
+ Bobo: family name Smit → none
- Bobo: EMA number 11010037
+ Bobo: guest no → yes
+ Bobo: guest yes → no
+ merge of Cy into Bobo
+ merge of Bobo into 🐉
+ merge of Cy into 🐉
- merge of Cy into Bobo
+ 🐉 → Di
- Bobo: found as bobo
- Cy: found as cy
"""
BACK = """\
+ Di → 🐉
+ Bobo: found as bobo
+ Cy: found as cy
+ merge of Cy into Bobo
- merge of Bobo into 🐉
- merge of Cy into 🐉
- merge of Cy into Bobo
"""
GONE_FROM_LOG = """\
+ player Anonymous 10
+ 2 players: Cy, Di O
+ Anonymous 10: name (blanked)
+ Anonymous 10: found as (blanked)
+ Anonymous 10: details (blanked)
+ Anonymous 10: EMA number (blanked)
+ Anonymous 10: details (blanked)
+ Anonymous 10: EMA number (blanked) → (blanked)
+ Anonymous 10: tenhou (blanked)
+ Anonymous 10: details (blanked)
- Anonymous 10: EMA number (blanked)
+ Anonymous 10: guest no → yes
+ Anonymous 10: guest yes → no
+ merge of Cy into Anonymous 10
+ merge of Anonymous 10 into 🐉
+ merge of Cy into 🐉
- merge of Cy into Anonymous 10
+ 🐉 → Di
- Anonymous 10: found as (blanked)
- Cy: found as cy
"""


def told(at, number):
    """What the last units in the log recorded and took back."""
    lines = at.done(f"ledger log --last {number}").splitlines(keepends=True)
    return "".join(line.strip(" ") for line in lines if line.startswith("        "))


def test_the_log_says_who_was_touched_and_what_it_replaced(at):
    for line in CHANGES.splitlines():
        at.done(line)
    assert told(at, 12) == TOLD
    for _ in range(3):
        at.done("ledger undo")
    assert told(at, 3) == BACK
    at.done("ledger player anonymise Bobo --yes")
    assert told(at, 16).startswith(GONE_FROM_LOG)


def test_the_log_names_lines_fees_and_payments(ledger_with):
    at = ledger_with("dutch over")
    at.done("ledger night line pizza 24 --paid-by Ken --for Ken,John,Taro")
    at.done("ledger night fee 2.50")
    at.done("ledger settle")
    at.done("ledger pay John Ken 2.50")
    at.done("ledger undo")
    at.done("ledger night reopen --reason late")
    at.done("ledger night fee 0")
    assert told(at, 7) == (
        "+ line of a night's money\n+ 1 fee\n+ 1 settlement\n+ 1 payment\n- 1 payment\n- 1 settlement\n- 1 fee\n"
    )
