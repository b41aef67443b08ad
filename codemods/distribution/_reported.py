"""Who reads the loss of a replica besides its gradient."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tffix.semantics.module import Module
from tffix.semantics.replicas import Reduction, ReplicaRun, Results
from tffix.semantics.scopes import Path

from ._terms import Terms


class Reported:
    """Finds how the loss leaves the step."""

    @staticmethod
    def of(module: Module, loss: ast.expr, terms: Terms, runs: Sequence[ReplicaRun]) -> list[Reduction] | None:
        """How the replicas' losses are reduced; ``None`` when something else reads the loss as well."""
        others = [use for use in _uses(module, terms) if use is not loss and use not in terms.read]
        found: list[Reduction] = []
        for run in runs:
            paths = [_returned_at(module, run, use) for use in others]
            if None in paths:
                return None
            known = [path for path in paths if path is not None]
            reductions = Results(module).reductions(run) if known else []
            if reductions is None:
                return None
            if any(path[: len(one.path)] == one.path != path for one in reductions for path in known):
                return None
            found += [one for one in reductions if one.path in known]
        return found


def readers(module: Module, loss: ast.expr, terms: Terms, run: ReplicaRun) -> list[ast.Name]:
    """What else in the step reads the loss: not its gradient, nor ``return``."""
    others = [use for use in _uses(module, terms) if use is not loss and use not in terms.read]
    return [use for use in others if _returned_at(module, run, use) is None]


def _uses(module: Module, terms: Terms) -> list[ast.Name]:
    return [use for binding in terms.bindings for use in module.uses(binding)]


def _returned_at(module: Module, run: ReplicaRun, use: ast.Name) -> Path | None:
    """Where in the result of the step ``return`` puts a name; ``None`` for any other use."""
    for value in module.returned(run.step):
        if value is use:
            return ()
        if isinstance(value, ast.Tuple) and use in value.elts:
            return (value.elts.index(use),)
    return None
