"""Functions that ``strategy.run`` gives to every replica, and how their results are put together.

Facts measured on TensorFlow 2.21 with two logical CPU devices, Keras 3.15 and tf_keras 2.21: an optimizer adds up the
gradients of all replicas, so a loss must be divided by the number of replicas or averaged over the global batch.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument, method_name, receiver

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tffix.semantics.distribution import Distribution, Strategy
    from tffix.semantics.module import Module
    from tffix.semantics.scopes import Binding, Path

RUNS = ("run", "experimental_run_v2")
"""The methods of a strategy that run a function on every replica; the second is the older name."""
COUNT = "num_replicas_in_sync"
_MAX_DEPTH = 8
_REDUCE_OP = "tensorflow.distribute.ReduceOp."


@dataclass(frozen=True)
class Reduction:
    """One ``strategy.reduce(op, value, axis=...)`` of what the replicas return.

    ``op`` is ``SUM`` or ``MEAN``, written as ``written``.  ``path`` leads to the part of the result that is reduced.
    """

    call: ast.Call
    op: str
    written: ast.expr
    path: Path


@dataclass(frozen=True)
class ReplicaRun:
    """One ``strategy.run(step, args=(...))``.

    ``strategy`` is ``None`` where its creation is not seen; that it is one shows in how it is used.
    """

    call: ast.Call
    receiver: ast.expr
    step: ast.FunctionDef
    strategy: Strategy | None

    def argument(self, module: Module, parameter: ast.arg) -> ast.expr | None:
        """What is passed for a parameter of the step; ``None`` where that is not written out."""
        given = argument(self.call, "args", 1)
        positional = [*self.step.args.posonlyargs, *self.step.args.args]
        if isinstance(module.parent(self.step), ast.ClassDef):
            positional = positional[1:]
        if parameter not in positional or not isinstance(given, (ast.Tuple, ast.List)):
            return None
        index = positional.index(parameter)
        return given.elts[index] if index < len(given.elts) else None

    def passed(self, module: Module, nodes: Collection[ast.AST], expression: ast.expr) -> list[ast.expr]:
        """What ``expression`` in the step is: for a parameter, what the step, or a call among ``nodes``, is given."""
        return self._passed(module, nodes, expression, 0)

    def _passed(self, module: Module, nodes: Collection[ast.AST], expression: ast.expr, depth: int) -> list[ast.expr]:
        binding = module.binding(expression)
        parameter = None if binding is None else binding.node
        function = None if not isinstance(parameter, ast.arg) else module.tree.function_of(parameter)
        if not isinstance(parameter, ast.arg) or not isinstance(function, ast.FunctionDef) or depth > _MAX_DEPTH:
            return [expression]
        if function is self.step:
            given = [self.argument(module, parameter)]
        else:
            calls = [node for node in nodes if isinstance(node, ast.Call) and module.definition(node.func) is function]
            given = [module.parameters.passed(call, parameter) for call in calls]
        found = [self._passed(module, nodes, value, depth + 1) if value else [expression] for value in given]
        return [value for values in found for value in values]


def replica_runs(module: Module, distribution: Distribution) -> list[ReplicaRun]:
    """The calls, in source order, that certainly run a function of this file on the replicas of a strategy."""
    found = []
    for call in [call for name in RUNS for call in module.calls(name)]:
        strategy_name, given = receiver(call), argument(call, "fn", 0)
        if strategy_name is None or given is None:
            continue
        step = module.definition(given)
        strategy = distribution.strategy(strategy_name)
        is_plain = isinstance(step, ast.FunctionDef) and _is_undecorated(module, step)
        if (
            isinstance(step, ast.FunctionDef)
            and is_plain
            and (strategy is not None or _reduces(module, distribution, call))
        ):
            found.append(ReplicaRun(call, strategy_name, step, strategy))
    return sorted(found, key=lambda run: module.span(run.call))


def _is_undecorated(module: Module, step: ast.FunctionDef) -> bool:
    """Whether no decorator but those of TensorFlow changes what a function does."""
    names = [one.func if isinstance(one, ast.Call) else one for one in step.decorator_list]
    return all((module.qualified(name) or "").startswith("tensorflow.") for name in names)


def _reduces(module: Module, distribution: Distribution, run: ast.Call) -> bool:
    """Whether what is told to run also reduces with an operation of ``tf.distribute``, as only strategies do."""
    runs_on = receiver(run)
    if runs_on is None or distribution.is_single(runs_on):
        return False
    return any(
        (other := receiver(call)) is not None and same_object(module, runs_on, other) and _operation(module, call)
        for call in module.calls("reduce")
    )


def same_object(module: Module, first: ast.expr, second: ast.expr) -> bool:
    """Whether two names, or attributes of ``self``, get their value in the same places."""
    origins = module.origins(first)
    return bool(origins) and origins == module.origins(second)


def _operation(module: Module, call: ast.Call) -> str | None:
    """``SUM`` or ``MEAN`` of ``strategy.reduce(...)``; ``None`` for any other call."""
    written = argument(call, "reduce_op", 0)
    if isinstance(written, ast.Constant):
        name = str(written.value).upper()
    else:
        qualified = (module.qualified(written) if written is not None else None) or ""
        name = qualified[len(_REDUCE_OP) :] if qualified.startswith(_REDUCE_OP) else ""
    return name if name in ("SUM", "MEAN") and method_name(call) == "reduce" else None


class Results:
    """What becomes of the results of ``strategy.run`` in a file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._seen: set[Binding] = set()

    def reductions(self, run: ReplicaRun) -> list[Reduction] | None:
        """How the results of a run are reduced; ``None`` when they are used in any other way as well."""
        self._seen = set()
        return self._of_value(run.call, ())

    def _of_value(self, value: ast.expr, path: Path) -> list[Reduction] | None:
        """The reductions of ``value``, of which ``path`` leads to what is meant."""
        holder = self._module.parent(value)
        if isinstance(holder, ast.Expr):
            return []
        if isinstance(holder, ast.keyword):
            holder = self._module.parent(holder)
        if isinstance(holder, ast.Subscript) and isinstance(holder.slice, ast.Constant):
            index = holder.slice.value
            return self._of_value(holder, (*path, index)) if isinstance(index, int) else None
        if isinstance(holder, ast.Call):
            return self._of_argument(holder, value, path)
        if isinstance(holder, ast.Assign) and holder.value is value and len(holder.targets) == 1:
            return self._of_target(holder.targets[0], path)
        return None

    def _of_argument(self, call: ast.Call, value: ast.expr, path: Path) -> list[Reduction] | None:
        op, written = _operation(self._module, call), argument(call, "reduce_op", 0)
        is_reduced = argument(call, "value", 1) is value
        if op is None or written is None or not is_reduced or _has_axis(call):
            return None
        return [Reduction(call, op, written, path)]

    def _of_target(self, target: ast.expr, path: Path) -> list[Reduction] | None:
        if isinstance(target, (ast.Tuple, ast.List)):
            found: list[Reduction] = []
            for index, element in enumerate(target.elts):
                part = self._of_target(element, (*path, index))
                if part is None:
                    return None
                found += part
            return found
        binding = self._module.scopes.by_node.get(target)
        return None if binding is None else self._of_binding(binding, path)

    def _of_binding(self, binding: Binding, path: Path) -> list[Reduction] | None:
        if binding.kind is not BindingKind.ASSIGN or binding in self._seen:
            return None
        self._seen.add(binding)
        uses: Iterable[ast.expr] = self._module.uses(binding)
        parts = [self._of_value(use, path) for use in uses]
        return None if None in parts else [one for part in parts if part is not None for one in part]


def _has_axis(call: ast.Call) -> bool:
    """Whether the values of each replica are reduced as well, along an axis."""
    axis = argument(call, "axis", 2)
    return axis is not None and not (isinstance(axis, ast.Constant) and axis.value is None)
