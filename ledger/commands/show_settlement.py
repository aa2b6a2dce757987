"""A settled night as text: the working game by game, everybody's total, and who pays whom."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.commands.money import money_text, rate_text
from ledger.commands.show import say_heading, say_penalties, say_results, say_substitutes
from ledger.commands.text import columns, points, say, signed, terminal_width, text_width
from ledger.errors import listing
from ledger.shapes.game import GameView, Money
from ledger.shapes.money import (
    CASH_BOX,
    LineKind,
    MoneyLine,
    PlanKind,
    SettlementPlayer,
    SettlementView,
    TransferLine,
    party,
)


def say_settlement(view: SettlementView, locale: str) -> None:
    """The working, game by game, then everyone's total, then who pays whom."""
    say(f"Night of {view.held_on}, {rate_text(view.money, locale)}{', not settled yet' if view.preview else ''}")
    for game in view.games:
        say()
        say_heading(game)
        say_substitutes(game)
        say_penalties(game)
        say_results(game, lambda number: game_money(number, view.money, locale))
    if left_out := without(view):
        say()
        say(left_out)
    say()
    say("The night")
    say_totals(view, locale)
    if why := for_the_cash_box(view):
        say(f"  {why}")
    if view.money is not None:
        say()
        say_transfers(view, locale)


def without(view: SettlementView) -> str:
    """Which games are not in a settlement; nothing where all are."""
    games = listing(f"game {number}" for number in view.left_out)
    return f"Without {games}, not over yet." if view.left_out else ""


def game_money(number: int, money: Money | None, locale: str) -> str | None:
    """What the points of one game are worth, exactly: rounded is the night's total only."""
    if money is None:
        return None
    return money_text(Fraction(number * money.rate_minor, money.rate_points), money.currency, locale)


def say_totals(view: SettlementView, locale: str, *, only: str | None = None) -> None:
    """A row for each person: the points of each game, the money, what is beside it, the total. only: of one."""
    for by_game in (True, False):
        rows = total_rows(view, locale, by_game=by_game and len(view.games) > 1)
        if only is not None:
            rows = [row for row in rows if row[0] in ("", only)]
        if _fits(columns(rows)):
            say(columns(rows))
            return
    # Still too many columns for the width: on its side, or one part below the other.
    turned = columns([list(column) for column in zip(*rows, strict=True)])
    say(turned if _fits(turned) else "\n\n".join(_parts(rows)))


def _fits(table: str) -> bool:
    return all(text_width(line) <= terminal_width() for line in table.splitlines())


def _parts(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in parts, each with as many columns beside the names as the width has room for."""
    begin, every = 1, len(rows[0])
    while begin < every:
        end = begin + 1
        while end < every and _fits(columns([[row[0], *row[begin : end + 1]] for row in rows])):
            end += 1
        yield columns([[row[0], *row[begin:end]] for row in rows])
        begin = end


def total_rows(view: SettlementView, locale: str, *, by_game: bool) -> list[Sequence[str]]:
    """A head, a row for each in it, and a last row of sums."""
    heads = [f"game {game.number}" for game in view.games] if by_game else []
    titles = list(dict.fromkeys(_column(line) for line in view.lines))
    money = view.money
    rows: list[Sequence[str]] = [
        ["", *heads, "points", *(["games"] if titles else []), *(title for _, title in titles)]
    ]
    moved: list[list[int]] = []
    if money:
        rows[0] = [*rows[0], "total" if titles else "money"]
    for who in view.players:
        played = [points_in(game, who.player) for game in view.games] if by_game else []
        row = [who.player or CASH_BOX, *played, signed(who.points)]
        if money:
            mine = [line for line in view.lines if line.player == who.player]
            beside = [sum(line.amount_minor for line in mine if _column(line) == title) for title in titles]
            total = planned_for(view, who)
            amounts = [total - sum(beside), *beside, total] if titles else [total]
            moved.append(amounts)
            *parts, last = (money_text(amount, money.currency, locale) for amount in amounts)
            row += [text if amount else "" for text, amount in zip(parts, amounts, strict=False)]
            row.append(last)
        rows.append(row)
    bottom = ["sum", *("" for _ in heads), signed(sum(who.points for who in view.players))]
    if money:
        bottom += [money_text(sum(column), money.currency, locale) for column in zip(*moved, strict=True)]
    return [*rows, bottom]


def planned_for(view: SettlementView, who: SettlementPlayer) -> int:
    """What somebody is still to get, or to pay, by the plan: the night's total, with what was paid before it."""
    handed = (line for line in view.lines if line.kind is LineKind.PAID and line.player == who.player)
    return who.amount_minor + sum(line.amount_minor for line in handed)


def _column(line: MoneyLine) -> tuple[LineKind, str]:
    """The column that a line is in: its kind, and what stands above it."""
    return line.kind, {LineKind.PAID: "paid", LineKind.CARRIED: "earlier"}.get(line.kind, line.title)


def points_in(game: GameView, player: str | None) -> str:
    """What a game brought a player, or the cash box: nothing where neither is in it."""
    if player is None:
        rest = -sum(result.points for result in game.results)
        return signed(rest) if rest else ""
    found = {result.player: result.points for result in game.results}
    for share in game.shares:
        found[share.player] = found.get(share.player, 0) + share.points
    return signed(found[player]) if player in found else ""


def say_transfers(view: SettlementView, locale: str) -> None:
    """The plan, with what was handed over of it."""
    if view.money is None:
        return
    if not view.transfers:
        say(nobody_pays(view))
    else:
        say(f"Who pays whom{how_planned(view)}")
    for transfer in view.transfers:
        say(f"  {transfer_text(transfer, view.money.currency, locale)}")
    if past := plan_is_past(view):
        say(past)


def nobody_pays(view: SettlementView) -> str:
    """What is said of a plan without transfers."""
    return "Nobody owes anything" if view.fits else "Nobody is planned to pay anything"


def plan_is_past(view: SettlementView) -> str:
    """That a plan is not what is owed any more; nothing where it is."""
    if view.fits:
        return ""
    return (
        "The plan is not what is owed any more (people paid otherwise, or a later night\n"
        f"took it in): for a new one, ledger settle {view.held_on} --replan"
    )


def transfer_text(transfer: TransferLine, currency: str, locale: str) -> str:
    """A transfer in words: John pays Ken €5.00 (paid)."""
    payer, payee = (party(name) for name in (transfer.payer, transfer.payee))
    paid = ""
    if transfer.paid_minor:
        part = "" if not transfer.open_minor else f"{money_text(transfer.paid_minor, currency, locale)} "
        paid = f" ({part}paid)"
    return f"{payer} pays {payee} {money_text(transfer.amount_minor, currency, locale)}{paid}"


def how_planned(view: SettlementView) -> str:
    """How the plan was made, where that says something."""
    many = len(view.transfers) > 1
    return {
        PlanKind.FEWEST: ": no plan has fewer transfers" if many else "",
        PlanKind.SHORT: ": among so many, a short plan",
        PlanKind.THROUGH: f", through {_banker(view.transfers)}" if many else "",
        PlanKind.PAIRWISE: ", game by game",
        None: "",
    }[view.plan]


def _banker(transfers: Sequence[TransferLine]) -> str:
    both = [{transfer.payer, transfer.payee} for transfer in transfers]
    return party(next(iter(sorted(set.intersection(*both), key=str)), None))


def for_the_cash_box(view: SettlementView) -> str:
    """Why the cash box has a part in the points; nothing where it has none."""
    results = [result for game in view.games for result in game.results]
    penalties = sum(result.penalty + result.referee for result in results)
    all_points = sum(result.points for result in results)
    unborne = sum(game.discrepancy.points for game in view.games if game.discrepancy and not game.discrepancy.by)
    reasons = ["penalties"] if penalties else []
    if unborne:
        reasons.append(f"scores that do not add up ({points(abs(unborne))})")
    if all_points != penalties + unborne:
        reasons.append("what the rules give to nobody (sticks left, odd shares)")
    return f"For the cash box: {listing(reasons)}" if all_points else ""


def chat_text(view: SettlementView, locale: str) -> str:
    """A settlement for a chat: who won what, and who pays whom."""
    lines = [f"Night of {view.held_on}"]
    for who in view.players:
        amount = f"  {money_text(who.amount_minor, view.money.currency, locale)}" if view.money else ""
        lines.append(f"{who.player or CASH_BOX}: {signed(who.points)}{amount}")
    if money := view.money:
        before = [line for line in view.lines if line.kind is LineKind.PAID and line.amount_minor > 0]
        for line in before:
            amount = money_text(line.amount_minor, money.currency, locale)
            lines.append(f"{party(line.player)} has paid {party(line.other)} {amount}")
        plan = [transfer_text(transfer, money.currency, locale) for transfer in view.transfers]
        lines += ["", *(plan or [nobody_pays(view)])]
        lines += [plan_is_past(view)]
    return "\n".join(lines).rstrip()
