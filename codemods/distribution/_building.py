"""Optimizers that a traced step uses under ``strategy.run`` before they have variables, and where they can be built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.distribution import Distribution, Place
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.replicas import ReplicaRun
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import argument, receiver
from tffix.semantics.tree import DEF_TYPES

from ._custom_loops import is_built
from ._models import created_at, creation_enclosure, is_built_on_creation
from ._optimizers import keeps_slots

_TRAINED = ("trainable_variables", "trainable_weights")
_UPDATES = ("apply", "apply_gradients", "minimize")


class UnbuildableError(Exception):
    """Why an optimizer gets no ``build``; the text is the reason shown."""


@dataclass(frozen=True)
class Owner:
    """A model whose variables a step trains: where it is created, and the attribute that lists them."""

    binding: Binding
    attribute: str


@dataclass(frozen=True)
class Unbuilt:
    """An optimizer that gets its variables while ``run`` is traced."""

    module: Module
    run: ReplicaRun
    optimizer: Binding
    owners: tuple[Owner, ...]

    def is_certain(self) -> bool:
        """Whether the step fails on several replicas, and trains once the optimizer is built."""
        freezes = any(isinstance(node.ctx, ast.Store) for node in self.module.attributes("trainable"))
        return self.run.strategy is not None and self.run.strategy.replicates and not freezes

    def place(self) -> tuple[ast.stmt, str]:
        """The statement to build the optimizer behind, and the variables it is built for.

        Raises:
            UnbuildableError: there is no such place.
        """
        module = self.module
        for owner in self.owners:
            if not is_built_on_creation(module, owner.binding):
                name = module.segment(owner.binding.node)
                raise UnbuildableError(
                    f"`{name}` gets its own variables from its first call; build it in the scope first, with the shape "
                    f"of its input, then build the optimizer for `{name}.{owner.attribute}`"
                )
        created = [self.optimizer.node, *(owner.binding.node for owner in self.owners)]
        nodes = [*created, *self._building(created)]
        if len({module.function(node) for node in nodes}) > 1:
            raise UnbuildableError(
                "the optimizer and the model are created in different functions; build it where both are known, in the "
                "scope"
            )
        anchor = max((module.statement(node) for node in nodes), key=module.span)
        if not all(self._is_before(module.statement(node), anchor) for node in nodes):
            raise UnbuildableError(
                "the optimizer and the model are created in different branches; build it behind both, in the scope"
            )
        built = " + ".join(f"{module.segment(owner.binding.node)}.{owner.attribute}" for owner in self.owners)
        return anchor, built

    def _building(self, created: list[ast.AST]) -> list[ast.AST]:
        """The statements beside ``created`` that add layers to the models, build them, or freeze variables."""
        module = self.module
        models = [owner.binding for owner in self.owners]
        blocks = [module.parent(module.statement(node)) for node in created]
        calls = [call for name in ("add", "build") for call in module.calls(name)]
        found: list[ast.AST] = [call for call in calls if self._is_of(receiver(call), models)]
        found += [node for node in module.attributes("trainable") if isinstance(node.ctx, ast.Store)]
        around = [self._in_block(node) for node in found]
        return [statement for statement in around if module.parent(statement) in blocks]

    def _in_block(self, node: ast.AST) -> ast.AST:
        """The statement around ``node`` that stands directly in a ``with`` block, a function or the module."""
        current: ast.AST = self.module.statement(node)
        parent = self.module.parent(current)
        while parent is not None and not isinstance(parent, (ast.With, ast.Module, *DEF_TYPES)):
            current, parent = parent, self.module.parent(parent)
        return current

    def _is_of(self, expression: ast.expr | None, models: list[Binding]) -> bool:
        return expression is not None and any(origin in models for origin in self.module.origins(expression))

    def _is_before(self, statement: ast.stmt, anchor: ast.stmt) -> bool:
        """Whether ``statement`` has certainly run when ``anchor`` has: only ``with`` blocks lie between the two."""
        current: ast.AST | None = statement
        around = {anchor, *self.module.ancestors(anchor)}
        while current is not None and not isinstance(current, (ast.Module, *DEF_TYPES)):
            parent = self.module.parent(current)
            if parent in around:
                return True
            if not isinstance(parent, ast.With):
                return False
            current = parent
        return False


def unbuilt_optimizers(module: Module, distribution: Distribution, run: ReplicaRun) -> Iterator[Unbuilt]:
    """The optimizers of a run that have no variables when it is traced, with the models they train."""
    if run.strategy is None or not (module.context(run.call).is_graph or module.is_tf_function(run.step)):
        return
    if module.context(run.call).compiled or module.graph.runs_eagerly:
        return
    nodes = set(module.definitions.reachable(run.step, classes=False))
    for call in [*module.calls("apply_gradients"), *module.calls("apply")]:
        optimizer, variables = receiver(call), _variables(module, call)
        if call not in nodes or optimizer is None or variables is None:
            continue
        given = run.passed(module, nodes, optimizer)
        for index, one in enumerate(given):
            owners = _owners(module, run, nodes, variables, index if len(given) > 1 else None)
            created = [*created_at(module, one, Kind.OPTIMIZER)]
            if owners and len(created) == 1 and _is_unbuilt(module, distribution, run, created[0], nodes):
                yield Unbuilt(module, run, created[0], owners)


def _variables(module: Module, update: ast.Call) -> ast.expr | None:
    """The variables of ``optimizer.apply_gradients(zip(gradients, variables))`` or ``apply(gradients, variables)``."""
    if isinstance(update.func, ast.Attribute) and update.func.attr == "apply":
        return argument(update, "trainable_variables", 1)
    pairs = module.value(update.args[0]) if update.args else None
    while isinstance(pairs, ast.Call) and module.qualified(pairs.func) == "builtins.list" and pairs.args:
        pairs = pairs.args[0]
    is_zip = isinstance(pairs, ast.Call) and module.qualified(pairs.func) == "builtins.zip"
    return pairs.args[1] if is_zip and isinstance(pairs, ast.Call) and len(pairs.args) == 2 else None


def _is_unbuilt(
    module: Module, distribution: Distribution, run: ReplicaRun, optimizer: Binding, nodes: set[ast.AST]
) -> bool:
    place = creation_enclosure(distribution, frozenset([optimizer]))
    if place.place is not Place.INSIDE or place.strategy != run.strategy:
        return False
    made = optimizer.value.func if isinstance(optimizer.value, ast.Call) else None
    if made is None or (module.keras_path(made) or "").endswith("LossScaleOptimizer"):
        return False
    if not keeps_slots(module, optimizer.value) or is_built(module, optimizer):
        return False
    updates = [call for name in _UPDATES for call in module.calls(name) if call not in nodes]
    elsewhere = [owner for call in updates if (owner := receiver(call)) is not None]
    return not any(optimizer in created_at(module, owner, Kind.OPTIMIZER) for owner in elsewhere)


def _owners(
    module: Module, run: ReplicaRun, nodes: set[ast.AST], given: ast.expr, index: int | None
) -> tuple[Owner, ...]:
    """The models whose variables are all that a step trains; empty when that is not certain.

    ``index`` tells which of several calls of the function that trains is meant.
    """
    owners: list[Owner] = []
    for variables in _listed(module, given):
        if not isinstance(variables, ast.Attribute) or variables.attr not in _TRAINED:
            return ()
        models = run.passed(module, nodes, variables.value)
        if index is not None:
            models = models[index : index + 1]
        created = [*created_at(module, models[0], Kind.MODEL)] if len(models) == 1 else []
        if len(created) != 1:
            return ()
        owners.append(Owner(created[0], variables.attr))
    return tuple(owners)


def _listed(module: Module, variables: ast.expr) -> list[ast.expr]:
    """The terms of ``generator.trainable_variables + encoder.trainable_variables``."""
    value = module.value(variables)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return [*_listed(module, value.left), *_listed(module, value.right)]
    return [value]
