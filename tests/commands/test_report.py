"""ledger report: the season book as a folder of pages that is whole, safe and loads nothing from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ledger.pages import folder as folders
from ledger.pages.folder import MARK, write_folder

SCRIPT = "<script>alert(1)</script>"
QUOTE = 'a"onmouseover="x'
SONS = "O'Brien & Sons"
VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """A page as a browser reads it: its tags, links, texts; fails for tags that are not closed in order."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        assert self.open == [], path

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        self.links += [value for name, value in attrs if name in ("href", "src", "srcset", "action")]
        self.ids |= {value for name, value in attrs if name == "id"}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def pages(place):
    return {path.name: Page(path) for path in sorted(place.glob("*.html"))}


@pytest.fixture
def odd(ledger_with):
    """Two nights, settled and not, with names and texts that must not become markup; games of three and of four."""
    terminal = ledger_with("four")
    terminal.done(f"ledger player add '{SCRIPT}' '{QUOTE}' \"{SONS}\" 田中さん")
    terminal.done(f"ledger game start '{SCRIPT}' '{QUOTE}' \"{SONS}\" 田中さん --date 2026-11-13 --at '<b>here</b>'")
    terminal.done("ledger hand 田中さん tsumo mangan note '</p><img src=x>'")
    terminal.done("ledger game penalty 田中さん 1000 --reason '<i>late</i>'")
    terminal.done("ledger game end")
    terminal.done("ledger game result Ken=82000 John=16000 Taro=61000 Anna=22000 --date 2026-11-13 --discrepancy '<u>'")
    terminal.done("ledger settle 2026-11-13")
    terminal.done("ledger game result Ken=88000 John=-15000 Taro=62000 --rules dutch --date 2026-11-20")
    return terminal


def test_all_links_lead_to_a_page_of_the_book(odd, tmp_path):
    answer = odd(f"ledger report --html {tmp_path / 'book'}")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"ledger: wrote 15 pages: begin with {tmp_path / 'book' / 'index.html'}\n"
    found = pages(tmp_path / "book")
    assert len(found) == 15  # index, records, 2 nights, 3 games, 8 people
    linked = set()
    for page in found.values():
        for link in page.links:
            name, _, anchor = link.partition("#")
            assert name in ("", "style.css", *found), link
            assert not anchor or anchor in page.ids
            linked.add(name)
    assert set(found) <= linked  # every page is found from another
    whole = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "book").iterdir())
    assert not re.search(r"https?:|//|@import|url\(|javascript:", whole)
    assert {path.name for path in (tmp_path / "book").iterdir()} == {*found, "style.css", MARK}
    assert all(re.fullmatch(r"[a-z0-9.-]+", path.name) for path in (tmp_path / "book").iterdir())


def test_names_and_texts_are_never_markup(odd, tmp_path):
    odd.done(f"ledger report --html {tmp_path / 'book'} --with-money")
    found = pages(tmp_path / "book")
    tags = set().union(*(page.tags for page in found.values()))
    assert not tags & {"script", "img", "b", "i", "u", "iframe", "style"}
    assert not [name for page in found.values() for name, _ in page.attributes if name.startswith("on")]
    text = "".join(page.text for page in found.values())
    for written in (SCRIPT, QUOTE, SONS, "田中さん", "</p><img src=x>", "<b>here</b>", "<i>late</i>", "<u>"):
        assert written in text, written
    for page in found.values():
        assert page.text.count("None") == 0
        assert {"html", "head", "title", "h1"} <= page.tags


def test_the_figures_are_those_of_the_terminal(odd, tmp_path):
    odd.done(f"ledger report --html {tmp_path / 'book'}")
    found = pages(tmp_path / "book")
    index = found["index.html"].text
    assert "Standings by points, games of four" in index
    assert "Standings by points, games of three" in index
    assert "2026-11-13 to 2026-11-20: 2 nights, 3 games" in index
    assert index.index("games of four") < index.index("games of three")
    game = found["game-2026-11-20-1.html"].text
    for figure in ("88,000", "+53,000", "-65,000", "+12,000"):
        assert figure in game
    hand = found["game-2026-11-13-1.html"].text
    assert "田中さん tsumo mangan" in hand
    assert "+8,000" in hand
    assert "1,000 off 田中さん's result: <i>late</i>" in hand


def test_a_season_with_its_teams(ledger_with, tmp_path):
    terminal = ledger_with("seasons")
    terminal.done(f"ledger report autumn --html {tmp_path / 'book'}")
    index = pages(tmp_path / "book")["index.html"]
    assert "Autumn" in index.text
    shown = terminal.done("ledger team list Autumn")
    points = re.search(r"Dragons +1 +(\S+)", shown)[1]
    teams = index.text.split("Teams")[1].split("Nights")[0]
    assert (teams.count("Dragons"), teams.count(points)) == (1, 2)  # of the team, and of its only member
    terminal.done(f"ledger report Autumn --html {tmp_path / 'nameless'} --anonymous")
    assert "Dragons" not in (tmp_path / "nameless" / "index.html").read_text(encoding="utf-8")
    assert "no game is over in season" in terminal.refused(f"ledger report Cup --html {tmp_path / 'cup'}", 1)
    assert not (tmp_path / "cup").exists()


def test_money_only_with_money(odd, tmp_path):
    odd.done(f"ledger report --html {tmp_path / 'plain'}")
    odd.done(f"ledger report --html {tmp_path / 'money'} --with-money")
    plain = "".join(page.text for page in pages(tmp_path / "plain").values())
    assert "€" not in plain
    assert "pays" not in plain
    night = pages(tmp_path / "money")["night-2026-11-13.html"].text
    assert "€" in night
    assert " pays " in night
    assert "€" not in pages(tmp_path / "money")["night-2026-11-20.html"].text  # not settled


def test_without_names_none_is_left(odd, tmp_path):
    odd.done(f"ledger report --html {tmp_path / 'book'} --anonymous --with-money")
    for path in (tmp_path / "book").iterdir():
        text = path.read_text(encoding="utf-8")
        for name in ("Ken", "John", "Taro", "Anna", "script", "onmouseover", "Brien", "田中", "here", "late", "src=x"):
            assert not re.search(rf"\b{name}\b", text), (path.name, name)
    assert (tmp_path / "book" / "player-8.html").is_file()
    assert not (tmp_path / "book" / "player-9.html").exists()


def test_a_book_takes_the_place_of_the_one_before(odd, tmp_path):
    place = tmp_path / "book"
    odd.done(f"ledger report --html {place}")
    first = {path.name: path.read_bytes() for path in place.iterdir()}
    (place / "CNAME").write_text("club.example")
    odd.done(f"ledger report --html {place}")
    assert {path.name: path.read_bytes() for path in place.iterdir()} == {**first, "CNAME": b"club.example"}
    odd.done("ledger game void 1 --date 2026-11-20")
    odd.done(f"ledger report --html {place}")
    assert not (place / "game-2026-11-20-1.html").exists()
    assert not (place / "night-2026-11-20.html").exists()
    assert (place / "CNAME").is_file()


def test_other_folders_are_left_alone(odd, tmp_path):
    place = tmp_path / "documents"
    place.mkdir()
    (place / "letter.txt").write_text("dear")
    refusal = odd.refused(f"ledger report --html {place}", 1)
    assert "is not empty and holds no season book" in refusal
    assert [path.name for path in place.iterdir()] == ["letter.txt"]
    odd.done(f"ledger report --html {place} --force")
    assert (place / "letter.txt").read_text() == "dear"
    assert (place / "index.html").is_file()
    assert "is a file" in odd.refused(f"ledger report --html {place / 'letter.txt'}", 1)
    assert "cannot be written" in odd.refused(f"ledger report --html {place / 'letter.txt' / 'book'}", 2)
    odd.refused("ledger report Autumn --html x", 1)
    assert "--html" in odd.refused("ledger report", 2)


def test_an_interrupted_writing_leaves_the_old_book(tmp_path, monkeypatch):
    place = tmp_path / "book"
    write_folder(place, {"index.html": "old", "gone.html": "old"})
    (place / f"{folders.BESIDE}left").mkdir()  # of one that was killed

    real = Path.write_text

    def write(path, text, **how):
        if text == "broken":
            raise KeyboardInterrupt
        return real(path, text, **how)

    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(KeyboardInterrupt):
        write_folder(place, {"index.html": "new", "later.html": "broken"})
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "a" / "b", {"index.html": "broken"})
    assert not (tmp_path / "a").exists()
    assert {path.name: path.read_text() for path in place.iterdir() if path.name != MARK} == {
        "index.html": "old",
        "gone.html": "old",
    }
    write_folder(place, {"index.html": "new"})
    assert sorted(path.name for path in place.iterdir()) == ["index.html", MARK]
    # The list names files of this folder only, whatever somebody wrote into it.
    (tmp_path / "precious.txt").write_text("dear")
    (place / MARK).write_text((place / MARK).read_text() + "../precious.txt\n..\n\n")
    write_folder(place, {"index.html": "newer"})
    assert (tmp_path / "precious.txt").read_text() == "dear"
