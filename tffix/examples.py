"""The corpus case that shows what a codemod does; shipped with the package."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from tffix.codemod import Codemod

CORPUS = "tffix.corpus"


@dataclass(frozen=True)
class Example:
    """The text of a file before and after a codemod."""

    before: str
    after: str


def example(codemod: Codemod) -> Example | None:
    """The example of ``codemod``, or ``None`` if it ships without one."""
    case = resources.files(CORPUS) / codemod.name / codemod.example
    try:
        before, after = (case.joinpath(name).read_text(encoding="utf-8") for name in ("before.py", "after.py"))
    except OSError:
        return None
    return Example(before, after)
