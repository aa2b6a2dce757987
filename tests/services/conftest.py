"""What the tests of the services share: everything that people can see of a ledger."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.services.balances import list_balances
from ledger.services.nights import show_night
from ledger.services.players import list_players
from ledger.services.settled import settlement_view
from ledger.services.sheet_text import sheet_of_night
from ledger.services.standings import standings
from ledger.store.nights import nights
from ledger.store.people import names_of


def all_reports(club: Any) -> dict[str, Any]:
    """Every report of a club's ledger: two that are equal show people the same."""
    held = [night.held_on for night in club.ask(nights)]
    return {
        "people": list_players(club.engine),
        "names": club.ask(names_of),
        "standings": standings(club.engine),
        "games": [show_night(club.engine, club.now, on) for on in held],
        "sheets": [sheet_of_night(club.engine, club.now, on).lines for on in held],
        "settlements": club.ask(lambda c: [settlement_view(c, night.id) for night in nights(c) if night.settled]),
        "balances": list_balances(club.engine),
    }


@pytest.fixture(scope="session")
def reports() -> Callable[[Any], dict[str, Any]]:
    return all_reports
