"""Money as journals of plain-text accounting: for hledger and ledger-cli, and for beancount."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from ledger.exporters.amounts import decimals_of, in_units
from ledger.shapes.export import Entry
from ledger.shapes.money import CASH_BOX

BOX = "Club:Cash box"
PLAYERS = "Players"
TITLE = "What a club's settlements come to, and what was handed over. An account of a player is what they are owed."


def hledger_journal(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a journal that hledger and ledger-cli read."""
    entries = tuple(entries)
    yield f"; {TITLE}"
    yield ""
    accounts = _accounts(entries, _hledger_name)
    for currency in sorted({entry.currency for entry in entries}):
        yield f"commodity {currency}"
        yield f"    format {in_units(100_000, currency):f}{'' if decimals_of(currency) else '.'} {currency}"
    for account in accounts.values():
        yield f"account {account}"
    for entry in entries:
        yield ""
        yield f"{entry.on.isoformat()} {_one_line(entry.text)}"
        if entry.note:
            yield f"    ; {_one_line(entry.note)}"
        for player, amount in entry.postings:
            yield f"    {accounts[player]}  {in_units(amount, entry.currency):f} {entry.currency}"


def beancount_journal(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a journal that beancount reads."""
    entries = tuple(entries)
    yield f"; {TITLE}"
    yield 'option "title" "A riichi club\'s ledger"'
    yield 'option "name_liabilities" "Players"'
    yield 'option "name_assets" "Club"'
    for currency in sorted({entry.currency for entry in entries}):
        yield f'option "operating_currency" "{currency}"'
    yield ""
    accounts = _accounts(entries, _beancount_name)
    first = min((entry.on for entry in entries), default=date(2000, 1, 1))
    for player, account in accounts.items():
        yield f"{first.isoformat()} open {account}"
        yield f'  name: "{_quoted(player or CASH_BOX)}"'
    for entry in entries:
        yield ""
        yield f'{entry.on.isoformat()} * "{_quoted(entry.text)}"'
        if entry.note:
            yield f'  note: "{_quoted(entry.note)}"'
        for player, amount in entry.postings:
            yield f"  {accounts[player]}  {in_units(amount, entry.currency):f} {entry.currency}"


def _accounts(entries: Iterable[Entry], named: Callable[[str | None], str]) -> Mapping[str | None, str]:
    """The account of each player, and of the cash box (None), in the order they first come; no two are the same."""
    accounts: dict[str | None, str] = {}
    for player in (posting.player for entry in entries for posting in entry.postings):
        if player not in accounts:
            name = wanted = named(player)
            number = 2
            while name.casefold() in {there.casefold() for there in accounts.values()}:
                name, number = f"{wanted}-{number}", number + 1
            accounts[player] = name
    return accounts


def _hledger_name(player: str | None) -> str:
    """An account: a colon would make a part of it, and two spaces, or a semicolon, end it."""
    return BOX if player is None else f"{PLAYERS}:{_one_line(player).replace(':', '-')}"


def _beancount_name(player: str | None) -> str:
    """An account of letters, digits and hyphens, each part of which begins with a capital or a digit."""
    if player is None:
        return BOX.replace(" ", "-").title().replace("-", "")
    part = re.sub(r"[^\w-]|_", "-", player).strip("-")
    part = part[:1].upper() + part[1:]
    return f"{PLAYERS}:{part if part[:1].isupper() or part[:1].isdigit() else f'P-{part}'}"


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace(";", ",").strip()


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
