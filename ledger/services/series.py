"""Series that are drawn: pictures, tables beside them and the season book have them from here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from ledger.errors import LedgerError, listing
from ledger.names import name_key
from ledger.ratings import rate
from ledger.rules.rating import RatedGame
from ledger.services.players import person_named
from ledger.services.scope import Asked, apart, scope_meant
from ledger.shapes.chart import Bar, Bars, Chart, ChartKind, Line, Lines
from ledger.shapes.season import Scope
from ledger.shapes.statistics import HandFigures
from ledger.store.people import persons
from ledger.store.reports.scope import counted_in
from ledger.store.reports.series import Track, figures_of_hands, gained, placed, track_of
from ledger.store.reports.standings import guests, sums_by_person
from ledger.store.unit import Connection, Engine, read

STARTS = {"tenhou": 1500, "elo": 1500, "openskill": 0}
CALLED = {"tenhou": "Tenhou R", "elo": "Elo by pairs", "openskill": "OpenSkill, mu - 3 sigma"}
PLACES = ("1st", "2nd", "3rd", "4th")
HAND_PARTS = ("win", "deal-in", "riichi")


class NothingToDraw(LedgerError):
    """A picture of what nobody has played."""

    def __init__(self, what: str, who: Sequence[str]) -> None:
        super().__init__(f"no {what} of {listing(who)} among these games" if who else f"no {what} among these games")


class Wanted(NamedTuple):
    """What is to be drawn: of whom, or of nobody named of so many who played most (None: of all), without guests.

    system: by which rating.
    """

    kind: ChartKind
    names: tuple[str, ...] = ()
    most: int | None = None
    guests: bool = False
    system: str = "tenhou"


class Charted(NamedTuple):
    """A chart with the scope as it was meant.

    other_sizes: of how many players there are games that are not in it; left_out: how many played, and are not in it.
    """

    scope: Scope
    other_sizes: tuple[int, ...]
    left_out: int
    chart: Chart


def charted(engine: Engine, now: datetime, asked: Asked, wanted: Wanted) -> Charted:
    """The chart that is asked for, of games of four where there are some and not another size was said.

    Raises NothingToDraw, and UnknownPerson or NoSuchSeason.
    """

    def question(connection: Connection) -> Charted:
        first, *others = apart(connection, scope_meant(connection, now, asked), together=False)
        if wanted.names:
            named = [person_named(connection, name) for name in wanted.names]
            people, left_out = {person.id: person.name for person in named}, 0
        else:
            people, left_out = _who_played_most(connection, first, wanted)
        chart = chart_of(connection, first, wanted.kind, people, wanted.system)
        there = names_in(chart)
        absent = [name for name in people.values() if name not in there] if wanted.names else []
        if absent or not there:
            raise NothingToDraw("hand" if wanted.kind is ChartKind.HANDS else "finished game", absent)
        return Charted(first, tuple(other.players or 0 for other in others), left_out, chart)

    return read(engine, question)


def _who_played_most(connection: Connection, scope: Scope, wanted: Wanted) -> tuple[dict[int, str], int]:
    """Who is drawn where nobody is named, and how many are not."""
    names = {person.id: person.name for person in persons(connection).values()}
    sums = sums_by_person(connection, counted_in(connection, scope))
    out = set() if wanted.guests else guests(connection)
    played = sorted(sums.keys() - out, key=lambda person: (-sums[person].games, name_key(names[person])))
    return {person: names[person] for person in played[: wanted.most]}, len(
        played[wanted.most :] if wanted.most else ()
    )


def chart_of(
    connection: Connection, scope: Scope, kind: ChartKind, people: Mapping[int, str], system: str = "tenhou"
) -> Chart:
    """A chart of these people, by id, in games of one size; those who did not play are not in it."""
    match kind:
        case ChartKind.POINTS:
            return points_chart(connection, scope, people)
        case ChartKind.RATING:
            return rating_chart(connection, scope, people, system)
        case ChartKind.PLACES:
            return places_chart(connection, scope, people)
        case ChartKind.HANDS:
            counted = counted_in(connection, scope)
            return hands_chart((name, figures_of_hands(connection, counted, one)) for one, name in people.items())


def most_played(chart: Chart, most: int) -> Chart:
    """A chart of so many people at most, those with the most games or hands, in the order it has."""
    often = [line.games for line in chart.lines] if isinstance(chart, Lines) else [bar.of for bar in chart.bars]
    chosen = sorted(sorted(range(len(often)), key=lambda i: (-often[i], i))[:most])
    if isinstance(chart, Lines):
        return replace(chart, lines=tuple(chart.lines[i] for i in chosen))
    return replace(chart, bars=tuple(chart.bars[i] for i in chosen))


def of_one(chart: Chart, name: str) -> Chart | None:
    """A chart of one person only, if they are in it."""
    if isinstance(chart, Lines):
        lines = tuple(line for line in chart.lines if line.name == name)
        return replace(chart, lines=lines) if lines else None
    bars = tuple(bar for bar in chart.bars if bar.name == name)
    return replace(chart, bars=bars) if bars else None


def names_in(chart: Chart) -> list[str]:
    """Who is in a chart, in its order."""
    return [one.name for one in (chart.lines if isinstance(chart, Lines) else chart.bars)]


def points_chart(connection: Connection, scope: Scope, names: Mapping[int, str]) -> Lines:
    """Everybody's sum of points so far, at each step."""
    counted = counted_in(connection, scope)
    track = track_of(connection, counted)
    lines = []
    for person, mine in gained(connection, counted, track).items():
        if person not in names:
            continue
        at, sum_so_far = {}, 0
        for step, points, _ in mine:
            sum_so_far += points
            at[step] = sum_so_far
        lines.append(_line(names[person], sum(games for _, _, games in mine), at, track, 0))
    return Lines(ChartKind.POINTS, "Points", "points", 0, 0, track.steps, _best_first(lines))


def rating_chart(connection: Connection, scope: Scope, names: Mapping[int, str], system: str) -> Lines:
    """Everybody's rating at each step, replayed from the first game that counts."""
    counted = counted_in(connection, scope)
    track = track_of(connection, counted)
    games = placed(connection, counted, track)
    start = STARTS[system]
    lines = []
    for person, rated in rate(system, (RatedGame(game.people, game.places) for game in games)).items():
        if person in names:
            at = {games[one.game].step: one.rating.value for one in rated}
            lines.append(_line(names[person], len(rated), at, track, start))
    title, decimals = f"Rating ({CALLED[system]})", 1 if start else 2
    return Lines(ChartKind.RATING, title, "rating", start, decimals, track.steps, _best_first(lines))


def _line(name: str, games: int, at: Mapping[int, float], track: Track, start: float) -> Line:
    """A value at every step from the one before the first that is known."""
    first = min(at)
    values: list[float | None] = [None] * (first - 1) + [start]
    for step in range(first, len(track.steps)):
        values.append(at.get(step, values[-1]))
    return Line(name, games, tuple(values))


def _best_first(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: (-line.last, name_key(line.name))))


def places_chart(connection: Connection, scope: Scope, names: Mapping[int, str]) -> Bars:
    """How often everybody was first, second, …; the best average first."""
    places = scope.players or len(PLACES)
    found = [
        (sums.place_sum / sums.games, Bar(names[person], sums.games, sums.places[:places]))
        for person, sums in sums_by_person(connection, counted_in(connection, scope)).items()
        if person in names and sums.games
    ]
    found.sort(key=lambda one: (one[0], name_key(one[1].name)))
    return Bars(ChartKind.PLACES, "Places", "games", True, PLACES[:places], tuple(bar for _, bar in found))


def hands_chart(figures: Iterable[tuple[str, HandFigures]]) -> Bars:
    """In how many hands everybody won, dealt in, and declared riichi; who wins most often first."""
    found = [
        Bar(name, did.hands, (did.wins.count, did.deal_ins.count, did.riichi.count))
        for name, did in figures
        if did.hands
    ]
    found.sort(key=lambda bar: (-bar.counts[0] / bar.of, name_key(bar.name)))
    return Bars(ChartKind.HANDS, "Hands", "hands", False, HAND_PARTS, tuple(found))
