"""ledger sheet and ledger night show --sheet: the file that is read and written to, what is said, exit codes."""

import json
import os
import stat

import pytest

SHEET = """\
# Friday
night 2026-11-20
players Zoë
game Ken John Taro at window
e1.0 draw Taro
e2.1 Ken ron John mangan riichi
= Ken 52200 John 35800 Taro 47000
"""


@pytest.fixture
def file(tmp_path):
    """Writes the sheet as text or bytes; its path."""

    def write(content=SHEET, name="friday.txt"):
        path = tmp_path / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def dutch(ledger_with):
    return ledger_with("dutch")


def id_of(path):
    return next(line for line in path.read_text("utf-8-sig").splitlines() if line.startswith("id "))


def test_a_sheet_is_checked_recorded_and_known_again(dutch, file):
    path = file()
    before = dutch.dump()
    said = dutch.done(f"ledger sheet {path} --check")
    assert said == (
        "Would add Zoë.\n"
        "Nothing is wrong with the night of 2026-11-20:\n"
        "  game 1, Ken, John, Taro: 2 hands, still open\n"
        "This was a check: nothing was recorded.\n"
    )
    assert dutch.dump() == before
    assert path.read_text("utf-8") == SHEET
    assert dutch.done(f"ledger sheet {path}") == (
        "Added Zoë.\n"
        "Recorded the night of 2026-11-20:\n"
        "  game 1, Ken, John, Taro: 2 hands, still open\n"
        "To take it back: ledger undo\n"
    )
    text = path.read_text("utf-8")
    assert text == SHEET.replace("night 2026-11-20\n", f"night 2026-11-20\n{id_of(path)}\n")
    before = dutch.dump()
    again = "The night of 2026-11-20 is recorded already, as it is written; nothing was added.\n"
    assert dutch.done(f"ledger sheet {path}").startswith(again)
    assert dutch.done(f"ledger sheet {path} --check").startswith(again)
    assert dutch.dump() == before
    assert path.read_text("utf-8") == text
    file(f"{text}e3 draw none\nend\n")
    assert "  game 1, Ken, John, Taro: 3 hands, 1 new, over\n" in dutch.done(f"ledger sheet {path}")
    file(f"{text}e3 draw all\nend\n")
    assert "  game 1, Ken, John, Taro: 3 hands, 1 taken back, 1 new, over\n" in dutch.done(
        f"ledger sheet {path} --replace"
    )


def test_a_sheet_that_was_taken_back_is_recorded_again(dutch, file):
    path = file()
    dutch.done(f"ledger sheet {path}")
    dutch.done("ledger undo")
    assert "Recorded the night of 2026-11-20" in dutch.done(f"ledger sheet {path}")


@pytest.mark.parametrize(
    ("content", "after"),
    [
        (SHEET, None),
        (SHEET.replace("\n", "\r\n"), None),
        (SHEET.replace("\n", "\r"), None),
        (SHEET.rstrip("\n"), None),
        ("\ufeff" + SHEET, None),
        ("\ufeff" + SHEET.replace("\n", "\r\n").rstrip("\r\n"), None),
        ("night 2026-11-20", "night 2026-11-20\n{id}"),
        ("# a\r\nnight 2026-11-20", "# a\r\nnight 2026-11-20\r\n{id}"),
        ("\ufeffnight 2026-11-20  # b\r\n", "\ufeffnight 2026-11-20  # b\r\n{id}\r\n"),
        ("# a\x0bb\x85c\u2028d\nnight 2026-11-20\n", "# a\x0bb\x85c\u2028d\nnight 2026-11-20\n{id}\n"),
    ],
)
def test_the_id_is_written_below_the_night_and_nothing_else_changes(dutch, file, content, after):
    path = file(content)
    dutch.done(f"ledger sheet {path}")
    now = path.read_bytes().decode("utf-8")
    line = id_of(path) if "\r" not in now.replace("\r\n", "") else now[now.index("id ") :].partition("\r")[0]
    end = next(end for end in ("\r\n", "\n", "\r") if end in now)
    expected = after.format(id=line) if after else content.replace("-20" + end, f"-20{end}{line}{end}", 1)
    assert now == expected
    assert "recorded already" in dutch.done(f"ledger sheet {path}")


def test_permissions_and_links_stay(dutch, file, tmp_path):
    path = file()
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    dutch.done(f"ledger sheet {link}")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert id_of(path).startswith("id ")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


@pytest.mark.parametrize("fails", ["chmod", "access", "folder"])
def test_a_file_that_cannot_be_written_is_recorded_with_a_note(dutch, file, tmp_path, monkeypatch, fails):
    path = file()

    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    if fails == "chmod":
        monkeypatch.setattr("ledger.commands.sheet.os.chmod", refuse)
    elif fails == "access":  # root may write anything, so it is said to be as for others
        monkeypatch.setattr("ledger.commands.sheet.os.access", lambda *_: False)
    else:
        monkeypatch.setattr("ledger.commands.sheet.NamedTemporaryFile", refuse)
    answer = dutch(f"ledger sheet {path}")
    assert answer.code == 0
    assert "Recorded the night" in answer.out
    assert answer.err.startswith(
        f"ledger: {path} cannot be written (Permission denied): write this line below the night's: id "
    )
    assert path.read_text("utf-8") == SHEET
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
    uid = answer.err.rpartition(" id ")[2].strip()
    file(SHEET.replace("night 2026-11-20\n", f"night 2026-11-20\nid {uid}\n"))
    assert "recorded already" in dutch.done(f"ledger sheet {path}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(dutch, file, tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir()
    path = file(name="closed/friday.txt")
    folder.chmod(0o555)
    answer = dutch(f"ledger sheet {path}")
    folder.chmod(0o755)
    assert answer.code == 0
    assert "cannot be written" in answer.err


def test_standard_input(dutch):
    answer = dutch("ledger sheet -", typed=SHEET)
    assert answer.code == 0
    assert answer.err.startswith("ledger: write this line below the night's, so that the sheet is known again: id ")
    uid = answer.err.rpartition(" id ")[2].strip()
    known = SHEET.replace("night 2026-11-20\n", f"night 2026-11-20\nid {uid}\n")
    again = dutch("ledger sheet -", typed=known)
    assert (again.code, again.err) == (0, "")
    assert "recorded already" in again.out
    wrong = dutch("ledger sheet -", typed="night 2026-11-20\nend\n")
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err == (
        "ledger: 2 problems in the sheet, so nothing was recorded:\n"
        "  the sheet:1: on 2026-11-20 another night is recorded already: write its sheet with  "
        f"ledger night show 2026-11-20 --sheet  and go on in that one (its id is {uid})\n"
        "  the sheet:2: no game begins before this line: write  game NAMES  first\n"
    )


def test_as_json(dutch, file):
    path = file()
    checked = json.loads(dutch.done(f"ledger sheet {path} --check --json"))
    done = json.loads(dutch.done(f"ledger sheet {path} --json"))
    again = json.loads(dutch.done(f"ledger sheet {path} --json"))
    assert done == {
        "held_on": "2026-11-20",
        "uid": id_of(path).removeprefix("id "),
        "added_players": ["Zoë"],
        "games": [
            {"number": 1, "players": ["Ken", "John", "Taro"], "hands": 2, "added": 2, "taken_back": 0, "over": False}
        ],
        "changes": [],
    }
    assert checked == {**done, "uid": checked["uid"]}
    assert again == {**done, "added_players": [], "games": [{**done["games"][0], "added": 0}]}


def test_all_problems_are_said_with_file_and_line(dutch, file):
    path = file(
        "night 2026-11-20 rules dutch\ngame Ken John Xaver\ngame Ken John Taro\ne1.0 draw Jon\n"
        "scores in hundreds\nresult Ken 880 John -150 Taro 610\n"
    )
    before = dutch.dump()
    for options in ("", " --check", " --replace", " --json"):
        code, out, err = dutch(f"ledger sheet {path}{options}")
        assert (code, out) == (1, "")
        assert err.startswith(
            "ledger: 3 problems in friday.txt, so nothing was recorded:\n"
            '  friday.txt:2: no player "Xaver" in this ledger; known: Anna, John, Ken, Taro '
            "(somebody new: write a line  players Xaver)\n"
            '  friday.txt:4: no player "Jon" at this table; did you mean John? Seated: Ken, John, Taro\n'
            "  friday.txt:6: the scores add up to 134,000, which is 1,000 too little: 3 × 45,000 is 135,000; "
            "if 1 riichi stick stayed on the table, add sticks-left 1"
        )
        assert len(err.splitlines()) == 4
        assert dutch.dump() == before


def test_a_rate_without_a_currency_is_answered_as_a_sheet_has_it(dutch, file):
    dutch.done("ledger init --rate 0")
    err = dutch(f"ledger sheet {file('night 2026-11-20 rate 0.50')}").err
    assert err.endswith("friday.txt:1: the rate needs a currency, as in: rate 0.50 EUR\n")


def test_a_wrong_rate_hides_nothing_else(dutch, file):
    path = file("night 2026-11-20 rate abc\ngame Ken John Taro\ne1.0 Jhn tsumo s5\n")
    err = dutch(f"ledger sheet {path} --check").err
    assert [line.partition(": ")[0] for line in err.splitlines()[1:]] == ["  friday.txt:1", "  friday.txt:3"]
    assert "did you mean John?" in err


def test_replace_says_what_it_takes_back(dutch, file):
    path = file("night 2026-11-20 rules dutch\nid n\nresult Ken 60000 John 40000 Taro 35000\n")
    dutch.done(f"ledger sheet {path}")
    path = file("night 2026-11-20 rules dutch\nid n\nresult Ken 61000 John 39000 Taro 35000\n")
    change = "game 1 was recorded as  result Ken 60000 John 40000 Taro 35000"
    assert f"\n  {change}\n" in dutch.done(f"ledger sheet {path} --check --replace")
    assert json.loads(dutch.done(f"ledger sheet {path} --check --replace --json"))["changes"] == [change]
    assert f"\n  {change}\n" in dutch.done(f"ledger sheet {path} --replace")
    assert change not in dutch.done(f"ledger sheet {path} --replace")


@pytest.mark.parametrize(
    ("night", "problem"),
    [
        ("rate 0,50 EUR", "rate '0,50' is no amount: type what 1,000 points are worth, as in 0.50, or 0 for none"),
        ("rate 0.50 EURO", "no currency 'EURO'"),
        ("rules ducth", "no ruleset 'ducth'; did you mean dutch?"),
    ],
)
def test_what_is_wrong_with_the_nights_line_is_said_with_its_line(dutch, file, night, problem):
    path = file(f"\nnight 2026-11-20 {night}\ngame Ken John Taro\n")
    code, out, err = dutch(f"ledger sheet {path}")
    assert (code, out) == (1, "")
    assert err.startswith(f"ledger: 1 problem in friday.txt, so nothing was recorded:\n  friday.txt:2: {problem}")
    path = file(f"end\nnight 2026-11-20 {night}\ngame Ken John Taro\n")
    if "rate" in night:
        assert [line.partition(": ")[0] for line in dutch(f"ledger sheet {path}").err.splitlines()[1:]] == [
            "  friday.txt:1",
            "  friday.txt:2",
        ]


def test_files_that_cannot_be_read(dutch, file, tmp_path):
    assert "friday.txt cannot be read: No such file or directory" in dutch.refused(
        f"ledger sheet {tmp_path}/friday.txt", 2
    )
    assert "cannot be read: Is a directory" in dutch.refused(f"ledger sheet {tmp_path}", 2)
    file()
    assert "cannot be read: Not a directory" in dutch.refused(f"ledger sheet {tmp_path}/friday.txt/x", 2)
    path = file(b"night 2026-11-20\n\nplayers Zo\xeb\n")
    assert dutch.refused(f"ledger sheet {path}", 2) == f"{path}: line 3 is not UTF-8: save the file as UTF-8"
    path = file("")
    assert "  friday.txt:1: the sheet has no night: begin with a line" in dutch(f"ledger sheet {path}").err
    path = file(SHEET.encode("utf-16"))
    assert "line 1 is not UTF-8" in dutch.refused(f"ledger sheet {path}", 2)
    dutch.refused("ledger sheet", 2)


def test_a_settled_night_is_refused_in_one_line(dutch, file):
    path = file("night 2026-11-20\nresult Ken 46000 John 45000 Taro 44000\n")
    dutch.done(f"ledger sheet {path}")
    dutch.done("ledger settle 2026-11-20")
    file(path.read_text("utf-8") + "game Ken John Taro\n")
    assert "is settled and locked" in dutch.refused(f"ledger sheet {path}", 1)


def test_a_repeated_request_though_the_id_is_in_the_file_by_now(dutch, file):
    path = file()
    first = dutch.done(f"ledger sheet {path} --request friday-1")
    assert "Recorded" in first
    before = dutch.dump()
    assert id_of(path) == "id friday-1/night"
    assert "recorded already" in dutch.done(f"ledger sheet {path} --request friday-1")
    file()  # the id was not kept
    assert "recorded already" in dutch.done(f"ledger sheet {path} --request friday-1")
    assert dutch.dump() == before
    file(SHEET.replace("draw Taro", "draw Ken"))
    dutch.refused(f"ledger sheet {path} --request friday-1", 1)


def test_an_id_with_spaces(dutch, file):
    path = file()
    dutch.done(f"ledger sheet {path} --request 'my #1 evening'")
    assert id_of(path) == "id my%20%231%20evening/night"
    assert "recorded already" in dutch.done(f"ledger sheet {path}")
    assert "\nid my%20%231%20evening/night\n" in dutch.done("ledger night show --sheet")


def test_a_night_as_a_sheet(ledger_with, file):
    at_the_table = ledger_with("two tables")
    text = at_the_table.done("ledger night show --sheet")
    assert text.startswith("night 2026-11-20 rules dutch rate 0.50 EUR\nid ")
    assert text.partition("\nplayers")[2] == (
        " Ken, John, Taro, Zoë, 田中さん, O'Brien\n"
        "\n"
        "game Ken, John, Taro\n"
        "e1.0 draw Taro\n"
        "= Ken 44000 John 44000 Taro 47000\n"
        "\n"
        "game Zoë, 田中さん, O'Brien at window\n"
        "e1.0 Zoë tsumo s5 riichi Zoë\n"
        "= Zoë 49000 田中さん 43000 O'Brien 43000\n"
    )
    assert at_the_table.done("ledger night show 2026-11-20 --sheet") == text
    path = file(text)
    assert "recorded already" in at_the_table.done(f"ledger sheet {path}")
    empty = ledger_with("new")
    assert empty.done(f"ledger sheet {path}").startswith("Added Ken, John, Taro, Zoë, 田中さん and O'Brien.\n")
    assert empty.done("ledger night show 2026-11-20 --sheet") == text
    assert path.read_text("utf-8") == text
    assert "there is no night on 2026-11-21" in empty.refused("ledger night show 2026-11-21 --sheet", 1)


def test_in_a_process_of_its_own(dutch, file):
    path = file("night 2026-11-20\ngame Ken John Xaver\n")
    done = dutch.real(f"ledger sheet {path}")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().splitlines()[0] == "ledger: 1 problem in friday.txt, so nothing was recorded:"
    assert "Traceback" not in done.stderr.decode()
