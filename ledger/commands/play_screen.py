"""What `ledger play` shows between the lines: the table, the open games, the help."""

import shlex
from collections.abc import Sequence
from datetime import date

from ledger.commands.show import ENDINGS
from ledger.commands.text import columns, points, signed, terminal_width, text_width
from ledger.errors import counted, listing
from ledger.shapes.game import GameView, HandLine
from ledger.shapes.hand import WINDS, Table

HELP = """\
One line for each hand; Enter records it. The winner comes first:
  ken ron john 3/40 riichi       ken tsumo mangan       draw ken taro
E S W N are the players by their winds:  n ron e 3/40
Several tables: the number of a game, as in  2,  goes there.
Tab or the right arrow takes what is offered; arrow up brings earlier lines.
  undo   take the last hand back        fix    correct the last hand
  show   all hands of this game         games  the open games
  end    end this game here             quit   leave (also Ctrl-D)
Ctrl-C clears the line. All that was confirmed with Enter is kept."""


def screen(game: GameView) -> str:
    """The table as it stands, at most ten lines: seats in order with wind, points and the last change; the last hand.

    Names are cut where the terminal is too narrow, figures never.
    """
    change = game.hands[-1].change if game.hands else ()
    rows = []
    for seat, name in enumerate(game.players):
        moved = signed(change[seat]) if change else ""
        deals = "deals" if seat == game.table.dealer and not game.table.over else ""
        rows.append((_wind(game.table, seat), name, points(game.table.scores[seat]), moved, deals))
    lines = [_heading(game), *columns(rows, left=(0, 1, 4)).splitlines()]
    if game.hands:
        lines.append(last_hand(game.hands[-1]))
    if game.dealer_may_end:
        lines.append(f"  {game.players[game.table.dealer]} leads and may end the game here instead: end")
    return "\n".join(fitting(line) for line in lines)


def _heading(game: GameView) -> str:
    """Which game, where it stands, what lies on the table."""
    title = game.title.capitalize() if game.label is None else f"G{game.title[1:]}"
    if game.ending is not None:
        return f"{title}, {counted(len(game.hands), 'hand')}, rules {game.rules}: {ENDINGS[game.ending]}"
    return (
        f"{title}  {game.table.position}  honba {game.table.honba}  riichi sticks {game.table.sticks}"
        f"  {counted(len(game.hands), 'hand')}  rules {game.rules}"
    )


def last_hand(hand: HandLine) -> str:
    """The last hand in one line."""
    return f"  last: {hand.position}  {hand.line}"


def _wind(table: Table, seat: int) -> str:
    return WINDS[(seat - table.dealer) % table.players]


def fitting(line: str, room: int | None = None) -> str:
    """A line cut to the width of the terminal, or to fewer cells."""
    room = terminal_width() if room is None else room
    if text_width(line) <= room:
        return line
    from rich.cells import set_cell_size  # noqa: PLC0415

    return set_cell_size(line, room - 1).rstrip() + "…"


def games_text(games: Sequence[GameView], here: GameView | None) -> str:
    """The open games, a line each; the one at hand is marked."""
    if not games:
        return "No game is open: start one with  ledger game start NAME NAME NAME [NAME]"
    several = len({game.night for game in games}) > 1
    lines = []
    for game in games:
        mark = ">" if here is not None and (game.night, game.number) == (here.night, here.number) else " "
        label = f" at {game.label}" if game.label else ""
        night = f" of {game.night}" if several else ""
        lines.append(f"{mark} {game.number}{night}{label}  {game.table.position}  {listing(game.players)}")
    return "\n".join(fitting(line) for line in lines)


def prompt_text(game: GameView, *, fixing: bool = False) -> str:
    """What stands before the line: the hand to be played and who deals."""
    if fixing and game.hands:
        return f"fix {game.hands[-1].position}> "
    if game.ending is not None:
        return f"game {game.number} is over> "
    return f"{game.table.position} {fitting(game.players[game.table.dealer], 20)}> "


def go_on(game: GameView, today: date) -> str:
    """How the same people go on after a game; a number typed here then goes to the new one."""
    words = [*map(_quoted, game.players), "--rules", _quoted(game.rules)]
    words += ["--at", _quoted(game.label)] if game.label else []
    words += [] if game.night == today else ["--date", str(game.night)]
    return f"Next game:  ledger game start {' '.join(words)}  and its number here; or undo, fix, quit"


def _quoted(word: str) -> str:
    """A word as a shell takes it, in quotes only where it needs them: most names do not."""
    return word if word.replace("-", "").isalnum() else shlex.quote(word)
