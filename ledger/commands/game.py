"""ledger game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.commands.count import asking_for_the_dealer, count, count_of, final_score, unit_of
from ledger.commands.day import day
from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.night import terms_of
from ledger.commands.show import next_hand, say_game, say_heading, say_results
from ledger.commands.text import note, say, say_if_repeated, say_json
from ledger.commands.which_rules import note_changed
from ledger.errors import UsageError, counted, listing
from ledger.shapes.game import GameStarted

if TYPE_CHECKING:
    from ledger.services.choose import GameChoice
    from ledger.services.games import GameOptions
    from ledger.store.unit import Done, Engine

T = TypeVar("T")

EPILOG = """\b
Examples:
  ledger game start Ken John Taro --rules dutch
  ledger game result Ken=88000 John=-15000 Taro=62000 --rules dutch
  ledger game end 2
  ledger game end --scores Ken=51000 --scores John=40000 --scores Taro=44000
  ledger game show 1
  ledger game void 2
"""
SECTIONS = {
    "Commands": {
        "start": Entry("game:start", "Start a game: names in seat order, first dealer first"),
        "result": Entry("game:result", "Record a game from its final scores alone"),
        "show": Entry("game:show", "Show a game with its hands"),
        "end": Entry("game:end", "End a game before its last hand"),
        "reopen": Entry("game:reopen", "Take that end back"),
        "void": Entry("game:void", "Void a game, as if it had not been played"),
        "sub": Entry("game_people:sub", "Seat somebody for another in the middle of a game"),
        "penalty": Entry("game_people:penalty", "Take points off a player's result, as a referee says"),
        "seats": Entry("game_correct:seats", "Say who really sat where"),
        "rules": Entry("game_correct:rules", "Say under which rules it was really played"),
    }
}
GAME = click.option(
    "--game",
    "--at",
    "mark",
    metavar="N",
    envvar="LEDGER_AT",
    help="The game's number, or its table's label (LEDGER_AT).",
)
DATE = click.option("--date", "held_on", metavar="DATE", help="The night's date, where it is not tonight's.")
RULES = click.option("--rules", metavar="NAME", help="The ruleset, or its file, where it is not the night's.")
AT = click.option(
    "--at", "label", metavar="LABEL", envvar="LEDGER_AT", help="The table, where several play at once (LEDGER_AT)."
)
REASON = click.option("--reason", metavar="TEXT", help="Why; it is kept in the journal.")
NUMBER = click.argument("number", metavar="[N]", required=False)
CURRENCY = click.option("--currency", metavar="CODE", help="The currency, where this opens the night.")
RATE = click.option("--rate", metavar="AMOUNT", help="What 1,000 points are worth, where this opens the night.")


def new_game(command: Callable[..., T]) -> Callable[..., T]:
    """The options of a command that records a new game."""
    for option in (RATE, CURRENCY, DATE, AT, RULES):
        command = option(command)
    return command


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def game() -> None:
    """Games: start, show, end and void them, or record final scores alone."""


@click.command(epilog="\b\nExample:\n  ledger game start Ken John Taro Anna --at window\n")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@new_game
@click.option("--rounds", metavar="N", help="1 for East only, 2 for East and South, where the rules say otherwise.")
@with_desk
def start(desk: Desk, /, names: tuple[str, ...], **options: str | None) -> None:
    """Starts a game. Names in seat order, the first dealer first; the beginning of a name is enough."""
    from ledger.services.games import start_game  # noqa: PLC0415

    engine = desk.engine()
    request = desk.request("game start", names=list(names), **_typed(options))
    done = start_game(engine, request, names, _options(engine, options))
    note_changed(engine, options["rules"], done)
    say_opened(done.answer)
    game = done.answer.game
    night = "" if game.night == desk.at.date() else f" of {game.night}"
    say(
        f"{'Had started' if done.repeated else 'Started'} {game.title}{night} under rules {game.rules}: "
        f"{listing(game.players)}."
    )
    say(f"Next: {next_hand(game.table, game.players)}. Record it with  ledger hand …")
    say_undo(done)


def _typed(options: dict[str, str | None]) -> dict[str, str | None]:
    """The options of a new game under the names they were typed by, for the journal."""
    typed = {"label": "at", "held_on": "date"}
    return {typed.get(name, name): value for name, value in options.items()}


def _options(engine: "Engine", options: dict[str, str | None]) -> "GameOptions":
    """What is not as usual about a new game, from --rules, --at, --date, --currency and --rate."""
    from ledger.services.games import GameOptions  # noqa: PLC0415

    terms = terms_of(engine, None, options["currency"], options["rate"])
    rounds = rounds_of(options.get("rounds"))
    return GameOptions(options["rules"], options["label"], day(options["held_on"]), terms, rounds)


def rounds_of(typed: str | None) -> int | None:
    """How many rounds a game has, as it is typed."""
    if typed is not None and typed not in ("1", "2", "3", "4"):
        raise UsageError(f"--rounds {typed!r}: 1 for East only, 2 for East and South, up to 4")
    return None if typed is None else int(typed)


def say_opened(started: GameStarted) -> None:
    """Says that the night was opened for this game, and which earlier ones wait to be settled."""
    if started.opened:
        say(f"Opened the night of {started.game.night}.")
    for held_on in started.forgotten:
        note(f"the night of {held_on} is not settled yet: ledger settle {held_on}")


@click.command(epilog="\b\nExample:\n  ledger game result Ken=88000 John=-15000 Taro=62000 --rules dutch\n")
@click.argument("scores", nargs=-1, required=True, metavar="NAME=POINTS…")
@count
@new_game
@with_desk
def result(desk: Desk, /, scores: tuple[str, ...], **options: Any) -> None:
    """Records a game from its final scores alone. Names in seat order, the first dealer first."""
    from ledger.services.results import record_result  # noqa: PLC0415

    counted_scores = [final_score(text) for text in scores]
    beside, typed = count_of(options)
    unit = unit_of(options)
    engine = desk.engine()
    request = desk.request("game result", scores=list(scores), unit=unit, **typed, **_typed(options))

    def attempt(dealer: str | None) -> None:
        said = beside._replace(last_dealer=dealer)
        done = record_result(engine, request, counted_scores, said, _options(engine, options), unit)
        say_if_repeated(done)
        note_changed(engine, options["rules"], done)
        say_opened(done.answer)
        say_heading(done.answer.game)
        say_results(done.answer.game)
        say_undo(done)

    asking_for_the_dealer(attempt, beside.last_dealer)


@click.command(
    epilog="\b\nExamples:\n  ledger game end 2\n"
    "  ledger game end --scores Ken=51000 --scores John=40000 --scores Taro=44000\n"
)
@click.argument("words", nargs=-1, metavar="[N] [NAME=POINTS…]")
@click.option("--scores", multiple=True, metavar="NAME=POINTS", help="The counted score of a player (all are needed).")
@GAME
@DATE
@count
@with_desk
def end(
    desk: Desk,
    /,
    words: tuple[str, ...],
    scores: tuple[str, ...],
    mark: str | None,
    held_on: str | None,
    **options: Any,
) -> None:
    """Ends a game before its last hand: as it stands, or with --scores as they were counted.

    With --scores, not all hands need to have been recorded; the game is marked as such.
    """
    from ledger.services.count import Count  # noqa: PLC0415
    from ledger.services.results import end_game  # noqa: PLC0415

    numbers = [word for word in words if "=" not in word]
    said = [*scores, *(word for word in words if "=" in word)]
    if len(numbers) > 1:
        raise UsageError(f"what is {numbers[1]!r}? One game ends at a time: ledger game end N")
    beside, typed = count_of(options)
    unit = unit_of(options)
    if not said and beside != Count(ahead=beside.ahead, chips=beside.chips):
        raise UsageError(
            "--sticks-left, --last-dealer, --last-winner, --chombo and --discrepancy go with --scores: "
            "without, they are known from the hands"
        )
    counted_scores = [final_score(text) for text in said]
    engine, choice = desk.engine(), choice_of((*numbers, mark)[0], held_on)
    request = desk.request("game end", game=choice.mark, scores=said, date=held_on, unit=unit, **typed)

    def attempt(dealer: str | None) -> None:
        done = end_game(engine, request, choice, counted_scores, beside._replace(last_dealer=dealer), unit)
        say_if_repeated(done)
        say_heading(done.answer)
        say_results(done.answer)
        say_undo(done)

    asking_for_the_dealer(attempt, beside.last_dealer)


def choice_of(mark: str | None, held_on: str | None) -> "GameChoice":
    """The game that is meant, as it was typed."""
    from ledger.services.choose import GameChoice  # noqa: PLC0415

    return GameChoice(mark, day(held_on))


def why(reason: str | None) -> dict[str, str]:
    """A reason for the journal, where there is one."""
    return {"reason": reason} if reason else {}


def say_undo(done: "Done[Any]") -> None:
    """How to take back what was just done."""
    if not done.repeated:
        say("To take it back: ledger undo")


@click.command(epilog="\b\nExample:\n  ledger game show 2 --date 2026-11-20\n")
@NUMBER
@GAME
@DATE
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def show(desk: Desk, number: str | None, mark: str | None, held_on: str | None, as_json: bool) -> None:
    """Shows a game with its hands: the one with this number, else the open one, else the night's last."""
    from ledger.services.games import show_game  # noqa: PLC0415

    answer = show_game(desk.engine(), desk.at, choice_of(number or mark, held_on))
    if as_json:
        say_json(answer)
    else:
        say_game(answer)


@click.command(epilog="\b\nExample:\n  ledger game reopen 1\n")
@NUMBER
@GAME
@DATE
@REASON
@with_desk
def reopen(desk: Desk, number: str | None, mark: str | None, held_on: str | None, reason: str | None) -> None:
    """Takes back the end of a game that was ended before its last hand, so that it goes on."""
    from ledger.services.games import reopen_game  # noqa: PLC0415

    choice = choice_of(number or mark, held_on)
    done = reopen_game(
        desk.engine(), desk.request("game reopen", game=choice.mark, date=held_on, **why(reason)), choice
    )
    say_if_repeated(done)
    game = done.answer
    say(f"G{game.title.removeprefix('g')} goes on. Next: {next_hand(game.table, game.players)}.")


@click.command(epilog="\b\nExample:\n  ledger game void 2\n")
@NUMBER
@GAME
@DATE
@REASON
@with_desk
def void(desk: Desk, number: str | None, mark: str | None, held_on: str | None, reason: str | None) -> None:
    """Voids a game with its hands and results, as if it had not been played. Nothing is deleted."""
    from ledger.services.games import void_one_game  # noqa: PLC0415

    choice = choice_of(number or mark, held_on)
    if choice.mark is None:
        raise UsageError("which game? Type its number, as in  ledger game void 2  (ledger night show lists them)")
    request = desk.request("game void", game=choice.mark, date=held_on, reason=reason)
    done = void_one_game(desk.engine(), request, choice)
    say_if_repeated(done)
    answer = done.answer
    say(
        f"Voided game {answer.number} of {answer.night} ({listing(answer.players)}) "
        f"with {counted(answer.hands, 'hand')}."
    )
    say_undo(done)
