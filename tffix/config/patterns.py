"""Patterns in the syntax of ``.gitignore``, relative to a folder."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Patterns:
    """Patterns relative to the folder ``root``, an absolute path."""

    def __init__(self, lines: Iterable[str], root: str) -> None:
        # Imported here: most runs on few files have no patterns.
        from pathspec import GitIgnoreSpec

        self._spec: GitIgnoreSpec = GitIgnoreSpec.from_lines(lines)
        self._prefix = root.rstrip(os.sep) + os.sep

    def decide(self, path: str, *, folder: bool = False) -> bool | None:
        """True if the absolute ``path`` is matched, False if a ``!`` pattern takes it back, None if nothing matches."""
        if not path.startswith(self._prefix):
            return None
        relative = path[len(self._prefix) :].replace(os.sep, "/")
        return self._spec.check_file(f"{relative}/" if folder else relative).include

    def match(self, path: str, *, folder: bool = False) -> bool:
        """True if the absolute ``path`` is matched."""
        return bool(self.decide(path, folder=folder))


def is_within(path: str, folder: str) -> bool:
    """True if the absolute ``path`` is ``folder`` or below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@functools.cache
def patterns(lines: tuple[str, ...], root: str) -> Patterns:
    """The patterns ``lines``, relative to ``root``; compiled once."""
    return Patterns(lines, root)
