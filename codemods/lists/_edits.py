"""The edits that replace or take away the definitions of lists."""

from __future__ import annotations

from collections.abc import Sequence

from tffix.rewriting.edits import Edit, Remove, ReplaceStatement
from tffix.semantics.module import Module

from ._lists import GrownList, without


def redefinition(module: Module, grown: GrownList, lines: Sequence[str]) -> Edit:
    """Put ``lines`` in place of the definition of one list; what else the statement defines stays."""
    left = without(module, grown.definition, {grown.name})
    return ReplaceStatement(grown.definition, "\n".join([*([left] if left else []), *lines]))


def removals(module: Module, lists: Sequence[GrownList]) -> list[Edit]:
    """Take the definitions of ``lists`` away."""
    edits: list[Edit] = []
    for definition in dict.fromkeys(grown.definition for grown in lists):
        names = {grown.name for grown in lists if grown.definition is definition}
        left = without(module, definition, names)
        edits.append(ReplaceStatement(definition, left) if left else Remove(definition))
    return edits
