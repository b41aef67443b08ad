"""The two codemods of this theme run the same search, one for what still works and one for what fails."""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Match
from tffix.semantics.module import Module

from ._arguments import arguments
from ._imports import imports
from ._match import Search
from ._members import members
from ._names import calls, names
from ._table import table


def old_apis(module: Module, *, failing: bool) -> Iterator[Match]:
    """The uses of old APIs in a file: of those that fail, or of those that still work."""
    search = Search(module, table(), failing)
    for finder in (imports, names, calls, arguments, members):
        yield from finder(search)
