"""A club's own ruleset: a TOML file with what is not as in the ruleset that it extends."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, NamedTuple

from ledger.errors import LedgerError, listing
from ledger.names import did_you_mean, name_key, nearest, unusable_character
from ledger.presets import PRESETS, is_preset, preset
from ledger.rules.ruleset import Ruleset, RulesetError, ruleset_of

KEYS = tuple(field.name for field in fields(Ruleset))
EXTENDS = "extends"
"""The key that names the ruleset from which everything is taken that the file does not say."""
OWN = ("name", "version", "title", "source")
"""What a file never takes from the ruleset that it extends."""
NEEDED = ("players", "start_points", "target_points")
"""What a file that extends nothing has to say, beside its name."""
MOST_IN_A_NAME, MOST_IN_A_TEXT = 40, 120


class RulesFileError(LedgerError):
    """A file that is no ruleset: everything that is wrong in it."""

    def __init__(self, path: str, *problems: str) -> None:
        super().__init__(f"{path}: {'; '.join(problems)}")


class OwnRules(NamedTuple):
    """A ruleset from a file, the file's text, and the ruleset that it extends, if it does."""

    rules: Ruleset
    text: str
    extends: Ruleset | None


def is_file(text: str) -> bool:
    """Whether a ruleset is named by the path of its file."""
    return text.casefold().endswith(".toml")


def preset_or_file(text: str) -> Ruleset:
    """The ruleset that is named: a preset, or a file by its path. Raises UnknownRules or RulesFileError."""
    return ruleset_file(text) if is_file(text) else preset(text)


def ruleset_file(path: str) -> Ruleset:
    """The ruleset of a file. Raises RulesFileError naming all that is wrong in it."""
    return own_rules(path).rules


def own_rules(path: str) -> OwnRules:
    """A file as it was read. Raises RulesFileError naming all that is wrong in it."""
    text = _text(path)
    said = _said(path, text)
    extends = said.pop(EXTENDS, None)
    problems = [*_wrong_keys(said), *_wrong_extends(extends), *_wrong_name(said), *_wrong_texts(said)]
    base = preset(extends) if isinstance(extends, str) and is_preset(extends) else None
    if extends is None and (missing := [key for key in NEEDED if key not in said]):
        problems.append(f'without {listing(missing)}, it has to say what it extends, as in extends = "standard"')
    elif extends is None or base is not None:
        rules, wrong = _ruleset(said, base)
        problems += wrong
        if rules is not None and not problems:
            return OwnRules(rules, text, base)
    else:  # what it extends is not known, but what its values may be is
        problems += _wrong_values(said, preset(PRESETS[0]))
    raise RulesFileError(path, *problems)


def _text(path: str) -> str:
    """What stands in a file; the mark that some editors put before it is passed over."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RulesFileError(path, f"it cannot be read: {error.strerror or error}") from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RulesFileError(path, f"line {line} is not UTF-8: save the file as UTF-8") from error


def _said(path: str, text: str) -> dict[str, Any]:
    """The keys and values of a file."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise RulesFileError(path, "it is not TOML: too many brackets in each other") from error
    except ValueError as error:  # tomllib's own, and that of a number with too many digits
        reason = str(error)
        raise RulesFileError(path, f"it is not TOML: {reason[:1].lower()}{reason[1:]}") from error


def _ruleset(said: Mapping[str, Any], base: Ruleset | None) -> tuple[Ruleset | None, list[str]]:
    """The ruleset that the known keys make on top of the base, or what is wrong with their values."""
    known = {key: value for key, value in said.items() if key in KEYS}
    name = known.get("name", "ours")
    taken = {} if base is None else {key: value for key, value in asdict(base).items() if key not in OWN}
    title = name if base is None else f"{name} ({base.name}, changed)"
    values = {"name": name, "version": 1, "title": title, "source": "the club", **taken, **known}
    try:
        return ruleset_of(values), []
    except RulesetError as error:
        wrong = list(error.problems) or [str(error)]
    # What is wrong by itself may hide what does not go together: that is looked for among the others.
    keys = {problem.split()[0] for problem in wrong}
    try:
        ruleset_of(
            {key: value for key, value in {**values, **taken}.items() if key in keys}
            | {key: value for key, value in values.items() if key not in keys}
        )
    except RulesetError as error:
        wrong += [problem for problem in error.problems if problem not in wrong]
    return None, wrong


def _wrong_values(said: Mapping[str, Any], base: Ruleset) -> list[str]:
    """Which values are wrong by themselves, whatever ruleset they are meant for."""
    known = {key: value for key, value in said.items() if key in KEYS and key not in OWN}
    found = [(key, _ruleset({key: value, "name": "ours"}, base)[1]) for key, value in known.items()]
    return [problem for key, problems in found for problem in problems if problem.startswith(f"{key} ")]


def _wrong_keys(said: Mapping[str, Any]) -> Iterator[str]:
    for key, value in said.items():
        if isinstance(value, dict):
            yield f"[{key}]: a ruleset has no sections; its keys stand one below the other"
        elif key not in KEYS:
            yield f"a ruleset has no key {key!r}{did_you_mean(key, (*KEYS, EXTENDS))}"


def _wrong_extends(extends: object) -> Iterator[str]:
    if extends is None or (isinstance(extends, str) and is_preset(extends)):
        return
    close = nearest(extends, PRESETS) if isinstance(extends, str) else None
    known = f"did you mean {close}?" if close else f"known: {', '.join(PRESETS)}"
    yield f"extends = {extends!r}: no ruleset that comes with the ledger; {known}"


def _wrong_name(said: Mapping[str, Any]) -> Iterator[str]:
    if "name" not in said:
        yield 'it lacks a name, by which games and nights know it, as in name = "ours"'
        return
    name = said["name"]
    if not isinstance(name, str):
        return  # the ruleset says so
    if (
        not re.fullmatch(r"[^\W_][\w-]*", name)
        or len(name) > MOST_IN_A_NAME
        or unicodedata.normalize("NFC", name) != name
    ):
        yield (
            f"name = {name!r}: one word of letters, digits, - and _, beginning with a letter or digit, "
            f"of at most {MOST_IN_A_NAME}"
        )
    elif is_preset(name):
        yield (
            f"name = {name!r}: that one comes with the ledger, and a name means one ruleset: "
            f"take another, as in {name_key(name)}-ours"
        )


def _wrong_texts(said: Mapping[str, Any]) -> Iterator[str]:
    for key in ("title", "source"):
        text = said.get(key)
        if not isinstance(text, str):
            continue  # the ruleset says so
        if bad := unusable_character(text):
            yield f"{key} cannot contain {bad}"
        if len(text) > MOST_IN_A_TEXT:
            yield f"{key} has at most {MOST_IN_A_TEXT} characters, got {len(text)}"
