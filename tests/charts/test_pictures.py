"""Pictures that are really drawn: sizes, labels that do not overlap, names in every script, the same bytes again."""

import io
import sys
import unicodedata
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, pairwise

import pytest
from PIL import Image

from ledger.charts import fonts
from ledger.charts.errors import NotInstalled
from ledger.charts.files import drawn, picture
from ledger.charts.fonts import Fonts, fonts_for
from ledger.charts.svg import svg
from ledger.charts.text import lines_text
from ledger.shapes.chart import Bar, Bars, ChartKind, Line, Lines, Step

LONG = "Maximiliana-Alexandra von und zu Hohenstein-Langenburg-Mülle"
TWELVE = (
    "Ken",
    "John",
    "Taro",
    "Anna",
    "Zoë",
    "O'Brien",
    "Anne Marie",
    "$5 and $6",
    LONG,
    "Bo_1^2",
    "<b>Al</b>",
    "Noé & Co",
)


def lines(names, nights=14, end=1000):
    """Lines that all end within a few points of each other, the worst for labels; one begins late."""
    steps = (Step(), *(Step(date(2026, 9, 4) + timedelta(days=7 * n)) for n in range(nights)))
    made = [
        Line(name, nights, (0, *((-1) ** n * 30_000 // (n + 1) for n in range(nights - 1)), end - 100 * i))
        for i, name in enumerate(names)
    ]
    made[-1] = made[-1]._replace(values=(*[None] * (nights - 1), 0, made[-1].last))
    return Lines(ChartKind.POINTS, "Points, season Autumn", "points", 0, 0, steps, tuple(made))


def bars(names, shares):
    parts = ("1st", "2nd", "3rd", "4th") if shares else ("win", "deal-in", "riichi")
    counts = (5, 0, 3, 2) if shares else (2, 0, 10)
    return Bars(
        ChartKind.PLACES if shares else ChartKind.HANDS,
        "Title",
        "games",
        shares,
        parts,
        tuple(Bar(name, 10, counts) for name in names),
    )


EVERY = {
    "four": lines(TWELVE[:4]),
    "twelve": lines(TWELVE),
    "one game": lines(TWELVE[:4], nights=1),
    "millions": lines(TWELVE[:4], end=-23_456_700),
    "one line": lines(["Ken"], end=-52_300),
    "places": bars(TWELVE, shares=True),
    "hands": bars(TWELVE, shares=False),
    "one bar": bars(["Ken"], shares=False),
}


def boxes(figure):
    """Where every text of a picture is, in pixels: the figure's own, and those on and around its axes."""
    texts = [*figure.texts]
    for axes in figure.axes:
        texts += [*axes.texts, axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels(), *axes.get_yticklabels()]
        texts += [axes.title, axes._left_title]
    figure.canvas.draw()
    return [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]


@pytest.mark.parametrize("name", EVERY)
def test_no_two_texts_overlap_and_all_are_within(name):
    with drawn(EVERY[name]) as (figure, note):
        assert note is None
        wide, high = figure.get_figwidth() * figure.dpi, figure.get_figheight() * figure.dpi
        found = boxes(figure)
    assert len(found) > 5
    for text, box in found:
        assert box.x0 >= 0, text
        assert box.x1 <= wide, text
        assert box.y0 >= 0, text
        assert box.y1 <= high, text
    for (text, box), (other, its) in combinations(found, 2):
        apart = box.x1 <= its.x0 or its.x1 <= box.x0 or box.y1 <= its.y0 + 1 or its.y1 <= box.y0 + 1
        assert apart, (text, other)


def test_lines_are_told_apart_by_more_than_colour():
    with drawn(EVERY["twelve"]) as (figure, _):
        looks = [(line.get_color(), line.get_linestyle(), line.get_marker()) for line in figure.axes[0].lines[:12]]
    assert len(set(looks)) == 12
    assert len({(style, marker) for _, style, marker in looks}) == 12


def test_a_picture_is_of_its_kind_and_the_same_again():
    for name in ("twelve", "places"):
        png, again = picture(EVERY[name], "png"), picture(EVERY[name], "png")
        assert png.content == again.content
        with Image.open(io.BytesIO(png.content)) as image:
            assert image.size[0] == 1500
            assert image.size[1] >= 750
            assert len(image.convert("RGB").getcolors(1 << 20)) > 20
        vector = picture(EVERY[name], "svg").content
        assert vector == picture(EVERY[name], "svg").content
        assert b"2026-12-0" not in vector or b"<dc:date>" not in vector
        assert ET.fromstring(vector).tag.endswith("svg")


def test_japanese_names_are_drawn_where_a_font_has_them_and_spelled_out_where_none_has():
    fonts_here = fonts_for(["田中さん", "Ken", "🐉"])
    with drawn(lines(["Ken", "田中さん", "🐉 Bo"])) as (figure, note):
        texts = [text.get_text() for text in figure.texts]
    for letter, spelled in (("田", "U+7530"), ("🐉", ":dragon:")):
        shown = spelled if letter in fonts_here.missing else letter
        assert any(shown in text for text in texts), letter
        assert (letter in (note or "")) == (letter in fonts_here.missing)
    assert not any(name.startswith("Last Resort") for name in fonts_here.names)  # all of its letters are boxes


def test_without_any_japanese_font_the_package_is_named(monkeypatch):
    monkeypatch.setattr(fonts, "_installed", list)
    found = picture(lines(["Ken", "田中さん"]), "png")
    assert found.note == (
        "no font here can draw さ ん 中 田, so it is spelled out: install a Japanese font (Debian: fonts-noto-cjk)"
    )
    assert Fonts((), frozenset("田\ufe0f🐉")).drawable("田🐉\ufe0f!") == "U+7530:dragon:!"
    assert unicodedata.name("🐉") == "DRAGON"


@pytest.mark.parametrize("library", ["matplotlib", "plotext"])
def test_what_to_install_is_said_where_it_is_absent(monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(NotInstalled, match="pip install 'riichi-club-ledger\\[charts\\]'"):
        picture(EVERY["four"], "png") if library == "matplotlib" else lines_text(EVERY["four"], 80, 20)


def test_lines_in_text_fit_and_have_a_letter_each():
    four = EVERY["four"]
    spread = [line._replace(values=(0, *[40_000 - 20_000 * n] * 14)) for n, line in enumerate(four.lines)]
    text = lines_text(replace(four, lines=tuple(spread)), 80, 20)
    assert len(text.splitlines()) == 20
    assert max(map(len, text.splitlines())) <= 80
    assert "2026-12-04" in text
    assert "start" in text
    for letter in "abcd":
        assert letter in text
    assert "\x1b" not in text


@pytest.mark.parametrize("name", EVERY)
def test_pictures_for_pages_are_xml_with_all_names_and_nothing_from_elsewhere(name):
    found = svg(EVERY[name])
    root = ET.fromstring(found)
    chart = EVERY[name]
    everybody = [one.name for one in (chart.lines if isinstance(chart, Lines) else chart.bars)]
    assert all(who in root.get("aria-label") for who in everybody)
    _, _, wide, high = map(float, root.get("viewBox").split())
    labels = [element for element in root.iter() if element.tag == "text"]
    assert all(0 <= float(label.get("x")) <= wide and 0 <= float(label.get("y")) <= high for label in labels)
    at = sorted(float(label.get("y")) for label in labels if label.text.startswith(tuple(who[:9] for who in everybody)))
    if name in ("four", "twelve"):
        assert len(at) == len(everybody)
        assert all(b - a >= 16.9 for a, b in pairwise(at))
    assert "<b>" not in found
    assert "http" not in found
