"""Statistics, records, and how two people do against each other: every figure with what it is a figure of."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was, and of how many times: 31 of 143 hands."""

    count: int
    of: int

    @property
    def rate(self) -> float | None:
        """The part of one; None of nothing."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Mean:
    """A sum, and of how many: 52,400 points in 12 wins."""

    total: int
    of: int

    @property
    def average(self) -> float | None:
        """The sum by how many; None of nothing."""
        return self.total / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class InGame:
    """A figure of a game: points, or a score; the game by its night and number."""

    points: int
    night: date
    game: int


@dataclass(frozen=True, slots=True)
class InHand:
    """Points of a hand: the game by its night and number, the hand by its number and position (E1.0)."""

    points: int
    night: date
    game: int
    hand: int
    position: str


@dataclass(frozen=True, slots=True)
class Streak:
    """So many games of somebody one after the other, from the night of the first to that of the last."""

    games: int
    since: date
    until: date


@dataclass(frozen=True, slots=True)
class Streaks:
    """The longest runs of first places, of first and second ones, and without a last one; None: not once."""

    firsts: Streak | None
    top_two: Streak | None
    without_last: Streak | None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """How the games went that somebody began in a seat: 0 is East."""

    seat: int
    place: Mean
    points: Mean


@dataclass(frozen=True, slots=True)
class HandFigures:
    """What somebody did in hands.

    tsumo: of the wins. deal_ins: hands in which they discarded a winning tile, however many won by it; deal_in_value:
    what each of the winners got of them. tenpai: of the exhaustive draws. The values are those of the hands won;
    win_extras and deal_in_honba: what counters and riichi sticks brought and cost beside them.
    """

    hands: int
    wins: Share
    tsumo: Share
    deal_ins: Share
    riichi: Share
    wins_after_riichi: Share
    deal_ins_after_riichi: Share
    tenpai: Share
    win_value: Mean
    win_extras: Mean
    deal_in_value: Mean
    deal_in_honba: Mean


@dataclass(frozen=True, slots=True)
class YakuLine:
    """A yaku, and in how many of the wins whose yaku are known it was."""

    yaku: str
    wins: Share


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """How somebody plays; players: 3 or 4, None for all games together.

    Games, places and points are of the results that are theirs (points: with parts of others' results); hands are
    those in which they sat at the table, of games that are over. games_with_hands: how many of these games have any.
    places: from the first on. busts: games that ended below zero, or as the rules count it. biggest_win: the hand by
    which they won most; biggest_loss: by which they lost most to those who won it. nagashi, chombo: in how many hands.
    """

    player: str
    players: int | None
    games: int
    places: tuple[Share, ...]
    place: Mean
    points: Mean
    best: InGame | None
    worst: InGame | None
    busts: Share
    streaks: Streaks
    seats: tuple[SeatLine, ...]
    games_with_hands: int
    hands: HandFigures
    dealing: HandFigures
    not_dealing: HandFigures
    nagashi: Share
    chombo: Share
    dora: Mean
    yaku: tuple[YakuLine, ...]
    biggest_win: InHand | None
    biggest_loss: InHand | None


@dataclass(frozen=True, slots=True)
class Side:
    """One of two people in the games that both played.

    ahead: how often their place was the better one. deal_ins: what they paid for the other's wins by their discards,
    without counters, and for how many.
    """

    player: str
    ahead: Share
    place: Mean
    points: Mean
    deal_ins: Mean


@dataclass(frozen=True, slots=True)
class Versus:
    """Two people in the games that both played; players: 3 or 4, None for all games together.

    ties: games in which they shared a place; hands: in which both sat at the table.
    """

    players: int | None
    games: int
    ties: int
    hands: int
    one: Side
    other: Side


@dataclass(frozen=True, slots=True)
class Matrix:
    """How often who was ahead of whom: a row for each of those named, who most played first.

    cells: how often the one of the row was ahead of the one of the column, of the games both played; None for
    themselves. left_out: how many further people have played.
    """

    players: int | None
    names: tuple[str, ...]
    cells: tuple[tuple[Share | None, ...], ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a record is, and where it stands: the night, and where it is of one game or hand, which.

    since: where it took several nights, the first one, and night the last.
    """

    player: str
    night: date
    game: int | None = None
    hand: int | None = None
    position: str | None = None
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The best (or worst) there was: the figure, how often it was reached, and by whom, the first few by date."""

    figure: int
    times: int
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class YakumanLine:
    """A yakuman: who won it, when, in which hand, from whom (None: by tsumo), which, where that was recorded.

    multiple: how many yakuman it counts as; counted: by its han.
    """

    player: str
    night: date
    game: int
    hand: int
    position: str
    discarder: str | None
    yaku: tuple[str, ...]
    multiple: int
    counted: bool


@dataclass(frozen=True, slots=True)
class Records:
    """The records of games; players: 3 or 4, None for all together; None where there is nothing of the kind.

    dealer_run: how many hands one after the other somebody dealt. best_night: points. The streaks are in games.
    """

    players: int | None
    games: int
    yakuman: tuple[YakumanLine, ...]
    highest_score: Record | None
    lowest_score: Record | None
    biggest_hand: Record | None
    dealer_run: Record | None
    best_night: Record | None
    firsts: Record | None
    top_two: Record | None
    without_last: Record | None
