"""A folder of pages: files of ours are put in place one by one, whole; all others stay as they are."""

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ledger.errors import LedgerError

MARK = "ledger-book.txt"
"""What makes a folder ours, and names the files in it that are."""
HEAD = "The files of a season book; ledger report writes them anew:"
BESIDE = ".ledger-book-"


class NotOurs(LedgerError):
    """A folder that holds something else."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} is not empty and holds no season book: choose another folder, or  --force  to put the book "
            "beside what is there (a file that is named like one of the book is replaced)"
        )


class NoFolder(LedgerError):
    """A place that is a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is a file, not a folder")


def write_folder(folder: Path, files: Mapping[str, str], *, force: bool = False) -> None:
    """Puts a book into a folder in place of the one it has; until all is written, the old one stays.

    Raises NotOurs, NoFolder, and OSError where it cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise NoFolder(folder)
    ours = _ours(folder)
    if ours is None and folder.is_dir() and any(folder.iterdir()) and not force:
        raise NotOurs(folder)
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _put(folder, {MARK: _list({*files, *(ours or ())}), **files})
    except BaseException:
        with suppress(OSError):  # a folder that was there before, or has got something in it
            for parent in made:
                parent.rmdir()
        raise
    for name in (ours or set()) - {*files}:
        with suppress(FileNotFoundError):
            (folder / name).unlink()
    _put(folder, {MARK: _list(files)})


def _list(names: Iterable[str]) -> str:
    return "\n".join([HEAD, *sorted(names), ""])


def _ours(folder: Path) -> set[str] | None:
    """The files of the book in a folder; None where there is no book. A name is never that of another folder's."""
    try:
        head, *names = (folder / MARK).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    return {name for name in names if name == Path(name).name and name not in ("", ".", "..")} if head == HEAD else None


def _put(folder: Path, files: Mapping[str, str]) -> None:
    """Writes files aside, and moves them in place, in their order, once all are there."""
    _sweep(folder)
    with tempfile.TemporaryDirectory(prefix=BESIDE, dir=folder) as aside:
        for name, text in files.items():
            (Path(aside) / name).write_text(text, encoding="utf-8", newline="\n")
        for name in files:
            (Path(aside) / name).replace(folder / name)


def _sweep(folder: Path) -> None:
    """Removes what a writing that was killed left aside."""
    for left in folder.glob(f"{BESIDE}*"):
        shutil.rmtree(left, ignore_errors=True)
