"""The codemods that are installed, found by walking the package ``tffix.codemods``.

Each module there that defines ``CODEMOD`` is one codemod; modules without one are helpers.  They are imported by name,
so that a worker process started in any way finds the same codemods; and only when they are needed: what the walk found
is kept in an index.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tffix import index
from tffix.codemod import Codemod

PACKAGES: tuple[str, ...] = ("tffix.codemods",)


class RegistryError(Exception):
    """Two codemods claim the same code or name."""


class UnknownCodemodError(LookupError):
    """No codemod has this code or name; ``suggestion`` is the nearest that exists, if one is near."""

    def __init__(self, word: str, suggestion: str | None) -> None:
        hint = f"; did you mean {suggestion!r}?" if suggestion else ""
        super().__init__(f"unknown codemod {word!r}{hint}")
        self.word = word
        self.suggestion = suggestion


def codemods() -> tuple[Codemod, ...]:
    """All codemods, ordered by code, each with its page.

    Raises:
        RegistryError: two of them have the same code or name.
    """
    return _load(PACKAGES)


def find(word: str) -> Codemod:
    """The codemod with the code or name ``word``, whatever its case.

    Raises:
        UnknownCodemodError: there is none.
    """
    for codemod in codemods():
        if word.lower() in (codemod.code.lower(), codemod.name):
            return codemod
    raise UnknownCodemodError(word, nearest(word, (w for c in codemods() for w in (c.code, c.name))))


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of ``words`` that ``word`` most likely was meant to be, or ``None``."""
    import difflib  # here: it is for errors only

    by_lower = {candidate.lower(): candidate for candidate in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[matches[0]] if matches else None


@functools.cache
def _load(packages: tuple[str, ...]) -> tuple[Codemod, ...]:
    found: dict[str, tuple[Codemod, str]] = {}
    for module, codemod in (entry for package in packages for entry in _entries(package)):
        for key in (codemod.code, codemod.name):
            if key in found:
                raise RegistryError(f"{key} is defined in both {found[key][1]} and {module}")
            found[key] = (codemod, module)
    return tuple(found[code][0] for code in sorted({codemod.code for codemod, _ in found.values()}))


def _entries(name: str) -> list[index.Entry]:
    """The codemods of the package ``name``: from its index, which is made anew when a file has changed."""
    package = importlib.import_module(name)
    state = index.state(package)
    entries = index.load(package, state)
    if entries is None:
        entries = list(_imported(module for module, _, _ in state if not module.endswith(index.TABLE)))
        index.store(package, state, entries)
    return entries


def _imported(names: Iterable[str]) -> Iterator[index.Entry]:
    import inspect

    for name in names:
        module = importlib.import_module(name)
        codemod = getattr(module, "CODEMOD", None)
        if isinstance(codemod, Codemod):
            yield name, replace(codemod, page=inspect.cleandoc(module.__doc__ or ""))
