"""How the pages of the season book are called, and how they find each other."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ledger.pages.book import Cell
from ledger.shapes.book import Book

INDEX, RECORDS = "index.html", "records.html"
WHERE = re.compile(r"(\d{4}-\d\d-\d\d)(?:, game (\d+).*)?")


def player_file(number: int) -> str:
    """Somebody's page: by their number, for a name may hold anything and change."""
    return f"player-{number}.html"


def night_file(held_on: date | str) -> str:
    """A night's page; there is one night on a date."""
    return f"night-{held_on}.html"


def game_file(held_on: date | str, number: int | str) -> str:
    """A game's page."""
    return f"game-{held_on}-{number}.html"


class Links(NamedTuple):
    """The pages of people, by their names, and all that there are."""

    people: Mapping[str, str]
    there: frozenset[str]

    def name(self, name: str) -> Cell:
        """A name that leads to the person's page; the cash box has none."""
        return Cell(name, self.people.get(name, ""))

    def text(self, text: str) -> Cell:
        """A text that leads where it says: a name, or "2026-11-20, game 1, E1.0"."""
        if text in self.people:
            return self.name(text)
        said = WHERE.fullmatch(text)
        page = "" if said is None else game_file(said[1], said[2]) if said[2] else night_file(said[1])
        return Cell(text, page if page in self.there else "", whole=said is not None)

    def texts(self, rows: Iterable[Sequence[str]]) -> list[list[Cell]]:
        """Rows of such texts."""
        return [[self.text(text) for text in row] for row in rows]


def links_of(book: Book) -> Links:
    """The links of a book."""
    nights = {night_file(night.held_on) for night in book.nights}
    games = {game_file(game.night, game.number) for night in book.nights for game in night.games}
    return Links({player.name: player_file(player.number) for player in book.people}, frozenset(nights | games))
