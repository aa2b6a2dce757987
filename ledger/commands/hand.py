"""ledger hand."""

import sys
from typing import Any

import click

from ledger.commands.count import AHEAD, CHIPS, chips_of
from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import DATE, GAME, REASON, choice_of, why
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.show import next_hand, say_game, say_hand, say_heading, say_results
from ledger.commands.text import WholeNumber, say, say_if_repeated, say_json
from ledger.errors import UsageError
from ledger.names import nearest
from ledger.shapes.game import GameView

EPILOG = """\b
Examples:
  ledger hand Ken ron John 3/40                3 han 40 fu
  ledger hand Ken ron John s5                  the Dutch score; 3h is 3 han
  ledger hand Ken tsumo haneman riichi         Ken was in riichi
  ledger hand Ken ron John 3/40, Taro ron John mangan riichi Ken Anna
  ledger hand Ken ron John 2/30 on-riichi      John's discard was his riichi
  ledger hand draw Ken Taro riichi Ken         Ken and Taro were tenpai
  ledger hand Ken ron John 7700                by its value
  ledger hand Ken ron John 234m456p22678s33s win 3s
  ledger hand Ken tsumo yakuman pao John       John is liable
  ledger hand abort nine-terminals
  ledger hand chombo Ken
  ledger hand list
  ledger hand undo
"""
SECTIONS = {
    "Commands": {
        "record": Entry("hand:record", ""),
        "list": Entry("hand:list_", "List the hands of a game"),
        "undo": Entry("hand:undo", "Take the last hand back; may be repeated"),
        "fix": Entry("hand_correct:fix", "Correct an earlier hand; those behind it are played again"),
        "insert": Entry("hand_correct:insert", "Put a forgotten hand in before another"),
        "remove": Entry("hand_correct:remove", "Take out a hand that was not played"),
    }
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    default="record",
    epilog=EPILOG,
    subcommand_metavar="WHAT HAPPENED | list | undo | fix N | insert N | remove N",
)
def hand() -> None:
    """Records a hand in one line, lists hands, takes the last one back.

    A line says who won, how, and what it was worth: NAME ron NAME PRICE, NAME tsumo PRICE;
    or draw none|all|NAMES [nagashi NAMES], abort KIND, chombo NAME. At the end riichi (the
    winner) or riichi NAMES. A price is 3/40 (han/fu), 5h (han), s5 (Dutch score), mangan …
    yakuman, 2yakuman; its value without counters: 7700, 1300/2600, 2000all; or tiles.
    Several winners are divided by a comma. Behind a price: pao NAME, dora N, yaku A+B; at
    the very end: note "…". The beginning of a name is enough; E S W N are the players by
    their winds, @Ron is the player Ron, not the word. A position in front (e1.0) is held
    against the table. With several open games the names tell which, or --game N. All
    options: ledger hand record --help.
    """


@click.command(epilog="\b\nExample:\n  ledger hand Ken ron John 3/40 riichi\n")
@click.argument("words", nargs=-1, required=True, metavar="WHAT HAPPENED…")
@GAME
@DATE
@click.option("--preview", is_flag=True, help="Show what it would do, and record nothing.")
@click.option("--again", is_flag=True, help="Record it though it equals the hand before, just now.")
@click.option("--after", metavar="N", type=WholeNumber(0, 999), help="Only as the hand that follows hand N.")
@AHEAD
@CHIPS
@with_desk
def record(
    desk: Desk,
    /,
    words: tuple[str, ...],
    mark: str | None,
    held_on: str | None,
    ahead: tuple[str, ...],
    chips: tuple[str, ...],
    **care: Any,
) -> None:
    """Records a hand (ledger hand --help says how)."""
    from ledger.notation.refusals import DrawNeedsTenpai  # noqa: PLC0415
    from ledger.services.count import Count  # noqa: PLC0415
    from ledger.services.hands import Care, record_hand  # noqa: PLC0415

    if len(words) == 1 and (close := nearest(words[0], ("list", "undo", "fix", "insert", "remove"))):
        raise UsageError(f"{words[0]!r} is no hand; did you mean  ledger hand {close}  (its options go behind it)?")
    engine, choice, line = desk.engine(), choice_of(mark, held_on), " ".join(words)
    at_the_end = Count(ahead=ahead, chips=chips_of(chips))
    typed = {name: value for name, value in care.items() if value and name != "preview"}
    request = desk.request("hand", line=line, game=mark, date=held_on, ahead=list(ahead), chips=list(chips), **typed)

    def attempt(said: str) -> None:
        done = record_hand(engine, request, said, choice, at_the_end, Care(**care))
        say_if_repeated(done)
        say_hand(done.answer)
        if care["preview"]:
            say("This is a preview: nothing was recorded.")
        elif not done.repeated:
            say(f"To take it back: {undo_of(done.answer.game, desk)}")
            _ask_the_dealer(desk, done.answer.game)

    try:
        attempt(line)
    except DrawNeedsTenpai as question:
        if not sys.stdin.isatty():
            raise
        tenpai = click.prompt("Who was tenpai? (none, all, or names)", err=True)
        attempt(f"draw {tenpai} {question.rest}")


def _ask_the_dealer(desk: Desk, game: GameView) -> None:
    """Asks whether the game ends here, where the rules leave it to the dealer and somebody is there to answer."""
    if not game.dealer_may_end or not sys.stdin.isatty():
        return
    from ledger.services.results import end_game  # noqa: PLC0415

    if not click.confirm(f"Does {game.players[game.table.dealer]} end the game here?", err=True):
        return
    request = desk.request("game end", game=str(game.number), date=str(game.night))
    choice = choice_of(str(game.number), str(game.night))
    ended = end_game(desk.engine(), request._replace(uid=f"{desk.uid}/end"), choice)
    say_heading(ended.answer)
    say_results(ended.answer)


def undo_of(game: GameView, desk: Desk) -> str:
    """The command that takes back the last hand of this very game, also when others are open."""
    date = "" if game.night == desk.at.date() else f" --date {game.night}"
    return f"ledger hand undo --game {game.number}{date}"


@click.command("list", epilog="\b\nExample:\n  ledger hand list --game 2\n")
@GAME
@DATE
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, mark: str | None, held_on: str | None, as_json: bool) -> None:
    """Lists the hands of a game: the open one, else the night's last."""
    from ledger.services.games import show_game  # noqa: PLC0415

    answer = show_game(desk.engine(), desk.at, choice_of(mark, held_on))
    if as_json:
        say_json(answer.hands)
    else:
        say_game(answer)


@click.command(epilog="\b\nExample:\n  ledger hand undo --game 2\n")
@GAME
@DATE
@REASON
@with_desk
def undo(desk: Desk, mark: str | None, held_on: str | None, reason: str | None) -> None:
    """Takes the last hand of a game back, and with it the end of the game if it was its last."""
    from ledger.services.hands import undo_hand  # noqa: PLC0415

    request = desk.request("hand undo", game=mark, date=held_on, **why(reason))
    done = undo_hand(desk.engine(), request, choice_of(mark, held_on))
    hand, game = done.answer.hand, done.answer.game
    took = "Had taken" if done.repeated else "Took"
    say(f"{took} back game {game.number}, hand {hand.seq}, {hand.position}: {hand.line}")
    say(f"Next: {next_hand(game.table, game.players)}.")
