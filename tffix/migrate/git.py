"""What git says of the tree below a root; outside of a repository it says nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tffix.git import GitError, git, top_of
from tffix.migrate.ledger import File, Ledger, State, digest
from tffix.running.files import FileError, read_bytes
from tffix.running.folder import FolderError


class StatusError(FolderError):
    """Git cannot tell whether the tree is clean; the message is its own."""


def uncommitted(ledger: Ledger) -> list[str]:
    """What is changed below the root and not committed, but for what the migration itself has written.

    Of files that git does not know only those count that are about to change: git could not bring them back.

    Raises:
        StatusError: there is a repository, but git cannot read it.
    """
    top = top_of(str(ledger.root))
    if top is None:
        return []
    found = []
    for status, path in _status(ledger.root, top):
        file = ledger.file(path)
        if status == "??" and (file is None or file.state is not State.PLANNED):
            continue
        if file is None or not _is_ours(ledger.root, file):
            found.append(path)
    return sorted(found)


def nested_in(root: Path) -> Callable[[str], str | None]:
    """Tells of the folder of a file which repository inside of ``root`` it belongs to, if it does: a submodule, say."""
    known: dict[str, str | None] = {str(root): None}

    def nested(folder: str) -> str | None:
        if folder not in known:
            above = nested(os.path.dirname(folder))
            known[folder] = above or (folder if os.path.exists(os.path.join(folder, ".git")) else None)
        return known[folder]

    return nested


def _is_ours(root: Path, file: File) -> bool:
    if file.state is not State.DONE:
        return False
    try:
        return digest(read_bytes(os.path.join(root, file.path))) == file.after
    except FileError:
        return False


def _status(root: Path, top: str) -> Iterator[tuple[str, str]]:
    """What ``git status`` lists below ``root``: two letters, and the path relative to ``root``."""
    # What is in a submodule is never touched.
    options = ("--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=all")
    try:
        said = git(str(root), "status", *options, "--", ".")
    except GitError as error:
        raise StatusError(f"git cannot tell whether {root} is clean: {error}") from None
    below = os.fsencode(os.path.relpath(root, top).replace(os.sep, "/")) + b"/"
    entries = iter(said.split(b"\0"))
    for entry in filter(None, entries):
        status, path = entry[:2].decode(), entry[3:]
        if "R" in status or "C" in status:
            next(entries)  # where it came from
        yield status, os.fsdecode(path.removeprefix(below))
