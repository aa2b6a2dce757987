"""ledger chart: pictures in the terminal and as files, and what is refused."""

import json
import sys

import pytest
from rich.cells import cell_len

ODD = '"O\'Brien" Zoë 田中さん 🐉'


@pytest.fixture
def odd(ledger_with):
    """Three nights of people with odd names, one of them a guest."""
    terminal = ledger_with("four")
    terminal.done(f'ledger player add {ODD} "Price $5"')
    terminal.done('ledger player guest "Price $5"')
    for day in ("06", "13", "20"):
        on = f"--date 2026-11-{day}"
        terminal.done(f"""ledger game result "O'Brien=82000" Zoë=15000 田中さん=61000 🐉=22000 {on}""")
        terminal.done(f"""ledger game result Ken=80000 John=40000 Taro=35000 "Price $5=25000" {on}""")
    return terminal


def test_lines_in_the_terminal_have_letters_and_figures(odd):
    out = odd.done("ledger chart points")
    lines = out.splitlines()
    assert lines[0] == "Points, games of 4"
    assert max(map(cell_len, lines)) <= 80
    assert lines[-7].split() == ["a", "O'Brien", "+156,000"]  # (82,000 - 50,000 + 20,000) x 3
    assert "2026-11-20" in out
    assert "Price $5" not in out  # a guest
    legend = lines[-7:]
    assert [line.split()[0] for line in legend] == list("abcdefg")
    assert len({cell_len(line) for line in legend}) == 1  # the figures line up
    assert "Price $5" in odd.done("ledger chart points --guests")


def test_bars_in_the_terminal(odd):
    out = odd.done("ledger chart places Ken Zoë")
    assert out.splitlines() == [
        "Places, games of 4",
        "       games   █ 1st  ▓ 2nd  ▒ 3rd   ░ 4th",
        f"  Ken      3  100.0%   0.0%   0.0%    0.0%  {'█' * 30}",
        f"  Zoë      3    0.0%   0.0%   0.0%  100.0%  {'░' * 30}",
    ]
    odd.columns = 60  # a shorter bar, and then none; a figure is never cut
    assert odd.done("ledger chart places Zoë").splitlines()[-1].endswith("100.0%  " + "░" * 17)
    odd.columns = 45
    assert odd.done("ledger chart places Zoë").splitlines()[-1].endswith("100.0%")
    assert odd.refused("ledger chart hands", 1) == "no hand among these games"


def test_files_are_written_and_written_over(odd, tmp_path):
    png, vector = tmp_path / "points.png", tmp_path / "Places.SVG"
    png.write_bytes(b"old")
    answer = odd(f"ledger chart points --out {png}")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.splitlines()[-1] == f"ledger: wrote {png}"
    assert png.read_bytes().startswith(b"\x89PNG")
    odd.done(f"ledger chart places --out {vector}")
    assert vector.read_bytes().startswith(b"<?xml")
    before = set(tmp_path.iterdir())
    assert "ends in .png or .svg" in odd.refused(f"ledger chart points --out {tmp_path / 'a.pdf'}", 2)
    assert "cannot be written" in odd(f"ledger chart points --out {png / 'a.png'}").err
    assert "no finished game" in odd.refused(f"ledger chart points --month 2020-01 --out {tmp_path / 'b.png'}", 1)
    odd.refused(f"ledger chart points --json --out {tmp_path / 'b.png'}", 2)
    odd.refused("ledger chart points Nobody", 1)
    assert set(tmp_path.iterdir()) == before


def test_json_has_the_series(odd):
    found = json.loads(odd.done("ledger chart points Ken --json"))
    assert found["chart"]["steps"][1] == {"night": "2026-11-06", "game": None}
    [line] = found["chart"]["lines"]
    assert (line["name"], line["games"], line["values"][0]) == ("Ken", 3, 0)
    standings = json.loads(odd.done("ledger standings --json"))["standings"]["tables"][0]["lines"]
    assert line["values"][-1] == next(one["points"] for one in standings if one["player"] == "Ken")


def test_three_and_four_are_apart(odd):
    odd.done("ledger game result Ken=88000 John=-15000 Taro=62000 --rules dutch --date 2026-11-20")
    answer = odd("ledger chart places Ken")
    assert answer.err == "ledger: without the games of 3: --players 3\n"
    assert "Places, games of 4" in answer.out
    assert "Places, games of 3" in odd.done("ledger chart places Ken --players 3")


def test_what_to_install_is_said_and_bars_need_nothing(odd, monkeypatch, tmp_path):
    for library in ("matplotlib", "plotext"):
        monkeypatch.setitem(sys.modules, library, None)
    said = "pip install 'riichi-club-ledger[charts]'"
    assert said in odd.refused("ledger chart points", 1)
    assert said in odd.refused(f"ledger chart places --out {tmp_path / 'a.png'}", 1)
    assert "100.0%" in odd.done("ledger chart places Ken")
