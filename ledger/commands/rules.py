"""ledger rules."""

from dataclasses import fields

import click

from ledger.commands.lazy import Entry, LazyGroup
from ledger.commands.text import columns, say, say_json
from ledger.presets import PRESETS, preset, preset_text
from ledger.rules.ruleset import Ruleset

EPILOG = """\b
Examples:
  ledger rules list
  ledger rules show polish
  ledger rules diff standard polish
"""
SECTIONS = {
    "Commands": {
        "list": Entry("rules:list_", "List the rulesets"),
        "show": Entry("rules:show", "Show a ruleset with its comments"),
        "diff": Entry("rules:diff", "Show in what two rulesets differ"),
    }
}
ABOUT = ("name", "version", "title", "source")
"""What a ruleset says about itself: no rule."""


@click.group(cls=LazyGroup, sections=SECTIONS, epilog=EPILOG)
def rules() -> None:
    """The rulesets that come with the ledger."""


@click.command("list", epilog="\b\nExample:\n  ledger rules list --json\n")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def list_(as_json: bool) -> None:
    """Lists the rulesets."""
    rulesets = [preset(name) for name in PRESETS]
    if as_json:
        say_json(rulesets)
        return
    rows = [("rules", "players", "start / target", "")]
    rows += [(r.name, str(r.players), f"{r.start_points:,} / {r.target_points:,}", r.title) for r in rulesets]
    say(columns(rows, left=(0, 3)))


@click.command(epilog="\b\nExample:\n  ledger rules show dutch\n")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every value.")
def show(name: str, as_json: bool) -> None:
    """Shows a ruleset as its file says it, with a comment on every value that its source leaves open."""
    if as_json:
        say_json(preset(name))
    else:
        say(preset_text(name).rstrip())


@click.command(epilog="\b\nExample:\n  ledger rules diff standard polish\n")
@click.argument("one")
@click.argument("other")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def diff(one: str, other: str, as_json: bool) -> None:
    """Shows in what two rulesets differ."""
    a, b = preset(one), preset(other)
    keys = [f.name for f in fields(Ruleset) if f.name not in ABOUT and getattr(a, f.name) != getattr(b, f.name)]
    if as_json:
        say_json([{"key": key, a.name: getattr(a, key), b.name: getattr(b, key)} for key in keys])
        return
    rows = [("", a.name, b.name), *((key, _text(getattr(a, key)), _text(getattr(b, key))) for key in keys)]
    say(columns(rows, left=(0, 1, 2)) if keys else f"{a.name} and {b.name} do not differ in any rule.")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " / ".join(map(_text, value)) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)
