"""Models and optimizers that a custom training loop uses under ``strategy.run``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.distribution import Strategy, origins
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding

from ._defects import Defect, View
from ._models import Creation, created_at, creation_enclosure, knows_its_input
from ._optimizers import keeps_slots

_UPDATES = ("apply", "apply_gradients", "minimize")
_TRAINED = ("trainable_variables", "trainable_weights")


def custom_loop_defects(view: View) -> Iterator[Defect]:
    """What the functions given to ``strategy.run`` train but was created outside the scope of ``strategy``."""
    seen: set[ast.AST] = set()
    for call in [*view.module.calls("run"), *view.module.calls("experimental_run_v2")]:
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        strategy = view.distribution.strategy(call.func.value)
        step = view.module.definition(call.args[0])
        if strategy is not None and isinstance(step, ast.FunctionDef) and step not in seen:
            seen.add(step)
            yield from _step(view, call, call.func, step, strategy)


def _step(
    view: View, run: ast.Call, method: ast.Attribute, step: ast.FunctionDef, strategy: Strategy
) -> Iterator[Defect]:
    module = view.module
    reachable = list(_reachable(module, step))
    optimizers = _used(view, reachable, _UPDATES, Kind.OPTIMIZER)
    models = _used(view, reachable, _TRAINED, Kind.MODEL)
    creations = [Creation(module, view.distribution, frozenset([model])) for model in models]
    # A model that learns its input in the step gets its variables there, in the scope.
    nodes = [node for creation in creations if knows_its_input(module, creation) for node in creation.nodes]
    trains = True
    for optimizer in optimizers if module.keras == 3 else []:
        slots = keeps_slots(module, optimizer.value)
        if slots or (slots is None and nodes):
            nodes.append(optimizer.node)
        trains = trains and (slots is False or _is_built(module, optimizer))
    if not nodes or not any(isinstance(node, ast.Attribute) and node.attr in _UPDATES for node in reachable):
        return
    named = [f"`{module.segment(b.node)}`" for b in dict.fromkeys((*models, *optimizers)) if b.node in nodes]
    verb = "is" if len(named) == 1 else "are"
    yield Defect(
        f"{', '.join(named)} {verb} created outside the strategy's scope but trained by `{module.segment(method)}`, "
        "which fails",
        tuple(dict.fromkeys(nodes)),
        method.value,
        view.scopes(strategy, run),
        # In a graph Keras 3 cannot create the slots in the step: the optimizer must be built beforehand.
        certain=strategy.replicates and (trains or module.context(run).is_eager),
    )


def _used(view: View, nodes: list[ast.AST], attributes: tuple[str, ...], kind: Kind) -> list[Binding]:
    """The assignments, outside every scope, of what is used by one of ``attributes``."""
    found: dict[Binding, None] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in attributes:
            created = created_at(view.module, node.value, kind)
            if len(created) == 1 and creation_enclosure(view.distribution, created).is_outside:
                found.update(dict.fromkeys(created))
    return list(found)


def _is_built(module: Module, optimizer: Binding) -> bool:
    receivers = [call.func.value for call in module.calls("build") if isinstance(call.func, ast.Attribute)]
    return any(optimizer in origins(module, receiver) for receiver in receivers)


def _reachable(module: Module, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function and of the functions of this file that it calls."""
    seen: set[ast.AST] = set()
    stack: list[ast.AST] = [function]
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        for node in ast.walk(current):
            yield node
            if isinstance(node, ast.Call):
                called = module.definition(node.func)
                if isinstance(called, ast.FunctionDef):
                    stack.append(called)
