"""The pages of the season book: each its title, and blocks of notes, pictures and tables. All texts are escaped."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

STYLE = "style.css"


class Cell(NamedTuple):
    """A text, where it leads to, and what is below it in small, and leads to; whole: it stays in one line."""

    text: str
    href: str = ""
    below: str = ""
    below_href: str = ""
    whole: bool = False


class Table(NamedTuple):
    """Rows below a head (none: without one); left: which columns are text; sums: the last row is of sums."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    left: Sequence[int] = (0,)
    sums: bool = False


class Block(NamedTuple):
    """A part of a page; anchor: by which a link finds it; pictures are SVG, made of escaped texts."""

    title: str = ""
    href: str = ""
    anchor: str = ""
    notes: Sequence[str] = ()
    pictures: Sequence[str] = ()
    table: Table | None = None


class Page(NamedTuple):
    """A page: the name of its file, and what is on it; trail: the pages above it; beside: those before and after."""

    name: str
    title: str
    lead: Sequence[str] = ()
    trail: Sequence[Cell] = ()
    beside: Sequence[Cell] = ()
    blocks: Sequence[Block] = ()


def book_files(pages: Iterable[Page]) -> Mapping[str, str]:
    """The files of a book by name; they link to each other only."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415
    from markupsafe import Markup  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("ledger.pages", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("book.html.j2")
    found = {page.name: template.render(page=page, style=STYLE, svg=Markup) + "\n" for page in pages}
    style = files("ledger.pages").joinpath("book.css").read_text(encoding="utf-8")
    return {**found, STYLE: style}
