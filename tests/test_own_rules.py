"""A club's own ruleset as a file: what it takes from the ruleset it extends, and everything refused in it."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from ledger.presets import PRESETS, UnknownRules, preset
from ledger.presets.files import RulesFileError, is_file, own_rules, preset_or_file, ruleset_file
from ledger.rules.ruleset import Ruleset
from ledger.rules.ruleset_keys import CHOICES, LISTS

HOUSE = 'name = "ours"\nextends = "ema-2016"\nred_fives = true\numa = [20_000, 10_000, -10_000, -20_000]\n'
DOCS = (Path(__file__).resolve().parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
ALONE = 'name = "ours"\nplayers = 4\nstart_points = 25_000\ntarget_points = 30_000\n'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return tmp_path / "house.toml"


def refused(path: Path, content: str | bytes) -> str:
    """What is said of a file with this content, behind its name."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RulesFileError) as refusal:
        ruleset_file(str(path))
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_file_changes_what_it_says_and_takes_the_rest(house: Path) -> None:
    house.write_text(HOUSE, encoding="utf-8")
    assert ruleset_file(str(house)) == replace(
        preset("ema-2016"),
        name="ours",
        version=1,
        title="ours (ema-2016, changed)",
        source="the club",
        red_fives=True,
        uma=(20_000, 10_000, -10_000, -20_000),
    )


def test_what_a_file_says_about_itself_counts(house: Path) -> None:
    house.write_text(f'{HOUSE}version = 7\ntitle = "三人麻雀"\nsource = "Protokół"\n', encoding="utf-8")
    rules = ruleset_file(str(house))
    assert (rules.name, rules.version, rules.title, rules.source) == ("ours", 7, "三人麻雀", "Protokół")


def test_a_file_may_extend_nothing(house: Path) -> None:
    house.write_text(ALONE, encoding="utf-8")
    own = own_rules(str(house))
    assert own.extends is None
    assert own.rules == Ruleset(
        name="ours",
        version=1,
        title="ours",
        source="the club",
        players=4,
        start_points=25_000,
        target_points=30_000,
    )


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_extended(house: Path, name: str) -> None:
    house.write_text(f'extends = "{name}"\nname = "ours"\n', encoding="utf-8")
    own, base = own_rules(str(house)), preset(name)
    assert own.extends == base
    about = ("name", "version", "title", "source")
    same = [f.name for f in fields(Ruleset) if f.name not in about]
    assert [getattr(own.rules, key) for key in same] == [getattr(base, key) for key in same]


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\r\n", b"# a remark\r\n"])
def test_a_file_is_read_as_windows_writes_it(house: Path, before: bytes) -> None:
    house.write_bytes(before + HOUSE.replace("\n", "\r\n").encode())
    assert ruleset_file(str(house)).name == "ours"


@pytest.mark.parametrize("name", ["ours", "Ours-2", "łódź", "三麻", "2026", "a_b", "x" * 40])
def test_a_name_is_a_word(house: Path, name: str) -> None:
    house.write_text(HOUSE.replace('"ours"', f'"{name}"'), encoding="utf-8")
    assert ruleset_file(str(house)).name == name


@pytest.mark.parametrize(
    "name", ["", "our rules", "_ours", "-ours", "a.toml", "a/b", "x" * 41, "ours\u200b", "z\u0142\u006f\u0301ty", "a,b"]
)
def test_another_name_is_refused(house: Path, name: str) -> None:
    said = refused(house, HOUSE.replace('"ours"', f'"{name}"'))
    assert "one word of letters, digits, - and _, beginning with a letter or digit, of at most 40" in said


@pytest.mark.parametrize("name", ["dutch", "EMA-2016", "Ｔｅｎｈｏｕ"])
def test_the_name_of_a_preset_is_refused_with_the_reason(house: Path, name: str) -> None:
    said = refused(house, HOUSE.replace('"ours"', f'"{name}"'))
    assert f"name = '{name}': that one comes with the ledger, and a name means one ruleset: take another" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "it lacks a name"),
        ("name = 5", "without players, start_points and target_points, it has to say what it extends"),
        ('name = "ours"\nplayers = 4', "without start_points and target_points, it has to say what it extends"),
        ('extends = "ema-2016"', 'it lacks a name, by which games and nights know it, as in name = "ours"'),
        ('name = 5\nextends = "ema-2016"', "name is a text"),
        ('name = "ours"\nextends = "ema2016"', "extends = 'ema2016': no ruleset that comes with the ledger; did you"),
        ('name = "ours"\nextends = "xyzzy"', "known: standard, dutch, dutch-4p"),
        ('name = "ours"\nextends = ["ema-2016"]', "extends = ['ema-2016']: no ruleset that comes with the ledger"),
        (f"{HOUSE}red_fivs = true", "a ruleset has no key 'red_fivs'; did you mean red_fives?"),
        (f'{HOUSE}extend = "dutch"', "a ruleset has no key 'extend'; did you mean extends?"),
        (f"{HOUSE}[payments]\nhonba_ron = 0", "[payments]: a ruleset has no sections; its keys stand one below the"),
        (f"{HOUSE}bust = 2026-11-20", "bust = datetime.date(2026, 11, 20): allowed are 'none', 'below_zero' or"),
        (f"{HOUSE}bust = {{ at = 0 }}", "[bust]: a ruleset has no sections"),
        (f"{HOUSE}honba_ron = nan", "honba_ron = nan: a whole number from 0 to 10,000"),
        (f"{HOUSE}version = 0", "version = 0: a whole number from 1 to 9,999"),
        (f'{HOUSE}title = "a\\tb"', "title cannot contain the character U+0009"),
        (f'{HOUSE}source = "{"x" * 121}"', "source has at most 120 characters, got 121"),
        (f"{HOUSE}title = 5", "title is a text"),
        (f"{HOUSE}players = 3", "uma = [20000, 10000, -10000, -20000]: one whole number for each of 3 places"),
        (f"{HOUSE}target_points = 0", "target_points is below start_points"),
        (f"{HOUSE}extension_rounds = 1", "extension_rounds needs extension_target"),
        ("name = ours", "it is not TOML: invalid value (at line 1, column 8)"),
        (f"{HOUSE}red_fives = false", "it is not TOML: cannot overwrite a value"),
        (f"{HOUSE}\n\numa 5", "(at line 7, column 5)"),
        (b'name = "ours"\n\n# caf\xe9\n', "line 3 is not UTF-8: save the file as UTF-8"),
        (f"a = {'[' * 9_999}", "it is not TOML: "),
        (f"a = {'9' * 9_999}", "it is not TOML: "),
        (b"\x00", "it is not TOML: "),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(house: Path, content: str | bytes, said: str) -> None:
    assert said in refused(house, content)


def test_all_that_is_wrong_is_named_at_once(house: Path) -> None:
    said = refused(
        house, 'extends = "ema-2016"\nname = "dutch"\nred_fivs = true\nbust = "below"\numa = 5\ntitle = "\\n"'
    )
    for part in ("'red_fivs'; did you", "name = 'dutch'", "bust = 'below': allowed", "uma = 5: one", "title cannot"):
        assert part in said


def test_a_file_that_is_not_there_is_refused(house: Path, tmp_path: Path) -> None:
    with pytest.raises(RulesFileError, match=r"house\.toml: it cannot be read: No such file or directory$"):
        ruleset_file(str(house))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RulesFileError, match=r"folder\.toml: it cannot be read: Is a directory$"):
        ruleset_file(str(tmp_path / "folder.toml"))


def test_a_file_is_named_by_its_path_and_a_preset_by_its_name(house: Path) -> None:
    house.write_text(HOUSE, encoding="utf-8")
    assert preset_or_file(str(house)).name == "ours"
    assert preset_or_file("dutch") == preset("dutch")
    assert is_file("HOUSE.TOML")
    assert not is_file("toml")
    with pytest.raises(UnknownRules, match=r"a file of your own is named by its path, as in house\.toml$"):
        preset_or_file(str(house.with_suffix("")))


def test_the_example_of_the_documentation_is_a_ruleset(house: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)
    house.write_text(example, encoding="utf-8")
    assert ruleset_file(str(house)).uma == (20_000, 10_000, -10_000, -20_000)


@pytest.mark.parametrize("key", [field.name for field in fields(Ruleset)])
def test_the_documentation_has_every_key_with_what_it_allows(key: str) -> None:
    assert f"`{key}`" in DOCS
    for value in (*CHOICES.get(key, ()), *LISTS.get(key, ())):
        rows = [line for line in DOCS.splitlines() if line.startswith("|") and f"`{key}`" in line.split("|")[1]]
        allowed = rows[0].split("|")[2]
        assert f"`{value}`" in allowed or allowed.strip().startswith(("the same", "a list of those"))


def test_the_documentation_names_every_preset() -> None:
    assert all(f"`{name}`" in DOCS for name in PRESETS)
