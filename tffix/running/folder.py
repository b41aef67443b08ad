"""The folder ``.tffix``: what tffix keeps in a tree that it works on.

It holds a ``.gitignore`` for itself, as the caches of other tools do, so that no tree becomes dirty.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

FOLDER = ".tffix"


class FolderError(Exception):
    """Something cannot be kept in the folder, or another process works on it; the message says why."""


class Lock:
    """One ``what`` (``"review"`` or ``"migration"``) at a time; a process that ends gives the lock back.

    Raises:
        FolderError: another process has it, or the folder cannot be written.
    """

    def __init__(self, folder: Path, what: str) -> None:
        try:
            prepare(folder)
            self._file = open(folder / f"{what}.lock", "a+", encoding="ascii")  # noqa: SIM115 - held as long as the lock
        except OSError as error:
            raise FolderError(f"the {what} cannot be kept in {folder}: {reason(error)}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            owner = self._file.read().strip()
            self._file.close()
            who = f" (process {owner})" if owner else ""
            raise FolderError(f"another {what} of {folder.parent} is going on{who}: end it first") from None
        except OSError as error:
            self._file.close()
            raise FolderError(f"{folder} cannot be locked: {reason(error)}") from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Let the next one in."""
        self._file.close()


def prepare(folder: Path) -> None:
    """Make ``folder`` if it is not there."""
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    # A full disk leaves an empty file.
    if not ignore.exists() or not ignore.stat().st_size:
        ignore.write_text("# Made by tffix.\n*\n", encoding="utf-8")


def sync_folder(folder: str | Path) -> None:
    """Make sure that the names in ``folder`` outlive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def reason(error: OSError) -> str:
    """Why something failed, as it stands in a message."""
    return (error.strerror or str(error)).lower()
