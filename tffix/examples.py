"""The corpus case that shows what a codemod does; shipped with the package."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from tffix.codemod import Codemod

CORPUS = "tffix.corpus"


@dataclass(frozen=True)
class Example:
    """The text of a file before and after a codemod; ``after`` is ``None`` where it only reports."""

    before: str
    after: str | None


def example(codemod: Codemod) -> Example | None:
    """The example of ``codemod``, or ``None`` if it ships without one."""
    before = _text(codemod, "before.py")
    return None if before is None else Example(before, _text(codemod, "after.py"))


def _text(codemod: Codemod, name: str) -> str | None:
    try:
        return (resources.files(CORPUS) / codemod.name / codemod.example / name).read_text(encoding="utf-8")
    except OSError:
        return None
