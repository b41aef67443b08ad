"""The codemods that are installed, found by walking the package ``tffix.codemods``.

Each module there that defines ``CODEMOD`` is one codemod; modules without one are helpers.  The walk imports by
name, so that a worker process started in any way finds the same codemods.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import ModuleType

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
    by_lower = {candidate.lower(): candidate for candidate in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[matches[0]] if matches else None


@functools.cache
def _load(packages: tuple[str, ...]) -> tuple[Codemod, ...]:
    found: dict[str, tuple[Codemod, str]] = {}
    for module in _modules(packages):
        codemod = getattr(module, "CODEMOD", None)
        if not isinstance(codemod, Codemod):
            continue
        for key in (codemod.code, codemod.name):
            if key in found:
                raise RegistryError(f"{key} is defined in both {found[key][1]} and {module.__name__}")
            found[key] = (codemod, module.__name__)
        page = inspect.cleandoc(module.__doc__ or "")
        found[codemod.code] = (replace(codemod, page=page), module.__name__)
    return tuple(found[code][0] for code in sorted({codemod.code for codemod, _ in found.values()}))


def _modules(packages: Iterable[str]) -> Iterator[ModuleType]:
    for name in packages:
        package = importlib.import_module(name)
        for info in sorted(pkgutil.walk_packages(package.__path__, f"{name}."), key=lambda info: info.name):
            yield importlib.import_module(info.name)
