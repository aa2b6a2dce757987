"""Games, hands and nights as text."""

from collections.abc import Callable, Iterable, Sequence

from ledger.commands.text import columns, note, points, say, signed, terminal_width, text_width
from ledger.errors import counted, listing
from ledger.shapes.game import (
    Credit,
    DiscrepancyLine,
    Ending,
    GameView,
    HandLine,
    HandRecorded,
    NightView,
    ResultLine,
    SubstituteLine,
)
from ledger.shapes.hand import Payment, Reason, Table
from ledger.shapes.money import party

REASONS = {
    Reason.RIICHI: "riichi stick",
    Reason.RON: "ron",
    Reason.TSUMO: "tsumo",
    Reason.HONBA: "honba",
    Reason.STICKS: "riichi sticks",
    Reason.NOTEN: "noten",
    Reason.NAGASHI: "nagashi mangan",
    Reason.PAO: "pao",
    Reason.CHOMBO: "chombo",
}
ENDINGS = {
    Ending.RULES: "over after its last hand",
    Ending.CLOCK: "ended before its last hand",
    Ending.DEALER: "ended by the dealer, who led",
    Ending.COUNTED: "ended with counted scores; not all hands were recorded",
    Ending.SCORES: "recorded from its final scores",
}


def say_hand(done: HandRecorded) -> None:
    """A hand that was just recorded: who paid whom and why, the table, what comes next."""
    game, hand = done.game, done.hand
    say(f"Game {game.number}, hand {hand.seq}, {hand.position}: {hand.line}")
    for remark in done.remarks:
        note(remark)
    for win in hand.wins:
        if win.yaku:
            dora = f", dora {win.dora}" if win.dora else ""
            say(f"  {game.players[win.seat]}: {win.price} ({', '.join(win.yaku)}{dora})")
    say_payments(hand.payments, game.players)
    say(columns([("", *game.players), ("change", *map(signed, hand.change)), ("points", *map(points, hand.scores))]))
    if game.results:
        say()
        say_results(game)
    else:
        say_next(game)


def say_next(game: GameView) -> None:
    """The hand to be played, and that the dealer may end the game instead where that is so."""
    say(f"Next: {next_hand(game.table, game.players)}.")
    if game.dealer_may_end:
        dealer = game.players[game.table.dealer]
        say(f"{dealer} leads and may end the game here instead: ledger game end {game.number}")


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
    say_substitutes(game)
    say_penalties(game)
    say_hands(game.hands, game)
    if game.results:
        say_results(game)
    else:
        say_next(game)


def say_heading(game: GameView) -> None:
    """Which game this is, and how far it is."""
    table = f" at {game.label}" if game.label else ""
    say(f"Game {game.number}{table}, night of {game.night}, {rules_text(game)}: {how_far(game)}")


def rules_text(game: GameView) -> str:
    """Which rules a game has, and how long it is where that is not as usual."""
    length = {1: ", East only", 2: ""}.get(game.rounds, f", {game.rounds} rounds")
    return f"rules {game.rules}{length}"


def how_far(game: GameView) -> str:
    """Whether a game is open, or how it ended."""
    return "open" if game.ending is None else ENDINGS[game.ending]


def say_substitutes(game: GameView) -> None:
    """Who came for whom, and whose the result is."""
    for sub in game.substitutes:
        say(f"  {substitute_text(sub)}")


def substitute_text(sub: SubstituteLine) -> str:
    """Who came for whom, and whose the result is."""
    of = {Credit.STARTER: sub.owner, Credit.FINISHER: sub.came}.get(sub.credit)
    result = f"the result is {of}'s" if of else f"{sub.owner} keeps what had been won or lost by then"
    return f"from hand {sub.from_hand} on {sub.came} sits for {sub.left}; {result}"


def say_penalties(game: GameView) -> None:
    """What a referee takes off, and why."""
    for penalty in game.penalties:
        say(f"  {points(penalty.points)} off {penalty.player}'s result: {penalty.reason}")


def say_who_is_here(night: NightView) -> None:
    """Who is at a night, where more can be said than its games tell: those who wait, or have left."""
    seated = {name for game in night.games for name in game.players}
    if not night.left and set(night.here) <= seated and not night.sits_out:
        return
    if night.here:
        say(f"  here: {', '.join(night.here)}")
    if night.left:
        say(f"  left: {', '.join(night.left)}")
    if night.sits_out:
        out = listing(night.sits_out)
        why = "longest without a break" if night.games else "first to come"
        say(f"  {out} {'sits' if len(night.sits_out) == 1 else 'sit'} out the next game: {why}")


def say_hands(hands: Sequence[HandLine], game: GameView) -> None:
    """Hands with their line, and below it everyone's change and score."""
    if not hands:
        if game.ending is None:
            say(columns([("", *game.players), ("points", *map(points, game.table.scores))]))
        return
    sat = list(game.players)
    for sub in reversed(game.substitutes):
        sat[sub.seat] = f"{sub.left}/{sat[sub.seat]}"
    rows: list[Sequence[str]] = [("", "", *sat)]
    rows += [(str(hand.seq), hand.position, *map(signed, hand.change)) for hand in hands]
    rows.append(("", "points", *map(points, hands[-1].scores)))
    for hand in hands:
        say(f"  {hand.seq:>2}  {hand.position}  {hand.line}")
    say(columns(rows, left=(1,)))


def say_results(game: GameView, money: Callable[[int], str | None] | None = None) -> None:
    """The results of a game, from the points counted to the points that count: a step a column, or a line.

    money: what points are worth, for a column of its own.
    """
    rows = result_rows(game, money)
    table = columns(rows, left=(1,))
    if any(text_width(line) > terminal_width() for line in table.splitlines()):
        # Too many steps for the width: the same, turned on its side.
        turned = [list(column) for column in zip(*rows, strict=True)]
        table = columns([turned[1], turned[0], *turned[2:]])
    say(table)
    for line in beside_results(game):
        say(line)


def beside_results(game: GameView) -> list[str]:
    """What is to be said of results: parts that are somebody else's, and scores that do not add up."""
    of = {result.seat: result.player for result in game.results}
    lines = [
        f"Of {of[share.seat]}'s result {signed(share.points)} is {share.player}'s, who sat there before."
        for share in game.shares
        if share.player != of[share.seat]
    ]
    return [*lines, *([f"The scores are {discrepancy_text(game.discrepancy)}."] if game.discrepancy else [])]


def result_rows(game: GameView, money: Callable[[int], str | None] | None = None) -> list[Sequence[str]]:
    """The results of a game: a head, a row for each player with place and name, and a last row of sums."""
    results = sorted(game.results, key=lambda r: (r.place, r.seat))
    steps = _steps(results, game.target_points)
    if money is not None and money(0) is not None:
        steps.append(("money", [r.points for r in results], lambda number: money(number) or ""))
    rows: list[Sequence[str]] = [("place", "", *(title for title, _, _ in steps))]
    for i, result in enumerate(results):
        rows.append((str(result.place), result.player, *(text(numbers[i]) for _, numbers, text in steps)))
    return [*rows, ("", "sum", *(text(sum(numbers)) for _, numbers, text in steps))]


def discrepancy_text(line: DiscrepancyLine) -> str:
    """By how much scores do not add up, why, and who bears it."""
    by = party(None) if not line.by else "all share it" if len(line.by) > 1 else line.by[0]
    return f"{points(abs(line.points))} too {'much' if line.points > 0 else 'little'} ({line.reason}): {by}"


def _steps(results: Sequence[ResultLine], target: int) -> list[tuple[str, list[int], Callable[[int], str]]]:
    """The steps of a calculation: what it is called, each player's number, and how that is written."""
    steps: list[tuple[str, list[int], Callable[[int], str]]] = [("counted", [r.raw_score for r in results], points)]
    if any(r.leftover_sticks for r in results):
        steps.append(("sticks left", [r.leftover_sticks for r in results], signed))
    steps.append((f"less {target:,}", [r.raw_score + r.leftover_sticks - target for r in results], signed))
    added = (
        ("to thousands", [r.rounding for r in results]),
        ("bonus", [r.bonus for r in results]),
        ("uma", [r.uma for r in results]),
        ("chips", [r.chip_points for r in results]),
        ("penalty", [r.penalty for r in results]),
        ("referee", [r.referee for r in results]),
        ("discrepancy", [r.discrepancy for r in results]),
    )
    steps += [(title, numbers, signed) for title, numbers in added if any(numbers)]
    return [*steps, ("points", [r.points for r in results], signed)]
