"""The sheets that leagues take: the EMA's results of a tournament, mahjong-portal's, and Pantheon's rating table."""

from typing import NamedTuple

from ledger.shapes.export import Column, Kind, MemberLine, Members, Sheet

EMA = "ema"


class Tournament(NamedTuple):
    """What the EMA asks of a tournament beside its results."""

    name: str = ""
    short_name: str = ""
    city: str = ""
    country: str = ""
    mers: str = ""
    period: str = ""
    days: int | None = None


EMA_COLUMNS = (
    Column("Tournament name", Kind.TEXT, "--tournament, else the season's name"),
    Column("Number of participants", Kind.WHOLE, "how many played"),
    Column("Place", Kind.WHOLE, "by points; those who share a place have the same"),
    Column("Player's first name", Kind.TEXT, "the given name"),
    Column("Player's last name", Kind.TEXT, "the family name in capitals"),
    Column("EMA number", Kind.CODE, "eight digits"),
    Column("Table points", Kind.WHOLE, "always 1"),
    Column("Score", Kind.WHOLE, "the sum of results in points, after penalties"),
    Column("EMA member", Kind.TEXT, "YES for who has an EMA number"),
    Column("Country", Kind.TEXT, "three letters"),
    Column("Date", Kind.CODE, "of the last day, as dd.mm.yyyy"),
    Column("Countrycourt", Kind.TEXT, "--country: where it was"),
    Column("city", Kind.TEXT, "--city"),
    Column("mers", Kind.CODE, "--mers: its weight"),
    Column("shortname", Kind.TEXT, "--short"),
    Column("rules", Kind.TEXT, "always Riichi"),
    Column("period", Kind.CODE, "--period"),
    Column("NbDays", Kind.WHOLE, "--days, else how many nights"),
    Column("Extra", Kind.TEXT, "always NO"),
)
PORTAL_COLUMNS = (
    Column("place", Kind.WHOLE, "by points"),
    Column("name", Kind.TEXT, "family and given name where known, else the shown name"),
    Column("scores", Kind.WHOLE, "the sum of results in points, after penalties"),
    Column("games", Kind.WHOLE, "how many games"),
    Column("ema", Kind.CODE, "the EMA number"),
)
PANTHEON_COLUMNS = (
    Column("Place", Kind.WHOLE, "by points"),
    Column("Player ID", Kind.CODE, "the number in Pantheon (--online pantheon=…), else the id in this ledger"),
    Column("Player name", Kind.TEXT, "the shown name"),
    Column("Team", Kind.TEXT, "the team in the season; left out where nobody has one"),
    Column("Chips", Kind.WHOLE, "left out where nobody has any"),
    Column("Rating points", Kind.WHOLE, "the sum of results in points"),
    Column("Average place", Kind.NUMBER, "of all games"),
    Column("Average points", Kind.NUMBER, "per game"),
    Column("Games played", Kind.WHOLE, "how many games"),
)


def ema_sheet(members: Members, asked: Tournament) -> Sheet:
    """The EMA's result sheet, its columns in the EMA's order."""
    last = f"{members.days[-1]:%d.%m.%Y}" if members.days else ""
    head = (asked.name or members.name, len(members.lines))
    foot = (last, asked.country, asked.city, asked.mers, asked.short_name or asked.name or members.name)
    rows = (
        (
            *(*head, line.place, line.given_name or line.player, (line.family_name or "").upper(), _ema(line), 1),
            *(line.points, "YES" if _ema(line) else "", country_of(line) or "", *foot, "Riichi", asked.period),
            *(asked.days or len(members.days), "NO"),
        )
        for line in members.lines
    )
    return Sheet("ema", EMA_COLUMNS, rows)


def portal_sheet(members: Members) -> Sheet:
    """What mahjong-portal imports."""
    rows = ((line.place, _full_name(line), line.points, line.games, _ema(line)) for line in members.lines)
    return Sheet("portal", PORTAL_COLUMNS, rows)


def pantheon_sheet(members: Members) -> Sheet:
    """Pantheon's rating table."""
    left_out = {
        "Team": not any(line.team for line in members.lines),
        "Chips": not any(line.chips for line in members.lines),
    }
    kept = [number for number, column in enumerate(PANTHEON_COLUMNS) if not left_out.get(column.name)]
    rows = (
        (
            *(line.place, dict(line.codes).get("pantheon", line.uid), line.player, line.team, line.chips),
            *(line.points, line.average_place, line.points / line.games if line.games else None, line.games),
        )
        for line in members.lines
    )
    columns = tuple(PANTHEON_COLUMNS[number] for number in kept)
    return Sheet("pantheon", columns, (tuple(row[number] for number in kept) for row in rows))


def _ema(line: MemberLine) -> str | None:
    return dict(line.codes).get(EMA)


def _full_name(line: MemberLine) -> str:
    return " ".join(part for part in (line.family_name, line.given_name) if part) or line.player


def country_of(line: MemberLine) -> str | None:
    """Somebody's country in three letters, None where it is not known so."""
    if line.country is None or len(line.country) == 3:
        return line.country
    return THREE_LETTERS.get(line.country)


THREE_LETTERS = {
    "AT": "AUT",
    "BE": "BEL",
    "BG": "BGR",
    "BY": "BLR",
    "CA": "CAN",
    "CH": "SUI",
    "CN": "CHN",
    "CZ": "CZE",
    "DE": "GER",
    "DK": "DEN",
    "EE": "EST",
    "ES": "ESP",
    "FI": "FIN",
    "FR": "FRA",
    "GB": "GBR",
    "GR": "GRE",
    "HR": "CRO",
    "HU": "HUN",
    "IE": "IRL",
    "IS": "ISL",
    "IT": "ITA",
    "JP": "JPN",
    "KR": "KOR",
    "LT": "LTU",
    "LU": "LUX",
    "LV": "LAT",
    "NL": "NED",
    "NO": "NOR",
    "PL": "POL",
    "PT": "POR",
    "RO": "ROU",
    "RS": "SRB",
    "RU": "RUS",
    "SE": "SWE",
    "SI": "SLO",
    "SK": "SVK",
    "TR": "TUR",
    "TW": "TPE",
    "UA": "UKR",
    "US": "USA",
}
"""Codes of countries as sports federations write them, by those of two letters."""


def missing_in(members: Members) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who lacks what the EMA's sheet has: options of  ledger player set  that would say it."""
    found = []
    for line in members.lines:
        lacks = {
            "--given": not line.given_name,
            "--family": not line.family_name,
            "--ema": not _ema(line),
            "--country": not country_of(line),
        }
        if any(lacks.values()):
            found.append((line.player, tuple(option for option, missing in lacks.items() if missing)))
    return tuple(found)
