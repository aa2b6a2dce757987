"""The season book's first page, its people and its records, in the words of the terminal."""

from collections.abc import Iterator
from dataclasses import replace

from ledger.charts.svg import svg
from ledger.commands.book_games import best_of, night_pages
from ledger.commands.book_links import INDEX, RECORDS, Links, game_file, links_of, night_file, player_file
from ledger.commands.records import record_rows, yakuman_row
from ledger.commands.scope import games_of, scope_text
from ledger.commands.show_settlement import points_in
from ledger.commands.standings import said_of, shown_columns
from ledger.commands.stats import beside_rows, games_rows, hands_rows
from ledger.commands.text import points, signed
from ledger.errors import counted
from ledger.pages.book import Block, Cell, Page, Table
from ledger.services.series import most_played, names_in, of_one
from ledger.shapes.book import Book, PlayerOfBook, SizeOfBook
from ledger.shapes.chart import Chart
from ledger.shapes.game import GameView
from ledger.shapes.standings import StandingsTable
from ledger.shapes.statistics import PlayerStatistics

MOST = 12
"""So many are drawn together, those who played most; everybody has a picture of their own."""


def pages_of(book: Book, locale: str) -> Iterator[Page]:
    """All pages of a book."""
    links = links_of(book)
    title = book.scope.season or scope_text(book.scope).capitalize()
    yield _index(book, title, links)
    yield _records(book, title, links)
    yield from night_pages(book.nights, title, links, locale)
    for player in book.people:
        yield _player(player, book, title, links)


def _index(book: Book, title: str, links: Links) -> Page:
    """The first page: standings, pictures, nights and people."""
    first, last = book.nights[0].held_on, book.nights[-1].held_on
    games = counted(sum(len(night.games) for night in book.nights), "game")
    days = f"{first}" if first == last else f"{first} to {last}"
    lead = [f"{days}: {counted(len(book.nights), 'night')}, {games}{', closed' if book.closed else ''}"]
    blocks: list[Block] = []
    for table in book.standings.tables:
        blocks += _standings(table, book, links)
        blocks += [block for size in book.sizes if size.players == table.players for block in _pictures(size, book)]
    return Page(
        INDEX,
        title,
        lead,
        [Cell("Records", RECORDS), Cell("Nights", "#nights"), Cell("Players", "#players")],
        (),
        [*blocks, *_teams(book, links), _nights(book), _people(book, links)],
    )


def _which(players: int | None, book: Book) -> str:
    """Which games a block is of, where there are several sizes."""
    return f", {games_of(players).casefold()}" if len(book.sizes) > 1 else ""


def _standings(table: StandingsTable, book: Book, links: Links) -> Iterator[Block]:
    """Standings as the terminal shows them; those with too few games apart."""
    shown = shown_columns(table, book.standings)
    head = [name for name, _ in shown]
    for lines, heading in (
        (table.lines, f"Standings by {said_of(book.standings.order)}{_which(table.players, book)}"),
        (table.below, f"With fewer than {counted(book.standings.least_games, 'game')}"),
    ):
        rows = [[links.text(cell(line)) for _, cell in shown] for line in lines]
        if rows:
            yield Block(heading, table=Table(head, rows, left=(1,)))


def _pictures(size: SizeOfBook, book: Book) -> Iterator[Block]:
    which = _which(size.players, book)
    of_all: tuple[Chart, ...] = (size.points, size.places, size.hands, size.rating)
    # Where only results were kept there are no hands.
    for chart in filter(names_in, of_all):
        yield Block(f"{chart.title}{which}", pictures=[_drawn(most_played(chart, MOST))])


def _drawn(chart: Chart, name: str = "") -> str:
    """A picture that says what it is; of one person, with the name."""
    return svg(replace(chart, title=f"{chart.title} of {name}") if name else chart)


def _teams(book: Book, links: Links) -> Iterator[Block]:
    """The season's teams, each with its members and their points."""
    rows = []
    for line in book.teams:
        rows.append([Cell(f"{line.rank}"), Cell(line.team), Cell(f"{line.games}"), Cell(signed(line.points))])
        rows += [[Cell(""), links.name(name), Cell(""), Cell(signed(gained))] for name, gained in line.members]
    if rows:
        yield Block("Teams", table=Table(["", "", "games", "points"], rows, left=(1,)))


def _nights(book: Book) -> Block:
    rows = [
        [
            Cell(f"{night.held_on}", night_file(night.held_on), whole=True),
            Cell(f"{len(night.games)}"),
            Cell(f"{len([who for who in night.players if who.player is not None])}"),
            Cell(best_of(night)),
        ]
        for night in reversed(book.nights)
    ]
    return Block("Nights", anchor="nights", table=Table(["night", "games", "players", "best"], rows, left=(0, 3)))


def _people(book: Book, links: Links) -> Block:
    rows = [
        [links.name(player.name), *(Cell(_games_in(player, size.players)) for size in book.sizes)]
        for player in book.people
    ]
    head = ["", *(f"games{_which(size.players, book)}" for size in book.sizes)]
    return Block("Players", anchor="players", table=Table(head, rows))


def _games_in(player: PlayerOfBook, players: int) -> str:
    return next((f"{one.games}" for one in player.statistics if one.players == players), "")


def _records(book: Book, title: str, links: Links) -> Page:
    """The records, games of three and of four apart."""
    blocks: list[Block] = []
    for size in book.sizes:
        rows = [
            [Cell(what), Cell(figure), _holder(who, where, links)]
            for what, figure, who, where in record_rows(size.records)
        ]
        blocks.append(Block(f"Records{_which(size.players, book)}", table=Table((), rows, left=(0, 2))))
        yakuman = [
            [
                _holder(line.player, f"{line.night}, {where}", links),
                *map(Cell, said),
            ]
            for line in size.records.yakuman
            for _, where, _, *said in [yakuman_row(line)]
        ]
        none = () if yakuman else ("No yakuman is recorded.",)
        table = Table((), yakuman, left=range(5)) if yakuman else None
        blocks.append(Block("Yakuman", notes=none, table=table))
    return Page(RECORDS, f"Records: {title}", (), [Cell(title, INDEX)], (), blocks)


def _holder(who: str, where: str, links: Links) -> Cell:
    """Whose a record is, and below where it stands."""
    return links.name(who)._replace(below=where, below_href=links.text(where).href)


def _player(player: PlayerOfBook, book: Book, title: str, links: Links) -> Page:
    """Somebody's page: pictures, statistics, and their games."""
    blocks: list[Block] = []
    for size in book.sizes:
        every: tuple[Chart, ...] = (size.points, size.rating, size.places)
        own = [chart for one in every if (chart := of_one(one, player.name))]
        pictures = [_drawn(chart, player.name) for chart in own]
        if pictures:
            blocks.append(Block(f"Points, rating, places{_which(size.players, book)}", pictures=pictures))
        for block in player.statistics:
            if block.players == size.players:
                blocks += _statistics(block, links)
    blocks.append(_games(player, book))
    return Page(player_file(player.number), player.name, (), [Cell(title, INDEX)], (), blocks)


def _statistics(block: PlayerStatistics, links: Links) -> Iterator[Block]:
    if block.games:
        yield Block("Games", table=Table((), links.texts(games_rows(block)), left=(0, 2)))
    if block.hands.hands:
        head, *rows = hands_rows(block)
        yield Block("Hands", table=Table(head, [list(map(Cell, row)) for row in rows]))
        if beside := beside_rows(block):
            yield Block("", table=Table((), links.texts(beside), left=(0, 2)))


def _games(player: PlayerOfBook, book: Book) -> Block:
    """The games somebody sat in, the last first."""
    rows = [
        [
            Cell(f"{game.night}, game {game.number}", game_file(game.night, game.number), whole=True),
            *_own_result(player.name, game),
            Cell(", ".join(name for name in game.players if name != player.name)),
        ]
        for night in reversed(book.nights)
        for game in reversed(night.games)
        if player.name in _who_sat(game)
    ]
    head = ["", "place", "counted", "points", "with"]
    return Block("All games", table=Table(head, rows, left=(0, 4)))


def _who_sat(game: GameView) -> set[str]:
    substitutes = {name for sub in game.substitutes for name in (sub.owner, sub.left, sub.came)}
    return {*game.players, *substitutes, *(result.player for result in game.results)}


def _own_result(name: str, game: GameView) -> list[Cell]:
    """Somebody's place, score and points; those of a game whose result is another's are empty."""
    own = next((result for result in game.results if result.player == name), None)
    gained = points_in(game, name)
    if own is None:
        return [Cell(""), Cell(""), Cell(gained)]
    return [Cell(f"{own.place}"), Cell(points(own.raw_score)), Cell(gained)]
