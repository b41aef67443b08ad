"""Which package of a tree a file belongs to."""

from __future__ import annotations

import functools
from pathlib import Path, PurePosixPath

_MARKS = ("pyproject.toml", "setup.py", "setup.cfg")


class Packages:
    """The packages below ``root``.

    A package is the nearest folder above a file with a ``pyproject.toml``, ``setup.py`` or ``setup.cfg``; those of the
    root say nothing, for everything is below it.  Without one it is the outermost folder with an ``__init__.py``,
    and else the outermost folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._of_folder = functools.cache(self._find)

    def of(self, path: str) -> str:
        """The package of the file ``path``, relative to the root; ``.`` for a file that lies in the root."""
        return self._of_folder(str(PurePosixPath(path).parent))

    def _find(self, folder: str) -> str:
        above = [PurePosixPath(folder), *PurePosixPath(folder).parents][:-1]
        if not above:
            return "."
        marked = (place for place in above if any((self._root / place / mark).exists() for mark in _MARKS))
        importable = (place for place in reversed(above) if (self._root / place / "__init__.py").exists())
        return str(next(marked, None) or next(importable, above[-1]))
