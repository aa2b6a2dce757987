"""All that is wrong with a sheet is said together, whatever else is wrong in it, and nothing that only follows."""

import pytest

from ledger.commands.night import terms_of
from ledger.errors import LedgerError
from ledger.notation.sheet import parse_sheet
from ledger.services.nights import Terms
from ledger.services.sheet import AS_WRITTEN, How, SheetRefused, record_sheet

NIGHT = "night 2026-11-20\n"
GAME = f"{NIGHT}game Ken John Taro\n"
RECORDED = (
    "night 2026-11-20\nid n1\ngame Ken John Taro\ne1.0 Ken ron John s5\nend\ngame Anna John Ken\ne1.0 draw none\nend\n"
)


def record(club, text, how=AS_WRITTEN):
    sheet = parse_sheet(text)
    try:
        terms = terms_of(club.engine, sheet.rules, sheet.currency, sheet.rate)
    except LedgerError:
        terms = Terms(sheet.rules)
    return record_sheet(club.engine, club.request("sheet"), "night.txt", sheet, terms, how)


def refused(club, text, *problems, how=AS_WRITTEN):
    """problems: line and part of the message of each, in order; nothing is written."""
    before = club.rows()
    with pytest.raises(SheetRefused) as refusal:
        record(club, text, how)
    assert club.rows() == before
    found = refusal.value.problems
    assert [problem.line for problem in found] == [line for line, _ in problems], found
    for problem, (_, part) in zip(found, problems, strict=True):
        assert part in problem.message


UNREADABLE = [
    ("draw Ken\x07", "this line contains the character U+0007"),
    ("draw " + "x" * 2000, "at most 2,000 are read"),
]


@pytest.mark.parametrize(("line", "message"), UNREADABLE)
def test_what_is_wrong_above_and_below_a_line_that_cannot_be_read(club, line, message):
    refused(
        club,
        f"{GAME}draw Xaver\n{line}\ndraw Yuri\n= Ken 1 John 2 Zeno 3\n\nresult Ken 1 John 2 Taro 3\n",
        (3, 'no player "Xaver"'),
        (4, message),
        (5, 'no player "Yuri"'),
        (6, 'no player "Zeno"'),
        (8, "the scores add up to 6"),
    )
    refused(
        club,
        f"{GAME}e2.0 draw none\nresult Ken 1 John 2 Taro 3\ngame Ken John Taro\n{line}\n= Ken 1 John 2 Taro 3\n",
        (3, "the table stands at E1.0"),
        (4, "the scores add up to 6"),
        (6, message),
    )


@pytest.mark.parametrize(("line", "message"), UNREADABLE)
def test_nobody_knows_how_a_game_with_a_line_that_cannot_be_read_goes_on(club, line, message):
    """Not the table, not the scores, not whether it is open: the next game may have the same people."""
    refused(
        club,
        f"{GAME}{line}\ne4.7 draw none\n= Ken 1 John 2 Taro 3\nend Ken 1 John 2 Taro 3\ngame Ken John Taro\nend\n",
        (3, message),
        (8, "a game without hands ends with its counted scores"),
    )
    refused(club, f"{GAME}draw none\n{line}\ngame Ken John Taro\ndraw none\n", (4, message))


def test_a_wrong_check_line_leaves_the_hands_as_they_are(club):
    refused(
        club,
        f"{GAME}Ken ron John s5\n= Ken 46000 John\ne3.0 draw none\n",
        (4, '"John" has no points'),
        (5, "the table stands at E1.1"),
    )


def test_after_an_end_that_cannot_be_read_nothing_is_held_against_the_game(club):
    refused(
        club,
        f"{GAME}draw none\nend Ken 5 John\ngame Ken John Taro\ndraw Xaver\n",
        (4, '"John" has no points'),
        (6, 'no player "Xaver"'),
    )


def test_scores_of_an_unknown_unit_are_not_held_against_the_table(club):
    refused(
        club,
        f"{GAME}scores in tens\n= Ken 1 John 2 Taro 3\n= Ken 1 John\ndraw Xaver\nend Ken 1 John 2 Taro 3\n"
        "result Ken 1 John 2 Yuri 3\ngame Ken John Taro\ne1.1 draw none\nend\n",
        (3, "scores are in points"),
        (5, '"John" has no points'),
        (6, 'no player "Xaver"'),
        (8, 'no player "Yuri" in this ledger'),
        (10, "the table stands at E1.0"),
    )


@pytest.mark.parametrize("line", ["game Ken John Taro rounds 9", "game", "game Ken John at"])
def test_below_a_games_line_that_cannot_be_read_people_of_the_club_are_known(club, line):
    (problem,) = parse_sheet(f"{NIGHT}{line}\n").problems
    refused(
        club,
        f"{NIGHT}{line}\ne3.2 Anna ron Ken s5\nKen rom John s5\ndraw Xaver\n= Ken 5 Yuri 6\nend\ngame Ken John Taro\n"
        "e1.1 draw none\n",
        (2, problem.message),
        (4, "expected ron or tsumo"),
        (5, 'no player "Xaver"'),
        (6, 'no player "Yuri"'),
        (9, "the table stands at E1.0"),
    )
    refused(club, f"{NIGHT}result Ken\ndraw none\n", (2, '"Ken" has no points'), (3, "is only its result"))


def test_names_of_a_games_line_are_all_named_and_not_again_below(club):
    refused(
        club,
        f"{NIGHT}game Xaver Anne Mari, Ken\nXaver ron Mari s5\nKen rom Xaver s5\ndraw Yuri\n",
        (2, 'no player "Anne" in this ledger; did you mean Anna?'),
        (2, 'no player "Mari" in this ledger'),
        (2, 'no player "Xaver" in this ledger'),
        (4, "expected ron or tsumo"),
        (5, 'no player "Yuri"'),
    )
    club.add("Kenta")
    refused(
        club, f"{NIGHT}game Ke John Taro\nKe ron John s5\ndraw Yuri\n", (2, '"Ke" could be'), (4, 'no player "Yuri"')
    )


def test_people_that_cannot_be_added_are_all_named(club):
    refused(
        club,
        f"{NIGHT}players -Bo, Cy, {'x' * 61}\ngame Cy Ken John\ndraw Xaver\n",
        (2, "cannot begin with -"),
        (2, "at most 60 characters"),
        (4, 'no player "Xaver"'),
    )


@pytest.mark.parametrize(
    ("above", "message"),
    [
        ("night 2026-11-20 rules foo", "no ruleset 'foo'"),
        ("night 2026-13-20", "is no date"),
        ("night 2026-13-20 rules foo", "is no date"),
        ("", "the sheet has no night"),
    ],
)
def test_without_a_night_games_are_read_for_their_words(club, above, message):
    refused(
        club,
        f"{above}\ngame Ken John Taro\ne4.4 Ken ron John s5\nKen rom John s5\n= Ken 1 John 2 Taro 3\ngame Ken Xaver\n"
        "draw Yuri\n",
        (1, message),
        (4, "expected ron or tsumo"),
        (6, 'no player "Xaver"'),
        (7, 'no player "Yuri"'),
    )


def test_without_a_date_rules_are_named_all_the_same(club):
    refused(
        club,
        "night 2026-11-20 rate 1 EUR\n"
        + "x" * 2001
        + "\ngame Ken John Taro rules foo\nKen ron John s5\nKen ron John 3/40\n"
        "draw Xaver\n",
        (2, "at most 2,000 are read"),
        (3, "no ruleset 'foo'"),
        (6, 'no player "Xaver"'),
    )


def test_what_another_night_holds_hides_nothing(club):
    record(club, RECORDED)
    other = "night 2026-11-20\nid other\ngame Ken John Taro\nKen ron John 3/40\ndraw Xaver\n"
    refused(
        club,
        other,
        (1, "on 2026-11-20 another night is recorded already"),
        (4, "3/40 is han and fu, and ruleset dutch has no fu"),
        (5, 'no player "Xaver"'),
    )


def test_a_game_that_is_recorded_otherwise_hides_nothing_below(club):
    record(club, RECORDED)
    refused(
        club,
        RECORDED.replace("game Ken John Taro", "game Ken Taro John").replace("e1.0 draw none", "draw Xaver"),
        (3, "game 1 is recorded with Ken, John, Taro; to record it as it is written here, add --replace"),
        (7, 'no player "Xaver"'),
    )


def test_a_rate_that_cannot_be_hides_nothing(club):
    problems = How(tuple(parse_sheet("night x").problems))
    refused(club, f"{GAME}draw Xaver\n", (1, "is no date"), (3, "Xaver"), how=problems)
