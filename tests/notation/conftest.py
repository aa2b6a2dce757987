"""Tables to read lines at."""

import pytest

from ledger.presets import preset
from ledger.rules.ruleset import Ruleset


@pytest.fixture(scope="session")
def standard() -> Ruleset:
    return preset("standard")


@pytest.fixture(scope="session")
def dutch() -> Ruleset:
    return preset("dutch")
