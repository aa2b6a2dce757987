"""ledger export: each format as a file that was looked at, agreeing with the reports and with other programs."""

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "data" / "exports"
EVENING = (
    "init --rules dutch --currency EUR --rate 0.50",
    "player add Zoë 田中さん \"O'Brien\" '🀄 Red' =cmd 1-2 'Ann \"B\"'",
    "player set Zoë --given Zoë --family Jansen --ema 11010036 --country NL --online pantheon=17",
    "player set 田中さん --given Taro --family Tanaka --country JPN --online pantheon=007",
    *(
        f"player set {name} --online pantheon={n}"
        for n, name in enumerate(("O\\'Brien", "🀄", "=cmd", "1-2", "Ann"), 18)
    ),
    "game start Zoë 田中さん O\\'Brien --at 3-4",
    "hand Zoë ron 田中さん s5 riichi",
    "hand draw Zoë",
    "hand O\\'Brien tsumo mangan",
    "game sub Zoë '🀄 Red' --result split",
    "hand 田中さん ron O\\'Brien s4, 🀄 ron O\\'Brien s6",
    "game end",
    "game result =cmd=50000 1-2=40000 Ann=46000 --discrepancy '=1 stick' --discrepancy-by Ann",
    "game penalty O\\'Brien 5000 --game 1 --reason 'late; again'",
    "night line 'pizza: 4 x; hot' 24 --paid-by Zoë --for O\\'Brien,田中さん,Zoë",
    "settle",
    "pay O\\'Brien Zoë 5 --note =thanks",
)
FORMATS = {
    "games.csv": "games",
    "games-ids-shape.csv": "games --semicolons --mark",
    "results.csv": "games --long",
    "hands.csv": "hands",
    "payments.csv": "payments",
    "standings.csv": "standings",
    "transfers.csv": "transfers",
    "ema.csv": "ema --tournament 'Dutch Open' --short DO --city Utrecht --country NED --mers 2 --period 2026",
    "portal.csv": "portal",
    "pantheon.csv": "pantheon",
    "club.journal": "hledger",
    "club.beancount": "beancount",
}


@pytest.fixture(scope="module")
def club(tmp_path_factory, make_terminal):
    terminal = make_terminal(tmp_path_factory.mktemp("export") / "club.ledger")
    for line in EVENING:
        terminal.done(f"ledger {line}")
    return terminal


def written(club, name):
    answer = club(f"ledger export {FORMATS[name]}")
    assert answer.code == 0, answer.err
    return answer.out


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_as_it_was_looked_at(club, name, request):
    text = written(club, name)
    golden = GOLDEN / name
    if request.config.getoption("--update-exports"):
        golden.write_bytes(text.encode("utf-8"))
    assert text == golden.read_bytes().decode("utf-8")


def test_a_changed_file_would_be_noticed(club):
    for name in FORMATS:
        text = (GOLDEN / name).read_bytes().decode("utf-8")
        changed = re.sub(r"[0-9](?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), text)
        assert changed != text
        assert written(club, name) != changed


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_figures_are_those_of_the_reports(club):
    standings = json.loads(club.done("ledger standings --json"))["standings"]["tables"][0]["lines"]
    exported = rows(club.done("ledger export standings"))
    assert club.done("ledger standings --csv") == club.done("ledger export standings")
    assert [int(row["points"]) for row in exported] == [line["points"] for line in standings]
    long = rows(club.done("ledger export games --long"))
    for line in standings:
        name = line["player"] if line["player"] not in ("=cmd", "1-2") else f"'{line['player']}"
        own = [row for row in long if row["player"] == name]
        assert sum(int(row["points"]) for row in own) == line["points"]
        assert sum(bool(row["place"]) for row in own) == line["games"]
        assert sum(int(row["penalty"] or 0) + int(row["referee"] or 0) for row in own) == line["penalties"]
    wide = rows(club.done("ledger export games"))
    assert sum(int(row[f"points{seat}"]) for row in wide for seat in (1, 2, 3)) == sum(int(r["points"]) for r in long)
    hands = rows(club.done("ledger export hands"))
    for seat in (1, 2, 3):
        changes = [int(row[f"change{seat}"]) for row in hands if row[f"change{seat}"]]
        assert 45_000 + sum(changes) == int(wide[0][f"score{seat}"])
    paid = rows(club.done("ledger export payments"))
    assert {row["reason"] for row in paid} == {"riichi", "ron", "sticks", "noten", "tsumo", "honba"}


def test_text_that_a_spreadsheet_would_run_or_take_for_a_date_is_marked(club):
    text = club.done("ledger export games --long") + club.done("ledger export transfers")
    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    assert not [cell for cell in cells if re.match(r"[=+@\t]|-\D", cell)]
    assert {"'=cmd", "'1-2", "'3-4", "'=thanks"} <= set(cells)
    assert "-15000" in cells or any(re.fullmatch(r"-\d+", cell) for cell in cells)


def test_ids_are_those_of_the_ledger(club):
    long = rows(club.done("ledger export games --long --ids"))
    assert len({row["player_id"] for row in long}) == 7
    assert {row["game_id"] for row in long} == {row["game_id"] for row in rows(club.done("ledger export games --ids"))}


def test_who_lacks_what_and_what_was_taken_off_is_said_beside_the_emas_sheet(club):
    answer = club("ledger export ema")
    assert "penalties in these scores: -5,000 (O'Brien -5,000)" in answer.err
    assert "the scores add up to -5,000, without penalties to 0" in answer.err
    told = "田中さん lacks an EMA number: ledger player set '田中さん' --ema NUMBER"
    assert told in answer.err
    assert "O'Brien lacks a given name, a family name, an EMA number and a country: ledger player set" in answer.err
    assert "Zoë lacks" not in answer.err
    assert len(answer.out.splitlines()[0].split(",")) == 19


def balances(club):
    return {
        (line["player"] or "cash box"): line["amount_minor"] for line in json.loads(club.done("ledger balance --json"))
    }


def test_beancount_accepts_the_journal_and_has_the_same_balances(club, tmp_path):
    loader = pytest.importorskip("beancount.loader")
    realization = pytest.importorskip("beancount.core.realization")
    path = tmp_path / "club.beancount"
    club.done(f"ledger export beancount -o {path}")
    entries, errors, _ = loader.load_file(str(path))
    assert errors == []
    root = realization.realize(entries)
    names = dict(re.findall(r'open (\S+)\n  name: "(.+)"', path.read_text(encoding="utf-8").replace('\\"', '"')))
    found = {}
    for account, name in names.items():
        amount = realization.get(root, account).balance.get_currency_units("EUR").number
        if amount:
            found[name] = int(amount * 100)
    assert found == balances(club)


@pytest.mark.parametrize("program", ["/usr/bin/hledger", "/usr/bin/ledger"])
def test_hledger_and_ledger_cli_have_the_same_balances(club, tmp_path, program):
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed here")
    path = tmp_path / "club.journal"
    club.done(f"ledger export hledger -o {path}")
    flat = ["--flat", "--no-total"]
    command = [program, "-f", str(path), "balance", *flat]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    found = {
        name.removeprefix("Players:").removeprefix("Club:").replace("Cash box", "cash box"): round(float(amount) * 100)
        for amount, name in re.findall(r"(-?[0-9.]+) EUR\s+(.+)", done.stdout)
    }
    assert found == balances(club)


def test_the_workbook_adds_up_its_own_results(club, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "club.xlsx"
    club.done(f"ledger export xlsx {path} --with-money")
    values, formulas = (openpyxl.load_workbook(path, data_only=shown) for shown in (True, False))
    assert values.sheetnames == ["Standings", "Results", "Games", "Hands", "Statistics", "Transfers", "Balances"]
    shown = list(values["Standings"].iter_rows(min_row=2, values_only=True))
    results = list(values["Results"].iter_rows(min_row=2, values_only=True))
    for number, row in enumerate(shown, start=2):
        own = [result for result in results if result[8] == row[2]]
        assert row[4] == sum(result[-1] for result in own)
        assert row[3] == sum(bool(result[9]) for result in own)
        formula = formulas["Standings"].cell(number, 5).value
        assert formula == (
            f"=SUMPRODUCT(EXACT(Results!$I$2:$I$9,$C{number})*(Results!$E$2:$E$9=$A{number}*1),Results!$U$2:$U$9)"
        )
    assert "=cmd" in [row[2] for row in shown]
    assert all(sheet.freeze_panes == "A2" for sheet in values)
    assert values["Games"]["A2"].is_date
    club.done(f"ledger export xlsx {path} --force")
    assert "Transfers" not in openpyxl.load_workbook(path).sheetnames


def test_parquet_has_types_and_what_each_column_means(club, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "data"
    club.done(f"ledger export parquet {folder}")
    assert sorted(path.name for path in folder.iterdir()) == [
        "games.parquet", "hands.parquet", "payments.parquet", "results.parquet",
    ]  # fmt: skip
    table = parquet.read_table(folder / "results.parquet")
    assert str(table.schema.field("night").type) == "date32[day]"
    assert table.schema.field("points").metadata[b"what"].startswith(b"the result in points")
    assert sum(table.column("points").to_pylist()) == -5_000, "what the referee took off"
    assert "=cmd" in table.column("player").to_pylist(), "as it is: nothing runs it"
    assert "is there already" in club.refused(f"ledger export parquet {folder}", 1)


def test_nothing_is_lost_or_left_half_written(club, tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("mine", encoding="utf-8")
    assert "is there already: choose another name, or write it anew" in club.refused(
        f"ledger export games -o {path}", 1
    )
    assert path.read_text(encoding="utf-8") == "mine"
    club.done(f"ledger export games -o {path} --force")
    assert path.read_text(encoding="utf-8") == club.done("ledger export games")
    assert "is a folder" in club.refused(f"ledger export games -o {tmp_path}", 2)
    assert "cannot be written" in club.refused(f"ledger export games -o {path}/x.csv", 2)
    assert "no game was played by rules" in club.refused(f"ledger export games --rules x -o {tmp_path / 'new.csv'}", 1)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["games.csv"]


def test_the_list_shows_each_format_with_its_columns(club):
    listed = club.done("ledger export --list")
    for name in ("games: CSV", "ema: CSV", "parquet:", "beancount:"):
        assert name in listed
    assert "Tournament name, Number of participants, Place" in listed
    assert max(map(len, listed.splitlines())) <= 80
    every = json.loads(club.done("ledger export --json"))
    assert every[0]["columns"][0] == {"name": "night", "kind": "date", "what": "the date of the night"}
