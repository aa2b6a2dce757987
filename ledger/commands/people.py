"""ledger player set, guest, merge, anonymise and show."""

import sys

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.game import say_undo
from ledger.commands.text import columns, say, say_if_repeated, say_json
from ledger.errors import LedgerError, UsageError, counted
from ledger.shapes.people import EMA, PlayerView


@click.command(
    "set",
    epilog="\b\nExamples:\n  ledger player set Zoë --country NED --ema 11010036\n"
    "  ledger player set Anna --family Jansen --given Anna\n"
    "  ledger player set 田中さん --online tenhou=tanaka --online majsoul=田中\n",
)
@click.argument("who", metavar="NAME")
@click.option("--family", "family_name", metavar="NAME", help="The family name.")
@click.option("--given", "given_name", metavar="NAME", help="The given name.")
@click.option("--country", metavar="CODE", help="The country, by its code of two or three letters.")
@click.option("--ema", metavar="NUMBER", help="The EMA number: eight digits.")
@click.option(
    "--online", multiple=True, metavar="PLATFORM=NAME", help="The name on an online platform. May be repeated."
)
@with_desk
def set_(
    desk: Desk,
    who: str,
    family_name: str | None,
    given_name: str | None,
    country: str | None,
    ema: str | None,
    online: tuple[str, ...],
) -> None:
    """Keeps what leagues want to know of somebody. What is not given stays; "" takes it away."""
    from ledger.services.people import Told, set_player  # noqa: PLC0415

    codes = [] if ema is None else [(EMA, ema)]
    codes += [_code(text) for text in online]
    told = Told(family_name, given_name, country, codes=tuple(codes))
    if told == Told():
        raise UsageError("what is to be kept? See  ledger player set --help")
    typed = {"family": family_name, "given": given_name, "country": country, "ema": ema, "online": list(online)}
    done = set_player(desk.engine(), desk.request("player set", names=[who], **typed), who, told)
    say_if_repeated(done)
    say_player(done.answer)
    say_undo(done)


def _code(text: str) -> tuple[str, str]:
    """tenhou=NAME as it is typed."""
    system, mark, code = text.partition("=")
    if not mark or not system.strip():
        raise UsageError(f"--online {text!r}: write platform=name, as in tenhou=NAME")
    return system, code


@click.command(epilog="\b\nExamples:\n  ledger player guest Bo\n  ledger player guest Bo --no\n")
@click.argument("who", metavar="NAME")
@click.option("--no", is_flag=True, help="They are a member after all.")
@with_desk
def guest(desk: Desk, who: str, no: bool) -> None:
    """Says that somebody is a guest, no member."""
    from ledger.services.people import Told, set_player  # noqa: PLC0415

    request = desk.request("player guest", names=[who], no=no)
    done = set_player(desk.engine(), request, who, Told(guest=not no))
    say_if_repeated(done)
    say(f"{done.answer.name} is {'a guest' if done.answer.guest else 'no guest'}.")
    say_undo(done)


@click.command(epilog='\b\nExample:\n  ledger player merge "John B" John\n')
@click.argument("who", metavar="NAME")
@click.argument("into", metavar="OTHER")
@click.option("--reason", metavar="TEXT", help="Why; it is kept in the log.")
@with_desk
def merge(desk: Desk, who: str, into: str, reason: str | None) -> None:
    """Makes one person of two who were entered under two names: all is OTHER's from then on.

    Both names find OTHER. Refused where the two sat in one game. ledger undo takes it back, also later.
    """
    from ledger.services.people import merge_players  # noqa: PLC0415

    request = desk.request("player merge", names=[who, into], reason=reason)
    done = merge_players(desk.engine(), request, who, into)
    say_if_repeated(done)
    one, other = done.answer
    say(f"{one} is {other} from now on, in old games too.")
    if not done.repeated:
        say(f"To take it back, also later: ledger undo {done.unit}")


@click.command(epilog="\b\nExample:\n  ledger player anonymise Bo --yes\n")
@click.argument("who", metavar="NAME")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_desk
def anonymise(desk: Desk, who: str, yes: bool) -> None:
    """Blanks all names of somebody, for good: this cannot be taken back. Games, points and money stay.

    Copies of the ledger, notes of hands, reasons, labels of tables and request ids keep what they hold.
    """
    from ledger.services.people import anonymise_player, blanked_by, show_player  # noqa: PLC0415

    blanked = blanked_by(desk.engine(), desk.uid, who)
    name = blanked or show_player(desk.engine(), who).name
    if not yes and blanked is None:
        if not sys.stdin.isatty():
            raise LedgerError(f"nothing was changed: to blank the names of {name} for good, add --yes")
        if not click.confirm(f"Blank all names of {name}? This cannot be taken back.", err=True):
            raise LedgerError("nothing was changed")
    done = anonymise_player(desk.engine(), desk.request("player anonymise", names=[name]), who)
    say_if_repeated(done)
    say(f"The name is gone; what was played stands under {done.answer}.")
    say("Copies made before still hold it; notes, reasons and labels of tables may.")


@click.command(epilog="\b\nExample:\n  ledger player show Zoë\n")
@click.argument("who", metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def show(desk: Desk, who: str, as_json: bool) -> None:
    """Shows all that is known of somebody."""
    from ledger.services.people import show_player  # noqa: PLC0415

    view = show_player(desk.engine(), who)
    if as_json:
        say_json(view)
    else:
        say_player(view)


def say_player(view: PlayerView) -> None:
    """All that is known of a person."""
    say(f"{view.name}{' (guest)' if view.guest else ''}")
    played = f"{counted(view.games, 'game')}, {view.first} to {view.last}" if view.games else "no game yet"
    played += ", and plays now" if view.plays_now else ""
    rows = [
        ("family name", view.family_name),
        ("given name", view.given_name),
        ("country", view.country),
        *((code.system if code.system != EMA else "EMA number", code.code) for code in view.codes),
        ("found as", ", ".join(view.also)),
        ("played", played),
    ]
    say(columns([(title, text) for title, text in rows if text], left=(0, 1)))
