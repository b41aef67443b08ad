"""Models and optimizers that a custom training loop uses under ``strategy.run``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.distribution import Strategy
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.replicas import ReplicaRun, replica_runs
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import receiver

from ._defects import Defect, View
from ._models import Creation, created_at, creation_enclosure, knows_its_input
from ._optimizers import keeps_slots

_UPDATES = ("apply", "apply_gradients", "minimize")
_TRAINED = ("trainable_variables", "trainable_weights")


def custom_loop_defects(view: View) -> Iterator[Defect]:
    """What the functions given to ``strategy.run`` train but was created outside the scope of ``strategy``."""
    seen: set[ast.AST] = set()
    for run in replica_runs(view.module, view.distribution):
        if run.strategy is not None and run.step not in seen:
            seen.add(run.step)
            yield from _step(view, run, run.strategy)


def _step(view: View, run: ReplicaRun, strategy: Strategy) -> Iterator[Defect]:
    module = view.module
    training = _Training(view, run)
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
        trains = trains and (slots is False or is_built(module, optimizer))
    if not nodes or not training.updates:
        return
    shown = sorted({b.node for b in (*models, *optimizers) if b.node in nodes}, key=module.span)
    named = [f"`{module.segment(node)}`" for node in shown]
    verb = "is" if len(named) == 1 else "are"
    trained_by = module.segment(run.call.func)
    yield Defect(
        f"{', '.join(named)} {verb} created outside the strategy's scope but trained by `{trained_by}`, which fails",
        tuple(dict.fromkeys(nodes)),
        run.receiver,
        view.scopes(strategy, run.call),
        # In a graph Keras 3 cannot create the slots in the step: the optimizer must be built beforehand.
        certain=strategy.replicates and training.is_clear and (trains or module.context(run.call).is_eager),
    )


class _Training:
    """What a step, with the functions of this file that it calls, trains.

    ``is_clear`` turns false when something it trains cannot be followed to its creation.
    """

    def __init__(self, view: View, run: ReplicaRun) -> None:
        self._view = view
        self._run = run
        self._nodes = list(view.module.definitions.reachable(run.step, classes=False))
        self.updates = any(isinstance(node, ast.Attribute) and node.attr in _UPDATES for node in self._nodes)
        self.is_clear = True

    def created_outside(self, attributes: tuple[str, ...], kind: Kind) -> list[Binding]:
        """The assignments, outside every scope, of what is used by one of ``attributes``."""
        found: dict[Binding, None] = {}
        for node in self._nodes:
            if not isinstance(node, ast.Attribute) or node.attr not in attributes:
                continue
            for expression in self._run.passed(self._view.module, self._nodes, node.value):
                created = created_at(self._view.module, expression, kind)
                if len(created) != 1:
                    self.is_clear = False
                elif creation_enclosure(self._view.distribution, created).is_outside:
                    found.update(dict.fromkeys(created))
        return list(found)


def is_built(module: Module, optimizer: Binding) -> bool:
    """Whether the file calls ``build`` on what an assignment makes."""
    built = [receiver(call) for call in module.calls("build")]
    return any(optimizer in module.origins(expression) for expression in built if expression is not None)
