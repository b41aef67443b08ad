"""Uses of a list that need no list: its mean, its sum, its length."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.syntax import argument_values

_ARRAYS = ("tensorflow.stack", "tensorflow.convert_to_tensor", "numpy.array", "numpy.asarray", "numpy.stack")
_MEANS = frozenset(["tensorflow.reduce_mean", "tensorflow.math.reduce_mean", "numpy.mean", "numpy.average"])
_SUMS = frozenset(
    [
        "tensorflow.reduce_sum",
        "tensorflow.math.reduce_sum",
        "tensorflow.add_n",
        "tensorflow.math.add_n",
        "builtins.sum",
        "numpy.sum",
    ]
)


class Operation(enum.Enum):
    """What is computed from all elements of a list."""

    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True)
class Reduction:
    """``node`` is the mean or sum of a list; ``function`` the qualified name of what computes it."""

    operation: Operation
    node: ast.expr
    function: str


def reductions(module: Module, uses: tuple[ast.Name, ...]) -> list[Reduction] | None:
    """The reductions that ``uses`` of a list are parts of, or ``None`` when one is used otherwise."""
    found: list[Reduction] = []
    for name in uses:
        if any(module.contains(reduction.node, name) for reduction in found):
            continue
        reduction = reduction_of(module, name)
        if reduction is None:
            return None
        found.append(reduction)
    return found


def reduction_of(module: Module, name: ast.Name) -> Reduction | None:
    """The mean or sum of the list ``name`` that this use computes."""
    call = _call_on(module, name)
    if call is not None and module.qualified(call.func) in _ARRAYS:
        call = _call_on(module, call)
    if call is None:
        return None
    function = module.qualified(call.func) or ""
    if function in _MEANS or keras_path(function) in ("ops.mean", "backend.mean"):
        return Reduction(Operation.MEAN, call, function)
    if function in _SUMS or keras_path(function) in ("ops.sum", "backend.sum"):
        division = module.parent(call)
        if isinstance(division, ast.BinOp) and _divides_by_length(module, division, call, name.id):
            return Reduction(Operation.MEAN, division, function)
        return Reduction(Operation.SUM, call, function)
    return None


def _divides_by_length(module: Module, division: ast.BinOp, total: ast.expr, name: str) -> bool:
    is_division = isinstance(division.op, ast.Div) and division.left is total
    return is_division and _is_length(module, division.right, name)


def _call_on(module: Module, argument: ast.expr) -> ast.Call | None:
    """The call whose only argument is ``argument``, but for an axis that is that of the list."""
    call = module.parent(argument)
    if not isinstance(call, ast.Call) or not call.args or call.args[0] is not argument:
        return None
    options = argument_values(call)[1:]
    named = all(keyword.arg == "axis" for keyword in call.keywords)
    return call if named and all(isinstance(o, ast.Constant) and o.value in (0, None) for o in options) else None


def _is_length(module: Module, node: ast.expr, name: str) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    function = module.qualified(node.func)
    if function in ("tensorflow.cast", "builtins.float"):
        return _is_length(module, node.args[0], name)
    first = node.args[0]
    return function == "builtins.len" and isinstance(first, ast.Name) and first.id == name
