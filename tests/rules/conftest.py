"""Where the data beside the project is, for the tests that read it."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real games and source tables beside the project; without it the test is skipped."""
    folder = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs ../shared/data beside the project, which a fresh checkout does not have")
    return folder
