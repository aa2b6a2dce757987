"""All commands, by what they are for."""

import click

from ledger import VERSION
from ledger.commands.lazy import Entry, LazyGroup

SECTIONS = {
    "Begin": {
        "demo": Entry("demo:demo", "Play an evening from an empty file to who pays whom"),
        "init": Entry("init:init", "Make the club's ledger, or change its defaults"),
        "player": Entry("player:player", "Add and list the people of the club"),
    },
    "At the table": {
        "game": Entry("game:game", "Start, show, end and void games; record final scores"),
        "hand": Entry("hand:hand", "Record a hand in one line; list hands, take one back"),
        "play": Entry("play:play", "Record a game at the table: a prompt that draws it"),
        "undo": Entry("undo:undo", "Take back the last thing recorded, whatever it was"),
        "log": Entry("log:log", "What was done, when, by whom, and what it replaced"),
        "score": Entry("score:score", "What a hand is worth"),
        "fu": Entry("fu:fu", "Count the fu of a hand, part by part"),
        "table": Entry("table:table", "The payment tables of a ruleset"),
    },
    "The night": {
        "sheet": Entry("sheet:sheet", "Record a night that was written as text"),
        "night": Entry("night:night", "Open, show and list nights; open a settled one again"),
        "settle": Entry("settle:settle", "Turn the night's points into money: who pays whom"),
        "pay": Entry("pay:pay", "Record that somebody paid somebody"),
        "balance": Entry("pay:balance", "What everybody is still owed, or owes"),
        "statement": Entry("pay:statement", "How somebody's balance came about"),
    },
    "The season": {
        "season": Entry("season:season", "Begin, close and show seasons"),
        "team": Entry("team:team", "Teams of a season, and how they stand"),
        "standings": Entry("standings:standings", "How everyone stands"),
        "rating": Entry("rating:rating", "Everyone's rating: Tenhou's, Elo or OpenSkill"),
        "stats": Entry("stats:stats", "How somebody plays: places, wins, deal-ins, riichi"),
        "versus": Entry("versus:versus", "Two people against each other; who was ahead of whom"),
        "records": Entry("records:records", "Yakuman, the best and the worst, and by whom"),
        "chart": Entry("chart:chart", "Pictures of points, places, ratings and hands"),
        "report": Entry("report:report", "The season book: a season as pages for the web"),
    },
    "In and out": {
        "export": Entry("export:export", "Write tables, workbooks, league sheets and journals"),
        "import": Entry("imports:import_", "Bring games in: online logs, other programs"),
    },
    "The club": {
        "rules": Entry("rules:rules", "The rulesets: list, show, compare"),
    },
}

EPILOG = """\b
Examples:
  ledger demo
  ledger init --rules dutch-4p --currency EUR --rate 0.50
  ledger game start Ken John Taro Anna
  ledger hand Ken ron John s5 riichi
  ledger settle

The ledger is one file. Name it with --db or LEDGER_DB; otherwise it is in your
own data folder. Exit codes: 0 done, 1 refused or not found, 2 not understood,
3 trouble with the database.
"""


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
@click.option("--db", metavar="PLACE", help="The ledger: a file, or the URL of a PostgreSQL database.")
@click.option("--by", metavar="NAME", help="Who is recording (LEDGER_BY; else your login name).")
@click.version_option(VERSION, prog_name="ledger")
@click.pass_context
def cli(ctx: click.Context, db: str | None, by: str | None) -> None:
    """The ledger of a riichi mahjong club: hands, games, nights, and who pays whom."""
    ctx.obj = {"db": db, "by": by}
