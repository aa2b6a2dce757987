"""Games, hands and nights as text."""

from collections.abc import Iterable, Sequence

from ledger.commands.text import columns, points, say, signed
from ledger.errors import counted
from ledger.shapes.game import Ending, GameView, HandLine, HandRecorded
from ledger.shapes.hand import Payment, Reason, Table

REASONS = {
    Reason.RIICHI: "riichi stick",
    Reason.RON: "ron",
    Reason.TSUMO: "tsumo",
    Reason.HONBA: "honba",
    Reason.STICKS: "riichi sticks",
    Reason.NOTEN: "noten",
}
ENDINGS = {
    Ending.RULES: "over after its last hand",
    Ending.CLOCK: "ended before its last hand",
    Ending.COUNTED: "ended with counted scores; not all hands were recorded",
    Ending.SCORES: "recorded from its final scores",
}


def say_hand(done: HandRecorded) -> None:
    """A hand that was just recorded: who paid whom and why, the table, what comes next."""
    game, hand = done.game, done.hand
    say(f"Game {game.number}, hand {hand.seq}, {hand.position}: {hand.line}")
    say_payments(hand.payments, game.players)
    say(columns([("", *game.players), ("change", *map(signed, hand.change)), ("points", *map(points, hand.scores))]))
    if game.results:
        say()
        say_results(game)
    else:
        say(f"Next: {next_hand(game.table, game.players)}.")


def next_hand(table: Table, players: Sequence[str]) -> str:
    """The hand to be played at a table: "E2.1, John deals, 1 riichi stick on the table"."""
    sticks = f", {counted(table.sticks, 'riichi stick')} on the table" if table.sticks else ""
    return f"{table.position}, {players[table.dealer]} deals{sticks}"


def say_payments(payments: Iterable[Payment], players: Sequence[str]) -> None:
    """Who paid whom, one payment a line."""
    rows = [
        (_who(p.payer, players), "->", _who(p.payee, players), points(p.points), REASONS[p.reason]) for p in payments
    ]
    say(columns(rows, left=(0, 1, 2, 4)) if rows else "  nobody pays")


def _who(seat: int | None, players: Sequence[str]) -> str:
    return "the pot" if seat is None else players[seat]


def say_game(game: GameView) -> None:
    """A game: its hands, the table as it stands, and its results once it is over."""
    say_heading(game)
    say_hands(game.hands, game)
    if game.results:
        say_results(game)
    else:
        say(f"Next: {next_hand(game.table, game.players)}.")


def say_heading(game: GameView) -> None:
    """Which game this is, and how far it is."""
    state = "open" if game.ending is None else ENDINGS[game.ending]
    table = f" at {game.label}" if game.label else ""
    say(f"Game {game.number}{table}, night of {game.night}, rules {game.rules}: {state}")


def say_hands(hands: Sequence[HandLine], game: GameView) -> None:
    """Hands with their line, and below it everyone's change and score."""
    if not hands:
        if game.ending is None:
            say(columns([("", *game.players), ("points", *map(points, game.table.scores))]))
        return
    rows: list[Sequence[str]] = [("", "", *game.players)]
    rows += [(str(hand.seq), hand.position, *map(signed, hand.change)) for hand in hands]
    rows.append(("", "points", *map(points, hands[-1].scores)))
    for hand in hands:
        say(f"  {hand.seq:>2}  {hand.position}  {hand.line}")
    say(columns(rows, left=(1,)))


def say_results(game: GameView) -> None:
    """The results of a game, from the points counted to the points that count, a step a column."""
    results = sorted(game.results, key=lambda r: (r.place, r.seat))
    steps = [("counted", [r.raw_score for r in results], points)]
    if any(r.leftover_sticks for r in results):
        steps.append(("sticks left", [r.leftover_sticks for r in results], signed))
    target = game.target_points
    steps.append((f"less {target:,}", [r.raw_score + r.leftover_sticks - target for r in results], signed))
    if any(r.bonus for r in results):
        steps.append(("bonus", [r.bonus for r in results], signed))
    if any(r.uma for r in results):
        steps.append(("uma", [r.uma for r in results], signed))
    steps.append(("points", [r.points for r in results], signed))
    rows: list[Sequence[str]] = [("place", "", *(title for title, _, _ in steps))]
    for i, result in enumerate(results):
        rows.append((str(result.place), result.player, *(text(numbers[i]) for _, numbers, text in steps)))
    rows.append(("", "sum", *(text(sum(numbers)) for _, numbers, text in steps)))
    say(columns(rows, left=(1,)))
