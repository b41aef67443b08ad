"""Models and optimizers that a custom training loop uses under ``strategy.run``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.distribution import Strategy
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import argument, positional_parameters, receiver

from ._defects import Defect, View
from ._models import Creation, created_at, creation_enclosure, knows_its_input
from ._optimizers import keeps_slots

_UPDATES = ("apply", "apply_gradients", "minimize")
_TRAINED = ("trainable_variables", "trainable_weights")
_MAX_DEPTH = 8


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
    training = _Training(view, run, step)
    optimizers = training.created_outside(_UPDATES, Kind.OPTIMIZER)
    models = training.created_outside(_TRAINED, Kind.MODEL)
    creations = [Creation(module, view.distribution, frozenset([model])) for model in models]
    # A model that learns its input in the step gets its variables there, in the scope.
    nodes = [node for creation in creations if knows_its_input(module, creation) for node in creation.nodes]
    trains = True
    for optimizer in optimizers if module.keras == 3 else []:
        slots = keeps_slots(module, optimizer.value)
        if slots or (slots is None and nodes):
            nodes.append(optimizer.node)
        trains = trains and (slots is False or _is_built(module, optimizer))
    if not nodes or not training.updates:
        return
    shown = sorted({b.node for b in (*models, *optimizers) if b.node in nodes}, key=module.span)
    named = [f"`{module.segment(node)}`" for node in shown]
    verb = "is" if len(named) == 1 else "are"
    yield Defect(
        f"{', '.join(named)} {verb} created outside the strategy's scope but trained by `{module.segment(method)}`, "
        "which fails",
        tuple(dict.fromkeys(nodes)),
        method.value,
        view.scopes(strategy, run),
        # In a graph Keras 3 cannot create the slots in the step: the optimizer must be built beforehand.
        certain=strategy.replicates and training.is_clear and (trains or module.context(run).is_eager),
    )


class _Training:
    """What a step, with the functions of this file that it calls, trains.

    ``is_clear`` turns false when something it trains cannot be followed to its creation.
    """

    def __init__(self, view: View, run: ast.Call, step: ast.FunctionDef) -> None:
        self._view = view
        self._run = run
        self._step = step
        self._nodes = list(view.module.definitions.reachable(step, classes=False))
        self.updates = any(isinstance(node, ast.Attribute) and node.attr in _UPDATES for node in self._nodes)
        self.is_clear = True

    def created_outside(self, attributes: tuple[str, ...], kind: Kind) -> list[Binding]:
        """The assignments, outside every scope, of what is used by one of ``attributes``."""
        found: dict[Binding, None] = {}
        for node in self._nodes:
            if not isinstance(node, ast.Attribute) or node.attr not in attributes:
                continue
            for expression in self._passed(node.value):
                created = created_at(self._view.module, expression, kind)
                if len(created) != 1:
                    self.is_clear = False
                elif creation_enclosure(self._view.distribution, created).is_outside:
                    found.update(dict.fromkeys(created))
        return list(found)

    def _passed(self, expression: ast.expr, depth: int = 0) -> list[ast.expr]:
        """What ``expression`` is: for a parameter, what the calls in the step pass for it."""
        module = self._view.module
        binding = module.binding(expression)
        parameter = None if binding is None else binding.node
        if not isinstance(parameter, ast.arg) or depth > _MAX_DEPTH:
            return [expression]
        function = module.function(expression)
        if not isinstance(function, ast.FunctionDef):
            return [expression]
        calls = [node for node in self._nodes if isinstance(node, ast.Call)]
        own = [call for call in calls if module.definition(call.func) is function]
        passed = [module.parameters.passed(call, parameter) for call in own]
        if function is self._step:
            passed = [self._run_argument(parameter)]
        return [found for value in passed for found in (self._passed(value, depth + 1) if value else [expression])]

    def _run_argument(self, parameter: ast.arg) -> ast.expr | None:
        """What ``strategy.run(step, args=(...))`` passes for a parameter of the step."""
        given = argument(self._run, "args", 1)
        parameters = positional_parameters(self._step)
        index = parameters.index(parameter) if parameter in parameters else -1
        is_method = isinstance(self._view.module.parent(self._step), ast.ClassDef)
        position = index - 1 if is_method else index
        if not isinstance(given, (ast.Tuple, ast.List)) or not 0 <= position < len(given.elts):
            return None
        return given.elts[position]


def _is_built(module: Module, optimizer: Binding) -> bool:
    built = [receiver(call) for call in module.calls("build")]
    return any(optimizer in module.origins(expression) for expression in built if expression is not None)
