"""What is to be brought into a scope, and what the searches for it share."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from tffix.semantics.distribution import Distribution, Strategy, scope_receiver
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import argument

from ._models import Trained, created_at, creation_enclosure, trained_models
from ._optimizers import keeps_slots


@dataclass(frozen=True)
class Defect:
    """Something that stands outside the scope it belongs in.

    ``nodes`` are what its statements are found by, ``companions`` those of statements that may come along.
    ``receiver`` names the strategy and ``scopes`` are its ``with`` statements, the likeliest first.  ``certain`` says
    that the code fails as it is and trains afterwards.  ``blocked`` is the reason when no fix is right.
    """

    message: str
    nodes: tuple[ast.AST, ...]
    receiver: ast.expr
    scopes: tuple[ast.With, ...]
    certain: bool
    companions: tuple[ast.AST, ...] = ()
    blocked: str | None = None


class View:
    """A file with its strategies, scopes and models."""

    def __init__(self, module: Module, distribution: Distribution) -> None:
        self.module = module
        self.distribution = distribution
        self.models = trained_models(module)
        self._scopes = [
            (strategy, statement)
            for statement in module.nodes(ast.With)
            if (strategy := distribution.scope_of(statement)) is not None
        ]

    def scopes(self, strategy: Strategy, near: ast.AST | None = None) -> tuple[ast.With, ...]:
        """The ``with`` statements that enter the scope of ``strategy``, those around ``near`` first."""
        found = [statement for known, statement in self._scopes if known == strategy]
        return tuple(sorted(found, key=lambda scope: near is None or not self.module.contains(scope, near)))

    def outside_arguments(self, compiles: list[ast.Call], *, strict: bool) -> list[ast.AST]:
        """Where the objects that ``compile`` is given by name, and that must come from the scope, are created outside.

        Keras 3 asks that of optimizers with slots, tf_keras of metrics.  ``strict`` leaves out optimizers of which it
        is not known.
        """
        found: list[ast.AST] = []
        for call in compiles:
            if self.module.keras == 2:
                for name in named(argument(call, "metrics", 2)):
                    found += self._outside(self._metrics(name))
                continue
            for name in named(argument(call, "optimizer", 0)):
                slots = keeps_slots(self.module, name)
                if slots or (slots is None and not strict):
                    found += self._outside(created_at(self.module, name, Kind.OPTIMIZER))
        return found

    def creates_metrics(self, value: ast.expr) -> bool:
        """Whether an expression creates metric objects where it stands."""
        return any(isinstance(node, ast.Call) and self.module.kind(node) is Kind.METRIC for node in ast.walk(value))

    def companions(self, model: Trained) -> tuple[ast.AST, ...]:
        """The creations of optimizers and metrics that only this model is compiled with."""
        found: list[ast.AST] = []
        for call in model.compiles:
            for name in (*named(argument(call, "optimizer", 0)), *named(argument(call, "metrics", 2))):
                for binding in self.module.origins(name):
                    uses = self.module.uses(binding)
                    if uses and all(self.module.contains(call, use) for use in uses):
                        found.append(binding.node)
        return tuple(found)

    def shared(self, created: Iterable[ast.AST], model: Trained) -> str | None:
        """The reason why objects cannot move into a scope: another model is compiled with them outside."""
        nodes = set(created)
        others = [(other, call) for other in self.models if other is not model for call in other.compiles]
        for other, call in others:
            if not self.distribution.enclosure(call).is_outside:
                continue
            for name in (*named(argument(call, "optimizer", 0)), *named(argument(call, "metrics", 2))):
                if any(binding.node in nodes for binding in self.module.origins(name)):
                    written = self.module.segment(name)
                    return f"`{other.name}` is compiled with `{written}` as well, outside; give each model its own"
        return None

    def _metrics(self, name: ast.expr) -> frozenset[Binding]:
        """The creations of a metric, or of ``metrics = [keras.metrics.AUC()]``."""
        created = created_at(self.module, name, Kind.METRIC)
        value = self.module.value(name)
        return created or (
            frozenset(self.module.origins(name)) if value is not name and self.creates_metrics(value) else created
        )

    def _outside(self, created: frozenset[Binding]) -> list[ast.AST]:
        if not created or not creation_enclosure(self.distribution, created).is_outside:
            return []
        return sorted((binding.node for binding in created), key=self.module.span)


def receiver_of(scope: ast.With) -> ast.expr:
    """``strategy`` of the statement ``with strategy.scope():``."""
    receiver = scope_receiver(scope)
    assert receiver is not None
    return receiver


def named(expression: ast.expr | None) -> list[ast.expr]:
    """The names and attributes that an argument is, or holds in a list."""
    if isinstance(expression, (ast.List, ast.Tuple)):
        return [name for element in expression.elts for name in named(element)]
    return [expression] if isinstance(expression, (ast.Name, ast.Attribute)) else []
