"""How figures of statistics are written, each with what it is a figure of."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ledger.shapes.season import Scope
    from ledger.shapes.statistics import Mean, Share

TOGETHER = click.option("--all", "together", is_flag=True, help="Games of three and four together.")


def percent(share: "Share") -> str:
    """A part of a hundred: "21.7%"; "-" of nothing."""
    return "-" if share.rate is None else f"{100 * share.rate:.1f}%"


def part(share: "Share") -> str:
    """A part with its base, short: "21.7% 31/143"; "-" of nothing."""
    return "-" if share.rate is None else f"{percent(share)} {share.count}/{share.of}"


def mean(value: "Mean") -> str:
    """An average of points with its base, short: "4,961 in 31"; "-" of nothing."""
    return "-" if value.average is None else f"{value.average:,.0f} in {value.of}"


def signed_mean(value: "Mean") -> str:
    """An average of points that are won or lost: "+4,300"; "-" of nothing."""
    if value.average is None:
        return "-"
    rounded = round(value.average)
    return f"{rounded:+,}" if rounded else "0"


def place(value: "Mean") -> str:
    """An average place: "2.08"; "-" of nothing."""
    return "-" if value.average is None else f"{value.average:.2f}"


def heading(scope: "Scope", players: int | None) -> str:
    """Which games a block is of: "season Autumn, games of 4"."""
    from ledger.commands.scope import scope_text  # noqa: PLC0415

    return scope_text(scope._replace(players=players))
