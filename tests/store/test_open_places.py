"""Where a ledger file can be: any path that can be written, whatever its characters; else the place is refused."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.errors import StoreError
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.errors import CannotUse, NoLedger


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_folder_is_not_a_place_for_a_ledger(tmp_path, left_alone, look):
    (tmp_path / "club.ledger").mkdir()
    with left_alone(tmp_path), pytest.raises(CannotUse) as refusal:
        look(str(tmp_path / "club.ledger"))
    assert refusal.value.exit_code == 3


def test_a_place_below_a_file_cannot_be_used(tmp_path, left_alone):
    (tmp_path / "file").write_text("Ken", encoding="utf-8")
    for path, why in (
        (tmp_path / "file" / "club.ledger", "is a file, not a folder"),
        (tmp_path / "file" / "folder" / "club.ledger", "cannot be made"),
    ):
        with left_alone(tmp_path), pytest.raises(CannotUse, match=why) as refusal:
            create_ledger(str(path))
        assert refusal.value.exit_code == 3
        with left_alone(tmp_path), pytest.raises(NoLedger):
            open_ledger(str(path))


STRANGE = (
    "the club.ledger",
    "what?mode=memory.ledger",
    "a#b.ledger",
    "50%25 %s.ledger",
    'it\'s "x".ledger',
    "a&b=c;d.ledger",
    "back\\slash.ledger",
    "クラブ 🀄.ledger",
    "Zoë",
)


@pytest.mark.parametrize("name", STRANGE)
def test_a_place_may_have_strange_characters(tmp_path, new_club, name):
    path = tmp_path / name / name
    engine, made = create_ledger(str(path))
    engine.dispose()
    assert made
    club = new_club(str(path))
    club.add("Ken", "John", "Taro")
    club.start("Ken", "John", "Taro")
    club.close()
    again = new_club(str(path))
    assert again.game().players == ("Ken", "John", "Taro")
    again.close()
    assert {p.name.removesuffix("-wal").removesuffix("-shm") for p in path.parent.iterdir()} == {name}
    assert [p.name for p in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "place", ["~nobody-has-this-name/club.ledger", f"{'a' * 300}.ledger"], ids=["someone's home", "too long"]
)
@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_path_that_cannot_be_is_refused(place, look):
    with pytest.raises(StoreError):
        look(place)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that anybody may enter, and only its owner may write in."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


AS_NOBODY = """
import os, sys
from ledger.errors import LedgerError
from ledger.store import models, upgrade
from ledger.store.engine import create_ledger, open_ledger
from ledger.store.unit import read
os.setuid(65534)
try:
    engine = {"open": open_ledger, "create": lambda place: create_ledger(place)[0]}[sys.argv[1]](sys.argv[2])
    read(engine, lambda connection: connection.execute(models.journal.select()).all())
except LedgerError as error:
    print(type(error).__name__, error.exit_code, error)
"""


def as_nobody(what: str, place: Path) -> str:
    """What somebody without rights is told."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can become another user")
    command = [sys.executable, "-c", AS_NOBODY, what, str(place)]
    child = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert child.stderr == ""
    return child.stdout


def test_a_folder_that_cannot_be_written_in_cannot_be_used(public_folder, left_alone):
    with left_alone(public_folder):
        told = as_nobody("create", public_folder / "club.ledger")
    assert told.startswith("CannotUse 3 cannot use ")
    with left_alone(public_folder):
        told = as_nobody("create", public_folder / "new" / "club.ledger")
    assert told.startswith("CannotUse 3 cannot use ")
    assert "cannot be made" in told


@pytest.mark.parametrize("mode", [0o644, 0o600], ids=["may read it", "may not read it"])
def test_a_ledger_that_cannot_be_written_cannot_be_used(public_folder, template, left_alone, mode):
    path = public_folder / "club.ledger"
    path.write_bytes(template.read_bytes())
    path.chmod(mode)
    for what in ("open", "create"):
        with left_alone(public_folder):
            assert as_nobody(what, path).startswith("CannotUse 3 cannot use ")


def test_a_ledger_in_a_folder_that_may_not_be_entered_cannot_be_used(public_folder, template):
    folder = public_folder / "private"
    folder.mkdir(mode=0o700)
    (folder / "club.ledger").write_bytes(template.read_bytes())
    for what in ("open", "create"):
        assert " 3 " in as_nobody(what, folder / "club.ledger")
