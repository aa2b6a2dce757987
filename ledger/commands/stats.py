"""ledger stats."""

from typing import TYPE_CHECKING, Any

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.figures import TOGETHER, heading, mean, part, percent, place, signed_mean
from ledger.commands.scope import asked_of, scope_text, scoped
from ledger.commands.text import columns, note, points, say, say_json, signed
from ledger.errors import counted

if TYPE_CHECKING:
    from ledger.shapes.statistics import InHand, PlayerStatistics, Streak

PLACES = ("first", "second", "third", "fourth")
SEATS = ("East", "South", "West", "North")
MOST_YAKU = 8
"""So many yaku are shown, the most frequent; --json has all."""


@click.command(
    epilog="\b\nExamples:\n  ledger stats Ken\n  ledger stats Ken --last 1y\n  ledger stats Ken --all --json\n"
)
@click.argument("player")
@TOGETHER
@scoped
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def stats(desk: Desk, /, player: str, together: bool, as_json: bool, **options: Any) -> None:
    """Shows how somebody plays, each figure with what it is a figure of.

    Places and points are of finished games; the rest is of their recorded hands in which PLAYER
    sat at the table. Games of three and of four are shown apart. Without a time the season
    of today counts, or all games where there is none.
    """
    from ledger.services.statistics import player_report  # noqa: PLC0415

    report = player_report(desk.engine(), desk.at, player, asked_of(options), together=together)
    if as_json:
        say_json(report.blocks)
        return
    if not report.blocks:
        note(f"{report.player} has finished no game ({scope_text(report.scope)})")
    for number, block in enumerate(report.blocks):
        say(("\n" if number else "") + f"{block.player}: {heading(report.scope, block.players)}")
        _say_block(block)


def _say_block(block: "PlayerStatistics") -> None:
    if block.games:
        say(columns(games_rows(block), left=(0, 2)))
        say("\nBy seat at the start")
        rows = [("", "games", "average place", "average points")]
        rows += [
            (SEATS[line.seat], str(line.place.of), place(line.place), signed_mean(line.points)) for line in block.seats
        ]
        say(columns(rows))
    if not block.hands.hands:
        say("\nNo hands were recorded, only results.")
        return
    say(f"\n{counted(block.hands.hands, 'hand')} of {counted(block.games_with_hands, 'game')}")
    say(columns(hands_rows(block)))
    if beside := beside_rows(block):
        say("\n" + columns(beside, left=(0, 2)))
    if block.yaku:
        say(f"\nYaku, of {counted(block.yaku[0].wins.of, 'win')} whose yaku are known")
        say(columns([(y.yaku, percent(y.wins), str(y.wins.count)) for y in block.yaku[:MOST_YAKU]]))


def games_rows(block: "PlayerStatistics") -> list[tuple[str, str, str]]:
    """What is known from results: what, how much, of what."""
    games = counted(block.games, "game")
    rows = [(f"{PLACES[i]} place", percent(share), f"{share.count} of {games}") for i, share in enumerate(block.places)]
    rows.append(("average place", place(block.place), games))
    rows.append(("average points", signed_mean(block.points), f"{signed(block.points.total)} in {games}"))
    for title, game in (("best game", block.best), ("worst game", block.worst)):
        if game is not None:
            rows.append((title, signed(game.points), f"{game.night}, game {game.game}"))
    rows.append(("bust", percent(block.busts), f"{block.busts.count} of {counted(block.busts.of, 'game')}"))
    runs = block.streaks
    for title, run in (
        ("first places in a row", runs.firsts),
        ("firsts and seconds in a row", runs.top_two),
        ("in a row without a last place", runs.without_last),
    ):
        rows.append(_run(title, run))
    return rows


def _run(title: str, run: "Streak | None") -> tuple[str, str, str]:
    if run is None:
        return title, "0", ""
    return title, str(run.games), f"{run.since}" if run.since == run.until else f"{run.since} to {run.until}"


SHARES = (
    ("won", "wins"),
    ("wins by tsumo", "tsumo"),
    ("dealt in", "deal_ins"),
    ("riichi", "riichi"),
    ("riichi that won", "wins_after_riichi"),
    ("riichi, dealt in", "deal_ins_after_riichi"),
    ("tenpai at draws", "tenpai"),
)
MEANS = (
    ("average win", "win_value"),
    ("counters, sticks", "win_extras"),
    ("average deal-in", "deal_in_value"),
    ("counters paid", "deal_in_honba"),
)
"""What is said of hands, and which figure that is."""


def hands_rows(block: "PlayerStatistics") -> list[tuple[str, ...]]:
    """What is known from hands: all, as dealer, and not."""
    every = (block.hands, block.dealing, block.not_dealing)
    rows = [("", "all", "as dealer", "not as dealer"), ("hands", *(f"{figures.hands}" for figures in every))]
    rows += [(title, *(part(getattr(figures, name)) for figures in every)) for title, name in SHARES]
    return rows + [(title, *(mean(getattr(figures, name)) for figures in every)) for title, name in MEANS]


def beside_rows(block: "PlayerStatistics") -> list[tuple[str, str, str]]:
    """What is rare, or not always recorded; only what there is."""
    rows = [_hand("biggest win", block.biggest_win), _hand("biggest loss", block.biggest_loss)]
    if block.dora.of:
        rows.append(
            ("dora of a win", f"{(block.dora.average or 0):.2f}", f"{block.dora.total} in {block.dora.of} wins")
        )
    for title, share, of in (("nagashi", block.nagashi, "draw"), ("chombo", block.chombo, "hand")):
        if share.count:
            rows.append((title, str(share.count), f"in {counted(share.of, of)}"))
    return [row for row in rows if row is not None]


def _hand(title: str, hand: "InHand | None") -> tuple[str, str, str] | None:
    if hand is None:
        return None
    return title, points(hand.points), f"{hand.night}, game {hand.game}, hand {hand.hand} ({hand.position})"
