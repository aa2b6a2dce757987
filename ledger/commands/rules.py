"""ledger rules."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from json import dumps

import click

from ledger.commands.desk import Desk, with_desk
from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import columns, say, say_json, terminal_width, text_width
from ledger.commands.which_rules import ruleset_meant
from ledger.errors import counted
from ledger.presets import PRESETS, is_preset, preset, preset_text
from ledger.presets.files import is_file, own_rules
from ledger.rules.ruleset import Ruleset

EPILOG = """\b
Examples:
  ledger rules list
  ledger rules show polish
  ledger rules diff standard polish
  ledger rules check house.toml        a file of your own
"""
SECTIONS = {
    "Commands": {
        "list": Entry("rules:list_", "List the rulesets"),
        "show": Entry("rules:show", "Show a ruleset with its comments"),
        "diff": Entry("rules:diff", "Show in what two rulesets differ"),
        "check": Entry("rules:check", "Check a file of your own, and show what it changes"),
    }
}
ABOUT = ("name", "version", "title", "source")
"""What a ruleset says about itself: no rule."""


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def rules() -> None:
    """The rulesets that come with the ledger, and a club's own.

    A ruleset of your own is a TOML file; wherever a ruleset is named, it is named by its
    path, as in house.toml. The ledger keeps what it said when it was given.
    """


@click.command("list", epilog="\b\nExample:\n  ledger rules list --json\n")
@click.option("--stored", is_flag=True, help="Also the club's own rulesets that its ledger holds.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def list_(desk: Desk, stored: bool, as_json: bool) -> None:
    """Lists the rulesets that come with the ledger."""
    rulesets = [preset(name) for name in PRESETS]
    if stored:
        from ledger.services.rules import own_rulesets  # noqa: PLC0415

        rulesets += own_rulesets(desk.engine())
    if as_json:
        say_json(rulesets)
        return
    rows = [("rules", "players", "start / target", "")]
    rows += [(r.name, str(r.players), f"{r.start_points:,} / {r.target_points:,}", r.title) for r in rulesets]
    say(columns(rows, left=(0, 3)))


@click.command(epilog="\b\nExamples:\n  ledger rules show dutch\n  ledger rules show house.toml --json\n")
@click.argument("name", metavar="NAME|FILE")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every value.")
@with_desk
def show(desk: Desk, name: str, as_json: bool) -> None:
    """Shows a ruleset as its file says it, with a comment on every value that its source leaves open.

    A ruleset that only the ledger holds is shown with every value.
    """
    if as_json:
        say_json(ruleset_meant(name, desk.place))
    elif is_file(name):
        say(own_rules(name).text.rstrip())
    elif is_preset(name):
        say(preset_text(name).rstrip())
    else:
        held = ruleset_meant(name, desk.place)
        say("\n".join(f"{key} = {dumps(value, ensure_ascii=False)}" for key, value in asdict(held).items()))


@click.command(epilog="\b\nExamples:\n  ledger rules diff standard polish\n  ledger rules diff ema-2025 house.toml\n")
@click.argument("one", metavar="NAME|FILE")
@click.argument("other", metavar="NAME|FILE")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_desk
def diff(desk: Desk, one: str, other: str, as_json: bool) -> None:
    """Shows in what two rulesets differ."""
    a, b = ruleset_meant(one, desk.place), ruleset_meant(other, desk.place)
    keys = _differing(a, b)
    heads = (a.name, b.name) if a.name != b.name else (one, other)
    if as_json:
        say_json([{"key": key, heads[0]: getattr(a, key), heads[1]: getattr(b, key)} for key in keys])
    elif keys:
        _say_differences(heads, a, b, keys)
    else:
        say(f"{heads[0]} and {heads[1]} do not differ in any rule.")


@click.command(epilog="\b\nExample:\n  ledger rules check house.toml\n")
@click.argument("path", metavar="FILE")
def check(path: str) -> None:
    """Checks a file of your own: names everything that is wrong in it, or shows what it changes."""
    own = own_rules(path)
    say(f"{path} is fine: ruleset {own.rules.name}, version {own.rules.version}, {own.rules.title}.")
    if own.extends is None:
        say("It extends no ruleset.")
        return
    keys = _differing(own.extends, own.rules)
    say(f"It extends {own.extends.name}, and differs in {counted(len(keys), 'rule') if keys else 'no rule'}.")
    if keys:
        _say_differences((own.extends.name, own.rules.name), own.extends, own.rules, keys)


def _differing(a: Ruleset, b: Ruleset) -> list[str]:
    """The keys in which two rulesets differ."""
    return [f.name for f in fields(Ruleset) if f.name not in ABOUT and getattr(a, f.name) != getattr(b, f.name)]


def _say_differences(heads: Sequence[str], a: Ruleset, b: Ruleset, keys: Sequence[str]) -> None:
    rows = [("", *heads), *((key, _text(getattr(a, key)), _text(getattr(b, key))) for key in keys)]
    width = 2 + sum(max(text_width(row[i]) for row in rows) + 2 for i in range(3))
    if width <= terminal_width():
        say(columns(rows, left=(0, 1, 2)))
        return
    for key, one, other in rows[1:]:  # a value that is cut says nothing
        say(f"  {key}\n      {heads[0]}: {one}\n      {heads[1]}: {other}")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        nested = any(isinstance(entry, tuple) for entry in value)
        return ("; " if nested else " / ").join(map(_text, value)) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
