"""ledger report."""

from pathlib import Path

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.money import LOCALE, locale_of
from ledger.commands.text import note
from ledger.errors import UsageError, counted, listing

EPILOG = """\b
Examples:
  ledger report --html book
  ledger report Autumn --html public --anonymous
  ledger report --html book --with-money --force
"""


@click.command(epilog=EPILOG)
@click.argument("season", metavar="[SEASON]", required=False)
@click.option("--html", "folder", metavar="DIR", required=True, help="The folder to write the pages into.")
@click.option("--with-money", is_flag=True, help="With the money of settled nights, and who pays whom.")
@click.option("--anonymous", is_flag=True, help="Without names, and without what was written in words.")
@click.option("--force", is_flag=True, help="Into a folder with other files, too; those stay.")
@LOCALE
@with_desk
def report(
    desk: Desk,
    /,
    season: str | None,
    folder: str,
    *,
    with_money: bool,
    anonymous: bool,
    force: bool,
    locale: str | None,
) -> None:
    """Writes the season book: a season as pages for the club's web space, that need nothing beside them.

    Standings, pictures, records, and a page for each night, each game with its hands, and each player. Without SEASON
    that of today, or all games where there is none. Written again into the same folder, the book takes the place of
    the one before.
    """
    from ledger.commands.book_pages import pages_of  # noqa: PLC0415
    from ledger.pages.book import book_files  # noqa: PLC0415
    from ledger.pages.folder import write_folder  # noqa: PLC0415
    from ledger.services.book import Asking, book  # noqa: PLC0415

    engine = desk.engine()
    read = book(engine, desk.at, season, Asking(with_money, anonymous))
    open_games = [f"game {number} of {night.held_on}" for night in read.nights for number in night.left_out]
    if open_games:
        note(f"without {listing(open_games)}, not over yet")
    files = book_files(pages_of(read, locale_of(engine, locale)))
    try:
        write_folder(Path(folder), files, force=force)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from error
    note(f"wrote {counted(len(files) - 1, 'page')}: begin with {Path(folder) / 'index.html'}")
