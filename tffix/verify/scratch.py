"""Scratch copies: a run must not reach the user's files, nor those of another run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_BYTES = 1 << 30
MAX_FILES = 50_000
_SKIPPED = {
    ".git",
    ".hg",
    ".svn",
    ".tffix",
    "__pycache__",
    "node_modules",
    ".tox",
    ".nox",
    ".mypy_cache",
    ".ruff_cache",
}


class TooLargeError(Exception):
    """A folder is too large to be copied for each run."""


@dataclass(frozen=True)
class Source:
    """What a run needs of the user's files.

    ``path`` is the script; ``root`` the folder that is copied and in which the run starts.
    """

    path: Path
    root: Path
    note: str | None = None

    @property
    def relative(self) -> Path:
        """The script's path inside of the copy."""
        return self.path.relative_to(self.root)


def source_of(path: Path, *, working: Path) -> Source:
    """What is copied for the script ``path``.

    That is the working directory when the script lies below it, for a script may read what lies beside its folder;
    otherwise, or when that is too large, the script's own folder.
    """
    path, working = path.resolve(), working.resolve()
    if not path.is_relative_to(working):
        return Source(path, path.parent)
    try:
        _measure(working)
    except TooLargeError as error:
        if path.parent == working:
            raise
        return Source(path, path.parent, f"ran in {path.parent.name}/, as {error}")
    return Source(path, working)


def copy(source: Source, target: Path) -> Path:
    """Copy what ``source`` names to ``target``; return the path of the script there.

    Version control, caches and virtual environments are left out.  A link that points outside of the folder stays a
    link if it leads to a folder (data sets), and becomes a copy if it leads to a file.

    Raises:
        TooLargeError: there is more than :data:`MAX_BYTES` or :data:`MAX_FILES`.
    """
    _measure(source.root)
    target.mkdir(parents=True)
    for item in _walk(source.root):
        place = target / item.relative_to(source.root)
        if item.is_symlink() and (item.is_dir() or not item.exists()):
            _link(item, place, source.root)
        elif item.is_dir():
            place.mkdir(exist_ok=True)
        elif item.is_file():
            _copy_file(item, place)
    return target / source.relative


def _measure(root: Path) -> None:
    size = files = 0
    for item in _walk(root):
        if item.is_file():
            files += 1
            size += item.stat().st_size
        if size > MAX_BYTES or files > MAX_FILES:
            limit = f"{MAX_BYTES >> 30} GiB" if size > MAX_BYTES else f"{MAX_FILES:,} files"
            raise TooLargeError(f"{root} holds more than {limit}, too much to copy for each run")


def _walk(root: Path) -> Iterator[Path]:
    """Everything below ``root`` that is copied, folders before what they hold; links are not followed."""
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not _is_skipped(here / name))
        yield from (here / name for name in (*folders, *sorted(files)))


def _is_skipped(folder: Path) -> bool:
    return folder.name in _SKIPPED or (folder / "pyvenv.cfg").exists()


def _link(item: Path, place: Path, root: Path) -> None:
    target = Path(os.readlink(item))
    inside = not target.is_absolute() and Path(os.path.normpath(item.parent / target)).is_relative_to(root)
    os.symlink(target if inside else item.parent / target, place)


def _copy_file(item: Path, place: Path) -> None:
    try:
        shutil.copy2(item, place)
    except PermissionError:
        # What the user cannot read the script cannot read either.
        return
